"""Which keys give which command, which may be given; and what can be done here, as a page and to be searched.

A keymap names commands by their id and gives each a key, or several between
commas.  Two commands of one screen never share a key, and no key is given that
terminals use for something else.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, ClassVar

from textual import events, on
from textual._context import active_message_pump
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.keys import Keys
from textual.screen import ModalScreen, Screen
from textual.widgets import Input

import lltui.tui
from lltui.desk.desk import Place
from lltui.errors import Trouble
from lltui.tui.app_screen import AppScreen
from lltui.tui.art.rows import wrapped
from lltui.tui.kit.dialog import TypedLine
from lltui.tui.kit.lists import ListScreen, Row, RowAbout, Rows
from lltui.tui.kit.screen import (
    BACK,
    SCROLLS,
    BaseScreen,
    Command,
    KeyBar,
    Prose,
    ScrollScreen,
    Sentence,
    keys_now,
    shown,
)

PLAYED = (Place.TABLE, Place.PAUSE, Place.RESULT)
# What arrives in pieces after Escape looks like one of these, and digits select.
TAKEN = frozenset("ABCDFHO[123456789")
NAMED = frozenset(key.value for key in Keys) | {
    "question_mark",
    "slash",
    "space",
    "full_stop",
    "comma",
    "minus",
    "plus",
}
# Terminals send these for other keys, or keep them for themselves.
OTHERS = frozenset({"ctrl+c", "ctrl+h", "ctrl+i", "ctrl+j", "ctrl+m", "ctrl+z"})


class KeyIgnored(Trouble):
    """A line under [keys] that cannot be followed."""


def offered(kind: type[BaseScreen[Any]]) -> Iterator[Command]:
    """All commands of a kind of screen."""
    for base in kind.__mro__:
        yield from base.__dict__.get("OFFERS", ())


def screens() -> Iterator[type[BaseScreen[Any]]]:
    """Every kind of screen that there is, those for films too."""
    from lltui.tui.flows.replay import Replaying, replaying  # noqa: PLC0415 - most keymaps are empty: 5 ms

    for module in pkgutil.walk_packages(lltui.tui.__path__, "lltui.tui."):
        if not module.name.startswith("lltui.tui.term"):  # has none
            importlib.import_module(module.name)
    todo: list[type[BaseScreen[Any]]] = [BaseScreen]
    while todo:
        kind = todo.pop()
        yield kind
        todo += kind.__subclasses__()
        if issubclass(kind, AppScreen) and kind.place in PLAYED and not issubclass(kind, Replaying):
            todo.append(replaying(kind))


def every(everywhere: Sequence[Command]) -> Mapping[str, Command]:
    """All commands by their id; one that screens give different keys, with the most of them."""
    found = {command.id: command for command in everywhere}
    for kind in screens():
        for command in offered(kind):
            there = found.setdefault(command.id, command)
            if len(command.keys) > len(there.keys):
                found[command.id] = command
    return found


def keys_of(command: Command, keymap: Mapping[str, str]) -> tuple[str, ...]:
    """What gives this command."""
    return tuple(key.strip() for key in keymap.get(command.id, command.keys).split(","))


def able(key: str) -> bool:
    """Whether a key arrives as itself, from every terminal."""
    if key in TAKEN or key in OTHERS:
        return False
    bare = key.removeprefix("ctrl+")
    return (len(bare) == 1 and bare.isprintable() and bare.isascii()) or key in NAMED


def fits(command: Command, key: str, keymap: Mapping[str, str], everywhere: Sequence[Command]) -> bool:
    """Whether this command can have that key: it arrives, and stands for nothing else on any screen."""
    if not able(key):
        return False
    for kind in screens():
        there = {each.id: each for each in (*everywhere, *reversed(tuple(offered(kind))))}
        if command.id not in there:
            continue
        if any(key in keys_of(other, keymap) for other in there.values() if other.id != command.id):
            return False
    return True


def followed(
    wanted: Mapping[str, str], everywhere: Sequence[Command]
) -> tuple[dict[str, str], tuple[Trouble, ...]]:
    """As much of a keymap as can be followed, and what is wrong with the rest.

    A key may be taken from a command that another line gives another key; where that line cannot be followed,
    it is not free after all.
    """
    known = every(everywhere)
    good = {name: ",".join(_parts(keys)) for name, keys in wanted.items() if name in known}

    def clashes(name: str) -> bool:
        return not all(fits(known[name], key, good, everywhere) for key in _parts(good[name]))

    while unfit := [name for name in good if clashes(name)]:
        for name in unfit:
            del good[name]
    return good, tuple(
        KeyIgnored(command=name, keys=keys) for name, keys in wanted.items() if name not in good
    )


def _parts(keys: str) -> tuple[str, ...]:
    return tuple(key.strip() for key in keys.split(","))


# --------------------------------------------------------- shown and searched


MEASURE = 76  # cells of a line that is read


class Help(ScrollScreen[None], ModalScreen[None]):
    """Over any screen: what is on it, and then what can be done; a key of the list does it at once."""

    OFFERS: ClassVar[tuple[Command, ...]] = (*SCROLLS, BACK)

    def __init__(self, behind: BaseScreen[Any]) -> None:
        super().__init__()
        self._behind, now = behind, keys_now(behind)
        offers = tuple(behind.offers())
        able = {command.id: (command, now[command.id]) for command in offers if command.id in now}
        listed = {name for name, (command, _) in able.items() if command.palette and command.name != "help"}
        active = behind.active_bindings
        self._keys = {key for key in active if active[key].binding.id in listed} - {"enter"}
        everywhere = {command.id for command in behind.app.OFFERS}  # type: ignore[attr-defined]
        self._here = [row for name, row in able.items() if name not in everywhere]
        self._everywhere = [row for name, row in able.items() if name in everywhere]

    def compose(self) -> ComposeResult:
        with Vertical(id="box"):
            yield Sentence(lambda: self.titled(self.words("help.title")), id="question")
            with Prose():
                yield Sentence(self._lines, id="commands")
        yield KeyBar()

    def _lines(self) -> Content:
        """What is here, what can be done here, and then what can be done everywhere."""
        groups = (("help.here", self._here), ("help.everywhere", self._everywhere))
        wide = max(len(keys) for _, group in groups for _, keys in group) + 2
        room = max(20, self.query_one("#commands").container_size.width - 2)
        found: list[Content] = []
        for told in self._behind.about():
            found += [*map(Content, wrapped(told, min(room, MEASURE))), Content("")]
        for title, group in groups:
            if group:
                found.append(Content.styled(self.words(title), "bold $bright"))
                found += [*(self._row(command, keys, wide) for command, keys in group), Content("")]
        if self.program.settings.hints:
            found.append(Content.styled(self.words("help.hint"), "$soft"))
        return Content("\n").join(found)

    def _row(self, command: Command, keys: str, wide: int) -> Content:
        words = self.program.wording(command.area)
        room = max(20, self.query_one("#commands").container_size.width - wide - 2)
        first, *more = wrapped(words(f"command.{command.name}.help"), room)
        rest = "".join(f"\n{' ' * (wide + 2)}{line}" for line in more)
        return Content.assemble((f"  {keys:<{wide}}", "bold $mine"), first + rest)

    def key_shown(self, sign: str) -> str:
        """Of what the page tells of."""
        words = self.program.wording("tui")
        return next((key for key in sorted(self._keys) if shown(key, words) == sign), "")

    def on_key(self, event: events.Key) -> None:
        """What the page tells of is done at once."""
        if event.key in self._keys - {key for each in self.OFFERS for key in each.keys.split(",")}:
            event.stop()
            self.dismiss()
            self.app.simulate_key(event.key)


LONGEST = 40
MOST = 10  # lines


class OrdersScreen(ListScreen[Command | None], ModalScreen[Command | None]):
    """Letters search, arrows select, Enter does it."""

    AUTO_FOCUS = "Input"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("commit", "enter", priority=True),
        Command("up", "up", palette=False, bar=False, priority=True),
        Command("down", "down", palette=False, bar=False, priority=True),
        Command("back", "escape", palette=False),
    )

    def __init__(self, behind: BaseScreen[Any]) -> None:
        super().__init__()
        now: Mapping[str, str] = keys_now(behind)
        found = {each.id: each for each in behind.offers() if each.palette and each.id in now}
        self._orders = [(each, now[name]) for name, each in found.items()]
        self._typed = ""

    def compose(self) -> ComposeResult:
        field = TypedLine(asks=lambda: self.words("orders.search"), max_length=LONGEST)
        rows = Rows(self.lines, numbered=False)
        with Vertical(id="box"):
            yield field
            yield rows
            yield RowAbout(rows, self._none)
        yield KeyBar()

    def on_mount(self) -> None:
        self.rows.styles.height = min(MOST, max(3, len(self._orders)))

    @property
    def _fitting(self) -> Sequence[tuple[Command, str]]:
        """Those whose word or sentence has what was typed; the word counts first."""
        word = self._typed.casefold().strip()

        def has(part: str) -> Callable[[tuple[Command, str]], bool]:
            return lambda order: word in self._said(order[0], part).casefold()

        by_word = list(filter(has("label"), self._orders))
        return [*by_word, *(each for each in filter(has("help"), self._orders) if each not in by_word)]

    def _said(self, command: Command, part: str) -> str:
        return self.program.wording(command.area)(f"command.{command.name}.{part}")

    def lines(self) -> Sequence[Row]:
        return [
            Row(self._said(each, "label"), keys, self._said(each, "help")) for each, keys in self._fitting
        ]

    def _none(self) -> str:
        return "" if self._fitting else self.words("orders.none")

    @on(Input.Changed)
    def _search(self, changed: Input.Changed) -> None:
        self._typed = changed.value
        self.rows.at = 0
        self.again()

    def on_key(self, event: events.Key) -> None:
        """Digits are typed here."""
        event.prevent_default()

    def take(self, at: int) -> None:
        fitting = self._fitting
        self.dismiss(fitting[at][0] if at < len(fitting) else None)


async def give(screen: Screen[Any], command: Command | None) -> None:
    """Do what was chosen, on the screen that has it or else on the app, as if by a key."""
    if command is None:
        return
    does = screen if hasattr(screen, f"action_{command.name}") else screen.app
    asked = active_message_pump.set(does)
    try:
        await screen.app.run_action(command.name, does)
    finally:
        active_message_pump.reset(asked)
