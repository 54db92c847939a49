"""The plain board: a desk as lines.  What lies there is told, and typed lines become moves.

It waits for nothing and reads nothing itself; `sit` does.  It knows no game:
the desk says what happened, a voice asks, the sheet tells what lies open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum, auto
from typing import TYPE_CHECKING, Protocol

from lltui.client.updates import KeptAgain, Refused, Unkept
from lltui.desk.desk import Desk, Words
from lltui.desk.half_move import AskedMove, asked_move
from lltui.desk.telling import Line
from lltui.games.chair import Chair, DiskSlow, Glimpse, Over, Question, Update
from lltui.games.game import Action
from lltui.games.game import asked as menu_asks
from lltui.plain.paper import ListedAnswer, Paper, Prompt, PromptKind, begun, named, plainly, yes_or_no
from lltui.text import Voice, Wording

if TYPE_CHECKING:  # whoever is new to the game brings it
    from lltui.desk.love_letter.guide import Guide

COMMANDS = ("help", "back", "table", "history", "cards", "advice", "settings", "quit")

LONGEST = 2_000  # lines of a page; a whole story of The Two Princes has a thousand


class BoardSettings(Protocol):
    """What this player has set, as far as it means something line by line; and how to change all of it."""

    @property
    def doubts(self) -> bool:
        """Whether a move is asked for once more that puts one out."""

    @property
    def counting(self) -> bool:
        """Whether the cards are counted that were not seen."""

    @property
    def at_once(self) -> bool:
        """Whether bots hurry by themselves once nobody human plays on."""

    def obey(self, typed: str) -> Sequence[str]:
        """All that is set; or of one, what it may be; or that it is changed."""


class Sheet:
    """What lies on the desk, in words: the part of a board that knows the game; most games have none."""

    guide: Guide | None = None
    settings: BoardSettings | None = None

    def __init__(self, desk: Desk) -> None:
        assert desk.began is not None, "a match has begun"
        self._desk = desk
        self._began = desk.began

    def welcome(self) -> Sequence[str]:
        """Before the first card."""
        return ()

    def lying(self) -> Sequence[str]:
        """What whoever comes back in the middle has to read again."""
        return ()

    def turn(self) -> Sequence[str]:
        """What one wants to know before answering: the hand, and what is certain."""
        return ()

    def table(self) -> Sequence[str]:
        """Everything that lies open, and all that this seat knows."""
        return ()

    def cards(self) -> Sequence[str]:
        """Every card and what it does."""
        return ()

    def card(self, typed: str) -> Sequence[str]:
        """What those do that this may mean, and where they lie."""
        cards = self.cards()
        return tuple(cards[place] for place in begun(typed, cards))

    def moment(self, move: AskedMove | None) -> Sequence[str]:
        """Help for just this moment, at this step of a move."""
        del move
        return ()

    def hints(self, move: AskedMove | None) -> Sequence[str]:
        """What somebody new to the game is told before this question; without one, when it rests."""
        del move
        return ()

    def held_back(self, move: AskedMove, answer: object) -> str:
        """Why this answer has to wait in the guided match; empty where it may be given."""
        del move, answer
        return ""

    def rules(self) -> Sequence[str]:
        """All rules."""
        return ()

    def advised(self) -> bool:
        """Whether anybody gives advice at this table."""
        return False

    def advice(self, menu: Sequence[Action], *, played: bool | None = None) -> Sequence[str]:
        """What each of these is worth and why, or why nobody says so; `played` as in `withheld`."""
        del menu, played
        return ()

    def score(self) -> Sequence[str]:
        """How it stands, when it rests."""
        return ()

    def result(self) -> Sequence[str]:
        """How it ended."""
        return ()

    def idle(self) -> str:
        """Why there is nothing to answer now; empty if it simply is not one's turn."""
        return ""

    def numbers(self, question: Question) -> Sequence[int]:
        """By which its answers may be typed; without any they are counted."""
        del question
        return ()

    def doubt(self, move: Action, menu: Sequence[Action]) -> str:
        """What is asked before a move that nobody makes on purpose; empty for all others."""
        del move, menu
        return ""

    def refused(self, question: Question, typed: str) -> str:
        """Why what was typed cannot be chosen; empty if it means nothing here."""
        del question, typed
        return ""


