"""A network table on the plain board: what is told, what may be typed, and what that asks for."""

from __future__ import annotations

import datetime as dt

import pytest
from kit.scripted import FREE, KAY, glimpse, seat
from plain.rooms import ADA, LANGUAGES, TURN, WAIT, WON, after, began, lobby, room, said
from plain.sitting import NAMES

from lltui.client import requests
from lltui.client import updates as u
from lltui.client.dialing import REFUSALS
from lltui.doors import DoorPortBusy
from lltui.games.chair import Over, Speak
from lltui.games.love_letter.model import MODEL, Options, Play
from lltui.plain import orders
from lltui.plain.board import COMMANDS, Ending, PromptKind
from lltui.record.lies import Lie
from lltui.text import Wording
from llwire.wire.deeds import Pause


class TestLobby:
    def test_it_tells_who_sits_where_and_what_is_missing(self):
        told = said(room(lobby(ADA, KAY, seat("Emil", bot="easy", ready=True))))
        assert "Will be played: Love Letter. Edition “Classic”." in told
        assert "1. Ada, host, not ready yet" in told
        assert "2. Kay (you), not ready yet" in told
        assert "3. Emil, a bot (easy)" in told
        assert "4. free" in told
        assert "Type r when you are ready." in told

    @pytest.mark.parametrize(
        "before, now, sentence",
        [
            ((ADA, FREE), (ADA, KAY), "Kay sits down."),
            ((ADA, KAY), (FREE, KAY), "Ada has left."),
            ((ADA, KAY), (seat("Ada", hosting=True, ready=True), KAY), "Ada is ready."),
            ((ADA, KAY), (ADA, seat("Kay", you=True, ready=True)), "You are ready. Not ready yet: Ada."),
            ((ADA, seat("Kay", you=True, ready=True)), (ADA, KAY), "You are not ready any more."),
            ((ADA, FREE), (ADA, seat("Emil", bot="easy", ready=True)), "Emil, a bot (easy), sits down."),
            ((ADA, KAY), (ADA, seat("Kim", you=True)), "You are called Kim now."),
            ((seat("Player", who=b"b"), KAY), (seat("Ben", who=b"b"), KAY), "Player is called Ben now."),
            ((ADA, KAY), (KAY, ADA), "1. Kay (you)"),
            ((seat("Ada", hosting=True, ready=True), KAY),
             (seat("Ada", hosting=True, ready=True), seat("Kay", you=True, ready=True)),
             "Everybody is ready: Ada starts the match."),
        ],
    )  # fmt: skip
    def test_what_changes_is_told_in_a_sentence(self, before, now, sentence):
        assert sentence in after(room(lobby(*before)), lobby(*now))[0]

    def test_what_does_not_show_is_not_told(self):
        made = room(lobby(ADA, KAY))
        assert after(made, lobby(ADA, seat("Kay", you=True, age=30)))[0] == ""

    @pytest.mark.parametrize(
        "more, sentence",
        [
            ({"locked": True}, "The table is locked: nobody new sits down."),
            ({"watchers": ("Wim",)}, "Wim watches."),
            ({"options": Options(edition="modern", variants=("short",), target=3)},
             "Tokens to win the match: 3, one for each round won."),
            ({"options": None}, "This table plays “love-letter”, which this program does not know."),
        ],
    )  # fmt: skip
    def test_rules_locks_and_watchers_too(self, more, sentence):
        assert sentence in after(room(lobby(ADA, KAY)), lobby(ADA, KAY, **more))[0]

    def test_the_host_hears_that_all_are_ready(self):
        ready = (seat("Ada", ready=True), seat("Kay", you=True, hosting=True, ready=True))
        made = room(lobby(*ready, hosting=True))
        assert "Everybody is ready: type s to start." in said(made)
        assert made.prompt.kind is PromptKind.LOBBY

    def test_a_pipe_is_asked_only_for_what_is_missing(self):
        assert room(lobby(ADA, KAY)).prompt.kind is PromptKind.LOBBY
        assert room(lobby(ADA, seat("Kay", you=True, ready=True))).prompt is None

    def test_enter_tells_what_is_waited_for(self):
        assert "Not ready yet: Ada." in after(room(lobby(ADA, seat("Kay", you=True, ready=True))), "")[0]


