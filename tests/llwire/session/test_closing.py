"""How a line ends: the bye gets out, what follows is cut, and nobody waits for a graceful close."""

import asyncio
import socket

import pytest
from kit.lines import BOB, QUICK, door

from llwire.wire.errors import Code


class TestClosing:
    async def test_closing_says_bye_and_waits_for_nobody(self):
        """`Server.wait_closed` hangs on 3.12, a graceful TLS close waits for half a minute."""
        async with door() as t:
            ann = await t.join()
            deaf, _ = await t.call(BOB)
            _, halfway = await t.tls()
            t.listener.close()
            async with asyncio.timeout(QUICK.farewell + 1):
                await t.serving
            assert (await ann.end()).code is Code.CLOSING
            deaf.cut()
            halfway.transport.abort()

    async def test_closing_before_it_has_begun_to_listen(self):
        async with door() as t:
            t.listener.close()
            async with asyncio.timeout(1):
                await t.serving

    async def test_nothing_is_left_behind(self):
        """Live handlers at the end of a loop print tracebacks on 3.11."""
        before = asyncio.all_tasks()
        async with door() as t:
            line, _ = await t.call()
            _, halfway = await t.tls()
            t.serving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await t.serving
            assert asyncio.all_tasks() == before
            assert len(t.listener._unproven) == 0
            line.cut()
            halfway.transport.abort()

    async def test_the_port_is_free_again(self):
        async with door() as t:
            line, _ = await t.call()
            line.cut()
        again = socket.create_server(("127.0.0.1", t.port))
        again.close()
