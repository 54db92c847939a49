"""Who plays a prince: carefully by the odds, as a person does, or with the whole story by heart.

Each sees what a player sees; the printed cards lie on everybody's shelf.
Two who must agree come to an end: whoever finds a proposal on the table takes it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from math import comb, erf, sqrt
from random import Random
from typing import NamedTuple, TypeAlias

from lltui.games.chair import Glimpse
from lltui.games.game import Action, Event, Seat, Whispered
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes import views
from lltui.games.two_princes.loading import story_index
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.printed import GROWS, Card, Option
from lltui.games.two_princes.story.story_index import ALERTED, StoryIndex, below

LOCATIONS = {attr: deck for deck, attr in GROWS.items()}
BAD = {"wounded": 4, "sick": 3, "afraid": 3, "tired": 2, "haunted": 1, "happy": 0}
NIGHTS_OUT = 0.5
BY_STORY, BY_FEEL = 0.2, 0.5
KIND = {"happy": 0.6, "tired": -0.7, "sick": -1.0, "afraid": -0.9, "wounded": -1.0, "haunted": -0.2}
MOOD = {"boon": 0.5, "even": -0.1, "bane": -0.7}
DEAR = 1.2  # what a bright ending asks for
FATAL = -2.5  # and what one spoils
# What a card that one cannot see adds, on average, and how much it scatters.
MEAN, SPREAD = 0.6, 1.1
USUAL = 2  # cards that a brother plays who has not said how many
# What it is worth to spare oneself: a misery, a wound that may come due.
SICK, WOUND = 0.3, 0.25


# ------------------------------------------------------------------- the odds


class FacedTest(NamedTuple):
    """What is asked of whom."""

    attr: v.Attr
    value: int
    who: tuple[Seat, ...]


class Odds:
    """One seat's view of the table."""

    def __init__(self, index: StoryIndex, seat: Seat, public: views.Public, private: views.Private) -> None:
        self._index = index
        self._seat = seat
        self._public = public
        self._hand = private.hand

    def attribute(self, seat: Seat, attr: v.Attr) -> int:
        """On a prince's board."""
        prince = next(p for p in self._public.princes if p.seat == seat)
        return prince.attributes[v.ATTRIBUTES.index(attr)]

    def items(self, attr: v.Attr, who: tuple[Seat, ...]) -> int:
        """All that open items could add."""
        return sum(
            self._index.items[held.item].bonus.get(attr, 0) * (held.uses or 0)
            for prince in self._public.princes
            for held in prince.items
            if prince.seat in who or self._index.items[held.item].either
        )

    def success(self, test: FacedTest) -> float:
        """With as many own cards as are best."""
        if self._seat not in test.who:
            return self._reached(test, 0, USUAL)
        return max(worth for _, worth in self.commitments(test, None)) if self._hand else 0.0

    def commitments(self, test: FacedTest, brothers: int | None) -> Iterator[tuple[int, float]]:
        """How many cards, and what that is worth: the chance of success less what it costs."""
        other = USUAL if brothers is None else brothers
        for number in range(1, len(self._hand) + 1):
            worths = [self._worth(test, cards, other) for cards in combinations(self._hand, number)]
            yield number, sum(worths) / len(worths)

    def _worth(self, test: FacedTest, cards: tuple[str, ...], brothers: int) -> float:
        kinds = {self._index.rules[self._index.conditions[card].kind] for card in cards}
        total = sum(getattr(self._index.conditions[card], test.attr) for card in cards)
        total -= "minus_one" in kinds
        reached = self._reached(test, total, brothers, items="no_items" not in kinds)
        cost = SICK * ("misery" in kinds) + WOUND * (1 - reached) * ("misery_on_failure" in kinds)
        return reached - cost

    def _reached(self, test: FacedTest, own: int, brothers: int, *, items: bool = True) -> float:
        known = own + sum(self.attribute(seat, test.attr) for seat in test.who)
        if items:
            known += self.items(test.attr, test.who)
        unseen = brothers if any(seat != self._seat for seat in test.who) else 0
        need = test.value - known - MEAN * unseen
        if not unseen:
            return float(need <= 0)
        return 0.5 * (1 - erf((need - 0.5) / (SPREAD * sqrt(2 * unseen))))


