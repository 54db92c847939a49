"""A match that was played as one file of HTML: all of its scenes, whose eyes may look, what it teaches.

The file needs nothing and asks for nothing: style and script stand in it, named by their hashes in its
own policy, and what others called themselves is data that the script makes text of.  It proves
nothing itself; which file does, it says.

Scenes are alike from one to the next, and from eyes to eyes.  So each part of them is written once: the
`pool` is a row of values, a list in it begins with 0 and a dict with the number of its keys' row in
`shapes` (from 1), and what follows are places in the pool of other values.  A frame is the entry that
its scene tells of, how many lines these eyes have been told by then, and then which
parts are others than in the frame before: the number of each among the `parts`, and its place.
"""

from __future__ import annotations

import html
import json
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING, Any, NamedTuple

from lltui.desk.desk import Words
from lltui.desk.record_sentences import AnalysisTold, day, looking, record_words, remark
from lltui.desk.replay_desk import ReplayDesk, Tape
from lltui.page import LINES, asset, log_lines, played, scene
from lltui.record.kept_match_facts import Eyes, ReplayFacts, View
from lltui.text import Wording

if TYPE_CHECKING:
    from lltui.record.analysis import MatchAnalysis, SeatAnalysis


class ProofTold(NamedTuple):
    """What a check of the match has found, in sentences: the first says all of it."""

    sound: bool
    lines: tuple[str, ...]


class Opened(NamedTuple):
    """Where the page is opened: whose eyes look first, and at which entry of the match."""

    view: View
    entry: int | None = None


def eyes_of(facts: ReplayFacts, first: View) -> tuple[View, ...]:
    """Whose eyes a page has: everybody's once the match is over and true, before that those that look."""
    return (*range(len(facts.names)), Eyes.WATCHER, Eyes.ALL) if facts.over else (first,)


def page(
    tape: Tape,
    file: str,
    words: Words,
    proof: ProofTold,
    opened: Opened,
    analysis: MatchAnalysis | None = None,
) -> str:
    """The whole file; `file` is the name of the one that is the proof."""
    facts, language = tape.facts, words.language
    told = Wording(language, area="page")
    pool = _Pool()
    views = [_view(tape, view, words, pool) for view in eyes_of(facts, opened.view)]
    title = f"{played(facts.game, facts.options, language)}: {told.row(facts.names)}"
    data = {
        "title": title,
        "day": day(facts.began, record_words(language)),
        "over": facts.over,
        "views": views,
        "open": {"eyes": _eyes_id(opened.view), "entry": opened.entry},
        "proof": {"sound": proof.sound, "lines": [*filter(None, proof.lines)]},
        "file": told("replay.file", file=file),
        "analysis": _analysis(analysis, words) if analysis else None,
        "words": {key: told(f"replay.{key}") for key in LABELS},
        "shapes": pool.shapes,
        "pool": pool.values,
    }
    return _document(language, f"{title} · {data['day']}", told("replay.script"), _json(data))


LABELS = (
    *(
        "title",
        "eyes",
        "round",
        "back",
        "on",
        "first",
        "last",
        "play",
        "stop",
        "step",
        "of",
        "link",
        "linked",
    ),
    *("proof", "analysis", "keys", "close", "theme", "curve", "turnings", "moments", "choices", "hidden"),
    *("keys_step", "keys_round", "keys_ends", "keys_eyes", "keys_play", "keys_theme"),
)


# ------------------------------------------------------------------------ scenes


class _Pool:
    """Values, each once."""

    def __init__(self) -> None:
        self.values: list[Any] = []
        self.shapes: list[list[str]] = []
        self._places: dict[object, int] = {}
        self._shaped: dict[tuple[str, ...], int] = {}

    def put(self, value: Any) -> int:
        """Its place."""
        match value:
            case dict():
                keys = (*value,)
                if keys not in self._shaped:
                    self.shapes.append([*keys])
                    self._shaped[keys] = len(self.shapes)
                kept: object = (self._shaped[keys], *map(self.put, value.values()))
            case list() | tuple():
                kept = (0, *map(self.put, value))
            case _:
                kept = value
        known = (type(kept), kept)  # 1 and True are the same to a dict
        if known not in self._places:
            self._places[known] = len(self.values)
            self.values.append([*kept] if isinstance(kept, tuple) else kept)
        return self._places[known]


