"""The move that is being made: its parts, the answers with the reasons of those that cannot be, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from rich.cells import cell_len

from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.love_letter.view import MatchView, awaited, newest
from lltui.games.chair import Question
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Keep, Play
from lltui.text.sentence_facts import roles
from lltui.text.voice import Face
from lltui.tui.art.card import MEDIUM, SIZES, SMALL, CardLook, Size, back, card, lifted, standing
from lltui.tui.art.rows import Piece, Row, Rows, beside, cut, left, middle, row, trim, whose, width, wrapped
from lltui.tui.kit.rows_widget import ANYWHERE
from lltui.tui.match.match_screen import PromptLine, clock_of, halted, timed

SOON = 10  # seconds that are left: look sharp
LABEL = 12  # cells of a label that no note takes from it
ROOMY = 14  # rows of a panel that can spare one
HEAD = 2  # rows over the answers: the parts of the move, and air
WOULD = ("look", "compare", "replace", "trade")  # effects of which it is said who they would meet
KINDS = {"play": Play, "keep": Keep}


class HeldCard(NamedTuple):
    """A card in the own hand; `below` tells why it cannot be played, or where it goes."""

    face: Face
    look: CardLook = CardLook.PLAIN
    below: str = ""
    key: str = ""


class Hand(NamedTuple):
    """The own hand, or what one looks at instead: so many backs with this token."""

    cards: tuple[HeldCard, ...] = ()
    empty: str = ""
    backs: int = 0
    token: str = ""


class Crumb(NamedTuple):
    """A part of the move: `past`, `now` or `next`."""

    text: str
    when: str


class PanelChoice(NamedTuple):
    """An answer in the list; with a `reason` it cannot be chosen.  `sure`: the note is a certainty.

    `style` is that of the label, where it names somebody.
    """

    key: str
    label: str
    note: str = ""
    reason: str = ""
    chosen: bool = False
    sure: bool = False
    style: str = "name"


class Move(NamedTuple):
    """The move that is being made."""

    crumbs: tuple[Crumb, ...] = ()
    choices: tuple[PanelChoice, ...] = ()
    text: tuple[str, ...] = ()


def role(question: Question) -> str:
    """What the answers to it are: `seat`, `card`, or `row` of cards."""
    if question.kind not in KINDS:
        return "plain"
    if question.field == "under":
        return "row"
    return roles(KINDS[question.kind])[question.field]


def in_hand(question: Question) -> bool:
    """Whether the own cards are the answers."""
    return question.field == "card"


def listed(making: AskedMove) -> bool:
    """Whether the answers stand in a list, and are no cards in the hand."""
    return making.question is not None and not in_hand(making.question)


def target(making: AskedMove) -> Seat | None:
    """Who is aimed at now."""
    for step in reversed(making.steps):
        if role(step.question) == "seat":
            return int(step.answer)
    question = making.question
    if question is not None and role(question) == "seat" and making.selected is not None:
        return int(making.selected)
    settled: Seat | None = _agreed(making.fits, "target") if making.steps and not making.sent else None
    return settled  # once it is on its way, nobody is aimed at anew


def _agreed(actions: Sequence[Action], field: str) -> Any:
    """What nobody has to choose, since all these actions agree on it."""
    values = {getattr(action, field, None) for action in actions}
    return values.pop() if len(values) == 1 else None


# ----------------------------------------------------------------------- keys


def keyed(view: MatchView, question: Question) -> dict[str, Any]:
    """Which digit stands for which answer: players by number, cards by value, all else in order."""
    kind = role(question)
    if kind == "seat":
        return {str(seat + 1): seat for seat in view.others} | {str(view.bottom + 1): view.bottom}
    if kind == "card":
        cards = view.private.hand if in_hand(question) else tuple(view.faces)
        values = [view.faces[card].value for card in dict.fromkeys(cards)]
        if len(set(values)) == len(values) and max(values, default=0) <= 9:
            return {str(view.faces[card].value): card for card in dict.fromkeys(cards)}
        return {str(place): card for place, card in enumerate(dict.fromkeys(cards), 1)}
    return {str(place): answer for place, answer in enumerate(question.answers, 1)}


def refusal(view: MatchView, question: Question, answer: Any) -> str:
    """A sentence about an answer that cannot be chosen."""
    reason = why_not(view, question, answer)
    if role(question) == "seat":
        return view.words(f"notice.{reason}", name=view.voice.begin(answer))
    if in_hand(question):
        return view.voice.barred(reason, answer) if answer in view.private.barred else ""
    return view.words("notice.not_named", card=view.faces[answer].name)


def why_not(view: MatchView, question: Question, answer: Any) -> str:
    """The reason by its key; empty for an answer that may be chosen."""
    return "" if answer in question.answers else view.why_not(question, answer) or "no"


# --------------------------------------------------------------------- slices


def move(view: MatchView, making: AskedMove) -> Move:
    """The parts of the move and the answers to what is asked now."""
    question = making.question
    if question is None:
        return Move((), (), () if making.sent else tuple(_held_rules(view)))
    crumbs = tuple(_crumbs(view, making))
    if in_hand(question):
        return Move(crumbs, (), tuple(_about(view, making)))
    return Move(crumbs, tuple(_choices(view, making, question)), tuple(_would(view, making, question)))


class Doubt(NamedTuple):
    """A move that puts its own player out is asked for once more; `meant` is the answer that is selected."""

    before: AskedMove
    done: AskedMove
    move: Action
    meant: bool = False


ANSWERS = (("1", "no"), ("2", "yes"))  # the first one is selected, and chooses anew


def doubted(view: MatchView, doubt: Doubt, making: AskedMove) -> Move:
    """In the place of the move: what becomes of whoever plays it, and whether that is meant."""
    choices = (
        PanelChoice(key, view.words(f"sure.{answer}"), chosen=doubt.meant is (answer == "yes"))
        for key, answer in ANSWERS
    )
    *parts, play = _crumbs(view, making)
    chosen = (part._replace(when="past") for part in parts)
    return Move((*chosen, play._replace(when="now")), tuple(choices))


def _held_rules(view: MatchView) -> Iterator[str]:
    """While others think, there is time to read what the own card will do: nothing of it holds yet."""
    for held in view.private.hand[:1]:
        rule = view.voice.rule(held, view.options)
        yield view.words("hand.rule", card=view.faces[held].name, rule=rule)


def _about(view: MatchView, making: AskedMove) -> Iterator[str]:
    """What the selected card does, in full; nothing selected: how to select."""
    if making.selected is None:
        yield view.words("choose.card")
    else:
        yield view.voice.rule(making.selected, view.options)


def _would(view: MatchView, making: AskedMove, question: Question) -> Iterator[str]:
    """What the selected answer would do, and how likely it is where the table counts."""
    answer, known = making.selected, dict(making.known)
    if answer is None or question.kind != "play":
        return
    left, all_ = view.unseen, max(0, sum(max(0, each) for each in view.unseen.values()))
    if question.field == "guess" and view.counts and answer not in _theirs(view, making):
        yield view.words.count("would.guess", max(0, left[answer]), all=all_)
    effect = view.faces[known["card"]].effect if known.get("card") in view.faces else ""
    if question.field != "target" or effect not in WOULD:
        return
    hand = [*view.private.hand]
    if known["card"] in hand:
        hand.remove(known["card"])
    mine = view.faces[hand[0]] if hand else view.faces[known["card"]]
    key = f"{effect}_you" if answer == view.you else effect
    yield view.words(f"would.{key}", name=view.names[answer], card=mine.name, value=mine.value)
    if effect == "compare" and view.counts and not view.held(answer):
        lower = sum(max(0, left[card]) for card, face in view.faces.items() if face.value < mine.value)
        yield view.words.count("would.lower", lower, all=all_)


def _crumbs(view: MatchView, making: AskedMove) -> Iterator[Crumb]:
    question = making.question
    kind, asked = (question.kind, question.field) if question else ("", "")
    actions = _fitting(making)
    known = {step.question.field: step.answer for step in making.steps}
    for field in actions[0].__struct_fields__ if actions else ():
        values = {getattr(action, field) for action in actions}
        if values in ({None}, {()}):
            continue
        if field == asked:
            asked = ""
            yield Crumb(_asked(view, making, field), "now")
        elif field in known or (asked and len(values) == 1):
            yield Crumb(_named(view, field, known.get(field, next(iter(values)))), "past")
        else:
            yield Crumb(view.words(f"crumb.{field}"), "next")
    yield Crumb(view.words(f"crumb.{kind}") if kind in KINDS else "", "next")


def _asked(view: MatchView, making: AskedMove, field: str) -> str:
    if making.selected is None or field == "under":
        return view.words(f"crumb.{field}")
    return _named(view, field, making.selected)


def _fitting(making: AskedMove) -> tuple[Action, ...]:
    """The actions that fit what was confirmed and what is selected."""
    return making.answered(making.selected).fits if making.selected in making.answers else making.fits


def _named(view: MatchView, field: str, value: Any) -> str:
    if field == "target":
        return view.names[value] if value != view.you else view.voice.begin(value)
    if field == "under":
        return ", ".join(view.faces[card].name for card in value)
    return view.faces[value].name if value in view.faces else str(value)


def _choices(view: MatchView, making: AskedMove, question: Question) -> Iterator[PanelChoice]:
    keys = {answer: key for key, answer in keyed(view, question).items()}
    theirs = _theirs(view, making) if question.field == "guess" else ()
    for answer in _listed(view, question):
        reason = why_not(view, question, answer)
        yield PanelChoice(
            keys.get(answer, ""),
            _label(view, question, answer),
            view.words("choose.this") if answer in theirs else _note(view, question, answer),
            view.words(f"why.{reason}") if reason else "",
            answer == making.selected,
            role(question) == "seat",
            whose(answer, view.you) if role(question) == "seat" else "name",
        )


def _listed(view: MatchView, question: Question) -> Sequence[Any]:
    kind = role(question)
    if kind == "seat":
        mine = [view.bottom] if view.bottom in question.answers else []
        return [*view.others, *mine]
    if kind == "card":
        return tuple(view.faces)
    return question.answers


def _label(view: MatchView, question: Question, answer: Any) -> str:
    kind = role(question)
    if kind == "seat":
        return view.voice.answer(question, answer) if answer == view.you else view.names[answer]
    if kind == "card":
        return view.faces[answer].name
    if kind == "row":
        return " ▸ ".join(view.faces[card].name for card in answer)
    return view.voice.answer(question, answer)


def _theirs(view: MatchView, making: AskedMove) -> tuple[str, ...]:
    """What of the hand that is aimed at is known."""
    target = dict(making.known).get("target")
    return () if target is None or target == view.you else view.held(target)


def _note(view: MatchView, question: Question, answer: Any) -> str:
    """What one knows that helps to choose."""
    kind = role(question)
    if kind == "seat" and answer != view.you and view.held(answer):
        return view.words("choose.holds", card=view.voice.card(view.held(answer)[0], "acc"))
    if kind == "card" and view.counts and view.unseen[answer] <= 0 and answer in question.answers:
        return view.words("why.seen")
    return ""


# ----------------------------------------------------------------------- hand


def hand(view: MatchView, making: AskedMove) -> Hand:
    """The cards in front, the chosen one lifted."""
    if view.you is None and not view.hands:
        return Hand(backs=view.public.seats[view.bottom].cards, token=view.faces.token)
    cards = view.held(view.bottom)
    if not cards:
        seat = view.public.seats[view.bottom]
        if seat.cards:  # they lie on the stage
            return Hand()
        if seat.out and view.you is None:
            return Hand((), view.words("notice.out", name=view.names[view.bottom]))
        return Hand((), view.words("hand.out" if seat.out else "hand.none"))
    chosen = making.first if making.sent or _first_in_hand(making) else _agreed(making.menu, "card")
    lifted = _last(cards, chosen)
    order = _order(view, making, cards)
    keys = _hand_keys(view, making)
    held = (_held(view, card, place == lifted, order.get(place, "")) for place, card in enumerate(cards))
    return Hand(tuple(each._replace(key=keys.get(each.face.id, "")) for each in held))


def _hand_keys(view: MatchView, making: AskedMove) -> dict[str, str]:
    """What is pressed for a card in hand, while that is the question."""
    question = making.question
    if question is None or not in_hand(question):
        return {}
    return {card: key for key, card in keyed(view, question).items()}


def _held(view: MatchView, card: str, lifted: bool, below: str) -> HeldCard:  # noqa: FBT001 - read beside its name
    face, barred = view.faces[card], view.private.barred if view.you is not None else {}
    if card in barred:
        other = next((held for held in view.private.hand if held not in barred), card)
        return HeldCard(face, CardLook.BARRED, view.words("hand.forced", card=view.faces[other].name))
    return HeldCard(face, CardLook.CHOSEN if lifted else CardLook.PLAIN, below)


def _first_in_hand(making: AskedMove) -> bool:
    question = making.steps[0].question if making.steps else making.question
    return question is not None and in_hand(question)


def _last(cards: Sequence[str], wanted: Any) -> int:
    """Of two equal cards the newer one."""
    return max((place for place, card in enumerate(cards) if card == wanted), default=-1)


def _order(view: MatchView, making: AskedMove, cards: Sequence[str]) -> dict[int, str]:
    """Where each card goes that is put under the pile."""
    question = making.question
    if question is None or role(question) != "row" or making.selected is None:
        return {}
    free = [place for place in range(len(cards)) if place != _last(cards, making.first)]
    told: dict[int, str] = {}
    for depth, under in enumerate(making.selected, 1):
        place = next(place for place in free if cards[place] == under)
        free.remove(place)
        lowest = depth == len(making.selected)
        told[place] = view.words("hand.lowest") if lowest else view.words("hand.under", place=depth)
    return told


# ----------------------------------------------------------------------- prompt


def prompt(
    view: MatchView,
    desk: Desk,
    making: AskedMove,
    left: float | None,
    *,
    read: str = "",
    doubt: bool = False,
) -> PromptLine:
    """What is going on, for the person in front; `read`: what happened waits for a key, and for which.

    `doubt`: a move is asked for once more.
    """
    words = view.words
    clock = clock_of(words, desk, left, mine=bool(making.menu))
    urgent = bool(clock) and left is not None and left <= SOON and bool(making.menu)
    found = halted(words, desk, clock, sent=making.sent, sent_clock=clock)
    if found is not None:
        return found
    if read:
        return timed(PromptLine(words("prompt.read"), read, clock, "turn", urgent), desk)
    if doubt:
        return timed(PromptLine(words("prompt.turn"), words("sure.asked"), clock, "turn", urgent), desk)
    if making.question is not None:
        asked = _question(view, making, making.question)
        return timed(PromptLine(words("prompt.turn"), asked, clock, "turn", urgent), desk)
    mark = words("prompt.watch" if view.you is None else "prompt.wait")
    line = PromptLine(mark, awaited(view, desk), clock)
    return timed(line, desk) if newest(view, desk) else line


def _question(view: MatchView, making: AskedMove, question: Question) -> str:
    if len(making.menu) == 1:
        card = view.voice.card(making.menu[0].card, "acc")  # type: ignore[attr-defined]
        return view.words("prompt.nod_keep" if question.kind == "keep" else "prompt.nod", card=card)
    asked = view.voice.ask(question, making.known)
    last = making.selected is not None and making.answered(making.selected).done is not None
    return f"{asked} {view.words('prompt.commit')}" if last and in_hand(question) else asked


# ------------------------------------------------------------------------- hand as rows


@lru_cache(8)  # it lies in a few ways only while somebody thinks
def hand_rows(slice_: Hand, cells: int, rows: int) -> Rows:
    """The own cards as large as they fit, side by side; the chosen one is lifted."""
    if slice_.backs:
        size = fitting(slice_.backs, cells, rows)
        blocks = [standing(back(size, slice_.token), size.width)] * slice_.backs
        return tuple(left(row(" ", line), cells) for line in beside(*blocks))
    if not slice_.cards:
        text = [row(Piece(line, "words")) for line in wrapped(slice_.empty, cells - 4)]
        return tuple(left(row("  ", line), cells) for line in middle(text, rows, cells - 2)) if text else ()
    size, gap = laid(len(slice_.cards), cells, rows)
    blocks = []
    for held in slice_.cards:
        drawn = card(held.face, size, held.look, held.below)
        chosen = held.look is CardLook.CHOSEN
        blocks.append(lifted(drawn, size.width) if chosen else standing(drawn, size.width))
    return tuple(left(row(" ", line), cells) for line in beside(*blocks, gap=gap))


def card_at(slice_: Hand, cells: int, rows: int, column: int, _line: int) -> str:
    """The key of the card in that column, also of one that is no answer; empty beside the cards."""
    size, gap = laid(len(slice_.cards), cells, rows)
    place, inside = divmod(column - 1, size.width + gap)
    there = 0 <= place < len(slice_.cards) and inside < size.width
    return (slice_.cards[place].key or ANYWHERE) if there else ""


def laid(cards: int, cells: int, rows: int) -> tuple[Size, int]:
    """How large so many cards are, and how far apart."""
    size = fitting(max(1, cards), cells, rows)
    return size, 2 if cards * (size.width + 2) < cells else 1


def fitting(cards: int, cells: int, rows: int) -> Size:
    """The largest size in which so many cards fit."""
    room = [size for size in SIZES if cards * (size.width + 1) < cells + 1 and size.height < rows]
    return room[-1] if room else SMALL if rows < MEDIUM.height or cards > 2 else MEDIUM


# ------------------------------------------------------------------------- move as rows


def move_rows(slice_: Move, cells: int, rows: int) -> list[Row]:
    """The parts of the move, under them the answers or what the card does, then what would come of it."""
    asked = bool(slice_.crumbs)
    crumbs = _crumb_rows(slice_.crumbs, cells - 2) if asked else []
    lines: list[Row] = [*crumbs, *[()] * (_head(slice_, rows, len(crumbs)) - len(crumbs))]
    lines += _choice_rows(slice_.choices, cells - 2, rows - len(lines))
    style = "rule" if asked else "words"
    texts = [row(Piece(line, style)) for told in slice_.text for line in wrapped(told, cells - 2)]
    air = [()] if slice_.choices and len(lines) + len(texts) < rows else []
    if not slice_.choices or len(lines) + len(texts) <= rows:
        lines += [*air, *texts]
    return [left(row(" ", line), cells) for line in lines[:rows]]


def _head(slice_: Move, rows: int, crumbs: int) -> int:
    """How many rows are over the answers: without air where these need it, with more where there is room."""
    tight = crumbs < HEAD and len(slice_.choices) == rows - 1
    return crumbs if tight else HEAD + (crumbs == HEAD and rows >= ROOMY)


def _crumb_rows(crumbs: Sequence[Crumb], cells: int) -> list[Row]:
    """In two rows where one is too short; from the question on where two are."""
    styles = {"past": "name", "now": "chosen", "next": "words"}
    lines: list[list[Piece]] = [[]]
    for crumb in crumbs:
        text = crumb.text.upper() if crumb.when == "past" else crumb.text
        parts = [Piece(" ▸ ", "words")] if crumb is not crumbs[0] else []
        parts.append(Piece(text, styles[crumb.when]))
        if lines[-1] and width(row(*lines[-1], *parts)) > cells:
            lines.append([])
        lines[-1] += parts
    if len(lines) <= HEAD:
        return [row(*line) for line in lines]
    return [_short_crumbs(crumbs, cells, styles)]


def _short_crumbs(crumbs: Sequence[Crumb], cells: int, styles: dict[str, str]) -> Row:
    """From the question on, where not all of them fit."""
    asked = next((place for place, crumb in enumerate(crumbs) if crumb.when == "now"), 0)
    parts: list[Piece] = [Piece("… ▸ ", "words")] if asked else []
    for crumb in crumbs[asked:]:
        parts += [Piece(crumb.text, styles[crumb.when]), Piece(" ▸ ", "words")]
    return trim(row(*parts[:-1]), cells)


def choice_at(slice_: Move, cells: int, rows: int, column: int, line: int) -> str:
    """The key of the answer that stands there; empty where none does."""
    if not slice_.choices:
        return ""
    head = _head(slice_, rows, len(_crumb_rows(slice_.crumbs, cells - 2)))
    each, lines = _columns(slice_.choices, cells - 2, rows - head)
    place, down = (column - 1) // each, line - head
    there = 0 <= down < len(lines) and 0 <= place < len(lines[down])
    return lines[down][place].key if there else ""


def _choice_rows(choices: Sequence[PanelChoice], cells: int, rows: int) -> list[Row]:
    each, lines = _columns(choices, cells, rows) if choices else (0, [])
    return [row(*(left(_choice(choice, each - 1), each) for choice in line)) for line in lines]


def _columns(choices: Sequence[PanelChoice], cells: int, rows: int) -> tuple[int, list[list[PanelChoice]]]:
    """How wide a column is, and which answers stand in each row."""
    columns = 1 if len(choices) <= rows else 2
    high = -(-len(choices) // columns)
    if high > rows:
        choices, high = _around(choices, rows * columns), rows
    places = (range(place, len(choices), high) for place in range(high))
    return cells // columns, [[choices[at] for at in line] for line in places]


def _around(choices: Sequence[PanelChoice], room: int) -> Sequence[PanelChoice]:
    """The part of a long list in which the selected answer stands."""
    at = next((place for place, choice in enumerate(choices) if choice.chosen), 0)
    start = max(0, min(at - room // 2, len(choices) - room))
    return choices[start : start + room]


def _choice(choice: PanelChoice, cells: int) -> Row:
    mark = Piece("▸ " if choice.chosen else "  ", "chosen")
    style = "chosen" if choice.chosen else "faint" if choice.reason else choice.style
    key = Piece(f"{choice.key:<2}", "faint" if choice.reason else "number")
    note = Piece(choice.reason or choice.note, "known" if choice.sure and not choice.reason else "words")
    room = cells - 4 - (cell_len(note.text) + 2 if note.text else 0)
    if room < min(cell_len(choice.label), LABEL):
        room, note = cells - 4, Piece("")
        key = Piece("✗ ", "faint") if choice.reason else key
    label = row(mark, key, Piece(cut(choice.label, room), style))
    return row(label, "  ", note) if note.text else label
