"""Three machines, each a network of its own: a table at home, a public one, a friend elsewhere.

    table 10.98.1.2 --- 10.98.1.1 public 10.98.2.1 --- 10.98.2.2 friend

The public one passes nothing on by itself: whoever wants to come from one end to the
other has to find a way, with real programs.
"""

from __future__ import annotations

import os
import shlex
import shutil
import socket
import subprocess
import sys
import time
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path

import pytest
from host.cable import inside, ip
from kit.ssh import Friend, Hall

TABLE, PUBLIC, FRIEND = "table", "public", "friend"
CABLES = ((TABLE, "10.98.1.2", "10.98.1.1"), (FRIEND, "10.98.2.2", "10.98.2.1"))
AT_TABLE, AT_PUBLIC = "10.98.1.2", "10.98.2.1"
PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "play-beyond-the-lan.md"
LLTUI = (sys.executable, "-m", "lltui")
WIREGUARD = {PUBLIC: "10.77.0.1", TABLE: "10.77.0.2", FRIEND: "10.77.0.3"}
PATIENCE = 20.0
SSHD = shutil.which("sshd", path=f"{os.environ.get('PATH', '')}:/usr/sbin")


class Roads:
    """All three, with a table at home whose doors are open, and an sshd in the middle."""

    def __init__(self, root, monkeypatch):
        self.root, self._begun = root, []
        self.names = {place: f"lltui-{os.getpid()}-{place}" for place in (TABLE, PUBLIC, FRIEND)}
        try:
            self._lay()
        except (OSError, subprocess.SubprocessError) as error:
            self.close()
            pytest.skip(
                f"networks of one's own are made by root on a Linux with iproute2, so NOT tried: {error}"
            )
        with inside(self.names[TABLE]):
            self.hall = Hall(root, monkeypatch, port=4455).open(2222)
        self.sshd = self._sshd()

    def _lay(self):
        for name in self.names.values():
            ip("netns", "add", name)
            ip("-n", name, "link", "set", "lo", "up")
        for place, end, middle in CABLES:
            ours, theirs = f"ll{os.getpid()}{place[0]}", f"ll{os.getpid()}{place[0]}p"
            ip("link", "add", ours, "type", "veth", "peer", "name", theirs)
            for device, where, address in ((ours, place, end), (theirs, PUBLIC, middle)):
                ip("link", "set", device, "netns", self.names[where])
                ip("-n", self.names[where], "addr", "add", f"{address}/24", "dev", device)
                ip("-n", self.names[where], "link", "set", device, "up")
            ip("-n", self.names[place], "route", "add", "default", "via", middle)

    def _sshd(self):
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True, mode=0o755)
        for name in ("sshd", "account"):
            keygen = ["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.root / name]
            subprocess.run(keygen, check=True)
        (self.root / "sshd_config").write_text(
            f"Port 22\nHostKey {self.root}/sshd\nPidFile none\nUsePAM no\nStrictModes no\n"
            f"AuthorizedKeysFile {self.root}/account.pub\nPasswordAuthentication no\nPermitRootLogin yes\n"
            "GatewayPorts clientspecified\n"
        )
        self.begin(PUBLIC, SSHD, "-D", "-e", "-f", str(self.root / "sshd_config"))
        self.reached(FRIEND, AT_PUBLIC, 22)

    # ------------------------------------------------------------------ going about

    def command(self, place, *words):
        """A command line, typed on that machine."""
        return ["ip", "netns", "exec", self.names[place], *words]

    def begin(self, place, *words):
        """A program that goes on there."""
        self._begun.append(subprocess.Popen(self.command(place, *words), stdin=subprocess.DEVNULL))
        return self._begun[-1]

    def run(self, place, *words, **more):
        return subprocess.run(
            self.command(place, *words), capture_output=True, text=True, timeout=PATIENCE, check=True, **more
        ).stdout

    def reached(self, place, address, port):
        """Somebody answers there, seen from that machine; it may have begun a moment ago."""
        end = time.monotonic() + PATIENCE
        while not self.answers(place, address, port):
            assert time.monotonic() < end, (place, address, port)
            time.sleep(0.02)  # nobody tells when

    def answers(self, place, address, port):
        with inside(self.names[place]), suppress(OSError), socket.create_connection((address, port), 1):
            return True
        return False

    def typed(self, beginning):
        """A line of the page as it is typed here: the machines that it names are these."""
        line = next(
            line for line in PAGE.read_text("utf-8").splitlines() if line.startswith(f"    {beginning}")
        )
        for name, here in (("you@", "root@"), ("-J ada@", "-J root@"), ("example.org", AT_PUBLIC)):
            line = line.replace(name, here)
        line = line.replace("ada@example.org", f"root@{AT_PUBLIC}").replace("192.168.1.20", AT_TABLE)
        program, *words = shlex.split(line)
        return [program, "-F", str(self._config), *words] if program == "ssh" else [*LLTUI, *words]

    @contextmanager
    def tunnel(self, line):
        """One of their own with that, as long as it lasts; they have an account on the machine in between."""
        end, there = (TABLE, AT_PUBLIC) if "-R" in line else (FRIEND, "127.0.0.1")
        program = self.begin(end, *self.typed(line))
        self.reached(FRIEND, there, 4455)
        try:
            yield
        finally:
            program.terminate()
            program.wait(PATIENCE)

    @cached_property
    def _config(self):
        """What whoever types has in theirs: the key for that machine, and nothing of who runs these tests."""
        file = self.root / "config"
        file.write_text(
            f"Match host {AT_PUBLIC} user root\n IdentityFile {self.root / 'account'}\n"
            f" StrictHostKeyChecking no\n UserKnownHostsFile {self.root / 'known'}\n"
            f"Match all\n StrictHostKeyChecking accept-new\n UserKnownHostsFile {self.root / 'hosts'}\n"
            " LogLevel ERROR\n IdentitiesOnly yes\n IdentityAgent none\n"
        )
        return file

    def friend(self, line, *words):
        """Somebody at home elsewhere, in front of a terminal."""
        program, *typed = self.typed(line)
        command = self.command(FRIEND, program, *words, *typed)
        homes = {
            f"LLTUI_{use}_DIR": str(self.root / "ada" / use.lower()) for use in ("STATE", "DATA", "CONFIG")
        }
        friend = Friend(command, "xterm-256color", (30, 100), homes)
        self.hall.friends.append(friend)
        return friend

    def join_by_wireguard(self):
        """All three: a net of their own, whose packets the machine in the middle passes on."""
        for program in ("wg", "wireguard-go"):
            if shutil.which(program) is None:
                pytest.skip(f"there is no {program} on this machine, so this way was NOT tried")
        keys = {place: self._wireguard_keys(place) for place in WIREGUARD}
        for place, address in WIREGUARD.items():
            device = f"ll{os.getpid()}w{place[0]}"
            peers = [PUBLIC] if place != PUBLIC else [TABLE, FRIEND]
            told = [f"[Interface]\nPrivateKey = {keys[place][0]}"]
            told += ["ListenPort = 51820"] * (place == PUBLIC)
            for peer in peers:
                told += ["[Peer]", f"PublicKey = {keys[peer][1]}"]
                told += [f"AllowedIPs = {WIREGUARD[peer] + '/32' if place == PUBLIC else '10.77.0.0/24'}"]
                if place != PUBLIC:
                    middle = next(middle for end, _, middle in CABLES if end == place)
                    told += [f"Endpoint = {middle}:51820", "PersistentKeepalive = 25"]
            (self.root / f"{place}.conf").write_text("\n".join(told) + "\n")
            self.begin(place, "wireguard-go", "-f", device)
            self._appears(place, device)
            self.run(place, "wg", "setconf", device, str(self.root / f"{place}.conf"))
            self.run(place, "ip", "addr", "add", f"{address}/24", "dev", device)
            self.run(place, "ip", "link", "set", device, "up")
            if place == PUBLIC:
                self.run(place, "sysctl", "-q", "-w", f"net.ipv4.conf.{device}.forwarding=1")
        self.reached(FRIEND, WIREGUARD[TABLE], self.hall.door.port)

    def _wireguard_keys(self, place):
        secret = self.run(place, "wg", "genkey").strip()
        return secret, self.run(place, "wg", "pubkey", input=secret).strip()

    def _appears(self, place, device):
        end = time.monotonic() + PATIENCE
        while subprocess.run(
            self.command(place, "wg", "show", device), capture_output=True, check=False
        ).returncode:
            assert time.monotonic() < end, device
            time.sleep(0.02)  # as above

    def shown_fingerprints(self):
        """Of every machine that a friend's ssh has taken for the table's."""
        told = self.run(FRIEND, "ssh-keygen", "-l", "-f", str(self.root / "hosts"))
        return {line.split()[1] for line in told.splitlines()}

    def close(self):
        if hasattr(self, "hall"):
            with inside(self.names[TABLE]):
                self.hall.close()
        for program in reversed(self._begun):
            program.terminate()
            program.wait(PATIENCE)
        for name in self.names.values():
            subprocess.run(["ip", "netns", "del", name], check=False, capture_output=True)
