"""Two matches that differ in Ann's hand only: whatever reaches Bob is the same, byte by byte and in length.

The other half of `llwire/chain/test_leak.py`, over a real table: all that it sends him, whole rounds
long, and all that his keys open.  What the rules tell him of Ann's hand ends the comparison, as it
would end his ignorance.
"""

from __future__ import annotations

import msgspec
import pytest
from kit.clients import ClientPlayer
from kit.memory import ShuffledTable

from lltui.games.chair import Glimpse
from lltui.games.love_letter.events import Played
from lltui.games.love_letter.model import Options, Play
from llwire.chain import deals
from llwire.chain.entries import decode
from llwire.wire import messages as m

# Evenings on which nobody meets Ann's hand for long, and for how many entries.
SEEDS = {11: 10, 26: 11, 32: 11, 36: 10, 51: 12, 78: 11}
ANN = 0
SHOWS = ("baron", "king", "prince")
SET_ASIDE, DEALT = 0, (1, 2, 3)  # where they lie in a pile for three


class Cautious(ClientPlayer):
    """Meets Ann only where there is nobody else to be met."""

    def choose(self, glimpse):
        others = [act for act in glimpse.menu if not (isinstance(act, Play) and act.target == ANN)]
        self.request(self.rng.choice(others or glimpse.menu))


class Ann(ClientPlayer):
    """Lays down the card that she drew, so that the other one stays what only she knows."""

    script = ()

    def choose(self, glimpse):
        if len(self.chosen) < len(self.script):
            action = self.script[len(self.chosen)]
        else:
            drawn = glimpse.private.hand[-1]
            kept = [act for act in glimpse.menu if isinstance(act, Play) and act.card == drawn]
            action = self.rng.choice([act for act in kept if act.target != ANN] or kept or glimpse.menu)
        # Whoever has another card cannot go on as then; by that time nothing is compared any more.
        action = action if action in glimpse.menu else glimpse.menu[0]
        self.request(action)
        self.chosen.append(action)


class Tapped(ShuffledTable):
    """Everything that is handed to Bob is written down."""

    def __init__(self, seed, script=()):
        self.heard = []
        Ann.script = script
        super().__init__("Ann", "Bob", "Cleo", seed=seed, options=Options(target=1))
        for person, kind in zip(self.people, (Ann, Cautious, Cautious), strict=True):
            person.__class__ = kind
        bob = self.people[1]
        receive = bob.client.receive

        def tapped(message):
            told = receive(message)
            self.heard.append((plain(message), bob.client.now.glimpse if bob.client.now else None))
            return told

        bob.client.receive = tapped


def plain(message):
    """What may not depend on Ann's hand: all of it; of what is sealed or hashed, how long it is."""
    rows = msgspec.to_builtins(message, builtin_types=(bytes,))
    if isinstance(message, m.Entry):
        body = decode(message.body)
        rows["body"] = {
            "length": len(message.body),
            "view": body.view.hex(),
            "news": body.news.hex(),
            "rest": sealed(msgspec.to_builtins(body, builtin_types=(bytes,))),
        }
    return sealed(rows)


def sealed(thing):
    if isinstance(thing, bytes):
        return len(thing)
    if isinstance(thing, dict):
        return {key: sealed(value) for key, value in thing.items()}
    if isinstance(thing, list | tuple):
        return [sealed(value) for value in thing]
    return thing


class Worlds:
    """The same evening twice; in the second one Ann's card has changed places with the one set aside."""

    def __init__(self, monkeypatch, seed):
        self._monkeypatch, self._order, self._seed = monkeypatch, deals.order, seed
        self.one = self._played(None)
        hands = self._dealt(self.one)
        self.place = next(
            place for place in DEALT if self._differ(hands, self._dealt(self._played(place))) == {ANN}
        )
        self.other = self._played(self.place, tuple(self.one.people[0].chosen))

    def _played(self, place, script=()):
        def order(key, number, size):
            cards = list(self._order(key, number, size))
            if place is not None and not number:
                cards[SET_ASIDE], cards[place] = cards[place], cards[SET_ASIDE]
            return tuple(cards)

        self._monkeypatch.setattr(deals, "order", order)
        hall = Tapped(self._seed, script).begin()
        return hall.play()

    @staticmethod
    def _dealt(hall):
        """What each of them held when it began."""
        first = [next(g for g in map(glimpsed, p.seen) if g and g.private.hand) for p in hall.people]
        return [glimpse.private.hand[0] for glimpse in first]

    @staticmethod
    def _differ(ones, others):
        return {seat for seat, (a, b) in enumerate(zip(ones, others, strict=True)) if a != b}


def glimpsed(update):
    return update if isinstance(update, Glimpse) and update.private else None


def tells(heard):
    """Whether the rules let everybody, or Bob, learn something of Ann's hand by this."""
    _, glimpse = heard
    played = [event for event in glimpse.heard if isinstance(event, Played)] if glimpse else []
    return any(event.target == ANN or (event.who == ANN and event.card in SHOWS) for event in played)


@pytest.mark.parametrize("seed", SEEDS)
def test_until_the_rules_tell_bob_he_gets_the_same_whatever_is_in_ann_s_hand(monkeypatch, seed):
    worlds = Worlds(monkeypatch, seed)
    pairs = list(zip(worlds.one.heard, worlds.other.heard, strict=False))
    end = next(at for at, (one, _) in enumerate(pairs) if tells(one))
    entries = [at for at, (one, _) in enumerate(pairs[:end]) if "body" in one[0]]
    assert [one for one, _ in pairs[: entries[-1]]] == [other for _, other in pairs[: entries[-1]]]
    assert len(entries) >= SEEDS[seed]
