"""For whom a table waits, why and for how long, and what one may type then: SPEC 4.7 in words."""

from __future__ import annotations

import io
from types import SimpleNamespace

import pytest
from kit.scripted import KAY, glimpse, seat
from plain.rooms import ADA, LANGUAGES, TURN, WAIT, WON, after, began, lobby, room, said
from plain.sitting import NAMES

from lltui.client import requests
from lltui.client import updates as u
from lltui.desk.desk import Words
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import MODEL, Options
from lltui.games.love_letter.views import Private, Public, SeatView
from lltui.plain.paper import Paper
from lltui.plain.room import Room

READY = seat("Kay", you=True, ready=True)
OFFERED = u.Waits("playing", (1,), None, "", (1,))

AT_ONCE = SimpleNamespace(doubts=False, counting=True, at_once=True)


def in_match(*more, text=WAIT, **how):
    return room(lobby(ADA, KAY), began(), glimpse(text), *more, **how)


class TestAnotherMatch:
    """What was answered to “Play again?” may come to nothing; then it is asked again."""

    def asked(self, *updates, **how):
        made = room(lobby(ADA, KAY, **how), began(**how), glimpse(WON), Over(), *updates)
        return made, after(made, "1")[1]

    @pytest.mark.parametrize("refused", [("rematch", "not-now", "long"), ("line", "not-now", "line")])
    def test_a_host_who_was_refused_is_asked_again(self, refused):
        made, request = self.asked(hosting=True)
        assert request == requests.REMATCH
        assert made.prompt is None
        told, _ = after(made, u.Refused(*refused))
        assert told.endswith("Play again? 1. Yes 2. No 1 to 2 (? more, t table, h history, c cards, q quit):")
        assert after(made, lobby(ADA, KAY, hosting=True, match=2))[0] == "", (
            "nobody is taken from the question"
        )
        assert after(made, "1")[1] == requests.BeReady()

    def test_who_found_it_opened_is_not(self):
        made, _ = self.asked(hosting=True)
        assert after(made, u.Refused("rematch", "not-now", "lobby"))[0] == ""
        assert "1. Ada" in after(made, lobby(ADA, KAY, hosting=True, match=2))[0]

    def test_a_guest_who_may_not_open_it_goes_on_waiting(self):
        made, request = self.asked()
        assert request is None
        after(made, u.Refused("line", "not-now", "line"))
        assert made.prompt is None
        assert after(made, lobby(ADA, KAY, match=2))[1] == requests.BeReady()

    @pytest.mark.parametrize("hosting", [True, False])
    def test_who_said_yes_is_not_asked_to_be_ready(self, hosting):
        made, _ = self.asked(hosting=hosting)
        told, request = after(made, lobby(ADA, KAY, hosting=hosting, match=2))
        assert "1. Ada" in told
        assert "Type r" not in told
        assert request == requests.BeReady()
        made, _ = self.asked(lobby(ADA, KAY, hosting=hosting, match=2), hosting=hosting)
        assert said(made).count("Type r") == 1, "before the first match"

    def test_without_a_host_none_is_waited_for(self):
        made, _ = self.asked(u.Waits("over", (), 60.0, "lobby"))
        assert after(made, "")[0] == "No host is here: in 60 seconds the table opens the next lobby."


