"""The threats of the design that concern a connection, each tried over real sockets."""

import asyncio
import socket
import sys
import threading
from contextlib import suppress
from dataclasses import replace

import pytest
from kit.lines import ANN, BOB, CERT, CERT_HASH, PAIRING, PIN, QUICK, WORDS, Owner, door

from llwire.chain import entries
from llwire.session import throttle
from llwire.session.handshake import Aim
from llwire.session.listener import ticket
from llwire.session.session import ClientSession
from llwire.session.stream import call, open_streams, table_context
from llwire.wire import crypto, deeds, limits
from llwire.wire import messages as m
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, PassingError, TerminalError, peer_error
from llwire.wire.limits import READ, Deadlines
from llwire.wire.messages import frame

MAL = SignKey(b"m" * 32)
NEIGHBOUR = "127.0.0.2"
other_addresses = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has all of 127.0.0.0/8")


def resuming(**more):
    return Aim("seat", "Ann", pin=PIN, **more)


async def ended(reader):
    """The peer hung up; by a reset or by an end."""
    try:
        async with asyncio.timeout(5):
            while await reader.read(READ):
                pass
    except ConnectionError:
        pass


async def half_opened(t, stage):
    """Somebody who goes so far and no further; what closes it."""
    if stage == "silent":
        return (await t.connect()).close
    reader, writer = await t.tls()
    if stage == "hello and silent":
        session = ClientSession(MAL, Aim("seat", "M", pin=PIN), CERT_HASH, "", 0, Deadlines())
        writer.write(session.to_send())
        await reader.read(READ)
    return lambda: writer.transport.abort()  # noqa: PLW0108 - whoever keeps it keeps the writer


async def emptied(listener):
    """The count of strangers comes back to zero: it does not latch."""
    if listener._logins:
        await asyncio.wait(listener._logins.values(), timeout=5)
    assert len(listener._unproven) == 0


class Relay:
    """A person in the middle: ends the TLS of both sides and passes everything on, reading it."""

    def __init__(self, t):
        self.t, self.seen = t, bytearray()
        cert, key, _ = crypto.certificate()
        self.context = table_context(cert, key)

    async def __aenter__(self):
        self.table = await self.t.tls()
        self.server = await asyncio.start_server(self.relay, "127.0.0.1", 0, ssl=self.context)
        return self.server.sockets[0].getsockname()[1]

    async def relay(self, reader, writer):
        table_reader, table_writer = self.table
        pumps = [
            asyncio.create_task(self.pump(reader, table_writer)),
            asyncio.create_task(self.pump(table_reader, writer)),
        ]
        await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        for pump in pumps:
            pump.cancel()
        writer.transport.abort()

    async def pump(self, reader, writer):
        while data := await reader.read(READ):
            self.seen += data
            writer.write(data)

    async def __aexit__(self, *_):
        self.server.close()
        self.table[1].transport.abort()


