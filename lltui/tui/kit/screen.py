"""What every screen has: commands from one declaration, words in the language of now, a way back.

A screen knows no app: what it may ask of the one it is in stands in a protocol.
Sentences, and a screen of them that is longer than the terminal, follow behind.
"""

from __future__ import annotations

from asyncio import TimerHandle, get_running_loop
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Any, ClassVar, NamedTuple, Protocol, TypeVar, cast

from textual import events
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.geometry import Size
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget

from lltui import text
from lltui.errors import Trouble
from lltui.text import Wording, paragraphs
from lltui.tui.kit.base_app import nothing
from lltui.tui.kit.rows_widget import Drawn
from lltui.tui.settings import Settings


class Command(NamedTuple):
    """`name` is also the action of the screen or app that has it, and what a keymap calls it.

    `keys` are Textual's names between commas, the first is the one that is
    shown.  `shown` replaces it where one command stands for several keys.  One
    that `stays` is in the key bar however little room there is.
    """

    name: str
    keys: str
    bar: bool = True
    palette: bool = True
    area: str = "tui"
    shown: str = ""
    priority: bool = False
    stays: bool = False

    @property
    def id(self) -> str:
        """The name under which a keymap knows it."""
        return f"{self.area}.{self.name}"

    def binding(self) -> Binding:
        """As Textual wants it; the description is found by the id when it is drawn."""
        return Binding(
            self.keys,
            self.name,
            description=self.name,
            show=self.bar,
            key_display=self.shown or None,
            priority=self.priority,
            id=self.id,
        )


def bindings(commands: Sequence[Command]) -> list[BindingType]:
    """For a class's BINDINGS."""
    return [command.binding() for command in commands]


Result = TypeVar("Result")
HELP = Command("help", "question_mark", stays=True)
BACK = Command("back", "escape,q,backspace", stays=True)
WIDTHS = [(0, "-narrow"), (80, "-small"), (100, "-medium"), (160, "-wide")]
HEIGHTS = [(0, "-short"), (24, "-low"), (30, "-high"), (50, "-tall")]
LEAST = Size(80, 24)


class ScreenApp(Protocol):
    """What a screen may ask of its app."""

    OFFERS: ClassVar[tuple[Command, ...]]

    @property
    def settings(self) -> Settings:
        """What the player has set."""

    @property
    def leaving(self) -> bool:
        """Whether the program ends."""

    @property
    def at_table(self) -> bool:
        """Whether there is something to come back to behind the screens."""

    def wording(self, area: str) -> Wording:
        """The words of one locale file in the language of now."""

    def told(self, error: Trouble) -> text.TroubleText:
        """Both sentences, in the language of now."""

    def trouble(self, *errors: Trouble) -> None:
        """What happened and what to do, in front of everything."""

    def changed(self) -> None:
        """Have every screen look again."""

    def action_help(self) -> None:
        """What is on the screen in front, and what can be done there."""


def too_small(size: Size) -> bool:
    """Whether a screen would be cut off."""
    return size.width < LEAST.width or size.height < LEAST.height


