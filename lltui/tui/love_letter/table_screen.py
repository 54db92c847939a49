"""The table of Love Letter while a round is played: for players, for watchers, and in a replay."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import zip_longest
from typing import Any, ClassVar

from textual import events
from textual.app import ComposeResult
from textual.containers import Container

from lltui.desk.desk import Desk, Place
from lltui.desk.half_move import AskedMove, asked_move
from lltui.desk.love_letter.guide import Hint
from lltui.desk.love_letter.view import MatchView, match_view
from lltui.desk.telling import STANDSTILL, Kind
from lltui.games.game import Action, Seat
from lltui.tui.art.rows import Row
from lltui.tui.kit.rows_widget import ANYWHERE, Drawn, anywhere, in_one_line, paint
from lltui.tui.kit.screen import Command, KeyBar
from lltui.tui.love_letter import draw_moment, draw_panels, draw_table, move_panel
from lltui.tui.love_letter.pace import Counselled, Hinted, LookingUp, Staged
from lltui.tui.match.match_screen import PromptLine, Saying, Ticking, notice_row, prompt_row

AREA = "table"
LOG = Command("log", "l", area=AREA, stays=True)
CARDS = Command("cards", "c", area=AREA, stays=True)
RULES = Command("rules", "r", area="screens")
LIFT = Command("lift", "v", area=AREA)
LEAVE = Command("leave", "q", area=AREA, stays=True)


class LoveLetterScreen(LookingUp, Hinted):
    """The table, the end of a round, the end of a match."""

    AREA: ClassVar[str] = AREA
    OFFERS: ClassVar[tuple[Command, ...]] = (LIFT, RULES)
    _shape = draw_table.SHAPES[-1]
    _counting: bool | None = None
    _seen: tuple[tuple[object, ...], MatchView] | None = None

    def compose(self) -> ComposeResult:
        yield in_one_line(draw_table.head, "head")
        with Container(id="board"):
            with Container(id="seats"):
                for _ in range(5):
                    yield Drawn(draw_table.seat, draw_table.seat_at, classes="-seat -empty")
                yield Drawn(draw_table.middle, anywhere, id="centre")
            with Container(id="scene"):
                yield Drawn(draw_panels.log, anywhere, id="story")
                yield Drawn(self.draw_stage, anywhere, id="stage")
                yield Drawn(draw_panels.tracker, anywhere, id="tracker")
            yield in_one_line(draw_table.own, "own", anywhere)
            with Container(id="mine"):
                yield Drawn(draw_table.discards, anywhere, id="discards")
                yield from self.front()
        yield notice_row()
        yield prompt_row()
        yield KeyBar()

    def draw_stage(self, slice_: Any, cells: int, rows: int) -> list[Row]:
        """The middle of the table."""
        raise NotImplementedError

    def front(self) -> Iterator[Drawn]:
        """What stands in the place of the own hand."""
        raise NotImplementedError

    def on_resize(self, event: events.Resize) -> None:
        """The larger, the more has a place of its own."""
        self._shape = draw_table.shape(*event.size)
        for each in draw_table.SHAPES:
            self.set_class(each is self._shape, each.name)
        self.repaint()

    def paint_seats(
        self, view: MatchView, target: Seat | None = None, *, over: str | None = None, summed: bool = True
    ) -> None:
        """Everybody, and at whom a move is aimed; `over` is the title of the last column, once it is."""
        has, noted = self._shape, self._shape is not draw_table.SHAPES[-1]
        seats = view.players(target, noted=noted)
        for box, seat in zip_longest(self.query(".-seat").results(Drawn), seats):
            box.set_class(seat is None, "-empty")
            box.slice = seat
        self.query_one("#seats").set_class(len(seats) == 1, "-lone").set_class(len(seats) == 2, "-pair")
        own = view.own(target, noted=noted)
        sum_ = self.words("sum.all", number=view.sum) if view.sums and summed else ""
        side = draw_table.OwnSide(own, view, has, over)
        discards = draw_table.OwnDiscards(own, sum_, bool(has.log)) if noted else None
        paint(self, centre=view, own=side, discards=discards)

    @property
    def _counts(self) -> bool:
        return self.table.settings.counting if self._counting is None else self._counting

    def view(self, desk: Desk) -> MatchView:
        """What this person sees, and the words for it; looked at once, until something is another."""
        ascii_only = self.table.ascii_only
        of = (id(desk), desk.revision, self.wording, ascii_only, dict(desk.notes), desk.hands)
        if self._seen is None or self._seen[0] != of:
            self._seen = of, match_view(desk, self.wording, ascii_only=ascii_only)
        return self._seen[1]

    def game_name(self, desk: Desk) -> str:
        """For the first line; of practice, that it is no match that counts."""
        game = desk.began.game if desk.began else ""
        told = self.words("head.practice") if desk.practice else self.table.wording("net")(f"game.{game}")
        return told.upper()


CHANGING = ("commit", "undo", "talk", "notes", "hide", "unhinted")  # that can be had or not, as it comes
LISTED = ("answer_after", "commit", "undo")  # what comes first where not the hand is the question
TOO_EARLY = ("notice.not_turn", "notice.you_out", "advice.none.turn")  # said to an Enter, or to `w`
MOVING = ("commit", "answer", "card_before", "card_after", "answer_before", "answer_after", "undo")
TALK = (Kind.SAID, Kind.NOTE, Kind.ALARM)  # lines of the log that no moment tells


class TableScreen(Staged, Counselled, Ticking, Saying, LoveLetterScreen):
    """You at the bottom, the others clockwise; keys select, and only the last Enter plays."""

    place = Place.TABLE
    OFFERS: ClassVar[tuple[Command, ...]] = (
        Command("answer", "0,1,2,3,4,5,6,7,8,9", palette=False, area=AREA, shown="0-9"),
        Command("advice", "w", area=AREA),
        Command("card_before", "left", bar=False, palette=False, area=AREA),
        Command("card_after", "right", palette=False, area=AREA, shown="←→"),
        Command("answer_before", "up", bar=False, palette=False, area=AREA),
        Command("answer_after", "down", palette=False, area=AREA, shown="↑↓"),
        Command("commit", "enter", area=AREA, stays=True),
        Command("undo", "escape,backspace", area=AREA),
        Command("talk", "t", area=AREA),
        Command("notes", "n", area=AREA, stays=True),
        LOG,
        CARDS,
        Command("unseen", "u", bar=False, area=AREA),
        Command("hide", "h", area=AREA, stays=True),
        Command("unhinted", "N", bar=False, area=AREA),
        LEAVE,
    )

    def __init__(self) -> None:
        super().__init__()
        self._making = AskedMove()
        self._doubted: move_panel.Doubt | None = None
        self._talk: object = None
        self._aimed: int | None = None
        self._offered: tuple[bool, ...] = ()
        self._hint: Hint | None = None  # in the place of the log

    def draw_stage(self, slice_: draw_table.Band, cells: int, rows: int) -> list[Row]:
        """What happens there; else log and counter."""
        return draw_table.band(slice_, cells, rows)

    def front(self) -> Iterator[Drawn]:
        """The hand, and the move that is made with it."""
        yield Drawn(move_panel.hand_rows, move_panel.card_at, id="hand")
        yield Drawn(move_panel.move_rows, move_panel.choice_at, id="move")
        yield Drawn(draw_panels.known, anywhere, id="known")

    def on_mount(self) -> None:
        self.begin_to_tick()

    # ---------------------------------------------------------------- showing

    def show(self, desk: Desk) -> None:
        if desk.glimpse is None or desk.began is None:
            return
        self._play(desk)
        if self.hear_no(desk):
            self._making = asked_move(self._making.menu)
        self.wind(desk)
        line = desk.log[-1] if desk.log else None
        if line is not None and line.kind in TALK and line.fact is not self._talk and not self._shape.log:
            if self.stage.busy:
                self._notice = f"{line.name}: {line.text}" if line.name else line.text
            else:
                self.clear_stage()  # else nobody would see what was said
        self._talk = line.fact if line is not None else None
        self.repaint()
        self.lain = desk.glimpse
        self.wake_later()

    def lingers(self, desk: Desk) -> bool:
        """Whether somebody is still to see what happened; without pauses only before the round is over."""
        if not self.there or desk.glimpse is None or desk.began is None or desk.place is Place.CLOSED:
            return False
        self._play(desk)
        self.lingering = self.stage.busy and (desk.place is not self.place or self.stage.pace != "none")
        return self.lingering

    def _play(self, desk: Desk) -> None:
        """What is new comes onto the stage; on one's own turn all that happened since the last one."""
        assert desk.glimpse is not None, "somebody has seen the table"
        self._making, dropped = self._making.renewed(desk.glimpse.menu)
        self._doubted = self._doubt
        if self._making.question is not None and self._notice in map(self.words, TOO_EARLY):
            self._notice = ""  # it was true when it was said
        self._notice = self.words("notice.dropped") if dropped and not desk.played else self._notice
        guide = self.guide
        learns = guide is not None and guide.prepared  # who learns is told what goes on
        self.hear(desk, draw_moment.FORMS, asked=self._making.question is not None, learns=learns)

    @property
    def _room(self) -> bool:
        """Whether a hint has a place: that of an empty stage, or one beside it."""
        has, rows = self._shape, self.query_one("#stage", Drawn).size.height
        return not self.staged or bool(has.log) or draw_table.high(rows, below=not has.counter) < rows

    @property
    def _asks(self) -> bool:
        """Whether what is on the stage waits for a key; who learns is told then what goes on."""
        guide = self.guide
        learns = guide is not None and guide.prepared
        return self.stage.asks or (learns and bool(self.since) and not self._room)

    def hint(self, view: MatchView, making: AskedMove | None) -> Hint | None:
        """What is told now; it waits until what happened was seen."""
        return super().hint(view, making) if self._room else None

    def view(self, desk: Desk) -> MatchView:
        """As far as it has been told on the stage; who won is told with the hands, on another screen."""
        view, laid = super().view(desk), self.stage.laid
        if laid is not None:
            view = view.after(laid, len([*self.stage.hidden])).without(self.stage.played)
        over = desk.place in (Place.PAUSE, Place.RESULT) and (laid is None or laid is desk.glimpse)
        return view.unscored(desk.heard) if over else view

    def _prompt(self, view: MatchView, desk: Desk) -> PromptLine:
        keys = self.words("notice.any_key_hurry" if self.hurries else "notice.any_key") if self._asks else ""
        return move_panel.prompt(
            view, desk, self._making, self.left, read=keys, doubt=self._doubt is not None
        )

    def tick(self) -> None:
        desk = self.table.desk
        if desk is not None and desk.glimpse is not None:
            paint(self, prompt=self._prompt(self.view(desk), desk))

    def repaint(self) -> None:
        """Everything."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None or desk.began is None:
            return
        view = self.view(desk)
        paint(self, head=draw_table.TableHead(view, self.game_name(desk), desk.verified))
        self._paint_middle(view, desk)
        self._aim(view)
        self._paint_move(view, desk)

    def _paint_middle(self, view: MatchView, desk: Desk) -> None:
        """What is on the stage, beside log and counter or in their place."""
        self._hint = self.hint(view, self._making)
        has, log = self._shape, self.stage.told(desk.log[-draw_panels.LATEST :])
        at = self.stage.moment, self.since, self.stage.step, self.stage.last
        over = desk.place is not Place.TABLE or view.public.how_won is not None
        stage = draw_moment.OnStage(view, *at, desk.may_hurry, now=self.words("stage.over") if over else "")
        stage = stage._replace(back=self.words("notice.any_key")) if self._asks else stage
        company = draw_panels.SeatHues(view.names, view.you)
        story = self._hint or draw_panels.ToldLog(self.words("title.story"), log, company)
        counted = draw_panels.Counted(view, self._counts, joined=True)
        self.query_one("#stage").set_class(self.stage.scene is not None, "-playing")
        shown = draw_table.Band(
            view,
            stage if self.staged else None,
            None if has.log else story,
            None if has.counter else counted,
            has.hand,
        )
        paint(
            self,
            stage=shown,
            story=story if has.log else None,
            tracker=counted if has.counter else None,
        )

    def _paint_move(self, view: MatchView, desk: Desk) -> None:
        """What a key changes: the move that is being made, and nothing that has happened."""
        making, doubt = self._making, self._doubt
        if self._target != self._aimed:
            self._aim(view)
        if self.hint(view, making) != self._hint:
            self._paint_middle(view, desk)
        paint(
            self,
            hand=move_panel.hand(view, making),
            move=move_panel.doubted(view, doubt, making) if doubt else move_panel.move(view, making),
            notice=self._notice,
            prompt=self._prompt(view, desk),
        )
        here = (self.check_action(name, ()) for name in CHANGING)
        offered = (*map(bool, here), self._listed, bool(self.table.check_action("decide", ())))
        if offered != self._offered:
            self._offered = offered
            self.refresh_bindings()

    @property
    def _target(self) -> Seat | None:
        """At whom the move is aimed; a seat that is stays so until it was told what came of it."""
        stage, told = self.stage, self.stage.moment
        stays = told is not None and stage.moving and (told.who, told.target) == (stage.you, self._aimed)
        return self._aimed if stays else move_panel.target(self._making)

    def _aim(self, view: MatchView) -> None:
        """Everybody, and at whom the move is aimed."""
        self._aimed = self._target
        self.paint_seats(view, self._aimed)
        paint(self, known=draw_panels.KnownHands(view) if self._shape.log else None)

    def about(self) -> Iterator[str]:
        """The question or who is waited for, then the bands from the top, and what all of it is about."""
        desk = self.table.desk
        if desk is None or desk.glimpse is None:
            return
        view, words = self.view(desk), self.words
        still = desk.link is not None or (desk.waits is not None and desk.waits.phase in STANDSTILL)
        if self.table.replay is None:  # there nobody thinks, and nobody plays
            asked = words("about.sure") if self._doubt is not None else view.about(self._making)
            yield words("about.halted") if still else asked
        if self._hint is not None:
            yield words("about.hint")
        elif self.staged:
            yield words("about.moment" if self.stage.scene is not None else "about.since")
        yield from map(words, ("about.seats", "about.hand"))
        if self._counts or not view.counts:
            yield words("about.counter" if view.counts else "about.counter_off")
        yield view.goal()

    # ---------------------------------------------------------------- selecting

    def on_key(self, event: events.Key) -> None:
        """Digits select; and an Enter too early is answered, not swallowed."""
        asked = self._making.question is not None
        if self._notice:
            self.say("")
        if not asked and not self.talking and self._passed(event.key):
            event.stop()
            event.prevent_default()
            return
        if asked and not self.talking and self._asks:
            self.clear_stage()
            self.repaint()
            if event.key in ("enter", "space"):
                event.stop()
                event.prevent_default()
                return
        if event.key.isdecimal() and asked:
            self._point(event.key)
            event.stop()
        elif event.key == "enter" and self._plays and not (asked or self._making.sent or self.hurries):
            desk = self.table.desk
            out = desk is not None and desk.glimpse is not None and self.view(desk).out
            self.say(self.words("notice.you_out" if out else "notice.not_turn"))

    def _passed(self, key: str) -> bool:
        """Whether a key has shown what was still to come, and does nothing else."""
        stage = self.stage
        if key == "enter" and self.hurries:
            return False  # it is a command of its own
        consumed = stage.moving or (stage.busy and key in ("enter", "space"))
        skipped = stage.skip(self.table.now())
        if key == "escape" and self.table.replay is None and not consumed:  # there keys go through the match
            consumed = self.clear_stage()
        if skipped or consumed:
            self.go_on()
        return consumed

    @property
    def _plays(self) -> bool:
        desk = self.table.desk
        plays = desk is not None and desk.began is not None and desk.began.you is not None
        return plays and self.table.replay is None

    def say(self, text: str) -> None:
        """Until a key."""
        self._notice = text
        paint(self, notice=text)

    async def pointed(self, event: Drawn.Pointed) -> None:
        """A click selects, and one more on the same takes it; what is no answer is lifted and read."""
        if event.sign or self._only_seen(event.picture):
            return
        if (doubt := self._doubt) is not None and event.picture.id == "move":
            if event.key:
                self._point(event.key)
            if doubt == self._doubt:
                await self.action_commit()
            return
        before, key = self._making, self._answer_at(event)
        if not key:
            await self.look_up(event)
            return
        self.say("")
        self._point(key)
        if self._making == before and not self._notice:
            await self.action_commit()

    def _only_seen(self, picture: Drawn) -> bool:
        """Whether a click has shown what was still to come, and does no more; on the stage it is a key."""
        if picture.id == "stage" and (self._asks or self.stage.busy):
            self.app.simulate_key("space")
            return True
        return self._making.question is None and self._passed("click")

    def _answer_at(self, event: Drawn.Pointed) -> str:
        """The key of the answer that was pointed at, where it lies or where it is counted; empty for none."""
        question, desk, picture = self._making.question, self.table.desk, event.picture
        if question is None or desk is None:
            return ""
        if picture.id in ("move", "hand"):
            return event.key.replace(ANYWHERE, "")
        view, meant = self.view(desk), move_panel.role(question)
        if meant == "seat" and picture.id == "own":
            return str(view.bottom + 1)
        if meant == "seat" and picture.has_class("-seat"):
            return event.key
        if meant != "card" or move_panel.in_hand(question):
            return ""
        keys = {card: key for key, card in move_panel.keyed(view, question).items()}
        return keys.get(self.counted_at(event) or "", "")

    @property
    def _doubt(self) -> move_panel.Doubt | None:
        """What is asked once more; not any longer where the move has become another."""
        doubt = self._doubted
        return doubt if doubt is not None and doubt.before == self._making else None

    @property
    def _listed(self) -> bool:
        return self._doubt is not None or move_panel.listed(self._making)

    def _mean(self, meant: bool | None) -> None:  # noqa: FBT001 - the answer to a question
        """Select an answer to what is asked once more; None takes the question back."""
        desk, doubt = self.table.desk, self._doubt
        if desk is not None and doubt is not None:
            self._doubted = doubt._replace(meant=meant) if meant is not None else None
            self._paint_move(self.view(desk), desk)

    def _point(self, digit: str) -> None:
        desk, question = self.table.desk, self._making.question
        if desk is None or question is None:
            return
        if self._doubt is not None:
            answer = dict(move_panel.ANSWERS).get(digit)
            if answer is None:
                keys_ = [key for key, _ in move_panel.ANSWERS]
                self.say(self.words("notice.digits", keys=self.wording.row(keys_, "or")))
            else:
                self._mean(answer == "yes")
            return
        view = self.view(desk)
        keys = move_panel.keyed(view, question)
        if digit not in keys:
            self.say(self.words("notice.digits", keys=self.wording.row(sorted(keys), "or")))
        elif move_panel.why_not(view, question, keys[digit]):
            self.say(move_panel.refusal(view, question, keys[digit]))
        else:
            self._make(self._making.select(keys[digit]))

    def _make(self, making: AskedMove) -> None:
        desk = self.table.desk
        if making != self._making and desk is not None:
            self._making, self._doubted = making, None
            hides = not self._room and super().hint(self.view(desk), making) is not None
            if (hides or not self._shape.counter) and self.clear_stage():
                self.repaint()
            else:
                self._paint_move(self.view(desk), desk)

    def offers(self) -> Iterator[Command]:
        """First what goes through a list, where there is one; counted cards only where the table has them."""
        desk, listed = self.table.desk, self._listed
        uncounted = desk is not None and desk.glimpse is not None and not self.view(desk).counts
        unadvised = "" if self._advised else "advice"
        left_out = ("unseen" if uncounted else "", "" if listed else "answer_after", unadvised)
        offered = [each for each in super().offers() if each.name not in left_out]
        if listed:
            first = [each for each in offered if each.name in LISTED]
            offered = [*first, *[each for each in offered if each.name not in LISTED]]
        return iter(offered)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        del parameters
        desk = self.table.desk
        if action == "commit" and self.hurries:
            return True
        if action in MOVING:
            making = self._making  # that something is asked is looked up for each key whenever keys change
            return bool(making.fits and not making.sent) or (action == "undo" and self.talking)
        if action in ("hide", "unhinted"):
            guide = self.guide
            return self._hint is not None and not (action == "unhinted" and guide and guide.prepared)
        if action == "talk":
            return desk is not None and desk.may_talk
        return self._plays if action == "notes" else True

    def action_card_before(self) -> None:
        """The card on the left."""
        self._make(self._making.restart(-1))

    def action_card_after(self) -> None:
        """The card on the right."""
        self._make(self._making.restart(1))

    def action_answer_before(self) -> None:
        """The answer above."""
        self._shift(-1)

    def action_answer_after(self) -> None:
        """The answer below."""
        self._shift(1)

    def _shift(self, by: int) -> None:
        if self._doubt is not None:
            self._mean(not self._doubt.meant)
        else:
            self._make(self._making.shift(by))

    def name_in_bar(self, command: Command) -> str:
        """Out of the round, Enter has the bots hurry."""
        hurries = command.name == "commit" and self.hurries
        return self.words("command.commit.hurry") if hurries else super().name_in_bar(command)

    async def action_commit(self) -> None:
        """The next question; after the last one, the move; out of the round, the bots hurry."""
        if self.hurries and self.table.desk is not None:
            self.hurry(self.table.desk)
            return
        if (doubt := self._doubt) is not None:
            self._mean(None)
            if doubt.meant:
                await self._commit(doubt.done, doubt.move)
            return
        if self._held_back():
            return
        now, action = self._making.enter()
        if now == self._making and action is None:
            self.say(self.words("notice.nothing_listed" if move_panel.listed(now) else "notice.nothing"))
            return
        if action is not None and self._asked_once_more(action):
            self._doubted = move_panel.Doubt(self._making, now, action)
            self._mean(meant=False)
            return
        await self._commit(now, action)

    def _asked_once_more(self, action: Action) -> str:
        desk = self.table.desk
        if desk is None or not self.table.settings.sure:
            return ""
        return self.view(desk).doubt(action, self._making.menu)

    async def _commit(self, now: AskedMove, action: Action | None) -> None:
        if now.menu != self._making.menu:
            return  # it came too late
        self._make(now)
        if action is not None:
            await self.table.act(action)

    def _held_back(self) -> bool:
        """Whether the guide waits for another answer than the one that is selected; it says for which."""
        desk, guide, making = self.table.desk, self.guide, self._making
        if desk is None or guide is None or making.selected is None:
            return False
        view = self.view(desk)
        if not guide.refuses(view, making, making.selected):
            return False
        move = guide.move(view, making, self.table.wording("guide"), self._keyed(view, making))
        self.say(self.table.wording("guide")("not_yet", move=move))
        return True

    async def action_undo(self) -> None:
        """One step back."""
        if self.talking:
            await self.talk(on=False)
        elif self._doubt is not None:
            self._mean(None)
        else:
            self._make(self._making.back())

    def action_unseen(self) -> None:
        """With or without the counted cards."""
        desk = self.table.desk
        if desk is not None and not self.view(desk).counts:
            self.say(self.words("notice.counter_left_out"))
            return
        self._counting = not self._counts
        self.clear_stage()
        self.say(self.words("notice.counter_on" if self._counting else "notice.counter_off"))
        self.repaint()

    def action_notes(self) -> None:
        """What one thinks of the others."""
        from lltui.tui.love_letter.lookups import NotesScreen  # noqa: PLC0415 - as above: 5 ms

        self.app.push_screen(NotesScreen(), self._noted)

    def _noted(self, noted: bool | None) -> None:  # noqa: FBT001 - the result of a screen
        if noted:
            self.say(self.words("notice.noted"))
        self.repaint()