class TestTheLobby:
    def test_it_says_how_long_the_table_waits(self):
        patient = said(room(u.TermsAre(None, 60.0), lobby(ADA, KAY)))
        assert "If somebody takes longer than 60 seconds" in patient
        clocked = said(room(u.TermsAre(30.0, 60.0), lobby(ADA, KAY)))
        assert "A turn has 30 seconds." in clocked
        assert "A turn has 30 seconds." in after(room(u.TermsAre(30.0, 60.0), lobby(ADA, KAY)), "t")[0]

    def test_whoever_is_ready_is_told_what_comes_of_waiting(self):
        made = room(lobby(seat("Ada"), READY))
        told, _ = after(made, u.Waits("lobby", (0,), 60.0, "start"))
        assert "In 60 seconds the match begins without Ada." in told
        told, _ = after(made, u.Waits("lobby", (0,), 0.0, "offer", (0,)))
        assert "“s” starts without Ada" in told
        assert after(made, "s")[1] == requests.START
        assert "Not ready yet: Ada. You need not wait any longer" in after(made, "")[0]

    def test_where_a_host_is_here_only_the_host_is_offered_it(self):
        offered = u.Waits("lobby", (2,), None, "", (2,))
        guests = (seat("Ada", hosting=True, ready=True), READY, seat("Ben"))
        assert after(room(lobby(*guests)), offered)[0] == ""
        assert "without Ben" in after(room(lobby(*guests, hosting=True)), offered)[0]
        gone = u.Waits("lobby", (0, 2), 0.0, "offer", (0, 2))
        assert "without Ada and Ben" in after(room(lobby(*guests)), gone)[0]

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_nobody_is_promised_a_match_without_a_host_who_is_here(self, language):
        host, late = seat("Ada", hosting=True), u.Waits("lobby", (0,), 60.0, "offer")
        made = room(lobby(host, READY, seat("Emil", bot="easy", ready=True)), late, language=language)
        assert "60" not in after(made, "")[0]
        after(made, u.PresenceIs(("away", "online", "bot"), 0))
        assert "60" in after(made, "")[0]
        made = room(lobby(host, READY, seat("Ben")), u.Waits("lobby", (0, 2), 60.0, "offer"))
        assert "In 60 seconds the match may begin without Ben." in after(made, "")[0]

    def test_who_is_not_ready_is_offered_nothing(self):
        assert after(room(lobby(seat("Ada"), KAY)), u.Waits("lobby", (0,), 0.0, "offer", (0,)))[0] == ""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_host_without_a_chair_who_is_away_has_no_name_there(self, language):
        made = room(lobby(seat("Ada", ready=True), READY), language=language)
        assert after(made, u.Waits("lobby", (), 60.0, "offer"))[0] == ""
        assert "60" in after(made, "")[0]
        told, _ = after(made, u.Waits("lobby", (), 0.0, "offer"))
        assert "“s”" in told or "„s“" in told
        assert after(made, "s")[1] == requests.START

    def test_a_host_without_a_chair_who_is_here_begins_alone(self):
        guests = (seat("Ada", ready=True), READY, seat("Ben"))
        offered = u.Waits("lobby", (2,), None, "", (2,))
        assert after(room(lobby(*guests)), offered)[0] == ""
        assert "without Ben" in after(room(lobby(*guests, hosting=True)), offered)[0]


class TestAMatch:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_is_said_once_when_one_need_not_wait_any_longer(self, language):
        made = in_match(u.Waits("playing", (1,), 60.0, "offer"), language=language)
        assert "Ada" in after(made, OFFERED)[0]
        assert after(made, OFFERED)[0] == ""

    def test_why_is_said_to_whoever_asks(self):
        made = in_match(u.PresenceIs(("online", "away"), 0), u.Waits("playing", (1,), 60.0, "stand-in"))
        told, _ = after(made, "")
        assert "The line to Ada is lost. In 60 seconds a bot plays for Ada" in told

    def test_whoever_looks_on_is_told_for_whom_and_not_what_only_players_may_do(self):
        waits = u.Waits("playing", (1,), 41.2, "offer")
        watched = room(lobby(ADA, seat("Ben")), began(you=None), glimpse(WAIT, None), waits)
        assert watched.desk.waiting() == "Waiting for Ada."
        assert "you may go on without" in in_match(waits).desk.waiting()

    def test_whoever_is_waited_for_is_told_once_half_of_the_time_has_passed(self):
        made = in_match(text=TURN)
        assert after(made, u.Waits("playing", (0,), 60.0, "offer"))[0] == "", "not at every turn"
        assert made.patience == 30.0
        made.waited()
        assert "soon the others may let a bot play for you" in said(made)
        assert made.patience is None, "and once"

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_and_once_the_others_may_go_on_without_them(self, language):
        made = in_match(u.Waits("playing", (0,), 60.0, "offer"), text=TURN, language=language)
        late = u.Waits("playing", (0,), None, "", (0,))
        assert "Bot" in after(made, late)[0].replace("bot", "Bot")
        assert after(made, late)[0] == ""
        assert made.patience is None

    def test_a_time_after_which_nobody_may_do_anything_is_no_news(self):
        made = in_match(u.Waits("playing", (0,), 60.0, "move"), text=TURN)
        assert made.patience is None

    def test_standin_alone_means_whoever_is_offered(self):
        made = in_match(OFFERED)
        assert after(made, "standin")[1] == requests.stand_in(1, on=True)
        assert after(in_match(), "standin")[1] is None

    def test_return_alone_is_the_own_seat(self):
        made = in_match(u.Ruled("stand-in", "Kay", "Ada"))
        assert "From now on a bot plays for you. “return” takes your seat back." in said(made)
        assert after(made, "return")[1] == requests.stand_in(0, on=False)

    def test_whose_word_it_was_is_said(self):
        assert "Kay lets a bot play for Ada" in after(in_match(), u.Ruled("stand-in", "Ada", "Kay"))[0]
        assert "From now on a bot plays for Ada." in after(in_match(), u.Ruled("stand-in", "Ada"))[0]

    def test_a_pause_of_a_host_who_is_gone(self):
        made = in_match(u.Waits("paused", (), None))
        told, _ = after(made, u.Waits("paused", (1,), 0.0, "offer", (1,)))
        assert "“resume” lets the match go on" in told
        assert after(made, "resume")[1] == requests.RESUME

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_pause_of_a_host_without_a_chair(self, language):
        made = in_match(u.Waits("paused", (), 60.0, "offer"), language=language)
        assert "60" in after(made, "")[0]
        told, _ = after(made, u.Waits("paused", (), 0.0, "offer"))
        assert "“resume”" in told or "„weiter“" in told

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("typed", ["s", "1"])
    def test_the_next_lobby_where_the_host_says_nothing(self, language, typed):
        made = in_match(Over(), language=language)
        after(made, u.Waits("over", (), 60.0, "offer"))
        assert after(made, "s")[1] is None
        told, _ = after(made, u.Waits("over", (), 0.0, "offer"))
        assert "“s”" in told or "„s“" in told
        assert after(made, typed)[1] == requests.REMATCH
        assert after(made, lobby(ADA, KAY, match=2))[1] == requests.BeReady()

    def test_who_said_so_before_opens_it_then(self):
        made = in_match(Over(), u.Waits("over", (), 60.0, "offer"))
        told, request = after(made, "1")
        assert request is None
        assert "In 60 seconds you may open the next lobby yourselves." in told
        after(made, u.Waits("over", (), 0.0, "offer"))
        assert after(made, "s")[1] == requests.REMATCH

    def test_a_deal_that_somebody_is_missing_in_is_told_when_it_lasts(self):
        made = in_match()
        assert after(made, u.Waits("collecting", (1,), 60.0, "leave-out"))[0] == ""
        made.waited()
        assert said(made).count("Waiting for Ada. In 60 seconds the cards are dealt all the same.") == 1

    def test_too_early_is_a_sentence(self):
        told, _ = after(in_match(), u.Refused("decision", "not-now", "patience"))
        assert "everybody has the time here that the table says" in told
        told, _ = after(in_match(), u.Refused("decision", "not-allowed", "host"))
        assert "Only the host decides that." in told


