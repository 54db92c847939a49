"""Questions at a table, which go away by themselves when they no longer fit what happens there.

And two pages over a match: what was checked of it; and that nothing more comes from this
table, since the line is gone, it is closed, or what answers is not it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from time import monotonic
from typing import ClassVar, NamedTuple, Self, TypeVar

from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen

from lltui.client import dialing, requests
from lltui.client.updates import GONE, LinkLost
from lltui.desk.desk import Desk, Place
from lltui.desk.record_sentences import caught
from lltui.errors import Trouble
from lltui.games.chair import Request
from lltui.games.game import Seat
from lltui.text import Wording
from lltui.tui.app_screen import AppScreen, TableApp
from lltui.tui.art.rows import Piece, wrapped
from lltui.tui.art.rows import Row as Drawing
from lltui.tui.kit.dialog import Ask, Choose, Notice
from lltui.tui.kit.lists import Row
from lltui.tui.kit.screen import HELP, BaseScreen, Command, KeyBar, Sentence
from lltui.tui.match.match_screen import Lookup
from lltui.tui.services import Opening

Result = TypeVar("Result")
IN_MATCH = frozenset({Place.TABLE, Place.PAUSE})
IN_LOBBY = frozenset({Place.LOBBY})
ANYWHERE = frozenset({*IN_LOBBY, *IN_MATCH, Place.RESULT})


class TableQuestion(AppScreen[Result]):
    """Laid under a dialog: it goes away as soon as one is somewhere else than at these places."""

    _places = ANYWHERE

    def only_at(self, places: frozenset[Place]) -> Self:
        """Not everywhere at a table."""
        self._places = places
        return self

    def show(self, desk: Desk) -> None:
        if desk.place not in self._places:
            self.dismiss(None)


class TableChoose(Choose, TableQuestion[int | None]):
    """One of a few answers."""


class TableAsk(Ask, TableQuestion[str | None]):
    """A line."""


class Answer(NamedTuple):
    """A line of a question by its keys, and what is done then; nothing, where one thinks better of it."""

    label: str
    about: str = ""
    then: Callable[[], object] | None = None
    facts: Mapping[str, object] = {}

    def row(self, words: Wording) -> Row:
        """As it stands in the list."""
        told = bool(self.about) and words.has(self.about)
        return Row(words(self.label, **self.facts), about=words(self.about, **self.facts) if told else "")


def ask(
    app: TableApp,
    question: Callable[[Wording], str],
    answers: Callable[[], Sequence[Answer]],
    *,
    at: int = 0,
    places: frozenset[Place] = IN_MATCH,
    area: str = "entering",
) -> None:
    """Put it in front, as data: the words are those of `area`, in the language of then."""

    def answered(chosen: int | None) -> None:
        if chosen is not None and (then := answers()[chosen].then) is not None:
            app.call_next(then)

    def lines() -> Sequence[Row]:
        return [answer.row(app.wording(area)) for answer in answers()]

    app.push_screen(TableChoose(lambda: question(app.wording(area)), lines, at).only_at(places), answered)


STAY = Answer("leave.stay")


def ask_before_leaving(app: TableApp) -> bool:
    """Stay or go, where somebody waits or something is lost; whoever hosts says, too, what becomes of it."""
    desk, visit = app.desk, app.visit
    if desk is None or visit is None or desk.closed is not None:
        return False
    plays = desk.place in IN_MATCH and not desk.watches and not desk.over
    if not (visit.hosts or plays or desk.place is Place.LOBBY):
        return False
    if visit.local:  # nobody waits, and what was kept can be gone on with
        leave = STAY, Answer("leave.go", then=partial(app.rise, getting_up=True))
        shell = "" if app.has_home else "_shell"  # who came from there has seen no menu
        told = (
            f"leave.guided{shell}"
            if visit.guided
            else "leave.practice"
            if desk.practice
            else "leave.unkept"
            if desk.unkept
            else f"leave.alone{shell}"
        )
        ask(app, lambda words: words(told), lambda: leave, at=0 if desk.unkept else 1, area="screens")
        return True
    question = partial(_leaving_question, desk, hosts=visit.hosts)
    answers = partial(_hosts_ways if visit.hosts else _guests_ways, app, desk)
    ask(app, question, answers, at=0 if visit.hosts else 1, places=ANYWHERE)
    return True


def _hosts_ways(app: TableApp, _desk: Desk) -> Sequence[Answer]:
    return (
        STAY,
        Answer("leave.on", "leave.about_on", partial(app.rise, getting_up=False)),
        Answer("leave.end", "leave.about_end", partial(app.rise, getting_up=False, ending=True)),
        Answer("leave.close", "leave.about_close", partial(app.act, requests.CLOSE_TABLE)),
    )


def _guests_ways(app: TableApp, desk: Desk) -> Sequence[Answer]:
    about = "leave.about_up" if desk.place is Place.LOBBY else "leave.about_up_match"
    return STAY, Answer("leave.up", about, partial(app.rise, getting_up=True))


def _leaving_question(desk: Desk, words: Wording, *, hosts: bool) -> str:
    if not hosts:
        return words("leave.question")
    others = desk.others
    if not others:
        return words("leave.question_host")
    key = "leave.question_host_other" if len(others) == 1 else "leave.question_host_others"
    return words(key, names=words.row(others))


class DecisionLine(NamedTuple):
    """One line of the question, `about` whom; what cannot be taken back is asked once more."""

    name: str
    request: Request
    about: str = ""
    final: bool = False
    seat: str = ""
    digits: str = ""

    @property
    def facts(self) -> dict[str, object]:
        """For its words."""
        return {"name": self.about, "seat": self.seat, "digits": self.digits}


def decisions(desk: Desk) -> Iterator[DecisionLine]:
    """Whatever makes sense at this moment."""
    yield from _turned_to(desk)
    if not desk.hosting:
        return
    phase = desk.waits.phase if desk.waits is not None else ""
    if phase == "recovering":
        yield DecisionLine("goon", requests.GO_ON)
    if phase == "paused":
        yield DecisionLine("resume", requests.RESUME)
    else:
        yield DecisionLine("pause", requests.PAUSE)
    for seat, name in _people(desk):
        played = name in desk.stand_ins
        yield DecisionLine("giveback" if played else "standin", requests.stand_in(seat, on=not played), name)
    yield from _handovers(desk)
    for seat, name in _people(desk):
        yield DecisionLine("drop", requests.drop(seat), name, final=True)
    yield DecisionLine("end", requests.END_MATCH, final=True)


def promised(desk: Desk) -> int:
    """The place of what was said that this key does: it is chosen, so that Enter does what was read."""
    ranks = [_rank(desk, each) for each in decisions(desk)]
    return ranks.index(min(ranks)) if ranks else 0


def _rank(desk: Desk, line: DecisionLine) -> int:
    """As it was told: what stands still, a bot on the own seat, whom one waits for; who asks for a seat."""
    without = desk.waits.offered if desk.waits is not None and desk.may_go_on else ()
    offered = line.request in [requests.stand_in(seat, on=True) for seat in without]
    told = (line.name in ("resume", "goon"), line.name == "takeback", offered, line.name == "handover")
    return [*told, True].index(True)


def _turned_to(desk: Desk) -> Iterator[DecisionLine]:
    """What everybody may: for the own seat, and when the others were waited for long enough."""
    began, waits = desk.began, desk.waits
    if began is None or began.you is None or desk.local:
        return
    if desk.played:
        yield DecisionLine("takeback", requests.stand_in(began.you, on=False))
    if desk.hosting or waits is None or not desk.may_go_on:
        return
    if waits.phase == "paused":
        yield DecisionLine("resume", requests.RESUME)
        return
    for seat in waits.offered:
        yield DecisionLine("standin", requests.stand_in(seat, on=True), began.names[seat])


def _handovers(desk: Desk) -> Iterator[DecisionLine]:
    """The seats of those who are gone, for whoever came with another key; first the one of that name."""
    people = tuple(_people(desk))
    gone = [each for each in people if _line(desk, each[0]) in GONE] or people
    for newcomer in desk.newcomers:
        own = [each for each in gone if newcomer.name.startswith(each[1])]
        for seat, name in dict.fromkeys((*own, *gone)):
            request = requests.new_key(seat, newcomer.id)
            yield DecisionLine("handover", request, newcomer.name, True, name, newcomer.digits)


def _line(desk: Desk, seat: Seat) -> str:
    return desk.lines.seats[seat] if desk.lines is not None and seat < len(desk.lines.seats) else ""


def _people(desk: Desk) -> Iterator[tuple[Seat, str]]:
    began = desk.began
    assert began is not None, "in a match"
    for seat, name in enumerate(began.names):
        if seat != began.you and seat not in began.bots:
            yield seat, name


def ask_what_to_decide(app: TableApp) -> None:
    """Which one?  And, of what cannot be taken back, whether that is meant."""
    desk = app.desk
    if desk is None or desk.began is None:
        return
    question = "decide.question" if desk.hosting else "decide.question_guest"
    if [each.name for each in decisions(desk)] == ["takeback"]:  # nothing else could be meant
        app.call_next(partial(_decide, app, next(decisions(desk))))
        return
    answers = [
        Answer(f"decide.{each.name}", f"decide.about_{each.name}", partial(_decide, app, each), each.facts)
        for each in decisions(desk)
    ]
    ask(app, lambda words: words(question), lambda: answers, at=promised(desk))


async def _decide(app: TableApp, decision: DecisionLine) -> None:
    if not decision.final:
        await app.act(decision.request)
        return
    answers = Answer("decide.no"), Answer("decide.yes", then=partial(app.act, decision.request))
    ask(app, lambda words: words(f"decide.sure_{decision.name}", **decision.facts), lambda: answers)


# ------------------------------------------------------------------ a page over a match


def _checked(_screen: AppScreen[None], desk: Desk) -> Sequence[str]:
    return tuple(desk.teller.proofs())


def _sentences(told: Sequence[str], cells: int) -> Iterator[Drawing]:
    for sentence in told:
        yield from ((Piece(f" {line}"),) for line in wrapped(sentence, cells - 2))
        yield ()


PROOFS = Lookup("title.proofs", _checked, _sentences, "entering", about="proofs")


# --------------------------------------------------------- nothing more comes


ALARMING = (dialing.HostChanged, dialing.Forked, dialing.BadSignature)


class RedStop(BaseScreen[None], ModalScreen[None]):
    """Stays until it has been read."""

    AREA = "entering"
    exits = 1
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("back", "enter,escape,q,backspace", shown="enter", palette=False),
    )

    def __init__(self, error: Trouble) -> None:
        super().__init__()
        self._error = error

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="stop"):
            yield Sentence(self._warned)
        yield KeyBar()

    def _warned(self) -> Content:
        """What happened, what to do, and that there is no other way."""
        told = self.program.told(self._error)
        return Content("\n\n").join(
            [
                Content.styled(f"▌▌ {told.what}", "bold $bad"),
                Content(told.todo),
                Content.styled(self.words("stop.noway"), "$soft"),
            ]
        )


def trouble_screen(error: Trouble) -> BaseScreen[None]:
    """The screen for a trouble at the door."""
    return RedStop(error) if isinstance(error, ALARMING) else Notice(error)


class ClosedScreen(AppScreen[None]):
    """Until somebody leaves it."""

    place = Place.CLOSED
    AREA = "entering"
    ABOUT = "closed"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("read", "enter,q,escape,backspace", area="entering"),)

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="closed"):
            yield Sentence(self._why)
        yield KeyBar()

    def _why(self) -> Content:
        """What happened, and what to do."""
        desk = self.table.desk
        return Content("\n\n").join([] if desk is None or desk.closed is None else self._told(desk))

    def _told(self, desk: Desk) -> Iterator[Content]:
        kept = ""
        if desk.lie is not None:
            net, language = self.table.wording("net"), self.table.tongue.language
            head, what, *kept_in = caught(net, language, desk.lie)
            yield Content.styled(f"▌▌ {head}", "bold $bad")
            yield Content(what)
            kept = "".join(kept_in)
        closed = desk.closed
        if closed is not None and closed.why in dialing.REFUSALS:
            told = self.table.told(dialing.REFUSALS[closed.why](address=""))
            red = alarming(desk) and desk.lie is None
            yield Content.styled(f"▌▌ {told.what}" if red else told.what, "bold $bad" if red else "bold")
            yield Content(told.todo)
        if alarming(desk):
            yield Content.styled(kept or self.words("stop.kept"), "$soft")

    def show(self, desk: Desk) -> None:
        self.set_class(alarming(desk), "-alarm")
        self.query_one(Sentence).refresh(layout=True)

    async def action_read(self) -> None:
        """There is nothing to wait for."""
        await self.table.rise(getting_up=False)


def alarming(desk: Desk) -> bool:
    """Whether somebody has lied, or may have."""
    closed = desk.closed
    return desk.lie is not None or (closed is not None and dialing.REFUSALS.get(closed.why) in ALARMING)


class LinkLostScreen(AppScreen[None], ModalScreen[None]):
    """Goes away by itself when the line is back."""

    AREA = "entering"
    ABOUT = "lost"
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("look", "enter,escape", area="entering"),
        Command("revive", "b", area="entering"),
        Command("leave", "q", area="entering", stays=True),
        HELP,
    )

    def __init__(self) -> None:
        super().__init__()
        self._link: LinkLost | None = None
        self._due, self._seconds = monotonic(), 0

    def compose(self) -> ComposeResult:
        with Vertical(id="lost"):
            yield Sentence(self._next_try)
        yield KeyBar()

    def on_mount(self) -> None:
        self._tick()
        self.set_interval(1.0, self._tick)

    def show(self, desk: Desk) -> None:
        if desk.link is None:
            self.dismiss()
        elif desk.link is not self._link:
            self._link, self._due = desk.link, monotonic() + desk.link.retry_in
            self._tick()
            self.query_one(Sentence).refresh(layout=True)  # what is said of it has rows

    def _tick(self) -> None:
        seconds = max(0, round(self._due - monotonic()))
        if seconds != self._seconds:
            self._seconds = seconds
            self.query_one(Sentence).refresh()

    def _next_try(self) -> Content:
        """Which try comes next, and when."""
        desk = self.table.desk
        if self._link is None or desk is None:
            return Content("")
        words, key = self.words, "next" if self._seconds else "now"
        place = "waits" if desk.teller.seated else "waits_watcher" if desk.watches else "waits_seatless"
        seat = "host" if self.hosts else place
        title = f"title_{desk.parted}" if desk.parted in ("busy", "closing") else "title"
        rows = [
            Content.styled(words(f"lost.{title}"), "bold $bad"),
            Content(words(f"lost.{seat}")),
            Content(words(f"lost.{key}", number=self._link.tried + 1, seconds=self._seconds)),
            Content.styled(words("lost.look"), "$soft"),
        ]
        return Content("\n").join(rows)

    def action_look(self) -> None:
        """The table as it was; the log tells when the line is back."""
        self.dismiss()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only one's own table can be brought back from here."""
        del parameters
        return action != "revive" or self.hosts

    @property
    def hosts(self) -> bool:
        """Whether the table is one's own."""
        return self.table.visit is not None and self.table.visit.hosts

    def action_revive(self) -> None:
        """One's own table, in a process again; the line comes back to it by itself."""
        self.run_worker(self._revive(), group="revive", exclusive=True)

    async def _revive(self) -> None:
        ways = self.table.ways
        try:
            if not (await ways.own_tables.look()).runs:
                await ways.own_tables.resume(Opening(resume=True), ways.login)
        except Trouble as trouble:
            self.table.trouble(trouble)

    async def action_leave(self) -> None:
        """The seat waits, here or there."""
        await self.table.rise(getting_up=False)


class BoardlessScreen(AppScreen[None]):
    """In the place of a match whose game has no board here: says so, and lets one leave."""

    AREA = "screens"
    ABOUT = "strange"
    OFFERS: ClassVar[tuple[Command, ...]] = (Command("leave", "q,escape", area="entering"),)

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place

    def compose(self) -> ComposeResult:
        with VerticalScroll(id="boardless"):
            yield Sentence(self._sentence)
        yield KeyBar()

    def _sentence(self) -> str:
        desk = self.table.desk
        return self.words("boardless", game=desk.began.game if desk is not None and desk.began else "")

    async def action_leave(self) -> None:
        """Up from the table, or away from what was played."""
        if self.table.replay is not None:
            self.table.look_away()
        else:
            await super().action_leave()
