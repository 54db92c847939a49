"""The parts of a scene that are Love Letter's: seats, cards, the pile, the moment, the ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from lltui.desk.desk import Desk
from lltui.desk.love_letter.endings import PlayerTally, Shown, best, match_end, round_end
from lltui.desk.love_letter.view import MatchView, PlayerShown, awaited, match_view
from lltui.desk.telling import Line
from lltui.games.game import Seat
from lltui.games.love_letter.events import CardId, RoundBegan
from lltui.text import Wording
from lltui.text.moments import MomentShown
from lltui.text.moments import told as in_words

Part: TypeAlias = dict[str, Any]

NOTABLE = 4  # moves that are told at the end of a round
FACE_DOWN = ""


def said(line: Line) -> str:
    """A line of the log, in whole sentences."""
    return line.text


def parts(desk: Desk) -> Part:
    """All of them, as these eyes see the match."""
    view = match_view(desk, Wording(desk.words.language, area="table"))
    played = [moment for moment in view.happened if moment.form not in ("round", "match")]
    newest = played[-1] if played else None
    known = dict(view.known_of())
    around = range(len(view.names)) if view.you is None else (*view.others, view.you)
    return {
        "head": [*_head(view)],
        "now": "" if view.over else awaited(view, desk),
        "proof": _proof(view, desk),
        "seats": [_seat(view, seat, newest, known.get(seat, ())) for seat in around],
        "cards": {card: _printed(view, card) for card in view.faces},
        "pile": _pile(view),
        "moment": _moment(view, newest, f"{desk.deal}.{len(played)}") if newest else _began(view, desk),
        "end": _end(view, desk),
    }


def _head(view: MatchView) -> Iterator[str]:
    public, words = view.public, view.words
    if public.round:
        yield words("head.round", round=public.round)
    yield words("head.goal", target=view.voice.token(public.target))


def _proof(view: MatchView, desk: Desk) -> Part | None:
    if desk.local:
        return None
    return _proved(view.words.count("head.proof", desk.verified), good=desk.verified > 0)


# ------------------------------------------------------------------------ the table


def _seat(view: MatchView, seat: Seat, newest: MomentShown | None, known: Sequence[str]) -> Part:
    player = view.player(seat, newest.target if newest else None, noted=True)
    shown, held = player.seat, [face.id for face in player.held]
    return {
        "n": seat,
        "name": player.name,
        "kind": player.kind,
        "you": seat == view.you,
        "turn": player.turn and not view.over,
        "out": shown.out,
        "safe": shown.safe and not shown.out,
        "won": player.won,
        "word": _word(view, player),
        "line": player.line_word if player.line != "bot" else "",
        "tokens": shown.tokens,
        "goal": player.goal,
        "score": view.voice.token(shown.tokens),
        "hand": [] if shown.out else [*held, *[FACE_DOWN] * (shown.cards - len(held))],
        "known": [*known],
        "discards": [
            {"card": face.id, "note": notes[0] if notes else ""}
            for face, notes in zip(player.discards, player.notes, strict=True)
        ],
    }


def _word(view: MatchView, player: PlayerShown) -> str:
    """What the seat is now; that somebody is aimed at shows on the stage."""
    state = "won" if player.won else "out" if player.seat.out else "safe" if player.seat.safe else ""
    return view.words(f"seat.{state}") if state else ""


def _printed(view: MatchView, card: CardId) -> Part:
    face = view.faces[card]
    return {
        "name": face.name,
        "value": face.value,
        "effect": face.effect,
        "rule": face.rule,
        "copies": view.words("lift.copies.many", number=face.copies, all=_all(view)),
    }


def _all(view: MatchView) -> int:
    return sum(face.copies for face in view.faces.values())


def _pile(view: MatchView) -> Part:
    public, words = view.public, view.words
    return {
        "number": public.pile,
        "text": words.count("stage.turns", public.pile),
        "aside": words("head.aside") if public.aside else "",
        "open": [face.id for face in view.known_faces(public.laid_open)],
    }


# ------------------------------------------------------------------------ the stage


def _began(view: MatchView, desk: Desk) -> Part | None:
    """Before the first card of a round: who begins, and what lies open."""
    began = next((each for heard in desk.round for each in heard.heard if isinstance(each, RoundBegan)), None)
    if began is None:
        return None
    return _staged(view, None, f"{desk.deal}.0") | {
        "form": "began",
        "title": view.words("head.round", round=began.round),
        "who": began.starter,
        "result": view.voice.say(began),
    }


def _moment(view: MatchView, moment: MomentShown, key: str) -> Part:
    """A card and what it did, as far as these eyes saw it."""
    text = in_words(moment, view.voice)
    secret = moment.private(view.you)
    cards = FORMS[moment.form](view, moment)
    return _staged(view, moment, key) | {
        "title": _name(view, moment.card) or view.words("stage.last"),
        **cards,
        "result": text.result,
        "why": text.why,
        "more": text.more,
        "secret": view.words(f"stage.only_{secret}") if secret else "",
        "tone": _tone(view, moment),
    }


def _name(view: MatchView, card: CardId | None) -> str:
    """As it is printed; of what no card of this edition is, nothing."""
    return view.faces[card].name if card and card in view.faces else ""


def _staged(view: MatchView, moment: MomentShown | None, key: str) -> Part:
    """What every moment has."""
    other = moment is not None and moment.target != moment.who
    return {
        "key": key,
        "form": moment.form if moment else "",
        "title": "",
        "who": moment.who if moment else None,
        "target": moment.target if moment and other else None,
        "names": [*view.names],
        "left": [],
        "right": [],
        "link": {"form": "", "text": "", "note": ""},
        "result": "",
        "why": "",
        "more": "",
        "secret": "",
        "tone": "",
    }


def _tone(view: MatchView, moment: MomentShown) -> str:
    if moment.private(view.you) == "you":
        return "note"
    if moment.form == "shield":
        return "good"
    return "bad" if moment.result in ("hit", "fell") or moment.out is not None else ""


def _lies(card: CardId | None, look: str = "", label: str = "", seat: Seat | None = None) -> Part:
    """A card where these eyes see it, and face down where not."""
    return {"card": card or FACE_DOWN, "look": look, "label": label, "seat": seat}


def _link(form: str, text: str = "", note: str = "") -> Part:
    return {"form": form, "text": text, "note": note}


def _played(moment: MomentShown, look: str = "") -> Part:
    return _lies(moment.card, look, seat=moment.who)


def _guess(view: MatchView, moment: MomentShown) -> Part:
    named, hit = moment.named, moment.result == "hit"
    asked = view.words("stage.asked", card=_name(view, named)) if named else ""
    other = _lies(moment.met if hit else None, "hit" if hit else "", _out(view, moment), moment.target)
    return {"left": [_played(moment)], "link": _link("hit" if hit else "missed", asked), "right": [other]}


def _out(view: MatchView, moment: MomentShown, seat: Seat | None = None) -> str:
    whose = moment.target if seat is None else seat
    return view.words("seat.out") if moment.out is not None and moment.out == whose else ""


def _compare(view: MatchView, moment: MomentShown) -> Part:
    sign = {"won": "higher", "lost": "lower"}.get(moment.result, "equal")
    sides = {}
    for side, seat, card in (("left", moment.who, moment.held), ("right", moment.target, moment.met)):
        lost = moment.out is not None and moment.out == seat
        look = "gone" if lost else "higher" if moment.out is not None else ""
        sides[side] = [_lies(card, look, _out(view, moment, seat), seat)]
    return {**sides, "link": _link(sign, view.words(f"stage.{sign}"))}


def _look(_view: MatchView, moment: MomentShown) -> Part:
    seen = _lies(moment.met, "whispered" if moment.met else "", seat=moment.target)
    return {"left": [_played(moment)], "link": _link("look"), "right": [seen]}


def _shield(view: MatchView, moment: MomentShown) -> Part:
    safe = _lies(None, "safe", view.words("seat.safe"), moment.who)
    return {"left": [_played(moment)], "link": _link("shield"), "right": [safe]}


def _replace(view: MatchView, moment: MomentShown) -> Part:
    fell, words = moment.result == "fell", view.words
    look, label = ("hit", words("seat.out")) if fell else ("gone", words("stage.went"))
    went = _lies(moment.met, look, label, moment.target)
    came = [] if fell else [_lies(moment.came, "came", words("stage.came"), moment.target)]
    return {"left": [_played(moment)], "link": _link("replace"), "right": [went, *came]}


def _trade(view: MatchView, moment: MomentShown) -> Part:
    """What each has now."""
    words, mine = view.words, view.you in (moment.who, moment.target)
    sides = {}
    for side, seat, card in (("left", moment.who, moment.met), ("right", moment.target, moment.held)):
        label = words("stage.came" if seat == view.you else "stage.went") if mine and card else ""
        sides[side] = [_lies(card, "came" if seat == view.you and card else "", label, seat)]
    return {**sides, "link": _link("trade")}


def _council(view: MatchView, moment: MomentShown) -> Part:
    under = [_lies(card, "gone", seat=moment.who) for card in moment.buried]
    under = under or [_lies(None, seat=moment.who) for _ in range(moment.cards or 0)]
    kept = [_lies(moment.came, "came", view.words("stage.kept"), moment.who)] if moment.buried else []
    return {"left": [_played(moment)], "link": _link("council"), "right": [*under, *kept]}


def _fall(_view: MatchView, moment: MomentShown) -> Part:
    return {"left": [_played(moment, "hit")], "link": _link("fall"), "right": []}


def _plain(_view: MatchView, moment: MomentShown) -> Part:
    return {"left": [_played(moment)]}


def _last(view: MatchView, moment: MomentShown) -> Part:
    own = view.private.hand[-1:] if moment.who == view.you else ()
    drawn = _lies(own[0] if own else None, seat=moment.who)
    return {"left": [], "link": _link("last", view.words("stage.no_more")), "right": [drawn]}


FORMS: Mapping[str, Callable[[MatchView, MomentShown], Part]] = {
    "guess": _guess,
    "compare": _compare,
    "look": _look,
    "shield": _shield,
    "replace": _replace,
    "trade": _trade,
    "council": _council,
    "fall": _fall,
    "plain": _plain,
    "last": _last,
}


# ------------------------------------------------------------------------ the ends


def _end(view: MatchView, desk: Desk) -> Part | None:
    """Of a round that is looked at, or of the match."""
    if view.over:
        return _match_end(view, desk)
    if not desk.looks:
        return None
    end = round_end(view, desk)
    notable = ({"seat": each.seat, "who": each.who, "text": each.text} for each in best(end.moments, NOTABLE))
    return {
        "kind": "round",
        "title": end.title,
        "lines": [*end.reason],
        "hands": [*map(_shown, end.hands)],
        "table": None,
        "best": [*notable],
        "proof": _proved(end.proof, good=end.proven),
    }


def _match_end(view: MatchView, desk: Desk) -> Part:
    end, words = match_end(view, desk), view.words
    last = round_end(view, desk) if view.public.round_won else None
    rows = [
        {
            "seat": tally.player.number - 1,
            "cells": [tally.place, tally.player.name, *_numbers(view, tally)],
            "won": tally.won,
            "curve": [*tally.curve],
        }
        for tally in end.tallies
    ]
    return {
        "kind": "match",
        "title": end.title,
        "lines": [*filter(None, (end.reason, end.summary))],
        "hands": [*map(_shown, last.hands)] if last else [],
        "table": {
            "title": words("title.match"),
            "heads": ["", "", "", *(words(f"end.{head}") for head in NUMBERS)],
            "course": words("end.course"),
            "rows": rows,
        },
        "best": [],
        "proof": _proved(end.proof, good=end.proven),
    }


NUMBERS = ("outs", "falls", "guesses")


def _numbers(view: MatchView, tally: PlayerTally) -> Iterator[str]:
    yield view.voice.token(tally.player.seat.tokens)
    yield from tally.numbers


def _shown(shown: Shown) -> Part:
    return {
        "seat": shown.player.number - 1,
        "name": shown.player.name,
        "card": shown.face.id if shown.face else FACE_DOWN,
        "word": shown.word,
        "won": shown.won,
        "out": shown.player.seat.out,
        "tokens": shown.player.seat.tokens,
        "before": shown.before,
    }


def _proved(text: str, *, good: bool) -> Part | None:
    """The page has a sign of its own for it."""
    return {"text": text.removeprefix("✓ "), "good": good} if text else None
