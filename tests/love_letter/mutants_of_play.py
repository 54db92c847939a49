"""How cards, turns and rounds are carried out, broken rule by rule."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from lltui.games.game import News
from lltui.games.love_letter import events, model
from lltui.games.love_letter.rules import effects, rulebook
from lltui.games.love_letter.rules.rulebook import ReadyEdition
from lltui.games.love_letter.rules.verbs import Doing
from love_letter.mutants import Mutant, collector

PLAY: list[Mutant] = []
breaks = collector(PLAY)


def around(m: pytest.MonkeyPatch, where: Any, name: str, then: Callable[..., Any]) -> None:
    """Replace a function by one that is given the sound one first."""
    sound = getattr(where, name)
    m.setattr(where, name, lambda *args, **facts: then(sound, *args, **facts))


def after(m: pytest.MonkeyPatch, where: Any, name: str, then: Callable[..., Any]) -> None:
    """Let something more happen."""
    around(m, where, name, lambda sound, *args: (sound(*args), then(*args))[0])


def nothing(*_args: Any) -> None:
    """What a broken rule does."""


# --------------------------------------------------------------- whom it meets


@breaks("guard: nobody guesses the own hand")
def a_guard_may_meet_oneself(m):
    m.setattr(effects.Guess, "on_oneself", True)


@breaks("priest: nobody looks at the own hand, or at nobody while somebody can be chosen")
def a_priest_may_meet_oneself(m):
    m.setattr(effects.Look, "on_oneself", True)


@breaks("baron: another player must be chosen if one can be, never oneself")
def a_baron_may_meet_oneself(m):
    m.setattr(effects.Compare, "on_oneself", True)


@breaks("prince: one may choose oneself", "prince: with all others protected the own hand must go")
def a_prince_meets_others_only(m):
    m.setattr(effects.Replace, "on_oneself", False)


@breaks(
    "guard: a protected player cannot be guessed at while another can",
    "priest: the hand of a player who is out or protected cannot be looked at",
    "baron: a player who is out or protected cannot be chosen for a Baron",
    "prince: a protected player cannot be made to discard while others can",
)
def protection_is_not_heard(m):
    around(
        m, effects.Targeted, "reach", lambda sound, card, at: sound(card, at._replace(shielded=frozenset()))
    )


@breaks(
    "guard: a player who is out cannot be guessed at",
    "prince: a player who is out cannot be made to discard",
    "king: any other player still in the round may be chosen",
)
def whoever_is_out_may_be_chosen(m):
    around(
        m,
        ReadyEdition,
        "_plays",
        lambda sound, home, hand, seat, _, shielded, seats: sound(
            home, hand, seat, (1 << seats) - 1, shielded, seats
        ),
    )


@breaks("guard: a card must be named and a player chosen as long as one can be")
def targets_are_optional(m):
    around(
        m, effects.Targeted, "plays", lambda sound, own, card, at: [model.Play(card), *sound(own, card, at)]
    )


@breaks("guard: with all others protected the Guard does nothing")
def a_card_that_meets_nobody_stays_in_hand(m):
    around(
        m,
        effects.Targeted,
        "plays",
        lambda sound, own, card, at: sound(own, card, at) if own.reach(at) else (),
    )


@breaks("turn: either of the two cards may be played")
def the_drawn_card_must_be_played(m):
    around(m, ReadyEdition, "barred", lambda sound, home, hand: sound(home, hand) or set(hand[:1]))


# ------------------------------------------------------------------- each card


@breaks("guard: a right guess knocks the target out, and their turn is skipped")
def a_right_guess_does_nothing(m):
    m.setattr(effects.Guess, "hit", lambda _, do, by, target, play: do.miss(by, target, play.guess))


@breaks("guard: a wrong guess changes nothing")
def a_wrong_guess_knocks_oneself_out(m):
    after(m, Doing, "miss", lambda do, who, *_: do.knock_out(who, "guessed"))


@breaks("guard: a guess is right for the card in hand, not for a card on the discards")
def a_guess_counts_for_the_discards(m):
    def hit(sound, own, do, by, target, play):
        if play.guess in do.state.discards[target]:
            return do.knock_out(target, "guessed")
        return sound(own, do, by, target, play)

    around(m, effects.Guess, "hit", hit)


@breaks("guard: only the chosen player is asked, not another who holds the named card")
def a_guess_asks_the_whole_table(m):
    def hit(_, do, by, target, play):
        for seat in do.state.inside():
            if seat != by and do.hand(seat) == play.guess:
                do.knock_out(seat, "guessed")

    m.setattr(effects.Guess, "hit", hit)


@breaks("priest: the looker alone sees the hand, and all see that it was looked at")
def a_priest_sees_nothing(m):
    m.setattr(effects.Look, "hit", nothing)


@breaks("priest: the looker alone sees the hand, and all see that it was looked at")
def the_table_hears_what_a_priest_sees(m):
    whisper(m, events.HandSeen, lambda _: (0, 1, 2))


def whisper(m: pytest.MonkeyPatch, kind: type, to: Callable[[tuple[int, ...]], tuple[int, ...]]) -> None:
    """Let others hear this event."""

    def tell(sound, news, event, *seats):
        sound(news, event, *(to(seats) if isinstance(event, kind) else seats))

    around(m, News, "whisper", tell)


def compare(m: pytest.MonkeyPatch, loser: Callable[..., int | None]) -> None:
    def hit(_, do, by, target, play):
        out = loser(do, by, target)
        do.compare(by, target, out)
        if out is not None:
            do.knock_out(out, "outranked")

    m.setattr(effects.Compare, "hit", hit)


def lower(do, by, target):
    difference = do.value(by) - do.value(target)
    return None if difference == 0 else by if difference < 0 else target


@breaks("baron: the lower hand is out: the target's")
def the_higher_hand_is_out(m):
    compare(m, lambda do, by, target: lower(do, by, target) and by + target - lower(do, by, target))


@breaks("baron: the lower hand is out: the own, and it does nothing on its way to the discards")
def a_baron_never_harms_his_player(m):
    compare(m, lambda do, by, target: target if lower(do, by, target) == target else None)


@breaks("baron: a tie changes nothing, and is announced without the cards")
def a_tie_costs_the_target(m):
    compare(m, lambda do, by, target: by if lower(do, by, target) == by else target)


@breaks("baron: a tie stays a tie however much the two have discarded")
def a_tie_is_broken_by_the_discards(m):
    def total(do, who):
        return sum(do.ready.values[card] for card in do.state.discards[who])

    def loser(do, by, target):
        if do.value(by) != do.value(target) or total(do, by) == total(do, target):
            return lower(do, by, target)
        return min(by, target, key=lambda who: total(do, who))

    compare(m, loser)


@breaks("baron: the lower hand is out: the own, and it does nothing on its way to the discards")
def the_loser_of_a_baron_sees_nothing(m):
    whisper(m, events.HandsSeen, lambda seats: seats[:1])


@breaks("handmaid: the protection lasts through the turns of all others")
def protection_ends_with_the_next_turn(m):
    def begin(sound, do, seat):
        do.state.shielded = 0
        sound(do, seat)

    around(m, Doing, "begin_turn", begin)


@breaks("handmaid: the protection ends at the start of the own next turn, before anything is played")
def protection_never_ends(m):
    def begin(sound, do, seat):
        shielded = do.state.shielded
        sound(do, seat)
        do.state.shielded = shielded

    around(m, Doing, "begin_turn", begin)


@breaks("handmaid: a Handmaid laid down because of a Prince protects nobody")
def a_handmaid_protects_also_when_laid_down(m):
    m.setattr(effects.Shield, "fallen", lambda _, do, who: do.shield(who))


@breaks("prince: the Princess laid down because of a Prince puts her player out, who draws nothing")
def the_princess_may_be_laid_down(m):
    m.setattr(effects.Fall, "fallen", nothing)


@breaks("prince: the Princess laid down because of a Prince puts her player out, who draws nothing")
def whoever_lays_the_princess_down_draws(m):
    after(m, effects.Fall, "fallen", lambda _, do, who: do.draw_openly(who))


@breaks("princess: whoever plays her is out at once, and the other card is laid open without effect")
def the_princess_may_be_played(m):
    m.setattr(effects.Fall, "happen", nothing)


@breaks("prince: the target lays the hand down without its effect and draws another")
def a_prince_does_nothing(m):
    m.setattr(effects.Replace, "hit", nothing)


@breaks("prince: the last card of the pile is drawn before the card set aside")
def the_card_set_aside_is_drawn_first(m):
    def replace_hand(sound, do, who):
        do.state.pile, pile = [], do.state.pile
        sound(do, who)
        do.state.pile = pile

    around(m, Doing, "replace_hand", replace_hand)


@breaks("king: the two change hands and know each other's; all others know only that")
def a_king_does_nothing(m):
    m.setattr(effects.Trade, "hit", nothing)


@breaks("king: the manual lets him trade with a protected player, whose protection stays")
def protection_goes_with_the_hand(m):
    def swap(do, one, other):
        if do.state.shielded >> other & 1:
            do.state.shielded ^= 1 << one | 1 << other

    after(m, Doing, "swap", swap)


@breaks("chancellor: the order in which they lie is the chosen one")
def a_council_turns_the_order_round(m):
    around(m, Doing, "put_under", lambda sound, do, who, keep, under: sound(do, who, keep, under[::-1]))


@breaks("chancellor: the others go under the pile, and their owner goes on knowing them")
def a_council_puts_its_cards_on_top(m):
    def put(do, who, keep, under):
        do.state.pile = do.state.pile[len(under) :] + do.state.pile[: len(under)]

    after(m, Doing, "put_under", put)


@breaks("chancellor: the Countess does not force while choosing")
def the_countess_forces_a_council(m):
    def councils(sound, hand):
        return [keep for keep in sound(hand) if "countess" not in hand or "countess" in keep.under]

    around(m, rulebook, "_councils", councils)


def favour(m: pytest.MonkeyPatch, faithful: Callable[..., list[int]], most: int = 1) -> None:
    def favour_the_only(do, card):
        seats = faithful(do.state, card)
        for seat in seats if len(seats) <= most else ():
            do.give_token(seat, card)

    m.setattr(Doing, "favour_the_only", favour_the_only)


@breaks("spy: a Spy merely held at the end does not count")
def a_spy_in_hand_counts(m):
    favour(m, lambda s, card: [seat for seat in s.inside() if card in s.discards[seat] + s.hands[seat]])


@breaks(
    "spy: whoever is out gets nothing for an own Spy", "spy: a Spy of a player who is out counts for nothing"
)
def a_spy_counts_for_whoever_is_out(m):
    favour(m, lambda s, card: [seat for seat in range(s.seats) if card in s.discards[seat]])


@breaks("spy: she pays nobody if two of those still in played one")
def two_spies_pay_both(m):
    favour(m, lambda s, card: [seat for seat in s.inside() if card in s.discards[seat]], most=9)


@breaks("spy: she pays also whoever did not win the round")
def a_spy_pays_winners_only(m):
    favour(m, lambda s, card: [seat for seat in s.round_won if card in s.discards[seat]])
