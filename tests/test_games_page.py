"""protocol/GAMES.md states all that the games say, and nothing else is said.

Its tables alone (`games_page`, which knows no type of ours) have to take every entry of matches of
every edition, house rule and number of seats, and of real tables; to refuse each in which something
is otherwise than stated; and to state nothing that does not happen.
"""

import json
import re
import tomllib
from base64 import b64decode
from contextlib import suppress
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import NamedTuple

import games_page
import msgpack
import msgspec
import pytest
import second
from at_hand import GAMES, TABLES
from net import record
from net.matches import MATCHES
from tables import Table, match

from lltui.bots.catalog import bots
from lltui.games import packing
from lltui.games.game import NATURE, Action, News
from lltui.games.known_games import options_of
from lltui.games.love_letter import loading
from lltui.games.love_letter.model import Options
from lltui.games.rulebooks import BOOKS, named, rules
from lltui.games.two_princes.model import Options as Princes
from lltui.table import running_match

ROOT = Path(__file__).parents[1]
PAGE = ROOT.joinpath("protocol", "GAMES.md").read_text("utf-8")
STORIES = {
    "tower": ROOT / "lltui" / "games" / "two_princes" / "stories" / "tower",
    "brief": Path(__file__).parent / "at_hand" / "stories" / "brief",
}
encode = msgspec.msgpack.encode

every_game = pytest.mark.parametrize("game", BOOKS)


class Told(NamedTuple):
    """One entry as the page sees it: bytes, and who looks."""

    options: bytes
    seats: int
    view: bytes
    news: bytes
    boxes: dict
    action: bytes | None = None  # that made it
    secret: bool = False


# ------------------------------------------------------------------ what is said

# Where seldom things happen: with these seeds they do.
SELDOM = {
    "love-letter": [(Options("german", (), 1), 2, 12)],
    "princes": [
        (Princes(alone="strict"), 2, 3),
        (Princes("brief"), 2, 15),
        (Princes("brief", alone="strict"), 2, 1),
        (Princes("brief", edward=1), 2, 1),
        (Princes("brief", edward=1), 2, 3),
        (Princes(difficulty="grim"), 2, 0),
        (Princes(), 2, 219),
    ],
}


def tables(game):
    at_hand = GAMES[game]
    for table in TABLES:
        if table.at_hand is at_hand:
            yield table, 1
    patient = at_hand._replace(most_moves=5_000)
    yield from (
        (Table(at_hand.rules, patient, options, seats), seed) for options, seats, seed in SELDOM[game]
    )


@cache
def matches(game):
    """Of each entry what everybody and every seat is told."""
    return [entry for table, seed in tables(game) for entry in played(table, seed)]


def played(table, seed):
    moments = match(table, Random(seed))
    yield told(table, moments[0].before, News())
    for moment in moments:
        made = moment.action if moment.seat != NATURE else None
        yield told(table, moment.after, moment.news, made)


def told(table, state, news, made=None):
    return Told(
        encode(table.options),
        table.seats,
        packing.view(table.game, state),
        packing.announced(news),
        {seat: packing.box(table.game, state, seat, news) for seat in range(table.seats)},
        encode(made) if isinstance(made, Action) else None,
        isinstance(made, Action) and made.secret,
    )


MOVES = ("dealt", "pile", "acted", "auto")


VECTORS = ROOT / "protocol" / "vectors" / "matches"
RECORDED = [*MATCHES, *(file.stem for file in sorted(VECTORS.glob("*.json")))]


