"""The line above the keys: whose turn it is, what is asked, what stands still, and the clock."""

from __future__ import annotations

from lltui.desk.desk import Desk
from lltui.desk.half_move import AskedMove
from lltui.desk.table_news import STANDSTILL
from lltui.games.choices import Question
from lltui.games.game import NATURE
from lltui.tui.boards.love_letter import picture as p
from lltui.tui.boards.love_letter.sight import Sight
from lltui.tui.boards.love_letter.trail import in_hand
from lltui.tui.boards.time_left import shown, with_outlook

SOON = 10  # seconds that are left: look sharp


def prompt(see: Sight, desk: Desk, making: AskedMove, left: float | None) -> p.Prompt:
    """What is going on, for the person in front."""
    words = see.words
    clock = shown(words, desk, left, mine=bool(making.menu))
    urgent = bool(clock) and left is not None and left <= SOON and bool(making.menu)
    if desk.link is not None:
        return p.Prompt(words("prompt.lost"), words("prompt.lost_text"), "", "halt")
    if desk.waits is not None and desk.waits.phase in STANDSTILL:
        return p.Prompt(
            words("prompt.halt"), with_outlook(words(f"prompt.{desk.waits.phase}"), desk), clock, "halt"
        )
    if making.sent:
        return p.Prompt(words("prompt.sent"), words("prompt.sending"), clock)
    if desk.played:
        return p.Prompt(words("prompt.wait"), words("prompt.played"), "", "halt")
    if making.question is not None:
        return p.Prompt(words("prompt.turn"), _asked(see, making, making.question), clock, "turn", urgent)
    return p.Prompt(words("prompt.watch" if see.you is None else "prompt.wait"), _awaited(see, desk), clock)


def _asked(see: Sight, making: AskedMove, question: Question) -> str:
    if len(making.menu) == 1:
        card = see.voice.card(making.menu[0].card, "acc")  # type: ignore[attr-defined]
        return see.words("prompt.nod_keep" if question.kind == "keep" else "prompt.nod", card=card)
    asked = see.voice.ask(question, making.known)
    last = making.selected is not None and making.answered(making.selected).done is not None
    return f"{asked} {see.words('prompt.commit')}" if last and in_hand(question) else asked


def _awaited(see: Sight, desk: Desk) -> str:
    public, words = see.public, see.words
    if public.phase in ("turn", "council") and public.turn not in (None, NATURE, see.you):
        assert public.turn is not None, "somebody's turn"
        if see.lines[public.turn] in ("away", "empty"):  # who is not there does not think
            return desk.waiting()
        key = "prompt.council_of" if public.phase == "council" else "prompt.turn_of"
        return with_outlook(words(key, name=see.name(public.turn)), desk)
    if public.phase in ("deck", "lots", "crown") and (desk.waits is None or not desk.waits.seats):
        return words("prompt.dealing")
    return desk.waiting()