class TestTyped:
    @pytest.mark.parametrize(
        "typed, asked_for",
        [
            ("r", requests.BeReady()),
            ("READY", requests.BeReady()),
            ("u", requests.NOT_READY),
            ("name Kim", requests.rename("Kim")),
            ("chair 2", requests.sit(1)),
            ("date 2026-05-01", requests.about(dt.date(2026, 5, 1), None)),
            ("date -", requests.about(None, None)),
            ("age 30", requests.about(None, 30)),
            ("/hello there", Speak("hello there")),
        ],
    )
    def test_a_command_becomes_a_request(self, typed, asked_for):
        assert after(room(lobby(ADA, KAY)), typed)[1] == asked_for

    @pytest.mark.parametrize(
        "typed, asked_for",
        [
            ("s", requests.START),
            ("bot", requests.add_bot("normal")),
            ("bot easy 3", requests.add_bot("easy", 2)),
            ("bot 2", requests.add_bot("normal", 1)),
            ("kick 1", requests.kick(0)),
            ("edition modern", requests.choose(MODEL.id, Options(edition="modern"))),
            ("variant short", requests.choose(MODEL.id, Options(variants=("short",)))),
            ("target 4", requests.choose(MODEL.id, Options(target=4))),
            ("target -", requests.choose(MODEL.id, Options())),
            ("agree unseen off", requests.choose(MODEL.id, Options(unseen="off"))),
            ("agree advice on", requests.choose(MODEL.id, Options(advice="on"))),
            ("agree standin hard", requests.choose(MODEL.id, Options(standin="hard"))),
            ("order 2 1", requests.order((1, 0, 2))),
            ("lock", requests.lock(on=True)),
            ("unlock", requests.lock(on=False)),
            ("words", requests.NEW_WORDS),
        ],
    )
    def test_the_host_has_more_of_them(self, typed, asked_for):
        chairs = (ADA, KAY)
        assert after(room(lobby(*chairs, hosting=True)), typed)[1] == asked_for
        told, none = after(room(lobby(*chairs)), typed)
        if asked_for == requests.START:  # the table says when others may
            assert none == asked_for
            return
        assert none is None
        assert "is no command here" in told

    def test_a_house_rule_is_taken_back_by_the_same_word(self):
        made = room(lobby(ADA, KAY, hosting=True, options=Options(variants=("short", "loser-starts"))))
        assert after(made, "variant short")[1] == requests.choose(
            MODEL.id, Options(variants=("loser-starts",))
        )

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize(
        "name, rest",
        [("chair", "x"), ("name", "\u200b"), ("date", "soon"), ("age", "old"), ("age", "0001999"),
         ("bot", "!"), ("order", "1 1"), ("kick", ""), ("edition", ""), ("target", "x")],
    )  # fmt: skip
    def test_what_cannot_be_read_is_said(self, name, rest, language):
        words = Wording(language, area="net")
        made = room(lobby(ADA, KAY, hosting=True), language=language)
        told, request = after(made, f"{words.typed_for(name)[0]} {rest}")
        assert request is None
        assert told

    def test_chat_in_a_match_is_a_slash_and_no_answer(self):
        made = room(lobby(ADA, KAY), began(), glimpse(TURN))
        assert after(made, "/guard")[1] == Speak("guard")
        assert made.prompt.kind is PromptKind.MOVE

    def test_the_help_names_everything_that_may_be_typed(self):
        made = room(lobby(ADA, KAY, hosting=True))
        told, _ = after(made, "?")
        assert "standin 2: a bot plays for seat 2." in told
        guest = after(room(lobby(ADA, KAY)), "?")[0]
        assert "standin: a bot plays for whoever is waited for too long." in guest
        assert "drop" not in guest

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_no_two_commands_are_typed_alike_and_each_has_its_help(self, language):
        words, plain = Wording(language, area="net"), Wording(language)
        typed = [word for name in orders.ALL for word in words.typed_for(name)]
        assert len(typed) == len(set(typed))
        at_board = {word for name in COMMANDS for word in plain.typed_for(name)}
        in_match = {
            word
            for name in (*orders.ANYWHERE, *orders.HOST, *orders.HOST_MATCH)
            for word in words.typed_for(name)
        }
        assert at_board & in_match == set()
        for name in set(orders.ALL) - set(orders.ANYWHERE):
            assert words(f"help.{name}").split(":")[0].split(" ")[0].split(",")[0] in words.typed_for(name)


