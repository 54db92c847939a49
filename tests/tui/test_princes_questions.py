"""What is asked at the princes' table: on the smallest screen, too, every answer is seen or scrolled to."""

from __future__ import annotations

import re
from functools import cache

import pytest
from msgspec.structs import replace
from tui.lying import desk_with
from tui.princely import NAMES, Played

from lltui.desk.two_princes.possible_moves import picked_move
from lltui.desk.two_princes.view import Setting, play, princes_view
from lltui.games.game import asked
from lltui.games.two_princes import events as e
from lltui.games.two_princes import loading
from lltui.games.two_princes import model as m
from lltui.games.two_princes.model import MODEL
from lltui.games.two_princes.story import vocabulary as v
from lltui.games.two_princes.story.printed import Card
from lltui.games.two_princes.views import Asked, Held, OpenCard
from lltui.plain.princes_sheet import PrincesSheet
from lltui.text import Wording
from lltui.text.story_text import EffectText, StoryWords, ended
from lltui.tui.art.rows import MORE, plain
from lltui.tui.two_princes import draw_panels, draw_story
from lltui.tui.two_princes.draw_panels import DeedShown
from lltui.tui.two_princes.story_table import LEAST, needed_rows, plan

SMALL = (80, 24)
SIZES = [SMALL, (100, 30), (160, 50)]
INDEX = loading.story_index("tower")
LANGUAGES = ["en", "de"]


def see_of(glimpse, seat, options, language):
    desk = desk_with(MODEL.id, options, NAMES, seat, glimpse, language=language)
    return princes_view(desk, Wording(language, "", "princes-screen"))


@cache
def moments():
    """Of each kind of question, with so many answers, one; out of some matches."""
    found = {}
    for seed in range(7, 15):
        played = Played(seed).over()
        for seat in (0, 1):
            for glimpse in played.glimpses[seat]:
                if not asked(glimpse.menu):
                    continue
                public = glimpse.public
                kind = (public.phase, len(glimpse.menu), len(public.trials), bool(public.asked.offer))
                found.setdefault(kind, (glimpse, seat, played.options))
    return found


def shown_on(see, now, size):
    """The rows of what is asked, as they stand on a screen of that size."""
    cells, rows = size
    shown = DeedShown(see, now)
    made = plan(cells, rows, needed_rows(shown, cells, covered=False, said=1))
    assert made.story >= LEAST
    return plain(draw_panels.deed(shown, cells, made.deed)) if made.deed else []


def reached(see, now, size):
    """Every answer can be chosen so that it is seen, marked, with all that it says."""
    for _ in now.answers:
        now = now.shift(1)
        rows = shown_on(see, now, size)
        room = size[0] - (draw_panels.TOKENS if see.public.phase == "ballot" else 0)
        told = " ".join(" ".join(each[:room] for each in rows).split())
        (chosen,) = (each for each in draw_panels._offered(DeedShown(see, now)) if each.chosen)
        assert "▸" in told, told
        marked = told.split("▸")[1].replace("▲", " ").replace("▼", " ")
        wanted = f"{chosen.key} {chosen.label}" if chosen.key != chosen.label else chosen.label
        assert " ".join(marked.split()).startswith(wanted.strip()), (wanted, rows)
        for word in chosen.rules.split():
            assert word in marked, (word, rows)
        assert MORE not in told, rows


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_answer_to_what_a_match_asks_is_seen_when_it_is_chosen(language, size):
    phases = set()
    for (phase, *_), (glimpse, seat, options) in moments().items():
        see, now = see_of(glimpse, seat, options, language), picked_move(glimpse.menu)
        if phase in ("visit", "night"):
            continue  # the map has them
        for looking in (now, now.look_through()) if now.has_things else (now,):
            if looking.answers and not all(isinstance(each, m.Ready) for each in looking.answers):
                phases.add(phase)
                reached(see, looking, size)
    assert phases >= {
        "pause",
        "together",
        "ballot",
        "alone",
        "one",
        "commit",
        "items",
        "mend",
        "lose",
        "rest",
    }


