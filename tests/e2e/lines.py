"""The lines between a player and the program: a real sshd on loopback, and a tmux of one's own."""

from __future__ import annotations

import getpass
import os
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path

import pytest

LIMIT = 20.0
LLTUI = f"{sys.executable} -m lltui"


def needed(program, *folders):
    """Where it is; a test without it says so aloud, and the run names it at its end."""
    path = os.pathsep.join((os.environ.get("PATH", ""), *folders))
    found = shutil.which(program, path=path)
    if found is None:
        pytest.skip(f"there is no {program} on this machine, so this way to play was NOT tried")
    return found


class Ssh:
    """An sshd that lets exactly us in."""

    def __init__(self, home, environ):
        server, keygen, self.client = needed("sshd", "/usr/sbin"), needed("ssh-keygen"), needed("ssh")
        self.home = home
        for name in ("host", "key"):
            subprocess.run([keygen, "-q", "-t", "ed25519", "-N", "", "-f", home / name], check=True)
        (home / "authorized").write_text((home / "key.pub").read_text())
        self.port = _free()
        # Where privileges are separated, this folder has to be there; only root may make it.
        if os.geteuid() == 0:
            Path("/run/sshd").mkdir(exist_ok=True, mode=0o755)
        told = " ".join(f'"{name}={value}"' for name, value in environ.items())
        (home / "config").write_text(
            f"Port {self.port}\nListenAddress 127.0.0.1\nHostKey {home}/host\nPidFile none\nUsePAM no\n"
            f"AuthorizedKeysFile {home}/authorized\nStrictModes no\nPasswordAuthentication no\n"
            f"PermitRootLogin yes\nSetEnv {told}\n"
        )
        self.log = (home / "sshd.log").open("w")
        self.process = subprocess.Popen(
            [server, "-D", "-e", "-f", home / "config"], stdin=subprocess.DEVNULL, stderr=self.log
        )
        _answers(self.port, self.process)

    def words(self, command):
        """What a player would type, on the other machine."""
        quiet = ["UserKnownHostsFile=/dev/null", "StrictHostKeyChecking=no", "LogLevel=ERROR", "SendEnv=-*"]
        options = [part for option in quiet for part in ("-o", option)]
        where = ["-i", str(self.home / "key"), "-p", str(self.port), f"{getpass.getuser()}@127.0.0.1"]
        return [self.client, "-tt", "-F", "none", *options, *where, command]

    def close(self):
        self.process.terminate()
        self.process.wait(LIMIT)
        self.log.close()


def _free():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def _answers(port, process):
    deadline = time.monotonic() + LIMIT
    while time.monotonic() < deadline:
        assert process.poll() is None, "sshd has ended"
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            time.sleep(0.02)
        else:
            return
    raise AssertionError("sshd does not answer")


class Tmux:
    """A session on a server of its own, with nobody's configuration."""

    def __init__(self, home, environ, command, size=(80, 24)):
        self._tmux = [needed("tmux"), "-S", str(home / "tmux"), "-f", "/dev/null"]
        width, height = size
        known = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
        words = ["new-session", "-d", "-x", str(width), "-y", str(height), command]
        subprocess.run([*self._tmux, *words], check=True, env={**known, **environ, "TERM": "xterm-256color"})

    def run(self, *words):
        return subprocess.run([*self._tmux, *words], check=True, capture_output=True, text=True).stdout

    def press(self, *keys):
        self.run("send-keys", *keys)

    def shown(self):
        return self.run("capture-pane", "-p")

    def until(self, text):
        deadline = time.monotonic() + LIMIT
        while text not in self.shown():
            assert time.monotonic() < deadline, f"never came: {text}\n{self.shown()}"
            time.sleep(0.05)

    def close(self):
        subprocess.run([*self._tmux, "kill-server"], check=False, capture_output=True)
