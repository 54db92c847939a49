"""A table and its players on one chain: no socket, no game, every key fixed."""

from msgspec.structs import replace

from llwire.chain import boxes, entries
from llwire.chain.chain import Chain
from llwire.chain.entries import (
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
    Revealed,
    Voided,
    entry_hash,
    sign_deed,
)
from llwire.chain.match_secrets import PlayerSecrets, TableSecrets
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Act, Decision, read_deed
from llwire.wire.messages import Entry, Pin, Rules

TABLE = b"T" * 16
CERT = b"C" * 32
LOG = SignKey(b"L" * 32)
HOST = SignKey(b"0" * 32)
PIN = Pin(TABLE, LOG.public, CERT)
NUMBER = 7
PAD = 96


def identity(seat):
    return SignKey(str(seat).encode() * 32)


def part(seat, secret=b"p", key=None, number=NUMBER):
    return PlayerSecrets(TABLE, number, key or identity(seat), secret * 31 + bytes([seat]))


class Dealer:
    """Writes entries and lets everybody accept them; seat 0 hosts."""

    def __init__(self, people=2, bots=0, **genesis):
        self.parts = [part(seat) for seat in range(people)]
        self.table = TableSecrets(TABLE, NUMBER, b"t" * 32)
        self.log, self.bodies = [], []
        self.chain = Chain(PIN, NUMBER)
        self.seats = people + bots
        self.genesis = replace(self._genesis(people, bots), **genesis)
        self.joinings = [each.joining() for each in self.parts]

    def _genesis(self, people, bots):
        joined = [read_deed(each.joining()) for each in self.parts]
        players = [
            Player(name=f"P{seat}", id=j.id, box=j.box, promise=j.commit) for seat, j in enumerate(joined)
        ]
        robots = [
            Bot(name=f"B{seat}", bot="easy", box=self.table.bot(seat).public)
            for seat in range(people, people + bots)
        ]
        return Genesis(
            v=2,
            table=TABLE,
            program="test",
            game="toy",
            options=b"",
            rules=Rules(revision=1, data=b"R" * 32),
            pad=PAD,
            reveal="round",
            log_key=LOG.public,
            cert=CERT,
            host=HOST.public,
            secrets=self.table.choices.public,
            promise=self.table.promise(1, 0),
            roster=(*players, *robots),
        )

    def begin(self):
        self.write(self.genesis, causes=self.joinings)
        return self

    @property
    def match(self):
        return self.chain.match

    def built(self, what, causes=(), opened=(), private=None, view=b"view", news=b"news"):
        """The next entry as an honest table writes it."""
        private = private or [b"hand %d" % seat for seat in range(self.seats)]
        at = 1000 * self.chain.next
        return self.chain.write(
            LOG, what, at=at, view=view, news=news, private=private, causes=causes, opened=opened
        )

    def forged(self, what, causes=(), opened=(), key=LOG, **changes):
        """The next entry as a table writes it that judges nothing."""
        body = Body(
            match=NUMBER,
            seq=self.chain.next,
            prev=self.chain.head,
            at=0,
            what=what,
            view=b"",
            news=b"",
            causes=tuple(causes),
            opened=tuple(opened),
            boxes=(bytes(boxes.size(PAD)),) * self.seats,
        )
        return signed(replace(body, **changes), key)

    def take(self, entry):
        self.bodies.append(self.chain.accept(entry))
        self.log.append(entry)
        return entry

    def write(self, what, causes=(), opened=(), **rest):
        return self.take(self.built(what, causes, opened, **rest))

    # --- the deal ---

    def readies(self):
        return [self.parts[seat].ready(self.chain, seat) for seat in sorted(self.match.asked)]

    def careless(self, seat):
        """One ready for one promise, but also of a player that signs before the last deal is revealed."""
        part, number = self.parts[seat], self.match.chairs[seat].promises - 1
        if part.sent is None or part.sent[0] != number:
            part.sent = number, part._open(self.chain, seat, number)
        return part.sent[1]

    def careless_readies(self):
        return [self.careless(seat) for seat in sorted(self.match.asked)]

    def dealt(self, size=10):
        deal, attempt = self.match.deal + 1, self.match.attempt
        return Dealt(deal=deal, attempt=attempt, size=size, promise=self.table.promise(deal + 1, 0))

    def deal(self, size=10):
        return self.write(self.dealt(size), causes=self.readies())

    def voided(self):
        deal, attempt = self.match.deal + 1, self.match.attempt
        seed = self.table.seed(deal, attempt)
        return Voided(deal=deal, attempt=attempt, seed=seed, promise=self.table.promise(deal, attempt + 1))

    def pile(self, size=6):
        return self.write(Pile(number=len(self.match.hidden[-1].piles), size=size))

    def revealed(self):
        hidden = self.match.hidden[-1]
        return Revealed(deal=hidden.deal, seed=self.table.seed(hidden.deal, hidden.attempt))

    def reveal(self, opened=()):
        return self.write(self.revealed(), opened=opened)

    def promise(self, seat):
        again = self.parts[seat].joining(self.match.chairs[seat].promises)
        return self.write(Promised(), causes=[again])

    # --- moves and decisions ---

    def signed_act(self, seat, turn=None, secret=None, **changes):
        turn = self.chain.next - 1 if turn is None else turn
        return self.parts[seat].act(self.chain, seat, turn, b"move", secret)

    def act(self, seat, turn=None, secret=None):
        return self.write(Acted(), causes=[self.signed_act(seat, turn, secret)])

    def auto(self, seat, by, secret=None):
        return self.write(Auto(seat=seat, by=by, action=b"move", secret=secret))

    def decision(self, what, key=HOST, **changes):
        decision = Decision(table=TABLE, match=NUMBER, head=self.chain.head, what=what)
        return sign_deed(replace(decision, **changes), key)

    def decide(self, what, *causes):
        return self.write(Decided(), causes=[self.decision(what), *causes])

    def end(self):
        return self.write(Ended())


def signed(body, key=LOG):
    raw = entries.encode(body)
    return Entry(body=raw, sig=key.sign(entry_hash(raw)))


def resigned(deed, key, **changes):
    return sign_deed(replace(deed, **changes), key)


def deed(signed_deed) -> Act:
    return read_deed(signed_deed)