class TestInTheMiddle:
    @pytest.mark.parametrize("known", [False, True])
    async def test_a_relay_with_the_right_words_on_both_sides(self, known):
        owner = Owner()
        owner.known = {ANN.public} if known else set()
        async with door(owner=owner) as t:
            relay = Relay(t)
            async with relay as port:
                through = replace_port(t, port)
                with pytest.raises(TerminalError, match=r"^wrong-code"):
                    await through.call()
            assert owner.visitors == []
            assert WORDS.encode() not in relay.seen

    async def test_a_relay_between_old_acquaintances(self):
        async with door() as t:
            t.owner.known = {ANN.public}
            relay = Relay(t)
            async with relay as port:
                with pytest.raises(TerminalError, match=r"^host-changed"):
                    await replace_port(t, port).call(aim=resuming())
            assert relay.seen == b""

    async def test_a_stolen_certificate_without_its_key(self):
        """TLS itself demands the key: the pinned hash is shown, the signature does not match it."""
        tlslite = pytest.importorskip("tlslite.api")
        _, other_key, _ = crypto.certificate()
        chain = tlslite.X509CertChain()
        chain.parsePemList(CERT.decode())
        key = tlslite.parsePEMKey(other_key.decode(), private=True)
        ours, theirs = _socketpair()
        said = []

        def thief():
            connection = tlslite.TLSConnection(theirs)
            settings = tlslite.HandshakeSettings()
            settings.minVersion = (3, 4)
            try:
                connection.handshakeServer(
                    certChain=chain, privateKey=key, settings=settings, alpn=[b"lltui/1"]
                )
                said.append(connection.read())
            except (tlslite.TLSError, OSError) as error:
                said.append(error)

        thread = threading.Thread(target=thief)
        thread.start()
        with pytest.raises(PassingError, match=r"BAD_SIGNATURE|bad signature"):
            await call(ours, ANN, resuming(), "test", Deadlines())
        await asyncio.to_thread(thread.join)
        theirs.close()
        assert isinstance(said[0], tlslite.TLSError)

    async def test_a_host_of_another_table_behind_the_same_address(self):
        cert, key, _ = crypto.certificate()
        async with door(context=table_context(cert, key)) as t:
            with pytest.raises(TerminalError, match=r"^host-changed"):
                await t.call(aim=resuming())


def replace_port(t, port):
    other = object.__new__(type(t))
    other.__dict__.update(t.__dict__, port=port)
    return other


def _socketpair():
    with socket.create_server(("127.0.0.1", 0)) as ear:
        ours = socket.create_connection(ear.getsockname())
        theirs, _ = ear.accept()
    ours.setblocking(False)
    return ours, theirs


class TestGuessing:
    @other_addresses
    async def test_wrong_words_are_throttled_and_never_lock_anybody_out(self):
        async with door() as t:
            codes = []
            for _ in range(int(limits.TRIES.burst) + 2):
                with pytest.raises((TerminalError, PassingError)) as caught:
                    await t.call(MAL, Aim("seat", "Mal", words="crane-velvet-pizza"), source=NEIGHBOUR)
                codes.append(caught.value.code)
            burst = int(limits.TRIES.burst)
            assert codes == [Code.WRONG_CODE] * burst + [Code.BUSY] * 2
            assert 0 < caught.value.retry_ms <= 1000 / limits.TRIES.per_second
            ann = await t.join()
            ann.close()

    @other_addresses
    async def test_who_is_known_comes_back_from_the_throttled_address_itself(self):
        """Everybody over SSH shares one address with whoever mistypes."""
        async with door() as t:
            t.owner.known = {ANN.public}
            for _ in range(int(limits.TRIES.burst)):
                with pytest.raises(TerminalError):
                    await t.call(MAL, Aim("seat", "Mal", words="crane-velvet-pizza"), source=NEIGHBOUR)
            ann = await t.join(ANN, resuming(), source=NEIGHBOUR)
            ann.close()

    async def test_the_answer_comes_at_a_fixed_time_whatever_the_words(self):
        """Steps of one length: how long the arithmetic took is not to be seen."""
        async with door(replace(QUICK, answer=0.05)) as t:
            loop = asyncio.get_running_loop()
            began, answered = [], []
            answer = t.listener._answer

            async def timed(*args):
                began.append(loop.time())
                admission = await answer(*args)
                answered.append(loop.time())
                return admission

            t.listener._answer = timed
            (await t.join()).close()
            assert answered[0] - began[0] >= 0.05

    async def test_one_try_per_connection(self):
        async with door() as t:
            reader, writer = await t.tls()
            session = ClientSession(MAL, Aim("seat", "M", words="a-b-c"), CERT_HASH, "", 0, Deadlines())
            hello = session.to_send()
            writer.write(hello)
            session.receive(await reader.read(READ), 0)
            session.next()
            writer.write(session.to_send() + hello)
            bye = m.decode(m.welcoming, (await reader.read(READ))[4:])
            assert bye.code is Code.WRONG_CODE
            await ended(reader)
            writer.transport.abort()


