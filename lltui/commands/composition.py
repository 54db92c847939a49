"""The full screen, for every command that has one: where there is a terminal, unless --plain is asked for.

And what it is handed, as the plain board is: the way to tables, to matches, and to what was kept.

And `lltui` alone: the menu, or where there is none, how to begin.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from lltui import files, text
from lltui.commands.cli_context import LONGEST_NAME, CliContext, can_be_shown, login_name, settle
from lltui.desk.desk import Words
from lltui.errors import Trouble
from lltui.files import disk, reading
from lltui.games.game import Seat
from lltui.games.love_letter.prepared import KNOWN, TAKEN
from lltui.options import Typed
from lltui.plain.paper import Paper, meant
from lltui.text import Wording
from lltui.tui import settings as kept
from lltui.tui.first_screen import Start, complaining, look, menu, open_app
from lltui.tui.settings import SettingIgnored, Settings
from lltui.tui.term.terminal import Terminal

if TYPE_CHECKING:
    from lltui.client.login import Home
    from lltui.commands.play import OwnMatches
    from lltui.commands.table_service import OwnTables
    from lltui.desk.love_letter.guide import Guide
    from lltui.record.audit import ReplayViews
    from lltui.record.kept_match_facts import Past
    from lltui.tui.services import Alone, Left, Proof, TableVisit

REPORT = "screen.log"


class ScreenSetup(NamedTuple):
    """A terminal in front of us, and what the player has set."""

    args: Typed
    cli: CliContext
    terminal: Terminal
    settings: Settings
    complaints: tuple[Trouble, ...] = ()

    @property
    def name(self) -> str | None:
        """What the player wants to be called."""
        return self.args.name or self.settings.name

    def show(self, start: Start, ways: Composition | None = None) -> int:
        """Open the screen with this, and stay until it is left; the exit code."""
        left = open_app(
            self.terminal,
            ways or Composition(),
            self.settings,
            self.words,
            complaining(start, self.complaints),
            mouse=self.settings.mouse and not self.args.no_mouse,
            reports=files.state(os.environ) / REPORT,
        )
        goodbye = Wording(left.language)("goodbye")
        self.cli.paper.say(f"{goodbye} {left.parting}".rstrip())
        return left.code

    @property
    def words(self) -> Words:
        """What was typed comes before what was set, and that before what the machine says."""
        theme = self.args.theme or self.settings.theme or self.cli.theme
        return Words(self.args.language or self.settings.language or self.cli.language, theme)


def stage(args: Typed, cli: CliContext, *, quietly: bool = False) -> ScreenSetup | None:
    """None for the plain board, and why if nobody asked for that."""
    if args.plain:
        return None
    found = look(os.environ, ascii_only=args.ascii)
    if isinstance(found, Terminal):
        settings, complaints = _settings(cli)
        return ScreenSetup(args, cli, found, replace(settings, pace=args.pace or settings.pace), complaints)
    if not quietly:
        term = os.environ.get("TERM", "") or "-"
        Paper(sys.stderr).say(Wording(cli.language, area="term")(found.why, term=term))
    return None


HERE = (
    "language",
    "theme",
    "hurry",
    "hints",
    "counting",
    "sure",
    "name",
)  # what means something line by line
AT_ONCE = ("hurry", "counting", "sure")  # and what of that counts already in the match that is played
LATER = frozenset(HERE) - {*AT_ONCE}  # said before it is changed, and after


class PlainSettings:
    """What is set, told and changed line by line: the same file as behind the page of the full screen."""

    def __init__(self, language: str, *, by_hand: bool = True) -> None:
        self._folder, self._language, self._by_hand = files.config(os.environ), language, by_hand
        self._now = kept.read(self._folder).settings
        self._words, self._pages = Wording(language, "settings"), Wording(language, area="screens")

    @property
    def doubts(self) -> bool:
        """A script means what it says."""
        return self._by_hand and self._now.sure

    @property
    def counting(self) -> bool:
        """Whether the cards are counted that were not seen."""
        return self._now.counting

    @property
    def at_once(self) -> bool:
        """Whether bots hurry by themselves."""
        return self._now.hurry

    def obey(self, typed: str) -> Sequence[str]:
        """Without anything all of them; one by its number or name, and behind that what it is to be."""
        names = (*HERE, *(name for name in kept.PAGE if name not in HERE))
        if not typed:
            return [*self._all(names), "", self._words("how")]
        labels = [self._pages(f"setting.{name}.label") for name in names]
        for length in range(len(typed.split()), 0, -1):  # a name may have several words
            first, rest = " ".join(typed.split()[:length]), " ".join(typed.split()[length:])
            places = meant(first, labels) or [at for at, name in enumerate(names) if name == first.casefold()]
            if len(places) == 1:
                name = names[places[0]]
                return self._put(name, rest) if rest else tuple(self._one(name, places[0] + 1))
        return (self._words("unknown", typed=typed),)

    def _all(self, names: Sequence[str]) -> Iterator[str]:
        yield self._pages("settings.title", file=self._folder / kept.FILE)
        for number, name in enumerate(names, 1):
            if number == len(HERE) + 1:
                yield self._words("screen")
            later = f" ({self._words('later')})" if name in LATER else ""
            yield f"{number}. {self._said(name)}{later}"

    def _said(self, name: str) -> str:
        return f"{self._pages(f'setting.{name}.label')}: {self._value(name, self._is(name))}"

    def _is(self, name: str) -> Any:
        found = getattr(self._now, name)
        return found if found is not None or name != "theme" else text.default_theme()

    def _value(self, name: str, value: object) -> str:
        return kept.called(name, value, self._language)

    def _one(self, name: str, number: int) -> Iterator[str]:
        yield self._said(name)
        yield self._pages(f"setting.{name}.about")
        values = kept.choices(name, self._language)
        for place, value in enumerate(values, 1):
            about = kept.told(name, value, self._language)
            yield f"{place}. {self._value(name, value)}{': ' if about else ''}{about}"
        yield self._words("choose" if values else "type", number=number)
        if name in LATER:
            yield self._words("next")

    def _put(self, name: str, typed: str) -> Sequence[str]:
        """Kept for the next time, and from now on where that can be."""
        values = kept.choices(name, self._language)
        if values:
            places = meant(typed, [self._value(name, each) for each in values])
            ids = [str(each).casefold() for each in values]
            places = places or tuple(at for at, each in enumerate(ids) if each == typed.casefold())
            if len(places) != 1:
                several = [self._value(name, each) for each in values]
                return (self._words("none", typed=typed, values=self._words.row(several, "or")),)
            value = values[places[0]]
        else:
            value = None if typed == "-" else typed
            if value is not None and not can_be_shown(typed):
                return (Wording(self._language, area="cli")("naming.bad", longest=LONGEST_NAME),)
        found = kept.read(self._folder)
        try:
            kept.change(self._folder, found.settings, kept.put(found.settings, name, value))
        except kept.SettingsUnwritable as trouble:
            told = text.trouble(self._language, trouble)
            return told.what, told.todo
        self._now = kept.put(self._now, name, value)
        return self._said(name), self._words(
            "now" if name in AT_ONCE else "next" if name in HERE else "there"
        )


def chosen_name(args: Typed, stage: ScreenSetup | None) -> str | None:
    """What the player wants to be called, on both boards: as typed, or else as set."""
    if stage is not None or args.name:
        return stage.name if stage else args.name
    with suppress(files.NoHome):  # whoever has none has set nothing
        return kept.read(files.config(os.environ)).settings.name
    return None


async def ask_name(
    cli: CliContext, line: Callable[[], Awaitable[str | None]], login: str, others: Sequence[str] = ()
) -> str:
    """The same of somebody at a terminal who never said so: asked for once, and remembered."""
    words = Wording(cli.language, area="cli")
    while True:
        cli.paper.prompt(words("naming.prompt", name=login or words("nameless")))
        typed = await line()
        cli.paper.answered(typed or "", shown=True)
        name = typed or login
        if not name:
            return words("nameless")
        if not can_be_shown(name):
            cli.paper.say(words("naming.bad", longest=LONGEST_NAME))
        elif name.casefold() in (other.casefold() for other in others):
            cli.paper.say(words("naming.taken", name=name))
        else:
            if typed is not None:
                _remember(name)
            return name


def _remember(name: str) -> None:
    """For the next time; slips that somebody wrote by hand are left to them, and it is asked once more."""
    folder = files.config(os.environ)
    found = kept.read(folder)
    if not found.complaints:
        with suppress(kept.SettingsUnwritable):
            kept.change(folder, found.settings, replace(found.settings, name=name))


def _settings(cli: CliContext) -> tuple[Settings, tuple[Trouble, ...]]:
    """What the player has set, and what is wrong with it: that counts for nothing."""
    folder = files.config(os.environ)
    settings, complaints = kept.read(folder)
    unknown: dict[str, None] = {}
    if settings.language not in (None, *text.languages()):
        unknown["language"] = None
    # To know all themes is to read them all, and most people have set none.
    if settings.theme is not None and settings.theme not in (each.id for each in text.themes(cli.language)):
        unknown["theme"] = None
    file, known = str(folder / kept.FILE), Settings.__struct_fields__
    strange = (SettingIgnored(setting=name, file=file, known=known) for name in unknown)
    return replace(settings, **unknown), (*complaints, *strange)


# ------------------------------------------------------------- what one was told

LESSONS = "lessons"  # a file with a word in each line, which only grows
LARGEST = 64 * 1024


class LessonsFile:
    """What one person was told of the game on this machine; what stands there is read once."""

    def __init__(self, environ: Mapping[str, str]) -> None:
        self._environ = environ
        self.file = files.state(environ) / LESSONS
        self._told: frozenset[str] | None = None

    @property
    def told(self) -> frozenset[str]:
        """Nothing, where it cannot be read."""
        if self._told is None:
            self._told = frozenset()
            with suppress(reading.Missing, reading.Unfit):
                self._told = frozenset(reading.text(self.file, LARGEST).split())
        return self._told

    @property
    def new_here(self) -> bool:
        """Whether nobody has played here yet, or said to know the game."""
        if self.told & {KNOWN, TAKEN} or files.any_in(files.alone(self._environ)):
            return False
        try:
            return not any(files.matches(self._environ).iterdir())
        except OSError:  # no folder of matches: there never was one
            return True

    def guide(self, *, prepared: bool = False, by_hand: bool = False) -> Guide | None:
        """For who learns a game, or wants hints, on the plain board; a script has none that nobody taught."""
        learned = by_hand or TAKEN in self.told
        wants = learned and kept.read(files.config(self._environ)).settings.hints
        if not prepared and not wants:
            return None
        from lltui.desk.love_letter.guide import Guide  # noqa: PLC0415 - who knows the game needs none: 2 ms

        return Guide(self.told, self.learn, prepared=prepared)

    def learn(self, name: str) -> None:
        """One more; what the disk does not take is told again some time."""
        if name not in self.told:
            self._told = self.told | {name}
            with suppress(OSError):  # a disk that takes nothing must not end a lesson
                disk.make_folder(self.file.parent)
                disk.append_text(self.file, f"{name}\n")


# ------------------------------------------------------------- what it is handed


class Composition:
    """What both front ends are handed, for one person on this machine.

    Here, and nowhere else, screens and boards meet tables, rules and files; each part is
    loaded when somebody wants it: bots, sockets and keys, a process, a database.
    """

    def __init__(self, environ: Mapping[str, str] = os.environ) -> None:
        self._environ = environ
        self.owned = True  # whoever sits there may know where on this machine things lie

    @property
    def config(self) -> Path:
        """Where the player's settings are."""
        return files.config(self._environ)

    @cached_property
    def login(self) -> str:
        """Told before the first paint, so it asks nothing of what needs a network."""
        return login_name(self._environ)

    @cached_property
    def home(self) -> Home:
        """What is brought along to every table."""
        from lltui.client.known_tables import KnownTables  # noqa: PLC0415 - as above: 17 ms
        from lltui.client.login import Home  # noqa: PLC0415 - who plays alone waits for no network: 23 ms
        from lltui.record.audit import RulesVerifier  # noqa: PLC0415 - as above: 19 ms

        return Home(
            KnownTables(files.state(self._environ)),
            files.matches(self._environ),
            RulesVerifier,
            login=self.login,
            given=self._environ.get("LLTUI_CODE"),
        )

    @cached_property
    def own_tables(self) -> OwnTables:
        """The tables of this machine."""
        from lltui.commands.table_service import OwnTables  # noqa: PLC0415 - a guest needs no table's process: 22 ms

        return OwnTables(files.tables(self._environ))

    @cached_property
    def own_matches(self) -> OwnMatches:
        """Those that are played in this process."""
        from lltui.commands.play import OwnMatches  # noqa: PLC0415 - who sits at a table waits for no bots: 3 ms

        return OwnMatches(self._environ)

    @cached_property
    def lessons(self) -> LessonsFile:
        """What they were told of the game."""
        return LessonsFile(self._environ)

    def alone(self, wanted: Alone | Left | None) -> TableVisit:
        """A match in this process."""
        return self.own_matches.chair(wanted)

    def left_alone(self, game: str = "") -> Left | None:
        """The one that lies unfinished."""
        return self.own_matches.left(game) if files.any_in(files.alone(self._environ)) else None

    def any_kept(self) -> bool:
        """Whether a match was ever kept."""
        return files.any_in(files.matches(self._environ))

    # Who plays waits for no database, and for nothing that checks a match.

    def past(self) -> Past:
        """The list of matches that were played, and the figures."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.past(self._environ)

    def tape(self, file: str | None) -> ReplayViews:
        """One of them, to be looked at."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.tape(file, self._environ)

    def practice(self, file: str | None, seq: int, seat: Seat) -> TableVisit:
        """One of them, from an entry on, on a seat of it."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.practice(kept_matches.listed(file, self._environ), seq, seat)

    def proof(self, file: str | None) -> Proof:
        """One of them, to be checked."""
        from lltui.commands import kept_matches  # noqa: PLC0415 - as said: 21 ms

        return kept_matches.proof(file, self._environ)


# ------------------------------------------------------------------------ alone


def run(args: Typed) -> int:
    cli = settle(args)
    shown = stage(args, cli, quietly=True)
    if shown is not None:
        return shown.show(menu)
    paper = cli.paper
    for line in cli.words("start.text").splitlines():
        if line.startswith(" "):
            command = line.strip()
            paper.say(f"{command} --plain" if args.plain and "--" not in command else command, indent="  ")
        elif line:
            paper.say(line)
        else:
            paper.gap()
    return 0