def asks(front):
    """A menu and what is asked, for each question that is printed on a card."""
    if isinstance(INDEX.fronts[front], Card):
        card = INDEX.fronts[front]
        how = {"together": (m.Propose("a"), m.Propose("b"), m.CallDie()),
               "individually": (m.Ballot("a"), m.Ballot("b"))}  # fmt: skip
        phase = {"together": "together", "individually": "ballot"}.get(card.decision, "alone")
        yield phase, how.get(card.decision, (m.Choose(0), m.Choose(1))), None
    for place, effect in INDEX.effects.items():
        if not place.startswith(f"{front}."):
            continue
        if isinstance(effect, v.Choose):
            yield "alone", tuple(m.Choose(n) for n in range(len(effect.options))), place
        elif getattr(effect, "who", "") == "one":
            yield "one", (m.Name(0), m.Name(1), m.CallDie()), place


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_of_the_story_stands_whole_on_the_smallest_screen(language):
    glimpse, seat, options = next(found for (phase, *_), found in moments().items() if phase == "together")
    number = 0
    for front in INDEX.fronts:
        for phase, menu, effect in asks(front):
            values = (12, 12) if isinstance(INDEX.fronts[front], Card) else ()
            public = replace(
                glimpse.public, phase=phase, trials=(), ballots=(None, None), asked=Asked(effect=effect),
                front=OpenCard(front, 0, values=values),
            )  # fmt: skip
            see = see_of(replace(glimpse, public=public, menu=menu), seat, options, language)
            rows = shown_on(see, picked_move(menu), SMALL)
            assert MORE not in "".join(rows), rows
            reached(see, picked_move(menu), SMALL)
            number += 1
    assert number > 100


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_many_things_are_scrolled_to_and_a_click_finds_the_one_that_is_seen(language, size):
    """In the shared test four things were to choose from, and the list of them was not on the screen."""
    glimpse, seat, options = next(found for (phase, *_), found in moments().items() if phase == "items")
    (trial, *_) = glimpse.public.trials
    helping = [item for item, printed in INDEX.items.items() if trial.attr in printed.bonus][:9]
    boys = tuple(
        replace(boy, items=tuple(Held(item, 2) for item in INDEX.items)) for boy in glimpse.public.princes
    )
    conditions = [*INDEX.conditions][:5]
    both = replace(
        trial, who=(0, 1), settled=(5, 5), drawn=(tuple(conditions), tuple(conditions)), used=(), total=3,
        success=None, value=12,
    )  # fmt: skip
    public = replace(glimpse.public, princes=boys, trials=(both,))
    menu = (*map(m.UseItem, helping), m.NoMoreItems())
    see, now = see_of(replace(glimpse, public=public, menu=menu), seat, options, language), picked_move(menu)
    reached(see, now, size)
    remedies = tuple(m.Remedy("bezoar", card, "hand") for card in [*INDEX.conditions][:14])
    offers = tuple(m.Offer(item) for item in [*INDEX.items][:12])
    menu = (m.Ready(), *offers, *remedies)
    public = replace(glimpse.public, princes=boys, trials=(), phase="pause")
    see = see_of(replace(glimpse, public=public, menu=menu), seat, options, language)
    now = picked_move(menu).look_through()
    assert now.answers == (*remedies, *offers), "what heals has the keys"
    reached(see, now, size)
    cells, rows = size
    for _ in range(12):
        now = now.shift(1)
        shown = DeedShown(see, now)
        made = plan(cells, rows, needed_rows(shown, cells, covered=False, said=1))
        drawn = plain(draw_panels.deed(shown, cells, made.deed))
        (line,) = (n for n, text in enumerate(drawn) if "▸" in text)
        chosen = next(each for each in draw_panels._offered(shown) if each.chosen)
        assert draw_panels.choice_at(shown, cells, made.deed, 6, line) == chosen.key


def test_what_is_asked_for_stands_in_a_sentence_that_is_never_cut():
    """ "one of you is healed of a card that…": the question hung on the word that was missing."""
    for (phase, *_), (glimpse, seat, options) in moments().items():
        if phase not in ("one", "mend"):
            continue
        see, now = see_of(glimpse, seat, options, "en"), picked_move(glimpse.menu)
        told = " ".join(" ".join(shown_on(see, now, SMALL)).split())
        effect = glimpse.public.asked.effect
        wanted = see.voice.effect_text.effect(INDEX.effects[effect], effect)
        assert wanted[1:] in told.replace("→ ", "")


def any_moment(phase):
    return next(found for (each, *_), found in moments().items() if each == phase)


# ---------------------------------------------------------------------- words


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_kind_of_a_card_in_hand_is_said_shorter_than_it_is(language):
    see = see_of(*any_moment("commit"), language)
    for card, printed in INDEX.conditions.items():
        for attr in ("physique", "knowledge"):
            (told,) = plain([draw_panels._entry(play(see, card, (attr,)), 38)])
            assert told.split()[0] == see.frame(f"kind.{printed.kind}")
            title = see.voice.story.title("condition", card)
            assert MORE not in told or len(see.frame(f"kind.{printed.kind}")) + len(title) > 32


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_place_hour_or_alarm_is_cut_in_the_first_line(language):
    glimpse, seat, options = any_moment("together")
    see = see_of(glimpse, seat, options, language)
    for card in INDEX.challenges.values():
        for hour in INDEX.story.hours:
            front = OpenCard(f"challenge.{card.id}", 0)
            chapter = f"escape_{card.part}"
            public = replace(
                glimpse.public, chapter=chapter, hour=hour.id, alarm=True, front=front, deck=18, misery=4
            )
            shown = draw_story.HeadShown(see._replace(public=public), Setting(public), 4)
            (told,) = plain(draw_story.head(shown, SMALL[0]))
            assert see.frame("night.alarm") in told
            assert "●●●●○○" in told
            assert MORE not in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_princes_are_worth_stands_in_words_and_their_things_do_not_run_off_the_edge(language):
    glimpse, seat, options = any_moment("together")
    see = see_of(glimpse, seat, options, language)
    for number in range(len(INDEX.items)):
        held = tuple(Held(item, 2) for item in [*INDEX.items][number:][: number % 5 + 1])
        boy = replace(see.public.princes[0], items=held, attributes=(6, 6, 6, 6))
        (told,) = plain([draw_panels._short((see, ()), boy, SMALL[0], items=True)])
        assert all(
            see.frame(f"attr.{attr}") in told for attr in ("physique", "charm", "courage", "knowledge")
        )
        assert MORE not in told
        assert len(told) <= SMALL[0]


