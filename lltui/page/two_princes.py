"""The parts of a scene that are The Two Princes': the page that is read, what is decided, both boards."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from lltui.desk.desk import Desk
from lltui.desk.telling import Kind, Line
from lltui.desk.two_princes.possible_moves import choices_of, heading, picked_move
from lltui.desk.two_princes.story_pages import chapters, how_it_stands, of_them, pages
from lltui.desk.two_princes.view import (
    ConditionShown,
    Page,
    Para,
    PrincesView,
    attributes,
    board_value,
    item,
    odds_by_cards,
    play,
    princes_view,
    still_wanted,
    taking_part,
    tested,
    trial_heading,
    trial_items,
    trial_note,
    waiting,
)
from lltui.games.two_princes.story.vocabulary import ATTRIBUTES
from lltui.games.two_princes.views import PrinceView, TrialView
from lltui.text import Wording

Part: TypeAlias = dict[str, Any]

MISERY = 6
TESTING = ("commit", "items", "order")
TELLING = ("lag", "away", "empty")  # lines that are worth a word


def said(line: Line) -> str:
    """A line of the log: what is read stands on the page."""
    return line.brief or ("" if line.kind is Kind.EVENT else line.text)


def parts(desk: Desk) -> Part:
    """All of them, as these eyes see the story."""
    see = princes_view(desk, Wording(desk.words.language, area="princes-screen"))
    over = desk.over or see.public.phase == "over"
    return {
        "head": [*_head(see)],
        "now": "" if over else waiting(see),
        "proof": _proof(see, desk),
        "seats": [_prince(see, boy) for boy in see.public.princes],
        "story": _story(see, over=over),
        "end": _end(see) if over else None,
    }


def _head(see: PrincesView) -> Iterator[str]:
    public, words = see.public, see.words
    if public.chapter == "tower":
        yield words("head.tower", setting=see.voice.setting, day=public.day)
        return
    yield words(f"head.{'escape' if public.chapter.startswith('escape') else public.chapter}")
    yield from see.voice.night(public)
    if public.deck is not None and public.chapter != "book":
        yield words("head.left", number=public.deck)


def _proof(see: PrincesView, desk: Desk) -> Part | None:
    if desk.local or not desk.verified:
        return None
    return {"text": see.words("head.proof", number=desk.verified).removeprefix("✓ "), "good": True}


# ------------------------------------------------------------------------ the story


def _story(see: PrincesView, *, over: bool) -> Part:
    public, told = see.public, pages(see)
    setting = told[-1].setting or told[0].setting
    title, right = heading(see) if not over else ("", "")
    # What is chosen among is seen as a watcher sees it: nobody answers here.
    options = () if over else choices_of(see, picked_move(()))
    tests = public.trials and public.phase in TESTING
    return {
        "place": setting.place if setting else "",
        "dark": setting.dark if setting else None,
        "slot": setting.slot if setting else "",
        "misery": {
            "have": public.misery,
            "of": MISERY,
            "text": f"{see.words('head.misery')} {see.words('head.of_six', number=public.misery)}",
        },
        "pages": [_page(page) for page in told],
        "doing": title,
        "right": right,
        "options": [{"label": each.label, "rules": each.rules, "by": each.by} for each in options],
        "trials": [_trial(see, trial) for trial in public.trials] if tests else [],
        "testing": [*trial_heading(see)] if tests else [],
        "kept": [*_kept(see)],
    }


def _page(page: Page) -> Part:
    """Its plate of letters is for a terminal: a page draws the place itself."""
    paras = [_para(para) for para in page.paras]
    return {"title": page.title, "right": page.right, "begin": page.begin, "paras": paras}


def _para(para: Para) -> Part:
    return {"kind": para.kind, "text": para.text, "sum": [*para.sum] if para.sum else None}


def _trial(see: PrincesView, trial: TrialView) -> Part:
    boards = sum(board_value(see, trial, prince) for prince in taking_part(see, trial))
    return {
        "attr": see.frame(f"attr.{trial.attr}"),
        "value": trial.value,
        "total": trial.total,
        "success": trial.success,
        "boys": [_brought(see, trial, prince) for prince in taking_part(see, trial)],
        "items": trial_items(see, trial),
        "wanted": "" if trial.success is not None else still_wanted(see, trial, boards),
        "odds": odds_by_cards(see, trial),
    }


def _brought(see: PrincesView, trial: TrialView, prince: int) -> Part:
    cards = [_condition(play(see, card, (trial.attr,))) for card in trial.drawn[prince]]
    name = see.name(see.public.princes[prince].seat)
    board, note = board_value(see, trial, prince), trial_note(see, trial, prince)
    return {"name": name, "prince": prince, "board": board, "note": note, "cards": cards}


def _condition(card: ConditionShown) -> Part:
    adds, effect = " ".join(card.adds.split()), card.effect
    return {"kind": card.kind, "title": card.title, "adds": adds, "effect": effect, "weight": card.weight}


def _kept(see: PrincesView) -> Iterator[Part]:
    """What was sown, and what is remembered."""
    told, public = see.voice.effect_text, see.public
    for title, lines in (
        ("title.sown", [*map(told.challenge, public.sown)]),
        ("title.flags", [*map(told.flag, public.flags), *of_them(see)]),
    ):
        if lines:
            yield {"title": see.words(title), "lines": lines}


# ------------------------------------------------------------------------ the princes


def _prince(see: PrincesView, boy: PrinceView) -> Part:
    line = see.lines[boy.seat]
    asked, wanted = attributes(see), tested(see)
    held = see.hands[boy.seat].hand if see.hands else see.private.hand if boy.seat == see.you else ()
    ready = see.words("boy.ready") if boy.seat in see.public.asked.ready else ""
    return {
        "n": boy.seat,
        "prince": see.prince(boy.seat),
        "name": see.name(boy.seat),
        "kind": "" if see.alone else see.names[boy.seat],
        "you": boy.seat == see.you,
        "word": ready,
        "line": see.words(f"line.{line}") if line in TELLING else "",
        "attributes": [
            {"name": see.frame(f"attr.{attr}"), "value": value, "asked": attr in wanted}
            for attr, value in zip(ATTRIBUTES, boy.attributes, strict=True)
        ],
        "counts": see.words("boy.counts", hand=boy.hand, draw=boy.draw, discards=len(boy.discards)),
        "items": [item(see, each) for each in boy.items],
        "cards": boy.hand,
        "hand": [_condition(play(see, card, asked)) for card in held],
    }


# ------------------------------------------------------------------------ the Book


def _end(see: PrincesView) -> Part:
    """The ending with all that belongs to it, the result last."""
    head, *lines = how_it_stands(see)
    told = (each for each in chapters(see) if each.paras != (head, *lines))
    return {
        "kind": "book",
        "title": head.text,
        "lines": [para.text for para in lines],
        "chapters": [{"title": each.title, "paras": [*map(_para, each.paras)]} for each in told],
        "proof": None,
    }
