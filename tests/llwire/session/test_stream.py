"""The line over real sockets: the pitfalls of asyncio and TLS, each with the case that shows it."""

import asyncio
import socket
import ssl
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace

import pytest
from kit.lines import ANN, BOB, CERT, KEY, PAIRING, PATIENT, PIN, QUICK, Talk, door

from llwire.session import stream
from llwire.session.host_session import HostSession
from llwire.session.stream import ALPN, PeerLine, call, certificate_hash, client_context, table_context
from llwire.wire import limits
from llwire.wire import messages as m
from llwire.wire.errors import Code, PassingError, PeerError, TerminalError, peer_error
from llwire.wire.limits import READ, UNSENT, WRITE_BUFFER
from llwire.wire.messages import frame


def lost(code=Code.LOST):
    return pytest.raises(PassingError, match=f"^{code}")


async def pipe():
    """Two connected sockets that asyncio may have."""
    with socket.create_server(("127.0.0.1", 0)) as ear:
        ours = socket.create_connection(ear.getsockname())
        theirs, _ = ear.accept()
    for end in (ours, theirs):
        end.setblocking(False)
    return ours, theirs


class Insatiable:
    """A transport that has always room."""

    def __init__(self):
        self.got, self.closing = 0, False

    def write(self, data):
        self.got += len(data)

    def get_write_buffer_size(self):
        return 0

    def is_closing(self):
        return self.closing


class Talkative:
    """A session that always has one more page to send."""

    PAGE = b"x" * 2048

    def to_send(self):
        return self.PAGE


class TestTalking:
    async def test_both_ways(self):
        async with door() as t:
            ann = await t.join()
            ann.line.say(m.encode(m.Say(text="hello")))
            assert await t.owner.events.get() == m.Say(text="hello")
            t.owner.visitors[0].line.say(m.encode(m.Said(seat=0, n=1, text="hello")))
            assert await ann.next() == m.Said(seat=0, n=1, text="hello")
            ann.close()

    async def test_a_lost_line_is_told_once_on_both_sides(self):
        async with door() as t:
            ann = await t.join()
            ann.line.cut()
            _, why = await t.owner.ends.get()
            assert why.code is Code.LOST
            assert (await ann.end()).code is Code.LOST
        assert t.owner.ends.empty()

    async def test_the_newest_connection_of_a_player_wins_at_once(self):
        async with door() as t:
            first = await t.join()
            second = await t.join()
            assert isinstance(await first.next(), TerminalError)
            visitor, why = await t.owner.ends.get()
            assert (visitor, why.code) == (t.owner.visitors[0], Code.REPLACED)
            t.owner.visitors[1].line.say(m.encode(m.Ping(n=1)))
            second.line.say(m.encode(m.Unready()))
            assert await t.owner.events.get() == m.Unready()
            assert t.owner.ends.empty()
            second.close()

    async def test_a_bye_arrives_though_the_peer_is_still_talking(self, monkeypatch):
        """A close with unread bytes resets the line and would swallow the bye."""
        monkeypatch.setattr(limits, "MESSAGES", limits.Rate(4, 1000))
        async with door() as t:
            ann = await t.join()
            ann.line._writer.write(frame(m.encode(m.Unready()), 99) * 200_000)
            assert (await ann.end()).code is Code.RATE

    async def test_the_line_is_not_cut_while_the_peer_still_talks_into_the_bye(self):
        async with door(replace(QUICK, farewell=5)) as t:
            line, _ = await t.call()
            t.owner.visitors[0].line.part(peer_error(Code.KICKED))
            with pytest.raises(TerminalError, match=r"^kicked"):
                await line.event()
            line._writer.write(frame(m.encode(m.Unready()), 99))
            (farewell,) = t.listener._tasks._tasks - set(t.listener._accepting)
            assert not farewell.done()
            line.cut()
            await asyncio.wait({farewell}, timeout=2)
            assert farewell.done()

    async def test_who_has_just_said_bye_may_still_be_spoken_to(self):
        """Its owner, busy with others, does not know yet; that must not end the table."""
        async with door() as t:
            ann = await t.join()
            visitor = t.owner.visitors[0]
            visitor.line.session.receive(frame(m.encode(m.Bye(code=Code.LEFT, retry_ms=0)), 99), 0)
            with pytest.raises(TerminalError, match=r"^left"):
                visitor.line.session.next()
            visitor.line.say(m.encode(m.Ping(n=1)))
            visitor.line.session.want(1, 0)
            ann.close()

    async def test_who_is_hung_up_on_while_another_is_served_is_the_one_at_fault(self):
        async with door() as t:
            ann, bob = await t.join(), await t.join(BOB)

            def fill(visitor):
                if visitor is t.owner.visitors[1]:
                    raise PeerError(Code.FORK)

            t.owner.fill = fill
            t.owner.heard = lambda visitor, event: t.owner.visitors[1].line.pour()
            ann.line.say(m.encode(m.Unready()))
            assert (await bob.end()).code is Code.FORK
            assert not ann.task.done()
            ann.close()

    async def test_a_backlog_comes_in_order_and_only_as_far_as_there_is_room(self):
        async with door() as t:
            t.owner.log = [
                m.encode(m.Entry(body=i.to_bytes(4, "big") * 500, sig=bytes(64))) for i in range(500)
            ]
            ann = await t.join()
            for i in range(500):
                assert (await ann.next()).body == i.to_bytes(4, "big") * 500
            ann.close()

    async def test_who_reads_as_fast_as_we_write_gets_a_portion_and_then_the_others_are_heard(self):
        """Or one pour would be all matches of an evening, and nobody else would be heard meanwhile."""
        reader = Insatiable()
        line = PeerLine(None, SimpleNamespace(transport=reader, write=reader.write), Talkative(), QUICK)
        line.pour()
        portion, reader.got = reader.got, 0
        assert stream.PORTION <= portion < stream.PORTION + 2 * len(Talkative.PAGE)
        while not reader.got:  # noqa: ASYNC110 - the next comes by itself, and tells nobody
            await asyncio.sleep(0)
        assert reader.got == portion
        reader.closing, reader.got = True, 0
        line.pour()
        assert reader.got == 0, "nothing is poured into a line that is gone"

    async def test_a_fault_of_ours_is_not_swallowed(self):
        """It ends the table, with its traceback; it is not taken for the peer's."""
        async with door() as t:
            ann = await t.join()

            def broken(visitor, event):
                raise AssertionError("ours")

            t.owner.heard = broken
            ann.line.say(m.encode(m.Unready()))
            with pytest.raises(ExceptionGroup) as caught:
                await t.serving
            assert caught.group_contains(AssertionError, match="ours")
            await ann.end()
            t.fault_expected = True