def read(name):
    """A match of a real table, read by SPEC alone: each entry, what its kind is, and what it opens."""
    table, keys, log = found(name)
    genesis = None
    while log:
        size = 4 + int.from_bytes(log[:4], "big")
        body = msgpack.unpackb(msgpack.unpackb(log[4:size])["body"])
        log = log[size:]
        genesis = genesis or body["what"]
        boxes = {}
        for seat, key in keys.items():
            numbers = second.u32(body["match"]), second.u32(body["seq"])
            info = second.digest("box", table, *numbers, body["prev"], second.u32(seat))
            with suppress(second.RefusedError):  # before this one had the seat, or not any more
                boxes[seat] = second.open_box(key, body["boxes"][seat], info, genesis["pad"])
        acts = [body["what"], *(msgpack.unpackb(cause["body"]) for cause in body["causes"])]
        made = next((act for act in acts if "action" in act), {"action": None, "secret": None})
        assert (made["action"] == b"") == (made["secret"] is not None)
        options, seats = genesis["options"], len(genesis["roster"])
        told = Told(options, seats, body["view"], body["news"], boxes, made["action"] or None)
        yield genesis["game"], body["what"]["t"], told, [each["choice"] for each in body["opened"]]


def found(name):
    """The table of a match, the keys of its boxes by seat, and its log."""
    if name in MATCHES:
        data = record.read(name)
        size = 4 + int.from_bytes(data[:4], "big")
        head = msgpack.unpackb(data[36:size])
        return head["table"], {} if head["seat"] is None else {head["seat"]: head["box"]}, data[size:]
    told = json.loads((VECTORS / f"{name}.json").read_text("utf-8"))
    keys = {seat: bytes.fromhex(key) for seat, key in enumerate(told["box_keys"]) if key is not None}
    return bytes.fromhex(told["table"]), keys, b"".join(map(b64decode, told["entries"]))


def faults(page, entry, phase=None):
    """What the page does not state; `phase` is that of the entry before."""
    page.seats, page.cards = entry.seats, page.cards_of.get(edition(entry))
    found = [*page.options(entry.options), *page.view(entry.view), *page.news(entry.news)]
    view, news = msgpack.unpackb(entry.view), msgpack.unpackb(entry.news)
    for seat, box in entry.boxes.items():
        found += page.box(box, seat, view.get("phase"), len(news))
    if entry.action is not None:
        found += page.action(entry.action, secret=entry.secret, phase=phase)
    return found


def edition(entry):
    return msgpack.unpackb(entry.options).get("edition", "classic")


def phase_of(entry):
    return msgpack.unpackb(entry.view)["phase"]


# ------------------------------------------------------------------ it is all stated


def test_every_game_has_its_chapter():
    assert {*games_page.chapters(PAGE)} == {*BOOKS}


@every_game
def test_every_entry_says_what_the_page_states_and_all_of_it_is_said(game):
    page = games_page.Game.of(PAGE, game)
    phase = None
    for entry in matches(game):
        assert faults(page, entry, phase) == []
        phase = phase_of(entry)
    assert {*page.stated()} - page.met - page.rare == set()
    assert page.rare <= {*page.stated()}


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(1_000, 1_030))
@every_game
def test_nor_does_any_of_many_matches_say_anything_else(game, seed):
    rng, page = Random(seed), games_page.Game.of(PAGE, game)
    patient = GAMES[game]._replace(most_moves=5_000)
    every = [table._replace(at_hand=patient) for table, _ in tables(game)]
    long = [table for table in every if getattr(table.options, "story", "") == "tower"]
    for table in rng.sample(every, 4) + rng.sample(long, len(long) and 1):
        phase = None
        for entry in played(table, rng.randrange(2**32)):
            assert faults(page, entry, phase) == []
            phase = phase_of(entry)


@pytest.mark.parametrize("name", RECORDED)
def test_the_entries_of_real_tables_say_nothing_else(name):
    before, looked_into = None, 0
    for game, kind, entry, opened in read(name):
        page = games_page.Game.of(PAGE, game)
        assert faults(page, entry, before and phase_of(before)) == []
        assert [fault for choice in opened for fault in page.action(choice, secret=True)] == []
        if kind not in MOVES:  # "empty where nobody moved", and the view is that of the entry before
            assert (entry.news, entry.view) == (b"\x90", before.view if before else entry.view)
        turned = any(event["event"] == "ballots_opened" for event in msgpack.unpackb(entry.news))
        for choice in opened:
            at_once = turned and msgpack.unpackb(choice)["act"] == "ballot"
            assert at_once or kind in ("revealed", "ended")
        before, looked_into = entry, looked_into + len(entry.boxes)
    assert looked_into > 2 or not found(name)[1]