class TestFlood:
    @other_addresses
    async def test_from_one_address_while_an_honest_join_goes_on(self):
        async with door() as t:
            flood = [await t.connect(NEIGHBOUR) for _ in range(limits.UNPROVEN + 40)]
            ann = await t.join()
            assert len(t.listener._unproven) <= limits.UNPROVEN
            assert len(t.listener._logins) <= limits.UNPROVEN
            ann.line.say(m.encode(m.Unready()))
            assert await t.owner.events.get() == m.Unready()
            for sock in flood:
                sock.close()
            await emptied(t.listener)
            ann.close()

    @other_addresses
    async def test_from_many_addresses(self):
        async with door() as t:
            flood = [await t.connect(f"127.0.1.{i}") for i in range(1, limits.UNPROVEN + 40)]
            ann = await t.join()
            assert len(t.listener._unproven) <= limits.UNPROVEN
            for sock in flood:
                sock.close()
            ann.close()

    @pytest.mark.parametrize("stage", ["silent", "TLS and silent", "hello and silent"])
    async def test_of_half_open_ones_from_one_address_and_a_known_guest_comes_in(self, stage, monkeypatch):
        """As many as there may be stand there already, and one more comes while the guest logs in."""
        monkeypatch.setattr(throttle, "UNPROVEN", 16)
        async with door(replace(QUICK, tls=20.0, login=20.0)) as t:
            t.owner.known = {ANN.public}
            flood = []

            async def half_open():
                with suppress(OSError):  # it may be the one that has to go
                    flood.append(await half_opened(t, stage))

            for _ in range(20):
                await half_open()
            came = 0
            for _ in range(10):
                tries = asyncio.create_task(t.join(ANN, resuming()))
                await half_open()  # one arrives in the time of a login: 50 a second, and 20 ms
                with suppress(PassingError):
                    (await tries).close()
                    came += 1
            assert came >= 5  # each gets in with 15 chances of 16
            for end in flood:
                end()

    async def test_who_only_connects_costs_no_handshake_and_no_turn(self):
        async with door() as t:
            begun, gone, leave = [], asyncio.Queue(), t.listener._left
            t.listener._secured = lambda *args: begun.append(args)
            t.listener._left = lambda key: gone.put_nowait(leave(key))
            silent = [await t.connect() for _ in range(5)]
            for _ in range(30):
                (await t.connect()).close()
                await gone.get()
            assert len(t.listener._unproven) == len(silent)
            assert begun == []
            assert t.listener._handshakes.full(asyncio.get_running_loop().time())
            for sock in silent:
                sock.close()
            await emptied(t.listener)

    async def test_of_handshakes_which_wait_for_their_turns_and_chance_decides_whose_it_is(self, monkeypatch):
        monkeypatch.setattr(limits, "HANDSHAKES", limits.Rate(3, 1e-9))
        async with door(QUICK) as t:
            t.owner.known = {ANN.public}
            people = [asyncio.create_task(t.call(ANN, resuming())) for _ in range(8)]
            done, waiting = await asyncio.wait(people, timeout=QUICK.login * 4)
            assert not waiting
            assert sum(not task.exception() for task in done) == 3
            await emptied(t.listener)
            for task in done:
                if not task.exception():
                    task.result()[0].cut()

    async def test_whoever_has_to_go_before_they_were_attended_leaves_nothing(self):
        async with door() as t:
            await asyncio.sleep(0)  # it serves from now on
            with socket.create_server(("127.0.0.1", 0), backlog=200) as server:
                ours = [socket.create_connection(server.getsockname()) for _ in range(limits.UNPROVEN + 1)]
                theirs = [server.accept()[0] for _ in ours]
            t.listener._unproven._chance = lambda keys: keys[0]
            for sock in theirs:
                sock.setblocking(False)
                t.listener._knocked(sock, "192.0.2.1", asyncio.get_running_loop().time())
            await asyncio.sleep(0)
            await asyncio.sleep(0)
            assert theirs[0].fileno() == -1
            assert len(t.listener._logins) == len(t.listener._unproven) == limits.UNPROVEN
            for sock in ours:
                sock.close()
            await emptied(t.listener)

    async def test_those_who_sit_are_never_evicted(self):
        async with door() as t:
            ann = await t.join()
            flood = [await t.connect() for _ in range(40)]
            ann.line.say(m.encode(m.Unready()))
            assert await t.owner.events.get() == m.Unready()
            for sock in flood:
                sock.close()
            ann.close()


