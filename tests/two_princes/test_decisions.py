"""How a card is decided upon, and what of it may be read when."""

from __future__ import annotations

import pytest

from lltui.games.game import Talk, awaited
from lltui.games.two_princes import events as e
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import Options
from lltui.games.two_princes.rules.rulebook import RULES
from lltui.games.two_princes.story.printed import Challenge, Option, Outcome
from lltui.games.two_princes.story.vocabulary import GainAttr, GainItem, HasFlag, Heal
from lltui.games.two_princes.story.vocabulary import Test as Spec
from lltui.text.story_text import StoryWords
from two_princes.stage import Stage, of, says

BOAR = "event.the_marchpane_boar"
DUKE = "event.the_duke_of_buckingham_jests"
CROWN = "event.the_measuring_of_the_crown"
FIRST_DAY = "event.the_first_day"
FORCED = Challenge(
    id="the_ermine",
    number=3,
    part="a",
    title="The Ermine",
    decision="forced",
    when_a=HasFlag(flag="PLOT_JOINED"),
    a=Option(label="He kept his word", back=Outcome(then=(GainItem(item="page_coats", who="one"),))),
    b=Option(label="Search in the dark", test=Spec(attr="knowledge", value=7)),
)


def boxes(public):
    return [text for text in public.shown if text != "intro.text"]


@says("R4.1")
def test_together_both_must_want_the_same():
    stage = Stage()
    stage.lay(FIRST_DAY)
    stage.do(0, m.Propose("a"))
    stage.do(1, m.Propose("b"))
    assert stage.public.phase == "together"
    assert stage.public.asked.proposals == ("a", "b")
    assert not boxes(stage.public)
    told = stage.do(0, m.Propose("b"))
    assert of(e.Decided, told) == [e.Decided(FIRST_DAY, "b")]


@says("R4.1")
def test_who_has_proposed_waits_and_may_give_in_or_call_the_die():
    stage = Stage()
    stage.lay(FIRST_DAY)
    assert stage.menu(0) == (m.Propose("a"), m.Propose("b"))
    stage.do(0, m.Propose("a"))
    assert stage.menu(0) == (m.TakeBack(),)
    assert awaited(RULES, stage.state, 2) == (1,)
    stage.do(1, m.Propose("b"))
    assert stage.menu(0) == (m.Propose("b"), m.CallDie())
    assert stage.menu(1) == (m.Propose("a"), m.CallDie())


@says("R4.1")
def test_a_proposal_may_be_changed_until_it_is_answered():
    stage = Stage()
    stage.lay(FIRST_DAY)
    stage.do(0, m.Propose("a"))
    told = stage.do(0, m.TakeBack())
    assert of(e.TookBack, told) == [e.TookBack(0)]
    assert stage.public.asked.proposals == (None, None)
    assert stage.menu(0) == stage.menu(1) == (m.Propose("a"), m.Propose("b"))
    stage.do(0, m.Propose("b"))
    assert of(e.Decided, stage.do(1, m.Propose("b"))) == [e.Decided(FIRST_DAY, "b")]


@says("R4.1")
def test_who_it_should_be_may_be_changed_until_it_is_answered():
    stage = Stage()
    stage.effect(GainAttr(who="one", attr="charm"))
    stage.do(1, m.Name(1))
    assert stage.menu(1) == (m.TakeBack(),)
    stage.do(1, m.TakeBack())
    assert stage.public.asked.names == (None, None)
    stage.do(0, m.Name(0))
    assert of(e.ItIs, stage.do(1, m.Name(0))) == [e.ItIs(0)]


@says("R4.2")
def test_individually_both_are_revealed_at_once():
    stage = Stage()
    stage.lay(BOAR)
    assert {RULES.talk(stage.state, seat) for seat in (0, 1)} == {Talk.SHUT}
    told = stage.do(1, m.Ballot("a"))
    assert of(e.BallotsOpened, told) == []
    assert stage.public.asked.chosen == (1,)
    assert "'a'" not in repr(stage.public.asked)
    assert RULES.private(stage.state, 1).ballot == "a"
    assert RULES.private(stage.state, 0).ballot is None
    assert stage.menu(1) == ()
    assert RULES.talk(stage.state, 0) is Talk.SHUT
    told = stage.do(0, m.Ballot("b"))
    assert of(e.BallotsOpened, told) == [e.BallotsOpened(BOAR, "b", "a")]
    assert RULES.talk(stage.state, 0) is Talk.OPEN


