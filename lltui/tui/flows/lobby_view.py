"""What a lobby shows: rows, drawn from what a desk was told, in the words of now.  Pure."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil

from lltui import text
from lltui.client.dialing import typed
from lltui.client.updates import DoorIs, LobbyIs, Seated, Waits
from lltui.desk.desk import Desk
from lltui.desk.telling import Kind
from lltui.errors import Trouble
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.text import Wording
from lltui.text.library import TOKEN
from lltui.text.voice import Faces, Voice
from lltui.tui.art.card import LARGE, MEDIUM, TALL, card
from lltui.tui.art.rows import Piece, Row, cut, left, parted, row, width, wrapped
from lltui.tui.flows.match_form import rule_fields

STEP = 50  # milliseconds; a line that is a little slower or faster is no news


NAME = 16  # cells of one
KEPT = 60  # lines of talk
SIGNS = {"ready": "✓", "waits": "…", "away": "✗"}
TALK_STYLES = {Kind.ALARM: "danger", Kind.NOTE: "quiet", Kind.PROOF: "quiet"}


class LobbyView:
    """One look at a desk in the lobby: each picture of it, in a place of so many cells and rows.

    `at` is the chair that is selected, `left` the seconds that are waited for.
    """

    def __init__(
        self, desk: Desk, words: Wording, net: Wording, *, at: int = 0, left: float | None = None
    ) -> None:
        assert desk.lobby is not None, "there is a lobby"
        self._desk, self._words, self._net, self._at, self._left = desk, words, net, at, left
        self._lobby: LobbyIs = desk.lobby

    # ------------------------------------------------------------ the first line

    def head(self, room: int) -> Iterator[Row]:
        """What is played and, over a line, what one is here."""
        lobby, words = self._lobby, self._words
        host = lobby.host
        if lobby.hosting:
            right = words("head.hosting")
        elif self._desk.watches:
            right = words("head.watching")
        else:
            right = words("head.guest", name=host) if host else words("head.nobody")
        locked = (words("head.locked"),) if lobby.locked else ()
        key = f"game.{lobby.game}"
        game = self._net(key) if self._net.has(key) else lobby.game
        title = (Piece(" ♥ ", "token"), Piece(game.upper(), "head"))
        yield parted(title, (Piece(f"{' · '.join((*locked, right))} ", "quiet"),), room)
        yield (Piece("─" * room, "line"),)

    # ------------------------------------------------------------------ chairs

    def chairs(self, room: int) -> Iterator[Row]:
        """A row for each with the line it has, the selected one marked."""
        lobby, words = self._lobby, self._words
        count = words("chairs.count", taken=len(lobby.taken), chairs=len(lobby.chairs))
        if lobby.watchers:
            count = f"{count} · {words.count('chairs.looking', len(lobby.watchers))}"
        yield _ruled(words("chairs.title"), count, room)
        longest = max((width((Piece(str(chair.name)),)) for chair in lobby.taken), default=0)
        for seat, chair in enumerate(lobby.chairs):
            yield self._chair(seat, chair, room, min(NAME, max(8, longest)))
        if lobby.watchers:
            beside = words("chairs.watchers", names=self._net.row(lobby.watchers))
            if lobby.gallery:
                beside = f"{beside} {words('chairs.may_talk')}"
            yield (Piece(cut(f" {beside}", room), "quiet"),)

    def chair_at(self, _cells: int, _rows: int, _column: int, line: int) -> str:
        """The place of the chair in that line; empty beside them."""
        return str(line - 1) if 0 < line <= len(self._lobby.chairs) else ""

    def _chair(self, seat: int, chair: Seated, room: int, wide: int) -> Row:
        words = self._words
        mark = Piece(" ▸ " if seat == self._at else "   ", "chosen")
        if chair.name is None:
            return row(mark, Piece(f"{seat + 1} ", "quiet"), Piece(f"┄ {words('chair.free')}", "quiet"))
        state = "ready" if chair.ready else "waits"
        line = "" if chair.bot or chair.you else self._line(seat)
        sign = "away" if line == words("chair.away") else state
        name = left((Piece(chair.name, "you" if chair.you else "who"),), wide)
        about = ", ".join(filter(None, (line, *self._about(chair))))
        first = row(mark, Piece(f"{seat + 1} ", f"chair-{seat}"), name, "  ", Piece(about, "quiet"))
        return parted(first, (Piece(f" {SIGNS[sign]} {words(f'chair.{state}')} ", sign),), room)

    def _about(self, chair: Seated) -> Iterator[str]:
        words = self._words
        if chair.you:
            yield words("chair.you")
        if chair.hosting:
            yield words("chair.host")
        if chair.bot:
            yield words("chair.bot", bot=named("level.value", chair.bot, self._pages))
        if chair.date:
            yield chair.date.isoformat()
        if chair.age is not None:
            yield words("chair.age", age=chair.age)

    def _line(self, seat: int) -> str:
        lines = self._desk.lines
        if lines is None or seat >= len(lines.seats):
            return ""
        line, words = lines.seats[seat], self._words
        if line == "away":
            return words("chair.away")
        lag = lines.lags[seat] if seat < len(lines.lags) else None
        if lag is None or lag < STEP:
            return words("chair.lag") if line == "lag" else ""
        return words("chair.slow", milliseconds=lag // STEP * STEP)

    # ------------------------------------------------------------------- rules

    def rules(self, room: int) -> Iterator[Row]:
        """Names in front, what they stand for behind; in one line with it where names are long."""
        yield _ruled(self._words("rules.title"), "", room)
        agreed = tuple(self.agreed())
        wide = max(width((Piece(name),)) for name, _ in agreed)
        run_in = wide + 3 > room / 2
        for name, value in agreed:
            if run_in:
                first, *more = wrapped(f"{name}: {value}", room - 3)
                head = len(name) + 1
                yield row(" ", Piece(first[:head], "quiet"), Piece(first[head:]))
                yield from (row("   ", Piece(line)) for line in more)
                continue
            lines = wrapped(value, max(8, room - wide - 4)) or [""]
            yield row(" ", left((Piece(name, "quiet"),), wide), "  ", Piece(lines[0]))
            yield from (row(" " * (wide + 3), Piece(line)) for line in lines[1:])

    def agreed(self) -> Iterator[tuple[str, str]]:
        """What will be played: names, and what they stand for."""
        lobby, words, pages = self._lobby, self._words, self._pages
        match lobby.options:
            case None:
                yield words("rules.game"), self._net("strange_game", game=lobby.game)
            case princes.Options() as options:
                yield from self._patience()
                for field in rule_fields(options):
                    yield pages(f"field.{field.name}.label"), named(f"{field.name}.value", field.value, pages)
            case Options() as options:
                yield from self._printed(options)
                yield from self._patience()
                variants = [named("variant.label", name, pages) for name in options.variants]
                yield words("rules.variants"), self._net.row(variants) if variants else words("rules.none")
                yield words("rules.unseen"), words(f"rules.unseen_{options.unseen}")
            case _:
                yield from self._patience()
                yield words("rules.variants"), words("rules.none")

    def _patience(self) -> Iterator[tuple[str, str]]:
        """How long this table waits."""
        terms, words = self._desk.terms, self._words
        if terms is not None and terms.turn is not None:
            yield words("rules.turn"), words("rules.turn_seconds", seconds=ceil(terms.turn))
        if terms is not None:
            yield words("rules.patience"), words("rules.patience_seconds", seconds=ceil(terms.wait))

    @property
    def _pages(self) -> Wording:
        return Wording(self._desk.words.language, area="screens")

    def _printed(self, options: Options) -> Iterator[tuple[str, str]]:
        """The edition in numbers; one that this program does not have has a name, and no more."""
        words = self._words
        try:
            edition = agreed(options)
        except Trouble:
            yield words("rules.edition"), options.edition
            return
        cards = len(edition.deck())
        edition_name = named("edition.value", options.edition, self._pages)
        yield words("rules.edition"), words("rules.cards", edition=edition_name, cards=cards)
        fewest, most = edition.seats
        yield words("rules.players"), words("rules.seats", fewest=fewest, most=most)
        players = min(max(len(self._lobby.taken), fewest), most)
        tokens, token = edition.tokens_to_win[players], self._voice.glyph(TOKEN)
        yield words("rules.target"), words("rules.tokens", tokens=tokens, token=token, players=players)

    @property
    def _voice(self) -> Voice:
        return text.voice(MODEL.id, *self._desk.words, (), None)

    def emblem(self, room: int, rows: int) -> Iterable[Row]:
        """The highest card of what is played, as large as there is room for; else none."""
        sizes = (size for size in (LARGE, TALL, MEDIUM) if size.height <= rows and size.width <= room)
        size, options = next(sizes, None), self._lobby.options
        if size is None or self._lobby.game != MODEL.id or not isinstance(options, Options):
            return ()
        with suppress(Trouble):
            faces = Faces(options, self._voice, Wording(self._desk.words.language, area="table"))
            return card(max(faces.values(), key=lambda face: face.value), size)
        return ()

    # -------------------------------------------------------------- invitation

    def invitation(self, room: int, rows: int) -> Iterator[Row]:
        """What is typed stands out; where there is room, what belongs together stands together."""
        lines = list(self._invited())
        blocks = [[*_line_or_lines(text, room, literal=literal)] for text, literal in lines]
        airy = sum(map(len, blocks)) + len(blocks) // 2 <= rows
        for number, (block, (_, literal)) in enumerate(zip(blocks, lines, strict=True)):
            if airy and number and not literal:
                yield ()
            yield from block

    def _invited(self) -> Iterator[tuple[str, bool]]:
        """For whoever hosts the way in, each with whether it is typed; for the others what happens next."""
        if self._desk.door is not None:
            yield from self._way_in(self._desk.door)
            return
        yield self._words("guest.watching" if self._desk.watches else "guest.sitting"), False
        yield self._words("guest.more"), False

    def _way_in(self, door: DoorIs) -> Iterator[tuple[str, bool]]:
        words = self._words
        if not door.addresses:
            yield words("door.nowhere"), False
        else:
            yield words("door.line"), False
            yield f"lltui join {typed(door.addresses[0], door.port)}", True
        if door.words:
            yield words("door.words"), False
            yield "  ".join(door.words.split("-")), True
        else:
            yield words("door.open" if door.open else "door.nobody"), False
        if door.addresses:
            called = self._net.table_of(self._lobby.host or self._desk.listed)
            yield words("door.list", table=called) if self._desk.listed else words("door.not_listed"), False
        if len(door.addresses) > 1:
            others = self._net.row([typed(address, door.port) for address in door.addresses[1:]], "or")
            yield words("door.others", addresses=others), False

    # -------------------------------------------------------------------- talk

    def talk(self, room: int, rows: int) -> Iterator[Row]:
        """The newest of what was said, and of what happened, as many lines as there is room for."""
        yield _ruled(self._words("talk.title"), "", room)
        said = [line for line in self._desk.log if line.kind in (Kind.SAID, Kind.NOTE, Kind.ALARM)][-KEPT:]
        lines = [line for each in said for line in _said(each.text, each.kind, room)]
        empty = "talk.empty" if self._desk.may_talk else "talk.silent"
        lines = lines or [*_said(self._words(empty), Kind.PROOF, room)]
        yield from lines[-(rows - 1) :] if rows > 1 else ()

    # ------------------------------------------------------------------- waits

    def waiting(self, room: int, rows: int) -> Iterator[Row]:
        """One sentence, in as many rows as there are."""
        yield from (row(" ", Piece(part, "who")) for part in wrapped(self.waits(), room - 2, rows))

    def waits(self) -> str:
        """What has to happen before the match, and which key it hangs on."""
        lobby, words = self._lobby, self._words
        began = self._desk.began
        if self._desk.over and began is not None and began.match == lobby.match:
            if lobby.hosting or self._desk.may_reopen:
                return words("waits.again_host")
            return self._and_then(words("waits.again"), "over")
        if self._desk.watches:
            return words("waits.watching")
        if lobby.you is None:
            return words("waits.no_chair")
        return self._missing(lobby)

    def _missing(self, lobby: LobbyIs) -> str:
        words = self._words
        late = [str(chair.name) for chair in lobby.taken if not chair.ready and not chair.you]
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if len(lobby.taken) < 2:
            return words("waits.alone_host" if lobby.hosting else "waits.alone")
        if late:
            told = self._and_then(words("waits.late", names=self._net.row(late)))
            return told if ready else f"{words('waits.you')} {told}"
        if lobby.hosting:
            return words("waits.start")
        told = words("waits.host" if ready else "waits.you", name=lobby.host or self._net("the_host"))
        return self._and_then(told)

    def _and_then(self, told: str, phase: str = "lobby") -> str:
        """What comes of waiting: what may be done at once, or what happens after how long."""
        waits, words = self._desk.waits, self._words
        if waits is None or waits.phase != phase:
            return told
        seats = waits.offered or waits.seats
        if not seats:
            return self._host_and_then(told, waits)
        names = self._net.row([str(self._lobby.chairs[seat].name) for seat in seats])
        if self._desk.may_go_on:
            return f"{told} {words('waits.may_start', names=names)}"
        if waits.then in ("offer", "start") and self._left:
            key = "waits.without_you" if self._lobby.you in waits.seats else f"waits.then_{waits.then}"
            return f"{told} {words(key, names=names, seconds=ceil(self._left))}"
        return told

    def _host_and_then(self, told: str, waits: Waits) -> str:
        """The same where no seat is waited for but who hosts."""
        if self._desk.may_go_on:
            return f"{told} {self._words('waits.may_start_host')}"
        if waits.then == "offer" and self._left:
            key = "waits.then_offer_over" if waits.phase == "over" else "waits.then_offer_host"
            return f"{told} {self._words(key, seconds=ceil(self._left))}"
        return told


def named(kind: str, name: str, pages: Wording) -> str:
    """An edition or a house rule as the pages of choices call it; another one by its own name."""
    key = f"field.{kind}.{name}"
    return pages(key) if pages.has(key) else name


def _ruled(title: str, right: str, room: int) -> Row:
    """A heading in a line across."""
    text = (Piece(" ", "line"), Piece(title.upper(), "head"), Piece(" ", "line"))
    end = (Piece(f" {right} ", "words"), Piece("─", "line")) if right else ()
    return parted(text, end, room, "─", "line")


def _line_or_lines(text: str, room: int, *, literal: bool) -> Iterator[Row]:
    if literal:
        yield row("   ", Piece(cut(text, room - 3), "typed"))
    else:
        yield from ((Piece(line),) for line in wrapped(text, room))


def _said(text: str, kind: Kind, room: int) -> Iterator[Row]:
    style = TALK_STYLES.get(kind, "")
    for number, line in enumerate(wrapped(text, room - 4)):
        yield row("   " if number == 0 else "     ", Piece(cut(line, room - 5), style))
