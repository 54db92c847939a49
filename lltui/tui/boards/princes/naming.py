"""What each thing that can be done is called."""

from __future__ import annotations

from lltui.games.game import Action
from lltui.games.two_princes import model as m
from lltui.games.two_princes.story.printed import Card
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES, TestSpec
from lltui.tui.boards.princes.sight import Sight


def label(see: Sight, action: Action) -> str:  # noqa: C901, PLR0911, PLR0912 - one for each action
    """A line in a list of choices."""
    words, voice = see.words, see.voice
    match action:
        case m.Offer(item=item):
            return words("act.offer", item=voice.item(item), who=_brother(see))
        case m.Accept(item=item):
            return words("act.accept", item=voice.item(item))
        case m.Decline():
            return words("act.decline")
        case m.Remedy(item=item, card=card, place=place):
            where = see.frame(f"place.{place}")
            return words("act.remedy", item=voice.item(item), card=voice.card(card), where=where)
        case m.Visit(location=location):
            return words(f"map.{location}")
        case m.Rest(card=None):
            return words("act.rest_none")
        case m.Rest(card=card) if card is not None:
            return words("act.rest", card=voice.card(card))
        case m.Propose(option=option) | m.Ballot(option=option):
            return voice.option(option)
        case m.Name(prince=seat):
            return voice.name(seat)
        case m.Choose(option=option):
            return voice.option(option)
        case m.Commit(cards=number):
            return str(number)
        case m.UseItem(item=item):
            bonus = _bonus(see, item, for_brother=action.for_brother)
            if action.for_brother:
                return words("act.use_for", item=voice.item(item), bonus=bonus, who=_brother(see))
            return words("act.use", item=voice.item(item), bonus=bonus)
        case m.Mend(card=None):
            return words("act.mend_none")
        case m.Mend(card=card, place=place) if card is not None:
            return words("act.mend", card=voice.card(card), where=see.frame(f"place.{place}"))
        case m.GiveUp(item=item):
            return voice.item(item)
    return words(f"act.{action.__struct_config__.tag}")


def _brother(see: Sight) -> str:
    return see.boy(1 - see.you) if see.you is not None else ""


def _bonus(see: Sight, item: str, *, for_brother: bool) -> str:
    trials = see.public.trials
    trial = None
    if see.you is not None and len(trials) > 1:
        trial = see.public.trial_of(1 - see.you if for_brother else see.you)
    elif trials:
        trial = trials[0]
    return f"{see.tale.items[item].bonus.get(trial.attr, 0):+d}" if trial is not None else ""


def test(see: Sight, spec: TestSpec, value: int | None) -> str:
    """What an option asks for now, and what makes it easier."""
    attr, who = see.frame(f"attr.{spec.attr}"), see.frame(f"who.{spec.who}")
    now = spec.value if value is None else value
    told = see.words("deed.test", attr=attr, value=now, who=who)
    if now != spec.value:
        told += see.words("deed.printed", printed=spec.value)
    return told


def attributes(see: Sight) -> tuple[str, ...]:
    """Which of them count at this moment; all, where none is asked for."""
    public, card = see.public, see.card
    if public.trials and public.phase in ("commit", "items", "order"):
        own = None if see.you is None else public.trial_of(see.you)
        return tuple(dict.fromkeys(trial.attr for trial in ((own,) if own else public.trials)))
    if public.phase in ("together", "ballot", "alone") and isinstance(card, Card):
        tested = dict.fromkeys(o.test.attr for o in (card.a, card.b) if o.test is not None)
        if tested:
            return tuple(tested)
    return ATTRIBUTES