class TestSlowloris:
    """Each stops at another point of the login; each is cut off in time, and nobody else waits."""

    async def test_silent_before_tls(self):
        async with door(QUICK) as t:
            sock = await t.connect()
            await self.cut_off(t, *await asyncio.open_connection(sock=sock))

    async def test_silent_after_tls(self):
        async with door(QUICK) as t:
            await self.cut_off(t, *await t.tls())

    async def test_half_a_hello(self):
        async with door(QUICK) as t:
            reader, writer = await t.tls()
            writer.write((500).to_bytes(4, "big") + b"x" * 20)
            await self.cut_off(t, reader, writer)

    async def test_hello_without_auth(self):
        async with door(QUICK) as t:
            reader, writer = await t.tls()
            session = ClientSession(MAL, PAIRING, CERT_HASH, "", 0, Deadlines())
            writer.write(session.to_send())
            await self.cut_off(t, reader, writer)

    async def cut_off(self, t, reader, writer):
        ann = await t.join()
        assert len(t.listener._unproven) == 1
        await ended(reader)
        await emptied(t.listener)
        assert not ann.task.done()
        assert t.owner.ends.empty()
        ann.close()
        writer.transport.abort()

    async def test_a_drip_of_single_bytes_gains_no_time(self):
        """The deadline is one for the whole login, not one per read."""
        async with door(replace(QUICK, login=0.2)) as t:
            reader, writer = await t.tls()
            session = ClientSession(MAL, PAIRING, CERT_HASH, "", 0, Deadlines())
            until = asyncio.create_task(ended(reader))
            for byte in session.to_send():
                writer.write(bytes([byte]))
                await asyncio.wait({until}, timeout=0.01)
            assert until.done()
            writer.transport.abort()


