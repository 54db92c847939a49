"""What may be said at the table: general terms, and no numbers from the cards."""

from __future__ import annotations

import pytest
import run

from lltui import text
from lltui.cli import main
from lltui.desk.two_princes.telling import RULES as RULES_IN_SHORT
from lltui.games.game import Announced, Talk
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as m
from lltui.games.two_princes.loading import BrokenStory
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.chapters import Visiting
from lltui.games.two_princes.rules.moments import Pausing
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.story.printed import GROWS
from lltui.plain.princes_sheet import HELP
from two_princes.stage import Stage

LINES = run.read("princes/talk.json")["lines"]


def lines(at, why):
    """Those of protocol/vectors that may be said then, or for this reason may not."""
    return [each["says"] for each in LINES if (each["at"], each["why"]) == (at, why)]


def refused(line, talk="filtered"):
    return RULES.refuses(Stage(Options(talk=talk)).state, 0, line)


def settling(line, seat=0):
    """While it is asked how many cards are played."""
    stage = Stage()
    stage.hand(0, "heavy_eyes", "fever", "flux", "malmsey", "ludlow_legs")
    stage.test("charm", 9)
    return RULES.refuses(stage.state, seat, line)


@pytest.mark.parametrize("line", lines("settling", None))
def test_how_many_cards_one_plays_is_said_while_they_are_settled_on(line):
    """ "It is ok to say: I'm feeling strong so I will use 3 cards"; and at no other moment it is asked."""
    assert settling(line) is None
    assert refused(line) == "numbers"


@pytest.mark.parametrize("line", lines("settling", "numbers"))
def test_what_stands_on_the_cards_is_not_said_then_either(line):
    """ "But not ok to say: I've got three +1 Physique cards"."""
    assert settling(line) == "numbers"


@pytest.mark.parametrize(
    "line",
    ["I hold Heavy Eyes", "heavy eyes!", "h e a v y, no: FEVER", "Schwere Augen", "my Ludlow legs will do"],
)
def test_no_card_of_the_own_hand_is_named_in_any_language(line):
    """ "It is not allowed to show your cards": its name shows it."""
    assert settling(line) == "titles"
    assert settling(line, seat=1) is None


def test_at_an_open_table_and_by_its_kind_a_card_may_be_spoken_of():
    assert settling("I feel Sick, and have a weak hand") is None
    assert refused("Heavy Eyes", talk="open") is None


@pytest.mark.parametrize("line", lines("pause", None))
def test_general_terms_are_fine(line):
    assert refused(line) is None


@pytest.mark.parametrize("line", lines("pause", "numbers"))
def test_numbers_are_refused(line):
    assert refused(line) == "numbers"


def test_a_line_has_an_end():
    assert refused("a " * 81) == "long"


def test_at_an_open_table_everything_may_be_said():
    assert refused("I have three cards with +2", talk="open") is None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("reason", ["numbers", "long", "titles"])
def test_a_refusal_has_words(language, reason):
    assert text.words(language, "net")[f"refused.illegal.{reason}"]


def test_signals_are_all_that_a_table_of_signals_allows():
    stage = Stage(Options(talk="signals"))
    assert RULES.talk(stage.state, 0) is Talk.SIGNALS


@pytest.mark.parametrize(("alone", "talk"), [("open", Talk.OPEN), ("strict", Talk.SHUT)])
def test_where_it_is_strict_nobody_talks_while_one_is_alone(alone, talk):
    stage = Stage(Options(alone=alone))
    stage.state.encounters["exploration"] = ["the_wakefield_tower"]
    stage.perform(Visiting(0), Pausing())
    assert RULES.talk(stage.state, 1) is Talk.OPEN
    stage.do(0, m.Visit("exploration"))
    assert {RULES.talk(stage.state, seat) for seat in (0, 1)} == {talk}
    stage.do(0, m.ChooseApart(1) if alone == "strict" else m.Choose(1))
    assert RULES.talk(stage.state, 1) is Talk.OPEN


@pytest.mark.parametrize(("language", "said"), [("en", "At the sixth misery"), ("de", "Beim sechsten Elend")])
def test_the_rules_can_be_read_without_a_table(language, said, capsys):
    assert main(["rules", "princes", "--language", language]) == 0
    told = " ".join(capsys.readouterr().out.split())
    assert said in told
    assert len(told) > 1_000


TOLD = {
    "en": (
        "the library Knowledge, the Tower green Physique, the solar Charm, wherever nobody looks Courage",
        "pick one condition from his discards and shuffle it into his draw pile",
        "all may be read first",
    ),
    "de": (
        "die Bibliothek Wissen, der Rasen des Towers Körper, der Söller Charme, wo niemand hinsieht Mut",
        "einen Zustand aus seiner Ablage wählen und in seinen Zugstapel mischen",
        "darf erst ganz gelesen werden",
    ),
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_places_nights_and_what_may_be_read_first_stand_in_the_rules(language, capsys):
    """ "Each Location has an Attribute", "if a Prince stays in bed", "allowed to read before deciding".

    In `lltui rules`, on the plain board, and on the full screen.
    """
    assert main(["rules", "princes", "--language", language]) == 0
    told = " ".join(capsys.readouterr().out.split())
    said = text.words(language, "princes")
    read = " ".join(said[f"rules.{name}"] for name in RULES_IN_SHORT)
    asked = " ".join(said[f"rules.{name}"] for phase in ("visit", "night") for name in HELP[phase])
    for sentence in TOLD[language]:
        assert sentence in told
        assert sentence in read
        assert sentence in asked
    for deck, attr in GROWS.items():
        assert said[f"attr.{attr}"] in TOLD[language][0], deck


@pytest.mark.parametrize("alone", ["open", "strict"])
def test_a_strict_table_shows_the_brother_only_what_comes_of_an_encounter(alone):
    stage = Stage(Options(alone=alone)).until("alone", "tower")
    while stage.state.front is None or not stage.state.front.startswith("encounter."):
        stage.random_move()
        stage.until("alone", "tower")
    who = stage.state.seat(stage.state.reader)
    card = stage.state.front.removeprefix("encounter.")
    mine, his = (repr((stage.public, RULES.private(stage.state, seat))) for seat in (who, 1 - who))
    assert card in mine
    assert (card in his) is (alone == "open")
    assert stage.public.apart == (None if alone == "open" else who)
    told = stage.do(who, stage.menu(who)[0])
    public = [event for event in told if isinstance(event, Announced)]
    assert (card in repr(public)) is (alone == "open")
    assert card in repr(told)


def test_a_broken_translation_keeps_nobody_from_talking(monkeypatch):
    """Titles of the own hand are looked for in every language that the story has."""

    def broken(story, language):
        raise BrokenStory(file="de.toml", card="", line=1, detail="no TOML")

    monkeypatch.setattr(loading, "translations", broken)
    loading._readable.cache_clear()
    try:
        stage = Stage(Options(talk="filtered"))
        stage.hand(0, "fever")
        assert RULES.refuses(stage.state, 0, "hello") is None
        assert RULES.refuses(stage.state, 0, "I hold the Fever")
    finally:
        loading._readable.cache_clear()
