"""Every rule broken once, by hand; each names the scene that must notice.

A mutant patches one thing through `m`, a MonkeyPatch.  Data of the editions
are in this file, the carrying out of cards in `mutants_of_play`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest
from msgspec.structs import replace

from lltui.games.love_letter.loading import Edition, agreed
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.rules import rulebook

Patch = Callable[[pytest.MonkeyPatch], None]


class Mutant(NamedTuple):
    """A rule broken, and the scenes that say so."""

    name: str
    patch: Patch
    noticed_by: tuple[str, ...]


DATA: list[Mutant] = []


def collector(into: list[Mutant]) -> Callable[..., Callable[[Patch], Patch]]:
    def breaks(*scenes: str) -> Callable[[Patch], Patch]:
        def keep(patch: Patch) -> Patch:
            into.append(Mutant(patch.__name__.strip("_").replace("_", " "), patch, scenes))
            return patch

        return keep

    return breaks


breaks = collector(DATA)


def edit(m: pytest.MonkeyPatch, change: Callable[[Edition], dict[str, Any]]) -> None:
    """Play by an edition with other entries."""

    def changed(options: Options) -> Edition:
        edition = agreed(options)
        return replace(edition, **change(edition))

    m.setattr(rulebook, "agreed", changed)


def edit_card(m: pytest.MonkeyPatch, name: str, **entries: Any) -> None:
    def cards(edition: Edition) -> dict[str, Any]:
        return {"card": tuple(replace(card, **entries) if card.id == name else card for card in edition.card)}

    edit(m, cards)


# ---------------------------------------------------------------------- cards


@breaks("guard: a Guard may not be named, even if the target holds one")
def a_guard_may_be_named(m):
    edit_card(m, "guard", effect={"kind": "guess"})


@breaks("guard: any card but a Guard may be named, of any other player")
def a_princess_may_not_be_named(m):
    edit_card(m, "guard", effect={"kind": "guess", "never": ["guard", "princess"]})


@breaks("princess: whoever plays her is out at once, and the other card is laid open without effect")
def the_princess_does_nothing(m):
    edit_card(m, "princess", effect={"kind": "nothing"})


@breaks("handmaid: whoever plays her is protected, and everybody knows")
def the_handmaid_does_nothing(m):
    edit_card(m, "handmaid", effect={"kind": "nothing"})


@breaks("countess: with the King she must be played")
def the_king_does_not_force_the_countess(m):
    edit_card(m, "countess", forced_with=("prince",))


@breaks("countess: with a Prince she must be played")
def the_prince_does_not_force_the_countess(m):
    edit_card(m, "countess", forced_with=("king",))


@breaks("countess: beside the Princess either may be played")
def the_princess_forces_the_countess(m):
    edit_card(m, "countess", forced_with=("king", "prince", "princess"))


@breaks("countess: she may be kept beside any other card")
def a_handmaid_forces_the_countess(m):
    edit_card(m, "countess", forced_with=("king", "prince", "handmaid"))


@breaks("baron: the Princess outranks the Countess")
def the_princess_ranks_low(m):
    edit_card(m, "princess", value=0)


@breaks("baron: the Countess outranks the King, and need not be played because of a hand that she met")
def the_countess_ranks_under_the_king(m):
    edit_card(m, "countess", value=2)


@breaks("spy: she is worth nothing at the end")
def the_spy_ranks_over_the_guard(m):
    edit_card(m, "spy", value=2)


@breaks("king: the manual lets him trade with a protected player, whose protection stays")
def no_king_reaches_the_protected(m):
    edit_card(m, "king", effect={"kind": "trade"})


@breaks("king: nobody trades with a protected player while others can be chosen")
def every_king_reaches_the_protected(m):
    edit_card(m, "king", effect={"kind": "trade", "through_shields": True})


@breaks("chancellor: two cards are drawn before one is kept; what they are only their owner learns")
def the_chancellor_draws_one(m):
    edit_card(m, "chancellor", effect={"kind": "council", "draw": 1})


@breaks("deal: the modern deck has twenty-one cards, Spy and Chancellor among them")
def a_guard_too_many(m):
    edit_card(m, "guard", copies=7)


# ------------------------------------------------------------- rounds, matches


@breaks("round_end: equal cards: the higher sum of the own discards wins")
def no_sums(m):
    edit(m, lambda _: {"tie": "share"})


@breaks("round_end: equal cards: all of them win, whatever they discarded")
def sums_everywhere(m):
    edit(m, lambda _: {"tie": "sum"})


@breaks("round_end: equal cards and equal sums: all of them win")
def a_lasting_tie_pays_nobody(m):
    edit(m, lambda _: {"still_tied": "nobody"})


@breaks("variants: no shared ties: a lasting tie gives nobody a token")
def a_lasting_tie_pays_all(m):
    edit(m, lambda _: {"still_tied": "share"})


@breaks("variants: the loser starts: whoever went out first begins the next round")
def the_loser_never_starts(m):
    edit(m, lambda _: {"starter": "winner"})


@breaks("begins: the winner of the round begins the next one")
def the_loser_always_starts(m):
    edit(m, lambda _: {"starter": "loser"})


@breaks("deal: with two players the next three lie open and are out of this round")
def nothing_lies_open(m):
    edit(m, lambda _: {"laid_open": {}})


@breaks("deal: with four players nothing lies open")
def three_lie_open_for_four(m):
    edit(m, lambda _: {"laid_open": {2: 3, 4: 3}})


@breaks(
    "match: with two players seven tokens win the match", "match: with six players three tokens win the match"
)
def one_token_more_is_needed(m):
    edit(m, lambda e: {"tokens_to_win": {n: tokens + 1 for n, tokens in e.tokens_to_win.items()}})


@breaks(
    "match: with two players six tokens do not win the match",
    "match: with six players two tokens do not win the match",
)
def one_token_less_is_needed(m):
    edit(m, lambda e: {"tokens_to_win": {n: tokens - 1 for n, tokens in e.tokens_to_win.items()}})


@breaks("match: of several who reach the target together the youngest wins")
def all_win_the_german_match(m):
    edit(m, lambda _: {"champion": ()})


@breaks("match: several who share the last round reach the target together: all win")
def the_youngest_wins_every_match(m):
    edit(m, lambda _: {"champion": ("age",)})


@breaks("begins: of several winners the youngest begins, whoever had the more recent date")
def dates_count_everywhere(m):
    edit(m, lambda _: {"next": ("date", "age")})


@breaks("begins: of several winners the one with the more recent date begins")
def dates_count_nowhere(m):
    edit(m, lambda _: {"next": ("age",)})


@breaks("begins: of several winners with the same date the younger begins")
def ages_count_nowhere(m):
    edit(m, lambda _: {"next": ("date",)})


@breaks("begins: of several winners any may begin, whatever their dates and ages")
def ages_count_everywhere(m):
    edit(m, lambda _: {"next": ("age",)})


@breaks("variants: a target as a number counts instead of the edition's")
def the_target_is_not_heard(m):
    m.setattr(rulebook, "agreed", lambda options: agreed(replace(options, target=None)))


@breaks("variants: a short game: three tokens win with two, three and four players")
def house_rules_are_not_heard(m):
    m.setattr(rulebook, "agreed", lambda options: agreed(replace(options, variants=())))