@every_game
def test_the_path_of_a_menu_becomes_the_action_that_the_rules_know(game):
    page, model = games_page.Game.of(PAGE, game), rules(game).model
    for table, seed in [*tables(game)][:3]:
        for moment in match(table, Random(seed)):
            for seat in range(table.seats):
                menu = table.game.legal(moment.after, seat)
                paths = games_page.unfold(msgpack.unpackb(packing.menu(table.game, moment.after, seat)))
                sent = [msgspec.msgpack.decode(page.sent(path), type=model.action) for path in paths]
                assert sent == list(menu)


# ------------------------------------------------------------------ what is said of a key


class Seen(NamedTuple):
    """What an entry tells everybody and each seat, decoded; `boxes` by seat, with the paths of the menu."""

    view: dict
    news: list
    boxes: dict

    @property
    def phase(self):
        return self.view["phase"]

    def can(self, seat):
        return bool(self.boxes[seat][2])


def seen(entry):
    boxes = {seat: msgpack.unpackb(box) for seat, box in entry.boxes.items()}
    unfolded = {seat: (own, told, games_page.unfold(menu)) for seat, (own, told, menu) in boxes.items()}
    return Seen(msgpack.unpackb(entry.view), msgpack.unpackb(entry.news), unfolded)


def hands(at):
    """How many cards each seat has in hand."""
    return {seat: len(own["hand"]) for seat, (own, _, _) in at.boxes.items()}


def expected_hand(at, seat):
    if at.view["round"] == 0 or at.view["seats"][seat].get("out"):
        return {0}
    if seat != at.view["turn"]:
        return {1}
    return {2} if at.phase == "turn" else {2, 3, 4, 5}


def between(at):
    """A round is over, and no other has begun."""
    return at.view["round"] > 0 and at.view["turn"] is None


def of_barred(at, seat):
    """Every card in hand is either offered or told as barred; on nobody else's turn anything is."""
    own, _, paths = at.boxes[seat]
    offered = {path[1] for path in paths if path[0] == "play"}
    barred = own.get("barred", {}).keys()
    choosing = at.phase == "turn" and at.view["turn"] == seat
    return {*own["hand"]} == offered | barred and not offered & barred if choosing else not barred


def only_in(*phases):
    """Whether what stands under a key of Asked stands there in these phases alone."""

    def holds(key):
        return lambda at: at.phase in phases or not at.view.get("asked", {}).get(key)

    return holds


def some(pair):
    return [each for each in pair or () if each is not None]


ONE_ALONE = ("visit", "night", "rest", "alone", "mend", "lose")

