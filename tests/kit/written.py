"""Matches played in memory, entry by entry: an honest table, and one that can be told to lie."""

from __future__ import annotations

from random import Random

import msgspec
from toy.rules import RULES as TOY

from lltui.games import known_games, packing, rulebooks
from lltui.games.love_letter.model import Keep, Options
from lltui.games.two_princes import model as princes
from lltui.record.audit import RulesVerifier
from lltui.record.lies import LyingError, lie_of
from lltui.record.matchfile import Copy, path_of
from lltui.record.read_match import ReadMatch
from lltui.table import lobby as lobbies
from lltui.table.match_engine import MatchEngine
from llwire.chain import boxes, entries
from llwire.chain.chain import line
from llwire.chain.entries import (
    NAMED,
    NAMELESS,
    Acted,
    Auto,
    Body,
    Bot,
    Dealt,
    Decided,
    Ended,
    Genesis,
    Pile,
    Player,
    Promised,
    Recovered,
    Revealed,
    Voided,
    entry_hash,
    sign_deed,
)
from llwire.chain.match_secrets import PlayerSecrets, TableKeys
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Decision, EndMatch, GoOn, LeaveOut, NewKey, Pause, Resume, StandIn, read_deed
from llwire.wire.errors import PeerError
from llwire.wire.messages import Entry

pack = msgspec.msgpack.encode
NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Finn")
KEYS: TableKeys = TableKeys.fresh(lambda size: bytes([size]) * size, "one two three")
HOST = SignKey(b"h" * 32)
# Everybody knows who begins, so no lot is drawn.
FIRST = {"dates": ("2026-05-01",), "ages": (1, 2)}


def with_the_toy(monkeypatch):
    """The toy game becomes one of ours."""
    monkeypatch.setitem(known_games.MODELS, TOY.model.id, TOY.model)
    monkeypatch.setitem(rulebooks.BOOKS, TOY.model.id, lambda: TOY)


def identity(seat):
    return SignKey(bytes([65 + seat]) * 32)


class Twisted(MatchEngine):
    """A table whose owner may change what the next entries tell.

    `twist(what, told)` gets the fields of an entry and changes them; `rig(what,
    state)` changes the cards themselves.
    """

    twist = staticmethod(lambda what, told: None)
    rig = staticmethod(lambda what, state: None)

    def _draft(self, what, at, state, news, play, causes, opened):
        self.rig(what, state)
        told = {
            "at": at,
            "view": packing.view(self.game, state),
            "news": packing.announced(news),
            "private": [packing.box(self.game, state, seat, news) for seat in range(self.seats)],
            "causes": causes,
            "opened": opened,
        }
        self.twist(what, told)
        self._outcome = state, news, play
        return self.chain.write(self.keys.log, what, **told)