class TestMatch:
    def test_a_match_begins_and_a_move_is_made(self):
        made = room(lobby(ADA, KAY), began(), glimpse(TURN))
        assert after(made, "king")[1] == Play("king", 1)

    def test_news_in_the_middle_of_a_question_bring_the_question_back(self):
        made = room(lobby(ADA, KAY), began(), glimpse(TURN))
        told, _ = after(made, u.ChatLine(1, "Ada", "your turn!"))
        assert told.startswith("Ada: your turn!")
        assert told.endswith("q quit):")

    def test_a_move_that_did_not_count_is_asked_for_again(self):
        made = room(lobby(ADA, KAY), began(), glimpse(TURN))
        after(made, "king")
        told, _ = after(made, u.Refused("act", "stale"))
        assert "That came too late" in told
        assert "Which card do you play?" in told

    def test_enter_while_others_think_tells_for_whom_one_waits(self):
        made = room(lobby(ADA, KAY), began(), glimpse(WAIT), u.Waits("playing", (1,), None))
        assert "Waiting for Ada." in after(made, "")[0]

    def test_waiting_is_told_for_people_and_not_for_bots(self):
        quiet = u.Waits("collecting", (0, 1), None)
        assert "Waiting for Ada." in after(room(began(), quiet), u.Waits("playing", (1,), None))[0]
        assert after(room(began(bots={1}), quiet), u.Waits("playing", (1,), None))[0] == ""

    @pytest.mark.parametrize("phase", ["paused", "recovering", "frozen"])
    def test_a_standstill_is_told_once_and_so_is_its_end(self, phase):
        made = room(began(), u.Waits("playing", (0,), None))
        assert after(made, u.Waits(phase, (), None))[0]
        assert after(made, u.Waits(phase, (1,), None))[0] == ""
        told, _ = after(made, u.Waits("playing", (0,), None))
        assert ("The match goes on." in told) == (phase != "recovering")

    def test_lines_lost_and_found_are_told_of_the_others(self):
        made = room(began(), u.PresenceIs(("online", "online"), 0))
        assert "Ada\u2019s line is lost." in after(made, u.PresenceIs(("away", "away"), 0))[0]
        assert "Ada is back." in after(made, u.PresenceIs(("online", "lag"), 0))[0]
        assert after(made, u.PresenceIs(("online", "online"), 0))[0] == ""
        assert "Ada is there." in after(made, "who")[0]

    @pytest.mark.parametrize(
        "update, sentence",
        [
            (u.Verified(3), "Round 3 was checked: it was dealt fairly, and nobody was lied to."),
            (u.LinkLost("lost", 0.2, 0), "The line to the table is lost."),
            (u.LinkLost("closing", 0.2, 0), "The table is closed for now. Your seat is kept"),
            (u.LinkLost("busy", 4.2, 2), "The table is busy. Trying again in 4 seconds."),
            (u.LinkBack(), "The line is back."),
            (u.Lied(Lie(7, "news"), NAMES[:2]), "STOP: the table does not tell the truth."),
            (u.Unkept("No space left on device"), "cannot be written (No space left on device)."),
            (u.Shortened(), "Your line was too long; the end of it was left out."),
            (u.SignShown(1, "Ada", "yes"), "Ada signals “yes”."),
            (u.Knocked("192.168.1.9", 3), "Somebody at 192.168.1.9 tries wrong words (3 so far)."),
            (u.Ruled("stand-in", "Ada"), "From now on a bot plays for Ada."),
        ],
    )
    def test_what_happens_around_a_match_is_told(self, update, sentence):
        assert sentence in after(room(lobby(ADA, KAY), began(), glimpse(WAIT)), update)[0]

    def test_a_chair_that_nobody_has_any_more_has_no_line(self):
        made = room(lobby(ADA, KAY))
        assert after(made, u.PresenceIs(("online", "online", "away"), 0))[0] == ""

    def test_the_hosting_player_is_told_how_to_bring_the_table_back(self):
        made = room(lobby(ADA, KAY, hosting=True), began(hosting=True))
        assert "type “lltui host”" in after(made, u.LinkLost("lost", 1.0, 0))[0]

    def test_and_what_to_do_when_it_was_stopped(self):
        made = room(lobby(ADA, KAY, hosting=True), began(hosting=True))
        told, _ = after(made, u.LinkLost("closing", 1.0, 0))
        assert "Your table is closed for now. Leave with q and type “lltui host”" in told

    @pytest.mark.parametrize(
        "why, told",
        [
            ("lost", "The line to the table is lost. It comes back by itself."),
            (
                "closing",
                "The table is closed for now. If it is opened again, you come back by yourself; q leaves.",
            ),
        ],
    )
    def test_who_has_no_seat_is_promised_none_when_the_line_goes(self, why, told):
        made = room(lobby(ADA, KAY), began(you=None), glimpse(WAIT), watches=True)
        heard, _ = after(made, u.LinkLost(why, 1.0, 0))
        assert heard.startswith(told)
        assert "seat" not in heard

    def test_a_lost_line_is_not_told_again_and_again(self):
        made = room(began(), u.LinkLost("lost", 0.2, 0))
        told = [after(made, u.LinkLost("lost", 1.0, tried))[0] for tried in range(1, 20)]
        assert sum(bool(each) for each in told) == 1

    def test_the_hosting_player_decides(self):
        made = room(lobby(ADA, KAY, hosting=True), began(hosting=True), glimpse(WAIT))
        assert after(made, "pause")[1] == requests.Decide(Pause())
        assert after(made, "standin 2")[1] == requests.stand_in(1, on=True)

    def test_leaving_says_that_the_seat_waits(self):
        made = room(lobby(ADA, KAY), began(), glimpse(TURN))
        assert "Your seat waits" in after(made, "q")[0]
        after(made, "2")
        assert made.ending is Ending.LEFT

    @pytest.mark.parametrize(
        "hosting, you, sentence",
        [(False, 0, "“lltui join --plain” brings you back."),
         (True, 0, "“lltui host --plain” brings you back."),
         (False, None, "Leave the table? 1.")],
    )  # fmt: skip
    def test_and_how_one_comes_back(self, hosting, you, sentence):
        made = room(lobby(ADA, KAY, hosting=hosting), began(you=you, hosting=hosting), glimpse(WAIT))
        assert sentence in after(made, "q")[0]