# Sentences of the page, and what they come to.
SAID = {
    "love-letter": {
        "who may act; nil in every phase but `turn` and `council`": lambda at: (
            (at.view["turn"] is not None) == (at.phase in ("turn", "council"))
            and all(at.can(seat) == (seat == at.view["turn"]) for seat in at.boxes)
        ),
        "counts from 1; 0 before the first one": lambda at: (
            (at.view["round"] == 0) <= (not any(hands(at).values()))
        ),
        "one card, two on one's turn, up to five in the `council`; none when out or before the first round": (
            lambda at: all(size in expected_hand(at, seat) for seat, size in hands(at).items())
        ),
        "| `cards` | Few | never | in hand |": lambda at: (
            [seat["cards"] for seat in at.view["seats"]] == [*hands(at).values()]
        ),
        "the hand of who was still in at the end of a round that cards decided": lambda at: all(
            ("shown" in seat) == (between(at) and at.view["how_won"] != "last" and not seat.get("out"))
            for seat in at.view["seats"]
        ),
        "how, for as long; there also if nobody took it": lambda at: ("how_won" in at.view) == between(at),
        "who took the round, from its end until the next one begins; empty if nobody did": lambda at: (
            bool(at.view.get("round_won")) <= between(at)
            and between(at) <= (bool(at.view.get("round_won")) or at.view.get("how_won") == "tied")
        ),
        "in the phase `over`, and in no other": lambda at: (
            bool(at.view.get("match_won")) == (at.phase == "over")
        ),
        "on one's turn, the cards in hand that may not be played": lambda at: all(
            of_barred(at, seat) for seat in at.boxes
        ),
        "from the lowest card of the pile upward, as far as anything of it is known": lambda at: all(
            own.get("under", [0])[-1] is not None and len(own.get("under", [])) <= at.view["pile"]
            for own, _, _ in at.boxes.values()
        ),
    },
    "princes": {
        "challenges left; of the escape alone": lambda at: (
            ("deck" in at.view) == at.view["chapter"].startswith("escape")
        ),
        "the last one being the ending; in the phase `over`": lambda at: (
            bool(at.view.get("book")) == (at.phase == "over") == (at.view["chapter"] == "book")
        ),
        "who is, in the phases `pause` and `items`": only_in("pause", "items")("ready"),
        "who has laid his token down, in the phase `ballot`": only_in("ballot")("chosen"),
        "by prince, in the phase `together`": lambda at: (
            at.phase == "together" or not some(at.view["asked"].get("proposals"))
        ),
        "by prince, whom he named, in the phase `one`": lambda at: (
            at.phase == "one" or not some(at.view["asked"].get("names"))
        ),
        "an item that would be given away, in the phase `pause`": only_in("pause")("offer"),
        "in the phases `one` and `mend`, and in `alone` where an encounter asks": only_in(
            "one", "mend", "alone"
        )("effect"),
        "nil while one prince is alone with one that is for his eyes only": lambda at: (
            "apart" not in at.view or not at.view.keys() & {"front", "shown"}
        ),
        "what he meets apart from the brother, at a table with `alone` as `strict`": lambda at: all(
            ("alone" in own) == (at.view.get("apart") == seat) for seat, (own, _, _) in at.boxes.items()
        ),
        "nil: there is no test; empty for an encounter": lambda at: (
            "front" not in at.view
            or at.view["front"]["card"].startswith("encounter.") == (not at.view["front"].get("values"))
        ),
        "the place of how they came there; of challenges alone": lambda at: (
            "arrival" not in at.view.get("front", {}) or at.view["front"]["card"].startswith("challenge.")
        ),
        "the tokens of this card once both are turned": lambda at: len(some(at.view.get("ballots"))) != 1,
        "the own token, while his lies covered and the brother's is awaited": lambda at: all(
            ("ballot" in own) == (at.phase == "ballot" and seat in at.view["asked"].get("chosen", []))
            for seat, (own, _, _) in at.boxes.items()
        ),
        "sorted by id": lambda at: all(own["hand"] == sorted(own["hand"]) for own, _, _ in at.boxes.values()),
        "| `hand` | Few | never | cards in it |": lambda at: (
            {prince["seat"]: prince["hand"] for prince in at.view["princes"]} == hands(at)
        ),
        "one prince has a menu, in all others both may have one": lambda at: (
            at.phase not in ONE_ALONE or sum(at.can(seat) for seat in at.boxes) == 1
        ),
        "`order` before the first deal, and for a moment whenever chance has a pile to shuffle": lambda at: (
            at.phase not in ("order", "over") or not any(at.can(seat) for seat in at.boxes)
        ),
    },
}


