"""The move that is being made: its parts, the answers with the reasons of those that cannot be, the hand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lltui.desk.half_move import AskedMove
from lltui.games.choices import Question
from lltui.games.game import Action, Seat
from lltui.games.love_letter.model import Keep, Play
from lltui.text.cast import roles
from lltui.tui.art.card import Look
from lltui.tui.boards.love_letter import picture as p
from lltui.tui.boards.love_letter.look import counts, unseen
from lltui.tui.boards.love_letter.sight import Sight

KINDS = {"play": Play, "keep": Keep}


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


def target(making: AskedMove) -> Seat | None:
    """Who is aimed at now."""
    for step in reversed(making.steps):
        if role(step.question) == "seat":
            return int(step.answer)
    question = making.question
    if question is not None and role(question) == "seat" and making.selected is not None:
        return int(making.selected)
    settled: Seat | None = _settled(making, "target")
    return settled


def _settled(making: AskedMove, field: str) -> Any:
    """What nobody had to choose, since all actions that are left agree on it."""
    if not making.steps:
        return None
    values = {getattr(action, field, None) for action in making.fits}
    return values.pop() if len(values) == 1 else None


# ----------------------------------------------------------------------- keys


def keyed(see: Sight, question: Question) -> dict[str, Any]:
    """Which digit stands for which answer: players by number, cards by value, all else in order."""
    kind = role(question)
    if kind == "seat":
        return {str(seat + 1): seat for seat in see.others} | {str(see.bottom + 1): see.bottom}
    if kind == "card":
        cards = see.private.hand if in_hand(question) else tuple(see.faces)
        values = [see.faces[card].value for card in dict.fromkeys(cards)]
        if len(set(values)) == len(values) and max(values, default=0) <= 9:
            return {str(see.faces[card].value): card for card in dict.fromkeys(cards)}
        return {str(place): card for place, card in enumerate(dict.fromkeys(cards), 1)}
    return {str(place): answer for place, answer in enumerate(question.answers, 1)}


def refusal(see: Sight, question: Question, answer: Any) -> str:
    """A sentence about an answer that cannot be chosen."""
    reason = why_not(see, question, answer)
    if role(question) == "seat":
        return see.words(f"notice.{reason}", name=see.name(answer))
    if in_hand(question):
        return see.voice.barred("forced", answer) if answer in see.private.barred else ""
    return see.words("notice.not_named", card=see.faces[answer].name)


def why_not(see: Sight, question: Question, answer: Any) -> str:
    """The reason by its key; empty for an answer that may be chosen."""
    if answer in question.answers:
        return ""
    if role(question) == "seat":
        view = see.public.seats[answer]
        return "out" if view.out else "safe" if view.safe else "not_you" if answer == see.you else "no"
    return "not_named" if not in_hand(question) else "no"


# --------------------------------------------------------------------- slices


def move(see: Sight, making: AskedMove) -> p.Move:
    """The parts of the move and the answers to what is asked now."""
    question = making.question
    if question is None:
        return p.Move((), (), tuple(_held_rules(see)))
    crumbs = tuple(_crumbs(see, making))
    if in_hand(question):
        return p.Move(crumbs, (), tuple(_about(see, making)))
    return p.Move(crumbs, tuple(_choices(see, making, question)))


def _held_rules(see: Sight) -> Iterator[str]:
    """While others think, there is time to read what the own card does."""
    for card in see.private.hand[:1]:
        yield see.voice.rule(card, see.options)


def _about(see: Sight, making: AskedMove) -> Iterator[str]:
    """What the selected card does, in full; nothing selected: how to select."""
    if making.selected is None:
        yield see.words("choose.card")
    else:
        yield see.voice.rule(making.selected, see.options)


def _crumbs(see: Sight, making: AskedMove) -> Iterator[p.Crumb]:
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
            yield p.Crumb(_asked(see, making, field), "now")
        elif field in known or (asked and len(values) == 1):
            yield p.Crumb(_named(see, field, known.get(field, next(iter(values)))), "past")
        else:
            yield p.Crumb(see.words(f"crumb.{field}"), "next")
    yield p.Crumb(see.words(f"crumb.{kind}") if kind in KINDS else "", "next")


def _asked(see: Sight, making: AskedMove, field: str) -> str:
    if making.selected is None or field == "under":
        return see.words(f"crumb.{field}")
    return _named(see, field, making.selected)


def _fitting(making: AskedMove) -> tuple[Action, ...]:
    """The actions that fit what was confirmed and what is selected."""
    return making.answered(making.selected).fits if making.selected in making.answers else making.fits


def _named(see: Sight, field: str, value: Any) -> str:
    if field == "target":
        return see.names[value] if value != see.you else see.name(value)
    if field == "under":
        return ", ".join(see.faces[card].name for card in value)
    return see.faces[value].name if value in see.faces else str(value)


def _choices(see: Sight, making: AskedMove, question: Question) -> Iterator[p.Choice]:
    keys = {answer: key for key, answer in keyed(see, question).items()}
    for answer in _listed(see, question):
        reason = why_not(see, question, answer)
        yield p.Choice(
            keys.get(answer, ""),
            _label(see, question, answer),
            _note(see, question, answer),
            see.words(f"why.{reason}") if reason else "",
            answer == making.selected,
            role(question) == "seat",
        )


def _listed(see: Sight, question: Question) -> Sequence[Any]:
    kind = role(question)
    if kind == "seat":
        mine = [see.bottom] if see.bottom in question.answers else []
        return [*see.others, *mine]
    if kind == "card":
        return tuple(see.faces)
    return question.answers


def _label(see: Sight, question: Question, answer: Any) -> str:
    kind = role(question)
    if kind == "seat":
        return see.voice.answer(question, answer) if answer == see.you else see.names[answer]
    if kind == "card":
        return see.faces[answer].name
    if kind == "row":
        return " ▸ ".join(see.faces[card].name for card in answer)
    return see.voice.answer(question, answer)


def _note(see: Sight, question: Question, answer: Any) -> str:
    """What one knows that helps to choose."""
    kind = role(question)
    if kind == "seat" and answer != see.you and see.held(answer):
        return see.words("choose.holds", card=see.faces[see.held(answer)[0]].name)
    if kind == "card" and counts(see) and unseen(see)[answer] <= 0 and answer in question.answers:
        return see.words("why.seen")
    return ""


# ----------------------------------------------------------------------- hand


def hand(see: Sight, making: AskedMove) -> p.Hand:
    """The cards in front, the chosen one lifted."""
    if see.you is None and not see.hands:
        return p.Hand()
    cards = see.held(see.bottom)
    if not cards:
        out = see.public.seats[see.bottom].out
        return p.Hand((), see.words("hand.out" if out else "hand.none"))
    chosen = making.first if _first_in_hand(making) else _only(making)
    lifted = _last(cards, chosen)
    order = _order(see, making, cards)
    keys = _hand_keys(see, making)
    held = (_held(see, card, place == lifted, order.get(place, "")) for place, card in enumerate(cards))
    return p.Hand(tuple(each._replace(key=keys.get(each.face.id, "")) for each in held))


def _hand_keys(see: Sight, making: AskedMove) -> dict[str, str]:
    """What is pressed for a card in hand, while that is the question."""
    question = making.question
    if question is None or not in_hand(question):
        return {}
    return {card: key for key, card in keyed(see, question).items()}


def _held(see: Sight, card: str, lifted: bool, below: str) -> p.Held:  # noqa: FBT001 - read beside its name
    face, barred = see.faces[card], see.private.barred if see.you is not None else {}
    if card in barred:
        other = next((held for held in see.private.hand if held not in barred), card)
        return p.Held(face, Look.BARRED, see.words("hand.forced", card=see.faces[other].name))
    return p.Held(face, Look.CHOSEN if lifted else Look.PLAIN, below)


def _first_in_hand(making: AskedMove) -> bool:
    question = making.steps[0].question if making.steps else making.question
    return question is not None and in_hand(question)


def _only(making: AskedMove) -> Any:
    """The card that every action plays, where it was no question."""
    cards = {getattr(action, "card", None) for action in making.menu}
    return cards.pop() if len(cards) == 1 else None


def _last(cards: Sequence[str], wanted: Any) -> int:
    """Of two equal cards the newer one."""
    return max((place for place, card in enumerate(cards) if card == wanted), default=-1)


def _order(see: Sight, making: AskedMove, cards: Sequence[str]) -> dict[int, str]:
    """Where each card goes that is put under the pile."""
    question = making.question
    if question is None or role(question) != "row" or making.selected is None:
        return {}
    free = [place for place in range(len(cards)) if place != _last(cards, making.first)]
    told: dict[int, str] = {}
    for depth, card in enumerate(making.selected, 1):
        place = next(place for place in free if cards[place] == card)
        free.remove(place)
        lowest = depth == len(making.selected)
        told[place] = see.words("hand.lowest") if lowest else see.words("hand.under", place=depth)
    return told
