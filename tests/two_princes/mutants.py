"""Rules of The Two Princes broken once, by hand, each under the statement that it breaks.

A mutant patches one thing through `m`, a MonkeyPatch.  That a vector notices is held by
tests/vectors/test_mutants.py; where the first one does, stands in statements.json.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m_
from lltui.games.two_princes.rules import (
    card_effects,
    chapters,
    moments,
    rulebook,
    scenes,
    state,
    trials,
    verbs,
)
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.story_index import StoryIndex

Patch = Callable[[pytest.MonkeyPatch], None]


class Mutant(NamedTuple):
    """A rule broken: what it says then."""

    statement: str
    name: str
    patch: Patch


MUTANTS: list[Mutant] = []


def breaks(statement: str) -> Callable[[Patch], Patch]:
    def keep(patch: Patch) -> Patch:
        MUTANTS.append(Mutant(statement, patch.__name__.replace("_", " "), patch))
        return patch

    return keep


def number(statement: str, module: Any, name: str, value: Any, says: str) -> None:
    """A constant with another value."""
    MUTANTS.append(Mutant(statement, says, lambda m: m.setattr(module, name, value)))


def without(rule: str) -> Patch:
    """A kind of condition whose rule does nothing."""
    sound = trials.has_played

    def played(index: Any, trial: Any, prince: int, asked: Any) -> str | None:
        return None if asked == rule else sound(index, trial, prince, asked)

    return lambda m: m.setattr(trials, "has_played", played)


EDWARD_IS_BRAVE = {**chapters.START, "edward": {"physique": 0, "charm": 1, "courage": 1, "knowledge": 0}}
number("R2.2", chapters, "START", EDWARD_IS_BRAVE, "Edward begins with courage")
number("R2.4", verbs, "FULL_HAND", 4, "a hand has four cards")
number("R3.1", chapters, "DAYS", 2, "two days")
number("R3.2", chapters, "EVENTS_A_DAY", 1, "one event a day")
number("R3.3", chapters, "VISITS_A_DAY", (1, 0, 1, 0), "Richard goes first")
number("R6.3", chapters, "LEAST_A", 9, "nine challenges are enough")
number("R6.5", chapters, "FIRST_A", (*reversed(chapters.FIRST_A),), "the first three lie the other way round")
number("R8.2", chapters, "ALERTED", "NOBODY_KNOWS", "nobody calls a hue and cry")
number("R8.3", chapters, "LEAST_B", 1, "no challenge joins a thin part B")
number("R9.1", trials, "FULL_HAND", 4, "at most four cards are played")
number("R12.1", verbs, "LAST_MISERY", 7, "the seventh misery is the last")
number("R1.6", verbs, "HIGHEST", 1, "attributes end at one")
MUTANTS.append(Mutant("R9.2", "the tired cost nothing", without("minus_one")))
MUTANTS.append(Mutant("R9.3", "the afraid use items", without("no_items")))
MUTANTS.append(Mutant("R1.3", "a wound costs nothing", without("misery_on_failure")))
MUTANTS.append(Mutant("R9.4", "the sick pay nothing", without("misery")))


@breaks("R1.4")
def each_tired_card_costs_one(m):
    sound = trials.Tally.perform

    def perform(self, do):
        sound(self, do)
        rules, cards = do.index.rules, do.index.conditions
        for trial in do.state.trials:
            tired = [
                [card for card in trial.drawn[prince] if rules[cards[card].kind] == "minus_one"]
                for prince in trial.who
            ]
            more = sum(len(row) - 1 for row in tired if row)
            do.state.goes_on(trial, total=(trial.total or 0) - more)

    m.setattr(trials.Tally, "perform", perform)


@breaks("R2.7")
def the_first_two_events_change_places(m):
    sound = StoryIndex.events
    m.setattr(StoryIndex, "events", lambda self, *, fixed: sound(self, fixed=fixed)[:: -1 if fixed else 1])


@breaks("R2.3")
def nobody_has_an_item_at_first(m):
    sound = chapters.before_the_deal

    def before(*args):
        made = sound(*args)
        for boy in made.princes:
            boy.items.clear()
        return made

    m.setattr(rulebook, "before_the_deal", before)


@breaks("R3.4")
def only_edward_has_a_third_encounter(m):
    def one_more(_effect, _task, do):
        agenda = do.state.agenda
        nights = [n for n, task in enumerate(agenda) if isinstance(task, chapters.Waking)]
        if nights:
            at = max(nights) + 2
            agenda[at:at] = [chapters.Visiting(0), moments.Pausing()]
            do.tell(e.EncounterGranted())

    sound = verbs.happen

    def happen(effect, task, do):
        (one_more if isinstance(effect, v.ExtraEncounter) else sound)(effect, task, do)

    m.setattr(verbs, "happen", happen)


@breaks("R3.5")
def the_last_card_of_a_location_stays(m):
    def choices(_self, _index, state):
        return tuple(
            m_.Visit(deck) for deck in chapters.DECKS if deck != "night" and len(state.encounters[deck]) > 1
        )

    m.setattr(chapters.Visiting, "choices", choices)


@breaks("R3.8")
def who_rests_has_to_take_a_card_back(m):
    def choices(self, _index, state):
        return [m_.Rest(card) for card in dict.fromkeys(state.princes[self.who].discards)]

    m.setattr(chapters.Resting, "choices", choices)


@breaks("R4.1")
def the_first_to_propose_decides(m):
    def answer(self, do, prince, action):
        self.agreed(do, self.wish(do, prince, action))

    m.setattr(scenes.Agreeing, "answer", answer)


@breaks("R4.2")
def a_token_may_be_looked_at_while_it_is_covered(m):
    sound = scenes.Voting.asked

    def asked(self, state):
        return replace(sound(self, state), proposals=self.ballots)

    m.setattr(scenes.Voting, "asked", asked)


@breaks("R4.4")
def what_is_forced_is_the_other_way(m):
    sound = scenes.decide

    def decide(do, option, *, forced=False):
        sound(do, ("b" if option == "a" else "a") if forced else option, forced=forced)

    m.setattr(scenes, "decide", decide)


@breaks("R4.5")
def edward_has_his_way_up_to_four(m):
    def ordered(self, do, order):
        face = order[0] + 1
        do.state.die = face
        do.tell(e.DieThrown(face))
        self.agreed(do, self.wishes[0 if face <= 4 else 1])

    m.setattr(moments.Agreement, "ordered", ordered)


@breaks("R5.2")
def encounters_stay_in_the_escape(m):
    sound = chapters.Escaping.perform

    def perform(self, do):
        kept = {deck: pile[:] for deck, pile in do.state.encounters.items()}
        sound(self, do)
        if self.part == "a":
            do.state.encounters.update(kept)

    m.setattr(chapters.Escaping, "perform", perform)


@breaks("R6.2")
def no_guard_joins(m):
    sound = chapters.Adding._wanting
    m.setattr(chapters.Adding, "_wanting", lambda self, *at: 0 if self.guard else sound(self, *at))


@breaks("R7.1")
def edward_reads_every_card(m):
    sound = scenes._lay_open

    def lay_open(do, card, reader):
        sound(do, card, reader if hasattr(card, "deck") else 0)

    m.setattr(scenes, "_lay_open", lay_open)


@breaks("R7.2")
def what_was_turned_is_added_again(m):
    m.setattr(verbs, "PLACED", ())

    def sow(self, number):
        self.state.sown.append(number)
        self.tell(e.ChallengeSown(number))
        if self.state.chapter == "escape_b" and self.state.deck:
            self.state.moment = verbs.Sowing(number)

    m.setattr(verbs.Doing, "sow", sow)


@breaks("R9.0")
def a_test_has_to_be_more_than_its_value(m):
    sound = trials.Judge.perform

    def perform(self, do):
        do.state.trials = tuple(
            replace(t, total=(t.total or 0) - 1) if t.total == t.value else t for t in do.state.trials
        )
        sound(self, do)

    m.setattr(trials.Judge, "perform", perform)


@breaks("R9.6")
def played_cards_leave_the_match(m):
    def perform(_self, do):
        if do.state.testing:
            who = [prince for prince in (0, 1) if do.state.trial_of(prince)]
            do.state.trials = tuple(replace(trial, tidy=True) for trial in do.state.trials)
            do.drop_spent()
            do.state.next(*map(verbs.Refill, who))

    m.setattr(verbs.CleanUp, "perform", perform)


@breaks("R9.7")
def b_is_read_before_a(m):
    sound = scenes._ways_apart

    def apart(do, a, b):
        tasks = sound(do, a, b)
        if len(tasks) == 2:
            return tasks[::-1]
        return (replace(tasks[0], then=tasks[0].then[::-1]),)

    m.setattr(scenes, "_ways_apart", apart)


@breaks("R9.8")
def no_test_is_easier(m):
    m.setattr(state, "eased", lambda *_: 0)
    m.setattr(trials, "eased", lambda *_: 0)


@breaks("R9.10")
def who_wanted_no_more_items_is_not_asked_again(m):
    sound = trials.Helping.answer

    def answer(self, do, prince, action):
        sound(self, do, prince, action)
        if isinstance(action, m_.UseItem):
            do.state.agenda[-1] = trials.Helping(self.done)

    m.setattr(trials.Helping, "answer", answer)


@breaks("R10.2")
def a_reshuffle_brings_no_tired_card(m):
    def shuffle(self, prince):
        if self.state.princes[prince].discards:
            self.tell(e.Reshuffled(self.state.seat(prince), None))
            self.state.moment = verbs.Refilling(prince)

    m.setattr(verbs.Doing, "_shuffle_discards", shuffle)


@breaks("R10.4")
def a_condition_goes_to_the_hand(m):
    sound = verbs.Doing.afflict

    def afflict(self, prince, kind, fits=()):
        boy = self.state.princes[prince]
        before = len(boy.discards)
        sound(self, prince, kind, fits)
        if len(boy.discards) > before:
            boy.hand.append(boy.discards.pop())

    m.setattr(verbs.Doing, "afflict", afflict)


@breaks("R10.5")
def nobody_hears_that_a_condition_is_wanting(m):
    sound = verbs.Doing.tell
    m.setattr(
        verbs.Doing,
        "tell",
        lambda self, event: None if isinstance(event, e.ConditionWanting) else sound(self, event),
    )


@breaks("R10.6")
def what_is_healed_lies_on_top_of_its_supply(m):
    sound = verbs.Doing.heal

    def heal(self, prince, card, place):
        sound(self, prince, card, place)
        supply = self.state.supplies[self.index.conditions[card].kind]
        if supply and supply[0] == card:
            supply.append(supply.pop(0))

    m.setattr(verbs.Doing, "heal", heal)


@breaks("R11.2")
def an_item_changes_hands_unasked(m):
    sound = moments.Pausing.answer

    def answer(self, do, prince, action):
        sound(self, do, prince, action)
        if isinstance(action, m_.Offer):
            sound(do.state.moment, do, 1 - prince, m_.Accept(action.item))

    m.setattr(moments.Pausing, "answer", answer)


@breaks("R11.3")
def everything_may_be_given_away(m):
    def losable(_index, state, prince):
        return tuple(state.princes[prince].items)

    for module in (moments, card_effects):
        m.setattr(module, "losable", losable)


@breaks("R11.4")
def a_spent_item_stays(m):
    m.setattr(verbs.Doing, "drop_spent", lambda self: None)


@breaks("R11.6")
def nobody_hears_that_there_is_nothing_to_lose(m):
    sound = verbs.Doing.tell
    m.setattr(
        verbs.Doing,
        "tell",
        lambda self, event: None if isinstance(event, e.NothingLost) else sound(self, event),
    )


@breaks("R11.7")
def who_said_to_go_on_may_offer_nothing(m):
    sound = moments.Pausing.menu

    def menu(self, index, state, prince):
        return (m_.TakeBack(),) if prince in self.ready else sound(self, index, state, prince)

    m.setattr(moments.Pausing, "menu", menu)


@breaks("R12.2")
def nobody_is_marked(m):
    m.setattr(verbs.Doing, "mark", lambda *_: None)


@breaks("R12.4")
def the_book_ends_with_its_first_section(m):
    def perform(self, do):
        found = do.index.sections[self.section]
        do.state.book.append(self.section)
        do.state.chapter = "book"
        do.tell(e.SectionRead(self.section, ()))
        do.tell(e.MatchEnded(self.section, found.free or 0))

    m.setattr(verbs.OpenBook, "perform", perform)


@breaks("R12.5")
def the_whole_deck_counts_at_the_end(m):
    def conditions(index, state, prince, query):
        boy = state.princes[prince]
        cards = [*boy.hand, *boy.draw, *boy.discards]
        return sum(index.conditions[card].kind == query.kind for card in cards)

    m.setattr(state, "_conditions", conditions)