# --------------------------------------------------------------- what both may know

Weight: TypeAlias = tuple[int, bool, bool]  # what a card adds, whether it tires, whether it forbids items
Sums: TypeAlias = Mapping[int, float]
MOST = 5  # cards that one plays


class Lying:
    """Where a prince's conditions are, as far as it was announced to everybody.

    All that he ever got was laid open, so what does not lie open now is in his
    hand or in his draw pile.  Whatever was left in hand when the discards were
    shuffled is in his hand for certain (`held`), and what he put back in bed is
    in the draw pile until he draws (`back`).  Who has which of the `rest`, nobody
    else can know.
    """

    def __init__(self, starting: Iterable[str]) -> None:
        self.held, self.rest, self.back = Counter[str](), Counter(starting), Counter[str]()
        self._open, self._played = Counter[str](), Counter[str]()

    def hear(self, event: Event, boy: views.PrinceView) -> None:
        """It happened to him; the `boy` is as he is afterwards.

        Where he had what he was healed of is not announced: in the discards
        there is one less then, if nothing else became of them at once.
        """
        match event:
            case e.CardsPlayed(cards=cards):
                for card in cards:
                    self._leaves(card, self.held, self.rest, self.back)
                self._played.update(cards)
            case e.ConditionGained(card=card):
                self._open[card] += 1
            case e.Rested(card=str(card)):
                self._leaves(card, self._open)
                self.back[card] += 1
            case e.Healed(card=str(card)) | e.RemedyUsed(card=card):
                hidden = (self.held, self.rest, self.back)
                lay = self._open[card] > boy.discards.count(card)
                self._leaves(card, *((self._open, *hidden) if lay else (*hidden, self._open)))
            case e.Drew():
                self._tidy()
                self.rest, self.back = self.rest + self.back, Counter()
            case e.Reshuffled(tired=tired):
                self._tidy()
                self.held += self.rest + self.back
                self.rest, self.back, self._open = self._open, Counter(), Counter()
                self.rest.update([tired] if tired else [])

    @property
    def in_hand(self) -> tuple[Counter[str], Counter[str]]:
        """What he holds for certain, and what he may hold."""
        return self.held, self.rest

    def _tidy(self) -> None:
        self._open += self._played
        self._played.clear()

    def _leaves(self, card: str, *piles: Counter[str]) -> None:
        found = next((pile for pile in piles if pile[card]), None)
        if found is not None:
            found[card] -= 1

    def agree(self, boy: views.PrinceView) -> bool:
        """Whether his discards are as they were announced; if not, nothing is certain but what he has."""
        seen = Counter(boy.discards)
        if +self._open != seen:
            hidden = self.held + self.rest + self.back + self._open
            hidden.subtract(seen)
            self.held, self.rest, self.back, self._open = Counter(), hidden, Counter(), seen
        if self.held.total() > boy.hand:
            self.held, self.rest = Counter(), self.rest + self.held
        unseen = (*self.held.values(), *self.rest.values(), *self.back.values())
        return min(unseen, default=0) >= 0 and sum(unseen) == boy.hand + boy.draw


class InTest(NamedTuple):
    """What one brings to a test: cards that are in his hand, or may be, of so many; what his items add."""

    hand: int
    held: tuple[Weight, ...]
    rest: tuple[Weight, ...]
    items: int
    settled: int | None = None


class Share(NamedTuple):
    """How likely a test holds, bare and with all items that help, if each plays so many `cards`."""

    bare: float
    helped: float
    cards: tuple[int, ...]


def lying(index: StoryIndex, options: m.Options, past: Sequence[Glimpse]) -> tuple[Lying, Lying] | None:
    """Edward's cards, and Richard's; None where not all was heard."""
    if not past:
        return None
    found = (Lying(index.starting(v.PRINCES[0])), Lying(index.starting(v.PRINCES[1])))
    sound = True
    for glimpse in past:
        public = glimpse.public
        assert isinstance(public, views.Public), public
        for event in glimpse.heard:
            who = getattr(event, "who", None)
            if isinstance(who, int) and not isinstance(event, Whispered):
                prince = who ^ options.edward
                found[prince].hear(event, public.princes[prince])
        if public.phase != "order":  # a pile that waits for chance lies nowhere
            agreed = [each.agree(boy) for each, boy in zip(found, public.princes, strict=True)]
            sound = all(agreed)
    return found if sound else None


