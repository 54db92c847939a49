"""For whom a table waits, on the full screen: what is said, and what h and Enter offer."""

from __future__ import annotations

import pytest
from msgspec.structs import replace
from tui.scenes import ADA, KAY, TURN, glimpse, lobby, seat
from tui.scenes import BEGAN as HOSTED

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Desk, Words
from lltui.games.chair import Over
from lltui.record.kept_match_facts import WinShare
from lltui.text import Wording
from lltui.tui.art.rows import plain
from lltui.tui.flows.lobby_view import LobbyView
from lltui.tui.match.match_screen import (
    PromptLine,
    Ticking,
    clock_of,
    prompt_rows,
    stopped,
    timed,
    with_outlook,
)
from lltui.tui.match.table_dialogs import decisions, promised

BEGAN = replace(HOSTED, hosting=False)
OFFERED = u.Waits("playing", (1,), None, "", (1,))


def desk(*updates):
    made = Desk(Words("en", "court"))
    for update in updates:
        made.hear(update)
    return made


def in_match(*more):
    return desk(lobby(ADA, KAY), BEGAN, glimpse(TURN), *more)


def named(found):
    return [each.name for each in decisions(found)]


def waits(*updates, left=None):
    found = desk(*updates)
    return LobbyView(found, Wording("en", area="entering"), Wording("en", "screen", "net"), left=left).waits()


@pytest.mark.parametrize("room", [80, 120])
def test_who_still_looks_at_the_result_is_not_ready_for_the_next_match(room):
    words = Wording("en", area="entering"), Wording("en", "screen", "net")
    for more, ready in (((), True), ((Over(),), False)):
        found = LobbyView(in_match(*more), *words)
        told = "\n".join(plain(list(found.chairs(room) if room > 100 else found._listed(room))))
        assert ("ready" in told.casefold()) is ready


@pytest.mark.parametrize(
    "played, theirs, told",
    [
        (1, 0, "1 match with you, won: you 1, Ada 2 0"),
        (3, 1, "3 matches with you, won: you 1, Ada 2 1"),
    ],
)
def test_what_was_won_of_what_was_played_together_is_told_and_who_won(played, theirs, told):
    words = Wording("en", area="entering"), Wording("en", "screen", "net")
    met = {b"a".hex(): WinShare("Ada", 1, played, theirs)}
    for who, knows in ((b"a", True), (b"b", False)):  # another Ada is new here
        ada = replace(ADA, who=who, name="Ada 2")
        look = LobbyView(desk(lobby(ada, KAY)), *words, met=met)
        assert (look._played(ada) == told) is knows
        (first, *_) = told.split(":")
        assert (first in "\n".join(plain(list(look.chairs(180))))) is knows


@pytest.mark.parametrize("cells", range(20, 90))
def test_of_what_is_said_no_letter_is_lost(cells):
    said = "the last round was a long one; is it two hearts tonight, and who brings the wine?"
    found = desk(lobby(ADA, KAY), u.ChatLine(1, "Ada", said))
    look = LobbyView(found, Wording("en", area="entering"), Wording("en", "screen", "net"))
    told = " ".join(" ".join(plain([row])[0] for row in look.talk(cells, 30)).split())
    assert said in told


def test_a_guest_has_nothing_to_decide_before_the_others_were_waited_for_long_enough():
    assert not in_match().turned_to
    assert named(in_match()) == []
    assert not in_match(u.Waits("playing", (1,), 40.0, "offer")).turned_to


def test_then_a_bot_may_play_for_whom_one_waits_and_for_nobody_else():
    found = in_match(OFFERED)
    assert found.turned_to
    (decision,) = decisions(found)
    assert (decision.name, decision.request) == ("standin", requests.stand_in(1, on=True))


def test_whoever_is_waited_for_is_offered_nothing():
    you = BEGAN.you
    assert not in_match(u.Waits("playing", (you,), None, "", (you,))).turned_to


def test_who_has_a_stand_in_takes_the_seat_back():
    you = BEGAN.you
    found = in_match(u.Ruled("stand-in", BEGAN.names[you], "Ada"))
    assert found.played
    assert [each.request for each in decisions(found)] == [requests.stand_in(you, on=False)]
    found.hear(u.Ruled("no-stand-in", BEGAN.names[you]))
    assert not found.turned_to


@pytest.mark.parametrize(
    "more, said, chosen",
    [
        ((u.Waits("playing", (2,), None, "", (2,)),), "h lets a bot play for Linus.", ("standin", "Linus")),
        ((u.Waits("paused", (), None),), "h lets it go on.", ("resume", "")),
        ((u.Waits("recovering", (1,), 9.0, "go-on"),), "", ("goon", "")),
        ((u.Ruled("stand-in", "Kay", "Ada"),), "", ("takeback", "")),
        ((u.NewcomersAre((u.KeylessPlayer("Ida", b"n" * 32, "6e6e 6e6e"),)),), "", ("handover", "Ida")),
        ((), "", ("pause", "")),
    ],
)
def test_what_the_host_reads_that_the_key_does_is_the_chosen_line(more, said, chosen):
    found = desk(lobby(ADA, replace(KAY, hosting=True)), HOSTED, glimpse(TURN), *more)
    found.hear(replace(found.lobby, hosting=True))
    line = list(decisions(found))[promised(found)]
    assert (with_outlook("", found).strip(), line.name, line.about) == (said, *chosen)


