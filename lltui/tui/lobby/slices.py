"""What a lobby shows, worked out of what a desk was told.  Pure; every slice is in the words of now."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from math import ceil
from typing import NamedTuple

from lltui import text
from lltui.client.dialing import typed
from lltui.client.updates import DoorIs, LobbyIs, Seated, Waits
from lltui.desk.desk import Desk, Kind
from lltui.errors import Trouble
from lltui.games.love_letter.loading import entries
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.text.faces import Face, Faces
from lltui.text.theme import TOKEN
from lltui.text.wording import Wording
from lltui.tui.evening import agreed

STEP = 50  # milliseconds; a line that is a little slower or faster is no news


class Head(NamedTuple):
    """The first line."""

    title: str
    right: str


class Chair(NamedTuple):
    """One chair; `sign` is what its colour says too."""

    name: str
    about: str
    state: str
    sign: str
    free: bool
    you: bool


class Chairs(NamedTuple):
    """Everybody who sits here, and which chair is selected."""

    title: str
    taken: str
    rows: tuple[Chair, ...]
    at: int
    beside: str


class Facts(NamedTuple):
    """Names and what they stand for."""

    title: str
    rows: tuple[tuple[str, str], ...]


class Invitation(NamedTuple):
    """Sentences, and between them what is typed; `typed` tells which."""

    rows: tuple[tuple[str, bool], ...]


class Said(NamedTuple):
    """One line of talk, or of what happened."""

    who: str
    text: str
    kind: Kind


class Talk(NamedTuple):
    """The newest lines."""

    title: str
    rows: tuple[Said, ...]


class Lobby:
    """One look at a desk in the lobby."""

    def __init__(self, desk: Desk, words: Wording, net: Wording, left: float | None = None) -> None:
        assert desk.lobby is not None, "there is a lobby"
        self._desk, self._words, self._net, self._left = desk, words, net, left
        self._lobby: LobbyIs = desk.lobby

    # ------------------------------------------------------------ the first line

    def head(self) -> Head:
        """What is played, and what one is here."""
        lobby, words = self._lobby, self._words
        host = next((chair.name for chair in lobby.chairs if chair.hosting), None)
        if lobby.hosting:
            right = words("head.hosting")
        elif self._desk.watches:
            right = words("head.watching")
        else:
            right = words("head.guest", name=host) if host else words("head.nobody")
        locked = (words("head.locked"),) if lobby.locked else ()
        return Head(self._game(), " · ".join((*locked, right)))

    def _game(self) -> str:
        key = f"game.{self._lobby.game}"
        return self._net(key) if self._net.has(key) else self._lobby.game

    # ------------------------------------------------------------------ chairs

    def chairs(self, at: int) -> Chairs:
        """Everybody, with the lines that are known."""
        lobby, words = self._lobby, self._words
        taken = sum(chair.name is not None for chair in lobby.chairs)
        rows = tuple(self._chair(seat, chair) for seat, chair in enumerate(lobby.chairs))
        count = words("chairs.count", taken=taken, chairs=len(lobby.chairs))
        if lobby.watchers:
            count = f"{count} · {words.count('chairs.looking', len(lobby.watchers))}"
        beside = words("chairs.watchers", names=self._net.row(lobby.watchers)) if lobby.watchers else ""
        return Chairs(words("chairs.title"), count, rows, at, beside)

    def _chair(self, seat: int, chair: Seated) -> Chair:
        words = self._words
        if chair.name is None:
            return Chair(words("chair.free"), "", "", "free", free=True, you=False)
        state = "ready" if chair.ready else "waits"
        about = [words("chair.you")] if chair.you else []
        about += [words("chair.host")] if chair.hosting else []
        about += [words("chair.bot", bot=named("level.value", chair.bot, self._pages))] if chair.bot else []
        about += [chair.date.isoformat()] if chair.date else []
        about += [words("chair.age", age=chair.age)] if chair.age is not None else []
        line = "" if chair.bot or chair.you else self._line(seat)
        return Chair(
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

    def rules(self) -> Facts:
        """What will be played."""
        lobby, words = self._lobby, self._words
        title, options = words("rules.title"), lobby.options
        if options is None:
            return Facts(title, ((words("rules.game"), self._net("strange_game", game=lobby.game)),))
        if isinstance(options, princes.Options):
            return Facts(title, (*self._patience(), *self._of_princes(options)))
        rows = list(self._printed(options)) if isinstance(options, Options) else []
        rows += self._patience()
        pages = self._pages
        variants = [named("variant.label", name, pages) for name in getattr(options, "variants", ())]
        rows.append((words("rules.variants"), self._net.row(variants) if variants else words("rules.none")))
        if isinstance(options, Options):
            rows.append((words("rules.unseen"), words(f"rules.unseen_{options.unseen}")))
        return Facts(title, tuple(rows))

    def _patience(self) -> Iterator[tuple[str, str]]:
        """How long this table waits."""
        terms, words = self._desk.terms, self._words
        if terms is not None and terms.turn is not None:
            yield words("rules.turn"), words("rules.turn_seconds", seconds=ceil(terms.turn))
        if terms is not None:
            yield words("rules.patience"), words("rules.patience_seconds", seconds=ceil(terms.wait))

    def _of_princes(self, options: princes.Options) -> Iterator[tuple[str, str]]:
        """What was agreed on, in the words of the page where it was chosen."""
        words = self._pages
        tower = agreed(options)
        for field in tower.fields(others=True) if tower else ():
            yield words(f"field.{field.name}.label"), self._value(words, field.name, field.value)

    def _value(self, words: Wording, name: str, value: str) -> str:
        key = f"field.{name}.value.{value}"
        return words(key) if words.has(key) else str(value)

    @property
    def _pages(self) -> Wording:
        return Wording(self._desk.words.language, area="screens")

    def _printed(self, options: Options) -> Iterator[tuple[str, str]]:
        """The edition in numbers; one that this program does not have has a name, and no more."""
        words = self._words
        try:
            edition = entries(options)
        except Trouble:
            yield words("rules.edition"), options.edition
            return
        cards = sum(card["copies"] for card in edition["card"])
        edition_name = named("edition.value", options.edition, self._pages)
        yield words("rules.edition"), words("rules.cards", edition=edition_name, cards=cards)
        fewest, most = edition["seats"]
        yield words("rules.players"), words("rules.seats", fewest=fewest, most=most)
        taken = sum(chair.name is not None for chair in self._lobby.chairs)
        players = min(max(taken, fewest), most)
        tokens = edition["tokens_to_win"][str(players)]
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

    def talk(self, rows: int) -> Talk:
        """The newest of what was said, and of what happened."""
        lines = [line for line in self._desk.log if line.kind in (Kind.SAID, Kind.NOTE, Kind.ALARM)]
        told = tuple(Said("", line.text, line.kind) for line in lines[-rows:]) if rows > 0 else ()
        return Talk(self._words("talk.title"), told or (Said("", self._words("talk.empty"), Kind.PROOF),))

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
        taken = [chair for chair in lobby.chairs if chair.name is not None]
        late = [str(chair.name) for chair in taken if not chair.ready and not chair.you]
        ready = lobby.you is not None and lobby.chairs[lobby.you].ready
        if len(taken) < 2:
            return words("waits.alone_host" if lobby.hosting else "waits.alone")
        if late:
            told = self._and_then(words("waits.late", names=self._net.row(late)))
            return told if ready else f"{words('waits.you')} {told}"
        if lobby.hosting:
            return words("waits.start")
        told = words("waits.host" if ready else "waits.you", name=self._host(taken))
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

    def _host(self, taken: Sequence[Seated]) -> str:
        return next((str(chair.name) for chair in taken if chair.hosting), self._net("the_host"))


def named(kind: str, name: str, pages: Wording) -> str:
    """An edition or a house rule as the pages of choices call it; another one by its own name."""
    key = f"field.{kind}.{name}"
    return pages(key) if pages.has(key) else name
