"""Our rules behind a command: `python tests/vectors/engine.py` answers what protocol/vectors/run.py asks.

It is the model of what such a command has to do; protocol/vectors/README.md says it in words.
"""

from __future__ import annotations

import json
import sys
from base64 import b64decode
from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parents[1]))

import at_hand.princes  # noqa: F401 - with it comes a story as short as the rules allow
from love_letter.placing import placed, position_of

from lltui.games import known_games, rulebooks
from lltui.games.game import NATURE, Game, IllegalMoveError, News, Shuffled, allowed, apply
from lltui.games.two_princes.loading import story_index
from lltui.record.audit import MatchAudit
from lltui.record.matchfile import MatchFile, head_of
from llwire.chain import deals
from llwire.chain.facts import check_number
from llwire.wire.crypto import BoxKey
from llwire.wire.messages import Pin

CAN = ("love-letter", "princes", "talk", "deals", "chain", "rules")
MAY_BE_TOLD = ("text", "otherwise_text")
Json = dict[str, Any]
plain = msgspec.to_builtins


def answer(question: Json, rules: Callable[[str], Game[Any]] = rulebooks.rules) -> Json:
    """To one question, in nothing but what JSON has."""
    found: Json = json.loads(json.dumps(_answer(question, rules)))
    return found


def _answer(question: Json, rules: Callable[[str], Game[Any]]) -> Json:
    match question["ask"]:
        case "about":
            return {"can": list(CAN)}
        case "play":
            return _played(rules(question["game"]), question)
        case "may":
            return {"may": [*_may(rules(question["game"]), question)]}
        case "say":
            return {"why": [*_refused(rules(question["game"]), question)]}
        case "deal":
            return _dealt(question)
        case "verify":
            return _verified(question)
    raise ValueError(question["ask"])


def _played(game: Game[Any], question: Json) -> Json:
    state, after, illegal = _placed(game, question), [], None
    after.append(_seen(game, state, question["seats"], News()))
    for n, step in enumerate(question["steps"]):
        try:
            state, news = apply(game, state, *_step(game, step))
        except (IllegalMoveError, msgspec.ValidationError):
            illegal = n
            break
        after.append(_seen(game, state, question["seats"], news))
    return {"after": after, "illegal": illegal}


def _may(game: Game[Any], question: Json) -> Iterator[bool]:
    state = _placed(game, question)
    for action in question["actions"]:
        step = _step(game, {"seat": question["seat"], "action": action})
        yield allowed(game, state, *step)


def _refused(game: Game[Any], question: Json) -> Iterator[str | None]:
    state = _placed(game, question)
    for step in question["steps"]:
        state, _ = apply(game, state, *_step(game, step))
    for line in question["lines"]:
        yield game.refuses(state, question["seat"], line)


def _placed(game: Game[Any], question: Json) -> Any:
    options = msgspec.convert(question["options"], game.model.options)
    assert data(game, options) == question["data"], "we play by our own data"
    if question.get("position") is None:
        return game.start(options, question["seats"])
    return placed(options, question["position"])


@lru_cache(32)
def data(game: Game[Any], options: Any) -> Any:
    """What a question of this game comes with: what a match names its rules by.

    The rules of a story also ask of what depends on something whether there is a text; of that the data
    say nothing, so it is marked here.
    """
    told = game.data(options)
    if game.model is known_games.model("princes"):
        told = {name: _marked(each, _whole(options, name)) for name, each in told.items()}
    return json.loads(json.dumps(told))


def _whole(options: Any, name: str) -> Any:
    told = plain(getattr(story_index(options.story).story, name, None))
    return [each for each in told if each.get("scenes")] if name == "openings" else told


def _marked(told: Any, whole: Any) -> Any:
    """The same as in `told`, and that there is a text where `whole` has one that may be there or not."""
    if isinstance(told, dict):
        texts = MAY_BE_TOLD if told.get("do") == "if" else ()
        kept = {name: _marked(each, whole[name]) for name, each in told.items()}
        return kept | {name: True for name in texts if whole.get(name)}
    if isinstance(told, list):
        return [_marked(each, other) for each, other in zip(told, whole or told, strict=True)]
    return told


def _dealt(question: Json) -> Json:
    nonces = [nonce and bytes.fromhex(nonce) for nonce in question["nonces"]]
    place = bytes.fromhex(question["table"]), question["match"], question["deal"], question["attempt"]
    key = deals.deal_key(*place, bytes.fromhex(question["seed"]), nonces)
    orders = [deals.order(key, pile, size) for pile, size in enumerate(question["sizes"])]
    return {"deal_key": key.hex(), "orders": orders}


def _verified(question: Json) -> Json:
    table, log_key, cert = (bytes.fromhex(question[name]) for name in ("table", "log_key", "cert"))
    box = question["box_key"] and BoxKey(bytes.fromhex(question["box_key"]))
    head = head_of(Pin(table, log_key, cert), question["match"], question["seat"], box, 0)
    audit = MatchAudit(MatchFile(Path("x.ll"), head, b"".join(map(b64decode, question["entries"]))))
    if audit.lie is not None:
        return {"code": audit.lie.what, "seq": audit.lie.seq}
    assert audit.unjudged is None, "we judge by our own rules"
    match = audit.match
    return {
        "code": None,
        "seq": audit.chain.next - 1,
        "over": audit.over,
        "head": audit.chain.head.hex(),
        "orders": [[each.deal, each.attempt, each.orders] for each in match.open],
        "check_number": check_number(audit.chain.first, match),
    }


def _step(game: Game[Any], step: Json) -> tuple[int, Any]:
    if "order" in step:
        return NATURE, Shuffled(tuple(step["order"]))
    return step["seat"], msgspec.convert(step["action"], game.model.action)


def _seen(game: Game[Any], state: Any, seats: int, news: News) -> Json:
    """All that there is to know after a step."""
    pile = game.pile(state)
    return {
        "told": [{"to": to and sorted(to), "event": plain(event)} for event, to in news.told],
        "opened": [[kind.__struct_config__.tag, seat] for kind, seat in news.opened],
        "pile": None if pile is None else {"size": pile.size, "fresh": pile.fresh},
        "menus": [[plain(action) for action in game.legal(state, seat)] for seat in range(seats)],
        "public": plain(game.public(state)),
        "privates": [plain(game.private(state, seat)) for seat in range(seats)],
        "talk": [game.talk(state, seat).value for seat in range(seats)],
        **({"position": position_of(state)} if game.model is known_games.model("love-letter") else {}),
    }


def answers(lines: Iterator[str]) -> Iterator[str]:
    """Line for line."""
    for line in lines:
        yield json.dumps(answer(json.loads(line)))


if __name__ == "__main__":
    for each in answers(iter(sys.stdin)):
        sys.stdout.write(each + "\n")
        sys.stdout.flush()
