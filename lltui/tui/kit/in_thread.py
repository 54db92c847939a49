"""Work that takes a while, beside the loop that draws; whoever leaves does not wait for it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

T = TypeVar("T")


async def in_thread(work: Callable[[], T]) -> T:
    """Its result, or what it raised; the program may end while it goes on.

    A thread of asyncio's own would be waited for at the end.
    """
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def tell(how: Callable[[Any], None], what: object) -> None:
        if not done.done():
            how(what)

    def run() -> None:
        how: Callable[[Any], None] = done.set_result
        what: object
        try:
            what = work()
        except Exception as error:  # noqa: BLE001 - it is raised again where it is awaited
            how, what = done.set_exception, error
        with suppress(RuntimeError):  # the loop is closed: nobody wants to know any more
            loop.call_soon_threadsafe(tell, how, what)

    threading.Thread(target=run, name="lltui-beside", daemon=True).start()
    return await done
