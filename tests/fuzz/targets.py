"""Fuzz targets: bytes in, the named error or nothing out.

`python tests/fuzz/targets.py NAME SECONDS` lets atheris look for anything else,
starting from the corpus beside this file.
"""

import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE.parent), str(HERE.parents[1] / "protocol")]

CORPUS = HERE / "corpus"


def instrumented():
    """Only what is imported in here is looked into for new paths."""
    import atheris

    with atheris.instrument_imports(include=["llwire", "msgspec"]):
        import llwire.session.host_session
        import llwire.session.session
        import llwire.wire.messages
        import llwire.wire.words  # noqa: F401
    return atheris


def frames(data):
    from llwire.wire.errors import PeerError
    from llwire.wire.messages import Framer

    whole, single = [], []
    for bodies, chunks in ((whole, [data]), (single, [bytes([byte]) for byte in data])):
        framer = Framer(256)
        try:
            for chunk in chunks:
                framer.feed(chunk)
                while (body := framer.next()) is not None:
                    bodies.append(body)
                assert len(framer._buffer) < 260
        except PeerError as error:
            bodies.append(error.code)
    assert whole == single


def messages(data):
    """The first byte chooses the decoder."""
    from examples import DECODERS

    from llwire.wire import messages as m
    from llwire.wire.errors import PeerError

    try:
        message = m.decode(DECODERS[data[0] % len(DECODERS)], data[1:])
    except (PeerError, IndexError):
        return
    assert m.encode(message)


def host(data):
    """A stranger's bytes before login; then the same bytes from a player."""
    from kit.lines import PIN, RESUMING, admission

    from llwire.session.host_session import HostSession
    from llwire.session.session import Stage
    from llwire.wire import messages as m
    from llwire.wire.limits import Deadlines

    stranger = HostSession(PIN, "", 0, Deadlines())
    heard(stranger, data)
    if stranger.stage is Stage.ANSWERING:
        offended(lambda: stranger.answer(admission(), m.Phase.LOBBY))
    player = HostSession(PIN, "", 0, Deadlines())
    player._hello = m.Hello(
        v=(1,), program="", want="seat", name=RESUMING.name, id=bytes(32), nonce=bytes(32), pake=None,
        table=None, have=None,
    )  # fmt: skip
    player.stage = Stage.PLAYING
    heard(player, data)


def client(data):
    """A hostile table: its answer to hello, and what it says to a player."""
    from kit.lines import ANN, CERT_HASH, PIN, RESUMING

    from llwire.session.session import ClientSession, Stage
    from llwire.wire.limits import Deadlines

    for stage in (Stage.GREETING, Stage.PROVING, Stage.PLAYING):
        session = ClientSession(ANN, RESUMING, CERT_HASH, "", 0, Deadlines())
        session.stage, session._pin = stage, PIN
        heard(session, data)


def heard(session, data):
    def listen():
        session.receive(data, 0)
        while session.next() is not None:
            pass

    offended(listen)


def offended(work):
    from llwire.wire.errors import PeerError

    try:
        work()
    except PeerError as error:
        assert error.code  # noqa: PT017  the one error there may be


TARGETS = {target.__name__: target for target in (frames, messages, host, client)}


def main(name, seconds):
    atheris = instrumented()
    with tempfile.TemporaryDirectory() as found:
        options = [f"-max_total_time={seconds}", "-max_len=4096", "-rss_limit_mb=1024", "-verbosity=0"]
        options += ["-print_final_stats=1", f"-artifact_prefix={found}/"]
        atheris.Setup([sys.argv[0], *options, found, str(CORPUS / name)], TARGETS[name])
        atheris.Fuzz()


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