@pytest.mark.parametrize("gone", ["away", "empty"])
def test_the_seat_of_who_is_gone_is_offered_and_none_where_somebody_sits(gone):
    """Left on purpose or not; and of several the one of that name first."""
    came = u.NewcomersAre((u.KeylessPlayer("Linus 2", b"n" * 32, "6e6e 6e6e"),))
    lines = [gone if seat != BEGAN.you else "online" for seat in range(len(BEGAN.names))]
    found = desk(
        lobby(ADA, replace(KAY, hosting=True)), HOSTED, glimpse(TURN), came, u.PresenceIs(tuple(lines), 0)
    )
    found.hear(replace(found.lobby, hosting=True))
    offered = [each.seat for each in decisions(found) if each.name == "handover"]
    assert offered[0] == "Linus"
    assert len(offered) == len(set(offered)) > 1
    lines[BEGAN.names.index("Linus")] = "online"
    found.hear(u.PresenceIs(tuple(lines), 0))
    assert "Linus" not in [each.seat for each in decisions(found) if each.name == "handover"]


def test_others_read_who_ends_a_pause():
    assert with_outlook("x", in_match(u.Waits("paused", (), None))) == "x Only the host can let it go on."
    assert "h" not in with_outlook("", in_match(u.Waits("playing", (1,), 40.0, "offer"))).split(), (
        "no key before it does something"
    )


def test_a_pause_of_a_host_who_is_gone_is_ended():
    found = in_match(u.Waits("paused", (1,), 0.0, "offer", (1,)))
    assert [each.request for each in decisions(found)] == [requests.RESUME]


def test_a_pause_of_a_host_without_a_chair_is_ended():
    found = in_match(u.Waits("paused", (), 0.0, "offer"))
    assert [each.request for each in decisions(found)] == [requests.RESUME]
    assert not in_match(u.Waits("paused", (), 9.0, "offer")).turned_to
    assert with_outlook("x", found) == "x Whoever hosts is away: h lets the match go on."


def test_the_next_lobby_is_opened_where_the_host_says_nothing():
    found = in_match(Over(), u.Waits("over", (), 40.0, "offer"))
    look = LobbyView(found, Wording("en", area="entering"), Wording("en", "screen", "net"), left=39.1)
    assert (
        look.waits() == "The host sets up the next match; a moment. In 40 seconds you may do it yourselves."
    )
    assert found.teller.waiting() == "The match is over."
    assert found.teller.comes() == "then Enter opens the next lobby", "it stands behind the clock"
    assert "Ready" not in "\n".join(plain(look.before(78, airy=False))), (
        "nobody is, for a match that was played"
    )
    assert not found.may_reopen
    found.hear(u.Waits("over", (), 0.0, "offer"))
    assert found.may_reopen
    assert not found.turned_to
    assert look.waits() == "Enter sets up the next match."


@pytest.mark.parametrize("left", [40.0, 0.0])
def test_whoever_looks_on_is_not_told_what_only_players_may_do(left):
    watching = Desk(Words("en", "court"), watches=True)
    for update in (
        lobby(ADA, seat("Ben")),
        replace(BEGAN, you=None),
        Over(),
        u.Waits("over", (), left, "offer"),
    ):
        watching.hear(update)
    look = LobbyView(watching, Wording("en", area="entering"), Wording("en", "screen", "net"), left=left)
    assert look.waits() == "The host sets up the next match; a moment."


def test_what_was_said_before_a_match_is_still_read_after_it():
    found = in_match(u.ChatLine(1, "Ada", "good luck"), Over())
    for update in (replace(BEGAN, match=2), glimpse(TURN), Over(), lobby(ADA, KAY, match=3)):
        found.hear(update)
    look = LobbyView(found, Wording("en", area="entering"), Wording("en", "screen", "net"))
    told = "\n".join(plain(list(look.talk(60, 8))))
    assert "good luck" in told
    assert "Nobody has said" not in told
    assert told.count("good luck") == 1


def test_that_one_need_not_wait_any_longer_is_told_as_what_may_be_done_and_not_as_done():
    lines = in_match().hear(OFFERED)
    assert [line.text for line in lines] == ["You need not wait any longer. h lets a bot play for Ada."]


@pytest.mark.parametrize("then", ["offer", "move"])
def test_whoever_is_waited_for_sees_the_same_clock_as_who_waits(then):
    words, told = Wording("en", area="table"), u.Waits("playing", (BEGAN.you,), 40.0, then)
    assert [clock_of(words, in_match(told), 40.0, mine=mine) for mine in (True, False)] == ["0:40 left"] * 2


