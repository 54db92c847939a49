"""Proof: what a table told is what the revealed numbers and the rules make of what everybody did.

The chain has judged each entry when it comes here: signatures, promises, the
order of things.  Here the cards are dealt again, every move is made again, and
each entry's public view, its news and the own box are compared byte by byte:
while a match is played, or of one file, from its first entry to its last good one.
A match that was played by other rules than this program's cannot be judged so:
that is a verdict of its own, and never a lie.

What came of it is also what may be looked at once more, from any place at the
table.  What a watcher and the owner of the file were told stands in the entries.
What another seat was told lies in boxes that only its key opens; it is made anew,
by the rules, and only when the match is over and found true.  So a file shows
nobody's hand before the end, whoever asks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from lltui.errors import Trouble, UsageTrouble
from lltui.games import packing
from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat
from lltui.games.known_games import MODELS, model, options_of
from lltui.games.rulebooks import RulesName, named, rules
from lltui.record.kept_match_facts import Eyes, ReplayFacts, ReplayScene, View
from lltui.record.lies import Lie, LyingError, Remark, Unjudged, lie_of
from lltui.record.log_engine import PlayedEntry, RevealedReplay, demand
from lltui.record.matchfile import MatchFile
from lltui.record.read_match import ReadMatch, remarks
from llwire.chain.chain import read_log
from llwire.chain.entries import Body, Bot, Dealt, Pile
from llwire.chain.facts import Match
from llwire.wire.crypto import digest
from llwire.wire.messages import Rules

LIVE = {"promised", "leave-out", "go-on"}  # of these the next deal tells, or nothing has to be told later


class _Hashes(NamedTuple):
    """What an entry told of the game, as hashes: it may be long until it can be compared."""

    view: bytes
    news: bytes
    seat: Seat | None
    box: bytes


class RulesVerifier:
    """Follows one match by the rules, and says what it finds as soon as it can be known.

    A round can be checked when it is revealed: then all its entries are.  After
    a lie nothing more is checked, since all that follows would rest on it.  With
    `onto`, somebody else sees each entry that was found to be true.
    """

    def __init__(self, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None) -> None:
        self.again = RevealedReplay()
        self._onto = onto
        self.compared = 0
        self._told: dict[int, _Hashes] = {}

    def foreign(self, game: str, options: bytes, told: Rules | UnsetType) -> Unjudged | None:
        """Why a match of this game by rules of that name cannot be judged here; None if it can.

        One that names none is judged, as long as nothing is found that other rules would explain.
        """
        known = None if told is UNSET else told.revision
        own = rules(game).revision if game in MODELS else None
        if UNSET is not told and own is not None and own != told.revision:
            return Unjudged(0, "revision", known, own)
        try:
            mine = named(game, options_of(game, options))
        except Trouble as trouble:
            name = str(next(iter(trouble.facts.values()), ""))  # the edition, variant, story or game
            return Unjudged(0, "lacking", known, own, name)
        except (ValueError, LookupError):
            return None  # options that are none are a lie, by whichever rules
        same = told is UNSET or mine == RulesName(told.revision, told.data)
        return None if same else Unjudged(0, "data", known, own)

    def follow(self, match: Match, body: Body, seat: Seat | None, box: bytes | None) -> int:
        """The next entry, judged by the chain already, and what was in the box of `seat`."""
        seat = None if box is None else seat
        self._told[body.seq] = _Hashes(_hash(body.view), _hash(body.news), seat, _hash(box or b""))
        # Whoever looks on may want to see all of it.
        self.again.add(match, body if self._onto else replace(body, view=b"", news=b"", boxes=()))
        for step in self.again.steps():
            self.compare(step)
            if self._onto is not None:
                self._onto(self.again, step)
        return self.again.deal

    def compare(self, step: PlayedEntry) -> None:
        """A LyingError if the entry tells anything else than the truth."""
        body, game = step.body, self.again.game
        dealt = isinstance(body.what, Dealt | Pile)
        told = self._told.pop(body.seq)
        news, view = _hash(packing.announced(step.news)), _hash(packing.view(game, step.state))
        demand(news == told.news, Lie(body.seq, "deal" if dealt else "news"))
        demand(view == told.view, Lie(body.seq, "deal" if dealt else "view"))
        if told.seat is not None:
            true = _hash(packing.box(game, step.state, told.seat, step.news))
            demand(true == told.box, Lie(body.seq, "deal" if dealt else "box", told.seat))
            self.compared += 1


def _hash(told: bytes) -> bytes:
    return digest("told", told)


class AuditedEntry(NamedTuple):
    """An entry as its table told it, with what the own box said."""

    body: Body
    box: bytes | None
    remarks: tuple[Remark, ...]


class MatchAudit(ReadMatch):
    """What one file tells, and whether it is true.

    `owner` is whose boxes the file's key opens, at least at times.  `lie` is the
    first that was found; `told` ends before an entry that the chain refused.
    With `onto`, somebody sees each entry as the rules make it, up to a lie.
    """

    def __init__(
        self, file: MatchFile, onto: Callable[[RevealedReplay, PlayedEntry], None] | None = None
    ) -> None:
        verifier = RulesVerifier(onto)
        super().__init__(file.head.pin, file.head.match, file.head.key, verifier)
        self.head = file.head
        self.told: list[AuditedEntry] = []
        self.owner: Seat | None = None
        self.lie: Lie | None = None
        self._rules = verifier
        reading = read_log(file.log, self.chain, self._look)
        self.torn = reading.fault is None and reading.end < len(file.log)
        if reading.fault is not None:
            self._found(lie_of(self.chain.next, reading.fault))

    @property
    def again(self) -> RevealedReplay:
        """The match as the rules make it, as far as it could be played again."""
        return self._rules.again

    @property
    def over(self) -> bool:
        """The match has come to its end, all is revealed, and nothing was found wrong with it."""
        return self.begun and self.match.over and self.sound

    @property
    def sound(self) -> bool:
        """All that is there was judged, and nothing is wrong with it."""
        return self.begun and self.lie is None and self.unjudged is None

    @property
    def boxes(self) -> int:
        """How many own boxes were compared with what the rules say."""
        return self._rules.compared

    def _own_of(self, opened: Sequence[Seat]) -> Seat | None:
        """The one that the file names; else where the key was before."""
        return self.head.seat if self.head.seat in opened else super()._own_of(opened)

    def _look(self, body: Body) -> None:
        box = None
        try:
            box = self.opened(body)
        except LyingError as error:
            self._found(error.lie)
        self.owner = self.owner if self.seat is None else self.seat
        self.told.append(
            AuditedEntry(
                body, box, tuple(each for each in remarks(body, self.chain) if each.kind not in LIVE)
            )
        )
        if self.lie is None and self.unjudged is None:
            try:
                self.judge(body, box)
            except LyingError as error:
                if self.unjudged is None:
                    self._found(error.lie)

    def _found(self, lie: Lie) -> None:
        self.lie = self.lie or lie


# ------------------------------------------------- what may be seen of a file


class NothingToReplay(Trouble):
    """A file without a single good entry."""


class NoSuchEyes(UsageTrouble):
    """Nobody of that name sits at this table."""


class NotYetOpen(Trouble):
    """The match is not over, or not true: other hands stay closed."""


class ByOtherRules(Trouble):
    """The match was played by rules that this program has not got: other hands cannot be worked out."""


class _Truth(NamedTuple):
    """One entry as the rules make it."""

    told: tuple[tuple[Event, tuple[Seat, ...] | None], ...]
    public: Struct
    privates: tuple[Struct, ...]
    menus: tuple[tuple[Action, ...], ...]


class ReplayViews:
    """One file, with all that may be seen of it."""

    def __init__(self, file: MatchFile) -> None:
        self._truth: list[_Truth] = []
        self.file = file
        self.witness = MatchAudit(file, self._see)
        if not self.witness.begun or (self.witness.lie and self.witness.lie.seq == 0):
            raise NothingToReplay(file=str(file.path))
        self._model = model(self.witness.genesis.game)

    def _see(self, again: RevealedReplay, step: PlayedEntry) -> None:
        seats = range(again.seats)
        self._truth.append(
            _Truth(
                tuple(step.news.told),
                again.game.public(step.state),
                tuple(again.game.private(step.state, seat) for seat in seats),
                tuple(tuple(again.game.legal(step.state, seat)) for seat in seats),
            )
        )

    @property
    def facts(self) -> ReplayFacts:
        """From its first entry, and from the check."""
        witness, roster = self.witness, self.witness.genesis.roster
        people = (
            (row, name) for row, name in zip(roster, witness.names, strict=True) if not isinstance(row, Bot)
        )
        return ReplayFacts(
            number=witness.head.match,
            began=witness.head.began,
            game=witness.genesis.game,
            options=witness.options,
            names=witness.names,
            bots=witness.bots,
            seat=witness.owner,
            over=witness.over,
            checked=witness.checked,
            lie=witness.lie,
            unjudged=witness.unjudged,
            levels=tuple(row.bot if isinstance(row, Bot) else "" for row in roster),
            host=next((name for row, name in people if row.id == witness.genesis.host), None),
            ended=witness.match.over,
        )

    def view(self, word: str | None) -> View:
        """Whose eyes are meant: `all`, `watcher`, the number of a seat or a name; by default the file's own.

        Names come last: whoever is called "all" still has a number, and the word its meaning.
        """
        if word is None:
            return Eyes.WATCHER if self.witness.owner is None else self.witness.owner
        if word.upper() in Eyes.__members__:
            return Eyes[word.upper()]
        names = [name.casefold() for name in self.witness.names]
        if word.isascii() and word.isdecimal() and 1 <= int(word[:2]) <= len(names):
            return int(word[:2]) - 1
        if word.casefold() in names:
            return names.index(word.casefold())
        known = (*self.witness.names, *(eyes.name.lower() for eyes in Eyes))
        raise NoSuchEyes(eyes=word, known=known)

    def scenes(self, view: View) -> Iterator[ReplayScene]:
        """Entry by entry, up to the first that is garbled or, with others' eyes, untrue."""
        own = view is Eyes.WATCHER or (view == self.witness.owner and not self.witness.over)
        if not own and self.witness.unjudged is not None:
            raise ByOtherRules(eyes=self._named(view), program=self.witness.genesis.program)
        if not own and not self.witness.over:
            raise NotYetOpen(eyes=self._named(view))
        deal = 0
        for place, told in enumerate(self.witness.told):
            if isinstance(told.body.what, Dealt):
                deal = told.body.what.deal
            try:
                glimpse = self._told(told, view) if own else self._true(self._truth[place], view)
            except packing.GarbledError:
                if self.witness.unjudged is None:  # else other rules say it in other views
                    self.witness.lie = self.witness.lie or Lie(told.body.seq, "garbled")
                return
            hands = self._truth[place].privates if view is Eyes.ALL else ()
            yield ReplayScene(told.body.seq, deal, glimpse, told.remarks, hands)

    def _told(self, told: AuditedEntry, view: View) -> Glimpse:
        box = None if view is Eyes.WATCHER else told.box
        return packing.glimpse(self._model, told.body.view, told.body.news, box)

    def _true(self, truth: _Truth, view: View) -> Glimpse:
        if isinstance(view, Eyes):
            return Glimpse(tuple(event for event, _ in truth.told), truth.public)
        heard = tuple(event for event, seats in truth.told if seats is None or view in seats)
        return Glimpse(heard, truth.public, truth.privates[view], truth.menus[view])

    def _named(self, view: View) -> str:
        return view.name.lower() if isinstance(view, Eyes) else self.witness.names[view]
