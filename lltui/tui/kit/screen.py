"""What every screen has: commands from one declaration, words in the language of now, a way back.

A screen knows no app: what it may ask of the one it is in stands in a protocol.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Iterator
from typing import Any, ClassVar, Protocol, TypeVar, cast

from textual.await_complete import AwaitComplete
from textual.message import Message
from textual.screen import Screen

from lltui import text
from lltui.errors import Trouble
from lltui.text.wording import Wording
from lltui.tui.kit.base_app import nothing
from lltui.tui.kit.command import Command, bindings
from lltui.tui.settings import Settings

Result = TypeVar("Result")
BACK = Command("back", "escape,q,backspace")
WIDTHS = [(0, "-narrow"), (80, "-small"), (100, "-medium"), (160, "-wide")]
HEIGHTS = [(0, "-short"), (24, "-low"), (30, "-high"), (50, "-tall")]


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


class BaseScreen(Screen[Result]):
    """`OFFERS` are its commands, in the order of the key bar; `AREA` is where its words stand."""

    OFFERS: ClassVar[tuple[Command, ...]] = ()
    exits: ClassVar[int] = 0  # the exit code of a program that ends here
    AREA: ClassVar[str] = "tui"
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
        """The same gate for keys, sizes and answers: what is on its way out hears none of them."""
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
        for kind in type(self).__mro__:
            yield from kind.__dict__.get("OFFERS", ())
        yield from self.program.OFFERS

    def on_screen_resume(self) -> None:
        """What happened while another screen was in front."""
        self.program.changed()

    def action_back(self) -> None:
        """To where one came from; out of a program that began here."""
        if len(self.app.screen_stack) > 2 or self.program.at_table:
            self.dismiss()
        else:
            self.app.exit(self.exits)
