"""One guest who has nothing but an ssh client: `ssh -p 2222 ada@192.168.1.20`.

Whoever comes is known by a key, if their ssh client proves to have it: any will do, and
it is bound to the seat that its owner sits down on, whatever they call themselves.  That
they may come in, the table's three words prove, which the client asks for as ever.
Who has no key types them each time, and comes back from the address from which they came.

There is one session to be had, and behind it nothing but the table: no shell, no
command, no subsystem, no way on to another port.
"""

from __future__ import annotations

import asyncio
import errno
import fcntl
import hashlib
import os
import re
import shlex
import signal
import socket
import struct
import termios
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any, NamedTuple, NoReturn

import asyncssh
import msgspec

from lltui import text
from lltui.client.dialing import ssh_line
from lltui.doors import GuestOrder, guests, write_down
from lltui.doors.confinement import alone, bounded, confine, ends_with_parent
from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.table.table_folder import Folder
from lltui.text import Wording
from llwire.session.listener import ticket
from llwire.session.throttle import neighbourhood
from llwire.wire import limits
from llwire.wire.text import clean_name, skeleton

LOGIN = 30.0  # seconds, until who connects is through with that
ENTERS = 180.0  # until who is asked for the words has typed them
IDLE = 7200.0  # without a key being pressed; their seat waits
LOOKS, BUSY, NICE = 2.0, 0.5, 10  # how often; and who works half of that time comes behind all others
ENDS = 2.0  # for whoever is told that it is the end
HELD = 32_768  # bytes that a terminal is behind; then its guest's own driver waits
LONGEST = 64  # letters of a word of the environment
WORDS = frozenset({b"LANG", b"COLORTERM", b"NO_COLOR"})  # that a guest may bring, beside TERM


# What a connection's process says to the one that accepts.
LET_IN = b"in"
LASTS, ONCE = b"lasts ", b"once "  # and the name of the guest's folder


class GuestScreen(NamedTuple):
    """A terminal, and by whom it was asked for."""

    kind: str
    columns: int
    rows: int


def fingerprint_of(root: Path) -> str:
    """Of the key of this machine, which is made once; this process never has it."""
    public = root / "ssh.key.pub"
    if not (public.exists() and (root / "ssh.key").exists()):
        pid = os.fork()
        if pid == 0:
            os._exit(_made(root))
        if os.waitpid(pid, 0)[1]:
            raise OSError(errno.EIO, os.strerror(errno.EIO))
    told: str = asyncssh.import_public_key(reading.data(public)).get_fingerprint()
    return told