def _view(tape: Tape, view: View, words: Words, pool: _Pool) -> dict[str, Any]:
    """One pair of eyes: what they see at each moment, and where rounds begin."""
    replay = ReplayDesk(tape, view, words)
    facts, record = replay.facts, record_words(words.language)
    frames, rounds = list[list[int]](), list[list[Any]]()
    names, before = list[str](), list[int]()
    for at in range(replay.moments):
        replay.go(at)
        shown = scene(replay.desk, replayed=True)
        if at < replay.moments - facts.over:
            shown["now"] = " ".join(remark(record, each, facts.names) for each in replay.remarks)
        lines = sum(1 for _ in log_lines(replay.desk))
        del shown["log"]
        names, now = [*shown], [pool.put(part) for part in shown.values()]
        others = [(n, place) for n, place in enumerate(now) if before[n : n + 1] != [place]]
        frames.append([replay.scene.seq, lines, *chain.from_iterable(others)])
        before = now
        if at in replay.starts and replay.scene.deal:  # before the first deal lots are drawn
            rounds.append([at, _round(replay, shown)])
    return {
        "id": _eyes_id(view),
        "name": _eyes_name(view, facts, words.language),
        "parts": names,
        "lines": LINES,
        "frames": frames,
        "rounds": rounds,
        "log": [pool.put(each) for each in log_lines(replay.desk)],
    }


def _round(replay: ReplayDesk, shown: dict[str, Any]) -> str:
    """What begins at this moment, as a list names it."""
    if shown.get("story"):
        return str(shown["story"]["pages"][-1]["title"])
    return Wording(replay.desk.words.language, area="table")("head.round", round=replay.scene.deal)


def _eyes_id(view: View) -> str:
    """As it stands in a link."""
    return view.name.lower() if isinstance(view, Eyes) else str(view + 1)


def _eyes_name(view: View, facts: ReplayFacts, language: str) -> str:
    words = Wording(language, area="page")
    if isinstance(view, Eyes):
        return words(f"replay.eyes_of.{view.name.lower()}")
    return looking(facts.names, view, record_words(language))


# ------------------------------------------------------------------------ what it teaches


def _analysis(found: MatchAnalysis, words: Words) -> dict[str, Any]:
    seats = [_taught(found.facts, each, words) for each in found.seats.values()]
    one = next(iter(found.seats.values()))
    return {"how": AnalysisTold(found.facts, one, words.language, words.theme).how(), "seats": seats}


def _taught(facts: ReplayFacts, found: SeatAnalysis, words: Words) -> dict[str, Any]:
    told = AnalysisTold(facts, found, words.language, words.theme)
    return {
        "seat": found.seat,
        "name": told.name,
        "whose": told.whose(),
        "summary": [*told.summary()],
        "curve": [[step.seq, round(100 * step.after.match)] for step in found.steps],
        "moments": [[turning.seq, told.turning(turning)] for turning in found.moments],
        "turnings": [[turning.seq, told.turning(turning)] for turning in found.turnings],
        "choices": [[move.seq, move.deal, *told.judged(move)] for move in found.choices],
    }


# ------------------------------------------------------------------------ the file


def _json(data: object) -> str:
    """Nothing in it ends the script that it stands in, or begins a comment there."""
    return json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("<", "\\u003c")


ICON = (
    "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'%3E"
    "%3Cpath fill='%23b02a37' d='M12 21L4 12.5A5 5 0 0 1 12 7a5 5 0 0 1 8 5.5z'/%3E%3C/svg%3E"
)


def _document(language: str, title: str, without: str, data: str) -> str:
    style = asset("table.css") + asset("replay.css")
    script = asset("table.js") + asset("replay.js")
    policy = "; ".join(_policy(style, script))
    return f"""<!doctype html>
<html lang="{html.escape(language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>{html.escape(title)}</title>
<link rel="icon" href="{ICON}">
<style>{style}</style>
</head>
<body class="replay">
<main id="table" class="table"></main>
<p id="said" class="unseen" role="status" aria-live="polite"></p>
<noscript><p>{html.escape(without)}</p></noscript>
<script type="application/json" id="match">{data}</script>
<script>{script}</script>
</body>
</html>
"""


def _policy(*inline: str) -> Iterator[str]:
    """Nothing from anywhere, and no style or script but those that stand here."""
    style, script = (f"'sha256-{b64encode(sha256(each.encode()).digest()).decode()}'" for each in inline)
    yield "default-src 'none'"
    yield f"style-src {style}"
    yield f"script-src {script}"
    yield "img-src data:"
    yield "base-uri 'none'"
    yield "form-action 'none'"
