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


# ------------------------------------------------- the rest: seats, the order of things, what is shown


number("R2.10", chapters, "INTRO", "intro.title", "another text is read at first")
number(
    "R6.7", chapters, "FIRST_A", (chapters.FIRST_A[1], chapters.FIRST_A[0], chapters.FIRST_A[2]), "2 is first"
)
number("R7.3", chapters, "LAST_A", chapters.LAST_B, "part A ends with 80")


@breaks("R2.1")
def edward_sits_on_the_first_seat_whatever_was_agreed(m):
    m.setattr(state.State, "seat", lambda self, prince: prince)


@breaks("R2.5")
def it_begins_with_a_misery(m):
    sound = chapters.before_the_deal

    def before(*args):
        made = sound(*args)
        made.misery = 1
        return made

    m.setattr(rulebook, "before_the_deal", before)


@breaks("R2.6")
def what_is_set_aside_lies_in_its_deck_at_once(m):
    sound = chapters.Dealing.ordered

    def ordered(self, do, order):
        sound(self, do, order)
        card_effects._release(do)

    m.setattr(chapters.Dealing, "ordered", ordered)


@breaks("R2.8")
def the_interlude_begins_with_its_second_card(m):
    sound = chapters.TurnInterlude.perform

    def perform(self, do):
        do.state.interlude += 1 if do.state.interlude == 0 and len(do.index.interludes) > 1 else 0
        sound(self, do)

    m.setattr(chapters.TurnInterlude, "perform", perform)


def unheard(statement: str, kind: type[Any], says: str) -> None:
    """An event that nobody hears."""
    sound = verbs.Doing.tell

    def tell(self: Any, event: Any) -> None:
        if not isinstance(event, kind):
            sound(self, event)

    MUTANTS.append(Mutant(statement, says, lambda m: m.setattr(verbs.Doing, "tell", tell)))


unheard("R2.9", e.ChallengeSown, "nobody hears which challenge is added")


def of_both(statement: str, kind: type[Any], says: str) -> None:
    """Both may do what one of them decides."""

    def menu(self: Any, index: Any, state: Any, _prince: int) -> Any:
        return tuple(self.choices(index, state))

    MUTANTS.append(Mutant(statement, says, lambda m: m.setattr(kind, "menu", menu)))


of_both("R3.6", card_effects.Choosing, "the brother decides what the visitor does")
of_both("R4.3", scenes.Deciding, "both decide what one decides")


@breaks("R3.7")
def richard_wakes_first(m):
    def menu(self, index, state, prince):
        return () if prince == self.who else tuple(self.choices(index, state))

    m.setattr(chapters.Waking, "menu", menu)


@breaks("R3.10")
def an_attribute_never_grows(m):
    m.setattr(verbs.Doing, "grow", lambda *_: None)


@breaks("R4.6")
def the_back_is_read_before_the_decision(m):
    sound = scenes._lay_open

    def lay_open(do, card, reader):
        sound(do, card, reader)
        if do.state.apart is None and not hasattr(card, "deck"):
            do.show(f"{do.state.front}.a.back.text")

    m.setattr(scenes, "_lay_open", lay_open)


@breaks("R4.7")
def both_boxes_are_read(m):
    sound = trials.Box._read

    def read(self, do):
        tasks = sound(self, do)
        if ".a.back" in self.place:
            do.show(f"{self.place.replace('.a.back', '.b.back')}.text")
        return tasks

    m.setattr(trials.Box, "_read", read)


@breaks("R5.1")
def one_card_is_the_interlude(m):
    sound = chapters.TurnInterlude.perform

    def perform(self, do):
        if do.state.interlude:
            do.state.next(chapters.Escaping("a"))
        else:
            sound(self, do)

    m.setattr(chapters.TurnInterlude, "perform", perform)