class OpenOdds:
    """What both may reckon: from boards, items, and all cards that were laid open before both."""

    def __init__(self, index: StoryIndex, public: views.Public, known: tuple[Lying, Lying]) -> None:
        self._index = index
        self._public = public
        self._known = known

    def share(self, test: FacedTest, settled: Sequence[int | None] = (None, None)) -> Share:
        """How likely it is; `settled` are the cards, by prince, of who has said how many."""
        boards = outside = 0
        inside = []
        for prince, boy in enumerate(self._public.princes):
            items = self._items(test, boy)
            if boy.seat not in test.who:
                outside += items
                continue
            boards += boy.attributes[v.ATTRIBUTES.index(test.attr)]
            held, rest = (self._weights(pile, test.attr) for pile in self._known[prince].in_hand)
            inside.append(InTest(boy.hand, held, rest, items, settled[prince]))
        return reckoned(tuple(inside), test.value - boards, outside)

    def _items(self, test: FacedTest, boy: views.PrinceView) -> int:
        return sum(
            self._index.items[held.item].bonus.get(test.attr, 0) * (held.uses or 0)
            for held in boy.items
            if boy.seat in test.who or self._index.items[held.item].either
        )

    def _weights(self, pile: Counter[str], attr: v.Attr) -> tuple[Weight, ...]:
        printed = (self._index.conditions[card] for card in pile.elements())
        found = ((getattr(card, attr), self._index.rules[card.kind]) for card in printed)
        return tuple(sorted((adds, rule == "minus_one", rule == "no_items") for adds, rule in found))


@lru_cache(maxsize=64)  # a screen asks at every key
def reckoned(boys: tuple[InTest, ...], wanted: int, outside: int) -> Share:
    """With as many cards as are best; of two ways alike the one with fewer."""
    ways = [range(min(1, boy.hand), min(MOST, boy.hand) + 1) if boy.settled is None else (boy.settled,)
            for boy in boys]  # fmt: skip
    made = {(n, cards): _sums(boys[n], cards) for n, each in enumerate(ways) for cards in each}
    found = []
    for cards in product(*ways):
        sums = [made[n, number] for n, number in enumerate(cards)]
        bare, helped = (_reach([each[n] for each in sums], wanted - (outside * n)) for n in (0, 1))
        found.append(Share(bare, helped, cards))
    return max(found, key=lambda each: (round(each.helped, 9), round(each.bare, 9), -sum(each.cards)))


def _reach(sums: Sequence[Sums], wanted: int) -> float:
    first, *others = sums
    if not others:
        return sum(chance for total, chance in first.items() if total >= wanted)
    return sum(chance * _reach(others, wanted - total) for total, chance in first.items())


def _sums(boy: InTest, cards: int) -> tuple[Sums, Sums]:
    """What so many cards out of his hand add, and the same with his items, which fear forbids."""
    unsure = boy.hand - len(boy.held)
    bare, helped = defaultdict[int, float](float), defaultdict[int, float](float)
    for certain in range(max(0, cards - unsure), min(len(boy.held), cards) + 1):
        drawn = comb(len(boy.held), certain) * comb(unsure, cards - certain) / comb(boy.hand, cards)
        one, other = _picked(boy.held)[certain], _picked(boy.rest)[cards - certain]
        alike = drawn / (one.total() * other.total())
        for (a, tires, fears), often in one.items():
            for (b, tires_too, fears_too), as_often in other.items():
                total, chance = a + b - (tires or tires_too), alike * often * as_often
                bare[total] += chance
                helped[total + (0 if fears or fears_too else boy.items)] += chance
    return bare, helped