def _love_letter(desk: Desk) -> Sheet:
    from lltui.plain.love_letter_sheet import LoveLetterSheet  # noqa: PLC0415 - what is not played is not loaded: 3 ms

    return LoveLetterSheet(desk)


def _princes(desk: Desk) -> Sheet:
    from lltui.plain.princes_sheet import PrincesSheet  # noqa: PLC0415 - as above: 8 ms

    return PrincesSheet(desk)


SHEETS: Mapping[str, Callable[[Desk], Sheet]] = {
    "love-letter": _love_letter,
    "princes": _princes,
}


def sheet_of(desk: Desk) -> Sheet:
    """The one of the game that is played there."""
    assert desk.began is not None, "a match has begun"
    return SHEETS.get(desk.began.game, Sheet)(desk)


def texts(lines: Iterable[Line]) -> list[str]:
    """As they are printed; what stands in a narrow column alone is not."""
    return [line.text for line in lines if line.text or not line.brief]


# ------------------------------------------------------------------ what is asked


def of_move(move: AskedMove, voice: Voice, sheet: Sheet) -> Prompt:
    """The list for a move half made."""
    question = move.question
    assert question is not None, "something is asked"
    numbers = sheet.numbers(question) or range(1, len(question.answers) + 1)
    entries = tuple(
        ListedAnswer(voice.answer(question, value), value, number)
        for value, number in zip(question.answers, numbers, strict=True)
    )
    return Prompt(PromptKind.MOVE, voice.ask(question, move.known), entries)


# ------------------------------------------------------------------ the board


class Ending(Enum):
    """How one gets up from the table."""

    LEFT = auto()
    DONE = auto()
    AGAIN = auto()