@says("R4.3")
def test_where_edward_decides_richard_only_talks():
    stage = Stage(Options(edward=1))
    stage.lay(CROWN)
    assert stage.menu(0) == ()
    assert RULES.talk(stage.state, 0) is Talk.OPEN
    told = stage.do(1, m.Choose(1))
    assert of(e.Chose, told) == [e.Chose(1, f"{CROWN}.b.label")]
    assert boxes(stage.public) == [f"{CROWN}.b.back.text"]


@says("R4.4")
@pytest.mark.parametrize(("flags", "option"), [(["PLOT_JOINED"], "a"), ([], "b")])
def test_forced_the_card_chooses(flags, option):
    stage = Stage()
    stage.state.flags = flags
    ermine = stage.print(FORCED)
    told = stage.lay(ermine)
    assert of(e.Decided, told) == [e.Decided(ermine, option, forced=True)]
    assert stage.public.phase == ("one" if option == "a" else "commit")


@says("R4.5")
@pytest.mark.parametrize(("face", "option"), [(1, "a"), (3, "a"), (4, "b"), (6, "b")])
def test_the_die_settles_what_they_cannot(face, option):
    stage = Stage()
    stage.lay(FIRST_DAY)
    stage.do(0, m.Propose("a"))
    assert m.CallDie() not in stage.menu(1)
    stage.do(1, m.Propose("b"))
    assert m.CallDie() in stage.menu(0)
    stage.do(1, m.CallDie(), hold=True)
    assert RULES.pile(stage.state) == (6, False)
    told = stage.order((face - 1, *(k for k in range(6) if k != face - 1)))
    assert of(e.DieThrown, told) == [e.DieThrown(face)]
    assert of(e.Decided, told) == [e.Decided(FIRST_DAY, option)]
    assert stage.public.die == face


@says("R4.5")
def test_the_die_also_says_which_of_the_two():
    stage = Stage()
    stage.effect(GainAttr(who="one", attr="charm"))
    stage.do(0, m.Name(0))
    stage.do(1, m.Name(1))
    stage.do(0, m.CallDie(), hold=True)
    told = stage.order((5, 0, 1, 2, 3, 4))
    assert of(e.AttributeGrew, told) == [e.AttributeGrew(1, "charm", 1)]


def test_one_of_you_is_agreed_upon():
    stage = Stage()
    stage.effect(Heal(who="one", kinds=("happy",)))
    assert stage.public.phase == "one"
    stage.both(m.Name(1))
    assert stage.public.phase == "mend"
    assert stage.menu(0) == ()


@says("R4.6")
def test_nothing_of_the_back_is_shown_before_the_test_is_over():
    stage = Stage()
    stage.lay("event.the_friar_with_inky_fingers")
    stage.both(m.Propose("a"))
    stage.do(0, m.Commit(1))
    assert not boxes(stage.public)
    stage.do(1, m.Commit(1))
    while stage.public.phase == "items":
        seat = next(s for s in (0, 1) if stage.menu(s))
        assert not boxes(stage.public)
        stage.do(seat, m.NoMoreItems())
    front = "event.the_friar_with_inky_fingers"
    result = "success" if stage.public.trials[0].success else "failure"
    assert boxes(stage.public) == [f"{front}.a.back.text", f"{front}.a.back.{result}_text"]


@pytest.mark.parametrize(
    ("edward", "first", "one", "other"),
    [("a", "edward", "Edward", "Richard"), ("b", "richard", "Richard", "Edward")],
)
def test_where_they_chose_differently_it_is_told_which_of_them_did_what(edward, first, one, other):
    stage = Stage()
    stage.lay(DUKE)
    stage.do(0, m.Ballot(edward))
    stage.do(1, m.Ballot("b" if edward == "a" else "a"))
    [told] = [each.text for each in of(e.TextShown, stage.news) if each.text.startswith(DUKE)]
    assert told == f"{DUKE}.ab.text.{first}"
    assert told in stage.state.told
    for language in ("en", "de"):
        read = StoryWords("tower", language).text(told)
        assert one in read
        assert other in read
        assert "{" not in read


@says("R4.7")
def test_only_the_box_that_was_chosen_is_ever_shown():
    stage = Stage()
    stage.lay(BOAR)
    stage.both(m.Ballot("a"))
    told = of(e.TextShown, stage.news)
    assert [event.text for event in told if event.text.startswith(BOAR)] == [f"{BOAR}.aa.text"]