@every_game
def test_what_the_page_says_of_a_key_is_so(game):
    every = [seen(entry) for entry in matches(game)]
    for sentence, holds in SAID[game].items():
        assert sentence in games_page.chapters(PAGE)[game]
        assert [at for at in every if not holds(at)][:1] == [], sentence


# ------------------------------------------------------------------ the story


@cache
def story(name):
    """The files of a story, read as the page tells it."""
    found = {}
    for file in sorted(STORIES[name].glob("*.toml")):
        for key, told in tomllib.loads(file.read_text("utf-8")).items():
            found[key] = [*found.get(key, []), *told] if isinstance(told, list) else told
    return found


def stands_at(name, place):
    """What stands at a place of the story; None if nothing does."""
    kind, *way = place.split(".")
    if ".ab." in place and way[-1] in ("edward", "richard"):
        way.pop()
    here = story(name).get(kind)
    if here is None:
        here = {card.get("id"): card for card in story(name).get(f"{kind}s", ())}
    for key in way:
        here = here[int(key)] if isinstance(here, list) else (here or {}).get(key)
    return here


def places(at):
    """The places of texts, and those of effects, that an entry names to anybody."""
    owns = [own.get("alone", {}) for own, _, _ in at.boxes.values()]
    events = [*at.news, *(event for _, told, _ in at.boxes.values() for _, event in told)]
    told = {"text_shown": "text", "read_alone": "text", "chose": "option", "chose_alone": "option"}
    texts = [text for each in (at.view, *owns) for text in (*each.get("shown", ()), *each.get("hinges", ()))]
    texts += [event[told[event["event"]]] for event in events if event["event"] in told]
    asked = [at.view["asked"], *owns]
    return {*texts}, {each["effect"] for each in asked if "effect" in each}


def beside(front):
    """The places of the sentences that a card that lies open names by their numbers."""
    for key, kept in (("aside", "asides"), ("arrival", "arrivals")):
        if key in front:
            yield f"{front['card']}.{kept}.{front[key]}.text"


def test_every_text_stands_where_the_page_says():
    missed, found = set(), set()
    for entry in matches("princes"):
        name, at = msgpack.unpackb(entry.options).get("story", "tower"), seen(entry)
        texts, effects = places(at)
        for front in (
            at.view.get("front"),
            *(own.get("alone", {}).get("front") for own, _, _ in at.boxes.values()),
        ):
            texts |= {*beside(front)} if front else set()
        for place in texts:
            told = stands_at(name, place)
            assert told is None or isinstance(told, str)
            (missed if told is None else found).add((name, place))
        assert all(isinstance(stands_at(name, place), dict) for place in effects)
    assert len([place for name, place in found if name == "tower"]) > 300
    assert {name for name, _ in missed} <= {"brief"}, "the story that comes along is written"
    assert "A place that leads to nothing has no text" in " ".join(PAGE.split())


# ------------------------------------------------------------------ and nothing else

NOT_THERE = 10**6


def otherwise(told):
    """A value with one thing in it that no page states: everywhere, one after the other."""
    match told:
        case dict():
            yield {**told, "zzz": 1}
            for key, value in told.items():
                yield from ({**told, key: other} for other in otherwise(value))
        case list():
            yield {}
            yield [*told, "Ünheard"]
            for n, value in enumerate(told):
                yield from ([*told[:n], other, *told[n + 1 :]] for other in otherwise(value))
        case bool():
            yield 7
        case int():
            yield from (NOT_THERE, -NOT_THERE, "1")
        case str():
            yield from ("Ünheard", 7)
        case None:
            yield "Ünheard"


def without(told, needed):
    """A map or an event without a key that is never missing."""
    match told:
        case dict():
            for key, value in told.items():
                if key in needed:
                    yield {name: each for name, each in told.items() if name != key}
                yield from ({**told, key: other} for other in without(value, needed))
        case list():
            for n, value in enumerate(told):
                yield from ([*told[:n], other, *told[n + 1 :]] for other in without(value, needed))