class Board:
    """One match, seen from one chair."""

    def __init__(
        self,
        desk: Desk,
        words: Wording,
        paper: Paper,
        *,
        pauses: bool = True,
        again: bool = True,
        guide: Guide | None = None,
        settings: BoardSettings | None = None,
    ) -> None:
        self.ending: Ending | None = None
        self.prompt: Prompt | None = None
        self.paper = paper
        self._desk = desk
        self._sheet = sheet_of(desk)
        self._sheet.guide, self._sheet.settings = guide, settings
        self._words = words
        self._pauses = pauses
        self._offers_another = again
        self._settings = settings
        self._now: Glimpse | None = None
        self._move: AskedMove | None = None
        self._interrupted: Prompt | None = None
        self._known: Sequence[str] = ()
        self._hinted: set[str] = set()
        self._helped = False
        self._told_once = False

    @property
    def holds(self) -> bool:
        """What came last is still being read: the next move has to wait."""
        return self.prompt is not None and self.prompt.kind is not PromptKind.MOVE

    @property
    def left_behind(self) -> str:
        """What is not kept of a match that is left now: `guided`, `practice`, `unkept`; empty if all is."""
        guided = self._sheet.guide is not None and self._sheet.guide.prepared
        practised = "practice" if self._desk.practice else "unkept" if self._desk.unkept else ""
        return "guided" if guided else practised

    @property
    def patience(self) -> float | None:
        """It has nothing to say about a silence."""
        return None

    def waited(self) -> None:
        """Never asked for."""

    # -------------------------------------------------------- what comes in

    def open(self, *more: str) -> None:
        """Before the first card."""
        self.paper.lines((*self._sheet.welcome(), *more))
        self.paper.gap()

    def hear(self, update: Update) -> None:
        """Something has happened at a table in this process."""
        self.tell(update, self._desk.hear(update))

    def tell(self, update: Update, lines: Iterable[Line]) -> None:
        """It lies on the desk now, which says this of it."""
        match update:
            case Glimpse():
                self._see(update, texts(lines))
            case Over():
                self._close()
            case Refused():
                self.again()
            case DiskSlow() | KeptAgain() | Unkept():
                self.paper.lines(texts(lines))
                self.remind()

    def again(self) -> None:
        """The move did not count: ask for it anew."""
        if self._now is not None and self._now.menu:
            self._begin_turn(self._now)

    def remind(self) -> None:
        """Something was written behind the prompt: show its last line again."""
        if self.prompt is not None:
            self.paper.prompt(self._keys(self.prompt))

    def _see(self, glimpse: Glimpse, told: Sequence[str]) -> None:
        before, self._now = self._now, glimpse
        self.paper.lines(told if told or before is not None else self._sheet.lying())
        if self._desk.looks:
            self._rest()
        elif self._move and before is not None and before.menu == glimpse.menu:
            self._look()
            self._ask()
        elif menu_asks(glimpse.menu):
            self._begin_turn(glimpse)
        else:
            self._move = self.prompt = None
            self._tell_once(glimpse)
        self.paper.flush()

    def _tell_once(self, glimpse: Glimpse) -> None:
        """That one may think better of it; nobody waits for that, so nothing is asked."""
        if glimpse.menu and not self._told_once:
            self._told_once = True
            self.paper.say(self._words("back.may"))

    def _close(self) -> None:
        self.paper.gap()
        kept = () if self.left_behind else (plainly(self._words("kept")),)
        self.paper.lines((*self._sheet.result(), *kept, *self._sheet.hints(None)))
        self.paper.gap()
        self.offer()

    def offer(self) -> None:
        """Another match, to whoever may have one; once more, where the first answer came to nothing."""
        if self._offers_another:
            self._show(yes_or_no(PromptKind.AGAIN, self._words, first=True))

    def read(self, typed: str) -> Action | None:
        """Somebody typed a line; the move, if it completes one."""
        helped, self._helped = self._helped, False
        command, rest = self._command(typed)
        if command is not None:
            self._obey(command, rest, once_more=helped)
        elif self.prompt is not None:
            return self._answer(self.prompt, typed)
        else:
            idle = self._sheet.idle() if self._now is not None else ""
            self.paper.say(idle or self._words("wait"))
            if self._may:
                self.paper.say(self._words("back.may"))
        return None

    # -------------------------------------------------------------- answers

    def _answer(self, prompt: Prompt, typed: str) -> Action | None:
        if prompt.kind is PromptKind.PAUSE:
            self.prompt = None
            self.paper.gap()
            return None
        place = self._place(prompt, typed)
        if place is None:
            self._show(prompt)
            return None
        value = prompt.entries[place].value
        if prompt.kind is PromptKind.MOVE:
            return self._pick(value)
        if prompt.kind is PromptKind.SURE:
            return self._sworn(yes=value)
        self._decided(prompt.kind, yes=value)
        return None

    def _place(self, prompt: Prompt, typed: str) -> int | None:
        """Which entry is meant; else the reason has been told.

        What names something that cannot be chosen is refused before it is read
        as a beginning: "prince" must not lay down the Princess.
        """
        if not typed and len(prompt.entries) == 1:
            return 0
        places = named(typed, prompt.labels, prompt.numbers)
        refused = "" if places else self._refused(prompt, typed)
        if not refused:
            places = places or begun(typed, prompt.labels)
        if len(places) == 1:
            return places[0]
        several = [prompt.labels[place] for place in places]
        self.paper.say(refused or self._misread(typed, several))
        return None

    def _refused(self, prompt: Prompt, typed: str) -> str:
        question = self._move.question if self._move else None
        if prompt.kind is not PromptKind.MOVE or self._now is None or question is None:
            return ""
        return self._sheet.refused(question, typed)

    def _misread(self, typed: str, several: Sequence[str]) -> str:
        if several:
            return self._words("several", typed=typed, entries=self._words.row(several, "or"))
        return self._words("unknown", typed=typed) if typed else self._words("nothing")

    def _pick(self, value: object) -> Action | None:
        assert self._move is not None, "asked"
        if why := self._sheet.held_back(self._move, value):
            self.paper.say(why)
            self._show(of_move(self._move, self._desk.voice, self._sheet))
            return None
        self._move = self._move.answered(value)
        action = self._move.done
        if action is None:
            self._ask()
            return None
        doubts = self._settings is not None and self._settings.doubts
        if doubts and (doubt := self._sheet.doubt(action, self._move.menu)):
            self._show(yes_or_no(PromptKind.SURE, self._words, first=False, question=doubt))
            return None
        self._move = self.prompt = None
        return action

    def _sworn(self, *, yes: bool) -> Action | None:
        """The move that was doubted is made, or its last answer is taken back."""
        assert self._move is not None, "it was made but for this"
        action = self._move.done
        if yes:
            self._move = self.prompt = None
            return action
        self._move = self._move.back()
        self._ask()
        return None

    def _decided(self, kind: PromptKind, *, yes: bool) -> None:
        if kind is PromptKind.AGAIN:
            self.ending = Ending.AGAIN if yes else Ending.DONE
        elif yes:
            self.ending = Ending.LEFT
        else:
            self._resume()

    # ------------------------------------------------------------- commands

    def _command(self, typed: str) -> tuple[str | None, str]:
        """The one that is meant; and what was typed behind it, of a card or of something that is set."""
        word, _, rest = typed.partition(" ")
        names = ("cards", "settings") if rest else COMMANDS
        found = next((name for name in names if word.casefold() in self._words.typed_for(name)), None)
        without = found == "advice" and not self._sheet.advice(())  # a game without has no word for it
        return None if without or (found == "settings" and self._settings is None) else found, rest.strip()

    def _obey(self, command: str, rest: str, *, once_more: bool) -> None:
        if command == "quit":
            self._quit()
        elif command == "back":
            self._back()
        else:
            self._helped = command == "help"
            self.paper.gap()
            if command == "settings" and self._settings is not None:
                self.paper.lines(self._settings.obey(rest))
            else:
                self.paper.lines(self._lines(command, rest, once_more=once_more))
            self.paper.gap()
            if self.prompt is not None:
                self._show(self.prompt)

    def _lines(self, command: str, rest: str, *, once_more: bool) -> Sequence[str]:
        if command == "history":
            return texts(self._desk.page)[-LONGEST:] or (self._words("history.empty"),)
        if command == "cards" and rest:
            return self._sheet.card(rest.casefold()) or (self._words("cards.none", typed=rest.casefold()),)
        if command == "cards":
            return self._sheet.cards()
        if command == "advice":
            return self._sheet.advice(self._move.menu if self._move is not None else ())
        if command == "table":
            return (*self._head(), *self._sheet.table()) if self._now else ()
        return self._sheet.rules() if once_more else self._help()

    def _help(self) -> Sequence[str]:
        rests = self.prompt is not None and self.prompt.kind in (PromptKind.PAUSE, PromptKind.AGAIN)
        moment = self._sheet.moment(self._move) if self._now and not rests else ()
        watches = self._desk.watches  # then nothing is to be answered, and no move to be taken back
        over = self._desk.over
        left_out = ["help", *["back"] * (watches or over), *["advice"] * (over or not self._sheet.advised())]
        left_out += ["settings"] * (self._settings is None)
        names = [name for name in COMMANDS if name not in left_out]
        return (
            *(moment and (*moment, "")),
            *(() if watches else (self._words("help.answer"),)),
            *(self._words(f"help.{name}") for name in names if not (over and name in ("history", "quit"))),
            *((self._words("help.history_over"), self._words("help.quit_over")) if over else ()),
            self._words("help.help"),
        )

    def _back(self) -> None:
        if self.prompt is not None and self.prompt.kind is PromptKind.LEAVE:
            self._resume()
        elif self._move is not None and self._move.steps:
            self._move = self._move.back()
            self._ask()
        elif self._may and self._now is not None:
            self._begin_turn(self._now)
        else:
            self.paper.say(self._words("back.none"))
            self._resume()

    def _quit(self) -> None:
        kind = None if self.prompt is None else self.prompt.kind
        if kind is PromptKind.AGAIN:
            self.ending = Ending.DONE
            return
        if kind is not PromptKind.LEAVE:
            self._interrupted = self.prompt
        question = plainly(self._words(f"leave.{self.left_behind or 'question'}"))
        self._show(yes_or_no(PromptKind.LEAVE, self._words, first=False, question=question))

    def _resume(self) -> None:
        """Leave it be, and ask again what was asked before."""
        if self.prompt is not None and self.prompt.kind is PromptKind.LEAVE:
            self.prompt = self._interrupted
        if self.prompt is not None:
            self._show(self.prompt)

    @property
    def _may(self) -> bool:
        """Whether something said may be taken back while others are waited for."""
        return self._move is None and self._now is not None and bool(self._now.menu)

    # ---------------------------------------------------------------- words

    def _begin_turn(self, glimpse: Glimpse) -> None:
        self._move = asked_move(glimpse.menu)
        self.paper.gap()
        self._known, self._hinted = (), set()
        self._look()
        self._ask()

    def _look(self) -> None:
        """What was not known at the last look."""
        before, self._known = self._known, (*self._head(), *self._sheet.turn())
        self.paper.lines(line for line in self._known if line not in before)

    def _head(self) -> Sequence[str]:
        return (self._words("practice.head"),) if self._desk.practice else ()

    def _rest(self) -> None:
        self._move = self.prompt = None
        self._desk.go_on()  # what comes next waits with the chair
        self.paper.gap()
        self.paper.lines((*self._sheet.score(), *self._sheet.hints(None)))
        if self._pauses:
            self._show(Prompt(PromptKind.PAUSE, ""))
        else:
            self.paper.gap()

    def _ask(self) -> None:
        assert self._move is not None, "something is asked"
        hints = self._sheet.hints(self._move)
        # A guide that waits for one answer says which, however often it is asked.
        self.paper.lines(hints if self.left_behind == "guided" else self._unsaid(hints))
        self._show(of_move(self._move, self._desk.voice, self._sheet))

    def _unsaid(self, hints: Sequence[str]) -> Sequence[str]:
        """What was not told in this turn."""
        before, self._hinted = self._hinted, {*self._hinted, *hints}
        return [hint for hint in hints if hint not in before]

    def _show(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.paper.say(prompt.question)
        self.paper.listed(prompt.labels, prompt.numbers)
        self.paper.prompt(self._keys(prompt))

    def _keys(self, prompt: Prompt) -> str:
        """The one line of help that stands at every prompt."""
        keys = self._words("prompt.keys")
        if prompt.kind is PromptKind.PAUSE:
            return self._words("prompt.pause", keys=keys)
        back = prompt.kind is PromptKind.LEAVE or (
            prompt.kind is PromptKind.MOVE and self._move is not None and bool(self._move.steps)
        )
        answers = self._words.count("prompt.answers", len(prompt.entries), numbers=self._numbers(prompt))
        return f"{answers} ({self._words('prompt.back') if back else ''}{keys}):"

    def _numbers(self, prompt: Prompt) -> str:
        """From the first to the last, if none is left out between them."""
        numbers = prompt.numbers
        if len(numbers) > 1 and numbers == tuple(range(numbers[0], numbers[-1] + 1)):
            return self._words("prompt.span", first=numbers[0], last=numbers[-1])
        return self._words.row([*map(str, sorted(numbers))], "or")


def board_of(
    chair: Chair,
    words: Words,
    paper: Paper,
    *,
    pauses: bool,
    guide: Guide | None = None,
    settings: BoardSettings | None = None,
) -> Board:
    """A board and a desk for a table in this process."""
    desk = Desk(words, local=True, sees=False)
    desk.sit_alone(chair)
    return Board(desk, Wording(words.language), paper, pauses=pauses, guide=guide, settings=settings)
