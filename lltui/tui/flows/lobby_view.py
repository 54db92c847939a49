"""What a lobby shows, worked out of what a desk was told, and the rows it is drawn in.

Pure; every slice is frozen, and in the words of now.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from math import ceil
from typing import NamedTuple

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
from lltui.text.voice import Face, Faces
from lltui.tui.art.card import LARGE, MEDIUM, TALL, card
from lltui.tui.art.rows import Piece, Row, cut, left, parted, row, width, wrapped
from lltui.tui.flows.match_form import rule_fields

STEP = 50  # milliseconds; a line that is a little slower or faster is no news


class LobbyHead(NamedTuple):
    """The first line."""

    title: str
    right: str


class ChairLine(NamedTuple):
    """One chair; `sign` is what its colour says too."""

    name: str
    about: str
    state: str
    sign: str
    free: bool
    you: bool


class ChairList(NamedTuple):
    """Everybody who sits here, and which chair is selected."""

    title: str
    taken: str
    rows: tuple[ChairLine, ...]
    at: int
    beside: str


class AgreedRules(NamedTuple):
    """Names and what they stand for."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Invitation(NamedTuple):
    """Sentences, and between them what is typed; the flag tells which."""

    rows: tuple[tuple[str, bool], ...]


class TalkLine(NamedTuple):
    """One line of talk, or of what happened."""

    text: str
    kind: Kind


class TalkList(NamedTuple):
    """The newest lines."""

    title: str
    rows: tuple[TalkLine, ...]