class TestBadManners:
    """Whoever sends nonsense is cut off with a code; nobody else notices."""

    @pytest.mark.parametrize(
        "nonsense",
        [
            pytest.param(b"\xff\xff\xff\xff", id="4 GiB"),
            pytest.param(b"\0\0\0\0", id="an empty frame"),
            pytest.param(frame(b"\x91" * 2000, 2000), id="2,000 deep"),
            pytest.param(frame(b"\xdd\xff\xff\xff\xff", 99), id="an array of 2^32 - 1"),
            pytest.param(frame(m.encode(m.NewCode()), 99), id="what only the hosting player may say"),
            pytest.param(
                frame(m.encode(m.Said(seat=0, n=1, text="x")), 99),
                id="what only the table may say",
            ),
        ],
    )
    async def test_after_login(self, nonsense):
        async with door() as t:
            bob, mal = await t.join(BOB), await t.join()
            mal.line._writer.write(nonsense)
            assert (await mal.end()).code is Code.MALFORMED
            _, why = await t.owner.ends.get()
            assert why.code is Code.MALFORMED
            bob.line.say(m.encode(m.Unready()))
            assert await t.owner.events.get() == m.Unready()
            bob.close()

    async def test_a_deed_signed_by_another(self):
        async with door() as t:
            mal = await t.join()
            ready = deeds.Ready(
                table=PIN.table,
                match=1,
                seat=0,
                deal=1,
                attempt=0,
                head=bytes(32),
                nonce=bytes(32),
                next=bytes(32),
            )
            mal.line.say(m.encode(entries.sign_deed(ready, BOB)))
            assert (await mal.end()).code is Code.BAD_SIGNATURE

    @pytest.mark.parametrize("rate", [20.0, 1e-9])
    async def test_a_flood_of_messages_is_read_one_by_one_and_never_ends_well(self, rate, monkeypatch):
        """However many came at once, the owner hears a burst of them and then each in its time."""
        monkeypatch.setattr(limits, "MESSAGES", limits.Rate(4, rate))
        monkeypatch.setattr(limits, "OVERDRAFT", 1)
        async with door() as t:
            mal = await t.join()
            mal.line._writer.write(frame(m.encode(m.Unready()), 99) * 5_000)
            if rate > 1:
                _, why = await t.owner.ends.get()
                assert why.code is Code.RATE
                assert t.owner.events.qsize() == 8
                await mal.end()
            else:
                for _ in range(5):
                    await t.owner.events.get()
                (await t.join(BOB)).close()  # by now the table would have read all of it
                assert t.owner.events.empty()
                mal.close()

    async def test_what_one_line_has_said_the_next_one_of_the_same_person_cannot_say_again(self, monkeypatch):
        for name in ("MESSAGES", "CHATTER"):
            monkeypatch.setattr(limits, name, limits.Rate(3, 1e-9))
        async with door() as t:
            heard = 0
            for want in ("seat", "watch", "seat"):
                mal = await t.join(ANN, replace(PAIRING, want=want, words=WORDS))
                mal.line.say(m.encode(m.Rename(name="Mal")) * 1)
                if want == "seat":
                    mal.line.say(m.encode(m.Say(text="hi")))
                bob = await t.join(BOB)
                bob.line.say(m.encode(m.Unready()))
                while await t.owner.events.get() != m.Unready():
                    heard += 1
                mal.close()
                bob.close()
            assert heard <= 4  # a burst, and the one that is owed

    async def test_whoever_is_shown_out_is_heard_no_more_whatever_they_had_said_before(self):
        """Their line may be unknown to its owner by now, who would take that for a fault of the table."""
        owner = Owner()

        def heard(visitor, event):
            owner.events.put_nowait(event)
            visitor.line.part(peer_error(Code.REPLACED))

        owner.heard = heard
        async with door(owner=owner) as t:
            older = await t.join()
            older.line._writer.write(frame(m.encode(m.Unready()), 99) * 30)
            assert (await older.end()).code is Code.REPLACED
            assert owner.events.qsize() == 1

    async def test_a_person_logs_in_as_often_as_a_bad_line_breaks_and_is_told_when_to_come_back(self):
        async with door() as t:
            codes = []
            for _ in range(int(limits.LOGINS.burst) + 3):
                try:
                    (await t.join(ANN, resuming() if t.owner.known else PAIRING)).close()
                except PassingError as error:
                    codes.append(error)
            assert [error.code for error in codes] == [Code.BUSY] * len(codes)
            assert codes
            assert 0 < codes[-1].retry_ms <= 1000 / limits.LOGINS.per_second
            assert len(t.owner.visitors) <= limits.LOGINS.burst + 2
            (await t.join(BOB)).close()

    async def test_strangers_whom_an_open_table_lets_in_are_counted_where_they_come_from(self):
        """Else a new key each time would be a new person, with all buckets full."""
        owner = Owner()
        owner.open, owner.words = True, None
        async with door(owner=owner) as t:
            owner.known = {ANN.public}
            refused = []
            for n in range(int(limits.NEWCOMERS.burst) + 5):
                try:
                    (await t.join(SignKey(bytes([n]) * 32), Aim("seat", "Mal", open=True))).close()
                except PassingError as error:
                    refused.append(error.code)
            assert {*refused} == {Code.BUSY}
            assert len(refused) >= 4
            (await t.join(ANN, resuming())).close()

    async def test_who_has_shown_the_words_has_used_up_nobodys_tries(self):
        async with door() as t:
            for n in range(int(limits.TRIES.burst) + 3):
                (await t.join(SignKey(bytes([n + 1]) * 32))).close()

    async def test_the_owner_may_refuse_at_the_door(self):
        async with door() as t:
            t.owner.proven = lambda *_: (_ for _ in ()).throw(TerminalError(Code.FULL))
            with pytest.raises(TerminalError, match=r"^full"):
                await t.call()
            assert t.owner.ends.empty()