@lru_cache(maxsize=64)
def _picked(cards: tuple[Weight, ...]) -> tuple[Counter[Weight], ...]:
    """How often so many of them come to what, over all ways to pick them."""
    found = tuple(Counter[Weight]() for _ in range(MOST + 1))
    found[0][0, False, False] = 1
    for adds, tires, fears in cards:
        for number in range(MOST, 0, -1):
            for (total, tired, afraid), often in found[number - 1].items():
                found[number][total + adds, tired or tires, afraid or fears] += often
    return found


# ---------------------------------------------------------------- the players


class Careful:
    """Takes the better odds, heals in time, goes where the brothers lack most; knows no back of a card."""

    def __init__(self, options: m.Options, seat: Seat) -> None:
        self.options = options
        self.seat = seat
        self.index = story_index(options.story)

    def choose(self, glimpse: Glimpse, rng: Random) -> Action:
        public, private = glimpse.public, glimpse.private
        assert isinstance(public, views.Public), public
        assert isinstance(private, views.Private), private
        public = views.as_seen(public, private)
        moves: dict[str, Callable[[Glimpse, views.Public, Odds, Random], Action]] = {
            "pause": self.pause,
            "visit": self.visit,
            "night": self.night,
            "rest": self.rest,
            "together": self.decide,
            "ballot": self.decide,
            "alone": self.decide,
            "one": self.name,
            "commit": self.commit,
            "items": self.help,
            "mend": self.mend,
        }
        odds = Odds(self.index, self.seat, public, private)
        move = moves.get(public.phase)
        return move(glimpse, public, odds, rng) if move else rng.choice(glimpse.menu)

    # -------------------------------------------------------------- decisions

    def decide(self, glimpse: Glimpse, public: views.Public, odds: Odds, rng: Random) -> Action:
        """The option with the better odds; of a brother's proposal, that."""
        proposed = [p for p in public.asked.proposals if p is not None]
        if public.phase == "together" and proposed:
            return self._agree(glimpse, proposed[0])
        if public.asked.effect is not None:
            return rng.choice(glimpse.menu)
        worth = {option: self.worth(option, public, odds) + rng.random() * 0.05 for option in ("a", "b")}
        return self._pick(glimpse, "a" if worth["a"] >= worth["b"] else "b")

    def worth(self, option: str, public: views.Public, odds: Odds) -> float:
        """What an option promises; without a test nothing can go wrong."""
        assert public.front is not None, "no card to decide on"
        card = self.index.fronts[public.front.card]
        assert isinstance(card, Card), card
        spec: v.Test | None = getattr(card, option).test
        return 1.0 if spec is None else odds.success(self._test(spec, public, option))

    def _test(self, spec: v.Test, public: views.Public, option: str) -> FacedTest:
        front = public.front
        value = front.values["ab".index(option)] if front and front.values else spec.value
        who = (v.PRINCES.index(spec.who) ^ self.options.edward,) if spec.who in v.PRINCES else (0, 1)
        return FacedTest(spec.attr, spec.value if value is None else value, who)

    def _pick(self, glimpse: Glimpse, option: str) -> Action:
        wanted = (m.Propose(option), m.Ballot(option), m.Choose("ab".index(option)))  # type: ignore[arg-type]
        return next((a for a in glimpse.menu if a in wanted), glimpse.menu[0])

    def _agree(self, glimpse: Glimpse, option: str) -> Action:
        return next((a for a in glimpse.menu if a == m.Propose(option)), glimpse.menu[-1])  # type: ignore[arg-type]

    def name(self, glimpse: Glimpse, public: views.Public, odds: Odds, rng: Random) -> Action:
        """Gains to who has less, trouble to who has had less of it."""
        named = [name for name in public.asked.names if name is not None]
        wanted = named[0] if named else self._who(public, odds, rng)
        return next((a for a in glimpse.menu if a == m.Name(wanted)), glimpse.menu[-1])

    def _who(self, public: views.Public, odds: Odds, rng: Random) -> Seat:
        effect = self.index.effects.get(public.asked.effect or "")
        match effect:
            case v.GainAttr(attr=attr):
                return min((0, 1), key=lambda seat: odds.attribute(seat, attr))
            case v.GainCondition():
                return min((0, 1), key=lambda seat: self._troubles(public, seat))
            case v.Heal():
                return max((0, 1), key=lambda seat: self._troubles(public, seat))
        return rng.choice((0, 1))

    def _troubles(self, public: views.Public, seat: Seat) -> int:
        prince = next(p for p in public.princes if p.seat == seat)
        return sum(self.badness(card) for card in prince.discards)

    def badness(self, card: str) -> int:
        """Which condition one would rather be rid of."""
        return BAD[self.index.conditions[card].kind]

    # ------------------------------------------------------------------ tests

    def commit(self, glimpse: Glimpse, public: views.Public, odds: Odds, rng: Random) -> Action:
        """As many cards as are worth most."""
        trial = public.trial_of(self.seat)
        assert trial is not None, "no test"
        settled = [n for p, n in zip(public.princes, trial.settled, strict=True) if p.seat != self.seat]
        test = FacedTest(trial.attr, trial.value, trial.who)
        worths = dict(odds.commitments(test, settled[0]))
        best = max(worths, key=lambda number: worths[number] - 0.001 * number)
        return next((a for a in glimpse.menu if a == m.Commit(best)), rng.choice(glimpse.menu))

    def help(self, glimpse: Glimpse, public: views.Public, odds: Odds, _rng: Random) -> Action:
        """Items only where they are enough; of two tests the own one comes first."""
        uses = [action for action in glimpse.menu if isinstance(action, m.UseItem)]
        for for_brother in (False, True):
            trial = self._helped(public, for_brother=for_brother)
            mine = [use for use in uses if use.for_brother == for_brother]
            need = 0 if trial is None else trial.value - (trial.total or 0)
            if trial is None or not mine or odds.items(trial.attr, trial.who) < need:
                continue
            bonus = {use: self.index.items[use.item].bonus[trial.attr] for use in mine}
            enough = [use for use in mine if bonus[use] >= need]
            return min(enough, key=bonus.__getitem__) if enough else max(mine, key=bonus.__getitem__)
        return m.NoMoreItems()

    def _helped(self, public: views.Public, *, for_brother: bool) -> views.TrialView | None:
        """The test that an item would be used in."""
        if len(public.trials) == 1:
            return None if for_brother else public.trials[0]
        return public.trial_of(1 - self.seat if for_brother else self.seat)

    # ------------------------------------------------------------- in between

    def pause(self, glimpse: Glimpse, _public: views.Public, _odds: Odds, _rng: Random) -> Action:
        """Heal what is in hand, take what is offered, go on."""
        for kind in (m.Accept, m.Remedy):
            found = [action for action in glimpse.menu if isinstance(action, kind)]
            if kind is m.Remedy:
                found = [a for a in found if isinstance(a, m.Remedy) and a.place == "hand"]
            if found:
                return max(found, key=lambda a: self.badness(a.card) if isinstance(a, m.Remedy) else 0)
        return m.Ready() if m.Ready() in glimpse.menu else glimpse.menu[0]

    def visit(self, glimpse: Glimpse, _public: views.Public, odds: Odds, rng: Random) -> Action:
        """Where the attribute lies that both together have least of."""
        lack = sorted(
            v.ATTRIBUTES, key=lambda attr: (sum(odds.attribute(s, attr) for s in (0, 1)), rng.random())
        )
        wanted = [m.Visit(LOCATIONS[attr]) for attr in lack]  # type: ignore[arg-type]
        return next(action for action in wanted if action in glimpse.menu)

    def night(self, glimpse: Glimpse, _public: views.Public, _odds: Odds, rng: Random) -> Action:
        out = m.GoOut() in glimpse.menu and rng.random() < NIGHTS_OUT
        return m.GoOut() if out else m.StayInBed()

    def rest(self, glimpse: Glimpse, _public: views.Public, _odds: Odds, _rng: Random) -> Action:
        """The best card back into the draw pile, if there is a good one."""
        good = [a for a in glimpse.menu if isinstance(a, m.Rest) and a.card and not self.badness(a.card)]
        return max(good, key=lambda a: self._sum(a.card or "")) if good else m.Rest(None)

    def _sum(self, card: str) -> int:
        return sum(getattr(self.index.conditions[card], attr) for attr in v.ATTRIBUTES)

    def mend(self, glimpse: Glimpse, _public: views.Public, _odds: Odds, _rng: Random) -> Action:
        """The worst, and rather from the hand."""
        found = [action for action in glimpse.menu if isinstance(action, m.Heal)]
        return max(found, key=lambda a: (self.badness(a.card) if a.card else 0, a.place == "hand"))