class BaseScreen(Screen[Result]):
    """`OFFERS` are its commands, in the order of the key bar; `AREA` is where its words stand.

    `ABOUT` is the sentence that says what is on it, for whoever asks.
    """

    OFFERS: ClassVar[tuple[Command, ...]] = ()
    exits: ClassVar[int] = 0  # the exit code of a program that ends here
    AREA: ClassVar[str] = "tui"
    ABOUT: ClassVar[str] = ""
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS
    AUTO_FOCUS = ""

    def __init_subclass__(cls, **options: Any) -> None:
        if "OFFERS" in cls.__dict__:
            cls.BINDINGS = bindings(cls.OFFERS)
        super().__init_subclass__(**options)

    @property
    def program(self) -> ScreenApp:
        """The app, as what a screen may ask of it."""
        return cast("ScreenApp", self.app)

    def words(self, key: str, **facts: object) -> str:
        """A sentence of this screen's area, in the language of now."""
        return self.program.wording(self.AREA)(key, **facts)

    @property
    def wording(self) -> Wording:
        """The same with counts and rows."""
        return self.program.wording(self.AREA)

    def later(self, seconds: float, callback: Callable[[], object]) -> TimerHandle:
        """Once, however late the machine is; a timer of Textual skips what is due before its task runs."""
        return get_running_loop().call_later(seconds, self.call_later, callback)

    def titled(self, title: str) -> str:
        """What stands over a page, with what has to stand on all of them."""
        return title

    @property
    def there(self) -> bool:
        """Whether all that it consists of is there: no longer on its way up, and not yet on its way out."""
        return self.is_mounted and not self.closing

    @property
    def closing(self) -> bool:
        """Whether it goes away, alone or with the program."""
        return self.program.leaving or (self.is_mounted and self not in self.app.screen_stack)

    def _get_dispatch_methods(
        self, method_name: str, message: Message
    ) -> Iterable[tuple[type, Callable[[Message], Awaitable[None]]]]:
        """The same gate for keys, sizes and answers: what is on its way out hears none of them.

        Nor is a size laid out that is no longer so: Textual tells a page the size it was laid out at, and of
        two that wait in one queue each would bring the other back, for ever.
        """
        if isinstance(message, events.Resize) and message.size != self.app.size:
            return
        for kind, method in super()._get_dispatch_methods(method_name, message):
            if kind.__module__.startswith("textual.") or not self.closing:
                yield kind, method

    def dismiss(self, result: Result | None = None) -> AwaitComplete:
        """Textual takes away whatever is in front: only the one that is may go, another asks later."""
        if self.closing or self.app.screen is not self:
            return nothing()
        return super().dismiss(result)

    def offers(self) -> Iterator[Command]:
        """Everything that may be asked for here, the app's own last."""
        own = (kind.__dict__.get("OFFERS", ()) for kind in type(self).__mro__)
        return chain(*own, self.program.OFFERS)

    def name_in_bar(self, command: Command) -> str:
        """What the key bar calls it."""
        return self.program.wording(command.area)(f"command.{command.name}.label")

    def about(self) -> Iterator[str]:
        """What is on it now, in a few sentences."""
        if self.ABOUT:
            yield self.words(f"about.{self.ABOUT}")

    def action_help(self) -> None:
        """Also over another screen, where the app is asked for nothing."""
        self.program.action_help()

    def on_screen_resume(self) -> None:
        """What happened while another screen was in front."""
        self.program.changed()

    async def pointed(self, event: Drawn.Pointed) -> None:
        """What a click on this place does; where a key is drawn, before that is pressed."""

    async def on_drawn_pointed(self, event: Drawn.Pointed) -> None:
        """A key that is drawn somewhere is pressed by a click on it; what has nothing to do may say why."""
        await self.pointed(event)
        if sign := event.sign:
            self.app.simulate_key(self.key_shown(sign) or (sign if len(sign) == 1 else sign.lower()))

    def key_shown(self, sign: str) -> str:
        """The key that is shown so, if there is one that works now."""
        words = self.program.wording("tui")
        return next((key for key in self.active_bindings if shown(key, words) == sign), "")

    def action_back(self) -> None:
        """To where one came from; out of a program that began here."""
        if len(self.app.screen_stack) > 2 or self.program.at_table:
            self.dismiss()
        else:
            self.app.exit(self.exits)


# Keys with a sign, which is the same everywhere; words for others stand with the words of the screen.
SIGNS = {
    "left": "←",
    "right": "→",
    "up": "↑",
    "down": "↓",
    "question_mark": "?",
    "slash": "/",
    "full_stop": ".",
    "comma": ",",
    "minus": "-",
    "plus": "+",
}


# What a click on one of these signs presses.
ARROWS = {"←": "left", "→": "right", "↑": "up", "↓": "down"}


class KeyBar(Widget):
    """Reads what is bound and enabled, so that it cannot say anything else; a click on a key presses it."""

    DEFAULT_CSS = "KeyBar { height: 1; dock: bottom; padding: 0 1; }"

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._changed)

    def _changed(self, _screen: Screen[Any]) -> None:
        self.refresh()

    def render(self) -> Content:
        """In the order of the declarations, as many as fit."""
        return Content("  ").join(part for _, part in self._parts())

    def on_click(self, event: events.Click) -> None:
        """As if the key that stands there was pressed; of several it is the one below the pointer."""
        at = event.x - self.styles.padding.left
        for command, part in self._parts():
            if 0 <= at < part.cell_length and (key := _pressed(command, part.plain[at], self.screen)):
                self.app.simulate_key(key)
            at -= part.cell_length + 2

    def _parts(self) -> list[tuple[Command, Content]]:
        """What is shown of each command."""
        screen = self.screen
        if not isinstance(screen, BaseScreen):
            return []
        enabled = {
            active.binding.id: active.enabled
            for active in screen.active_bindings.values()
            if active.binding.show
        }
        parts: dict[str, tuple[Command, Content]] = {}
        keys = screen.program.wording("tui"), screen.program.settings.keys
        for command in screen.offers():
            if command.bar and command.name not in parts and (works := enabled.get(command.id)) is not None:
                words = screen.name_in_bar(command)
                key = (_first(command, *keys), "bold $mine")
                part = Content.assemble(key, (f" {words}", "" if works else "$soft"))
                parts[command.name] = command, part
        return _fitting([*parts.values()], self.content_size.width)


def _fitting(parts: Sequence[tuple[Command, Content]], room: int) -> list[tuple[Command, Content]]:
    """First those that stay; the others as far as there is room for each, in their order."""
    kept = set[str]()
    left = room + 2
    stay = [each for each in parts if each[0].stays]
    for command, part in [*stay, *[each for each in parts if not each[0].stays]]:
        if part.cell_length + 2 <= left:
            kept.add(command.name)
            left -= part.cell_length + 2
    return [each for each in parts if each[0].name in kept]