class TestAfter:
    def over(self, **more):
        return room(lobby(ADA, KAY, **more), began(), glimpse(WON), Over())

    def test_another_match_is_the_hosts_to_open_and_the_others_are_ready_when_it_is(self):
        made = self.over()
        told, request = after(made, "1")
        assert request is None
        assert "Waiting for the host" in told
        assert after(made, lobby(ADA, KAY, match=2))[1] == requests.BeReady()

    def test_before_the_host_opens_it_nobody_is_told_to_start(self):
        ready = (seat("Ada", hosting=True, ready=True), seat("Kay", you=True, ready=True))
        made = room(lobby(*ready), began(), glimpse(WON), Over())
        made.read("1")
        told, _ = after(made, lobby(ready[0], FREE, ready[1]))
        assert "starts the match" not in told
        assert "Waiting for the host to set up the next match." in told

    def test_who_answers_late_is_ready_at_once(self):
        made = self.over()
        assert after(made, lobby(ADA, KAY, match=2))[1] is None
        assert after(made, "1")[1] == requests.BeReady()

    def test_the_host_opens_it(self):
        made = self.over(hosting=True)
        assert after(made, "1")[1] == requests.REMATCH
        assert after(made, lobby(ADA, KAY, match=2, hosting=True))[1] == requests.BeReady()

    @pytest.mark.parametrize("hosting", [False, True])
    @pytest.mark.parametrize("typed", ["1", "s"])
    def test_who_answers_when_another_has_opened_it_sits_in_it(self, hosting, typed):
        made = self.over(hosting=hosting)
        after(made, lobby(ADA, KAY, match=2, hosting=hosting))
        told, request = after(made, typed)
        assert request == requests.BeReady()
        assert "1. Ada, host" in told
        assert made.board is None
        assert after(made, "u")[1] == requests.NOT_READY

    def test_who_was_a_moment_too_late_with_it_is_told_of_no_error(self):
        made = self.over(hosting=True)
        assert after(made, "1")[1] == requests.REMATCH
        assert after(made, lobby(ADA, KAY, match=2, hosting=True))[1] == requests.BeReady()
        assert after(made, u.Refused("rematch", "not-now", "lobby"))[0] == ""

    @pytest.mark.parametrize("language", LANGUAGES)
    def test_help_at_the_end_speaks_of_nobody_who_thinks(self, language):
        told, _ = after(room(lobby(ADA, KAY), began(), glimpse(WAIT), language=language), "?")
        thinks = {"en": "Somebody else is thinking", "de": "Jemand anderes"}[language]
        over = room(lobby(ADA, KAY), began(), glimpse(WON), Over(), language=language)
        assert over.prompt.kind is PromptKind.AGAIN
        ended, _ = after(over, "?")
        assert thinks in told
        assert thinks not in ended
        assert Wording(language)("help.answer") in ended

    def test_an_empty_chair_is_not_somebody_who_is_there(self):
        told, _ = after(room(lobby(ADA, KAY)), "who")
        assert told.startswith("Ada is there. Kay is there.")
        assert told.count("is there.") == 2

    def test_or_one_has_had_enough(self):
        made = self.over()
        after(made, "2")
        assert made.ending is Ending.DONE


