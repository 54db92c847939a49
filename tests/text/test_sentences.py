"""Every event, in every language and theme, for every listener, is a sentence that says what it may."""

from __future__ import annotations

import re

import pytest

from lltui import text
from lltui.authoring import own_words
from lltui.errors import Trouble
from lltui.games.love_letter.events import CardDrawn, Drew, HandLookedAt, HandSeen, MatchWon, Played, RoundWon
from lltui.games.love_letter.model import Options
from lltui.text.grammar import GrammarError
from lltui.text.sentence_facts import deck
from text.tellings import CARDS, GAME, LANGUAGES, NAMES, THEMES, cards, events, listeners, mentioned, voices

EVENTS = list(events())
SENTENCE = re.compile(r"[A-ZÄÖÜ0-9][^{}]*[.!?]")
every_theme = pytest.mark.parametrize("theme", THEMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


@every_language
@every_theme
def test_every_event_is_a_sentence_for_every_listener(language, theme):
    heard = voices(language, theme)
    for event in EVENTS:
        for you in listeners(event):
            said = heard[you].say(event)
            assert SENTENCE.fullmatch(said), said
            assert "  " not in said, said
            assert "None" not in said, said


@every_language
@every_theme
def test_a_sentence_names_the_cards_of_its_event_and_no_other(language, theme):
    heard = voices(language, theme)
    forms = {card: card_forms(heard[None], language, card) for card in CARDS}
    for event in EVENTS:
        for you in listeners(event):
            said = heard[you].say(event)
            told = {card for card in CARDS if any(re.search(rf"\b{form}\b", said) for form in forms[card])}
            assert told == set(cards(event)), (event, said)


@every_language
@every_theme
def test_a_sentence_speaks_to_the_listener_and_names_the_others(language, theme):
    heard = voices(language, theme)
    for event in EVENTS:
        for you in listeners(event):
            said = heard[you].say(event)
            for seat in set(mentioned(event)) - {you}:
                assert NAMES[seat] in said or needless(event, seat), (event, said)
            if you is not None:
                assert NAMES[you] not in said, said


def needless(event, seat):
    """Whoever guessed wrong was named one sentence before; and a tie needs no loser, a winner no other."""
    return type(event).__name__ == "GuessMissed" and seat == event.who


def card_forms(voice, language, card):
    cases = text.Library().tongue(language).grammar.cases
    bare = {voice.card(card)}
    return bare | {voice.card(card, case).split(" ", 1)[-1] for case in cases if has(voice, card, case)}


def has(voice, card, case):
    try:
        return bool(voice.card(card, case))
    except GrammarError:
        return False


# ------------------------------------------------------------------ sentences by hand


@pytest.mark.parametrize(
    ("language", "you", "event", "said"),
    [
        ("en", 0, Played(0, "guard", 1, "king"), "You play the Guard on Ben and name the King."),
        ("en", 1, Played(0, "guard", 1, "king"), "Ada plays the Guard on you and names the King."),
        ("en", 2, HandLookedAt(0, 1), "Ada looks at Ben\N{RIGHT SINGLE QUOTATION MARK}s hand."),
        ("en", 1, HandLookedAt(0, 2), "Ada looks at James\N{RIGHT SINGLE QUOTATION MARK}s hand."),
        ("en", 0, HandSeen(0, 1, "prince"), "Ben holds the Prince."),
        ("en", None, Played(1, "prince", 1), "Ben plays the Prince and chooses Ben."),
        ("de", 0, Played(0, "prince", 0), "Du spielst den Prinzen und wählst dich selbst."),
        (
            "de",
            1,
            Played(0, "guard", 1, "countess"),
            "Ada spielt die Wächterin, wählt dich und nennt die Gräfin.",
        ),
        ("de", None, HandLookedAt(0, 2), "Ada sieht sich James\N{RIGHT SINGLE QUOTATION MARK} Handkarte an."),
        ("de", None, HandLookedAt(0, 1), "Ada sieht sich Bens Handkarte an."),
        ("de", 1, HandLookedAt(0, 1), "Ada sieht sich deine Handkarte an."),
    ],
)
def test_words_bend_as_their_language_wants(language, you, event, said):
    assert text.voice(GAME, language, "court", NAMES, you).say(event) == said


def test_proper_names_take_no_article():
    voice = text.voice(GAME, "de", "reindeer", NAMES, None)
    assert voice.say(Played(0, "king", 1)) == "Ada spielt Flint und wählt Ben."


def test_a_draw_is_told_once_to_whoever_draws():
    news = (Drew(0), CardDrawn(0, "king"))
    assert text.voice(GAME, "en", "court", NAMES, 0).tell(news) == ["You draw the King."]
    assert text.voice(GAME, "en", "court", NAMES, 1).tell(news[:1]) == ["Ada draws a card."]


def test_a_name_is_never_read_as_a_template():
    voice = text.voice(GAME, "en", "court", ("{card}", "lower"), None)
    assert voice.say(Drew(0)) == "{card} draws a card."
    assert voice.say(Drew(1)) == "lower draws a card."


# ------------------------------------------------------------------ cards and rules


@every_language
@every_theme
def test_every_card_of_every_edition_has_its_rule_in_words(language, theme):
    voice = text.voice(GAME, language, theme, (), None)
    for options, seats in own_words.tables():
        if options.variants or options.target:
            continue
        chapters = text.rules(GAME, language, theme, options, seats)
        for line in (line for chapter in chapters for line in chapter.lines):
            assert re.fullmatch(r"[A-ZÄÖÜ0-9][^{}]*[.!?]", line), line
            assert "  " not in line, line
        for card in deck(options):
            assert voice.rule(card.id, options) in "".join(chapters[-2].lines)


def test_the_rules_help_of_an_edition_says_its_own_numbers():
    def told(options, seats):
        return "\n".join(line for c in text.rules(GAME, "en", "court", options, seats) for line in c.lines)

    assert "With two players, the next three lie face up" in told(Options("classic"), 2)
    assert "lie face up beside the pile" not in told(Options("classic"), 3)
    assert "5 hearts" in told(Options("german"), 2)
    assert "the youngest of them wins the match" in told(Options("german"), 4)
    assert "reaches protected players too" in told(Options("manual"), 4)
    assert "nobody wins the round" in told(Options("tempest", ("no-shared-ties",)), 4)
    assert "Chancellor" in told(Options("modern"), 6)
    assert "Chancellor" not in told(Options("classic"), 4)
    assert "the first to have 9 hearts" in told(Options("classic", target=9), 4)


def test_the_rules_help_refuses_a_table_that_the_edition_is_not_for():
    with pytest.raises(Trouble, match="WrongSeats"):
        text.rules(GAME, "en", "court", Options("classic"), 6)


@pytest.mark.parametrize(
    ("language", "you", "round_won", "match_won"),
    [
        (
            "en",
            None,
            "Ada, Ben and James are equal and share the round.",
            "Ada, Ben and James win the match together.",
        ),
        (
            "en",
            1,
            "You, Ada and James are equal and share the round.",
            "You, Ada and James win the match together.",
        ),
        (
            "de",
            None,
            "Gleichstand: Ada, Ben und James gewinnen die Runde gemeinsam.",
            "Ada, Ben und James gewinnen die Partie gemeinsam.",
        ),
        (
            "de",
            2,
            "Gleichstand: Ada, Ben und du gewinnt die Runde gemeinsam.",
            "Ada, Ben und du gewinnt die Partie gemeinsam.",
        ),
    ],
)
def test_three_who_share_an_ending_are_all_named(language, you, round_won, match_won):
    voice = text.voice(GAME, language, "court", NAMES, you)
    assert voice.say(RoundWon((0, 1, 2), "tied")) == round_won
    assert voice.say(MatchWon((0, 1, 2))) == match_won