class LobbyView:
    """One look at a desk in the lobby."""

    def __init__(self, desk: Desk, words: Wording, net: Wording, left: float | None = None) -> None:
        assert desk.lobby is not None, "there is a lobby"
        self._desk, self._words, self._net, self._left = desk, words, net, left
        self._lobby: LobbyIs = desk.lobby

    # ------------------------------------------------------------ the first line

    def head(self) -> LobbyHead:
        """What is played, and what one is here."""
        lobby, words = self._lobby, self._words
        host = lobby.host
        if lobby.hosting:
            right = words("head.hosting")
        elif self._desk.watches:
            right = words("head.watching")
        else:
            right = words("head.guest", name=host) if host else words("head.nobody")
        locked = (words("head.locked"),) if lobby.locked else ()
        return LobbyHead(self._game(), " · ".join((*locked, right)))

    def _game(self) -> str:
        key = f"game.{self._lobby.game}"
        return self._net(key) if self._net.has(key) else self._lobby.game

    # ------------------------------------------------------------------ chairs

    def chairs(self, at: int) -> ChairList:
        """Everybody, with the lines that are known."""
        lobby, words = self._lobby, self._words
        taken = len(lobby.taken)
        rows = tuple(self._chair(seat, chair) for seat, chair in enumerate(lobby.chairs))
        count = words("chairs.count", taken=taken, chairs=len(lobby.chairs))
        if lobby.watchers:
            count = f"{count} · {words.count('chairs.looking', len(lobby.watchers))}"
        beside = words("chairs.watchers", names=self._net.row(lobby.watchers)) if lobby.watchers else ""
        return ChairList(words("chairs.title"), count, rows, at, beside)

    def _chair(self, seat: int, chair: Seated) -> ChairLine:
        words = self._words
        if chair.name is None:
            return ChairLine(words("chair.free"), "", "", "free", free=True, you=False)
        state = "ready" if chair.ready else "waits"
        about = [words("chair.you")] if chair.you else []
        about += [words("chair.host")] if chair.hosting else []
        about += [words("chair.bot", bot=named("level.value", chair.bot, self._pages))] if chair.bot else []
        about += [chair.date.isoformat()] if chair.date else []
        about += [words("chair.age", age=chair.age)] if chair.age is not None else []
        line = "" if chair.bot or chair.you else self._line(seat)
        return ChairLine(
            chair.name,
            ", ".join(filter(None, (line, *about))),
            words(f"chair.{state}"),
            "away" if line == words("chair.away") else state,
            free=False,
            you=chair.you,
        )

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

    def rules(self) -> AgreedRules:
        """What will be played."""
        lobby, words = self._lobby, self._words
        title, options = words("rules.title"), lobby.options
        if options is None:
            return AgreedRules(title, ((words("rules.game"), self._net("strange_game", game=lobby.game)),))
        if isinstance(options, princes.Options):
            return AgreedRules(title, (*self._patience(), *self._of_princes(options)))
        rows = list(self._printed(options)) if isinstance(options, Options) else []
        rows += self._patience()
        pages = self._pages
        variants = [named("variant.label", name, pages) for name in getattr(options, "variants", ())]
        rows.append((words("rules.variants"), self._net.row(variants) if variants else words("rules.none")))
        if isinstance(options, Options):
            rows.append((words("rules.unseen"), words(f"rules.unseen_{options.unseen}")))
        return AgreedRules(title, tuple(rows))

    def _patience(self) -> Iterator[tuple[str, str]]:
        """How long this table waits."""
        terms, words = self._desk.terms, self._words
        if terms is not None and terms.turn is not None:
            yield words("rules.turn"), words("rules.turn_seconds", seconds=ceil(terms.turn))
        if terms is not None:
            yield words("rules.patience"), words("rules.patience_seconds", seconds=ceil(terms.wait))

    def _of_princes(self, options: princes.Options) -> Iterator[tuple[str, str]]:
        """What was agreed on, in the words of the page where it was chosen."""
        pages = self._pages
        for field in rule_fields(options):
            yield pages(f"field.{field.name}.label"), named(f"{field.name}.value", field.value, pages)

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
        tokens = edition.tokens_to_win[players]
        yield (
            words("rules.target"),
            words("rules.tokens", tokens=tokens, token=self._token(), players=players),
        )

    def _token(self) -> str:
        return text.voice(MODEL.id, *self._desk.words, (), None).glyph(TOKEN)

    def emblem(self) -> Face | None:
        """The highest card of what is played; a game without cards of its own has none."""
        options = self._lobby.options
        if self._lobby.game != MODEL.id or not isinstance(options, Options):
            return None
        with suppress(Trouble):
            voice = text.voice(MODEL.id, *self._desk.words, (), None)
            faces = Faces(options, voice, Wording(self._desk.words.language, area="table"))
            return max(faces.values(), key=lambda face: face.value)
        return None

    # -------------------------------------------------------------- invitation

    def invitation(self) -> Invitation:
        """For whoever hosts the way in; for the others what happens next."""
        door = self._desk.door
        if door is not None:
            return Invitation(tuple(self._way_in(door)))
        key = "guest.watching" if self._desk.watches else "guest.sitting"
        rows = [(self._words(key), False), (self._words("guest.more"), False)]
        return Invitation(tuple(rows))

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
            listed = self._desk.listed
            yield words("door.list", label=listed) if listed else words("door.not_listed"), False
        if len(door.addresses) > 1:
            others = self._net.row([typed(address, door.port) for address in door.addresses[1:]], "or")
            yield words("door.others", addresses=others), False

    # -------------------------------------------------------------------- talk

    def talk(self, rows: int) -> TalkList:
        """The newest of what was said, and of what happened."""
        lines = [line for line in self._desk.log if line.kind in (Kind.SAID, Kind.NOTE, Kind.ALARM)]
        told = tuple(TalkLine(line.text, line.kind) for line in lines[-rows:]) if rows > 0 else ()
        return TalkList(self._words("talk.title"), told or (TalkLine(self._words("talk.empty"), Kind.PROOF),))

    # ------------------------------------------------------------------- waits

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


# ----------------------------------------------------------------- rows of a given width

NAME = 16
SIGNS = {"ready": "✓", "waits": "…", "away": "✗"}
TALK_STYLES = {Kind.ALARM: "danger", Kind.NOTE: "quiet", Kind.PROOF: "quiet"}


def draw_head(slice_: LobbyHead, room: int) -> Iterator[Row]:
    """The title and, over a line, what one is here."""
    title = (Piece(" ♥ ", "token"), Piece(slice_.title.upper(), "head"))
    yield parted(title, (Piece(f"{slice_.right} ", "quiet"),), room)
    yield (Piece("─" * room, "line"),)


