"""Whether the other end still lives: asked after a while of silence, given up after a longer one."""

from llwire.errors import Code, peer_error
from llwire.limits import Deadlines


class Heartbeat:
    """Counts the silence of one peer; the clock is whoever asks."""

    def __init__(self, deadlines: Deadlines, now: float) -> None:
        self._deadlines = deadlines
        self._heard = now
        self._asked: float | None = None
        self._n = 0
        self.lag: float | None = None

    def heard(self, now: float) -> None:
        self._heard = now

    def answered(self, n: int, now: float) -> None:
        """The peer answered ping `n`; an answer to an older one says nothing about now."""
        if n == self._n and self._asked is not None:
            self.lag = now - self._asked
            self._asked = None

    def due(self) -> float:
        """When to ask again, at the latest."""
        if self._asked is None:
            return self._heard + self._deadlines.idle
        return min(self._asked + self._deadlines.idle, self._heard + self._deadlines.dead)

    def ask(self, now: float) -> int | None:
        """The number of a ping to send now, if any; raises when the peer is silent for too long."""
        silent = now - self._heard
        if silent >= self._deadlines.dead:
            raise peer_error(Code.SLOW, f"silent for {silent:.1f} s")
        if now < self.due():
            return None
        self._asked = now
        self._n += 1
        return self._n
