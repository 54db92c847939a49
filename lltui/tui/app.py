"""The app: which screen is in front, who is at which table, and what one may ask for everywhere."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.notifications import Notification, Notifications
from textual.widgets._toast import ToastRack
from textual.worker import Worker

from lltui import text
from lltui.desk.desk import Desk, Place, Words
from lltui.errors import Trouble
from lltui.games.chair import Chair, DiskSlow, Glimpse, Over, Request, Update
from lltui.games.game import Action, asked
from lltui.text import Wording
from lltui.tui import love_letter, two_princes
from lltui.tui import settings as kept
from lltui.tui.app_screen import AppScreen
from lltui.tui.kit.base_app import THEMES, BaseApp, Styles, chosen, let_go
from lltui.tui.kit.screen import HELP, BaseScreen, Command, Sentence, bindings, too_small
from lltui.tui.services import TableVisit, parting
from lltui.tui.settings import Pace, Settings

if TYPE_CHECKING:
    from lltui.desk.replay_desk import ReplayDesk
    from lltui.tui.services import Services  # what it names is loaded by whoever makes it

STYLES = Path(__file__).with_name("styles")
GOOD_ENDS = ("over", "left")  # of a table: nothing went wrong
PAUSES: Mapping[Pace, float] = {"slow": 0.7, "quick": 0.25, "none": 0.0}  # seconds after any move of a bot


# ------------------------------------------------------------------ which screen


# For TABLE, PAUSE and RESULT.
BOARDS: Mapping[str, Callable[[Place], AppScreen[Any]]] = {
    "love-letter": love_letter.board,
    "princes": two_princes.board,
}


def screen_of(desk: Desk, *, film: bool = False) -> AppScreen[Any] | None:
    """A fresh one; None while there is nothing to be seen yet.  A `film` is stepped through, not played."""
    match desk.place:
        case Place.LOBBY:
            from lltui.tui.flows.lobby import LobbyScreen  # noqa: PLC0415 - a match alone has none: 25 ms

            return LobbyScreen()
        case Place.CLOSED:
            from lltui.tui.match.table_dialogs import ClosedScreen  # noqa: PLC0415 - as above: 7 ms

            return ClosedScreen()
        case Place.COMING:
            return DealingScreen() if desk.local else None
        case place:
            assert desk.began is not None, "a match has begun"
            board = BOARDS.get(desk.began.game)
            if board is None:
                from lltui.tui.match.table_dialogs import BoardlessScreen  # noqa: PLC0415 - games have boards: 6 ms

                return BoardlessScreen(place)
            found = board(place)
            if not film:
                return found
            from lltui.tui.flows.replay import replaying  # noqa: PLC0415 - whoever plays needs none: 5 ms

            return replaying(type(found))()


class DealingScreen(AppScreen[None]):
    """What is there before a match alone is."""

    AREA = "screens"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("leave", "q,escape", area="entering"),)
    place = Place.COMING
    ABOUT = "dealing"

    def compose(self) -> ComposeResult:
        yield Sentence(lambda: self.words("dealing"), id="dealing")


# ----------------------------------------------------------------------- the app


class LltuiApp(BaseApp):
    """One person in front of one terminal; at most one table at a time."""

    TITLE = "lltui"
    CSS_PATH: ClassVar[Any] = sorted(STYLES.glob("*.tcss"))
    OFFERS: ClassVar[tuple[Command, ...]] = (
        HELP,
        Command("orders", "ctrl+p", bar=False, palette=False),
        Command("settings", "comma", bar=False),
        Command("repaint", "ctrl+l", bar=False),
        Command("aside", "ctrl+z", bar=False),
        Command("end", "ctrl+q", bar=False, priority=True),
        Command("decide", "h", area="entering", stays=True),
        Command("invite", "f6", area="entering", bar=False),
        Command("proofs", "f7", area="entering", bar=False),
    )
    BINDINGS = bindings(OFFERS)
    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False

    def __init__(
        self,
        ways: Services,
        settings: Settings,
        words: Words,
        first: Callable[[LltuiApp], None],
        *,
        colours: int = 2**24,
        ascii_only: bool = False,
        driver: type[Any] | None = None,
    ) -> None:
        super().__init__(driver, ansi_color=None if colours else True)
        self.ways, self.settings, self.tongue = ways, settings, words
        self.desk: Desk | None = None
        self.visit: TableVisit | None = None
        self.replay: ReplayDesk | None = None
        self._practised: ReplayDesk | None = None  # the one that is gone back to, on `_under` screens
        self._behind: tuple[TableVisit | None, Desk | None] | None = None  # of whoever looks at a match
        self._under = 0
        self._first, self._colours, self.ascii_only = first, colours, ascii_only
        self.now = time.monotonic
        self.acted = 0.0  # when something was last asked for
        self._wordings: dict[tuple[str, str], Wording] = {}
        self._attending: Worker[None] | None = None
        self._stirred = asyncio.Event()
        self._due = False
        self._calm = asyncio.Event()  # nothing is still to be seen
        self.parted = self._titled = ""  # what is to be said of the table that was left; the title
        self._outage = 0  # the one that was told of
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = chosen(settings.look, colours)
        self.stylesheet = Styles(self.get_css_variables())
        let_go()

    def on_mount(self) -> None:
        complaints = self._follow_keys() if self.settings.keys else ()
        self._kept = kept.SettingsFile(self.settings)
        self._first(self)
        if complaints:
            self.trouble(*complaints)

    def _follow_keys(self) -> tuple[Trouble, ...]:
        """The player's own keys, as far as they can be followed; what is wrong with the rest."""
        from lltui.tui.keymap import followed  # noqa: PLC0415 - it looks through all screens: 1 ms

        keys, complaints = followed(self.settings.keys, self.OFFERS)
        self.settings = replace(self.settings, keys=keys)
        self.set_keymap(keys)
        return complaints

    def on_resize(self, event: events.Resize) -> None:
        """Too small a terminal is said, and nothing behind it is lost."""
        # The last screen may be gone before the last size is told.
        if self.screen_stack and too_small(event.size):
            from lltui.tui.kit.dialog import TooSmall  # noqa: PLC0415 - most terminals are large enough: 3 ms

            if not isinstance(self.screen, TooSmall):
                self.push_screen(TooSmall())

    # ------------------------------------------------------------------ words

    def wording(self, area: str) -> Wording:
        """The words of one locale file in the language of now."""
        key = (self.tongue.language, area)
        if key not in self._wordings:
            self._wordings[key] = Wording(self.tongue.language, area=area)
        return self._wordings[key]

    def speak(self, words: Words) -> None:
        """Everything on the screen in other words."""
        self.tongue = words
        if self.desk is not None:
            self.desk.say_again(words)
        for screen in self.screen_stack:
            for widget in screen.walk_children(with_self=True):
                widget.refresh(layout=True)
        self.changed()

    def set(self, settings: Settings) -> None:
        """Live, and kept for the next time as soon as the disk takes it."""
        before, self.settings = self.settings, settings
        self.theme = chosen(settings.look, self._colours)
        self.set_keymap(settings.keys)
        if settings.mouse != before.mouse and (let_mouse := getattr(self._driver, "let_mouse", None)):
            let_mouse(settings.mouse)
        language, theme = self.tongue
        if settings.language != before.language:
            language = settings.language or text.default_language(os.environ)
        if settings.theme != before.theme:
            theme = settings.theme or text.themes(language)[0].id
        if (language, theme) != self.tongue:
            self.speak(Words(language, theme))
        self.changed()
        self.write(self.ways.config / kept.FILE, partial(self._kept.keep, self.ways.config, settings))

    def learn(self, lesson: str) -> None:
        """It was told, and need not be again."""
        lessons = self.ways.lessons
        self.write(lessons.file, partial(lessons.learn, lesson))

    def slow(self, file: str) -> None:
        """That it is the disk for which one waits."""
        self.notify(self.wording("net")("disk_slow", file=file), severity="warning", markup=False)

    def _waits_for(self, file: str) -> str:
        """The same to who leaves, and what they may do about it."""
        return self.wording("net")("disk_leaving", file=file)

    def slow_to_leave(self, file: str) -> None:
        """Until that is done, nothing that is posted to the app is heard but ctrl+c."""
        told = Notifications()
        told.add(Notification(self._waits_for(file), severity="warning", markup=False))
        for rack in self.screen.query(ToastRack):
            rack.call_later(rack.show, told)

    @property
    def moves(self) -> bool:
        """Whether what happens may be shown in steps."""
        return self.settings.pace != "none" and self.animation_level != "none"

    def trouble(self, *errors: Trouble, then: Callable[[], object] | None = None) -> None:
        """What happened and what to do, in front of everything; `then` is done once it was read."""
        from lltui.tui.kit.dialog import Notice  # noqa: PLC0415 - with most programs nothing is wrong: 3 ms

        self.push_screen(Notice(*errors), lambda _: (then or self.changed)())

    def told(self, error: Trouble) -> text.TroubleText:
        """Both sentences, in the language of now."""
        return text.trouble(self.tongue.language, error)

    # --------------------------------------------- at a match that was played

    def look_at(self, replay: ReplayDesk) -> None:
        """In front of wherever it was chosen; then the same at another moment, or with other eyes."""
        begins = self.replay is None
        if begins:
            self._under = len(self.screen_stack)
            self._behind = self._behind or (self.visit, self.desk)
        self.replay, self.desk = replay, replay.desk
        if not begins:
            self.changed()
        elif (screen := screen_of(replay.desk, film=True)) is not None:
            self.push_screen(screen)

    def look_away(self) -> None:
        """Back to where it was chosen, to the table that is still there; or out of the program."""
        self.clear_notifications()  # what they told holds of a replay that is gone
        self.replay, (visit, desk), self._behind = None, self._behind or (None, None), None
        left, self.visit, self.desk = self.visit is not visit, visit, desk
        if visit is not None and desk is not None and left:  # another was played meanwhile
            self._attending = self._attend(visit, desk)
        if len(self.screen_stack) == 2:
            self.exit(0)
        else:
            self.pop_screen()

    def study(self, file: str, *, proves: bool) -> None:
        """Whether all of a match is true, or what it teaches, on a page."""
        from lltui.tui.flows.history import AnalysisScreen, ProofScreen  # noqa: PLC0415 - most do without: 4 ms

        self.push_screen(ProofScreen(file) if proves else AnalysisScreen(file))

    async def practise(self, replay: ReplayDesk) -> None:
        """Play on from the moment that is looked at; the way out leads back to it."""
        visit = self.ways.practice(replay.file, replay.scene.seq, replay.facts.taken(replay.view))
        await self.switch_screen(DealingScreen())
        self._practised, self.replay = replay, None
        self.sit(visit)

    async def _look_again(self, replay: ReplayDesk) -> None:
        self._practised = None
        while len(self.screen_stack) > self._under:
            await self.pop_screen()
        self.look_at(replay)

    # --------------------------------------------------------------- at a table

    @property
    def at_table(self) -> bool:
        """Whether there is a desk to come back to."""
        return self.desk is not None

    def sit(self, visit: TableVisit) -> None:
        """Be at a table from now on; its screen comes as soon as there is something to see."""
        self.visit = visit
        self._outage = 0
        self.desk = Desk(self.tongue, watches=visit.watches, local=visit.local, listed=visit.listed)
        self._attending = self._attend(visit, self.desk)
        self.changed()

    def arrive(self, visit: TableVisit) -> None:
        """Through the door: what led there is left behind."""
        self.call_next(self._arrive, visit)

    async def _arrive(self, visit: TableVisit) -> None:
        await self._clear()
        self.sit(visit)

    async def act(self, what: Action | Request) -> None:
        """Answer the menu, or ask for something else."""
        self.acted = self.now()
        if self.visit is not None:
            await self.visit.chair.act(what)

    def go_on(self) -> None:
        """The end of the round has been looked at."""
        if self.desk is not None and self.desk.looks:
            self.desk.go_on()
            self._stirred.set()
            self.changed()

    async def again(self) -> None:
        """Another match with the same company; where others have to be asked, back to the lobby."""
        following = self.visit.again() if self.visit is not None else None
        if following is not None:
            if await self._rise(getting_up=True):
                self.sit(following)
        elif self.desk is not None and not self.desk.local:
            if (request := self.desk.once_more()) is not None:
                await self.act(request)
            self.changed()

    async def get_up(self) -> None:
        """Leave the table, after a question where somebody waits or something is lost."""
        from lltui.tui.match.table_dialogs import ask_before_leaving  # noqa: PLC0415 - 9 ms

        if not ask_before_leaving(self):
            await self.rise(getting_up=True)

    async def rise(self, *, getting_up: bool, ending: bool = False) -> None:
        """Back to the menu, or out of the program that was started for this table.

        `ending`: one's own table is not to go on.
        """
        closed = self.desk.closed if self.desk is not None else None
        if not await self._rise(getting_up=getting_up):
            return
        if ending:
            from lltui.tui.flows.join import ended  # noqa: PLC0415 - who plays alone hosts nothing: 27 ms

            await ended(self)
        if self._practised is not None:
            await self._look_again(self._practised)
        elif not self.has_home:
            self.exit(0 if closed is None or closed.why in GOOD_ENDS else 1)
        else:
            await self._clear()

    @property
    def has_home(self) -> bool:
        """Whether there is a menu to come back to."""
        return any(isinstance(screen, AppScreen) and screen.home for screen in self.screen_stack)

    async def _clear(self) -> None:
        """Down to where one comes from."""
        while len(self.screen_stack) > 1 and not (isinstance(self.screen, AppScreen) and self.screen.home):
            await self.pop_screen()

    async def _rise(self, *, getting_up: bool) -> bool:
        """Whether the program goes on: who does not wait for a disk ends it."""
        visit, desk, self.visit, self.desk = self.visit, self.desk, None, None
        if self._attending is not None:
            self._attending.cancel()
        if visit is not None and desk is not None:
            self.parted = parting(visit, desk, getting_up=getting_up, menu=self.has_home)
            if self.parted and self.has_home:
                self.notify(self.parted, timeout=15, markup=False)  # long enough to write it down
                self.parted = ""
            if not await self.leaves(visit, getting_up=getting_up, tell=self.slow_to_leave):
                return False
        self._headline("")
        return True

    @work(group="table", exclusive=True)
    async def _attend(self, visit: TableVisit, desk: Desk) -> None:
        try:
            if visit.local:  # nobody else makes it wait, and a screen is there before a match is loaded
                await self._painted()
            while not desk.closed:
                update = await self._next(visit.chair, desk)
                if update is None:
                    continue
                if isinstance(update, DiskSlow):  # what was chosen stays as it is
                    self.slow(update.folder)
                    continue
                desk.hear(update)
                hurries = self.settings.hurry and desk.may_hurry
                if (request := desk.hurry() if hurries else desk.by_itself()) is not None:
                    await visit.chair.act(request)
                self._call(desk, update)
                self.changed()
                still = isinstance(update, Glimpse) and (asked(update.menu) or desk.looks or desk.hurries)
                if visit.local and isinstance(update, Glimpse) and not still:
                    await self._looked_on()
        except Trouble as trouble:
            self.trouble(trouble, then=partial(self._told_of, desk))

    async def _looked_on(self) -> None:
        """Alone, the others play on when what they did was seen."""
        await asyncio.gather(asyncio.sleep(PAUSES[self.settings.pace]), self._calm.wait())

    async def _painted(self) -> None:
        """Until the dealing can be seen, if it is shown.

        That is once its screen has done all it was told: what Textual calls after a refresh comes a frame
        later, and in that frame nobody does anything.
        """
        painted = asyncio.Event()

        def arranged() -> None:
            shown = not self.leaving and isinstance(self.screen, DealingScreen)
            (self.screen if shown else self).call_later(painted.set)

        self.call_later(arranged)
        await painted.wait()

    async def _told_of(self, desk: Desk) -> None:
        """Who never came to sit goes back where they came from."""
        if desk is self.desk and desk.began is None and desk.local:
            await self.rise(getting_up=True)
        self.changed()

    async def _next(self, chair: Chair, desk: Desk) -> Update | None:
        """None: whoever looked at the end of a round does so no longer."""
        if not desk.looks:
            return await chair.next()
        self._stirred.clear()
        if desk.full:  # nothing is lost: it stays with the chair, and then with the table
            await self._stirred.wait()
            return None
        coming = asyncio.ensure_future(chair.next(looking=True))
        stirred = asyncio.ensure_future(self._stirred.wait())
        try:
            await asyncio.wait((coming, stirred), return_when=asyncio.FIRST_COMPLETED)
            return coming.result() if coming.done() else None
        finally:
            coming.cancel()
            stirred.cancel()

    # -------------------------------------------------------------- attention

    def _call(self, desk: Desk, update: Update) -> None:
        """The bell and the title, once for each turn of one's own."""
        if isinstance(update, Over):
            self._headline("")
        if not isinstance(update, Glimpse) or update is not desk.glimpse:
            return
        turn = asked(update.menu)
        if turn and not (desk.before and desk.before.menu == update.menu) and self.settings.bell:
            self.bell()
        self._headline(self.wording("tui")("title.turn" if turn else "title.table"))

    def _headline(self, title: str) -> None:
        if self.settings.title and title != self._titled and self._driver is not None:
            self._titled = title
            self._driver.write(f"\x1b]2;{title or self.TITLE}\x07")

    # ----------------------------------------------------------------- screens

    def changed(self) -> None:
        """Look again, once, however much has happened."""
        self._calm.clear()
        if not self._due:
            self._due = True
            self.call_next(self._arrange)

    async def _arrange(self) -> None:
        """One frame for all that came: the right screen, showing the newest."""
        self._due = False
        desk = self.desk
        if desk is None or self.leaving:
            return
        if not any(isinstance(each, AppScreen) and each.lingers(desk) for each in self.screen_stack):
            self._calm.set()
            await self._go_to(desk)
        for screen in self.screen_stack:
            if isinstance(screen, AppScreen):  # on the way out, none is there
                screen.catch_up(desk)
        if desk.link is not None and desk.link.tried and self._outage != desk.outages:
            self._outage = desk.outages
            await self._lose()

    async def _go_to(self, desk: Desk) -> None:
        """In front comes the screen of the place where one is."""
        front, film = self.screen, self.replay is not None
        if isinstance(front, AppScreen) and (front.home or front.place not in (None, desk.place)):
            following = None if desk.place is Place.COMING else screen_of(desk, film=film)
            if following is not None:
                await (self.push_screen(following) if front.home else self.switch_screen(following))
        elif len(self.screen_stack) == 1 and (following := screen_of(desk, film=film)) is not None:
            await self.push_screen(following)

    async def _lose(self) -> None:
        """Say that the line is gone, once."""
        from lltui.tui.match.table_dialogs import LinkLostScreen  # noqa: PLC0415 - most lines hold: 6 ms

        if not any(isinstance(screen, LinkLostScreen) for screen in self.screen_stack):
            await self.push_screen(LinkLostScreen())

    # ---------------------------------------------------------------- commands

    def action_help(self) -> None:
        """What can be done here."""
        from lltui.tui.keymap import Help  # noqa: PLC0415 - most evenings do without: 4 ms

        if not isinstance(self.screen, Help):
            front = self.screen
            if isinstance(front, BaseScreen):
                self.push_screen(Help(front))

    def action_orders(self) -> None:
        """The palette: every command by its name."""
        from lltui.tui.keymap import OrdersScreen, give  # noqa: PLC0415 - most evenings do without: 4 ms

        front = self.screen
        if isinstance(front, BaseScreen):
            self.push_screen(OrdersScreen(front), partial(give, front))

    def action_repaint(self) -> None:
        """Something else has written to this terminal."""
        repaint = getattr(self._driver, "repaint", None)
        if repaint is not None:
            repaint()
        self.refresh()

    def action_decide(self) -> None:
        """What the host can, and others where they have waited long enough."""
        from lltui.tui.match.table_dialogs import ask_what_to_decide  # noqa: PLC0415 - as above: 9 ms

        ask_what_to_decide(self)

    def action_invite(self) -> None:
        """The line that others type, and the words."""
        from lltui.tui.flows.lobby import InviteScreen  # noqa: PLC0415 - as above: 9 ms

        self.push_screen(InviteScreen())

    def action_proofs(self) -> None:
        """What was checked of this match, and the number to be compared."""
        from lltui.tui.match.match_screen import ReadingScreen  # noqa: PLC0415 - as above: 9 ms
        from lltui.tui.match.table_dialogs import PROOFS  # noqa: PLC0415 - as above: 9 ms

        self.push_screen(ReadingScreen(PROOFS))

    def action_settings(self) -> None:
        """From wherever one is: what is changed shows at once."""
        from lltui.tui.flows.match_form import SettingsScreen  # noqa: PLC0415 - most evenings do without: 4 ms

        self.push_screen(SettingsScreen())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only who hosts a match has anything to decide; and the settings are opened once."""
        del parameters
        if action == "settings":
            return not any(getattr(screen, "PAGE", "") == "settings" for screen in self.screen_stack)
        if action in ("invite", "proofs"):
            desk, page = self.desk, f"title.{action}"
            open_ = any(
                getattr(getattr(each, "page", None), "title", "") == page for each in self.screen_stack
            )
            page_open = desk is not None and desk.door is not None and desk.door.web is not None
            there = desk is not None and (desk.glimpse is not None or (page_open and action == "invite"))
            return desk is not None and not desk.local and there and not open_
        if action == "decide":
            desk = self.desk
            in_match = desk is not None and desk.place in (Place.TABLE, Place.PAUSE)
            # Whoever hosts always can; the others for their own seat, and when they have waited long enough.
            return desk is not None and in_match and (desk.hosting or desk.turned_to) and not desk.local
        return True

    def action_aside(self) -> None:
        """Back to the shell for a moment; a table does not wait for that."""
        self.action_suspend_process()

    def action_end(self) -> None:
        """Out of the program; a seat at a table waits."""
        self.exit(0)

    def action_help_quit(self) -> None:
        """Ctrl+c ends most programs; here it says what does."""
        self.notify(self.wording("tui")("ctrl_c"), markup=False)

    async def action_quit(self) -> None:
        self.action_end()
