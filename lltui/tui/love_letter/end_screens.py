"""The end of a round of Love Letter, which waits until it has been looked at; and of a match."""

# ruff: noqa: RUF001 - lines that look like letters are what is drawn

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from rich.cells import cell_len
from textual import work
from textual.app import ComposeResult

from lltui.desk.desk import Desk, Place
from lltui.desk.love_letter.endings import (
    MatchEnd,
    NotableMove,
    PlayerTally,
    RoundEnd,
    Shown,
    best,
    match_end,
    round_end,
)
from lltui.desk.love_letter.view import MatchView
from lltui.desk.record_sentences import figures, record_words, share_told, streak
from lltui.errors import Trouble
from lltui.games.love_letter.events import RoundWon
from lltui.text.voice import Face
from lltui.tui.art import piles
from lltui.tui.art.card import LARGE, MEDIUM, SMALL, TALL, CardLook, Size, back, card, empty
from lltui.tui.art.rows import Piece, Row, beside, centred, cut, hue, left, row, titled, width, wrapped
from lltui.tui.kit.base_app import in_thread
from lltui.tui.kit.rows_widget import Drawn, in_one_line, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.love_letter import draw_panels, draw_table
from lltui.tui.love_letter.table_screen import AREA, CARDS, LEAVE, LOG, LoveLetterScreen
from lltui.tui.match.match_screen import PromptLine, notice_row, prompt_row

if TYPE_CHECKING:  # no database is waited for
    from lltui.record.kept_match_facts import Past

FACE = 2  # the last of the steps in which hands are laid open: back, nothing, face


def spaced(title: str, cells: int) -> str:
    """`K A Y   W I N S`, where it fits."""
    wide = "   ".join(" ".join(word) for word in title.split())
    return wide if cell_len(wide) <= cells - 4 else cut(title, cells)


def banner(title: str, cells: int) -> list[Row]:
    """The title with air around it."""
    return [(), centred((Piece(spaced(title, cells), "winner"),), cells)]


# ------------------------------------------------------------------------ round


class EndShown(NamedTuple):
    """The end of a round, its hands open as far as this step; or of the match, with one's own record."""

    view: MatchView
    end: RoundEnd | MatchEnd
    step: int = FACE
    record: tuple[str, ...] = ()


def end_rows(shown: EndShown, cells: int, rows: int) -> list[Row]:
    """What is over, and in the last line whether it was checked."""
    view, end, step, record = shown
    if isinstance(end, RoundEnd):
        lines = round_rows(view, end, step, cells, rows)
    else:
        lines = match_rows(view, end, record, cells, rows)
    foot = row(" ", Piece(cut(end.proof, cells - 2), "good" if end.proven else "words"))
    return [left(line, cells) for line in [*[*lines, *[()] * rows][: rows - 1], foot]]


