"""Asks an engine of yours what the vectors ask: `python protocol/vectors/run.py COMMAND [ARGUMENTS...]`.

The engine reads a question on each line of its standard input and answers it with a
line; README.md beside this file says which questions there are.  This runner needs
Python 3.11 and nothing else.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
Json = dict[str, Any]
Ask = Callable[[Json], Json]


class Vector(NamedTuple):
    """One question, and what is wrong with an answer to it."""

    name: str
    needs: str  # what the engine has to say that it can do
    question: Json
    faults: Callable[[Json], Iterator[str]]


def read(name: str) -> Any:
    """One file of vectors."""
    return json.loads((HERE / name).read_text("utf-8"))


# ------------------------------------------------- what is usual, and left out

SEAT = {"hand": [], "discards": [], "tokens": 0, "safe": False, "out": False}
POSITION = {
    "phase": "turn",
    "round": 1,
    "turn": None,
    "seats": [],
    "pile": [],
    "aside": None,
    "laid_open": [],
    "fell": [],
    "shown": [],
    "first": [],
    "round_won": [],
    "how_won": None,
    "match_won": [],
    "known": [],
    "under": [],
}


def whole(position: Json) -> Json:
    """A position with all that is left out where it is as usual."""
    return POSITION | position | {"seats": [SEAT | seat for seat in position["seats"]]}


def bare(position: Json) -> Json:
    """The other way: nothing that is as usual."""
    seats = [{name: seat[name] for name in SEAT if seat[name] != SEAT[name]} for seat in position["seats"]]
    told = {name: position[name] for name in POSITION if position[name] != POSITION[name]}
    return told | {"seats": seats}


# ------------------------------------------------------------ editions as data

EDITIONS = "love_letter/editions.json"


def edition(told: Json, name: str, options: Json) -> Json:
    """What a table plays by: an edition, the variants laid over it, and its own target."""
    found = dict(told["editions"][name])
    for variant in options.get("variants", ()):
        found |= told["variants"][variant]
    if "target" in options:
        found["tokens_to_win"] = dict.fromkeys(found["tokens_to_win"], options["target"])
    return found


def deck(found: Json) -> list[str]:
    """The cards in their printed order, which is what the numbers of an order mean."""
    return [card["id"] for card in found["card"] for _ in range(card["copies"])]


def order(printed: list[str], top: list[str]) -> list[int]:
    """These cards on top; all others follow in their printed order."""
    left, taken = dict(enumerate(printed)), []
    for card in top:
        place = next(place for place, other in left.items() if other == card)
        taken.append(place)
        del left[place]
    return [*taken, *left]


# ---------------------------------------------------------------------- scenes


def scenes() -> Iterator[Vector]:
    """Each scene of Love Letter in each of its editions, and each move that is refused there."""
    told = read(EDITIONS)
    for file in sorted((HERE / "love_letter/scenes").glob("*.json")):
        table = json.loads(file.read_text("utf-8"))
        for scene in table["scenes"]:
            for name in scene["editions"]:
                yield from of_scene(table["topic"], scene, name, told)


def of_scene(topic: str, scene: Json, name: str, told: Json) -> Iterator[Vector]:
    """The questions of one scene in one edition."""
    called = f"love letter, {topic}: {scene['id']} ({name})"
    options = {"edition": name, **scene.get("options", {})}
    found = edition(told, name, options)
    before, seats = whole(scene["before"]), len(scene["before"]["seats"])
    steps = [
        {"order": order(deck(found), step["deck"])} if "deck" in step else step
        for step in scene.get("steps", ())
    ]
    start = {"game": "love-letter", "options": options, "data": found, "seats": seats, "position": before}
    expected: Json = {"public": {**scene["public"], "target": found["tokens_to_win"][str(seats)]}}
    expected |= {name: scene[name] for name in ("privates", "told") if name in scene}
    if "after" in scene:
        expected["position"] = whole(scene["after"])
    wanted: dict[int, Json] = {}
    if "menu" in scene:
        wanted[0] = {"menus": [scene["menu"] if n == before["turn"] else [] for n in range(seats)]}
    wanted[len(steps)] = wanted.get(len(steps), {}) | expected
    yield Vector(called, "love-letter", question(start, steps), lambda answer: played(answer, wanted))
    if refused := [each["action"] for each in scene.get("refused", ())]:
        asked = {"ask": "may", **start, "seat": before["turn"], "actions": refused}
        yield Vector(
            f"{called}: what is refused", "love-letter", asked, lambda answer: allowed(answer, refused)
        )


def question(start: Json, steps: list[Json]) -> Json:
    """To play on from a position, or from the beginning."""
    return {"ask": "play", **start, "steps": steps}


def allowed(answer: Json, refused: list[Json]) -> Iterator[str]:
    """None of these moves may be made."""
    for action, may in zip(refused, answer["may"], strict=True):
        if may is not False:
            yield f"{json.dumps(action)} is not refused"


def played(answer: Json, wanted: dict[int, Json]) -> Iterator[str]:
    """What differs first: after so many steps, or that a step is refused."""
    for at, expected in sorted(wanted.items()):
        if answer.get("illegal") is not None and at > answer["illegal"]:
            break
        if found := [*_differing(answer["after"][at], expected, at)]:
            yield from found
            return
    if answer.get("illegal") is not None:
        yield f"step {answer['illegal']} is refused"


def _differing(seen: Json, expected: Json, at: int) -> Iterator[str]:
    for name, value in expected.items():
        found = seen.get(name)
        if name == "position" and found is None:
            continue  # of an engine that cannot tell
        told, said = spare(value), spare(found)
        if name == "menus":
            told, said = unordered(told), unordered(said)
        if told != said:
            yield f"{name} after {at} steps: {differs(told, said)}"


def spare(value: Any) -> Any:
    """Without the keys that say no more than if they were not there (GAMES.md, *if missing*)."""
    if isinstance(value, list):
        return [spare(each) for each in value]
    if not isinstance(value, dict):
        return value
    told = {name: spare(each) for name, each in value.items()}
    usual = {"place": "hand"} if told.get("act") == "mend" else {}
    return {name: each for name, each in told.items() if not _is_none(each) and usual.get(name) != each}


def _is_none(value: Any) -> bool:
    return value is None or value is False or value in ([], {}, [None, None], [[], []])


def unordered(menus: Any) -> list[list[str]]:
    """A menu is a set."""
    return [sorted(json.dumps(action, sort_keys=True) for action in menu) for menu in menus or ()]


def differs(wanted: Any, found: Any) -> str:
    """The first place where two values part."""
    if isinstance(wanted, dict) and isinstance(found, dict):
        for name in sorted(wanted.keys() | found.keys()):
            if wanted.get(name) != found.get(name) or (name in wanted) != (name in found):
                return f"{name}: {differs(wanted.get(name), found.get(name))}"
    if isinstance(wanted, list) and isinstance(found, list) and len(wanted) == len(found):
        for n, (one, other) in enumerate(zip(wanted, found, strict=True)):
            if one != other:
                return f"{n}: {differs(one, other)}"
    return f"{json.dumps(wanted)} is written, {json.dumps(found)} was answered"


# ----------------------------------------------------------------------- deals


def deals() -> Iterator[Vector]:
    """Numbers that everybody put in, the orders that they come to, and what lies on the table then."""
    for file in sorted(HERE.glob("*/deals.json")):
        table = json.loads(file.read_text("utf-8"))
        for case in table["cases"]:
            yield from of_deal(table, case)


def of_deal(table: Json, case: Json) -> Iterator[Vector]:
    """The order by itself, and the game that is dealt so."""
    called = f"{table['game']}, a deal: {case['about']}"
    numbers = {name: case[name] for name in ("table", "match", "deal", "attempt", "seed", "nonces")}
    asked = {"ask": "deal", **numbers, "sizes": [len(each) for each in case["orders"]]}
    made = {name: case[name] for name in ("deal_key", "orders")}
    yield Vector(called, "deals", asked, lambda answer: compared(answer, made))
    start = begun(table["game"], case["options"], case["seats"])
    steps = [{"order": each} for each in case["orders"]]
    wanted = {len(steps): {name: case[name] for name in ("public", "privates")}}
    yield Vector(
        f"{called}, on the table", table["game"], question(start, steps), lambda a: played(a, wanted)
    )


def begun(game: str, options: Json, seats: int) -> Json:
    """A match before its first card."""
    return {
        "game": game,
        "options": options,
        "data": data_of(game, options),
        "seats": seats,
        "position": None,
    }


def data_of(game: str, options: Json) -> Json:
    """What the game is played with: an edition, or a story without its texts."""
    if game == "love-letter":
        return edition(read(EDITIONS), options.get("edition", "classic"), options)
    found: Json = read(f"{game.replace('-', '_')}/{options.get('story', 'tower')}.json")
    return found


def compared(answer: Json, wanted: Json) -> Iterator[str]:
    """What differs."""
    for name, value in wanted.items():
        if answer.get(name) != value:
            yield f"{name}: {differs(value, answer.get(name))}"


# --------------------------------------------------------------- whole matches


def traces() -> Iterator[Vector]:
    """Whole matches, step by step."""
    for file in sorted(HERE.glob("*/traces/*.json")):
        yield of_trace(json.loads(file.read_text("utf-8")))


def of_trace(table: Json) -> Vector:
    """All that is heard and seen after each step of a match."""
    start = begun(table["game"], table["options"], table["seats"])
    asked = question(start, [step["do"] for step in table["steps"][1:]])
    called = f"{table['game']}, a match: {table['about']}"
    return Vector(called, table["game"], asked, lambda a: played(a, dict(enumerate(unrolled(table)))))


def unrolled(table: Json) -> Iterator[Json]:
    """What is seen after each step, from what a step changes.  The first is how a match begins."""
    seen = unseen(table["seats"])
    for step in table["steps"]:
        seen = dict(seen)
        for path, value in step["changes"].items():
            place, name = found_at(seen, path)
            place[name] = value
        for path in step.get("gone", ()):
            place, name = found_at(seen, path)
            del place[name]
        yield seen | {"told": step.get("told", []), "opened": step.get("opened", [])}


def found_at(seen: Json, path: str) -> tuple[Any, Any]:
    """Where `public.princes.0.hand` stands: the table or list, and the name or number in it.

    What stands on the way is copied: what was seen before stays as it was.
    """
    *way, last = path.split(".")
    place: Any = seen
    for name in way:
        at: Any = int(name) if isinstance(place, list) else name
        place[at] = place[at].copy()
        place = place[at]
    return place, int(last) if isinstance(place, list) else last


def unseen(seats: int) -> Json:
    """Before anything is seen."""
    return {
        "public": {},
        "privates": [{} for _ in range(seats)],
        "menus": [[] for _ in range(seats)],
        "pile": None,
        "talk": ["open"] * seats,
    }


# ------------------------------------------------------------- what may be said


def talk() -> Iterator[Vector]:
    """Lines that may be said at a moment of a trace, and lines that may not."""
    for file in sorted(HERE.glob("*/talk.json")):
        table = json.loads(file.read_text("utf-8"))
        for called, moment in table["moments"].items():
            trace = json.loads((file.parent / "traces" / f"{moment['trace']}.json").read_text("utf-8"))
            steps = [step["do"] for step in trace["steps"][1 : moment["after"] + 1]]
            start = begun(trace["game"], trace["options"], trace["seats"])
            said = [line for line in table["lines"] if line["at"] == called]
            asked = question(start, steps) | {"ask": "say", "seat": moment["seat"]}
            asked["lines"] = [line["says"] for line in said]
            yield saying(f"{table['game']}, what may be said: {called}", asked, said)


def saying(called: str, asked: Json, said: list[Json]) -> Vector:
    """For each line why it may not be said, or null."""

    def faults(answer: Json) -> Iterator[str]:
        for line, why in zip(said, answer["why"], strict=True):
            if why != line["why"]:
                yield f"{line['says']!r}: {differs(line['why'], why)}"

    return Vector(called, "talk", asked, faults)


# ------------------------------------------------------- entries, byte for byte


def matches() -> Iterator[Vector]:
    """Sound ones, as a watcher reads them and as each player does."""
    for file in sorted((HERE / "matches").glob("*.json")):
        table = json.loads(file.read_text("utf-8"))
        for seat in (None, *range(len(table["box_keys"]))):
            who = "a watcher" if seat is None else f"seat {seat}"
            asked = verify(table, seat, table["entries"])
            wanted = {"code": None, "seq": len(table["entries"]) - 1, **table["comes_to"]}
            yield sound(f"a match, {file.stem}, as {who} reads it", asked, wanted)


def sound(called: str, asked: Json, wanted: Json) -> Vector:
    """A match in which nothing is wrong."""
    return Vector(called, "chain", asked, lambda answer: compared(answer, wanted))


def lies() -> Iterator[Vector]:
    """A sound match in which one thing is otherwise, and all is signed anew."""
    found: dict[str, Json] = {}
    for lie in read("lies.json")["lies"]:
        if lie["match"] not in found:
            found[lie["match"]] = read(f"matches/{lie['match']}.json")
        table = found[lie["match"]]
        asked = verify(table, lie["seat"], [*table["entries"][: lie["after"]], *lie["entries"]])
        yield refusing(f"a lie, {lie['lie']}", lie["needs"], asked, {"code": lie["code"], "seq": lie["seq"]})


def refusing(called: str, needs: str, asked: Json, wanted: Json) -> Vector:
    """A match that is refused with this code, at this entry."""
    return Vector(called, needs, asked, lambda answer: compared(answer, wanted))


def verify(table: Json, seat: int | None, entries: list[str]) -> Json:
    """To read a match that this table is said to have told."""
    key = None if seat is None else table["box_keys"][seat]
    told = {name: table[name] for name in ("game", "table", "match", "log_key", "cert")}
    return {"ask": "verify", **told, "seat": seat, "box_key": key, "entries": entries}


# --------------------------------------------------------------------- running


def vectors() -> Iterator[Vector]:
    """All of them."""
    yield from scenes()
    yield from deals()
    yield from traces()
    yield from talk()
    yield from matches()
    yield from lies()


class Engine:
    """A command that answers lines with lines."""

    def __init__(self, command: list[str]) -> None:
        self._process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8"
        )

    def ask(self, asked: Json) -> Json:
        """One question; ValueError if what comes is no answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(asked) + "\n")
        self._process.stdin.flush()
        line = self._process.stdout.readline()
        if not line:
            raise EOFError
        found = json.loads(line)
        if not isinstance(found, dict):
            raise TypeError(line)
        return found

    def close(self) -> None:
        """It has read its last line."""
        assert self._process.stdin is not None
        self._process.stdin.close()
        self._process.wait()


