"""All sentences of a language as one text, read by a person whenever it changes.

LLTUI_REWRITE=1 writes it anew.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from lltui import text
from lltui.games.chair import Question
from lltui.games.love_letter.model import Options
from lltui.text.sentence_facts import deck
from text.tellings import GAME, LANGUAGES, NAMES, THEMES, events, listeners, voices

GOLDENS = Path(__file__).parent / "goldens"
QUESTIONS = (
    (Question("play", "card", ("guard", "king")), (), ("guard", "king")),
    (Question("play", "target", (0, 1, 2)), (), (0, 1)),
    (Question("play", "target", (0, 1, 2)), (("card", "prince"),), ()),
    (Question("play", "guess", ("king",)), (), ("king",)),
    (Question("play", "guess", ("king",)), (("card", "guard"), ("target", 2)), ()),
    (Question("keep", "card", ("guard", "king")), (), ("king",)),
    (Question("keep", "under", ()), (("card", "guard"),), (("king", "priest"), ("king",))),
)
TABLES = (
    (Options("classic"), 2),
    (Options("manual", ("loser-starts",)), 3),
    (Options("tempest", ("no-shared-ties",)), 4),
    (Options("german"), 4),
    (Options("modern"), 6),
)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_sentences_are_those_that_a_person_has_read(language):
    told = "\n".join((*news(language), *questions(language), *rules(language), *themes(language))) + "\n"
    golden = GOLDENS / f"{language}.txt"
    if os.environ.get("LLTUI_REWRITE"):
        golden.parent.mkdir(exist_ok=True)
        golden.write_text(told, "utf-8")
    assert golden.read_text("utf-8") == told


def news(language):
    """What happened, and who hears it so."""
    heard = voices(language, THEMES[0])
    for event in events():
        yield f"{event!r}"
        said = {}
        for you in listeners(event):
            said.setdefault(heard[you].say(event), []).append("watcher" if you is None else NAMES[you])
        yield from (f"    {', '.join(who)}: {sentence}" for sentence, who in said.items())


def questions(language):
    voice = text.voice(GAME, language, THEMES[0], NAMES, 0)
    yield f"\n{', '.join(voice.names)}; {voice.token(1)}, {voice.token(2)}; {voice.barred('forced', 'king')}"
    for question, picked, answers in QUESTIONS:
        yield voice.ask(question, picked)
        yield from (f"    {voice.answer(question, answer)}" for answer in answers)


def rules(language):
    for options, seats in TABLES:
        yield f"\n{options!r}, {seats} seats"
        for section in text.rules(GAME, language, THEMES[0], options, seats):
            yield f"  {section.title}"
            yield from (f"    {line}" for line in section.lines)


def themes(language):
    grammar = text.Library().tongue(language).grammar
    for line in text.themes(language):
        yield f"\n{line.id}: {line.title}. {line.about}"
        yield text.rules(GAME, language, line.id, Options(), 2)[0].lines[0]
        voice = text.voice(GAME, language, line.id, (), None)
        yield f"    {voice.glyph('token')} {voice.glyph('token', ascii_only=True)} {voice.token(2)}"
        cases = [case for case in grammar.cases if case in grammar.kind["name"].the]
        for card in deck(Options("modern")):
            name = card.id
            forms = ", ".join(dict.fromkeys(voice.card(name, case) for case in cases))
            yield f"    {voice.glyph(name)} {voice.glyph(name, ascii_only=True)} {voice.card(name)}: {forms}"
