"""The table as a page: what one pair of eyes sees at one moment, in words, as plain data for a browser.

A board beside the full screen and the plain one: `scene` makes a dict of a desk, which goes as JSON to
`assets/table.js`, and `draw` there makes elements of it.  Nothing in it is a rule or a number that
has still to be put into words, and nothing is more than the desk shows these eyes.  The live table sends
one whenever something is new; a replay is a list of them.

    v           1; raised when a key goes or means something else
    lang, game  "en", "love-letter" (empty before anybody knows)
    place       coming, lobby, table, pause (the end of a round is looked at), result, closed
    title       what is played; `head` a row of short words beside it, the first the most important
    now         for whom or what one waits, in a sentence; empty where nothing is to come
    halt        true while the table stands still or the line is lost: `now` says why
    proof       null, or what was checked: {text, good}
    told        what the newest move made known, in sentences; for the live region
    log         the newest lines last: {kind: event note proof alarm, text, seat: number or null}
    words       what a page writes on its own parts: {log, discards, hand, pile, ...}
    seats       in the order in which they sit: {n, name, kind, you, turn, out, safe, won, word, line,
                tokens, goal, score, hand: [card or ""], known: [sentences], discards: [{card, note}]}
    cards       {id: {name, value, effect, rule, copies}}; "" in a list of cards is one face down
    pile        {number, text, aside: words or "", open: [card]}
    moment      null, or who did what: {key (another one is another move), form, title, who, target,
                left, right: [{card, look, label, seat}], link: {text, note}, result, why, secret, tone}
    end         null, or the end of a round or a match: {kind, title, lines, hands, table, best, proof}

The Two Princes have `story` instead of cards, pile and moment:

    story       {place, dark, slot, hour: words, misery: {have, of, text}, pages: [{title, right, begin,
                paras: [{kind, text, sum}]}], doing, right, options: [{label, rules, by}], trials,
                princes: [{...}], kept: [{title, lines}]}

A lobby has seats with a name, a kind and a word alone.  Of chat and of a player's own notes nothing is here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile
from pathlib import Path
from typing import Any, TypeAlias

from lltui import text
from lltui.client.updates import LobbyIs
from lltui.desk.desk import Desk, Place
from lltui.desk.telling import STANDSTILL, Kind, Line
from lltui.files import reading
from lltui.games.love_letter.model import MODEL as LOVE_LETTER
from lltui.games.love_letter.model import Options
from lltui.games.two_princes.model import MODEL as PRINCES
from lltui.page import love_letter, two_princes
from lltui.text import Wording

Scene: TypeAlias = dict[str, Any]

ASSETS = Path(__file__).with_name("assets")
VERSION = 1
LINES = 60  # of the log
Said: TypeAlias = Callable[[Line], str]

GAMES: Mapping[str, tuple[Callable[[Desk], Scene], Said]] = {
    LOVE_LETTER.id: (love_letter.parts, love_letter.said),
    PRINCES.id: (two_princes.parts, two_princes.said),
}
LABELS = ("log", "discards", "seats", "hidden", "pile", "open", "options", "princes", "items", "end")
UNKNOWN: tuple[Callable[[Desk], Scene], Said] = (lambda _: {}, lambda line: line.text)  # of it only the log


def scene(desk: Desk, *, replayed: bool = False) -> Scene:
    """What lies in front of this person now; of a match that is `replayed` nobody is waited for."""
    language = desk.words.language
    words, place = Wording(language, area="page"), desk.place
    found: Scene = {
        "v": VERSION,
        "lang": language,
        "game": "",
        "place": place.value,
        "title": "",
        "head": [],
        "now": "",
        "halt": False,
        "proof": None,
        "told": [],
        "log": [],
        "words": {label: words(f"label.{label}") for label in LABELS},
        "seats": [],
        "end": None,
    }
    if desk.began is not None and desk.glimpse is not None and place in SHOWN:
        found |= _match(desk, replayed=replayed)
    elif desk.lobby is not None and place is Place.LOBBY:
        found |= _lobby(desk, desk.lobby)
    if not replayed:
        found |= _halted(desk, found["now"], words)
    return found


SHOWN = (Place.TABLE, Place.PAUSE, Place.RESULT)


def asset(name: str) -> str:
    """The style or the script of a page, as it lies beside this."""
    return reading.shipped(ASSETS / name)


def played(game: str, options: object, language: str) -> str:
    """The game, and in which edition or which story."""
    words = Wording(language, area="record")
    name = words(f"game.{game}") if words.has(f"game.{game}") else game
    if not isinstance(options, Options):
        return name
    edition = text.chosen(language, "edition.value", options.edition)
    return words("history.edition", game=name, edition=edition)


def _match(desk: Desk, *, replayed: bool) -> Scene:
    began = desk.began
    assert began is not None, "it is shown"
    parts, said = _drawn(desk)
    found = parts(desk)
    if replayed:
        found["now"] = ""
    return found | {
        "game": began.game,
        "title": played(began.game, began.options, desk.words.language),
        "told": _told(desk, said),
        "log": [*log_lines(desk)][-LINES:],
    }


def _told(desk: Desk, said: Said) -> list[str]:
    """What the newest move made known, in the order in which it is told."""
    events = [line for line in desk.log if line.kind is Kind.EVENT and said(line)]
    newest = events[-1].fact if events else None
    return [said(line) for line in takewhile(lambda line: line.fact is newest, reversed(events))][::-1]


def log_lines(desk: Desk) -> Iterator[Scene]:
    """All of them; what people said to each other is for the table alone."""
    _, said = _drawn(desk)
    for line in desk.log:
        if line.kind is not Kind.SAID and said(line):
            yield {"kind": line.kind.value, "text": said(line), "seat": line.who}


def _drawn(desk: Desk) -> tuple[Callable[[Desk], Scene], Said]:
    return UNKNOWN if desk.began is None else GAMES.get(desk.began.game, UNKNOWN)


def _lobby(desk: Desk, lobby: LobbyIs) -> Scene:
    words = Wording(desk.words.language, area="entering")
    lines = desk.lines.seats if desk.lines else ()
    seats = []
    for n, chair in enumerate(lobby.chairs):
        away = n < len(lines) and lines[n] in ("away", "empty") and not chair.bot
        state = "away" if away else "ready" if chair.ready else "waits"
        level = text.chosen(words.language, "level.value", chair.bot) if chair.bot else ""
        kind = words("chair.bot", bot=level) if level else ""
        seats.append(
            {
                "n": n,
                "name": chair.name or words("chair.free"),
                "kind": words("chair.host") if chair.hosting else kind,
                "word": words(f"chair.{state}") if chair.name else "",
                "free": chair.name is None,
                "ready": chair.name is not None and state == "ready",
            }
        )
    count = words("chairs.count", taken=len(lobby.taken), chairs=len(lobby.chairs))
    return {
        "game": lobby.game,
        "title": played(lobby.game, lobby.options, desk.words.language),
        "head": [count],
        "now": desk.waiting(),
        "seats": seats,
    }


def _halted(desk: Desk, now: str, words: Wording) -> Scene:
    """Why nothing goes on, where that is so."""
    if desk.closed is not None and desk.place is Place.CLOSED:
        return {"halt": True, "now": words("closed")}
    if desk.link is not None:
        return {"halt": True, "now": words("lost")}
    if desk.waits is not None and desk.waits.phase in STANDSTILL:
        return {"halt": True, "now": desk.waiting()}
    return {"now": now or ("" if desk.over else words("coming") if desk.place is Place.COMING else now)}
