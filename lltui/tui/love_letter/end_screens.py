"""The end of a round and of a match, on the stage of the same table: hands laid open, the letter comes.

Each waits until it has been looked at; in the place of the hand stands how it went.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, NamedTuple

from rich.cells import cell_len
from textual import events

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
from lltui.desk.love_letter.guide import Hint
from lltui.desk.love_letter.view import MatchView
from lltui.desk.record_sentences import OwnRecord, curve, own_record
from lltui.games.love_letter.events import RoundWon
from lltui.text.moments import told
from lltui.tui.art import piles
from lltui.tui.art.card import LARGE, MEDIUM, NARROW, SLIM, SMALL, TALL, CardLook, Size, back, card
from lltui.tui.art.rows import (
    Edge,
    Piece,
    Row,
    beside,
    centred,
    cut,
    left,
    row,
    rule,
    whose,
    width,
    wrapped,
)
from lltui.tui.kit.rows_widget import Drawn, paint
from lltui.tui.kit.screen import Command
from lltui.tui.love_letter import draw_panels, draw_table
from lltui.tui.love_letter.table_screen import AREA, CARDS, LEAVE, LIFT, LOG, RULES, LoveLetterScreen
from lltui.tui.match.match_screen import (
    Afterwards,
    KeyShown,
    PromptLine,
    SayingAfter,
    flowing,
    key_rows,
    said_last,
    stopped,
)
from lltui.tui.settings import SPEED

# Milliseconds before each step, at slow: backs, hands from low to high in three, and who won.
STEPS = (0, 350, 350, 500, 300)
TALK = (Command("talk", "t", area=AREA), Command("undo", "escape", area=AREA, bar=False, palette=False))
OPEN, ALL = len(STEPS) - 2, len(STEPS) - 1  # all hands lie open; and it is told who won


class EndShown(NamedTuple):
    """The end of a round, its hands open as far as this step; or of the match."""

    view: MatchView
    end: RoundEnd | MatchEnd
    step: int = ALL


def end_rows(shown: EndShown, cells: int, rows: int) -> list[Row]:
    """The stage of the table: 80 x 6, 100 x 7, 85 x 10, 86 x 21, or whatever a terminal has."""
    view, end, step = shown
    if isinstance(end, RoundEnd):
        lines = Showdown(view, end, step).rows(cells, rows)
    else:
        lines = _arrival(view, end, cells, rows)
    return [left(line, cells) for line in lines[:rows]]


# ------------------------------------------------------------------------ round


class Laying(NamedTuple):
    """How hands lie in a band: cards of some size with so much between them, under `top` rows.

    A `flat` one has no row for its drawing; words stand at the right, or in the rows that are left `below`.
    """

    size: Size
    gap: int
    top: int = 1
    below: int = 0
    flat: bool = False

    def cells(self, hands: int) -> int:
        """Of all of them."""
        return hands * (self.size.width + self.gap) - self.gap

    @property
    def height(self) -> int:
        """Of a card."""
        return self.size.height - self.flat


BESIDE = 22  # cells for words
LAYINGS = (
    *(Laying(size, 3, 3, 4) for size in (LARGE, SLIM, NARROW, MEDIUM)),
    *(Laying(size, 2, 1, 2) for size in (LARGE, TALL, MEDIUM)),
    Laying(SMALL, 2),
    Laying(SMALL, 2, 3, 4),
    Laying(SMALL, 1, 1, 2),
    Laying(SMALL, 1, 1, 1, flat=True),
)


def laying(hands: int, cells: int, rows: int) -> Laying:
    """The largest for which there is room."""
    fitting = (
        each
        for each in LAYINGS
        if rows >= each.top + each.height + each.below
        and cells >= each.cells(hands) + 2 + (0 if each.below else BESIDE)
        and (each.below or rows < SMALL.height + 4)
    )
    return next(fitting, LAYINGS[-1])


class Showdown(NamedTuple):
    """The hands of a round from high to low, who won it and why."""

    view: MatchView
    end: RoundEnd
    step: int

    def rows(self, cells: int, rows: int) -> list[Row]:
        """Names over cards, cards, and the words at the right or below."""
        hands = self.end.hands
        how = laying(len(hands), cells, rows)
        wide = how.cells(len(hands))
        start = 1 if not how.below or how.flat else max(1, (cells - wide) // 2)
        lain = [row(" " * start, line) for line in self._lain(how)]
        if not how.below:
            room = cells - start - wide - 3
            words = [*self._words(room, how.height), *[()] * how.height]
            lain = [row(left(line, start + wide + 2), text) for line, text in zip(lain, words, strict=False)]
            return [self._over(how, start, cells), *lain]
        spare = rows - how.top - how.height - how.below
        scores = [row(" " * start, self._scores(how))] if spare or how.top > 1 else []
        if how.top == 1:
            return [self._over(how, start, cells), *lain, *scores, *self._below(cells, how.below + spare)]
        over = Edge((Piece(self.view.words("head.over", round=self.view.public.round).upper(), "title"),))
        names = left(self._over(how, start, cells, " "), cells)
        air: list[Row] = [()] * (spare // 2)
        words = self._below(cells, how.below - 1)
        return [rule(cells, text=over), *air, (), names, *lain, *scores, (), *words]

    def _over(self, how: Laying, start: int, cells: int, fill: str = "─") -> Row:
        """Everybody over the own card."""
        line: Row = ()
        wide, stride = how.size.width, how.size.width + how.gap
        for place, shown in enumerate(self.end.hands):
            player, room = shown.player, stride - 1
            number = f"{player.number} "
            number = number if cell_len(number + player.name) + 2 <= room else ""
            air = " " if cell_len(player.name) + 2 <= room else ""
            name = Piece(cut(player.name, room), whose(player.number - 1, self.view.you))
            over = row(air, Piece(number, "number"), name, air)
            at = start + place * stride + max(0, (wide - width(over)) // 2)
            line = row(left(line, max(at, width(line)), fill, "line"), over)
        return left(line, cells, fill, "line")

    def _lain(self, how: Laying) -> list[Row]:
        """With the sign for it between those that were compared."""
        blocks: list[list[Row]] = []
        for place, shown in enumerate(self.end.hands):
            face = self._face(shown, how)
            if place:
                sign = self._sign(self.end.hands[place - 1], shown)
                at = len(face) // 2
                blocks.append([centred((sign,) if y == at else (), how.gap) for y in range(len(face))])
            blocks.append(face)
        return beside(*blocks, gap=0)

    @property
    def _opened(self) -> Sequence[Shown]:
        """Those that lie open at this step, from low to high."""
        compared = [each for each in reversed(self.end.hands) if each.face and not each.player.seat.out]
        return compared[: -(-len(compared) * min(self.step, OPEN) // OPEN)]

    def _face(self, shown: Shown, how: Laying) -> list[Row]:
        face, out = shown.face, shown.player.seat.out
        if face is None or (not out and shown not in self._opened):
            lines = back(how.size, shown.player.token)
            word = shown.word if face is None and self.step == ALL else ""
            if word:
                lines[-1] = _worded(lines[-1], word)
        else:
            look = CardLook.WINNER if shown.won and self.step == ALL else CardLook.PLAIN
            lines = card(face, how.size, CardLook.GONE if out else look, shown.word)
        return [*lines[:2], *lines[3:]] if how.flat else lines

    def _sign(self, one: Shown, other: Shown) -> Piece:
        """Between two that were laid open; nothing is said of others."""
        compared = one in self._opened and other in self._opened and one.face and other.face
        higher = compared and one.face.value > other.face.value  # type: ignore[union-attr]  # just asked
        shared = compared and self.step == ALL and one.won and other.won
        return Piece(">" if higher else "=" if shared else " ", "value")

    def _scores(self, how: Laying) -> Row:
        """Before and after, of whoever has more now: how all stand is told elsewhere."""
        cells = how.size.width
        new = (each if each.before != each.player.seat.tokens else None for each in self.end.hands)
        told = ([centred(_tokens(each, cells, self.step) if each else (), cells)] for each in new)
        return beside(*told, gap=how.gap)[0]

    @property
    def _whys(self) -> Sequence[str]:
        """All ways to say why, the longest first."""
        view = self.view
        moment = next((each for each in reversed(view.happened) if each.form == "round"), None)
        if moment is None or not moment.winners:
            return (" ".join(self.end.reason[:1]), "")
        return (*told(moment, view.voice).whys, "")

    def _words(self, cells: int, rows: int) -> list[Row]:
        """Who, and why in as many words as fit; and the tokens of whoever won alone."""
        if self.step < ALL:
            return []
        lines = [row(Piece(line, "winner")) for line in wrapped(self.end.title, cells)]
        whys = (wrapped(why, cells) for why in self._whys)
        lines += [row(Piece(line, "strong")) for line in next(w for w in whys if len(lines) + len(w) <= rows)]
        won = [shown for shown in self.end.hands if shown.won]
        if len(won) == 1 and len(lines) < rows:
            lines.append(_tokens(won[0], cells, self.step))
        return lines

    def _below(self, cells: int, rows: int) -> list[Row]:
        """The same in one row, or in the middle of two."""
        if self.step < ALL:
            return []
        title = Piece(self.end.title, "winner")
        for why in self._whys:
            line = row(" ", title, "   ", Piece(why, "strong"))
            if width(line) <= cells - 1:
                return [line if rows == 1 else centred(line, cells)]
            both = [title, *(Piece(each, "strong") for each in wrapped(why, cells - 4))]
            if len(both) <= rows:
                return [centred((each,), cells) for each in both]
        return [row(" ", title)]


def _worded(line: Row, word: str) -> Row:
    """An edge with a word at its end."""
    letters = "".join(piece.text for piece in line)
    word = cut(word, len(letters) - 4)
    end = letters[-2:] if cell_len(word) + 5 <= len(letters) else letters[-1]
    begin = letters[: len(letters) - cell_len(word) - len(end) - 2]
    return row(Piece(begin, "rim"), " ", Piece(word, "words"), " ", Piece(end, "rim"))


def _tokens(shown: Shown, cells: int, step: int) -> Row:
    player = shown.player
    now = draw_table.tokens(player, cells)
    if shown.before == player.seat.tokens:
        return now
    before = piles.tokens(shown.before, player.goal, player.token, cells)
    if step < ALL:
        return before
    both = row(before, Piece(" ▸ ", "chosen"), now)
    return both if width(both) <= cells else row(Piece("▸ ", "chosen"), now)


# ------------------------------------------------------------------------ match


def _arrival(view: MatchView, end: MatchEnd, cells: int, rows: int) -> list[Row]:
    """The letter, who won, how they stand; below the letter where the band is high."""
    title = rule(cells, text=Edge((Piece(view.words("title.letter"), "title"),)))
    if rows < TALL.height + 9:
        drawn = piles.letter(
            end.letter, view.faces.token, piles.LOW if rows < SMALL.height + 4 else piles.MIDDLE
        )
        start = 2 + width(drawn[0]) + 3
        said = _said(end, cells - start - 1)
        high = max(len(drawn), min(len(said), rows - 1))
        both = zip([*drawn, *[()] * high], [*said, *[()] * high], range(high), strict=False)
        above = max(0, rows - 1 - high) // 2
        return [title, *[()] * above, *(row(left(row("  ", one), start), text) for one, text, _ in both)]
    drawn, said = piles.letter(end.letter, view.faces.token, piles.HIGH), _said(end, cells - 4)
    above = max(0, rows - 2 - len(drawn) - len(said)) // 2
    lines = [*[()] * above, *drawn, (), *said]
    return [title, *(centred(line, cells) for line in lines)]


def _said(end: MatchEnd, cells: int) -> list[Row]:
    """Who won, after how much, and by which hand; how they stand is told below."""
    wide = "   ".join(" ".join(word) for word in end.title.split())
    titles = [wide] if cell_len(wide) <= cells else wrapped(end.title, cells)
    lines = [row(Piece(line, "winner")) for line in titles]
    texts = ((end.summary, "strong"), (end.reason, "words"))
    return [*lines, *(row(Piece(line, ink)) for text, ink in texts for line in wrapped(text, cells))]


# ------------------------------------------------------- in the place of the hand


class EndTold(NamedTuple):
    """How it went: the best of the moves; or everybody in numbers, and what was won so far."""

    view: MatchView
    end: RoundEnd | MatchEnd
    record: tuple[str, ...] = ()
    keys: tuple[KeyShown, ...] = ()


def told_rows(told_: EndTold | Hint | None, cells: int, rows: int) -> list[Row]:
    """What is told, and in the last line whether it was checked; or what is said to somebody new."""
    if told_ is None:
        return []
    if isinstance(told_, Hint):
        air: list[Row] = [()] * ((rows - draw_panels.HINT_ROWS) // 2)
        return [*air, *draw_panels.hint(told_, cells, min(rows, draw_panels.HINT_ROWS))]
    end, most = told_.end, rows - bool(told_.end.proof)
    if isinstance(end, RoundEnd):
        lines = _round_told(told_.view, end, cells, most)
    else:
        lines = _match_told(told_, end, cells, most)
    if end.proof:
        proof = row("  ", Piece(end.proof, "good" if end.proven else "words"))
        lines = [*[*lines, *[()] * rows][:most], proof]
    return [left(line, cells) for line in lines[:rows]]


def _round_told(view: MatchView, end: RoundEnd, cells: int, rows: int) -> list[Row]:
    """What brought a token besides, and the best of the moves."""
    air: list[Row] = [()] * (rows >= SMALL.height * 2)
    lines = [*air, row("  ", Piece(view.words("title.round"), "title")), *air]
    for reason in end.reason[1:]:
        lines += [row("  ", Piece(line, "strong")) for line in wrapped(reason, cells - 4)]
    room = max(0, rows - len(lines) - 1)
    found = (_moments(best(end.moments, most), view.you, cells) for most in range(room, -1, -1))
    return [*lines, *next(each for each in found if len(each) <= room)]


def _moments(moments: Sequence[NotableMove], you: int | None, cells: int) -> list[Row]:
    """When, who and what."""
    whens = max((cell_len(moment.when) for moment in moments), default=0)
    names = max((cell_len(moment.who) for moment in moments), default=0)
    lines: list[Row] = []
    for moment in moments:
        when = left((Piece(moment.when, "words"),), whens + 3)
        who = left((Piece(moment.who, whose(moment.seat, you)),), names + 2)
        first, room = row("  ", when, who), cells - whens - names - 9
        for place, text in enumerate(wrapped(moment.text, room)):
            lines.append(row(first if not place else left((), width(first)), Piece(text, "name")))
    return lines


def _match_told(told_: EndTold, end: MatchEnd, cells: int, rows: int) -> list[Row]:
    """The players by their places, and what was won so far: each in a row of its own, or in a few.

    Where there is room, what may be done next stands below.
    """
    wide, view, record = min(WIDEST, cells - 1), told_.view, told_.record
    lines = [_header(view, wide), *(_tally(view, tally, wide) for tally in end.tallies)]
    lines = [*[()] * (rows >= len(lines) + len(record) + 5), *lines]
    title = row("  ", Piece(view.words("title.record"), "title"))
    listed = [(), title, *(row("  ", Piece(line, "strong")) for line in record)]
    room = rows - len(lines) if record else 0
    ways = (listed, *(flowing(title, record[:most], cells) for most in range(len(record), 0, -1)))
    lines += next((each for each in ways if len(each) <= room), [])
    now = [(), row("  ", Piece(view.words("title.now"), "title")), *key_rows(told_.keys, cells)]
    return [*lines, *(now if told_.keys and len(lines) + len(now) <= rows else [])]


WIDEST = 78  # cells from a name to its numbers: farther, and the eye loses the line
COURSE, NUMBERED = 16, ("outs", "falls", "guesses")


def _columns(view: MatchView, cells: int) -> tuple[int, list[int]]:
    """The cells for a name, and for each number: as many as its head takes, which is said in whole words."""
    numbers = [max(8, cell_len(view.words(f"end.{head}")) + 2) for head in NUMBERED]
    numbers[-1] = max(numbers[-1], cell_len(view.words("end.of", hit=10, all=10)) + 2)
    return max(6, cells - COURSE - 12 - sum(numbers)), numbers


def _header(view: MatchView, cells: int) -> Row:
    name, numbers = _columns(view, cells)
    told_ = zip((view.words(f"end.{head}") for head in NUMBERED), numbers, strict=True)
    title = row("  ", Piece(view.words("title.match"), "title"))
    return row(
        left(title, name + 12),
        left((Piece(view.words("end.course"), "words"),), COURSE),
        *(_right(Piece(head, "words"), column) for head, column in told_),
    )


def _tally(view: MatchView, tally: PlayerTally, cells: int) -> Row:
    (name, numbers), player = _columns(view, cells), tally.player
    who = row(
        Piece(f"{tally.place:>4} ", "chosen" if tally.won else "words"),
        Piece(cut(player.name, name - 1), whose(player.number - 1, view.you)),
    )
    tokens = row(Piece(f"{player.seat.tokens:>2} ", "number"), Piece(player.token, "token"))
    return row(
        left(who, name + 5),
        left(tokens, 7),
        left((Piece(_course(tally), whose(player.number - 1, view.you)),), COURSE),
        *(_right(Piece(text, "name"), each) for text, each in zip(tally.numbers, numbers, strict=True)),
    )


def _course(tally: PlayerTally) -> str:
    """A column for each round, as high as the tokens after it; of very long matches the end."""
    rounds = [min(high, tally.player.goal) for high in tally.curve][2 - COURSE :]
    each = max(1, min(3, (COURSE - 2) // len(rounds)))
    return "".join(sign * each for sign in curve([*rounds, tally.player.goal])[:-1]) if rounds[1:] else ""


def _right(piece: Piece, cells: int) -> Row:
    return row(" " * (cells - cell_len(piece.text)), piece)


# ----------------------------------------------------------------------- screens


class EndScreen(SayingAfter, LoveLetterScreen):
    """The same table, with an end on its stage that is looked at until Enter."""

    _step = ALL

    def draw_stage(self, slice_: EndShown, cells: int, rows: int) -> list[Row]:
        """Who won."""
        return end_rows(slice_, cells, rows)

    def front(self) -> Iterator[Drawn]:
        """How it went, and how it stands."""
        yield Drawn(told_rows, id="told")
        yield Drawn(draw_panels.guesses, id="known")

    def show_end(self, desk: Desk, end: RoundEnd | MatchEnd, over: str, hint: str) -> None:
        """What is over, and what Enter leads to."""
        whole, has = self.view(desk), self._shape
        is_round, told_of = isinstance(end, RoundEnd), self._step == ALL
        view = whole if told_of else whole.unscored(desk.heard)
        record, guesses = self.record(desk)
        self.paint_seats(view, over=self.words("title.guesses") if guesses else "", summed=is_round)
        self.query_one("#stage").add_class("-playing")
        self.query_one("#known").set_class(not guesses, "-empty")
        log = [line for line in desk.log[-draw_panels.LATEST :] if told_of or line.fact is not desk.glimpse]
        company = draw_panels.SeatHues(view.names, view.you)
        stands = draw_panels.HowItStands(self.words("title.stands"), view)
        so_far = draw_panels.WonSoFar(self.words("title.record"), record)
        told = EndTold(whole, end, () if has.counter else record, tuple(self.keys()))
        paint(
            self,
            head=draw_table.TableHead(view, self.game_name(desk), desk.verified, over),
            stage=EndShown(whole, end, self._step),
            story=draw_panels.ToldLog(self.words("title.story"), log, company) if has.log else None,
            tracker=None if not has.counter else stands if is_round else so_far,
        )
        hint_ = None if is_round is bool(whole.public.match_won) else self.hint(whole, None)
        paint(
            self,
            told=(hint_ or told) if told_of else None,
            known=draw_panels.Guesses(guesses) if has.log else None,
            notice="" if has.log else said_last(desk),
            prompt=stopped(self.wording, desk)
            or PromptLine(self.words("prompt.over"), self.words(hint), "", "over"),
        )

    def record(self, desk: Desk) -> OwnRecord:
        """What was won so far by whoever sits here, as far as it is told."""
        del desk
        return OwnRecord()

    def keys(self) -> Iterator[KeyShown]:
        """What may be done next, where the page tells it."""
        return iter(())

    def repaint(self) -> None:
        """In another size."""
        if (desk := self.table.desk) is not None:
            self.show(desk)

    def begin_to_lay(self) -> None:
        """Where things may move."""
        if self.table.moves and self.table.replay is None:
            self.lay(0)

    def lay(self, step: int) -> None:
        """One step further, until it is told who won; a key has shown all of it before."""
        self._step = step
        self.repaint()
        if step < ALL:
            wait = STEPS[step + 1] / 1000 * SPEED[self.table.settings.pace]
            self.later(wait, lambda: self.lay(step + 1) if self._step == step else None)

    def skipped(self) -> bool:
        """All of it, by a key or a click, which does nothing else if something was still to come."""
        if moving := self._step < ALL:
            self.lay(ALL)
        return moving

    def on_key(self, event: events.Key) -> None:
        """Any key shows all of it."""
        if self.skipped():
            event.stop()
            event.prevent_default()


class RoundEndScreen(EndScreen):
    """Who won and why, all hands as far as they were shown, and how it went."""

    place = Place.PAUSE
    ABOUT = "round_end"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("go_on", "enter", area=AREA), *TALK, LOG, CARDS, LEAVE)

    def on_mount(self) -> None:
        self.begin_to_lay()

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


class MatchEndScreen(Afterwards, EndScreen):
    """The last round first; then it stays until somebody plays again or gets up."""

    place = Place.RESULT

    def about(self) -> Iterator[str]:
        """First the last round is looked at."""
        yield self.words("about.round_end" if self._last_round else "about.match_end")

    READ = (LOG._replace(stays=False), CARDS._replace(stays=False), LIFT, RULES)  # behind what was kept
    OFFERS: ClassVar[tuple[Command, ...]] = (*Afterwards.KEPT, *TALK, *READ, LEAVE)

    def __init__(self) -> None:
        super().__init__()
        self._last_round = True

    def on_mount(self) -> None:
        self.remember()
        if self._last_round:
            self.begin_to_lay()

    @property
    def looked(self) -> bool:
        return not self._last_round

    def record(self, desk: Desk) -> OwnRecord:
        """Against those of this match, in a row, the evening as a row of dots, and what was guessed."""
        past, began = self._past, desk.began
        if past is None or past.streak is None or began is None or self._last_round:
            return OwnRecord()
        return own_record(past, began.names, *desk.words, bots=bool(began.bots))

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
            follows = "end.again" if desk.local else "end.closed" if desk.closed else "end.next"
            self.show_end(desk, match_end(view, desk), over, follows)
            self.refresh_bindings()

    async def action_again(self) -> None:
        """First the result, then the next match."""
        desk = self.table.desk
        if desk is None or self.too_soon:
            return
        if self._last_round:
            self._last_round = False
            self.remember()  # a table may have kept its last word since
            self.show(desk)
            self.refresh_bindings()
        else:
            await self.table.again()
