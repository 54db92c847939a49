"""Fills in what the vectors of the games can be given by our rules: `python protocol/vectors/make_games.py`.

Of a scene people write what it is about (`before`, `menu`, `refused`, `steps`, `after`), and
nothing here changes that: rules that come to something else are told of.  What is heard and seen
then is written anew each time, to be read as a diff.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parents[1] / "tests")]

import msgspec  # noqa: E402
import run  # noqa: E402
from love_letter.matches import careful, match  # noqa: E402
from vectors.walked import princes_walk  # noqa: E402

from lltui.games import rulebooks  # noqa: E402
from lltui.games.game import Shuffled  # noqa: E402
from lltui.games.love_letter import loading  # noqa: E402
from lltui.games.love_letter.model import Options  # noqa: E402
from lltui.games.two_princes.model import Options as StoryOptions  # noqa: E402
from llwire.chain import deals  # noqa: E402
from vectors import engine  # noqa: E402

Json = dict[str, Any]


def editions() -> Json:
    """The printed data of each edition, and what each house rule replaces in it."""
    plain = {name: loading.entries(Options(name)) for name in loading.editions()}
    return {"editions": plain, "variants": {name: loading.changes(name) for name in loading.variants()}}


# ---------------------------------------------------------------------- scenes


def filled(topic: Json, told: Json) -> Json:
    """A topic with all that is heard and seen in its scenes."""
    return topic | {"scenes": [_filled(topic["topic"], scene, told) for scene in topic["scenes"]]}


def _filled(topic: str, scene: Json, told: Json) -> Json:
    found = [seen_in(topic, scene, name, told) for name in scene["editions"]]
    assert all(each == found[0] for each in found), (
        f"{topic}: {scene['id']} is not the same in all its editions"
    )
    written = {name: value for name, value in scene.items() if name not in ("told", "public", "privates")}
    if "refused" in scene:
        name = scene["editions"][0]
        data = run.edition(told, name, {"edition": name, **scene.get("options", {})})
        before = run.whole(scene["before"])
        written["refused"] = [
            {"action": each["action"], "why": why(data, before, each["action"])} for each in scene["refused"]
        ]
    return written | found[0]


def seen_in(topic: str, scene: Json, name: str, told: Json) -> Json:
    """What one edition makes of it."""
    blank = {
        "public": {},
        **{part: scene[part] for part in scene if part not in ("told", "public", "privates")},
    }
    vector = next(run.of_scene(topic, blank, name, told))
    answer = engine.answer(vector.question)
    assert answer["illegal"] is None, f"{vector.name}: the rules refuse step {answer['illegal']}"
    last = answer["after"][-1]
    if "after" in scene:
        assert last["position"] == run.whole(scene["after"]), vector.name
    public = {part: value for part, value in last["public"].items() if part != "target"}
    heard = {"told": last["told"]} if scene.get("steps") else {}
    return {**heard, "public": public, "privates": last["privates"]}


def why(data: Json, position: Json, action: Json) -> str:
    """Why a move is refused, in one of the words that README.md lists: the first that holds."""
    hand = position["seats"][position["turn"]]["hand"]
    cards = {card["id"]: card for card in data["card"]}
    choosing = position["phase"] == "council"
    if (action["act"] == "keep") is not choosing:
        return "not-now"
    if action["card"] not in hand:
        return "not-held"
    if choosing:
        return "not-all" if {*action["under"]} <= {*hand} else "not-held"
    forcing = [card for card in hand if {*cards[card].get("forced_with", ())} & {*hand}]
    if forcing and action["card"] not in forcing:
        return "forced"
    return _why_not_so(cards[action["card"]]["effect"], position, action)


def _why_not_so(effect: Json, position: Json, action: Json) -> str:
    seats, meets, target = position["seats"], effect["kind"] in MEETS, action.get("target")
    there = target in range(len(seats))
    tried = {
        "nobody-chosen": meets and target is None,
        "meets-nobody": not meets and target is not None,
        "no-seat": target is not None and not there,
        "out": there and seats[target]["out"],
        "oneself": target == position["turn"] and effect["kind"] != "replace",
        "safe": there and seats[target]["safe"] and not effect.get("through_shields"),
        "nothing-named": effect["kind"] == "guess" and "guess" not in action,
        "not-named": effect["kind"] == "guess",
        "nothing-to-name": "guess" in action,
    }
    return next(reason for reason, holds in tried.items() if holds)


MEETS = ("guess", "look", "compare", "replace", "trade")


# ----------------------------------------------------------------------- deals

TABLE, NUMBER, SECRET = bytes(range(16)), 1, bytes(range(32))


def dealt(game: str, about: str, options: Json, seats: int, without: int | None = None) -> Json:
    """A first deal of fixed numbers, one for each seat but `without`."""
    seed = deals.seed(SECRET, 1, 0)
    nonces = [None if n == without else deals.nonce(bytes([n + 1]) * 32, 0) for n in range(seats)]
    key = deals.deal_key(TABLE, NUMBER, 1, 0, seed, nonces)
    start, orders = run.begun(game, options, seats), []
    while (pile := asked(start, orders)["pile"]) is not None:
        orders.append(list(deals.order(key, len(orders), pile["size"])))
    seen = asked(start, orders)
    return {
        "about": about,
        "options": options,
        "seats": seats,
        "table": TABLE.hex(),
        "match": NUMBER,
        "deal": 1,
        "attempt": 0,
        "seed": seed.hex(),
        "nonces": [nonce and nonce.hex() for nonce in nonces],
        "deal_key": key.hex(),
        "orders": orders,
        "public": seen["public"],
        "privates": seen["privates"],
    }


def asked(start: Json, orders: list[Any]) -> Json:
    """What our rules say of a match after these orders."""
    found: Json = engine.answer(run.question(start, [{"order": each} for each in orders]))["after"][-1]
    return found


def love_letter_deals(told: Json) -> Iterator[Json]:
    """Every edition with every number of seats: with lots, and with one seat that takes no part."""
    for name, data in told["editions"].items():
        fewest, most = data["seats"]
        for seats in range(fewest, most + 1):
            options = {"edition": name}
            yield dealt("love-letter", f"{name}, {seats} seats, nobody is known to begin", options, seats)
            aged = options | {"ages": [2, 1, 3, 4, 5, 6][:seats]}
            about = f"{name}, {seats} seats, the youngest begins, the last puts no number in"
            yield dealt("love-letter", about, aged, seats, without=seats - 1)


def princes_deals() -> Iterator[Json]:
    """All cards of a match are dealt at once."""
    yield dealt("princes", "as it is", {}, 2)
    yield dealt("princes", "the elder on the other seat, who puts no number in", {"edward": 1}, 2, without=1)


# ---------------------------------------------------------------------- traces


def traced(game: str, about: str, options: Json, seats: int, steps: list[Json]) -> Json:
    """A match of these steps, with what each of them changes."""
    answer = engine.answer(run.question(run.begun(game, options, seats), steps))
    assert answer["illegal"] is None
    rows, before = [], None
    for seen, do in zip(answer["after"], [None, *steps], strict=True):
        rows.append(_row(before, seen, do))
        before = seen
    return {"game": game, "about": about, "options": options, "seats": seats, "steps": rows}


def _row(before: Json | None, seen: Json, do: Json | None) -> Json:
    """One step: what is done, what everybody hears, and what is otherwise than before."""
    before = before or run.unseen(len(seen["menus"]))
    changes: Json = {}
    gone: list[str] = []
    for part in run.unseen(0):
        _changed(part, before[part], seen[part], changes, gone)
    row = {"do": do} if do else {}
    row |= {name: seen[name] for name in ("told", "opened") if seen[name]}
    return row | {"changes": changes} | ({"gone": gone} if gone else {})


def _changed(path: str, old: Any, new: Any, changes: Json, gone: list[str]) -> None:
    """The smallest places that differ; a menu, and a list that grew, as a whole."""
    if old == new:
        return
    if isinstance(old, dict) and isinstance(new, dict):
        gone += [f"{path}.{name}" for name in old if name not in new]
        for name, value in new.items():
            if name in old:
                _changed(f"{path}.{name}", old[name], value, changes, gone)
            else:
                changes[f"{path}.{name}"] = value
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new) and path in _ROWS:
        for n, pair in enumerate(zip(old, new, strict=True)):
            _changed(f"{path}.{n}", *pair, changes, gone)
    else:
        changes[path] = new


_ROWS = ("privates", "menus", "public.seats", "public.princes", "public.trials")


# By seed: together they pass every line of the rules that a match by chance of either story comes to.
SHORT: Json = {"story": "brief"}
STORIES: dict[int, Json] = {
    0: {},
    93: {"way": "shuffled", "edward": 1},
    202: {"difficulty": "grim", "alone": "strict"},
    384: {"evening": 2, "hints": "full", "afflictions": "deck"},
    6: SHORT,
    129: SHORT | {"difficulty": "gentle", "talk": "signals", "way": "shuffled"},
    159: SHORT | {"difficulty": "gentle", "talk": "signals", "way": "shuffled"},
    257: SHORT | {"alone": "strict", "edward": 1},
    369: SHORT | {"difficulty": "gentle", "talk": "signals", "way": "shuffled"},
    386: SHORT,
    1041: SHORT | {"difficulty": "gentle"},
}
VARIED = (
    ({"edition": "tempest", "variants": ["no-shared-ties"], "target": 2}, 2),
    ({"edition": "classic", "variants": ["short"], "dates": ["2026-02-14", None, "2026-11-02"]}, 3),
    ({"edition": "modern", "variants": ["loser-starts", "short"]}, 5),
)


def traces(told: Json) -> Iterator[tuple[str, Json]]:
    """Matches of every edition with every number of seats, of the house rules, and of the story."""
    tables = [
        ({"edition": name, "target": 2}, seats)
        for name, data in told["editions"].items()
        for seats in range(data["seats"][0], data["seats"][1] + 1)
    ]
    for options, seats in [*tables, *VARIED]:
        played = [_step(moment) for moment in match(msgspec.convert(options, Options), seats, 3, careful)]
        name = "-".join((options["edition"], *options.get("variants", ()), str(seats)))
        yield f"love_letter/traces/{name}.json", traced("love-letter", name, options, seats, played)
    for seed, options in STORIES.items():
        name = "-".join((options.get("story", "tower"), str(seed)))
        steps = princes_walk(options, seed)
        yield f"princes/traces/{name}.json", traced("princes", name, options, 2, steps)


def _step(moment: Any) -> Json:
    if isinstance(moment.action, Shuffled):
        return {"order": list(moment.action.order)}
    return {"seat": moment.seat, "action": msgspec.to_builtins(moment.action)}


def text(value: Json) -> str:
    """What stands in one file."""
    return run.rows(value, "steps") if "steps" in value else run.tidy(value) + "\n"


def made(*, traced: bool = True) -> Iterator[tuple[str, Any]]:
    """Every file that this writes."""
    told = json.loads(json.dumps(editions()))
    yield run.EDITIONS, told
    for name in ("tower", SHORT["story"]):
        yield f"princes/{name}.json", engine.data(rulebooks.rules("princes"), StoryOptions(story=name))
    for file in sorted((HERE / "love_letter/scenes").glob("*.json")):
        yield f"love_letter/scenes/{file.name}", filled(json.loads(file.read_text("utf-8")), told)
    yield "love_letter/deals.json", {"game": "love-letter", "cases": [*love_letter_deals(told)]}
    yield "princes/deals.json", {"game": "princes", "cases": [*princes_deals()]}
    if traced:
        yield from traces(told)


if __name__ == "__main__":
    for name, value in made():
        (HERE / name).write_text(text(value), "utf-8")