class Human(Careful):
    """A careful person: reads the story as well as the odds, and often plays cards by feel.

    Made up once and fitted to nobody; the bracket to trust is what random and
    careful play come to.
    """

    def decide(self, glimpse: Glimpse, public: views.Public, odds: Odds, rng: Random) -> Action:
        """Now and then what the story calls for, which the odds know nothing of."""
        if rng.random() < BY_STORY and not any(public.asked.proposals):
            return rng.choice(glimpse.menu)
        return super().decide(glimpse, public, odds, rng)

    def commit(self, glimpse: Glimpse, public: views.Public, odds: Odds, rng: Random) -> Action:
        """By feel: one or two, more when it looks hard."""
        trial = public.trial_of(self.seat)
        if rng.random() >= BY_FEEL or trial is None:
            return super().commit(glimpse, public, odds, rng)
        need = trial.value - sum(odds.attribute(seat, trial.attr) for seat in trial.who)
        felt = max(1, min(5, round(need / len(trial.who)) + rng.choice((-1, 0, 1))))
        return next((a for a in glimpse.menu if a == m.Commit(felt)), rng.choice(glimpse.menu))


class Veteran(Careful):
    """Careful, and knows every back by heart and what the Book asks: for balance, and for nobody's table."""

    def __init__(self, options: m.Options, seat: Seat) -> None:
        super().__init__(options, seat)
        bright = {section.id for section in self.index.story.sections if section.tone == "bright"}
        asked = [
            query
            for section in self.index.story.sections
            for route in section.routes
            if route.to in bright and route.when is not None
            for _, query in below("", route.when)
        ]
        spoilt = [query.of for query in asked if isinstance(query, v.Not)]
        self._spoils = {query.flag for query in spoilt if isinstance(query, v.HasFlag)}
        self._dear = {query.flag for query in asked if isinstance(query, v.HasFlag)} - self._spoils
        self._kept = {query.item for query in asked if isinstance(query, v.HasItem)}

    def worth(self, option: str, public: views.Public, odds: Odds) -> float:
        assert public.front is not None, "no card to decide on"
        card = self.index.fronts[public.front.card]
        assert isinstance(card, Card), card
        if card.aa is not None and card.bb is not None:
            return self.sum((card.aa if option == "a" else card.bb).then)
        return self._option(getattr(card, option), option, public, odds)

    def _option(self, option: Option, name: str, public: views.Public, odds: Odds) -> float:
        always = self.sum(option.back.then)
        if option.test is None:
            return always
        chance = odds.success(self._test(option.test, public, name))
        return always + chance * self.sum(option.back.success) + (1 - chance) * self.sum(option.back.failure)

    def sum(self, effects: Iterable[v.Done]) -> float:
        """What a list of effects is worth."""
        return sum(self._one(effect) for effect in effects)

    def _one(self, effect: v.Done) -> float:
        both = 2.0 if getattr(effect, "who", "") == "both" else 1.0
        match effect:
            case v.GainAttr(n=n):
                return both * n
            case v.GainCondition(kind=kind, n=n):
                return both * n * KIND[kind]
            case v.Heal():
                return both * 0.7
            case v.GainItem():
                return 1.0
            case v.LoseAny() | v.LoseItem():
                return FATAL if getattr(effect, "item", "") in self._kept else -both
            case v.Misery(n=n):
                return -2.0 * n
            case v.Remember(flag=flag):
                return self._remembered(flag)
            case v.AddChallenge(n=number):
                return MOOD[self.index.challenges[number].mood]
            case v.TestEffect():
                return (self.sum(effect.success) + self.sum(effect.failure)) / 2
        return 0.0

    def _remembered(self, flag: str) -> float:
        if flag in self._spoils:
            return FATAL
        if flag in self._dear:
            return DEAR
        return -1.0 if flag == ALERTED else 0.4
