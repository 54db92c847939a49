"""Bytes into frames: a length of four bytes, big endian, then as many bytes.

Pull style: `feed` takes whatever the network gave, `next` hands out one whole
frame or None.  So the frames before a bad one are still delivered, and how the
bytes were cut never matters.
"""

from llwire.wire.errors import Law, OurError, broken

PREFIX = 4


def frame(body: bytes, limit: int) -> bytes:
    """One frame to be sent; what we send ourselves keeps the peer's limit."""
    if not 0 < len(body) <= limit:
        raise OurError(f"a frame of {len(body)} bytes, at most {limit} allowed")
    return len(body).to_bytes(PREFIX, "big") + body


class Framer:
    """Collects one direction of a connection; `limit` follows the stage it is in."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._buffer = bytearray()

    def feed(self, data: bytes) -> None:
        self._buffer += data

    def next(self) -> bytes | None:
        """The next whole frame, or None until more bytes come."""
        if len(self._buffer) < PREFIX:
            return None
        size = int.from_bytes(self._buffer[:PREFIX], "big")
        # Checked before the body arrives: a stranger must not be able to make
        # us hold 4 GiB by sending four bytes.
        if not 0 < size <= self.limit:
            raise broken(Law.FRAME, f"a frame of {size} bytes, 1 to {self.limit} allowed")
        end = PREFIX + size
        if len(self._buffer) < end:
            return None
        body = bytes(self._buffer[PREFIX:end])
        del self._buffer[:end]
        return body
