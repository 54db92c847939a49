"""Two machines, each a network namespace, and a cable between them that loses, delays and overtakes packets.

The kernel's own way to do that (netem) is not in every kernel.  Two TUN devices
and a program between them do the same to real TCP, where we are root on Linux.
"""

from __future__ import annotations

import asyncio
import ctypes
import fcntl
import os
import socket
import struct
import subprocess
from contextlib import contextmanager, suppress
from random import Random
from typing import NamedTuple

SET_DEVICE, IS_TUN, NO_HEADER = 0x400454CA, 0x0001, 0x1000  # of linux/if_tun.h
NEW_NETWORK = 0x40000000  # of setns(2)
TABLE, PLAYERS = "10.99.0.1", "10.99.0.{}"
MOST_PLAYERS = 8


class Weather(NamedTuple):
    """What a packet meets: the chance to be lost, seconds on the way, and up to so many more."""

    loss: float
    delay: float
    jitter: float


class NoCableError(Exception):
    """This system does not let us."""


class Cable:
    """`near` is where the players are, `far` where the table is."""

    def __init__(self, seed, weather):
        self.rng, self.weather = Random(seed), weather
        self.near, self.far = (f"lltui-{os.getpid()}-{seed}-{end}" for end in ("near", "far"))
        self.ends = {}
        self.plugged = True
        self.carried = self.lost = 0

    async def __aenter__(self):
        try:
            self.ends[self.near] = device(self.near, [PLAYERS.format(10 + n) for n in range(MOST_PLAYERS)])
            self.ends[self.far] = device(self.far, [TABLE])
        except (OSError, subprocess.SubprocessError) as error:
            self.remove()
            raise NoCableError(str(error)) from error
        near, far = self.ends.values()
        loop = asyncio.get_running_loop()
        loop.add_reader(near, self.carry, near, far)
        loop.add_reader(far, self.carry, far, near)
        return self

    async def __aexit__(self, *ends):
        for end in self.ends.values():
            asyncio.get_running_loop().remove_reader(end)
        self.remove()

    def remove(self):
        for end in self.ends.values():
            os.close(end)
        self.ends.clear()
        for name in (self.near, self.far):
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)

    def carry(self, start, end):
        with suppress(BlockingIOError):
            packet = os.read(start, 65536)
            self.carried += 1
            if not self.plugged or self.rng.random() < self.weather.loss:
                self.lost += 1
                return
            wait = self.weather.delay + self.rng.uniform(0, self.weather.jitter)
            asyncio.get_running_loop().call_later(wait, self.arrive, end, packet)

    def arrive(self, end, packet):
        if end in self.ends.values():
            with suppress(OSError):  # a device whose queue is full loses it, as any would
                os.write(end, packet)

    def socket(self):
        """One that is in the players' network, wherever it is used."""
        with inside(self.near):
            return socket.socket()

    @property
    def command(self):
        """What comes before the words of a program that shall run in the table's network."""
        return ("ip", "netns", "exec", self.far)


def device(name, addresses):
    """A new network with this one device; the handle to which its packets come."""
    ip("netns", "add", name)
    with inside(name):
        handle = os.open("/dev/net/tun", os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)
        fcntl.ioctl(handle, SET_DEVICE, struct.pack("16sH22x", b"cable", IS_TUN | NO_HEADER))
    for address in addresses:
        ip("-n", name, "addr", "add", f"{address}/24", "dev", "cable")
    ip("-n", name, "link", "set", "lo", "up")
    ip("-n", name, "link", "set", "cable", "up", "mtu", "1400")
    return handle


def ip(*words):
    subprocess.run(["ip", *words], check=True, capture_output=True)


@contextmanager
def inside(name):
    """This thread is in that network meanwhile."""
    home, there = (os.open(file, os.O_RDONLY) for file in ("/proc/thread-self/ns/net", f"/run/netns/{name}"))
    try:
        enter(there)
        try:
            yield
        finally:
            enter(home)
    finally:
        os.close(home)
        os.close(there)


def enter(network):
    if ctypes.CDLL(None, use_errno=True).setns(network, NEW_NETWORK):
        raise OSError(ctypes.get_errno(), "setns")
