"""How likely a test is, as a table that agreed on it tells both: reckoned from no hand, and true.

What is said is what is met: over many matches that are played as it was
reckoned, "about 3 in 5" holds three times in five.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from math import sqrt
from random import Random

import pytest

from lltui.arena import SimulatedMatch
from lltui.bots.two_princes import Careful, FacedTest, InTest, OpenOdds, lying, reckoned
from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.desk.two_princes.possible_moves import choices_of, picked_move, way_odds
from lltui.desk.two_princes.view import SAID, odds, odds_by_cards, princes_view
from lltui.games.game import asked
from lltui.games.rulebooks import rules
from lltui.games.two_princes import events as e
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.model import MODEL, Commit, Options
from lltui.text import Wording

RULES = rules(MODEL.id)
LISTENERS = (0, 1, None)
MATCHES = 60
DECIDED = ("together", "ballot", "alone", "commit")


class Listened:
    """A match with all that was heard of it on every chair; who plays may follow what was reckoned."""

    def __init__(self, seed, *, careful=True, **agreed):
        self.options = Options(**agreed)
        self.index = story_index(self.options.story)
        self.rng = Random(seed)
        self.match = SimulatedMatch(RULES, self.options, 2, self.rng)
        self.players = [Careful(self.options, seat) for seat in (0, 1)] if careful else None
        self.past = {seat: [self.match.glimpse(seat)] for seat in LISTENERS}
        self.plan = {}

    @property
    def public(self):
        return self.past[None][-1].public

    def used(self, since):
        """The items that helped."""
        return [
            each for seen in self.past[None][since:] for each in seen.heard if isinstance(each, e.ItemUsed)
        ]

    def known(self, listener=None):
        return lying(self.index, self.options, self.past[listener])

    def moments(self):
        """Each moment at which somebody is asked."""
        while self.match.pile is not None or self.match.awaited:
            if self.match.pile is not None:
                self.match.deal()
            else:
                yield self
                seat = self.match.awaited[0]
                self.match.act(seat, self._choose(seat))
            for listener, past in self.past.items():
                past.append(self.match.glimpse(listener))

    def _choose(self, seat):
        glimpse = self.match.glimpse(seat)
        if self.public.phase == "commit" and seat in self.plan:
            return Commit(self.plan[seat])
        if self.players is None:
            return self.rng.choice(glimpse.menu)
        return self.players[seat].choose(glimpse, self.rng)

    def view(self, listener, language="en"):
        """What somebody who looks from there has in front of them."""
        desk = Desk(Words(language, "court"), local=False, sees=True)
        names = ("Kay", "Ada")
        desk.hear(u.Began(1, MODEL.id, self.options, names, listener, frozenset(), hosting=False))
        for glimpse in self.past[listener]:
            desk.hear(glimpse)
        return princes_view(desk, Wording(language, area="princes-screen")), desk.glimpse.menu


# --------------------------------------------------------------- from no hand


@pytest.mark.parametrize("careful", [True, False])
def test_what_does_not_lie_open_is_in_the_hand_or_in_the_draw_pile_and_everybody_knows_as_much(careful):
    moments = 0
    for seed in range(3):
        for now in Listened(seed, careful=careful).moments():
            if now.public.phase not in DECIDED:
                continue
            moments += 1
            known = now.known()
            assert known is not None
            told = [[(each.held, each.rest, each.back) for each in now.known(seat)] for seat in LISTENERS]
            assert told[0] == told[1] == told[2]
            for lies, boy in zip(known, now.match.state.princes, strict=True):
                assert lies.held + lies.rest + lies.back == Counter(boy.hand) + Counter(boy.draw)
                assert lies.held <= Counter(boy.hand)
                assert lies.back <= Counter(boy.draw)
    assert moments > 100


def test_where_not_all_was_heard_nothing_is_reckoned():
    now = Listened(3)
    late = next(len(each.past[None]) for each in now.moments() if each.public.chapter == "escape_a")
    assert lying(now.index, now.options, now.past[None]) is not None
    assert lying(now.index, now.options, now.past[None][late - 1 :]) is None
    assert lying(now.index, now.options, ()) is None


@pytest.mark.parametrize("language", ["en", "de"])
def test_both_and_whoever_looks_on_are_told_the_same(language):
    told = Counter()
    for now in Listened(5, hints="full").moments():
        if now.public.phase not in DECIDED or now.public.day == 2:
            continue
        lines = []
        for listener in LISTENERS:
            see, menu = now.view(listener, language)
            offered = [choice.rules for choice in choices_of(see, picked_move(menu)) if choice.rules]
            lines.append((offered, [odds_by_cards(see, trial) for trial in see.public.trials]))
        if now.public.phase == "alone":  # who is not asked has the choices in other words, and the odds alike
            lines = [[line.partition(". ")[2] for line in offered] for offered, _ in lines]
        assert lines[0] == lines[1] == lines[2]
        said = {"en": r"bout|ertain|chance", "de": "Gelingt in etwa|Gelingt zusammen"}[language]
        told[now.public.phase] += any(any(mark in str(line) for mark in said.split("|")) for line in lines)
    assert told["together"] > 3
    assert told["commit"] > 3


def test_what_a_way_promises_is_what_its_test_is_begun_with():
    """Also where something grows first; and where not all of that is seen nothing is said."""
    begun, chosen = 0, re.compile(r"options\.(\d)\.label$")
    for seed in range(14):
        now, told = Listened(seed, careful=False, hints="full"), {}
        for _ in now.moments():
            public = now.public
            if public.phase == "alone" and public.asked.effect is not None:
                see, _ = now.view(None)
                effect = now.index.effects[public.asked.effect]
                told = {n: way_odds(see, each.then) for n, each in enumerate(effect.options)}
            elif public.phase == "commit" and told:
                see, _ = now.view(None)
                ways = [
                    int(found[1])
                    for event in see.heard
                    if isinstance(event, e.Chose) and (found := chosen.search(event.option))
                ]
                if ways and told[ways[-1]]:
                    begun += 1
                    (trial,) = public.trials
                    assert told[ways[-1]] == odds(see, trial.attr, trial.value, trial.who)
                told = {}
    assert begun > 8


# ---------------------------------------------------------------------- true


def ended(now, since):
    """What a test came to without items, what was wanted, and whether it held."""
    for glimpse in now.past[None][since:]:
        for event in glimpse.heard:
            if isinstance(event, e.TrialEnded):
                used = sum(each.bonus for each in now.used(since))
                yield event.total - used, event.value, event.success


def judged(seed):
    """Of each test of a match: what was said of it, bare and with items, and whether it held."""
    now, share, since = Listened(seed), None, 0
    for _ in now.moments():
        public = now.public
        if share is not None:
            for bare, value, success in ended(now, since):
                yield share, bare >= value, success
                share, now.plan = None, {}
                break
        if public.phase == "commit" and len(public.trials) == 1 and share is None:
            (trial,) = public.trials
            open_odds = OpenOdds(now.index, public, now.known())
            share, since = open_odds.share(FacedTest(trial.attr, trial.value, trial.who)), len(now.past[None])
            boys = [boy.seat for boy in public.princes if boy.seat in trial.who]
            now.plan = dict(zip(boys, share.cards, strict=True))


@pytest.fixture(scope="module")
def found():
    return [each for seed in range(MATCHES) for each in judged(seed)]


def near(met, said, number):
    """Within what chance may do to so many; of twenty such, one in a thousand is further off."""
    return abs(met - said) <= 4 * sqrt(max(0.02, said * (1 - said)) / number)


def test_a_test_holds_as_often_as_it_was_said_to(found):
    assert len(found) > 400
    for kind in ("helped", "bare"):
        said = sum(getattr(share, kind) for share, *_ in found)
        met = sum(bare if kind == "bare" else helped for _, bare, helped in found)
        spread = sqrt(sum(p * (1 - p) for p in (getattr(share, kind) for share, *_ in found)))
        assert abs(said - met) <= 3 * spread, (kind, said, met)


def test_and_so_it_is_for_each_of_the_words(found):
    words = defaultdict(list)
    for share, bare, helped in found:
        for kind, said, held in (("bare", share.bare, bare), ("helped", share.helped, helped)):
            words[kind, min(SAID, key=lambda each: abs(each - said))].append((said, held))
    assert len([cases for cases in words.values() if len(cases) > 30]) >= 9
    for word, cases in words.items():
        said, met = (sum(each[n] for each in cases) / len(cases) for n in (0, 1))
        assert near(met, said, len(cases)), (word, len(cases), said, met)


def test_what_cannot_be_otherwise_is_said_to_be_so(found):
    assert all(helped for share, _, helped in found if round(share.helped, 9) == 1)
    assert not any(helped for share, _, helped in found if round(share.helped, 9) == 0)


# ------------------------------------------------------------------ by hand


def cards(*adds):
    return tuple((each, False, False) for each in adds)


def test_few_cards_are_reckoned_as_one_would_on_paper():
    one = InTest(2, (), cards(0, 0, 1, 1), 0)
    assert reckoned((one,), 1, 0)[1:] == (pytest.approx(5 / 6), (2,))  # both are 0 in one case of six
    assert reckoned((one,), 2, 0)[1:] == (pytest.approx(1 / 6), (2,))
    assert reckoned((one._replace(settled=1),), 1, 0).helped == pytest.approx(1 / 2)
    assert reckoned((one._replace(held=cards(1), rest=cards(0, 0)),), 1, 0)[1:] == (pytest.approx(1), (2,))
    assert reckoned((one, one), 4, 0).helped == pytest.approx(1 / 36)
    assert reckoned((one,), 3, 0).helped == 0


def test_a_tired_card_costs_one_and_fear_forbids_items_but_the_brothers():
    tired = InTest(2, (), ((1, True, False), (1, True, False)), 0)
    assert reckoned((tired,), 1, 0) == (1, 1, (2,))  # one less, and once
    assert reckoned((tired,), 2, 0).helped == 0
    afraid = InTest(1, (), ((0, False, True), (0, False, False)), 2)
    assert reckoned((afraid,), 2, 0) == (0, pytest.approx(1 / 2), (1,))
    assert reckoned((afraid._replace(items=0),), 2, 2) == (0, 1, (1,))


# --------------------------------------------------------------- what is told


@pytest.mark.parametrize(
    ("language", "test", "likely"), [("en", "A test of ", "bout"), ("de", "Eine Probe", "Gelingt in etwa")]
)
def test_a_table_agrees_how_much_is_told_before_anybody_decides(language, test, likely):
    found = {}
    for hints in ("plain", "full", "none"):
        told = []
        for now in Listened(4, hints=hints).moments():
            if now.public.phase in DECIDED and asked(tuple(RULES.legal(now.match.state, 0))):
                see, menu = now.view(0, language)
                told += [choice.rules for choice in choices_of(see, picked_move(menu))]
                told += [odds_by_cards(see, trial) for trial in see.public.trials]
            if now.public.chapter == "escape_b" or len(told) > 150:
                break
        found[hints] = "\n".join(filter(None, told))
    assert test in found["plain"]
    assert test in found["full"]
    assert likely in found["full"]
    assert likely not in found["plain"]
    assert found["none"] == ""
    sown = Wording(language, area="princes")("rule.sown")
    assert sown in found["plain"]
    assert sown not in found["full"]