def samples(game):
    """Few entries that have much in them."""
    rng, every = Random(5), matches(game)
    return [*rng.sample(every, 12), *sorted(every, key=lambda entry: -len(entry.view))[:2]]


@every_game
def test_a_view_in_which_anything_is_otherwise_is_refused(game):
    page = games_page.Game.of(PAGE, game)
    for entry in samples(game):
        assert faults(page, entry._replace(action=None)) == []
        for other in otherwise(msgpack.unpackb(entry.view)):
            assert [*page.view(msgpack.packb(other))], other
        for other in otherwise(msgpack.unpackb(entry.news)):
            assert [*page.news(msgpack.packb(other))], other


@every_game
def test_a_box_in_which_anything_is_otherwise_is_refused(game):
    page = games_page.Game.of(PAGE, game)
    for entry in samples(game):
        assert faults(page, entry._replace(action=None)) == []
        announced = len(msgpack.unpackb(entry.news))
        for seat, box in entry.boxes.items():
            for other in otherwise(msgpack.unpackb(box)):
                assert page.box(msgpack.packb(other), seat, phase_of(entry), announced), other
            for stranger in entry.boxes.keys() - {seat}:
                whispers = [event for _, event in msgpack.unpackb(box)[1]]
                to = {event["event"]: page.whispered[event["event"]].to for event in whispers}
                meant = all(stranger in map(event.get, to[event["event"]]) for event in whispers)
                assert bool(page.box(box, stranger, phase_of(entry), announced)) != meant


@every_game
def test_a_key_that_is_never_missing_is_missed(game):
    page = games_page.Game.of(PAGE, game)
    of_views = needed(keys for name, keys in page.maps.items() if name != "Options")
    of_events = needed(event.keys for event in (page.announced | page.whispered).values())
    assert {"phase", "seats" if game == "love-letter" else "princes"} <= of_views
    assert {"how", "winners"} & of_events or {"now", "text"} <= of_events
    for entry in samples(game):
        faults(page, entry)
        for other in without(msgpack.unpackb(entry.view), of_views):
            assert [*page.view(msgpack.packb(other))], other
        for other in without(msgpack.unpackb(entry.news), of_events | {"event"}):
            assert [*page.news(msgpack.packb(other))], other


def needed(every):
    """The keys that are never missing, wherever they stand."""
    every = [key for keys in every for key in keys]
    maybe = {key.name for key in every if key.missing is not games_page.NEVER}
    return {key.name for key in every} - maybe


@every_game
def test_an_action_in_which_anything_is_otherwise_is_refused(game):
    page = games_page.Game.of(PAGE, game)
    made = [entry for entry in matches(game) if entry.action is not None]
    for entry in {msgpack.unpackb(entry.action)["act"]: entry for entry in made}.values():
        faults(page, entry._replace(action=None))
        assert page.action(entry.action, secret=entry.secret) == []
        assert page.action(entry.action, secret=not entry.secret)
        for other in otherwise(msgpack.unpackb(entry.action)):
            assert page.action(msgpack.packb(other), secret=entry.secret), other
        for other in without(msgpack.unpackb(entry.action), {"act"}):
            assert page.action(msgpack.packb(other), secret=entry.secret), other


def extremes(kind):
    """Values at the borders of a type, and behind them."""
    match kind:
        case ("maybe", inner):
            inside, outside = extremes(inner)
            return [None, *inside], outside
        case ("int", least, most):
            return [least, most], [least - 1, most + 1, str(least)]
        case ("either", *ways):
            return [only for _, only in ways], ["Ünheard", None]
        case ("list", each, *_):
            inside, outside = extremes(each)
            return [[], inside], [[one] for one in outside]
    return [], ["Ünheard", 7]