@breaks("R6.1")
def all_that_was_added_lies_in_one_pile(m):
    m.setattr(chapters, "pile", lambda _index, state, _part: [n for n in state.sown if n not in state.faced])


@breaks("R6.4")
def part_a_is_not_shuffled(m):
    sound = chapters.Stacking.ordered
    m.setattr(chapters.Stacking, "ordered", lambda self, do, order: sound(self, do, tuple(sorted(order))))


@breaks("R6.6")
def the_next_challenge_can_be_seen(m):
    sound = rulebook.TwoPrinces.public

    def public(self, state):
        seen = sound(self, state)
        return replace(seen, deck=state.deck[-1]) if seen.deck else seen

    m.setattr(rulebook.TwoPrinces, "public", public)


@breaks("R8.1")
def part_b_is_made_of_nothing_that_was_added(m):
    sound = chapters.pile
    m.setattr(chapters, "pile", lambda *at: [] if at[2] == "b" else sound(*at))


@breaks("R8.4")
def part_b_begins_with_its_second_card(m):
    sound = chapters.Stacking.ordered

    def ordered(self, do, order):
        sound(self, do, order)
        if self.part == "b" and len(do.state.deck) > 2:
            do.state.deck[-2:] = do.state.deck[:-3:-1]

    m.setattr(chapters.Stacking, "ordered", ordered)


@breaks("R8.5")
def the_card_below_the_top_is_drawn(m):
    sound = chapters.TurnChallenge.perform

    def perform(self, do):
        deck = do.state.deck
        if do.state.chapter == "escape_b" and len(deck) > 2:
            deck[-1], deck[-2] = deck[-2], deck[-1]
        sound(self, do)

    m.setattr(chapters.TurnChallenge, "perform", perform)


@breaks("R9.5")
def a_test_has_no_consequence(m):
    sound = trials.Judge.perform
    m.setattr(trials.Judge, "perform", lambda self, do: sound(trials.Judge(), do))


@breaks("R7.4")
def the_card_is_done_to_its_end_before_the_escape_is_lost(m):
    def stop(self, section):
        self.state.agenda[:] = [
            verbs.OpenBook(section),
            verbs.CleanUp(),
            *(task for task in self.state.agenda if isinstance(task, verbs.Do | trials.Box)),
        ]

    m.setattr(verbs.Doing, "stop", stop)


@breaks("R9.9")
def the_book_is_opened_over_the_cards_of_a_test(m):
    sound = verbs.Doing.stop

    def stop(self, section):
        sound(self, section)
        self.state.agenda[:] = [task for task in self.state.agenda if not isinstance(task, verbs.CleanUp)]

    m.setattr(verbs.Doing, "stop", stop)


@breaks("R10.1")
def a_hand_that_was_healed_stays_small(m):
    sound = verbs.Doing.heal

    def heal(self, prince, card, place):
        sound(self, prince, card, place)
        if place == "hand":
            self.state.agenda.pop()

    m.setattr(verbs.Doing, "heal", heal)


@breaks("R10.3")
def a_pile_that_was_looked_through_stays_as_it_lay(m):
    m.setattr(card_effects, "Mixing", verbs.Refill)


@breaks("R11.1")
def items_are_hidden(m):
    sound = rulebook._prince
    m.setattr(rulebook, "_prince", lambda *at: replace(sound(*at), items=()))


@breaks("R11.5")
def nobody_heals_in_a_pause(m):
    sound = moments.Pausing.menu

    def menu(self, *at):
        return tuple(action for action in sound(self, *at) if not isinstance(action, m_.Remedy))

    m.setattr(moments.Pausing, "menu", menu)


@breaks("R3.9")
def after_the_third_night_the_escape_begins(m):
    sound = chapters.Morning.perform

    def perform(self, do):
        if self.day > chapters.DAYS:
            do.state.next(chapters.Escaping("a"))
        else:
            sound(self, do)

    m.setattr(chapters.Morning, "perform", perform)