class TestClosing:
    def test_the_host_is_asked_before_others_lose_their_table(self):
        made = room(lobby(ADA, KAY, hosting=True))
        told, request = after(made, "close")
        assert "Close the table, with Ada at it?" in told
        assert request is None
        assert after(made, "1")[1] is None
        after(made, "close")
        assert after(made, "x")[1] is None
        assert after(made, "2")[1] == requests.CLOSE_TABLE

    def test_who_only_looks_on_is_named_too(self):
        made = room(lobby(ADA, KAY, hosting=True, watchers=("Wim",)))
        assert "Close the table, with Ada and Wim at it?" in after(made, "close")[0]

    @pytest.mark.parametrize("language", LANGUAGES)
    @pytest.mark.parametrize("why", REFUSALS)
    def test_every_end_has_its_two_sentences(self, why, language):
        made = room(lobby(ADA, KAY), u.Closed(why), language=language)
        assert made.ending is Ending.DONE
        assert made.desk.closed.why == why
        assert len(said(made)) > 20


class TestWatching:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_a_watcher_is_told_what_watchers_can_do_and_nothing_else(self, language):
        made = room(lobby(ADA, KAY), began(you=None), glimpse(WAIT), language=language, watches=True)
        told, _ = after(made, "?")
        words = Wording(language, "watching")
        assert words("help.table") in told
        assert words("help.quit") in told
        assert words("help.answer") not in told
        assert words("help.back") not in told

    def test_a_watcher_is_not_asked_for_anything(self):
        made = room(lobby(ADA, KAY), began(you=None), glimpse(WAIT), watches=True)
        assert made.prompt is None
        assert not made.holds
        made.hear(Over())
        assert made.prompt is None

    def test_and_goes_back_to_the_lobby_with_the_others(self):
        made = room(lobby(ADA), began(you=None), glimpse(WON), Over(), watches=True)
        assert "Ada, host" in after(made, lobby(ADA, match=2))[0]
        assert "is no command here" in after(made, "r")[0]

    def test_whether_they_may_talk_is_told_and_what_they_say_is_no_seat_s(self):
        made = room(lobby(ADA, KAY, watchers=("Wim",)), watches=True)
        assert "whoever hosts may let you talk" in after(made, "?")[0]
        told, _ = after(made, lobby(ADA, KAY, watchers=("Wim",), gallery=True))
        assert "Those who look on may talk now." in told
        assert "/hello: says hello to all" in after(made, "?")[0]
        assert after(made, "/good luck")[1] == Speak("good luck")
        assert "Wim (watching): hello" in after(made, u.ChatLine(None, "Wim", "hello"))[0]

    def test_who_hosts_lets_them_talk_and_takes_it_back(self):
        made = room(lobby(ADA, KAY, hosting=True))
        assert after(made, "watchers")[1] == requests.gallery(on=True)
        made.hear(lobby(ADA, KAY, hosting=True, gallery=True))
        assert "Those who look on may talk." in after(made, "t")[0]
        assert after(made, "watchers")[1] == requests.gallery(on=False)


