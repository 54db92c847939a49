"""What our app asks of Textual's: keys keep their order, nothing opens once the program is left; its colours.

Textual hands every key on at once.  A key that is typed ahead of what the one
before it opens would go to the screen behind, where it may mean anything.
"""

from __future__ import annotations

import asyncio
import threading
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Protocol, TypeVar

from textual import events, work
from textual._context import active_message_pump
from textual._styles_cache import StylesCache
from textual.app import App
from textual.await_complete import AwaitComplete
from textual.color import Color
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.message import Message
from textual.message_pump import MessagePump
from textual.screen import Screen
from textual.style import Style
from textual.theme import Theme

from lltui.errors import Trouble
from lltui.files.disk import NotWritten

PATIENCE = 1.0  # seconds; what a key does that takes longer is nothing that the next one waits for
SLOW = 2.0  # seconds; who waits longer for a disk is told so


class BaseVisit(Protocol):
    """What there is of a visit for who leaves it."""

    @property
    def folder(self) -> Path | None:
        """Below it something is being written now; None while nothing is."""

    async def leave(self, *, getting_up: bool) -> None:
        """Go, once all is written."""


class BaseApp(App[int]):
    """Each key goes where the one before it has led."""

    def __init__(self, driver: type[Any] | None, *, ansi_color: bool | None) -> None:
        super().__init__(driver_class=driver, ansi_color=ansi_color)
        self._ahead: deque[events.Key | events.Paste] = deque()
        # Where a key went that nobody has followed yet: its way, the screen in front of it, and until when.
        self._before: tuple[list[DOMNode], Screen[Any], float] | None = None
        self._follows: asyncio.Task[None] | None = None
        self._written: asyncio.Task[None] | None = None  # the last
        self._file: Path | None = None  # of that
        self._tired: asyncio.Event | None = None  # of who leaves and was told to wait for a disk
        self._unwritten: NotWritten | None = None
        self._leaves: tuple[BaseVisit, asyncio.Future[None]] | None = None  # in the middle of it
        self.visit: BaseVisit | None = None

    @property
    def leaving(self) -> bool:
        """Whether the program ends, or was ended; what is there by now is all there is."""
        return self._exit or not self.is_running

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

    async def run_action(
        self,
        action: str | tuple[str, str, tuple[object, ...]],
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """The gate for commands: the app gives them, also to a screen whose parts are not there yet."""
        if not getattr(default_namespace, "there", True):
            return False
        return await super().run_action(action, default_namespace, namespaces)

    # -------------------------------------------------------------------- disk

    def trouble(self, *errors: Trouble, then: Callable[[], object] | None = None) -> None:
        """What happened and what to do, in front of everything; `then` is done once it was read."""
        raise NotImplementedError

    def slow(self, file: str) -> None:
        """That it is the disk for which one waits."""
        raise NotImplementedError

    def _waits_for(self, file: str) -> str:
        """The same to who leaves, and what they may do about it."""
        raise NotImplementedError

    def write(self, file: Path, how: Callable[[], None]) -> None:
        """After all that came before, while the screen goes on; what is wrong with that is told."""
        self._file, self._written = file, asyncio.create_task(_behind(self._written, how))
        self._look_after(file, self._written)

    @work
    async def _look_after(self, file: Path, written: asyncio.Task[None]) -> None:
        try:
            await self.patiently(lambda: file, asyncio.shield(written))
        except Trouble as trouble:
            self.trouble(trouble)

    async def patiently(
        self,
        file: Callable[[], Path | None],
        doing: Awaitable[object],
        tell: Callable[[str], None] | None = None,
    ) -> None:
        """Until it is done; whoever waits long is told for which file, if it is one."""
        loop = asyncio.get_running_loop()

        def look() -> None:
            if (slow := file()) is not None:
                (tell or self.slow)(str(slow))
            else:
                waits.append(loop.call_later(SLOW, look))

        waits = [loop.call_later(SLOW, look)]
        try:
            await doing
        finally:
            waits[-1].cancel()

    async def leaves(self, visit: BaseVisit, *, getting_up: bool, tell: Callable[[str], None]) -> bool:
        """Whether all was written, for which one waits; who was told so may end the program without."""
        self._leaves = visit, asyncio.ensure_future(visit.leave(getting_up=getting_up))
        return await self._left(tell)

    async def _left(self, tell: Callable[[str], None]) -> bool:
        if self._leaves is None:
            return self._unwritten is None
        visit, leaving = self._leaves
        done = await self._unless_tired(lambda: visit.folder, leaving, tell)
        self._leaves = None
        if done:
            leaving.result()
        return done

    async def _all_set(self, tell: Callable[[str], None]) -> bool:
        if self._written is None:
            return True
        return await self._unless_tired(lambda: self._file, asyncio.ensure_future(_over(self._written)), tell)

    async def _unless_tired(
        self, file: Callable[[], Path | None], doing: asyncio.Future[None], tell: Callable[[str], None]
    ) -> bool:
        tired = asyncio.Event()
        gives_up = asyncio.ensure_future(tired.wait())

        def told(file: str) -> None:
            self._tired, self._unwritten = tired, NotWritten(file=file)
            tell(file)

        try:
            either = asyncio.wait((doing, gives_up), return_when=asyncio.FIRST_COMPLETED)
            await self.patiently(file, either, told)
        finally:
            self._tired = None
            gives_up.cancel()
        if doing.done():
            self._unwritten = None
            return True
        doing.cancel()
        self.exit()  # it is told once the screen is gone
        return False

    def give_up(self) -> bool:
        """Wait for no disk any longer; whether somebody was told that they may."""
        if self._tired is not None:
            self._tired.set()
        return self._tired is not None

    async def finish(self, say: Callable[[str], None]) -> None:
        """Once the screen is gone: what was to be written is; NotWritten, if nobody waits for that."""

        def tell(file: str) -> None:
            say(self._waits_for(file))

        # By a signal, or a key that asks nothing, the table was left as it was.
        if await self._left(tell) and await self._all_set(tell) and self.visit is not None:
            await self.leaves(self.visit, getting_up=False, tell=tell)
        if self._unwritten is not None:
            raise self._unwritten

    # -------------------------------------------------------------------- keys

    def post_message(self, message: Message) -> bool:
        """Who leaves waits in the middle of something, and the key that ends it would wait behind that."""
        if isinstance(message, events.Key) and message.key == "ctrl+c" and self.give_up():
            return True
        return super().post_message(message)

    async def on_event(self, event: events.Event) -> None:
        if isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            self._ahead.append(event)
            await self._next_key()
        else:
            await super().on_event(event)

    async def _next_key(self) -> None:
        """Let one in, once the one before it was followed; that is done when another waits, and at once."""
        if self._follows is None and self._before is None and self._ahead:
            front = self.screen
            way = (front.focused or front).ancestors_with_self
            self._before = way, front, asyncio.get_running_loop().time() + PATIENCE
            await super().on_event(self._ahead.popleft())
        if self._follows is None and self._before is not None and self._ahead:
            self._follows = asyncio.create_task(self._follow(*self._before))
            self._before = None

    async def _follow(self, way: list[DOMNode], front: Screen[Any], until: float) -> None:
        """Until this key has done what it does, and what it opened can take the next one."""
        try:
            async with asyncio.timeout_at(until):
                for node in way:  # a key goes this way, and what a field makes of it as well
                    await _done(node)
                while not self.leaving and front is not self.screen:
                    front = self.screen
                    await _done(front)
                    await _done(self)
        except TimeoutError:
            pass
        finally:
            self._follows = None
        self.call_later(self._next_key)

    async def on_unmount(self) -> None:
        """Nobody waits for a key any more; and what a disk takes at once is written."""
        if self._follows is not None:
            self._follows.cancel()
        if self._written is not None:
            await asyncio.wait({self._written}, timeout=PATIENCE)


async def _behind(before: asyncio.Task[None] | None, how: Callable[[], None]) -> None:
    if before is not None:
        await _over(before)
    await asyncio.to_thread(how)


async def _over(task: asyncio.Task[None]) -> None:
    """Whoever does not wait for it any more leaves it as it is; its trouble is another's."""
    await asyncio.wait({task})
    if not task.cancelled():
        task.exception()


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


# -------------------------------------------------------------------- colours

# Inks, in the dark, in the light and with sixteen colours; and the style sheets, read once for each set.
#
# All values of the first two stand in the 256-colour cube, so that they look alike
# with and without 24-bit colour.  Text has a contrast of 4.5 at least to whatever it
# stands on, what carries a meaning one of 3; `line` and `night` carry none.  On `raised`
# stand only text, bright, soft and mine.  Who sits in front is `mine` in every chair; a
# seat's colour is for the others, and only ever a second sign beside number and name.
#
# With sixteen colours the ground is painted black: on it these eight can be read in
# every terminal, and the others fail somewhere.  Without colours nothing is sent at all.
#
# Textual reads all sheets a second time when the first theme is set, in whatever
# colours; that is a good part of what somebody waits for at the start.
#
# It also remembers two colours for each of the last 1,024 widgets, under the name of
# the widget's painted lines: so these stay, with all that was ever on them, and a
# hundred matches that somebody looks on at take 26 MB.


DARK, LIGHT, PLAIN, NONE = "lltui-dark", "lltui-light", "lltui-plain", "lltui-none"

INKS = {
    "ground": ("#121212", "#eeeeee", "ansi_black"),
    "sheet": ("#1c1c1c", "#ffffff", "ansi_black"),  # what plays, and where one writes
    "raised": ("#303030", "#dadada", "ansi_black"),  # what comes and goes by itself
    "text": ("#dadada", "#262626", "ansi_white"),  # sentences
    "bright": ("#ffffff", "#000000", "ansi_bright_white"),  # names of cards, values, titles
    "soft": ("#a8a8a8", "#4e4e4e", "ansi_white"),  # notation, older things
    "prose": ("#ffffd7", "#262626", "ansi_bright_white"),  # the page
    "aside": ("#d7d787", "#5f5f00", "ansi_green"),  # what comes back
    "mine": ("#ffd787", "#5f5f00", "ansi_bright_yellow"),  # me, chosen, now, keys, titles of pages
    "good": ("#87d787", "#005f00", "ansi_bright_green"),  # safe, success, a win
    "bad": ("#ff8787", "#af0000", "ansi_bright_red"),  # out, failure, alarm
    "heart": ("#ff5f5f", "#af0000", "ansi_bright_red"),
    "warn": ("#ffaf5f", "#875f00", "ansi_bright_yellow"),  # a reason against, not ready
    "hint": ("#87d7ff", "#005faf", "ansi_bright_cyan"),  # the guide, and nothing else
    "whisper": ("#d7afff", "#5f00af", "ansi_cyan"),  # what not everybody sees
    "seat-0": ("#d7af87", "#875f00", "ansi_green"),
    "seat-1": ("#87afd7", "#005f87", "ansi_cyan"),
    "seat-2": ("#87d7af", "#005f5f", "ansi_bright_green"),
    "seat-3": ("#d7afd7", "#87005f", "ansi_bright_cyan"),
    "seat-4": ("#d7d787", "#5f5f00", "ansi_white"),
    "seat-5": ("#87d7d7", "#5f5f87", "ansi_bright_white"),
    "drawing": ("#d7af87", "#875f00", "ansi_white"),  # art, dots of the counter
    "rim": ("#8a8a8a", "#767676", "ansi_white"),  # frames that mean something
    "back": ("#5f8787", "#5f8787", "ansi_cyan"),  # backs of cards
    "frieze": ("#87875f", "#87875f", "ansi_green"),  # plates, by day
    "night": ("#5f5f87", "#5f5f87", "ansi_cyan"),  # and by night
    "line": ("#626262", "#808080", "ansi_white"),  # rules between bands
}
# What Textual's own styles ask for.
_TEXTUAL = {
    "primary": "drawing",
    "secondary": "soft",
    "accent": "mine",
    "success": "good",
    "warning": "warn",
    "error": "bad",
    "foreground": "text",
    "background": "ground",
    "surface": "sheet",
    "panel": "raised",
}
_BARS = ("", "-hover", "-active")
_TEXTUAL_TOO = {
    **dict.fromkeys(("text-muted", "text-disabled", "foreground-muted", "foreground-disabled"), "soft"),
    **dict.fromkeys(("border", "border-blurred", *(f"scrollbar{how}" for how in _BARS)), "rim"),
    **dict.fromkeys(("scrollbar-corner-color", *(f"scrollbar-background{how}" for how in _BARS)), "ground"),
}
# And where a theme says that it is one of sixteen colours.
_SIXTEEN = {"ansi-background": "ansi_black", "ansi-foreground": "ansi_white"}


def _theme(name: str, inks: dict[str, str], *, dark: bool, ansi: bool = False) -> Theme:
    colours: dict[str, Any] = {part: inks[ink] for part, ink in _TEXTUAL.items()}
    own = inks | {part: inks[ink] for part, ink in _TEXTUAL_TOO.items()} | (_SIXTEEN if ansi else {})
    return Theme(name=name, dark=dark, ansi=ansi, variables=own, **colours)


def _column(place: int) -> dict[str, str]:
    return {ink: row[place] for ink, row in INKS.items()}


THEMES = (
    _theme(DARK, _column(0), dark=True),
    _theme(LIGHT, _column(1), dark=False),
    _theme(PLAIN, _column(2), dark=True, ansi=True),
    _theme(NONE, dict.fromkeys(INKS, "ansi_default"), dark=True, ansi=True),
)


def chosen(look: str, colours: int) -> str:
    """Which one for a setting, on a terminal with so many colours; where there are none, none are sent."""
    if not colours:
        return NONE
    if look == "plain" or (look == "auto" and colours < 256):
        return PLAIN
    return LIGHT if look == "light" else DARK


@lru_cache(256)
def _inner_outer(base: Color, background: Color) -> tuple[Style, Style]:
    return Style(background=base + background), Style(background=base)


def let_go() -> None:
    """Have the two colours remembered for themselves."""
    kept: Any = StylesCache
    kept.get_inner_outer = lambda _, base, background: _inner_outer(base, background)


class Styles(Stylesheet):
    """Is read anew only when the colours are others."""

    def __init__(self, variables: dict[str, str]) -> None:
        super().__init__(variables=variables)
        self._colours, self._stale = variables, False

    def set_variables(self, variables: dict[str, str]) -> None:
        if variables != self._colours:
            self._colours, self._stale = variables, True
            super().set_variables(variables)

    def reparse(self) -> None:
        if self._stale:
            self._stale = False
            super().reparse()