def _ruled(title: str, right: str, room: int) -> Row:
    """A heading in a line across."""
    text = (Piece(" ", "line"), Piece(title.upper(), "head"), Piece(" ", "line"))
    end = (Piece(f" {right} ─", "line"),) if right else ()
    return parted(text, end, room, "─", "line")


def draw_chairs(slice_: ChairList, room: int) -> Iterator[Row]:
    """A row for each, the selected one marked."""
    yield _ruled(slice_.title, slice_.taken, room)
    longest = max((width((Piece(chair.name),)) for chair in slice_.rows if not chair.free), default=0)
    wide = min(NAME, max(8, longest))
    for number, chair in enumerate(slice_.rows):
        yield _chair(number, chair, room, wide, chosen=number == slice_.at)
    if slice_.beside:
        yield (Piece(cut(f" {slice_.beside}", room), "quiet"),)


def _chair(number: int, chair: ChairLine, room: int, wide: int, *, chosen: bool) -> Row:
    mark = Piece(" ▸ " if chosen else "   ", "chosen")
    if chair.free:
        return row(mark, Piece(f"{number + 1} ", "quiet"), Piece(f"┄ {chair.name}", "quiet"))
    name = left((Piece(chair.name, "you" if chair.you else "who"),), wide)
    state = (Piece(f" {SIGNS[chair.sign]} {chair.state} ", chair.sign),)
    first = row(mark, Piece(f"{number + 1} ", f"chair-{number}"), name, "  ", Piece(chair.about, "quiet"))
    return parted(first, state, room)


def draw_rules(slice_: AgreedRules, room: int) -> Iterator[Row]:
    """Names in front, what they stand for behind; in one line with it where names are long."""
    yield _ruled(slice_.title, "", room)
    wide = max((width((Piece(name),)) for name, _ in slice_.rows), default=0)
    run_in = wide + 3 > room / 2
    for name, value in slice_.rows:
        if run_in:
            first, *more = wrapped(f"{name}: {value}", room - 3)
            head = len(name) + 1
            yield row(" ", Piece(first[:head], "quiet"), Piece(first[head:]))
            yield from (row("   ", Piece(line)) for line in more)
            continue
        lines = wrapped(value, max(8, room - wide - 4)) or [""]
        yield row(" ", left((Piece(name, "quiet"),), wide), "  ", Piece(lines[0]))
        yield from (row(" " * (wide + 3), Piece(line)) for line in lines[1:])


def draw_invitation(slice_: Invitation, room: int, rows: int) -> Iterator[Row]:
    """What is typed stands out; where there is room, what belongs together stands together."""
    blocks = [list(_invited(text, room, literal=literal)) for text, literal in slice_.rows]
    airy = sum(map(len, blocks)) + len(blocks) // 2 <= rows
    for number, (block, (_, literal)) in enumerate(zip(blocks, slice_.rows, strict=True)):
        if airy and number and not literal:
            yield ()
        yield from block


def _invited(text: str, room: int, *, literal: bool) -> Iterator[Row]:
    if literal:
        yield row("   ", Piece(cut(text, room - 3), "typed"))
    else:
        yield from ((Piece(line),) for line in wrapped(text, room))


def draw_talk(slice_: TalkList, room: int, rows: int) -> Iterator[Row]:
    """The newest lines, as many as there is room for."""
    yield _ruled(slice_.title, "", room)
    lines = [line for said in slice_.rows for line in _said(said, room)]
    yield from lines[-(rows - 1) :] if rows > 1 else ()


def _said(said: TalkLine, room: int) -> Iterator[Row]:
    style = TALK_STYLES.get(said.kind, "")
    for number, line in enumerate(wrapped(said.text, room - 4)):
        yield row("   " if number == 0 else "     ", Piece(cut(line, room - 5), style))


def draw_waits(text: str, room: int, rows: int) -> Iterator[Row]:
    """One sentence, in as many rows as there are."""
    yield from (row(" ", Piece(part, "who")) for part in wrapped(text, room - 2, rows))


def draw_emblem(face: Face, room: int, rows: int) -> Iterable[Row]:
    """The card that the lobby shows, as large as there is room for; else none."""
    sizes = (size for size in (LARGE, TALL, MEDIUM) if size.height <= rows and size.width <= room)
    size = next(sizes, None)
    return card(face, size) if size else ()