class TestHostileTables:
    """A client trusts its table no further: garbage, floods and silence end in the named error."""

    @pytest.mark.parametrize(
        "garbage", [b"\xff\xff\xff\xff", frame(b"\xc1", 99), frame(b"\x91" * 60_000, 60_000)]
    )
    async def test_garbage(self, garbage):
        ours, theirs = _socketpair()
        theirs.setblocking(False)
        serving = asyncio.create_task(
            open_streams(theirs, table_context(*crypto.certificate()[:2]), QUICK, server=True)
        )
        calling = asyncio.create_task(call(ours, ANN, PAIRING, "test", QUICK))
        _, writer = await serving
        writer.write(garbage)
        with pytest.raises(TerminalError, match=r"^malformed"):
            await calling
        writer.transport.abort()


# ------------------------------------------------------------------ guests of a door of ours

DOOR = b"k" * 32


class TestTheTablesOwnDoor:
    @pytest.fixture
    async def t(self):
        async with door(QUICK, secret=DOOR) as found:
            yield found

    async def test_our_own_door_says_where_its_guest_comes_from(self, t):
        for address in ("192.168.1.20", "2001:db8::7"):
            me = SignKey(address.encode().ljust(32, b"."))
            await t.join(me, replace(PAIRING, ticket=ticket(DOOR, address)))
            assert t.owner.visitors[-1].address == address
        await t.join()
        assert t.owner.visitors[-1].address == "127.0.0.1"

    async def test_what_another_says_of_itself_is_not_believed(self, t):
        """Not with another key, not of another address, not by half."""
        for told in (
            ticket(b"x" * 32, "10.0.0.1"),
            ticket(DOOR, "10.0.0.1")[:17] + ticket(DOOR, "10.0.0.2")[17:],
            ticket(DOOR, "10.0.0.1")[:-1] + b"?",
        ):
            with pytest.raises(PassingError):
                await t.call(aim=replace(PAIRING, ticket=told))
        assert t.owner.visitors == []
        await emptied(t.listener)

    async def test_the_tries_of_one_guest_are_not_anothers(self, t):
        async def tried(address, n):
            aim = replace(PAIRING, words="abandon-ability-able", ticket=ticket(DOOR, address))
            with pytest.raises((PassingError, TerminalError)) as refused:
                await t.call(SignKey(bytes([n]) * 32), aim)
            return refused.value.code

        codes = [await tried("10.0.0.1", n) for n in range(int(limits.TRIES.burst) + 1)]
        assert codes[-1] is Code.BUSY
        assert await tried("10.0.0.2", 99) is Code.WRONG_CODE

    async def test_half_a_word_of_a_door_is_a_stranger_who_is_silent(self, t):
        sock = await t.connect()
        await asyncio.get_running_loop().sock_sendall(sock, ticket(DOOR, "10.0.0.1")[:20])
        await emptied(t.listener)
        sock.close()


async def test_a_table_without_doors_takes_it_for_noise():
    async with door(QUICK) as t:
        with pytest.raises(PassingError):
            await t.call(aim=replace(PAIRING, ticket=ticket(DOOR, "10.0.0.1")))
        assert t.owner.visitors == []
