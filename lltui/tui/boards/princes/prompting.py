"""The line above the keys: whose turn it is, and what is asked."""

from __future__ import annotations

from lltui.desk.desk import Desk
from lltui.desk.two_princes.picked_move import PickedMove
from lltui.tui.boards.princes.sight import Sight
from lltui.tui.match.prompt_row import Prompt, clock_of, halted, with_outlook


def prompt(see: Sight, desk: Desk, now: PickedMove, hint: str, left: float | None) -> Prompt:
    """What is going on, for the person in front; `hint` is what Enter does."""
    words, phase = see.words, see.public.phase
    clock = clock_of(words, desk, left, mine=now.asks)
    found = halted(words, desk, clock, sent=now.sent)
    if found is not None:
        return found
    if now.asks:
        who = see.boy(see.you) if see.you is not None else ""
        mark = words("prompt.as", who=who.upper()) if see.alone else words("prompt.turn", who=who.upper())
        kind = "offer" if phase == "pause" and see.public.asked.offer is not None else phase
        asked = "things" if now.things else kind
        text = words(f"ask.{asked}")
        return Prompt(mark, f"{text} {hint}".rstrip(), clock, "turn")
    mark = words("prompt.watch" if see.you is None else "prompt.wait")
    gone = see.you is not None and phase != "order" and see.lines[1 - see.you] in ("away", "empty")
    # Who is not there does not read.
    return Prompt(mark, desk.waiting() if gone else with_outlook(waiting(see), desk), clock)


def waiting(see: Sight) -> str:
    """For what, and for whom."""
    phase = see.public.phase
    if phase == "order":
        return see.words("wait.order")
    if see.you is None:
        return see.words("wait.watch")
    return see.words(f"wait.{'pause' if phase == 'pause' else 'move'}", who=see.boy(1 - see.you))