def test_behind_if_it_holds_a_german_verb_comes_first():
    """ "gelingt sie, Wissen wächst um 1 für ihn" is no German."""
    told = EffectText(Wording("de", area=MODEL.id), StoryWords("tower", "de"))
    verbs = (
        "wächst",
        "wird",
        "werden",
        "bekommt",
        "bekommen",
        "bleibt:",
        "geht",
        "geschieht",
        "vergeht",
        "beginnt",
    )
    number = 0
    for place, effect in INDEX.effects.items():
        if not isinstance(effect, v.TestEffect):
            continue
        lines = told.one(effect, place)
        behind = re.findall(r"elingt sie, (\S+)|sslingt sie, (\S+)", lines)
        assert all((one or other).rstrip(",") in verbs for one, other in behind), lines
        assert not re.search(r"für ihn; |grows by \d+ for", lines)
        number += len(behind)
    assert number > 40


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_somebody_says_ends_with_one_full_stop(language):
    see = see_of(*any_moment("ballot"), language)
    for front, card in INDEX.fronts.items():
        if isinstance(card, Card):
            for said in (e.BallotsOpened(front, "a", "b"), e.Decided(front, "b"), e.Proposed(0, front, "a")):
                assert not re.search(r"[.!?…][”“\u2019'»«]?\.(\s|$)", see.voice.say(said).replace("...", ""))
    assert ended("„Geh du.“. Sie geht... Gut.") == "„Geh du.“ Sie geht... Gut."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_card_that_is_tired_counts_once_more_and_that_is_said_with_one_kind_of_minus(language):
    words = Wording(language, "", "princes-screen")
    assert "\u2212" not in words("trial.minus_tired", who="")
    assert "Richard" in words("trial.minus_tired", who=" (Richard)")


# ----------------------------------------------------------- what an answer does


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_night_in_bed_does_is_said_before_a_card_is_chosen(language):
    glimpse, seat, options = any_moment("rest")
    see, now = see_of(glimpse, seat, options, language), picked_move(glimpse.menu)
    told = " ".join(" ".join(shown_on(see, now, SMALL)).split())
    harms = "before.rest_harms"
    good = next(c for c, p in INDEX.conditions.items() if p.kind == "happy")
    bad = next(
        c for c, p in INDEX.conditions.items()
        if p.kind == "wounded" and max(p.physique, p.charm, p.courage, p.knowledge) <= 0
    )  # fmt: skip
    for cards, key in (((bad,), harms), ((bad, good), "before.rest")):
        boys = tuple(replace(boy, discards=cards) for boy in glimpse.public.princes)
        menu = (*map(m.Rest, cards), m.Rest(None))
        public = replace(glimpse.public, princes=boys)
        see = see_of(replace(glimpse, public=public, menu=menu), seat, options, language)
        told = " ".join(" ".join(shown_on(see, picked_move(menu), SMALL)).split())
        assert see.frame(key) in told.replace("→ ", "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_plain_board_says_what_a_night_in_bed_does(language):
    glimpse, seat, options = any_moment("rest")
    desk = desk_with(MODEL.id, options, NAMES, seat, glimpse, language=language)
    told = PrincesSheet(desk).turn()
    assert see_of(glimpse, seat, options, language).frame("before.rest") in told


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_has_nothing_to_heal_is_named_before_he_is_chosen(language):
    glimpse, seat, options = any_moment("one")
    place = next(p for p, each in INDEX.effects.items() if isinstance(each, v.Heal) and each.who == "one")
    happy = tuple(c for c, p in INDEX.conditions.items() if p.kind == "happy")[:3]
    boys = tuple(replace(boy, discards=happy, hand=3) for boy in glimpse.public.princes)
    public = replace(glimpse.public, princes=boys, asked=Asked(effect=place))
    menu = (m.Name(0), m.Name(1))
    hand = replace(glimpse.private, hand=happy)
    see = see_of(replace(glimpse, public=public, private=hand, menu=menu), seat, options, language)
    own, brother = draw_panels._offered(DeedShown(see, picked_move(menu)))[:: 1 if seat == 0 else -1]
    assert own.rules == see.frame("before.nothing_to_heal")
    assert brother.rules == see.frame("before.unsure_to_heal", who=see.name(1 - seat))
