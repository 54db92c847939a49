"""A table that lies: what no match of The Two Princes has is refused; all else can be drawn and answered."""

from __future__ import annotations

from functools import cache, partial
from io import StringIO
from random import Random
from types import SimpleNamespace
from typing import Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from tui.princely import drawn

from lltui import text
from lltui.arena import SimulatedMatch, play_out
from lltui.desk.desk import Words
from lltui.desk.half_move import asked_move
from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.story_pages import pages
from lltui.desk.two_princes.view import PrincesView, since_turned
from lltui.games import packing
from lltui.games.known_games import CHECKS, MODELS, unsayable
from lltui.games.packing import words_for
from lltui.games.two_princes import views
from lltui.games.two_princes.model import MODEL, Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.plain.board import board_of
from lltui.plain.paper import Paper
from lltui.text import Wording

pack = msgspec.msgpack.encode
OPEN, STRICT = Options(), Options(alone="strict", edward=1)
NONSENSE = (
    -1,
    7,
    10**9,
    None,
    True,
    "dragon",
    "event.dragon",
    "event.dragon.text",
    "DRAGON",
    [],
    "a",
    "__doc__",
)
KINDS = get_args(MODEL.action | MODEL.announced | MODEL.whispered)
VIEWS = (
    views.Public,
    views.Private,
    views.AloneView,
    views.OpenCard,
    views.TrialView,
    views.PrinceView,
    views.Held,
    views.Asked,
)


@cache
def played(options):
    """What both seats were told in a match."""
    match, rng = SimulatedMatch(RULES, options, 2, Random(5)), Random(5)
    found = []
    for _ in play_out(match, lambda seat: rng.choice(RULES.legal(match.state, seat))):
        found += [(seat, match.glimpse(seat)) for seat in (0, 1)]
    return found


def is_bare_text(kind):
    """Any text may stand there: its type alone says nothing of it."""
    inside = [*get_args(kind)]
    return kind is str or (get_origin(kind) is not Literal and any(map(is_bare_text, inside)))


@pytest.mark.parametrize("game", MODELS)
def test_no_text_goes_unread(game):
    model = MODELS[game]
    named = CHECKS[game](model.options(), 2).named
    kinds = [*get_args(model.action | model.announced | model.whispered), model.public, model.private]
    for kind in kinds:  # and what lies in the views
        kinds += [
            t
            for h in get_type_hints(kind).values()
            for t in (h, *get_args(h))
            if hasattr(t, "__struct_fields__")
        ]
    texts = {
        (kind, name): words_for(kind, name)
        for kind in kinds
        for name in kind.__struct_fields__
        if is_bare_text(get_type_hints(kind)[name])
    }
    assert len(texts) > 10
    assert [place for place, words in texts.items() if named.keys().isdisjoint(words)] == []


@pytest.mark.parametrize("options", [OPEN, STRICT])
def test_all_that_a_table_says_can_be_said(options):
    assert {unsayable(MODEL.id, options, 2, glimpse) for _, glimpse in played(options)} == {None}


def test_every_game_has_a_guard_at_the_door():
    assert {*CHECKS} == {*MODELS}
    lie = replace(opened(), public=replace(opened().public, apart=9))
    assert unsayable(MODEL.id, OPEN, 2, lie) == "apart: 9"


def test_there_are_two_princes_and_no_third():
    _, glimpse = played(OPEN)[0]
    assert unsayable(MODEL.id, OPEN, 3, glimpse) == "3 princes"


def opened():
    """The glimpse of somebody who sees a card that is to be decided on."""
    return next(g for _, g in played(OPEN) if g.public.phase == "together" and g.public.front and g.menu)


LIES = {
    "a card": lambda g: replace(g.public, front=replace(g.public.front, card="event.dragon")),
    "a text": lambda g: replace(g.public, shown=("event.the_first_day.__doc__",)),
    "a flag": lambda g: replace(g.public, flags=("DRAGON_SEEN",)),
    "a section": lambda g: replace(g.public, book=("dragon",)),
    "a challenge": lambda g: replace(g.public, sown=(70,)),
    "an item": lambda g: replace(g.public, asked=views.Asked(offer="dragon", offered_by=0)),
    "an effect": lambda g: replace(g.public, asked=views.Asked(effect="event.dragon.then.0")),
    "a seat": lambda g: replace(g.public, apart=2),
    "a pile too few": lambda g: replace(g.public, piles=g.public.piles[1:]),
    "a test too few": lambda g: replace(g.public, front=replace(g.public.front, values=())),
    "no card": lambda g: replace(g.public, front=None),
    "no test": lambda g: replace(g.public, phase="commit", trials=()),
    "twins": lambda g: replace(g.public, princes=g.public.princes[::-1]),
}