def _pressed(command: Command, sign: str, screen: Screen[Any]) -> str:
    """The key that a sign of the bar stands for; none where one would have to say which digit."""
    keys = {
        key
        for key, active in screen.active_bindings.items()
        if active.enabled and active.binding.id == command.id
    }
    if sign in ARROWS and command.shown and set(command.shown) <= ARROWS.keys():
        return ARROWS[sign]
    usual = next((key for key in command.keys.split(",") if key in keys), min(keys, default=""))
    return "" if usual.isdecimal() else usual


def first_key(command: Command, screen: BaseScreen[Any]) -> str:
    """The key that is shown for a command; one that was given to it by hand comes before all."""
    return _first(command, screen.program.wording("tui"), screen.program.settings.keys)


def _first(command: Command, words: Wording, given: Mapping[str, str]) -> str:
    return shown(given.get(command.id) or command.shown or command.keys, words)


def keys_now(screen: BaseScreen[Any]) -> Mapping[str, str]:
    """The keys of every command that works now, by its id."""
    words = screen.program.wording("tui")
    found: dict[str, list[str]] = {}
    for key, active in screen.active_bindings.items():
        if active.enabled and active.binding.id:
            found.setdefault(active.binding.id, []).append(shown(key, words))
    return {name: " ".join(dict.fromkeys(keys)) for name, keys in found.items()}


def shown(key: str, words: Wording) -> str:
    """A key as people write it: as it is printed on keyboards of their language."""
    name = key.split(",", maxsplit=1)[0].strip()
    if name in SIGNS:
        return SIGNS[name]
    if words.has(f"key.{name}"):
        return words(f"key.{name}")
    return name.replace("ctrl+", "^") if name.startswith("ctrl+") else name


# ---------------------------------------------------------------------- prose

SCROLLS = (
    Command("scroll_up", "up", shown="↑↓", palette=False, area="screens"),
    Command("scroll_down", "down", palette=False, bar=False, area="screens"),
    Command("page_up", "pageup", palette=False, bar=False, area="screens"),
    Command("page_down", "pagedown,space", palette=False, bar=False, area="screens"),
    Command("first", "home", palette=False, bar=False, area="screens"),
    Command("last", "end", palette=False, bar=False, area="screens"),
)


KEY = "bold $mine"  # how a key is drawn in a text


class Sentence(Widget):
    """A sentence or two, or a page of them in colours; asked for whenever they are drawn.

    A key that stands before some lines is pressed by a click on them.
    """

    def __init__(self, text: Callable[[], str | Content], **more: Any) -> None:
        super().__init__(**more)
        self._text = text

    def render(self) -> Content:
        told = self._text()
        return told if isinstance(told, Content) else Content(paragraphs(told))

    def on_click(self, event: events.Click) -> None:
        """In its first line or below."""
        at, screen = event.get_content_offset(self), self.screen
        if at is None or not isinstance(screen, BaseScreen):
            return
        for line in reversed(self.render().wrap(self.content_size.width)[: at.y + 1]):
            keys = [line.plain[span.start : span.end].split() for span in line.spans if span.style == KEY]
            if keys or not line.plain.strip():
                break
        sign = keys[0][0] if keys and keys[0] else ""
        if sign and (key := screen.key_shown(sign)):
            self.app.simulate_key(key)


class Prose(VerticalScroll, can_focus=False):
    """What is scrolled; the keys are the screen's."""


class Scrolling(BaseScreen[Result]):
    """What keys do to the `Prose` of a screen; which keys, it says itself."""

    @property
    def prose(self) -> Prose:
        """The part that moves."""
        return self.query_one(Prose)

    def action_scroll_up(self) -> None:
        """A line."""
        self.prose.scroll_relative(y=-1, animate=False)

    def action_scroll_down(self) -> None:
        """A line."""
        self.prose.scroll_relative(y=1, animate=False)

    def action_page_up(self) -> None:
        """A page back; the line at the edge is still seen."""
        self.prose.scroll_relative(y=1 - self.prose.size.height, animate=False)

    def action_page_down(self) -> None:
        """A page on; as above."""
        self.prose.scroll_relative(y=self.prose.size.height - 1, animate=False)

    def action_first(self) -> None:
        """To the beginning."""
        self.prose.scroll_home(animate=False)

    def action_last(self) -> None:
        """To the end."""
        self.prose.scroll_end(animate=False)


class ScrollScreen(Scrolling[Result]):
    """Arrows and pages move what is in its `Prose`; one that looks otherwise composes itself."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def heading(self) -> str:
        """What stands over it, and stays."""
        raise NotImplementedError

    def body(self) -> Widget:
        """What is scrolled, as a widget of its own or a `Sentence`."""
        raise NotImplementedError

    def compose(self) -> ComposeResult:
        yield Sentence(lambda: self.titled(self.heading()), id="title")
        with Prose(id="prose"):
            yield self.body()
        yield KeyBar()