class TestHurrying:
    """Kay is out, and nobody but bots plays on."""

    def out(self, *more, **how):
        three = u.Began(1, MODEL.id, Options(), NAMES[:3], 0, frozenset({1, 2}), hosting=False)
        public = Public("turn", 1, 1, (SeatView(0, 0, out=True), SeatView(0, 1), SeatView(0, 1)), 9, 4)
        waits = u.Waits("playing", (1,), None)
        return room(lobby(ADA, KAY), three, waits, Glimpse((), public, Private(())), *more, **how)

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_enter_lets_the_bots_hurry_and_that_is_said_once(self, language):
        made = self.out(language=language)
        told = {"en": "Enter lets them hurry.", "de": "Mit Enter beeilen sie sich."}[language]
        assert said(made).count(told) == 1
        made.hear(u.Waits("playing", (2,), None))
        assert said(made).count(told) == 1
        assert after(made, "")[1] == requests.HURRY
        assert after(made, "")[1] is None, "once is enough"
        now = {"en": "The bots hurry now", "de": "Die Bots beeilen sich jetzt"}[language]
        assert now in after(made, u.Waits("playing", (2,), None, hurried=(0,), at_once=True))[0]

    def test_who_else_said_so_is_told_and_so_is_that_others_have_to(self):
        made = self.out()
        told = after(made, u.Waits("playing", (2,), None, hurried=(1,)))[0]
        assert "Ada would have the bots hurry." in told
        told = after(made, u.Waits("playing", (2,), None, hurried=(0, 1)))[0]
        assert "They do once the others who are out say so" in told

    def test_as_set_they_do_by_themselves(self):
        made = Room(Words("en", "court"), Paper(io.StringIO()), settings=AT_ONCE)
        desk = self.out().desk
        asked = [made.hear(update) for update in (desk.lobby, desk.began, desk.waits, desk.glimpse)]
        assert asked == [None, None, None, requests.HURRY]
        assert made.hear(u.Waits("playing", (2,), None)) is None
        assert "Enter lets them hurry" not in said(made)

    def test_a_word_that_came_too_late_is_refused_in_a_sentence(self):
        told = after(self.out(), u.Refused("hurry", "not-now"))[0]
        assert "Somebody still plays in this round." in told
