"""What a player has set: one TOML file, each option with a type and a default.

A value that does not fit is named and left out; the others count.

The types of `Settings` say what may be: documentation, the page, the plain board
and the tests are made from this, and a new setting has to have its words in every
language, and nothing else.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Meta, Struct, inspect
from msgspec.structs import replace

from lltui import text
from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.text import Wording

FILE = "settings.toml"
Pace: TypeAlias = Literal["slow", "quick", "none"]
# By which all that moves on a table is faster.
SPEED: Mapping[Pace, float] = {"slow": 1.0, "quick": 1 / 3, "none": 0.0}
LARGEST = 64 * 1024
PATIENCE = 2.0  # seconds, for another of our programs that sets something just now


class SettingsUnreadable(Trouble):
    """The whole file cannot be read."""


class SettingIgnored(Trouble):
    """One line of it says what cannot be."""


class SettingsUnwritable(Trouble):
    """The disk does not take it."""


class Settings(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Everything that can be set.  What is None or "auto" is found out when the program starts."""

    name: Annotated[str, Meta(min_length=1, max_length=20)] | None = None
    language: Annotated[str, Meta(pattern=r"^[a-z]{2,8}$")] | None = None
    theme: Annotated[str, Meta(pattern=r"^[a-z][a-z0-9-]{0,31}$")] | None = None
    look: Literal["auto", "dark", "light", "plain"] = "auto"
    moments: bool = True
    pace: Pace = "slow"
    hurry: bool = False
    bell: bool = True
    title: bool = True
    mouse: bool = True
    counting: bool = True
    hints: bool = True
    sure: bool = True
    keys: dict[str, Annotated[str, Meta(min_length=1, max_length=80)]] = {}


class Read(NamedTuple):
    """The settings, and what was wrong with the file."""

    settings: Settings
    complaints: tuple[Trouble, ...] = ()


def read(folder: Path) -> Read:
    """The settings of a configuration folder; the defaults where there is no file."""
    file = folder / FILE
    try:
        found = reading.toml(reading.text(file, LARGEST))
    except reading.Missing:
        return Read(Settings())
    except reading.Unfit as unfit:
        reason = f"{unfit.detail} (line {unfit.line})" if unfit.line > 1 else unfit.detail
        return Read(Settings(), (SettingsUnreadable(file=str(file), reason=reason),))
    return _fitting(file, found)


def _fitting(file: Path, found: Mapping[str, Any]) -> Read:
    """Value by value, so that one slip costs no more than itself."""
    good: dict[str, Any] = {}
    complaints: list[Trouble] = []
    for name, value in found.items():
        try:
            msgspec.convert({name: value}, Settings)
        except (msgspec.ValidationError, RecursionError):
            known = Settings.__struct_fields__
            complaints.append(SettingIgnored(setting=name, file=str(file), known=known))
        else:
            good[name] = value
    return Read(msgspec.convert(good, Settings), tuple(complaints))


def write(folder: Path, settings: Settings) -> None:
    """Keep them; what was written by hand and cannot be read is put aside, not lost."""
    file = folder / FILE
    try:
        disk.make_folder(folder)
        write = disk.set_aside if read(folder).complaints else disk.replace
        write(reading.behind(file), _toml(settings).encode())
    except OSError as error:
        raise SettingsUnwritable(file=str(file), reason=error.strerror or str(error)) from None


def change(folder: Path, before: Settings, after: Settings) -> None:
    """Keep what is other than `before`; all else stays as the file has it, where others may have set it."""
    try:
        disk.make_folder(folder)
        with disk.one_at_a_time(folder, PATIENCE):
            write(folder, replace(read(folder).settings, **_other(before, after)))
    except OSError as error:
        raise SettingsUnwritable(file=str(folder / FILE), reason=error.strerror or str(error)) from None


def _other(before: Settings, after: Settings) -> dict[str, Any]:
    names = Settings.__struct_fields__
    return {name: getattr(after, name) for name in names if getattr(after, name) != getattr(before, name)}


class SettingsFile:
    """What one window has set; the rest is as it was typed for this time alone, or as others have set it."""

    def __init__(self, known: Settings) -> None:
        self._known = known

    def keep(self, folder: Path, settings: Settings) -> None:
        """With what the disk did not take before."""
        change(folder, self._known, settings)
        self._known = settings


def _toml(settings: Settings) -> str:
    """JSON's strings, numbers and booleans are TOML's too."""
    values: dict[str, Any] = msgspec.to_builtins(settings)
    lines = [f"{name} = {_value(value)}" for name, value in values.items() if name != "keys"]
    keys = [f"{_value(name)} = {_value(value)}" for name, value in values.get("keys", {}).items()]
    return "\n".join([*lines, *(["", "[keys]", *keys] if keys else []), ""])


def _value(value: object) -> str:
    return msgspec.json.encode(value).decode()


# ------------------------------------------------------------ what every one may be

PAGE = (
    "language",
    "theme",
    "look",
    "moments",
    "pace",
    "hurry",
    "hints",
    "counting",
    "sure",
    "bell",
    "title",
    "mouse",
    "name",
)


def put(settings: Settings, name: str, value: Any) -> Settings:
    """With this one; what is not allowed is a mistake of ours."""
    return msgspec.convert(msgspec.to_builtins(replace(settings, **{name: value})), Settings)


def choices(name: str, language: str) -> tuple[Any, ...]:
    """What may be chosen; nothing for what is typed."""
    match name:
        case "language":
            return (None, *text.languages())
        case "theme":
            return tuple(line.id for line in text.themes(language))
        case "pace":
            return get_args(Pace)
        case "name":
            return ()
    match types()[name]:
        case inspect.BoolType():
            return (True, False)
        case inspect.LiteralType(values=values):
            return tuple(ordered(name, values))
    raise AssertionError(name)


def ordered(name: str, values: tuple[Any, ...]) -> tuple[Any, ...]:
    """msgspec sorts what may be chosen; people begin with what is usual."""
    default = getattr(Settings(), name)
    return (default, *(value for value in values if value != default))


@cache
def types() -> dict[str, inspect.Type]:
    found = inspect.type_info(Settings)
    assert isinstance(found, inspect.StructType), found
    return {field.name: field.type for field in found.fields}


def called(name: str, value: object, language: str) -> str:
    """A value in words; empty where it has none of its own."""
    words, key = Wording(language, area="screens"), f"setting.{name}"
    if name == "language" and isinstance(value, str):
        return text.languages().get(value, value)
    if name == "theme":
        return next((line.title for line in text.themes(language) if line.id == value), str(value))
    if isinstance(value, bool):
        return words("yes" if value else "no")
    known = f"{key}.none" if value is None else f"{key}.value.{value}"
    return words(known) if words.has(known) else "" if value is None else str(value)


def told(name: str, value: object, language: str) -> str:
    """A sentence about one value; nothing where the one about the setting is enough."""
    if name == "theme":
        return next((line.about for line in text.themes(language) if line.id == value), "")
    words, key = Wording(language, area="screens"), f"setting.{name}.told.{value}"
    return words(key) if words.has(key) else ""