class WrittenMatch:
    """People in the first seats, bots behind them; every choice by lot."""

    def __init__(
        self, options=None, people=2, bots=1, seed=1, *, reveal="round", number=1, game="love-letter"
    ):
        self.rng = Random(seed)
        self.people, self.seats = people, people + bots
        self.engine = Twisted(KEYS, number)
        self.secrets = [bytes([97 + s]) * 28 + seed.to_bytes(4, "big") for s in range(people)]
        self.first = tuple(self.secrets)  # before anybody lost a key
        self.signers = [identity(s) for s in range(people)]
        self.parts = [self._part(seat, number) for seat in range(people)]
        bots = [self.engine.secrets.bot(seat) for seat in range(people, self.seats)]
        self.keys = {key.public: key for key in [*(part.box for part in self.parts), *bots]}
        self.log: list[Entry] = []
        self.bodies: list[Body] = []
        joined = [part.joining() for part in self.parts]
        told = [read_deed(each) for each in joined]
        roster = [Player(name=NAMES[s], id=j.id, box=j.box, promise=j.commit) for s, j in enumerate(told)]
        roster += [
            Bot(name=NAMES[s], bot="easy", box=self.engine.secrets.bot(s).public)
            for s in range(people, self.seats)
        ]
        packed = pack(options or Options(**FIRST))
        genesis = Genesis(
            v=NAMELESS if (named := lobbies.named_rules(game, packed)) is msgspec.UNSET else NAMED,
            table=KEYS.table,
            program="test",
            game=game,
            options=packed,
            rules=named,
            pad=known_games.model(game).box,
            reveal=reveal,
            log_key=KEYS.log.public,
            cert=KEYS.cert_hash,
            host=HOST.public,
            secrets=self.engine.secrets.choices.public,
            promise=self.engine.secrets.promise(1, 0),
            roster=tuple(roster),
        )
        self.take(self.engine.found(genesis, joined, 0))

    def _part(self, seat, number):
        return PlayerSecrets(KEYS.table, number, self.signers[seat], self.secrets[seat])

    @property
    def match(self):
        return self.engine.chain.match

    @property
    def at(self):
        return 1000 * self.engine.chain.next

    def take(self, entry):
        self.bodies.append(self.engine.count(entry).body)
        self.log.append(entry)
        return self

    def note(self, what, causes=(), opened=()):
        return self.take(self.engine.note(what, self.at, causes, opened))

    def decide(self, what, *causes, key=HOST):
        deed = Decision(table=KEYS.table, match=self.match.number, head=self.engine.chain.head, what=what)
        return self.note(Decided(), [sign_deed(deed, key), *causes])

    def rekey(self, seat, by):
        """From now on this seat is played with another key."""
        self.signers[seat], self.secrets[seat] = identity(by), bytes([by]) * 32
        part = self.parts[seat] = self._part(seat, self.match.number)
        self.keys[part.box.public] = part.box
        return self.decide(NewKey(seat=seat, id=identity(by).public), part.joining())

    def promise(self, seat):
        """Whoever was lost to the deals takes part again."""
        return self.note(Promised(), [self.parts[seat].joining(self.match.chairs[seat].promises)])

    # ------------------------------------------------------------ one step

    def step(self):
        """The next entry; False if the match is over."""
        pile = self.engine.game.pile(self.engine.state)
        if pile is not None and not pile.fresh:
            self.take(self.engine.pile(self.at))
        elif pile is not None and self.match.hidden and self.match.genesis.reveal == "round":
            self.reveal()
        elif pile is not None:
            self.take(self.engine.deal(self.readies(), self.at))
        elif awaited := self.engine.awaited():
            self.move(self.rng.choice(awaited))
        else:
            return False
        return True

    def readies(self):
        return [self.parts[seat].ready(self.engine.chain, seat) for seat in sorted(self.match.asked)]

    def void(self):
        """An attempt in which a seat was lost too late."""
        deal, attempt = self.match.deal + 1, self.match.attempt
        secrets = self.engine.secrets
        seed, promise = secrets.seed(deal, attempt), secrets.promise(deal, attempt + 1)
        return self.note(Voided(deal=deal, attempt=attempt, seed=seed, promise=promise), self.readies())

    def move(self, seat, action=None):
        action = action or self.rng.choice(self.engine.game.legal(self.engine.state, seat))
        chair = self.match.chairs[seat]
        if not chair.person:
            by = "bot" if chair.id is None else "stand-in"
            return self.take(self.engine.auto(seat, by, action, self.at))
        return self.take(self.engine.act(*self.act(seat, action), self.at))

    def act(self, seat, action):
        told, secret = pack(action), None
        if type(action).secret:
            salt = self.rng.randbytes(32)
            to = self.match.genesis.secrets
            secret = boxes.conceal_choice(KEYS.table, self.match.number, seat, salt, told, to)
            told = b""
        turn = self.engine.turns[seat].number
        signed = self.parts[seat].act(self.engine.chain, seat, turn, told, secret)
        return signed, read_deed(signed)

    def reveal(self, deal=None):
        hidden = next(h for h in self.match.hidden if deal in (None, h.deal))
        seed = self.engine.secrets.seed(hidden.deal, hidden.attempt)
        return self.note(Revealed(deal=hidden.deal, seed=seed), opened=self.engine.closed(hidden.deal))

    def end(self):
        while self.match.hidden:
            self.reveal()
        return self.note(Ended(), opened=self.engine.closed())

    # ------------------------------------------------------------ more of them

    def until(self, kind, deal=None):
        """Until an entry of this kind stands at the end."""
        while not (isinstance(self.bodies[-1].what, kind) and deal in (None, self.match.deal)):
            assert self.step(), f"the match is over before {kind}"
        return self

    def play(self, moves):
        """So many steps, however the match goes on."""
        for _ in range(moves):
            assert self.step()
        return self

    def whole(self):
        while self.step():
            assert len(self.log) < 3000
        return self.end()

    def forged(self, **changes):
        """The last entry once more, with changes, signed by the table."""
        body = msgspec.structs.replace(self.bodies[-1], **changes)
        return signed(body)

    # ------------------------------------------------------------ what a verifier says

    def heard(self, seat=None, log=None):
        """To each entry, as this seat follows it, up to a lie."""
        key = None if seat is None else self.parts[seat].box
        read, said = ReadMatch(KEYS.pin, self.match.number, key, RulesVerifier()), []
        for entry in self.log if log is None else log:
            try:
                body = read.chain.accept(entry)
                proved = read.judge(body, read.opened(body))
            except PeerError as error:
                return [*said, lie_of(read.chain.next, error)]
            except LyingError as error:
                return [*said, error.lie]
            said.append(read.checked if proved else None)
        return said

    def verdicts(self, seat=None, log=None):
        return [verdict for verdict in self.heard(seat, log) if verdict is not None]