def round_rows(view: MatchView, end: RoundEnd, step: int, cells: int, rows: int) -> list[Row]:
    """Title, reason, hands, and the round in short; who won is told as soon as the hands are open."""
    size = _size(len(end.hands), cells, rows)
    lines = banner(end.title if step == FACE else "", cells)
    for reason in end.reason:
        told = wrapped(reason, cells - 4, 2)
        lines += [centred((Piece(line if step == FACE else "", "words"),), cells) for line in told]
    lines += [(), *_hands(end.hands, size, cells, step)]
    room = rows - len(lines) - 2
    if rows - len(lines) > 12:
        lines += [()]
        room -= 1
    if (spare := room - len(end.moments) - 1) > 3:
        lines = [*[()] * (spare // 3), *lines]
        room -= spare // 3
    if room >= 2:
        lines += [titled(view.words("title.round"), cells), *_moments(end.moments, cells, room - 1)]
    return lines


def _size(hands: int, cells: int, rows: int) -> Size:
    for size, least in ((LARGE, 26), (TALL, 23), (MEDIUM, 19)):
        if rows >= least and hands * (size.width + 1) - 1 <= cells - 1:
            return size
    return SMALL


def _hands(hands: Sequence[Shown], size: Size, cells: int, step: int) -> list[Row]:
    """From high to low, with the sign for it between those that were compared."""
    gap = min(3, max(1, (cells - len(hands) * size.width) // (len(hands) + 1)))
    blocks: list[list[Row]] = []
    for place, shown in enumerate(hands):
        block = [*_face(shown, size, step), *_under(shown, size.width, step)]
        if place:
            blocks.append(_sign(hands[place - 1], shown, step, gap, len(block)))
        blocks.append(block)
    return [centred(line, cells) for line in beside(*blocks, gap=0)]


def _sign(one: Shown, other: Shown, step: int, gap: int, rows: int) -> list[Row]:
    """Between two that were laid open; nothing is said of others."""
    compared = step == FACE and not other.player.seat.out and one.face is not None and other.face is not None
    higher = compared and one.face.value > other.face.value  # type: ignore[union-attr]  # just asked
    sign = Piece(">" if higher else "=" if compared and one.won and other.won else " ", "value")
    return [centred((sign,) if y == 2 else (), gap) for y in range(rows)]


def _face(shown: Shown, size: Size, step: int) -> list[Row]:
    if shown.player.seat.out and shown.face is not None:
        return card(shown.face, size, CardLook.GONE, shown.word)
    if shown.face is None:
        return back(size, shown.player.token)
    if step < FACE:
        return back(size, shown.player.token) if step == 0 else empty(size)
    return card(shown.face, size, CardLook.WINNER if shown.won else CardLook.PLAIN, shown.word)


def _under(shown: Shown, cells: int, step: int) -> list[Row]:
    number, named = shown.player.number, cut(shown.player.name, cells - 2)
    name = row(Piece(f"{number} ", "number"), Piece(named, hue(number)))
    return [centred(name, cells), centred(_tokens(shown, cells, step), cells)]


def _tokens(shown: Shown, cells: int, step: int) -> Row:
    player = shown.player
    now = draw_table.tokens(player, cells)
    if shown.before == player.seat.tokens:
        return now
    before = piles.tokens(shown.before, player.goal, player.token, cells)
    if step < FACE:
        return before
    both = row(before, Piece(" ▸ ", "chosen"), now)
    return both if width(both) <= cells else row(Piece("▸ ", "chosen"), now)


def _moments(moments: Sequence[NotableMove], cells: int, rows: int) -> list[Row]:
    """As many as there is room for."""
    moments = best(moments, rows)
    whens = max((cell_len(moment.when) for moment in moments), default=0)
    names = min(12, max((cell_len(moment.who) for moment in moments), default=0))
    lines = []
    for moment in moments:
        when = left((Piece(moment.when, "words"),), whens + 3)
        who = left((Piece(cut(moment.who, names), hue(moment.seat + 1)),), names + 2)
        room = cells - whens - names - 8
        lines.append(row("   ", when, who, Piece(cut(moment.text, room), "name")))
    return lines


# ------------------------------------------------------------------------ match


def match_rows(view: MatchView, end: MatchEnd, record: Sequence[str], cells: int, rows: int) -> list[Row]:
    """Title, the card of cards, the players by their places, and one's own record."""
    lines = [*banner(end.title, cells), centred((Piece(end.summary, "words"),), cells), ()]
    tall = rows >= 19 + (len(record) + 2 if record else 0)
    portrait = letter(end.letter, view.faces.token, tall=tall)
    room = min(WIDEST, cells - width(portrait[0]) - 6)
    table = [titled(view.words("title.match"), room), (), _header(view, room)]
    table += [_tally(tally, room) for tally in end.tallies]
    table = [left(line, room) for line in table]
    high = max(len(portrait), len(table))
    table += [left((), room)] * (high - len(table))
    portrait += [left((), width(portrait[0]))] * (high - len(portrait))
    both = [centred(row(a, "  ", b), cells) for a, b in zip(portrait, table, strict=True)]
    if record and len(lines) + high + len(record) + 2 < rows:
        wide = width(portrait[0]) + 2 + room
        told = [titled(view.words("title.record"), wide), *(row("  ", line) for line in record)]
        both += [(), *(centred(left(line, wide), cells) for line in told)]
    above = max(0, (rows - len(lines) - len(both) - 1) // 3)
    return [*[()] * (above // 2), *lines, *[()] * (above - above // 2), *both]


def letter(face: Face | None, token: str, *, tall: bool) -> list[Row]:
    """The card that won rises from its envelope; where nobody showed it, that stays sealed."""
    cells, ink = ENVELOPE, "winner"
    seal = Piece(token, "token")
    flap = [
        row(Piece(f"┃{' ' * fold}╲", ink), " " * (cells - 4 - 2 * fold), Piece(f"╱{' ' * fold}┃", ink))
        for fold in (0, 2)
    ]
    half = "━" * ((cells - 5) // 2)
    bottom = row(Piece(f"┗{half} ", ink), seal, Piece(f" {half}┛", ink))
    if face is None:
        fold = row(Piece("┃    ╲", ink), Piece("▁" * (cells - 12), ink), Piece("╱    ┃", ink))
        plain = row(Piece(f"┃{' ' * (cells - 2)}┃", ink))
        return [row(Piece(f"┏{'━' * (cells - 2)}┓", ink)), *flap, fold, plain, bottom]
    drawn = card(face, MEDIUM, CardLook.WINNER)
    side = (cells - MEDIUM.width) // 2
    shown = drawn[: 6 if tall else 4]
    lines = [centred(line, cells) for line in shown[:-2]]
    first, second = shown[-2:]
    lines.append(row(Piece("┏" + "━" * (side - 1), ink), first, Piece("━" * (side - 1) + "┓", ink)))
    inside = " " * (side - 2)
    lines.append(row(Piece(f"┃╲{inside[1:]} ", ink), second, Piece(f"{inside}╱┃", ink)))
    fold = row(Piece("┃  ╲", ink), Piece("▁" * (cells - 8), ink), Piece("╱  ┃", ink))
    return [*lines, fold, bottom]


ENVELOPE = 27  # cells
WIDEST = 72  # cells from a name to its numbers: farther, and the eye loses the line
NAME, COLUMN = 14, 10


def _columns(cells: int) -> tuple[int, int]:
    """The cells for a name, and for each number."""
    column = min(COLUMN + 4, max(8, (cells - NAME - 12) // 3))
    return max(6, cells - 12 - 3 * column), column


def _header(view: MatchView, cells: int) -> Row:
    name, column = _columns(cells)
    told = (cut(view.words(f"end.{head}"), column - 1) for head in ("outs", "falls", "guesses"))
    return row(left((), name + 12), *(_right(Piece(head, "words"), column) for head in told))


def _tally(tally: PlayerTally, cells: int) -> Row:
    (name, column), player = _columns(cells), tally.player
    who = row(
        Piece(f"{tally.place:>3} ", "chosen" if tally.won else "words"),
        Piece(cut(player.name, name - 1), hue(player.number)),
    )
    tokens = row(Piece(f"{player.seat.tokens:>2} ", "number"), Piece(player.token, "token"))
    return row(
        left(who, name + 5),
        left(tokens, 7),
        *(_right(Piece(cut(text, column - 1), "name"), column) for text in tally.numbers),
    )


def _right(piece: Piece, cells: int) -> Row:
    return row(" " * (cells - cell_len(piece.text)), piece)


STEP = 0.12  # seconds; three steps from backs to faces


class EndScreen(LoveLetterScreen):
    """An end that is looked at until Enter; `_step`: how far its hands are laid open."""

    _step = FACE

    def compose(self) -> ComposeResult:
        yield in_one_line(draw_table.head, "head")
        yield Drawn(end_rows, id="end")
        yield Drawn(draw_panels.hint, id="told")
        yield notice_row()
        yield prompt_row()
        yield KeyBar()

    def show_end(self, desk: Desk, end: RoundEnd | MatchEnd, over: str, hint: str) -> None:
        """What is over, and what Enter leads to."""
        view = self.view(desk)
        head = draw_table.TableHead(view, self.game_name(desk), desk.verified, over)
        prompt = PromptLine(self.words("prompt.over"), self.words(hint), "", "over")
        told = None if isinstance(end, RoundEnd) is bool(view.public.match_won) else self.hint(view, None)
        self.query_one("#told").display = told is not None
        shown = EndShown(view, end, self._step, self.record(desk))
        paint(self, head=head, end=shown, told=told, notice="", prompt=prompt)

    def record(self, desk: Desk) -> tuple[str, ...]:
        """What was won so far by whoever sits here, as far as it is told."""
        del desk
        return ()


class RoundEndScreen(EndScreen):
    """Who won and why, all hands as far as they were shown, and how it went."""

    place = Place.PAUSE
    ABOUT = "round_end"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("go_on", "enter", area=AREA), LOG, CARDS, LEAVE)

    def on_mount(self) -> None:
        if self.table.moves:
            self._lay(0)

    def _lay(self, step: int) -> None:
        """One step further, until the faces show."""
        self._step, box = step, self.query_one("#end", Drawn)
        if box.slice is not None:
            box.slice = box.slice._replace(step=step)
        if step < FACE:
            self.later(STEP * (step + 2), lambda: self._lay(step + 1))

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.looks:
            return
        view = self.view(desk)
        ends = desk.ended or view.public.match_won
        on = "end.last" if ends else "end.played_on" if desk.played_on else "end.go_on"
        over = self.words("head.over", round=view.public.round)
        self.show_end(desk, round_end(view, desk), over, "end.stopped" if desk.stopped else on)

    def action_go_on(self) -> None:
        """To the next round."""
        if not self.too_soon:
            self.table.go_on()


MET, EVENING = 3, 20  # opponents, and matches of an evening


class MatchEndScreen(EndScreen):
    """The last round first; then it stays until somebody plays again or gets up."""

    place = Place.RESULT

    def about(self) -> Iterator[str]:
        """First the last round is looked at."""
        yield self.words("about.round_end" if self._last_round else "about.match_end")

    OFFERS: ClassVar[tuple[Command, ...]] = (Command("again", "enter", area=AREA), LOG, CARDS, LEAVE)

    def __init__(self) -> None:
        super().__init__()
        self._last_round = True
        self._past: Past | None = None

    def on_mount(self) -> None:
        self._remember()

    @work(exclusive=True, group="past")
    async def _remember(self) -> None:
        """What was played before, and just now; a disk that cannot be read is told in the history."""
        ways = self.table.ways
        with suppress(Trouble):
            if await in_thread(ways.any_kept):
                self._past = await in_thread(ways.past)
                self.table.changed()

    def record(self, desk: Desk) -> tuple[str, ...]:
        """Against those of this match, in a row, and the evening as a row of dots."""
        past, began = self._past, desk.began
        if past is None or past.streak is None or began is None or self._last_round:
            return ()
        words = record_words(desk.words.language)
        title = words("history.by-opponent")
        against = (table for table in figures(past, *desk.words) if table.title == title)
        shares = [share for table in against for share in table.shares]
        met = [
            share_told(new, words)
            for old, new in zip(past.by_opponent, shares, strict=True)
            if old.name in began.names or (began.bots and old.name.startswith("bot "))
        ]
        won = past.evening.won if past.evening is not None else ()
        dots = " ".join("●" if each else "○" for each in won[-EVENING:])
        *first, evening = streak(past, words)
        return (*met[:MET], *first, f"{evening}  {dots}")

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None or not desk.over:
            return
        view = self.view(desk)
        if desk.looked or not any(isinstance(event, RoundWon) for event in desk.heard):
            self._last_round = False  # it ended early: there is no last round that is still to be looked at
        over = self.words("head.ended")
        if self._last_round:
            self.show_end(desk, round_end(view, desk), over, "end.last")
        else:
            self.show_end(desk, match_end(view, desk), over, "end.again" if desk.local else "end.next")

    async def action_again(self) -> None:
        """First the result, then the next match."""
        desk = self.table.desk
        if desk is None or self.too_soon:
            return
        if self._last_round:
            self._last_round = False
            self.show(desk)
        else:
            await self.table.again()
