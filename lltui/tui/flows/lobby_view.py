"""What a lobby shows: rows, drawn from what a desk was told, in the words of now.  Pure."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import accumulate, zip_longest
from math import ceil
from typing import TYPE_CHECKING

from rich.cells import cell_len

from lltui import text
from lltui.bots.catalog import advises, fitting
from lltui.client.dialing import join_line, typed
from lltui.client.updates import DoorIs, LobbyIs, Seated, Waits
from lltui.desk import doors_beside
from lltui.desk.desk import Desk
from lltui.desk.telling import Kind
from lltui.errors import Trouble
from lltui.games.love_letter.loading import agreed
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.two_princes import model as princes
from lltui.text import Wording, strip_controls
from lltui.text.library import TOKEN
from lltui.text.voice import Faces, Voice
from lltui.tui.art.card import SMALL, back, described
from lltui.tui.art.rows import (
    DOTTED,
    HEAVY,
    LIGHT,
    Edge,
    Piece,
    Row,
    beside,
    centred,
    cut,
    framed,
    left,
    newest,
    parted,
    parts_wrapped,
    row,
    rule,
    width,
    wrapped,
)
from lltui.tui.flows.match_form import named, rule_fields

if TYPE_CHECKING:  # no database is waited for
    from lltui.record.kept_match_facts import WinShare

STEP = 50  # milliseconds; a line that is a little slower or faster is no news
ROOMY = (98, 24)  # cells and rows of a middle in which chairs are frames
AIRY = 30  # rows of a screen with air between its lines
TALL = (150, 46)  # and of a screen that has room for the cards beside it
TOP = 12  # rows of the rules beside it
WIDEST = 30  # cells of a chair
WORDY = 40  # in which the way in can be told beside a square
SAID = 3  # rows of the talk: what it is, and the two newest lines
NAME = 16  # cells of one
KEPT = 60  # lines of talk
SIGNS = {"ready": "✓", "waits": "…", "away": "✗"}
TALK_STYLES = {Kind.ALARM: "danger", Kind.NOTE: "quiet", Kind.PROOF: "quiet"}


class LobbyView:
    """One look at a desk in the lobby: each picture of it, in a place of so many cells and rows.

    `at` is the chair that is selected, `left` the seconds that are waited for, `met` what was won of
    what was played with whom, by their keys, and `size` that of the screen.  `square`: it can draw one.
    """

    def __init__(
        self,
        desk: Desk,
        words: Wording,
        net: Wording,
        *,
        at: int = 0,
        left: float | None = None,
        met: Mapping[str, WinShare] | None = None,
        size: tuple[int, int] = (80, 24),
        square: bool = False,
    ) -> None:
        assert desk.lobby is not None, "there is a lobby"
        self._desk, self._words, self._net, self._at, self._left = desk, words, net, at, left
        self._lobby: LobbyIs = desk.lobby
        self._met, self._size, self._able, self._square = met, size, square, square and size[1] >= TALL[1]
        self._pages = Wording(desk.words.language, area="screens")

    # -------------------------------------------------------------------- all of it

    def main(self, room: int, rows: int) -> Iterator[Row]:
        """Band below band: how others get in, who is here, what is said, and what comes before the cards."""
        top, seats, last = self._bands(room, rows)
        yield from top
        yield from seats
        yield from self.talk(room, max(2, rows - len(top) - len(seats) - len(last)))
        yield from last

    def chair_at(self, cells: int, rows: int, column: int, line: int) -> str:
        """The place of the chair that is drawn there; empty beside them."""
        top, seats, _ = self._bands(cells, rows)
        row_of_it, count = line - len(top) - 1, len(self._lobby.chairs)
        if not 0 <= row_of_it < len(seats) - 1:
            return ""
        if not self._roomy(cells, rows):
            return str(row_of_it) if row_of_it < count and column < cells * 4 // 7 else ""
        ends = accumulate(wide + 1 for wide in self._widths(cells))
        return next((str(seat) for seat, end in enumerate(ends) if 0 < column < end), "")

    @staticmethod
    def _roomy(room: int, rows: int) -> bool:
        return room >= ROOMY[0] and rows >= ROOMY[1]

    def _widths(self, room: int) -> list[int]:
        """The cells of each chair's frame."""
        count = len(self._lobby.chairs)
        each, rest = divmod(room - count - 1, count)
        return [min(WIDEST, each + (seat < rest)) for seat in range(count)]

    def _bands(self, room: int, rows: int) -> tuple[list[Row], list[Row], list[Row]]:
        """All but the talk, which gets the room that is left; air and what else helps goes before it does."""
        found = self._banded(room, rows, airy=self._size[1] >= AIRY)
        return found if sum(map(len, found)) + SAID <= rows else self._banded(room, rows, airy=False)

    def _banded(self, room: int, rows: int, *, airy: bool) -> tuple[list[Row], list[Row], list[Row]]:
        roomy = self._roomy(room, rows)
        wide = room if self._tall else room * 4 // 7
        rules = [] if self._tall else [*self.rules(room - wide - 1)]
        top = [*self.invitation(wide if roomy else room, airy=airy)]
        seats = [*self.chairs(room)] if roomy else [*self._listed(wide)]
        if roomy:
            top = self._columns(top, wide, rules, room)
        last = [*self.before(room, airy=roomy and rows - len(top) - len(seats) > 14)]
        if not roomy:  # the rest of the rules is a key away
            most = max(len(seats), rows - len(top) - len(last) - 2)
            seats = self._columns(seats, wide, rules[:most], room)
        return top, seats, last

    @property
    def _tall(self) -> bool:
        """Whether rules and cards have a part of the screen for themselves."""
        return self._size[0] >= TALL[0] and self._size[1] >= TALL[1]

    @staticmethod
    def _columns(one: list[Row], wide: int, other: list[Row], room: int, sign: str = "") -> list[Row]:
        """Side by side, with a line between them or what is said, as high as the higher one."""
        if not other:
            return one
        found = []
        for number, (first, last) in enumerate(zip_longest(one, other, fillvalue=())):
            between = Piece(sign or ("│" if number else "─"), "line")
            found.append(row(left(first, wide), between, left(last, room - wide - 1)))
        return found

    def aside(self, room: int, rows: int) -> Iterator[Row]:
        """For who reads while waiting: the rules, and what each card does."""
        lines = [*self.rules(room)]
        yield from lines
        yield from [()] * max(0, TOP - len(lines))
        lobby, words = self._lobby, self._words
        if not isinstance(lobby.options, Options):
            told = f"field.game.told.{lobby.game}"
            yield from (
                row(" ", line) for line in wrapped(self._pages(told), room - 2) if self._pages.has(told)
            )
            return
        yield _band(words("cards.title"), "", "", room)
        with suppress(Trouble):
            faces = [
                *Faces(lobby.options, self._voice, Wording(self._desk.words.language, area="table")).values()
            ]
            air = rows - max(TOP, len(lines)) - 1 >= 3 * len(faces) + 4
            for face in faces:
                yield from [()] * air
                yield from described(face, room)
            yield ()
            yield from (row(" ", Piece(line, "quiet")) for line in wrapped(words("cards.aim"), room - 2))

    # ------------------------------------------------------------ the first line

    def head(self, room: int) -> Iterator[Row]:
        """What is played, whose table it is, and what one is here."""
        lobby, words = self._lobby, self._words
        called = self._net.table_of(lobby.host) if lobby.host else words("head.nobody")
        here = "hosting" if lobby.hosting else "watching" if self._desk.watches else "guest"
        told = (("head.advice", advises(lobby.game, lobby.options)), ("head.locked", lobby.locked))
        locked = tuple(words(key) for key, holds in told if holds)
        key = f"game.{lobby.game}"
        game = self._net(key) if self._net.has(key) else lobby.game
        title = (Piece(" ♥ ", "token"), Piece(game.upper(), "head"), Piece(f"   {called}"))
        yield parted(title, (Piece(f"{', '.join((*locked, words(f'head.{here}')))} ", "quiet"),), room)

    # ------------------------------------------------------------------ chairs

    def _at_the_table(self, room: int) -> Row:
        lobby, words = self._lobby, self._words
        count = words("chairs.count", taken=len(lobby.taken), chairs=len(lobby.chairs))
        if lobby.watchers:
            looking = words.count("chairs.looking", len(lobby.watchers), names=self._net.row(lobby.watchers))
            may_talk = f" {words('chairs.may_talk')}" if lobby.gallery else ""
            count = f"{count}, {looking}{may_talk}"
        return _band(words("chairs.title"), "", count, room)

    def chairs(self, room: int) -> Iterator[Row]:
        """Each in a frame, as the seats of the match are."""
        chairs = self._lobby.chairs
        yield self._at_the_table(room)
        wide = self._widths(room)
        told = [self._told(seat, cells - 4) for seat, cells in enumerate(wide)]
        backs = self._tall and min(wide) - 2 >= SMALL.width
        high = max(3, *map(len, told))
        frames = []
        for seat, (chair, lines, cells) in enumerate(zip(chairs, told, wide, strict=True)):
            inside = [*(row(" ", line) for line in lines), *[()] * (high - len(lines))]
            free = chair.name is None
            lying = [()] * SMALL.height if free else back(SMALL)
            inside += [centred(line, cells - 2) for line in lying] if backs else []
            look = (DOTTED, "faint") if free else (HEAVY, "chosen") if chair.you else (LIGHT, "rim")
            frames.append(
                framed(inside, cells, *look, self._name(seat, cells - 6), self._state(seat, cells - 6))
            )
        yield from (row(" ", line) for line in beside(*frames))

    def _name(self, seat: int, room: int) -> Edge:
        """Which chair, and whose; the selected one is marked."""
        chair = self._lobby.chairs[seat]
        mark = Piece("▸ " if seat == self._at else "", "chosen")
        if chair.name is None:
            return Edge(row(mark, Piece(f"{seat + 1} ", "number"), Piece(self._words("chair.free"), "quiet")))
        ink = "you" if chair.you else f"seat-{seat}"
        name = cut(strip_controls(chair.name), room - 2 - width((mark,)))
        return Edge(row(mark, Piece(f"{seat + 1} ", "number"), Piece(name, ink)))

    def _state(self, seat: int, room: int) -> Edge | None:
        chair = self._lobby.chairs[seat]
        if chair.name is None:
            return None
        away = not (chair.bot or chair.you) and self._line(seat) == self._words("chair.away")
        state = "away" if away else self._readiness(chair)
        word, sign = self._words(f"chair.{state}").upper(), f"{SIGNS[state]} "
        return Edge(last=(Piece(f"{sign if cell_len(sign + word) <= room else ''}{word}", state),))

    def _readiness(self, chair: Seated) -> str:
        """After a match nobody is ready for the next one before its lobby is there."""
        return "ready" if chair.ready and (chair.bot or not self._played_to_its_end) else "waits"

    @property
    def _played_to_its_end(self) -> bool:
        began = self._desk.began
        return self._desk.over and began is not None and began.match == self._lobby.match

    def _told(self, seat: int, cells: int) -> list[Row]:
        """Of whoever sits there: kind, line, and what was played together; of a free one its keys."""
        chair, words = self._lobby.chairs[seat], self._words
        if chair.name is None:
            if not self._lobby.hosting:
                return [] if self._desk.watches else _keyed("s", words, "chair.sit", cells)
            return [
                *_keyed("b", words, "chair.bot_sits", cells),
                *(row(Piece(line, "quiet")) for line in wrapped(words("chair.or_wait"), cells)),
            ]
        line = "" if chair.bot or chair.you else self._line(seat)
        first = [row(each) for each in parts_wrapped((*self._about(chair), line), cells)]
        met = [row(Piece(each, "quiet")) for each in wrapped(self._played(chair), cells)]
        return [*first, *met]

    def _played(self, chair: Seated) -> str:
        """What was played together on this machine; somebody is their key, whatever they are called."""
        if self._met is None or chair.you:
            return ""
        share = self._met.get(f"bot {chair.bot}" if chair.bot else (chair.who or b"").hex())
        if share is None:
            return "" if chair.bot else self._words("chair.new")
        won = {"won": share.won, "theirs": share.theirs, "name": chair.name}
        return self._words.count("chair.met", share.played, played=share.played, **won)

    def _listed(self, room: int) -> Iterator[Row]:
        """The same in a row each, where there is no room for frames."""
        yield self._at_the_table(room)
        longest = max((width((Piece(str(chair.name)),)) for chair in self._lobby.taken), default=0)
        for seat, chair in enumerate(self._lobby.chairs):
            yield self._chair(seat, chair, room, min(NAME, max(8, longest)))

    def _chair(self, seat: int, chair: Seated, room: int, wide: int) -> Row:
        words = self._words
        mark = Piece(" ▸ " if seat == self._at else "   ", "chosen")
        if chair.name is None:
            return row(mark, Piece(f"{seat + 1} ", "quiet"), Piece(f"┄ {words('chair.free')}", "quiet"))
        line = "" if chair.bot or chair.you else self._line(seat)
        sign = "away" if line == words("chair.away") else self._readiness(chair)
        name = left((Piece(chair.name, "you" if chair.you else f"seat-{seat}"),), wide)
        about = ", ".join(filter(None, (*self._about(chair), line if sign != "away" else "")))
        first = row(mark, Piece(f"{seat + 1} ", "number"), name, "  ", Piece(about, "quiet"))
        return parted(first, (Piece(f" {SIGNS[sign]} {words(f'chair.{sign}')} ", sign),), room)

    def _about(self, chair: Seated) -> Iterator[str]:
        words = self._words
        if chair.you:
            yield words("chair.you")
        if chair.hosting:
            yield words("chair.host")
        if chair.bot:
            yield words("chair.bot", bot=named("level.value", chair.bot, self._pages))
        if chair.date:
            yield words.day(chair.date)
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
        yield _band(self._words("rules.title"), "o" if self._lobby.hosting else "", "", room)
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
                if options.advice == "on":  # comes first: it must not be cut off where there are few rows
                    given = "on" if advises(lobby.game, options) else "none"
                    yield words("rules.advice"), words(f"rules.advice_{given}")
                yield from self._printed(options)
                yield from self._patience()
                variants = [named("variant.label", name, pages) for name in options.variants]
                yield words("rules.variants"), self._net.row(variants) if variants else words("rules.none")
                yield pages("field.unseen.label"), pages(f"field.unseen.value.{options.unseen}")
                if options.standin != "best":
                    plays = fitting(options.standin, lobby.game, options)
                    yield pages("field.standin.label"), named("level.value", plays, pages)
            case _:
                yield from self._patience()

    def _patience(self) -> Iterator[tuple[str, str]]:
        """How long this table waits."""
        terms, pages = self._desk.terms, self._pages
        if terms is not None and terms.turn is not None:
            yield pages("field.clock.label"), pages("field.clock.shown", value=ceil(terms.turn))
        if terms is not None:
            yield pages("field.wait.label"), pages("field.wait.shown", value=ceil(terms.wait))

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

    # -------------------------------------------------------------- invitation

    def invitation(self, room: int, *, airy: bool) -> Iterator[Row]:
        """The way in for whoever hosts, the words as the largest thing; else what happens next."""
        words, desk, door = self._words, self._desk, self._desk.door
        if door is None or desk.shut:
            where = "hosting" if door else "watching" if desk.watches else "sitting"
            yield _band(words(f"guest.title_{where}"), "", "", room)
            more = [words("guest.locked")] if desk.shut else [words("guest.more")] * (where != "watching")
            for told in (words(f"guest.{where}"), *more):
                yield from (row("  ", line) for line in wrapped(told, room - 4))
            return
        yield _band(words("door.title"), "", "", room)
        fields = doors_beside.square(doors_beside.page_line(door)) if self._square else ()
        drawn = [row("   ", Piece(each, "square")) for each in fields if len(each) + 4 <= room]
        wide = room - len(fields[0]) - 4 if drawn else 0
        text = [*self._way_in(door, wide if wide >= WORDY else room, airy=airy)]
        yield from self._columns(text, wide, drawn, room, " ") if wide >= WORDY else [*drawn, *text]

    def _way_in(self, door: DoorIs, room: int, *, airy: bool) -> Iterator[Row]:
        words = self._words
        yield from [()] * airy
        if door.addresses:
            line = Piece(f"   {join_line(door.addresses[0], door.port, wordless=door.wordless)}", "typed")
            then = words("door.words") if door.words else ""
            fits = width((line,)) + len(then) + 4 <= room
            yield row(line, Piece(f"   {then}" if fits else ""))
            yield from () if fits else (row("   ", part) for part in wrapped(then, room - 4))
        else:
            yield from (row("   ", part) for part in wrapped(words("door.nowhere"), room - 4))
        if door.words:
            yield from self._large(door.words.split("-"), room)
        else:
            told = words("door.open" if door.open else "door.nobody")
            yield from (row("   ", part) for part in wrapped(told, room - 4))
        if door.addresses:
            yield from self._copies(room, three=bool(door.words))
            yield from [()] * airy
            hints = [] if self._desk.listed else [words("door.not_listed")]
            if self._desk.listed and airy:
                hints = [words("door.list", table=self._net.table_of(self._lobby.host or self._desk.listed))]
            away = self._able and not self._square
            hints[:0] = doors_beside.told(door, words.language, drawn_by_a_key=away)
            if len(door.addresses) > 1 and airy:
                others = self._net.row([typed(each, door.port) for each in door.addresses[1:]], "or")
                hints.append(words("door.others", addresses=others))
            for each in hints:
                yield from (row(Piece(f"   {part}", "quiet")) for part in wrapped(each, room - 4))

    def _large(self, said: Sequence[str], room: int) -> Iterator[Row]:
        """Each word in a frame of its own."""
        cells = min(24, (room - 5 - len(said)) // len(said))
        air: list[Row] = [()] if self._tall else []
        lines = [[*air, centred((Piece(word, "who"),), cells - 2), *air] for word in said]
        frames = [framed(each, cells, LIGHT, "chosen") for each in lines]
        yield from (row("   ", line) for line in beside(*frames, gap=2 if room > 60 else 1))

    def _copies(self, room: int, *, three: bool) -> Iterator[Row]:
        """The keys that copy, in as many rows as they need."""
        lines: list[Row] = []
        keys = (("y", "both"), ("l", "line"), ("Y", "words"))
        for key, what in keys if three else keys[1:2]:
            part = row(Piece(key, "key"), Piece(f" {self._words(f'door.copy_{what}')}", "quiet"))
            if lines and width(lines[-1]) + width(part) + 3 <= room:
                lines[-1] = row(lines[-1], "   ", part)
            else:
                lines.append(row("   ", part))
        yield from lines

    # ------------------------------------------------------- before the cards are dealt

    def before(self, room: int, *, airy: bool) -> Iterator[Row]:
        """What the first key waits for, who will begin, and who may come in."""
        words, lobby, lines = self._words, self._lobby, list[tuple[str, str, str]]()
        if lobby.hosting:
            lines.append(("Enter", words("before.start"), self.start() or words("before.now")))
        elif lobby.you is not None and not self._played_to_its_end:
            ready = lobby.chairs[lobby.you].ready
            lines.append(("r", words("before.ready"), words("before.are" if ready else "before.not")))
        if lobby.you is not None and hasattr(lobby.options, "dates"):
            said = [str(chair.name) for chair in lobby.taken if chair.date or chair.age is not None]
            who = words("before.said", names=self._net.row(said)) if said else words("before.unsaid")
            lines.append(("f", words("before.first"), who))
        if lobby.hosting:
            door = self._desk.door
            how = "locked" if lobby.locked else "open" if door is not None and door.open else "words"
            lines.append(("d", words("before.door"), words(f"before.door_{how}")))
        wide = max((width((Piece(name),)) for _, name, _ in lines), default=0)
        yield from [_band(words("before.title"), "", "", room)] * bool(lines)
        for number, (key, name, told) in enumerate(lines):
            yield from [()] * airy
            what = left((Piece(name, "who" if number == 0 else ""),), wide)
            first, *more = wrapped(told, room - wide - 12)
            yield row(
                " ", left((Piece(key, "key"),), 6), what, "   ", Piece(first, "quiet" if number else "")
            )
            yield from (row(" " * (wide + 10), Piece(line, "quiet")) for line in more)

    def start(self) -> str:
        """Why a match cannot be started yet; empty where it can."""
        desk, lobby, words = self._desk, self._lobby, self._words
        if self._played_to_its_end:
            return words("start.next")
        late = [str(chair.name) for chair in lobby.taken if not chair.ready and not chair.you]
        if len(lobby.taken) < 2:
            return words("start.alone")
        if late and not desk.may_go_on:
            if len(late) > 1:
                return words("start.many", number=len(late))
            return words("start.late", name=late[0])
        return ""

    # -------------------------------------------------------------------- talk

    def talk(self, room: int, rows: int) -> Iterator[Row]:
        """The newest of what was said, and of what happened, as many lines as there is room for."""
        yield _band(self._words("talk.title"), "t" if self._desk.may_talk else "", "", room)
        news = [line for line in self._desk.log if line.kind in (Kind.SAID, Kind.NOTE, Kind.ALARM)]
        said = [*self._desk.talked, *news][-KEPT:]
        empty = self._words("talk.empty" if self._desk.may_talk else "talk.silent")
        lines = [line for each in said for line in _said(each.text, each.kind, room)]
        yield from (lines := [*newest(lines or [*_said(empty, Kind.PROOF, room)], rows - 1)])
        yield from [()] * (rows - 1 - len(lines))

    # ------------------------------------------------------------------- waits

    def waiting(self, room: int, rows: int) -> Iterator[Row]:
        """One sentence, in as many rows as there are."""
        yield from (row(" ", Piece(part, "who")) for part in wrapped(self.waits(), room - 2, rows))

    def waits(self) -> str:
        """What has to happen before the match, and which key it hangs on."""
        lobby, words = self._lobby, self._words
        if self._played_to_its_end:
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
        offers = waits is not None and (waits.then == "offer" or bool(waits.offered))
        if waits is None or waits.phase != phase or (offers and self._desk.watches):  # players may, then
            return told
        seats = waits.offered or waits.seats
        if not seats:
            return self._host_and_then(told, waits)
        names = self._net.row([str(self._lobby.chairs[seat].name) for seat in seats])
        if self._desk.may_go_on:
            return f"{told} {words('waits.may_start', names=names)}"
        if waits.then in ("offer", "start") and self._left:
            late = self._desk.teller.dispensable(waits)
            if not late:
                return told
            key = "waits.without_you" if self._lobby.you in waits.seats else f"waits.then_{waits.then}"
            names = self._net.row([str(self._lobby.chairs[seat].name) for seat in late])
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


def _band(title: str, key: str, right: str, room: int) -> Row:
    """A heading in a line across, with the key for it."""
    begin = row(Piece(title.upper(), "head"), Piece(f" {key}" if key else "", "key"))
    return rule(room, text=Edge(begin, (Piece(right, "words"),) if right else ()))


def _keyed(key: str, words: Wording, named_: str, cells: int) -> list[Row]:
    """What a key does; said shorter where that takes more than a line."""
    whole = wrapped(words(named_), cells - 2)
    lines = whole if len(whole) == 1 else wrapped(words(f"{named_}_short"), cells - 2)
    return [row(Piece(key, "key"), f" {lines[0]}"), *(row(f"  {line}") for line in lines[1:])]


def _said(text: str, kind: Kind, room: int) -> Iterator[Row]:
    for number, line in enumerate(wrapped(text, room - 5)):
        yield row("   " if number == 0 else "     ", Piece(cut(line, room - 5), TALK_STYLES.get(kind, "")))
