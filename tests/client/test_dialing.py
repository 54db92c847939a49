"""From an address to a line, and what is said when there is none."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import socket

import pytest
from kit.clients import QUICK
from kit.lines import WORDS
from kit.loopback import loopback

from lltui.client import dialing
from lltui.client.dialing import (
    BadAddress,
    NoAnswer,
    NobodyThere,
    NoNetwork,
    Timing,
    UnknownAddress,
    dial,
    joined,
    reach,
    split,
)
from llwire.session.handshake import Aim
from llwire.wire.crypto import SignKey
from llwire.wire.errors import Code, PeerError, peer_error

ME = SignKey(b"m" * 32)
PAIRING = Aim("seat", "Ann", words=WORDS)


@pytest.mark.parametrize(
    "typed, host, port",
    [
        ("192.168.1.7", "192.168.1.7", 4455),
        ("192.168.1.7:4456", "192.168.1.7", 4456),
        (" kitchen.local ", "kitchen.local", 4455),
        ("fe80::1%eth0", "fe80::1%eth0", 4455),
        ("[fe80::1%eth0]:4456", "fe80::1%eth0", 4456),
        ("::1", "::1", 4455),
    ],
)
def test_an_address_is_read_as_it_is_typed(typed, host, port):
    assert split(typed) == (host, port)


@pytest.mark.parametrize(
    "typed", ["", "a b", "1.2.3.4:0", "1.2.3.4:65536", "1.2.3.4:x", "[::1", "a:b:c", "host:"]
)
def test_what_is_no_address_is_told(typed):
    with pytest.raises(BadAddress):
        split(typed)


@pytest.mark.parametrize(
    "place, written",
    [
        (("10.0.0.1", 7), "10.0.0.1:7"),
        (("::1", 7, 0, 0), "[::1]:7"),
        (("fe80::1", 7, 0, 3), "[fe80::1%3]:7"),
        (("fe80::1%3", 7, 0, 3), "[fe80::1%3]:7"),
    ],
)
def test_a_place_is_written_as_it_could_be_typed(place, written):
    assert joined(place) == written
    assert split(written)[1] == 7


@contextlib.asynccontextmanager
async def program(answer):
    """Another program that listens; `answer` is what it does with a connection."""
    writers, answers = [], []

    async def met(reader, writer):
        writers.append(writer)
        answers.append(asyncio.current_task())
        with contextlib.suppress(OSError, asyncio.CancelledError):
            await answer(reader, writer)

    server = await asyncio.start_server(met, "127.0.0.1", 0)
    try:
        yield f"127.0.0.1:{server.sockets[0].getsockname()[1]}"
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()
        for task in answers:
            task.cancel()
        await asyncio.gather(*answers, return_exceptions=True)
        await asyncio.sleep(0)


def unused():
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return f"127.0.0.1:{sock.getsockname()[1]}"


async def http(reader, writer):
    writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
    writer.close()


async def ssh(reader, writer):
    writer.write(b"SSH-2.0-OpenSSH_9.6\r\n")
    await reader.read()
    writer.close()


async def silent(reader, writer):
    await reader.read()
    writer.close()


@pytest.mark.parametrize("other", [http, ssh])
async def test_another_program_at_the_port_is_told_as_such(other):
    async with program(other) as address:
        with pytest.raises(PeerError) as caught:
            await dial((address,), ME, PAIRING, QUICK)
    assert isinstance(dialing.refusal(caught.value, address), dialing.AnotherProgram)


async def test_a_program_that_says_nothing_is_given_up():
    quick = Timing(stagger=0.01, deadlines=QUICK.deadlines.__class__(tls=0.1, farewell=0.1))
    async with program(silent) as address:
        with pytest.raises(PeerError) as caught:
            await dial((address,), ME, PAIRING, quick)
    assert isinstance(dialing.refusal(caught.value, address), dialing.AnotherProgram)


async def test_nobody_there():
    with pytest.raises(NobodyThere):
        await dial((unused(),), ME, PAIRING, QUICK)


async def test_a_name_that_nobody_knows(monkeypatch):
    async def unknown(*_args, **_more):
        raise socket.gaierror(socket.EAI_NONAME, "unknown")

    monkeypatch.setattr(asyncio.get_running_loop(), "getaddrinfo", unknown)
    with pytest.raises(UnknownAddress):
        await dial(("no-such-host.invalid",), ME, PAIRING, QUICK)


@pytest.mark.parametrize(
    "error, trouble",
    [
        (OSError(errno.ENETUNREACH, ""), NoNetwork),
        (OSError(errno.EHOSTUNREACH, ""), NoNetwork),
        (TimeoutError(), NoAnswer),
        (ConnectionRefusedError(errno.ECONNREFUSED, ""), NobodyThere),
    ],
)
async def test_what_the_network_says_is_told_as_what_to_do(error, trouble, monkeypatch):
    async def fails(*_):
        raise error

    monkeypatch.setattr(dialing, "_try", fails)
    with pytest.raises(trouble):
        await reach(("192.0.2.1",), QUICK)


async def test_of_several_addresses_the_one_that_answers_is_taken(tmp_path):
    async with loopback(tmp_path) as table:
        addresses = (unused(), table.address)
        dialled = await dial(addresses, ME, PAIRING, QUICK)
        assert dialled.address == table.address
        await dialled.line.farewell(peer_error(Code.LEFT))


async def test_an_address_with_another_program_does_not_hide_the_table(tmp_path):
    async with loopback(tmp_path) as table, program(http) as other:
        dialled = await dial((other, table.address), ME, PAIRING, QUICK)
        assert dialled.address == table.address
        await dialled.line.farewell(peer_error(Code.LEFT))


async def test_no_socket_is_left_behind_when_several_answer(tmp_path):
    async with loopback(tmp_path) as table:
        sock, _ = await reach((table.address, f"localhost:{table.port}"), QUICK)
        sock.close()


class TestTiming:
    def test_the_pause_doubles_to_its_longest_and_is_spread(self):
        timing = Timing()
        assert [timing.pause(n, lambda: 0.5) for n in range(7)] == [0.2, 0.4, 0.8, 1.6, 3.2, 5.0, 5.0]
        assert timing.pause(0, lambda: 0.0) == pytest.approx(0.1)
        assert timing.pause(0, lambda: 1.0) == pytest.approx(0.3)
        assert timing.pause(10_000, lambda: 1.0) == 7.5


@pytest.mark.parametrize("code", Code)
def test_every_code_has_its_trouble(code):
    assert dialing.refusal(peer_error(code), "1.2.3.4").facts == {"address": "1.2.3.4"}