def signed(body, key=None):
    raw = entries.encode(body)
    return Entry(body=raw, sig=(key or KEYS.log).sign(entry_hash(raw)))


def council():
    """A match that is ended after somebody has put cards under the pile, up to before the reveal."""
    for seed in range(60):
        evening = WrittenMatch(Options("modern", target=1, **FIRST), people=2, bots=0, seed=seed).until(Dealt)
        while (awaited := evening.engine.awaited()) and not evening.match.pledges:
            menu = evening.engine.game.legal(evening.engine.state, awaited[0])
            best = [play for play in menu if isinstance(play, Keep) or play.card == "chancellor"]
            evening.move(awaited[0], next(iter(best), None))
        if evening.match.pledges:
            return evening.decide(EndMatch())
    raise AssertionError("no council in sixty rounds")


def eventful(game, seed):
    """A sound match with all that can happen at a table in it; ended while a secret choice is closed."""
    small = game == "love-letter"
    options = Options("modern", target=5, **FIRST) if small else princes.Options(difficulty="gentle")
    evening = WrittenMatch(options, people=3 if small else 2, bots=1 if small else 0, seed=seed, game=game)
    last = evening.people - 1
    evening.parts[0].ready(evening.engine.chain, 0)
    evening.decide(LeaveOut(deal=1, attempt=0, seats=(last,))).void().until(Dealt).promise(last)
    evening.play(2).decide(Pause()).decide(Resume()).play(2)
    evening.decide(StandIn(seat=0, on=True)).until(Auto).decide(StandIn(seat=0, on=False)).promise(0)
    evening.note(Recovered(by="all", seats=(0, last))).decide(GoOn()).play(2)
    if small:
        evening.until(Dealt, 2)
    else:
        evening.until(Pile)
    evening.rekey(last, by=7).play(3)
    for _ in range(400):
        if _told_in_secret(evening) and (small or any(body.opened for body in evening.bodies)):
            return evening.decide(EndMatch()).end()
        if not evening.step():
            break
    raise AssertionError("no secret choice of a player is closed")


def _told_in_secret(evening):
    """Whether a player's own secret choice is closed."""
    return any(isinstance(evening.bodies[pledge.seq].what, Acted) for pledge in evening.match.pledges)


def plain(game, seed, most=10_000, options=None):
    """A sound match in which nothing happens but the game; cut off by its host if it is too long."""
    small = game == "love-letter"
    if options is None:
        options = Options("modern", target=2, **FIRST) if small else princes.Options(difficulty="gentle")
    evening = WrittenMatch(options, people=2, bots=1 if small else 0, seed=seed, game=game)
    while len(evening.log) < most:
        if not evening.step():
            return evening.end()
    return evening.decide(EndMatch()).end()


def keep_match(folder, head, entries):
    """A match file of these entries."""
    lines = b"".join(map(line, entries))
    path = path_of(folder, head)
    Copy(path, head).keep(lambda at: (lines[at:],))
    return path