@pytest.mark.parametrize(
    "you, told", [(True, "then a bot may play for you"), (False, "then you may let a bot play")]
)
def test_behind_the_clock_whoever_is_waited_for_reads_what_the_others_may_do_then(you, told):
    found = in_match(u.Waits("playing", (BEGAN.you if you else 1,), 40.0, "offer"))
    line = timed(PromptLine("YOUR TURN", "Which card do you play?", "0:40 left"), found)
    assert line.then == told
    assert f"0:40 left, {told}" in "".join(plain(prompt_rows(line, 80)))


@pytest.mark.parametrize("area", ["table", "princes-screen"])
def test_once_they_may_it_stands_where_the_clock_was(area):
    found = in_match(u.Waits("playing", (BEGAN.you,), None, "", (BEGAN.you,)))
    assert clock_of(Wording("en", area=area), found, None, mine=True) == "a bot may play for you now"
    assert clock_of(Wording("en", area=area), in_match(OFFERED), None, mine=False) == ""


def test_behind_whom_one_waits_for_stands_what_comes_of_it():
    assert with_outlook("x", in_match(OFFERED)).startswith("x h lets a bot play for ")
    assert with_outlook("x", in_match()) == "x"


@pytest.mark.parametrize("cells", [80, 40])
def test_what_comes_after_a_time_is_said_behind_the_one_clock_that_shows_it(cells):
    found = in_match(u.Waits("playing", (1,), 40.0, "stand-in"))
    assert with_outlook("x", found) == "x", "no second clock"
    (line,) = plain(prompt_rows(timed(PromptLine("WAIT", "Ada is thinking.", "0:40 left"), found), cells))
    assert "Ada is thinking." in line
    assert line.rstrip().endswith("0:40 left, then a bot plays" if cells == 80 else "0:40 left"), (
        "or the time alone"
    )
    assert timed(PromptLine("WAIT", "x"), found).then == "", "no clock, nothing comes"


@pytest.mark.parametrize(
    "why, told",
    [
        ("closing", "The table has closed its door for now."),
        ("busy", "The table is busy. Trying again."),
        ("io", "The line to the table is lost. Trying again."),
    ],
)
@pytest.mark.parametrize("area", ["table", "princes-screen"])
def test_the_prompt_says_of_a_lost_line_what_the_panel_says(area, why, told):
    found = in_match(u.LinkLost(why, 1.0, 0))
    assert stopped(Wording("en", area=area), found).text == told


class TestTheLobby:
    READY = (seat("Ada", you=True, ready=True), seat("Linus"))

    def test_seconds_run_until_one_may_start(self):
        told = waits(lobby(*self.READY), u.Waits("lobby", (1,), 60.0, "offer"), left=41.2)
        assert told == "Not ready yet: Linus. In 42 seconds it may start without Linus."
        told = waits(lobby(*self.READY), u.Waits("lobby", (1,), 60.0, "start"), left=41.2)
        assert told.endswith("In 42 seconds it starts without Linus.")

    def test_no_seconds_run_to_a_start_without_a_host_who_is_here(self):
        chairs = (seat("Ada", you=True, ready=True), seat("Linus", hosting=True), seat("Ben", ready=True))
        told = waits(lobby(*chairs), u.Waits("lobby", (1,), 60.0, "offer"), left=41.2)
        assert told == "Not ready yet: Linus."

    def test_who_is_not_ready_is_told_so(self):
        late = (seat("Ada", ready=True), seat("Linus", you=True))
        told = waits(lobby(*late), u.Waits("lobby", (1,), 60.0, "offer"), left=41.2)
        assert "In 42 seconds the others may start without you." in told

    def test_once_the_time_is_over_nobody_is_told_of_no_seconds(self):
        late = (seat("Ada", ready=True), seat("Linus", you=True))
        stands = u.Waits("lobby", (1,), 0.0, "offer", (1,))
        assert waits(lobby(*late), stands, left=0.0) == "Press r when you are ready."
        ticking = Ticking()
        ticking.wind(desk(lobby(*late), stands))
        assert ticking.left is None, "and no clock runs"

    def test_then_enter_starts(self):
        told = waits(lobby(*self.READY), u.Waits("lobby", (1,), 0.0, "offer", (1,)))
        assert told == "Not ready yet: Linus. Enter starts without Linus."

    def test_a_host_without_a_chair_who_is_away(self):
        all_ready = (seat("Ada", you=True, ready=True), seat("Linus", ready=True))
        told = waits(lobby(*all_ready), u.Waits("lobby", (), 60.0, "offer"), left=41.2)
        assert told.endswith("The host is away: in 42 seconds you may start it.")
        found = desk(lobby(*all_ready), u.Waits("lobby", (), 0.0, "offer"))
        assert found.may_go_on
        assert waits(lobby(*all_ready), u.Waits("lobby", (), 0.0, "offer")).endswith("Enter starts it.")

    def test_how_long_it_waits_stands_among_the_rules(self):
        found = desk(u.TermsAre(30.0, 60.0), lobby(*self.READY))
        rows = dict(LobbyView(found, Wording("en", area="entering"), Wording("en", area="net")).agreed())
        assert (rows["Time for a turn"], rows["Wait for others"]) == ("30 seconds", "60 seconds")