class Beside:
    """The doors of a table on this machine: what is asked of them is told when the test says so."""

    def __init__(self, **doors):
        self.doors, self.asked, self.told = doors, [], None

    def look(self, name, told):
        told(self.doors[name])

    def turn(self, name, *, on, told):
        self.asked.append((name, on))
        self.told = told


def later(made, beside, found):
    """What is said once that is so."""
    before = len(said(made))
    beside.told(found)
    return said(made)[before:]


class TestDoor:
    def test_new_words_are_shown_and_the_old_ones_on_demand(self):
        door = u.DoorIs("crane-velvet-pilot", ("192.168.1.7",), 4455, open=False)
        made = room(lobby(ADA, KAY, hosting=True))
        assert after(made, door)[0] == ""
        told, _ = after(made, "door")
        assert "Your table is at 192.168.1.7. The three words" in told
        assert "lltui join 192.168.1.7 r ready" in told
        assert (
            "abandon-ability-able" in after(made, u.DoorIs("abandon-ability-able", (), 4455, open=False))[0]
        )

    def test_where_no_words_are_needed_the_others_type_that(self):
        """Without it they would be asked for words that nobody has."""
        made = room(lobby(ADA, KAY, hosting=True), u.DoorIs(None, ("192.168.1.7",), 4455, open=True))
        assert "lltui join 192.168.1.7 --open r ready" in after(made, "door")[0]

    def test_the_doors_beside_the_table_are_told_opened_and_closed_while_the_board_goes_on(self):
        door = u.DoorIs("crane-velvet-pilot", ("192.168.1.7",), 4455, open=False)
        ssh, web = u.SshDoor(2222, 1, "SHA256:abc"), u.WebDoor(8080, 1, "k7m2x9p4qd")
        beside = Beside(ssh=ssh, web=None)
        made = room(lobby(ADA, KAY, hosting=True), door, beside=beside)
        told, _ = after(made, "door")
        assert "With nothing installed: ssh -p 2222 NAME@192.168.1.7" in told
        assert "SHA256:abc" in told
        assert after(made, "page") == ("", None)
        assert "http://192.168.1.7:8080/k7m2x9p4qd" in later(made, beside, web)
        assert after(made, "nossh") == ("", None)
        assert "Nobody comes in by ssh any more" in later(made, beside, None)
        assert "2222" not in after(made, "door")[0]
        after(made, "ssh")
        assert "Port 2222 is taken" in later(made, beside, DoorPortBusy(port=2222, other=2223))
        assert beside.asked == [("web", True), ("ssh", False), ("ssh", True)]

    def test_who_has_no_table_on_this_machine_has_no_doors_to_open(self):
        made = room(lobby(ADA, KAY, hosting=True))
        assert "no command here" in after(made, "ssh")[0]
        assert "nossh" not in after(made, "?")[0]
        guest = room(lobby(ADA, KAY), beside=Beside(ssh=None, web=None))
        assert "no command here" in after(guest, "page")[0]

    def test_a_locked_door_shows_nobody_in(self):
        door = u.DoorIs("crane-velvet-pilot", ("192.168.1.7",), 4455, open=False)
        made = room(lobby(ADA, KAY, hosting=True), door)
        made.hear(lobby(ADA, KAY, hosting=True, locked=True))
        told, _ = after(made, "door")
        assert "The table is locked: nobody new sits down." in told
        assert "lltui join" not in told
        assert "Somebody at 10.9.9.9 would sit down" in after(made, u.Knocked("10.9.9.9", 2))[0]

    @pytest.mark.parametrize(
        "address, typed", [("192.168.1.7", "192.168.1.7:4460"), ("fd00::2", "[fd00::2]:4460")]
    )
    def test_another_port_than_the_usual_one_is_said(self, address, typed):
        made = room(lobby(ADA, KAY, hosting=True), u.DoorIs("a-b-c", (address,), 4460, open=False))
        told, _ = after(made, "door")
        assert f"Your table is at {address}, port 4460." in told
        assert f"lltui join {typed} r ready" in told