@every_game
def test_the_options_of_the_page_are_those_that_the_game_knows(game):
    page = games_page.Game.of(PAGE, game)
    assert not page.options(msgpack.packb({}))
    assert options_of(game, msgpack.packb({}))
    for key in page.maps["Options"]:
        inside, outside = extremes(page.words[key.type[1]] if key.type[0] == "named" else key.type)
        for told in [{key.name: value} for value in inside]:
            assert page.options(msgpack.packb(told)) == []
            assert options_of(game, msgpack.packb(told))
        for told in [{"zzz": 1}, *({key.name: value} for value in outside)]:
            assert page.options(msgpack.packb(told)) != []
            with pytest.raises(packing.GarbledError):
                options_of(game, msgpack.packb(told))


# ------------------------------------------------------------------ the examples


def shown(game):
    """Every piece of the page's example: its name, its bytes if it has any, and what they are."""
    part = PAGE.split(f"<!-- generated: {game}-example -->")[1].split("<!-- end -->")[0]
    for name, data, told in re.findall(r"(?:```hex (\w+)\n([^`]*)```\n)?```json \w+\n([^`]*)```", part):
        yield name or "paths", bytes.fromhex(data), json.loads(told)


@every_game
def test_the_example_is_what_it_says(game):
    page = games_page.Game.of(PAGE, game)
    page.seats = int(re.search(r"The options, of (\d)", games_page.chapters(PAGE).get(game, "") + PAGE)[1])
    phase, announced, menu, sent = None, 0, [], 0
    for name, data, told in shown(game):
        if name != "paths":
            assert msgpack.unpackb(data) == told
        match name:
            case "options":
                assert page.options(data) == []
            case "view":
                assert page.view(data) == []
                phase = told["phase"]
            case "news":
                assert page.news(data) == []
                announced = len(told)
            case "box":
                assert any(page.box(data, seat, phase, announced) == [] for seat in range(page.seats))
                menu = games_page.unfold(told[2])
            case "paths":
                assert told == menu
            case "action" | "choice":
                assert data in map(page.sent, menu)
                assert page.action(data, secret=name == "choice", phase=phase) == []
                sent += 1
    assert sent == 2


# ------------------------------------------------------------------ the revisions


def test_the_data_of_an_edition_are_made_as_the_page_tells():
    def made(value):
        return (
            {k: made(value[k]) for k in sorted(value)}
            if isinstance(value, dict)
            else ([made(each) for each in value] if isinstance(value, list) else value)
        )

    for options in (
        Options("modern"),
        Options("german", ("short",)),
        Options("classic", ("loser-starts",), 9),
    ):
        told = tomllib.loads((loading.HERE / "editions" / f"{options.edition}.toml").read_text("utf-8"))
        for variant in options.variants:
            told |= tomllib.loads((loading.HERE / "variants" / f"{variant}.toml").read_text("utf-8"))[
                "change"
            ]
        if options.target is not None:
            told["tokens_to_win"] = dict.fromkeys(told["tokens_to_win"], options.target)
        assert sha256(msgpack.packb(made(told))).digest() == named("love-letter", options).data


def test_what_changed_is_told_up_to_the_revision_of_now():
    last = re.findall(r"(?m)^\| (\d+) \| ", PAGE.split("## 6. Revisions")[1])[-1]
    assert int(last) == rules("princes").revision
    assert "`love-letter` has had one revision" in PAGE
    assert rules("love-letter").revision == 1


@every_game
def test_what_is_said_of_a_game_beside_its_tables_is_so(game):
    part, book = games_page.chapters(PAGE)[game], rules(game)
    least, most = book.model.seats
    seats = f"{least} to {most} seats" if least != most else f"{least} seats"
    assert f"{seats}, `pad` {book.model.box}, " in part
    assert f"a player makes at most {book.model.moves} moves" in part
    assert f"who has made {running_match.MOVES} moves more" in PAGE
    invited = " ".join(re.search(r"Bots are called\s([^.]*)\.", part)[1].split())
    assert re.findall(r"`(\w+)`", invited) == list(bots(game))