@pytest.mark.parametrize("lie", LIES)
def test_what_no_match_has_is_refused(lie):
    glimpse = opened()
    assert unsayable(MODEL.id, OPEN, 2, glimpse) is None
    assert unsayable(MODEL.id, OPEN, 2, replace(glimpse, public=LIES[lie](glimpse))) is not None


NUMBERS = {
    "misery": lambda g: replace(g.public, misery=7),
    "a day": lambda g: replace(g.public, day=10**9),
    "a throw": lambda g: replace(g.public, die=0),
    "a hand": lambda g: replace(
        g.public, princes=(replace(g.public.princes[0], hand=6), g.public.princes[1])
    ),
}


@pytest.mark.parametrize("lie", NUMBERS)
def test_what_a_number_cannot_be_is_garbled(lie):
    packing.glimpse(MODEL, pack(opened().public), pack([]))
    with pytest.raises(packing.GarbledError):
        packing.glimpse(MODEL, pack(NUMBERS[lie](opened())), pack([]))


def test_the_same_choice_twice_is_garbled():
    state = RULES.start(OPEN, 2)
    menu = msgspec.Raw(pack([[["ready", "ready"], []]]))
    box = pack(packing.Inside(msgspec.Raw(pack(RULES.private(state, 0))), (), menu))
    with pytest.raises(packing.GarbledError, match="twice"):
        packing.glimpse(MODEL, packing.view(RULES, state), pack([]), box)


@given(st.integers(0, 2**32))
def test_whatever_is_let_in_can_be_drawn_and_answered(seed):
    rng, passed = Random(seed), 0
    for _ in range(150):
        options = rng.choice((OPEN, STRICT))
        seat, glimpse = rng.choice(played(options))
        changed = spoilt(glimpse, rng)
        if changed is not None and unsayable(MODEL.id, options, 2, changed) is None:
            passed += 1
            look_at(options, seat, changed, rng)
    assert passed > 10, "all was refused: then nothing was tried"


def spoilt(glimpse, rng):
    """One thing in it is another; None if it is not even of this game's shape."""
    parts = {
        "heard": (list(glimpse.heard), tuple[MODEL.announced | MODEL.whispered, ...]),
        "public": (glimpse.public, views.Public),
        "private": (glimpse.private, views.Private),
        "menu": (list(glimpse.menu), tuple[MODEL.action, ...]),
    }
    name = rng.choice([name for name, (value, _) in parts.items() if value])
    value, kind = parts[name]
    tree = msgspec.to_builtins(value)
    places = list(leaves(tree))
    at, key = rng.choice(places)
    others = [other[k] for other, k in places if type(other[k]) is type(at[key])]
    at[key] = rng.choice((rng.choice(others), rng.choice(NONSENSE)))
    try:
        found = replace(glimpse, **{name: msgspec.convert(tree, kind)})
    except msgspec.ValidationError:
        return None
    return found if len({*found.menu}) == len(found.menu) else None


def leaves(tree):
    pairs = tree.items() if isinstance(tree, dict) else enumerate(tree)
    for key, value in pairs:
        yield tree, key
        if isinstance(value, dict | list):
            yield from leaves(value)


def look_at(options, seat, glimpse, rng):
    """The plain board, every slice of the screen, every question."""
    names = {"you": seat, "names": ("Kay", "Ada"), "game": MODEL.id, "options": options}
    board = board_of(SimpleNamespace(**names), Words("en", "court"), Paper(StringIO()), pauses=False)
    board.hear(glimpse)
    sheet = board._sheet
    for ask in (sheet.turn, sheet.table, sheet.lying, partial(sheet.moment, None), sheet.result):
        assert all(isinstance(line, str) for line in ask())
    public = views.as_seen(glimpse.public, glimpse.private)
    voice = text.voice(MODEL.id, "en", "court", ("Kay", "Ada"), seat, options)
    voice.look(public)
    words = Wording("en", area="princes-screen")
    lines = since_turned([glimpse])
    see = PrincesView(
        options, ("Kay", "Ada"), seat, public, glimpse.private, voice, words, ("online",) * 2, *lines
    )
    now = picked_move(glimpse.menu)
    drawn(see, now), pages(see)
    if glimpse.menu:
        move = asked_move(glimpse.menu)
        while move.done is None:
            question = move.question
            assert voice.ask(question)
            move = move.answered(rng.choice([(voice.answer(question, a), a) for a in question.answers])[1])
