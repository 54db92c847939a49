"""What may be said at the table: general terms, and no numbers from the cards."""

from __future__ import annotations

import pytest

from lltui import text
from lltui.cli import main
from lltui.games.game import Announced, Talk
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules import RULES
from lltui.games.two_princes.tasks import GoSomewhere, Pause
from two_princes.stage import Stage


def refused(line, talk="filtered"):
    return RULES.refuses(Stage(Options(talk=talk)).state, 0, line)


@pytest.mark.parametrize(
    "line",
    [
        "I am strong here",
        "I feel strong, use fewer cards",
        "lean on me",
        "Ich bin hier stark, verlass dich auf mich",
        "once more, brother",
        "one moment please",
        "I trust you!",
        "both of us should go",
        "no, go to the library",
        "Ein Moment, ich denke nach",
        "i will do it",
        "wait a second, it's even better",
        "Achte auf die Wache, und achten wir auf das Tor",
        "weighty words, often spoken at the tent",
        "I a m ready",
        "Gehen wir, Brüderchen",
        "à bientôt",
        "",
    ],
)
def test_general_terms_are_fine(line):
    assert refused(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "I have 3",
        "I have three",
        "plus two",
        "minus one courage",
        "my card is a one",
        "both cards are good",
        "½",
        "VII",
        "\N{FULLWIDTH DIGIT THREE}",
        "|||",
        "strong!!!",
        "ich habe drei",
        "Zwei Karten",
        "eine gute Karte",
        "the first card",
        "²",
        "double courage",
        "ich habe f\u00fcnf",
        "ich habe fu\u0308nf",
        "fuenf",
        "t w o",
        "t.w.o",
        "t-h-r-e-e good ones",
        "thrée",
        "threeeee",
        "threes",
        "plusdrei",
        "sixteen",
        "the fourth",
        "der vierte",
        "dreimal",
        "dreißig",
        "my second card",
        "tw\N{CYRILLIC SMALL LETTER O}",
        "\N{CJK UNIFIED IDEOGRAPH-4E09}",
        "\N{DIE FACE-3}",
        "\N{CLOCK FACE THREE OCLOCK}",
        "\N{MATHEMATICAL BOLD SMALL T}wo",
        "\N{ARABIC-INDIC DIGIT THREE}",
    ],
)
def test_numbers_are_refused(line):
    assert refused(line) == "numbers"


def test_a_line_has_an_end():
    assert refused("a " * 81) == "long"


def test_at_an_open_table_everything_may_be_said():
    assert refused("I have three cards with +2", talk="open") is None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("reason", ["numbers", "long"])
def test_a_refusal_has_words(language, reason):
    assert text.words(language, "net")[f"refused.illegal.{reason}"]


def test_signals_are_all_that_a_table_of_signals_allows():
    stage = Stage(Options(talk="signals"))
    assert RULES.talk(stage.state, 0) is Talk.SIGNALS


@pytest.mark.parametrize(("alone", "talk"), [("open", Talk.OPEN), ("strict", Talk.SHUT)])
def test_where_it_is_strict_nobody_talks_while_one_is_alone(alone, talk):
    stage = Stage(Options(alone=alone))
    stage.state.encounters["exploration"] = ["the_wakefield_tower"]
    stage.perform(GoSomewhere(0), Pause())
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
