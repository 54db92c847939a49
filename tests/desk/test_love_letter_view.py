"""What stands on the table: worked out of what this person was told, and of nothing else."""

from __future__ import annotations

from random import Random

import pytest
from kit.scripted import at, began, desk_at, glimpse
from tui import positions

from lltui.arena import SimulatedMatch, play_out
from lltui.bots.catalog import bot
from lltui.client import updates as u
from lltui.desk.love_letter.view import match_view
from lltui.games.chair import Glimpse
from lltui.games.love_letter import events
from lltui.games.love_letter import model as m
from lltui.games.love_letter.rules.rulebook import RULES
from lltui.text import Wording
from lltui.tui.art.rows import plain
from lltui.tui.love_letter import draw_panels, draw_table


def seen(desk, language="en"):
    return match_view(desk, Wording(language, area="table"))


def by_name(seats):
    return {seat.name: seat for seat in seats}


def test_the_others_sit_clockwise_from_you():
    assert [seat.name for seat in seen(at(positions.OWN_TURN)).players()] == ["Ada", "Grace", "Linus"]
    assert [seat.name for seat in seen(at(positions.OWN_TURN, seat=2)).players()] == ["Linus", "Kay", "Ada"]


def test_a_seat_tells_what_everybody_sees():
    seats = by_name(seen(at(positions.OWN_TURN)).players(target=1))
    ada, grace, linus = seats["Ada"], seats["Grace"], seats["Linus"]
    assert ([face.value for face in ada.discards], ada.seat.tokens, ada.goal) == ([2, 3], 2, 4)
    assert (ada.target, ada.word, ada.seat.cards) == (True, "TARGET", 1)
    assert (grace.seat.safe, grace.word) == (True, "SAFE")
    assert (linus.seat.out, linus.word) == (True, "OUT")
    assert not any(seat.held for seat in seats.values())


def test_a_card_that_is_known_for_certain_is_marked():
    ada = seen(at(positions.KNOWS)).players()[0]
    assert [face.id for face in ada.held] == ["king"]
    assert ada.held_word == "holds King"
    assert seen(at(positions.KNOWS, language="de"), "de").players()[0].held_word == "Hand: König"


def test_the_mark_follows_the_card_through_trades_that_everybody_sees():
    """Whoever trades for a known hand holds that card from then on, and everybody who knew it knows that."""
    for heard, before, after in trades():
        known = {each.seat: each.card for each in before.known}
        traded = next(event for event in heard if isinstance(event, events.Traded))
        if traded.target in known and 0 not in (traded.who, traded.target):
            desk = desk_at(began(positions.OWN_TURN), after)
            held = {seat.number - 1: seat.held for seat in seen(desk).players()}
            assert [face.id for face in held[traded.who]] == [known[traded.target]]
            return
    pytest.fail("no such trade was played")


def trades():
    """Every trade of many matches, with what seat 0 knew before and was told after it."""
    options = m.Options(edition="modern")
    for seed in range(200):
        match = SimulatedMatch(RULES, options, 4, Random(seed))
        bots = [bot("random", "love-letter", options, seat) for seat in range(4)]
        rng, before = Random(seed), None
        for _ in range(120):
            if match.pile is not None:
                match.deal()
            elif match.awaited:
                seat = match.awaited[0]
                match.act(seat, bots[seat].choose(match.glimpse(seat), rng))
            else:
                break
            now = match.glimpse(0)
            if before is not None and any(isinstance(event, events.Traded) for event in now.heard):
                yield now.heard, before.private, now
            before = now


@pytest.mark.parametrize("line, missing", [("lag", "slow line"), ("away", "away"), ("empty", "gone")])
def test_who_has_a_bad_line_is_told(line, missing):
    desk = at(positions.OWN_TURN)
    desk.hear(u.PresenceIs(("online", line, "bot", "online"), 0))
    seats = by_name(seen(desk).players())
    assert seats["Ada"].line_word == missing
    assert seats["Grace"].line_word == "bot"
    assert seats["Linus"].line_word == ""


def test_bots_are_known_before_any_line_was_told():
    desk = desk_at(began(positions.OWN_TURN, bots=(2,)), glimpse(positions.OWN_TURN))
    assert by_name(seen(desk).players())["Grace"].line_word == "bot"


def test_a_note_stands_at_its_seat_and_goes_with_the_match():
    desk = at(positions.OWN_TURN)
    desk.notes[1] = "bluffs"
    assert seen(desk).players()[0].note == "bluffs"
    desk.hear(began(positions.OWN_TURN))
    desk.hear(glimpse(positions.OWN_TURN))
    assert seen(desk).players()[0].note == "bluffs"
    desk.hear(began(positions.OWN_TURN, match=2))
    desk.hear(glimpse(positions.OWN_TURN))
    assert seen(desk).players()[0].note == ""


# --------------------------------------------------------------------- counting


def counted(desk):
    return {count.face.name: (count.unseen, count.face.copies) for count in seen(desk).remaining()}


def test_unseen_is_the_deck_without_hand_discards_and_what_lies_open():
    counts = counted(at(positions.TWO))
    assert counts["Guard"] == (5 - 4, 5)
    assert counts["Countess"] == (0, 1)
    assert counts["Prince"] == (1, 2)
    assert counts["Princess"] == (1, 1)