def _made(root: Path) -> int:
    """The exit code."""
    try:
        with suppress(FileExistsError):
            disk.create(root / "ssh.key", asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        key = asyncssh.import_private_key(reading.data(root / "ssh.key"))
        disk.replace(root / "ssh.key.pub", key.export_public_key())
    except (OSError, ValueError):
        return 1
    return 0


# ------------------------------------------------------------------------ one connection


def attend(
    sock: socket.socket,
    address: str,
    control: socket.socket,
    folder: Folder,
    guest: Callable[[socket.socket], int],
    *,
    room: bool,
) -> NoReturn:
    """All of a connection's process: first the guest's is forked, then there are secrets here."""
    code = 1
    try:
        ends_with_parent(signal.SIGTERM)
        ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        pid = os.fork()
        if pid == 0:
            ends_with_parent(signal.SIGKILL)
            alone(theirs)
            code = guest(theirs)
        else:
            theirs.close()
            line = SshLine(sock, address, control, folder, ours, pid, room=room)
            bounded()
            confine(makes=guests(folder.path))
            code = asyncio.run(line.spend())
    except (OSError, asyncssh.Error, Trouble) as error:
        write_down("broke", error=repr(error))
    finally:
        os._exit(code)


class _Brought(dict[bytes, bytes]):
    """The environment that a guest brings along: of so much as they like, the little that is wanted."""

    def __setitem__(self, name: bytes, value: bytes) -> None:
        if name in WORDS and len(value) <= LONGEST:
            super().__setitem__(name, value)


class SshLine:
    """One guest from their first byte to their last."""

    def __init__(
        self,
        sock: socket.socket,
        address: str,
        control: socket.socket,
        folder: Folder,
        guest: socket.socket,
        pid: int,
        *,
        room: bool,
    ) -> None:
        keys, found = folder.keys(), folder.found()
        self._sock, self._address, self._control = sock, address, control
        self._guest, self._pid, self._room = guest, pid, room
        self._terminals = os.openpty()  # later there is no leave to open one
        self._folder = guests(folder.path)
        disk.make_folder(self._folder)
        self._host_key = asyncssh.import_private_key(reading.data(folder.path.parent / "ssh.key"))
        self._door, self._pin, self._wordless = keys.door, keys.pin, keys.words is None
        self._port = 0 if found is None else found.port
        self._at = sock.getsockname()
        self._user, self._key = "", b""
        self._session: SshSession | None = None
        self._inside = False
        self._heard = time.monotonic()

    async def spend(self) -> int:
        """The exit code, which nobody asks for."""
        loop = asyncio.get_running_loop()
        self._over: asyncio.Future[str] = loop.create_future()
        self._ended: asyncio.Future[int] = loop.create_future()
        loop.add_signal_handler(signal.SIGTERM, self.end, "closed")
        loop.add_signal_handler(signal.SIGCHLD, self._reap)
        loop.add_reader(self._guest, self._hear)
        self._guest.setblocking(False)
        try:
            connection = await asyncssh.run_server(
                self._sock,
                server_factory=lambda: _Greeting(self),
                server_host_keys=[self._host_key],
                encoding=None,
                line_editor=False,
                x11_forwarding=False,
                agent_forwarding=False,
                allow_scp=False,
                password_auth=False,
                host_based_auth=False,
                gss_host=None,
                compression_algs=None,
                window=HELD,
                login_timeout=LOGIN,
                keepalive_interval=15,
                keepalive_count_max=3,
            )
        except (asyncssh.Error, OSError, TimeoutError):
            return 1
        watching = asyncio.ensure_future(self._watch())
        why = await self._over
        watching.cancel()
        if self._session is not None:
            self._session.part(why)
        with suppress(asyncssh.Error, OSError, TimeoutError):  # whoever is gone hears no farewell
            async with asyncio.timeout(ENDS):
                await connection.wait_closed()  # a client that has what it came for hangs up
                await self._ended
        connection.abort()
        return 0

    def end(self, why: str) -> None:
        """`why` names what is said to whoever can still read it."""
        if not self._over.done():
            self._over.set_result(why)

    # ------------------------------------------------------------------ who it is

    def named(self, user: str) -> None:
        """What they call themselves."""
        self._user = user

    def known_by(self, key: bytes) -> None:
        """What they have shown to have, or say that they have: what was said last is what was proved."""
        self._key = key

    def session(self) -> SshSession | None:
        """One, and no second."""
        if self._session is not None:
            return None
        self._session = SshSession(self)
        return self._session

    def begin(self, place: GuestScreen | None, brought: Mapping[bytes, bytes]) -> int | None:
        """A terminal on which the guest's process begins; None if there is no room."""
        if not self._room:
            self.end("full")
            return None
        ours, theirs = self._terminals
        try:
            if place is None:
                _as_a_pipe(theirs)
            else:
                sized(ours, place.columns, place.rows)
            order = self._order("dumb" if place is None else place.kind, brought)
            lasts = known_again(self._key, self._address, order.name)
            self._control.send((LASTS if lasts else ONCE) + Path(order.folder).name.encode())
            socket.send_fds(self._guest, [msgspec.json.encode(order)], [theirs])
        finally:
            os.close(theirs)
        os.set_blocking(ours, False)
        return ours

    def _order(self, kind: str, brought: Mapping[bytes, bytes]) -> GuestOrder:
        name = clean_name(self._user[: limits.NAME_CELLS]) or "Guest"
        name = name.title() if name.islower() else name
        who = known_again(self._key, self._address, name) or os.urandom(32)
        folder = hashlib.sha256(who).hexdigest()[:32]
        with suppress(FileExistsError):
            (self._folder / folder).mkdir(mode=0o700)
        words = {word.decode(): value.decode("ascii", "replace") for word, value in brought.items()}
        environ = {word: value for word, value in words.items() if SAFE.fullmatch(value)}
        return GuestOrder(
            name=name,
            folder=str(self._folder / folder),
            table=self._pin,
            port=self._port,
            ticket=ticket(self._door, self._address),
            back=self._line(words),
            open=self._wordless,
            words_again=not self._key and not self._wordless,
            environ={**environ, "TERM": kind if SAFE.fullmatch(kind) else "dumb"},
        )

    def _line(self, brought: Mapping[str, str]) -> str:
        """What they have typed, and type to come back; of a tunnel nobody here knows where it begins."""
        if _shared(self._address):
            return Wording(text.default_language(brought), "ssh", "host")("same" if self._key else "keyless")
        address, port = self._at[:2]
        return ssh_line(address, port, shlex.quote(self._user))

    # ---------------------------------------------------------------------- how long

    def typed(self) -> None:
        """They are still there."""
        self._heard = time.monotonic()

    async def _watch(self) -> None:
        """Who is not let in, and who does nothing, keeps no process for ever."""
        began, worked = time.monotonic(), time.process_time()
        while True:
            if time.process_time() > worked + BUSY * LOOKS:  # no person types so much
                os.nice(NICE)
            now, worked = time.monotonic(), time.process_time()
            if now > self._heard + IDLE or (not self._inside and now > began + ENTERS):
                self.end("idle")
                return
            await asyncio.sleep(LOOKS)

    def _hear(self) -> None:
        """From the guest's process: that the table has let it in."""
        try:
            told = self._guest.recv(64)
        except OSError:
            told = b""
        if told == LET_IN and not self._inside:
            self._inside = True
            self._control.send(LET_IN)
        elif not told:
            asyncio.get_running_loop().remove_reader(self._guest)

    def _reap(self) -> None:
        pid, status = os.waitpid(self._pid, os.WNOHANG)
        if pid and not self._ended.done():
            self._ended.set_result(os.waitstatus_to_exitcode(status))
            if self._session is not None:
                self._session.guest_ended(self._ended.result())
            else:
                self.end("broke")


def known_again(key: bytes, address: str, name: str) -> bytes:
    """By what a guest is known who comes back: their key, or else name and machine; nothing if they cannot.

    Through a tunnel all come from this machine, and one would be given another's seat for the words.
    """
    if key:
        return key
    return b"" if _shared(address) else f"{neighbourhood(address)} {skeleton(name)}".encode()


def _shared(address: str) -> bool:
    """Whether it is that of everybody who comes through a tunnel."""
    return ip_address(address.partition("%")[0]).is_loopback


SAFE = re.compile(r"[A-Za-z0-9._@:+-]{1,64}")
# What a full screen has switched on, and whoever is killed cannot switch off.
RESTORED = b"\x1b[?1049l\x1b[?25h\x1b[?1000;1002;1003;1006;1015;1004;2004l\x1b[<u\x1b[0m\r\n"


def sized(terminal: int, columns: int, rows: int) -> None:
    """As large as the one in front of the guest."""
    high, wide = (min(max(1, each), 1_000) for each in (rows, columns))
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", high, wide, 0, 0))


def _as_a_pipe(terminal: int) -> None:
    """For who has asked for no terminal: lines go in and out as they are."""
    modes = termios.tcgetattr(terminal)
    modes[1] &= ~termios.OPOST
    modes[3] &= ~(termios.ECHO | termios.ISIG)
    termios.tcsetattr(terminal, termios.TCSANOW, modes)


class _Greeting(asyncssh.SSHServer):
    """Who comes in: any key is as good as another, and is known again; none is good enough, too."""

    def __init__(self, line: SshLine) -> None:
        self._line = line

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._line.end("lost")

    def begin_auth(self, username: str) -> bool:
        self._line.named(username)
        return True

    def public_key_auth_supported(self) -> bool:
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        del username
        self._line.known_by(key.public_data)
        return True

    def kbdint_auth_supported(self) -> bool:
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> Any:
        del username, lang, submethods
        return "", "", "", []

    def validate_kbdint_response(self, username: str, responses: Any) -> bool:
        del username
        self._line.known_by(b"")  # one that was only offered is nobody's
        return not responses

    def session_requested(self) -> Any:
        return self._line.session() or False


class SshSession(asyncssh.SSHServerSession[bytes]):
    """Between the guest's terminal and the one in which their process is; nothing else is to be had."""

    def __init__(self, line: SshLine) -> None:
        self._line = line
        self._place: GuestScreen | None = None
        self._terminal: int | None = None
        self._unwritten = bytearray()
        self._held = False  # the guest's end reads no more for now

    def connection_made(self, chan: Any) -> None:
        self._channel = chan
        chan._env = self._brought = _Brought()  # noqa: SLF001 - asyncssh keeps any number of any size
        chan.set_write_buffer_limits(high=HELD)

    def connection_lost(self, exc: Exception | None) -> None:
        del exc
        self._line.end("lost")

    def pty_requested(self, term_type: str, term_size: Any, term_modes: Any) -> bool:
        del term_modes
        self._place = GuestScreen(term_type, *term_size[:2])
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        del pixwidth, pixheight
        if self._terminal is not None and self._place is not None:
            sized(self._terminal, width, height)

    def shell_requested(self) -> bool:
        return True

    def session_started(self) -> None:
        self._terminal = self._line.begin(self._place, self._brought)
        if self._terminal is not None:
            asyncio.get_running_loop().add_reader(self._terminal, self._shown)

    # ------------------------------------------------------------------- keys

    def data_received(self, data: bytes, datatype: Any) -> None:
        del datatype
        self._line.typed()
        self._unwritten += data
        self._pass_on()

    def eof_received(self) -> bool:
        self.data_received(b"\x04" if self._place is None else b"", None)
        return True

    def _pass_on(self) -> None:
        if self._terminal is None:
            self._unwritten.clear()
            return
        loop = asyncio.get_running_loop()
        try:
            while self._unwritten:
                del self._unwritten[: os.write(self._terminal, self._unwritten[:1024])]
        except BlockingIOError:
            self._channel.pause_reading()
            loop.add_writer(self._terminal, self._pass_on)
        except OSError:
            self._unwritten.clear()
        else:
            loop.remove_writer(self._terminal)
            self._channel.resume_reading()

    # ----------------------------------------------------------------- frames

    def _shown(self) -> bool:
        """Whether there was something."""
        assert self._terminal is not None, "there is one to be read"
        try:
            data = os.read(self._terminal, HELD)
        except BlockingIOError:
            return False
        except OSError:  # nobody has the other end any more
            data = b""
        if data:
            self._channel.write(data)
        else:
            self._shut()
        return bool(data)

    def pause_writing(self) -> None:
        self._held = True
        if self._terminal is not None:
            asyncio.get_running_loop().remove_reader(self._terminal)

    def resume_writing(self) -> None:
        self._held = False
        if self._terminal is not None:
            asyncio.get_running_loop().add_reader(self._terminal, self._shown)

    # -------------------------------------------------------------------- end

    def guest_ended(self, code: int) -> None:
        """What it wrote last is still shown."""
        while self._terminal is not None and self._shown():
            pass
        if code < 0:
            self._line.end("broke")
            return
        self._channel.exit(code)
        self._line.end("")

    def part(self, why: str) -> None:
        """Say it, to whoever is still there; the guest's process is hung up on."""
        self._shut()
        if why in ("", "lost"):
            return
        brought = {word.decode(): value.decode(errors="replace") for word, value in self._brought.items()}
        told = Wording(text.default_language(brought), "ssh", "host")(why)
        restored = RESTORED if self._place is not None else b""
        with suppress(OSError, asyncssh.Error):  # they went in this moment
            self._channel.write(restored + told.encode() + b"\r\n")
            self._channel.exit(1)

    def _shut(self) -> None:
        if self._terminal is not None:
            loop = asyncio.get_running_loop()
            loop.remove_reader(self._terminal)
            loop.remove_writer(self._terminal)
            handle, self._terminal = self._terminal, None
            os.close(handle)