def judged(ask: Ask, asked: Iterator[Vector]) -> Iterator[tuple[Vector, list[str] | None]]:
    """What is wrong with each answer; None where the engine does not say that it can do that."""
    can = set(ask({"ask": "about"})["can"])
    for vector in asked:
        if vector.needs not in can:
            yield vector, None
            continue
        try:
            yield vector, [*vector.faults(ask(vector.question))]
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            yield vector, [f"no answer that can be read: {error!r}"]


def main() -> int:
    """0 if every vector holds, 1 if one does not, 2 if the engine stopped."""
    told = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    told.add_argument("--only", default="", help="those whose name has this in it")
    told.add_argument("--ask", action="store_true", help="print the questions, and ask nobody")
    told.add_argument("command", nargs=argparse.REMAINDER, help="your engine, and its arguments")
    chosen = told.parse_args()
    asked = (vector for vector in vectors() if chosen.only in vector.name)
    if chosen.ask:
        for vector in asked:
            print(json.dumps(vector.question))
        return 0
    if not chosen.command:
        told.error("which engine?")
    engine, counts = Engine(chosen.command), Counter[tuple[str, str]]()
    try:
        for vector, faults in judged(engine.ask, asked):
            counts[vector.needs, "left out" if faults is None else "failed" if faults else "held"] += 1
            for fault in faults or ():
                print(f"{vector.name}\n    {fault}")
    except (EOFError, BrokenPipeError):
        print("the engine stopped", file=sys.stderr)
        return 2
    engine.close()
    for (needs, outcome), number in sorted(counts.items()):
        print(f"{needs}: {number} {outcome}")
    return 1 if any(outcome == "failed" for _, outcome in counts) else 0


def tidy(value: Any, room: int = 118, indent: int = 0, before: int = 0) -> str:
    """JSON for people: what fits on a line stands on one."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent + before <= room or not isinstance(value, dict | list) or not value:
        return line
    pad = " " * (indent + 1)
    if isinstance(value, dict):
        keys = {name: f"{json.dumps(name, ensure_ascii=False)}: " for name in value}
        rows = [
            f"{pad}{keys[name]}{tidy(each, room, indent + 1, len(keys[name]) + 1)}"
            for name, each in value.items()
        ]
    else:
        rows = [f"{pad}{tidy(each, room, indent + 1, 1)}" for each in value]
    opened, closed = "{}" if isinstance(value, dict) else "[]"
    return "\n".join((opened, ",\n".join(rows), " " * indent + closed))


def rows(value: Json, last: str) -> str:
    """Each of many on a line of its own."""
    head = tidy({name: each for name, each in value.items() if name != last}).removesuffix("}").rstrip()
    listed = ",\n".join(json.dumps(each, ensure_ascii=False, separators=(",", ":")) for each in value[last])
    return f'{head},\n "{last}": [\n{listed}\n ]\n}}\n'


if __name__ == "__main__":
    sys.exit(main())