def test_a_known_card_is_seen():
    assert counted(at(positions.KNOWS))["King"] == (0, 1)


@pytest.mark.parametrize(
    "position, card, told",
    [
        (positions.TWO, "countess", (("1 lies open",), "seen")),
        (positions.KNOWS, "king", (("with Ada",), "seen")),
        (f"{positions.TWO} ; unseen counted", "princess", ((), "")),
        (positions.OWN_TURN, "chancellor", (("you hold it",), "")),
        (
            positions.OWN_TURN.replace("*chancellor guard", "*guard guard"),
            "guard",
            (("1 lies open", "you hold 2"), ""),
        ),
    ],
)
def test_a_card_that_was_seen_is_told_where_it_is_and_never_as_gone(position, card, told):
    found = {count.face.id: count for count in seen(at(position)).remaining()}
    assert (found[card].where, found[card].word) == told


def test_where_all_eyes_look_every_hand_is_seen():
    desk = at(positions.OWN_TURN, seat=None)
    assert counted(desk)["King"] == (1, 1)
    desk.hands = tuple(glimpse(positions.OWN_TURN, seat).private for seat in range(4))
    assert counted(desk)["King"] == (0, 1)
    assert [face.id for face in seen(desk).players()[0].held] == ["king"]


def test_the_shares_are_of_all_that_is_hidden():
    counts = seen(at(positions.TWO)).remaining()
    assert abs(sum(count.share for count in counts) - 100) <= len(counts)


def test_a_table_where_nobody_counts_is_told_no_counts():
    assert draw_panels.tracker(draw_panels.Counted(seen(at(positions.TWO)), shown=False), 40, 12) == []


def test_a_table_that_counts_for_nobody_tells_why_instead():
    counted = draw_panels.Counted(seen(at(f"{positions.TWO} ; unseen off")))
    told = " ".join(" ".join(plain(draw_panels.tracker(counted, 40, 12))).split())
    assert "everybody keeps count alone" in told
    assert "●" not in told


def test_counts_never_fall_below_nothing_in_whole_matches():
    options = m.Options(edition="modern")
    match = SimulatedMatch(RULES, options, 3, Random(4))
    bots = [bot("easy", "love-letter", options, seat) for seat in range(3)]
    desk = desk_at(u.Began(1, "love-letter", options, ("A", "B", "C"), 0, frozenset(), hosting=False))
    rng = Random(4)
    for _ in play_out(match, lambda seat: bots[seat].choose(match.glimpse(seat), rng)):
        desk.looks = False
        desk.hear(match.glimpse(0))
        see = seen(desk)
        assert all(number >= 0 for number in see.unseen.values()), see.public
        hidden = sum(see.unseen.values())
        others = sum(view.cards for number, view in enumerate(see.public.seats) if number and not view.out)
        known = sum(len(see.held(number)) for number in see.others if not see.public.seats[number].out)
        under = sum(1 for card in see.private.under if card)
        assert hidden == see.public.pile - under + see.public.aside + others - known


def test_where_no_lobby_is_the_match_tells_who_hosts_and_who_plays_alone_is_no_guest():
    def kinds(names, bots, **more):
        levels = tuple("normal" if seat in bots else "" for seat in range(3))
        desk = desk_at(
            u.Began(1, "love-letter", m.Options(), names, 0, bots, hosting=False, levels=levels, **more)
        )
        desk.hear(at(positions.OWN_TURN).glimpse)
        return seen(desk).kinds

    assert kinds(("Ada", "Ben", "Bot"), frozenset({2}), host="Ben") == ("guest", "host", "bot, normal")
    assert kinds(("Ada", "Mia", "Leo"), frozenset({1, 2})) == ("", "bot, normal", "bot, normal")
    assert kinds(("Ada", "Ada", "Ada"), frozenset()) == ("", "", "")


def test_a_watcher_looks_over_the_first_players_shoulder_and_sees_no_hand():
    see = seen(at(positions.OWN_TURN, seat=None))
    assert see.bottom == 0
    assert see.own().held == ()
    assert isinstance(at(positions.OWN_TURN, seat=None).glimpse, Glimpse)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("rounds", [1, 12])
def test_the_first_line_is_cut_nowhere_however_many_rounds_are_checked(language, rounds):
    see = seen(at(positions.OWN_TURN, language=language), language)
    for cells in (80, 100):
        (line,) = plain(draw_table.head(draw_table.TableHead(see, "LOVE LETTER", rounds), cells))
        assert "…" not in line
        assert ("✓" in line) == (cells == 100)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_first_line_of_practice_says_so_and_lets_the_goal_go_before_it_is_cut(language):
    see = seen(at(positions.OWN_TURN, language=language), language)
    name = see.words("head.practice").upper()
    for cells in (80, 120):
        (line,) = plain(draw_table.head(draw_table.TableHead(see, name), cells))
        assert name in line
        assert "…" not in line
        told = see.words("head.goal", target=see.public.target) in line
        assert told == (cells == 120 or language == "de")
