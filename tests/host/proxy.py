"""A wire that means no good: cuts, resets, silence, flipped bits, doubled and swapped pieces, slices, stalls.

What it does to a connection is drawn from its seed and the connection's number.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
from random import Random

GOODBYE = 1.0  # second, for what is still to be read
HARMLESS = ("nothing", "slices", "stall")
HARMFUL = ("cut", "reset", "silence", "flip", "double", "swap")


class Proxy:
    """Between one player and the table."""

    def __init__(self, seed, target, address):  # address: the second number of where it calls from
        self.rng = Random(seed)
        self.target = target
        self.address = address
        self.done = []
        self.tasks = set()
        self.ends = set()

    async def open(self):
        self.server = await asyncio.start_server(self.accepted, "127.0.0.1", 0)
        self.port = self.server.sockets[0].getsockname()[1]
        return self

    async def close(self):
        self.server.close()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        for end in self.ends:
            end.transport.abort()
        await asyncio.sleep(0)  # until then they are not closed

    def reseed(self, seed):
        """From the next connection on."""
        self.rng = Random(seed)

    def accepted(self, reader, writer):
        # Not a coroutine: the server would complain of one that is cancelled at the end.
        task = asyncio.create_task(self.joined(reader, writer))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        self.ends.add(writer)

    async def joined(self, reader, writer):
        toxic = self.rng.choice(HARMLESS if self.rng.random() < 0.2 else HARMFUL)
        self.done.append(toxic)
        try:
            far_reader, far_writer = await self.reached()
        except OSError:
            writer.transport.abort()
            self.ends.discard(writer)
            return
        self.ends.add(far_writer)
        after = self.rng.choice((self.rng.randint(0, 3_000), self.rng.randint(1_000, 12_000)))
        wrong = self.rng.randrange(2)  # in which direction
        pipes = [
            asyncio.create_task(Pipe(self.rng, toxic if wrong == n else "nothing", after).run(*ends))
            for n, ends in enumerate(((reader, far_writer), (far_reader, writer)))
        ]
        try:
            done, _ = await asyncio.wait(pipes, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for pipe in pipes:
                pipe.cancel()
            await asyncio.gather(*pipes, return_exceptions=True)
        resets = any(pipe.exception() is None and pipe.result() == "reset" for pipe in done)
        for end in (writer, far_writer):
            await self.hang_up(end, resets=resets)

    async def reached(self):
        """A connection to the table, from an address of its own: or the table would slow its knocks down."""
        sock = socket.socket()
        try:
            sock.setblocking(False)
            sock.bind((f"127.{self.address}.{len(self.done) // 250}.{len(self.done) % 250 + 1}", 0))
            await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", self.target()))
            return await asyncio.open_connection(sock=sock)
        except BaseException:
            sock.close()
            raise

    async def hang_up(self, writer, *, resets):
        if resets:
            with contextlib.suppress(OSError):
                writer.get_extra_info("socket").setsockopt(
                    socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
                )
        else:
            writer.close()
            with contextlib.suppress(OSError, TimeoutError):
                async with asyncio.timeout(GOODBYE):
                    await writer.wait_closed()
        writer.transport.abort()
        self.ends.discard(writer)


class Pipe:
    """One direction: harmless for so many bytes, and then not."""

    def __init__(self, rng, toxic, after):
        self.rng, self.toxic, self.left = rng, toxic, after

    async def run(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(4096):
                if self.toxic == "slices":
                    await self.sliced(data, writer)
                    continue
                good, data = data[: self.left], data[self.left :]
                self.left -= len(good)
                writer.write(good)
                if data or not self.left:
                    if self.toxic in ("cut", "reset"):
                        return self.toxic
                    data = await self.spoilt(data, reader)
                    writer.write(data)
                await writer.drain()
        return "end"

    async def spoilt(self, data, reader):
        """What becomes of the bytes behind the harmless ones, once."""
        toxic, self.toxic, self.left = self.toxic, "nothing", 10**9
        if toxic == "silence":
            while await reader.read(4096):
                pass
            return b""
        if toxic == "stall":
            await asyncio.sleep(self.rng.uniform(0.05, 0.3))
        if toxic == "flip" and data:
            place = self.rng.randrange(len(data))
            return data[:place] + bytes([data[place] ^ 1 << self.rng.randrange(8)]) + data[place + 1 :]
        if toxic == "double":
            return data + data
        if toxic == "swap":
            half = len(data) // 2
            return data[half:] + data[:half]
        return data

    async def sliced(self, data, writer):
        for start in range(0, len(data), 7):
            writer.write(data[start : start + 7])
            if start % 70 == 0:
                await asyncio.sleep(0)
