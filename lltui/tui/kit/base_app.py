"""What our app asks of Textual's: keys keep their order, and nothing opens once the program is left.

Textual hands every key on at once.  A key that is typed ahead of what the one
before it opens would go to the screen behind, where it may mean anything.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Any, TypeVar

from textual import events
from textual._context import active_message_pump
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.dom import DOMNode
from textual.message_pump import MessagePump
from textual.screen import Screen

PATIENCE = 1.0  # seconds; what a key does that takes longer is nothing that the next one waits for
PAUSE = 0.04  # seconds; a key is drawn by then, so that following it costs nobody anything


class BaseApp(App[int]):
    """Each key goes where the one before it has led."""

    def __init__(self, driver: type[Any] | None, *, ansi_color: bool) -> None:
        super().__init__(driver_class=driver, ansi_color=ansi_color)
        self._ahead: deque[events.Key | events.Paste] = deque()
        self._last: tuple[DOMNode, Screen[Any]] | None = None  # where a key went that nobody has followed yet
        self._soon: asyncio.TimerHandle | None = None
        self._follows: asyncio.Task[None] | None = None

    @property
    def leaving(self) -> bool:
        """Whether the program ends; what is there by now is all there is."""
        return self._exit

    def push_screen(
        self,
        screen: Screen[Any] | str,
        callback: Callable[[Any], Any] | None = None,
        wait_for_dismiss: bool = False,  # noqa: FBT001, FBT002 - Textual's own
        *,
        mode: str | None = None,
    ) -> Any:
        """Nothing opens on the way out; whoever waits for an answer waits until he is called off."""
        if not self.leaving:
            answered = None if callback is None else _while_there(callback)
            return super().push_screen(screen, answered, wait_for_dismiss, mode=mode)  # type: ignore[call-overload]
        return asyncio.get_running_loop().create_future() if wait_for_dismiss else nothing()

    def switch_screen(self, screen: Screen[Any] | str) -> AwaitComplete:
        """As above."""
        return nothing() if self.leaving else super().switch_screen(screen)

    # -------------------------------------------------------------------- keys

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._ahead.append(event)
            await self._next_key()
        else:
            await super().on_event(event)

    async def _next_key(self) -> None:
        if not self._ahead or self._follows is not None:
            return
        if self._last is not None:
            self._follow_last()
            return
        front = self.screen
        target = front.focused or front
        await super().on_event(self._ahead.popleft())
        self._last = target, front
        self._soon = asyncio.get_running_loop().call_later(PAUSE, self._follow_last)

    def _follow_last(self) -> None:
        """When another key waits, or nobody is in a hurry."""
        if self._soon is not None:
            self._soon.cancel()
        if self._last is not None:
            self._follows = asyncio.create_task(self._follow(*self._last))
            self._last = None

    async def _follow(self, target: DOMNode, front: Screen[Any]) -> None:
        """Until this key has done what it does, and what it opened can take the next one."""
        try:
            async with asyncio.timeout(PATIENCE):
                await self._led(target, front)
        except TimeoutError:
            pass
        finally:
            self._follows = None
        if self._ahead:
            self.call_later(self._next_key)

    async def _led(self, target: DOMNode, front: Screen[Any]) -> None:
        for node in target.ancestors_with_self:  # a key goes this way, and what a field makes of it as well
            await _done(node)
        while not self.leaving and front is not self.screen:
            front = self.screen
            await _done(front)
            await _done(self)

    def on_unmount(self) -> None:
        """Nobody waits for a key any more."""
        for waiting in (self._soon, self._follows):
            if waiting is not None:
                waiting.cancel()


def _while_there(callback: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """The answer to a page comes when whoever opened it may be on the way out, too."""
    asker = active_message_pump.get(None)

    def answered(result: Any) -> Any:
        return None if getattr(asker, "closing", False) else callback(result)

    return answered


def nothing() -> AwaitComplete:
    """There is nothing to wait for."""
    done: AwaitComplete = AwaitComplete.nothing()  # type: ignore[no-untyped-call]  # Textual left it so
    return done


async def _done(pump: MessagePump) -> None:
    """All that was sent to it has been dealt with, or it is gone."""
    done = asyncio.get_running_loop().create_future()
    if not pump.call_later(_tell, done):
        return
    task = pump._task  # noqa: SLF001 - its end is told nowhere else; an app has none
    await asyncio.wait({done, task} if task is not None else {done}, return_when=asyncio.FIRST_COMPLETED)


def _tell(done: asyncio.Future[None]) -> None:
    if not done.done():
        done.set_result(None)


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