async def test_a_knock_that_is_gone_already_ends_nothing():
    """macOS refuses every option of a socket that was reset."""

    class Gone:
        closed = False

        def setsockopt(self, *_):
            raise OSError(22, "Invalid argument")

        def close(self):
            self.closed = True

    async with door() as t:
        gone = Gone()
        t.listener._fresh[0] = gone
        t.listener._left(0)
        assert gone.closed


class TestTls:
    def test_only_1_3_and_only_the_hash_is_trusted(self):
        context = client_context()
        assert context.minimum_version is ssl.TLSVersion.TLSv1_3
        assert (context.check_hostname, context.verify_mode) == (False, ssl.CERT_NONE)
        table = table_context(CERT, KEY)
        assert table.minimum_version is ssl.TLSVersion.TLSv1_3
        assert table.num_tickets == 0

    async def test_the_certificate_is_a_p_256_key_s_and_seen_by_its_hash(self):
        async with door() as t:
            _, writer = await t.tls()
            tls = writer.get_extra_info("ssl_object")
            assert (tls.version(), tls.selected_alpn_protocol()) == ("TLSv1.3", ALPN)
            assert certificate_hash(tls) == PIN.cert_hash
            writer.transport.abort()

    async def test_tls_1_2_is_refused(self):
        context = client_context()
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        context.maximum_version = ssl.TLSVersion.TLSv1_2
        async with door() as t:
            with pytest.raises(OSError):
                await t.tls(context)

    async def test_the_table_checks_alpn(self):
        """OpenSSL itself goes on without a common protocol."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
        async with door() as t:
            reader, writer = await t.tls(context)
            assert m.decode(m.answering, (await reader.read(READ))[4:]).code is Code.VERSION
            writer.transport.abort()

    async def test_the_client_checks_alpn(self, tmp_path):
        pem = tmp_path / "pem"
        pem.write_bytes(CERT + KEY)
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(pem)
        async with door(context=context) as t:
            with pytest.raises(TerminalError, match=r"^version"):
                await t.call()

    async def test_a_hello_that_was_there_before_we_listened_is_not_lost(self):
        """With `start_tls` over a reader the first bytes can get stuck in the plain reader's buffer."""
        async with door() as t:
            sock = await t.connect()
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = client_context().wrap_bio(incoming, outgoing)
            with pytest.raises(ssl.SSLWantReadError):
                tls.do_handshake()
            sock.send(outgoing.read())
            loop = asyncio.get_running_loop()
            async with asyncio.timeout(2):
                while tls.version() is None or tls.selected_alpn_protocol() is None:
                    incoming.write(await loop.sock_recv(sock, READ))
                    try:
                        tls.do_handshake()
                    except ssl.SSLWantReadError:
                        continue
            assert tls.selected_alpn_protocol() == ALPN
            sock.close()

    async def test_something_that_is_no_tls_is_cut(self):
        async with door() as t:
            sock = await t.connect()
            reader, writer = await asyncio.open_connection(sock=sock)
            writer.write(b"GET / HTTP/1.1\r\n\r\n")
            async with asyncio.timeout(2):
                assert b"HTTP" not in await reader.read()
            writer.transport.abort()

    @pytest.mark.parametrize("junk", [b"\x17\x03\x03\x00\x05hello", b"\x15\x03\x03\x00\x02\x02\x28", b""])
    async def test_a_broken_record_right_behind_the_handshake(self, junk):
        """`getpeercert` says "handshake not done yet", or the line is lost; never anything else."""
        ours, theirs = await pipe()
        loop = asyncio.get_running_loop()

        async def liar():
            incoming, outgoing = ssl.MemoryBIO(), ssl.MemoryBIO()
            tls = table_context(CERT, KEY).wrap_bio(incoming, outgoing, server_side=True)
            incoming.write(await loop.sock_recv(theirs, READ))
            with pytest.raises(ssl.SSLWantReadError):
                tls.do_handshake()
            await loop.sock_sendall(theirs, outgoing.read() + junk)
            if not junk:
                theirs.close()

        lying = asyncio.create_task(liar())
        with pytest.raises(PassingError):
            await call(ours, ANN, PAIRING, "test", QUICK)
        async with asyncio.timeout(2):
            await lying
        theirs.close()

    def test_a_certificate_that_cannot_be_asked_for_is_a_lost_line(self):
        class Tls:
            def getpeercert(self, *, binary_form):
                raise ValueError("handshake not done yet")

        with lost():
            certificate_hash(Tls())


