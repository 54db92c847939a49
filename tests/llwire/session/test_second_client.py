"""A client written from SPEC.md alone joins a table that llwire serves, and plays a match with it."""

import asyncio

import pytest
import second
import second_client
from kit.lines import CERT_HASH, PIN, WORDS, Owner, door

from llwire.chain import boxes
from llwire.chain.chain import Chain
from llwire.chain.entries import Acted, Auto, Bot, Dealt, Ended, Genesis, OpenedChoice, Player, Revealed
from llwire.chain.match_secrets import TableSecrets
from llwire.wire import messages
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import Act, Joining, Ready, read_deed
from llwire.wire.messages import Rules, Signed

LOG = SignKey(b"l" * 32)
PAD, CARDS, MATCH = 64, 5, 1


class LittleTable(Owner):
    """The smallest table that plays a whole match: one player, one bot, one move each, dealt and revealed."""

    def __init__(self):
        super().__init__()
        self.secrets = TableSecrets(PIN.table, MATCH, b"secret of this little table 32 b")
        self.chain = Chain(PIN, MATCH)
        self.order = ()

    def heard(self, visitor, event):
        super().heard(visitor, event)
        if not isinstance(event, Signed):
            return
        match read_deed(event):
            case Joining() as joining if not self.chain.next:
                self.begin(event, joining, visitor.proven.hello.name)
            case Ready():
                self.chain.heard(event)
                self.write(Dealt(deal=1, attempt=0, size=CARDS, promise=self.secrets.promise(2, 0)), [event])
            case Act() as act:
                self.chain.heard(event)
                self.play(event, act)
        for each in self.visitors:
            each.line.pour()

    def begin(self, signed, joining, name):
        roster = (
            Player(name=name, id=joining.id, box=joining.box, promise=joining.commit),
            Bot(name="Rob", bot="easy", box=self.secrets.bot(1).public),
        )
        genesis = Genesis(
            v=2,
            table=PIN.table,
            program="little",
            game="little",
            options=b"",
            rules=Rules(revision=1, data=b"R" * 32),
            pad=PAD,
            reveal="round",
            log_key=LOG.public,
            cert=CERT_HASH,
            host=joining.id,
            secrets=self.secrets.choices.public,
            promise=self.secrets.promise(1, 0),
            roster=roster,
        )
        self.write(genesis, [signed])

    def play(self, signed, act):
        self.write(Acted(), [signed])
        seq = self.chain.next - 1
        self.write(Auto(seat=1, by="bot", action=b"pass", secret=None))
        opened = []
        if act.secret is not None:
            salt, choice = boxes.read_choice(PIN.table, MATCH, 0, act.secret, self.secrets.choices)
            opened = [OpenedChoice(seq=seq, salt=salt, choice=choice)]
        self.write(Revealed(deal=1, seed=self.secrets.seed(1, 0)), opened=opened)
        self.write(Ended())

    def write(self, what, causes=(), opened=()):
        private = [b"you are seat %d of entry %d" % (seat, self.chain.next) for seat in range(2)]
        entry = self.chain.write(
            LOG,
            what,
            at=self.chain.next,
            view=b"the table",
            news=b"",
            private=private,
            causes=causes,
            opened=opened,
        )
        self.chain.accept(entry)
        self.log.append(messages.encode(entry))


def play(port, words):
    """A whole match over one line; what this player knows in the end."""
    line = second_client.Line("127.0.0.1", port)
    try:
        player = second_client.Player(line, b"i" * 32, b"s" * 32)
        player.join("Zoë", words)
        player.ready_for_a_match(1)
        player.follow()
        player.ready()
        player.follow()
        player.act(b"\x01", turn=1, choice=b"under")
        while not player.story.over:
            player.follow()
        return player
    finally:
        line.socket.close()


async def test_a_stranger_to_the_code_plays_a_whole_match():
    async with door(owner=LittleTable()) as t:
        player = await asyncio.to_thread(play, t.port, WORDS)
    assert player.story.heads[-1] == t.owner.chain.head
    assert player.views == [b"you are seat 0 of entry %d" % seq for seq in range(6)]
    ((order,),) = player.story.orders.values()
    assert (order,) == tuple(map(list, t.owner.chain.match.open[0].orders))
    assert sorted(order) == list(range(CARDS))


async def test_with_other_words_it_is_told_so():
    async with door(owner=LittleTable()) as t:
        with pytest.raises(second.RefusedError, match="wrong-code"):
            await asyncio.to_thread(play, t.port, "other-other-other")
