"""Where much is reckoned: here, in processes of this machine, or by machines that Dask looks after.

What is to be done are pieces that know nothing of each other, handed out in chunks
and taken back in their order, so nobody can tell from what comes out where it was
reckoned.  A chunk whose worker died is done again by another one.
"""

from __future__ import annotations

import logging
import signal
from collections import deque
from collections.abc import Callable, Generator, Iterator, Sequence
from concurrent import futures  # what a process pool wants is loaded with the first of them
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from lltui import __version__
from lltui.errors import Trouble

if TYPE_CHECKING:
    import distributed

# A chunk costs more than handing it over, and no more than some of these wait.
CHUNK = 16
AHEAD = 256
TICK = 1.0  # seconds until it is asked again whether anybody is there
AGAIN = 3  # times that workers may die before anything comes of it
PATIENCE = 10.0  # seconds until a scheduler has to answer, and to have somebody who works

S = TypeVar("S")
T = TypeVar("T")


class NoClusterLibrary(Trouble):
    """dask.distributed is not installed."""


class NoCluster(Trouble):
    """No scheduler answers at `address`."""


class ClusterIdle(Trouble):
    """The scheduler has no workers."""


class ClusterOfOthers(Trouble):
    """A worker has another lltui: `found` there, `own` here."""


class ClusterHasNone(Trouble):
    """A worker has no lltui."""


class ClusterLost(Trouble):
    """The scheduler is gone, and with it what was not handed back."""


class WorkersDie(Trouble):
    """Workers died again and again over the same chunk."""


class Where(NamedTuple):
    """So many processes, or the scheduler of a cluster."""

    jobs: int = 1
    cluster: str | None = None


HERE = Where()


def each(
    piece: Callable[[S], T], items: Sequence[S], where: Where = HERE, size: int = CHUNK
) -> Generator[T, None, None]:
    """What comes of the pieces, in their order; whoever leaves early leaves nothing behind."""
    if where == HERE:
        yield from map(piece, items)
        return
    with _workers(where) as workers:
        chunks = (items[first : first + size] for first in range(0, len(items), size))
        waiting: deque[tuple[Sequence[S], Future[list[T]]]] = deque()
        died = 0
        while True:
            for chunk in islice(chunks, AHEAD - len(waiting)):
                waiting.append((chunk, workers.take(piece, chunk)))
            if not waiting:
                return
            while not wait((waiting[0][1],), TICK).done:
                if workers.lost:
                    raise ClusterLost(address=where.cluster)
            try:
                done = waiting[0][1].result()
            except workers.deaths:
                died += 1
                if died > AGAIN:
                    raise WorkersDie(times=died) from None
                workers.renew()
                waiting = deque(
                    (chunk, it if _had(it) else workers.take(piece, chunk)) for chunk, it in waiting
                )
                continue
            except workers.losses:
                raise ClusterLost(address=where.cluster) from None
            died = 0
            waiting.popleft()
            yield from done


def _had(future: Future[list[T]]) -> bool:
    return future.done() and not future.cancelled() and future.exception() is None


def chunk_of(piece: Callable[[S], T], items: Sequence[S]) -> list[T]:
    """One chunk, in the worker."""
    return [piece(item) for item in items]


class _Workers:
    """Those who work, and others after them where they died."""

    deaths: tuple[type[Exception], ...] = (BrokenExecutor,)
    losses: tuple[type[Exception], ...] = ()  # of all of them, for ever

    def __init__(self, begin: Callable[[], Executor]) -> None:
        self._begin = begin
        self._now = begin()

    @property
    def lost(self) -> bool:
        """Asked again and again, while nothing comes."""
        return False

    def take(self, piece: Callable[[S], T], items: Sequence[S]) -> Future[list[T]]:
        """Sooner or later; that they are dead is told by what was asked of them."""
        try:
            return self._now.submit(chunk_of, piece, items)
        except BrokenExecutor as error:
            told: Future[list[T]] = Future()
            told.set_exception(error)
            return told

    def renew(self) -> None:
        """Others, for these are dead."""
        self.leave()
        self._now = self._begin()

    def leave(self) -> None:
        """Nothing more is wanted of them."""
        self._now.shutdown(cancel_futures=True)


@contextmanager
def _workers(where: Where) -> Iterator[_Workers]:
    if where.cluster is not None:
        with _cluster(where.cluster) as lent:
            yield lent
        return
    # Forked, they know the stories that lie in folders of this user too.
    # Ctrl+c is for the one who counts: a worker would only print a traceback.
    quiet = (signal.signal, (signal.SIGINT, signal.SIG_IGN))
    workers = _Workers(lambda: futures.ProcessPoolExecutor(where.jobs, get_context("fork"), *quiet))
    try:
        yield workers
    finally:
        workers.leave()


# ------------------------------------------------------------------------ a cluster


@contextmanager
def _cluster(address: str) -> Iterator[_Workers]:
    try:
        import distributed  # noqa: PLC0415 - an extra: 550 ms
    except ImportError:
        raise NoClusterLibrary from None
    try:
        client = distributed.Client(  # type: ignore[no-untyped-call]  # Dask says no types of it
            address, timeout=PATIENCE, set_as_default=False
        )
    except (OSError, ValueError) as error:
        raise NoCluster(address=address, reason=str(error)) from None
    logging.getLogger("distributed").setLevel(logging.CRITICAL)  # what matters of it is told below
    with client:
        try:
            client.wait_for_workers(1, timeout=PATIENCE)
        except TimeoutError:
            raise ClusterIdle(address=address) from None
        for told in client.run(own_version, on_error="return").values():
            # Whoever plays by other rules would hand back other matches, and nobody would see it.
            if isinstance(told, Exception):  # of ours, nothing but the import can fail there
                raise ClusterHasNone(own=__version__)
            if told != __version__:
                raise ClusterOfOthers(found=str(told), own=__version__)
        yield _Lent(client)


class _Lent(_Workers):
    """Those of a scheduler, which looks after its dead by itself, and drops what is wanted by no client."""

    def __init__(self, client: distributed.Client) -> None:
        from distributed import KilledWorker  # noqa: PLC0415 - as above: 550 ms
        from distributed.comm.core import CommClosedError  # noqa: PLC0415 - as above: 550 ms

        self.deaths = (KilledWorker,)
        self.losses = (CancelledError, CommClosedError)
        self._client = client
        super().__init__(partial(client.get_executor, pure=False))

    @property
    def lost(self) -> bool:
        """What is owed by a line that was closed is never told."""
        return self._client.status in ("closing", "closed")

    def leave(self) -> None:
        """The client does it."""


def own_version() -> str:
    """What a worker has."""
    return __version__