class TestDeadlines:
    async def test_a_client_does_not_wait_for_a_table_that_says_nothing(self):
        ours, theirs = await pipe()
        with lost(Code.SLOW):
            await call(ours, ANN, PAIRING, "test", replace(QUICK, tls=5, login=0.05))
        theirs.close()

    async def test_nor_for_one_that_goes_silent_after_tls(self):
        ours, theirs = await pipe()
        silent = asyncio.create_task(
            stream.open_streams(theirs, table_context(CERT, KEY), QUICK, server=True)
        )
        with lost(Code.SLOW):
            await call(ours, ANN, PAIRING, "test", replace(QUICK, login=0.1))
        _, writer = await silent
        writer.transport.abort()

    async def test_a_client_that_dies_without_a_word_is_given_up(self):
        """`is_closing` may stay False for ever; only silence tells."""
        quick = replace(PATIENT, idle=0.02, dead=0.06)
        async with door(quick) as t:
            line, _ = await t.call()
            visitor, why = await t.owner.ends.get()
            assert (visitor, why.code) == (t.owner.visitors[0], Code.SLOW)
            line.cut()

    async def test_a_table_that_dies_without_a_word_is_given_up(self):
        async with door() as t:
            line, _ = await t.call(deadlines=replace(PATIENT, idle=0.02, dead=0.06))
            t.owner.visitors[0].line.session._pulse = lambda _: True
            assert (await Talk(line).end()).code is Code.SLOW

    async def test_pings_keep_an_idle_line_alive_and_measure_it(self):
        quick = replace(PATIENT, idle=0.01)
        async with door(quick) as t:
            ann = await t.join()
            pongs = [await t.owner.events.get() for _ in range(15)]
            assert all(isinstance(pong, m.Pong) for pong in pongs)
            assert 0 < t.owner.visitors[0].line.session.lag < PATIENT.dead
            assert not ann.task.done()
            ann.close()

    async def test_a_stuck_reader_is_cut_off_and_costs_no_copy_of_the_log(self):
        """The timeout of a drain is an OSError too; taken for one it would hide the stall."""
        quick = replace(PATIENT, stall=0.1)
        async with door(quick) as t:
            t.owner.log = [m.encode(m.Entry(body=bytes(60_000), sig=bytes(64)))] * 2_000
            line, _ = await t.call()
            line._reader._transport.pause_reading()
            visitor, why = await t.owner.ends.get()
            assert why.code is Code.SLOW
            assert t.owner.cursor[visitor] < 300
            transport = visitor.line._writer.transport
            assert transport.get_write_buffer_size() < WRITE_BUFFER + 61_000
            line.cut()

    async def test_a_stuck_reader_cannot_be_fed_chat_without_bound(self):
        async with door() as t:
            line, _ = await t.call()
            line._reader._transport.pause_reading()
            visitor = t.owner.visitors[0]
            said = m.Said(seat=0, n=1, text="x" * 240)
            for _ in range(100_000):
                visitor.line.say(m.encode(said))
                if visitor.line._told.done():
                    break
            assert visitor.line.session.unsent < UNSENT + 1_000
            _, why = await t.owner.ends.get()
            assert why.code is Code.SLOW
            line.cut()

    async def test_a_table_that_asks_for_pongs_and_reads_none_is_left(self):
        async with door() as t:
            line, _ = await t.call()
            line._full.set()
            line._writer.drain = asyncio.Event().wait
            t.owner.visitors[0].line._writer.write(frame(m.encode(m.Ping(n=1)), 99) * (UNSENT // 8))
            ended = await Talk(line).end()
            assert (ended.code, line.session.unsent < 2 * UNSENT) == (Code.SLOW, True)
            line.cut()

    async def test_others_go_on_while_one_is_stuck(self):
        async with door() as t:
            stuck, _ = await t.call()
            stuck._reader._transport.pause_reading()
            bob = await t.join(BOB)
            t.owner.log = [m.encode(m.Entry(body=bytes(60_000), sig=bytes(64)))] * 200
            for visitor in t.owner.visitors:
                visitor.line.pour()
            for _ in range(200):
                assert isinstance(await bob.next(), m.Entry)
            stuck.cut()
            bob.close()


class Ceaseless:
    """A peer that never stops: both halves of its line, and how much of it was read."""

    def __init__(self):
        self.read_bytes, self.aborted, self.transport = 0, False, self

    async def read(self, most):
        self.read_bytes += most
        assert self.read_bytes < 16 * WRITE_BUFFER, "without end"
        return bytes(most)

    def write(self, data):
        pass

    def abort(self):
        self.aborted = True


class Heard:
    """A session with so many things in it, all of which came at once; then the test is over."""

    unsent, pause_of = 0, 0.0

    def __init__(self, number):
        self.left = list(range(number))

    def next(self):
        if not self.left:
            raise PeerError(Code.LOST)
        return self.left.pop(0)

    def pause(self, now):
        return self.pause_of


async def test_who_is_shown_out_and_never_stops_talking_is_read_no_further_than_anybody_could_say():
    """Not until the time is over: whoever sends that fast would have us busy with it."""
    peer = Ceaseless()
    session = HostSession(PIN, "test", 0.0, replace(QUICK, farewell=60.0))
    line = stream.PeerLine(peer, peer, session, replace(QUICK, farewell=60.0))
    async with asyncio.timeout(10):
        await line.farewell(PeerError(Code.KICKED))
    assert peer.aborted
    assert 2 * WRITE_BUFFER <= peer.read_bytes < 2 * WRITE_BUFFER + READ


async def test_between_things_that_came_at_once_the_others_have_their_turn(monkeypatch):
    """One turn of the loop for each stretch of time, by a clock that the test moves."""
    peer, heard, turns = Ceaseless(), [], []
    line = stream.PeerLine(peer, peer, Heard(1_000), QUICK)
    line._loop = now = Clock()

    def hear(event):
        heard.append(event)
        now.at += stream.TURN / 10

    async def others():
        while True:
            turns.append(len(heard))
            await asyncio.sleep(0)

    waiting = asyncio.ensure_future(others())
    with pytest.raises(PeerError):
        await line._reading(hear, stream._always)
    waiting.cancel()
    assert len(heard) == 1_000
    assert 80 <= len(turns) <= 110, "as often as that, and no oftener: each costs a turn of the loop"
    assert max(after - before for before, after in pairwise(turns)) <= 12


class Clock:
    def __init__(self):
        self.at = 0.0

    def time(self):
        return self.at


async def test_small_packets_go_out_at_once_and_a_dead_peer_is_known_to_the_kernel():
    async with door() as t:
        line, _ = await t.call()
        sock = line._writer.get_extra_info("socket")
        assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            assert sock.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == QUICK.dead * 1000
        line.cut()


def test_a_cancelled_end_hides_no_fault_of_ours():
    ends = [asyncio.CancelledError(), PeerError(Code.LOST), ZeroDivisionError()]
    assert isinstance(stream._why(ends), ZeroDivisionError)
    assert isinstance(stream._why(ends[:2]), PeerError)
    assert isinstance(stream._why(ends[:1]), asyncio.CancelledError)
