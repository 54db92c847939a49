"""What lies in front of a person, from the updates that came: no screen, no loop."""

from __future__ import annotations

from msgspec.structs import replace

from lltui.client import updates as u
from lltui.client.requests import HURRY
from lltui.client.updates import weight
from lltui.desk.desk import BYTES, KNOCKED, LATER, TALK, Chronicle, Desk, Kind, Place, Words
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.events import MatchWon, Played, RoundBegan, RoundWon
from lltui.games.love_letter.model import Options
from lltui.games.love_letter.views import Public, SeatView

NAMES = ("Kay", "Ada")
ENGLISH, GERMAN = Words("en", "court"), Words("de", "court")


def began(match=1, *, hosting=False):
    return u.Began(match, "love-letter", Options(), NAMES, 0, frozenset(), hosting=hosting)


def glimpse(*heard, phase="turn", **more):
    seats = (SeatView(0, 1), SeatView(0, 1))
    return Glimpse(tuple(heard), Public(phase, 1, 0, seats, 9, 7, **more))


def lobby(match=1):
    return u.LobbyIs(match, "love-letter", Options(), (), (), locked=False, hosting=False)


DEAL = glimpse(RoundBegan(1, 0))
MOVE = glimpse(Played(1, "guard", 0, "king"))
END = glimpse(RoundWon((1,), "card"), phase="deck")
FINAL = glimpse(RoundWon((1,), "card"), MatchWon((1,)), phase="over")


def desk(*updates, **more):
    found = Desk(ENGLISH, **more)
    for update in updates:
        found.hear(update)
    return found


def test_the_place_follows_what_happens():
    found = desk()
    assert found.place is Place.COMING
    for update, place in (
        (lobby(), Place.LOBBY),
        (began(), Place.LOBBY),
        (DEAL, Place.TABLE),
        (END, Place.PAUSE),
        (u.Closed("over"), Place.CLOSED),
    ):
        found.hear(update)
        assert found.place is place


def test_after_the_match_the_result_stays_until_it_is_left_or_another_begins():
    found = desk(lobby(), began(), DEAL, FINAL, Over(), lobby(2))
    assert found.place is Place.RESULT
    found.leave_result()
    assert found.place is Place.LOBBY
    found.hear(began(2))
    found.hear(DEAL)
    assert found.place is Place.TABLE


def test_while_the_end_of_a_round_is_looked_at_the_match_waits_and_talk_does_not():
    found = desk(began(), DEAL, END)
    told = len(found.log)
    found.hear(DEAL)
    found.hear(u.ChatLine(1, "Ada", "well played"))
    assert found.place is Place.PAUSE
    assert [line.kind for line in found.log[told:]] == [Kind.SAID]
    found.go_on()
    assert found.place is Place.TABLE
    assert found.round == (DEAL,)


def test_what_waited_stops_again_at_the_next_end():
    found = desk(began(), DEAL, END, DEAL, END, DEAL, Over())
    found.go_on()
    assert (found.place, found.deal) == (Place.PAUSE, 2)
    found.go_on()
    assert (found.place, found.deal) == (Place.RESULT, 3)


def test_a_watcher_looks_at_the_end_of_a_round_until_those_who_play_have_gone_on():
    found = desk(began(), DEAL, END, DEAL, watches=True)
    assert (found.place, found.played_on) == (Place.PAUSE, True)
    found.hear(MOVE)
    assert (found.place, found.deal, found.round) == (Place.TABLE, 2, (DEAL, MOVE))
    assert desk(began(), DEAL, END, DEAL, MOVE).place is Place.PAUSE, "who plays is waited for"
    found = desk(began(), DEAL, END, DEAL, watches=True)
    found.go_on()
    assert (found.place, found.deal) == (Place.TABLE, 2)


def test_a_new_name_is_nobody_who_left_and_nobody_who_came():
    chair = u.Seated("Player", None, ready=False, hosting=False, you=False, date=None, age=None, who=b"b")
    found = desk(replace(lobby(), chairs=(chair,)), replace(lobby(), chairs=(replace(chair, name="Ben"),)))
    assert [line.text for line in found.log] == ["Player is called Ben now."]


def test_a_match_that_its_host_ends_is_stopped_until_another_begins():
    found = desk(began(), DEAL, END, u.Ruled("end-match"), Over())
    assert (found.place, found.stopped, found.ended) == (Place.PAUSE, True, True)
    found.go_on()
    found.hear(began(2))
    assert not found.stopped


def test_a_match_that_ends_behind_the_end_of_a_round_is_known_to_be_over():
    assert not desk(began(), DEAL, END).ended
    found = desk(began(), DEAL, END, Over())
    assert found.ended
    assert found.place is Place.PAUSE
    found.go_on()
    assert found.ended
    assert found.place is Place.RESULT


def test_a_round_is_what_happened_since_its_deal():
    found = desk(began(), DEAL, MOVE)
    assert found.round == (DEAL, MOVE)
    assert (found.before, found.glimpse) == (DEAL, MOVE)


def test_everything_is_told_again_in_another_language():
    found = desk(began(), DEAL, MOVE, u.ChatLine(1, "Ada", "hello"), u.Verified(1))
    before = [line.text for line in found.log]
    found.say_again(GERMAN)
    after = [line.text for line in found.log]
    assert len(before) == len(after)
    assert "Runde 1" in after[0]
    assert after[2] == before[2]  # what a person said is what they said
    found.say_again(ENGLISH)
    assert [line.text for line in found.log] == before


def test_a_lie_stays_the_first_one():
    first = u.Lied(("first"), NAMES)
    found = Desk(ENGLISH)
    found._take(first)
    found._take(u.Lied(("second"), NAMES))
    assert found.lie is first


def test_a_line_that_is_lost_is_seen_until_it_is_back():
    found = desk(began(), DEAL, u.LinkLost("lost", 1.0, 0))
    assert found.link is not None
    found.hear(u.LinkBack())
    assert found.link is None


def test_verified_deals_are_kept_for_the_match_and_not_beyond():
    found = desk(began(), DEAL, u.Verified(1))
    assert found.verified == 1
    found.hear(began(2))
    assert not found.verified


def test_whoever_comes_in_later_counts_the_rounds_as_the_table_does():
    found = desk(replace(began(), deal=6), DEAL, u.Verified(5))
    assert (found.deal, found.verified) == (6, 5)


def test_whose_turn_it_is_is_seen_at_the_table_and_fills_no_line_of_the_log():
    found = desk(began(), DEAL, u.Waits("playing", (1,), None), MOVE, u.Waits("playing", (1,), None))
    assert [line.text for line in found.log if isinstance(line.fact, u.Waits)] == []
    found.hear(u.Waits("paused", (), None))
    assert found.log[-1].fact == u.Waits("paused", (), None)


def test_who_never_stops_talking_fills_no_memory_and_drives_out_no_move():
    talk = [u.ChatLine(1, "Ada", str(n)) for n in range(TALK + 10)]
    found = desk(began(), DEAL, MOVE, *talk)
    assert [fact for fact in found._heard if isinstance(fact, u.ChatLine)] == talk[10:]
    assert [line.text for line in found.log if line.fact == MOVE]
    assert sum(line.kind is Kind.SAID for line in found.log) == TALK
    assert found.log[-1].text.endswith(str(TALK + 9))
    assert found.round == (DEAL, MOVE)


def test_what_tells_nothing_drives_out_nothing_that_was_told():
    hello = u.ChatLine(1, "Ada", "hello")
    found = desk(began(), hello, *(u.PresenceIs(("online", "online"), 0, (n, n)) for n in range(10_000)))
    assert hello in found._heard
    assert len([*found._heard]) < 1_000


def test_what_is_long_goes_sooner_than_what_is_many_and_its_lines_go_with_it():
    kept = Chronicle(room=10 * weight(DEAL))
    for _ in range(5_000):
        kept.add(DEAL, ())
    assert len([*kept]) == 10
    found = desk(began(), *(glimpse(*(Played(1, "guard", 0, "king"),) * 250) for _ in range(400)))
    assert sum(map(weight, found._heard)) <= BYTES + 1_000
    assert {id(line.fact) for line in found.log} <= {id(fact) for fact in found._heard}
    assert len(found.round) < 400
    assert set(map(id, found.round)) <= {id(fact) for fact in found._heard}


def test_nobody_keeps_the_choices_of_long_ago():
    from lltui.games.love_letter.model import Play

    menu = tuple(Play("guard", 1, guess) for guess in ("king", "spy"))
    asked = Glimpse(DEAL.heard, DEAL.public, None, menu)
    found = desk(began(), asked)
    assert found.glimpse is asked
    assert [fact.menu for fact in found.round] == [()]
    assert [fact.menu for fact in found._heard if isinstance(fact, Glimpse)] == [()]
    told = [line.text for line in found.log]
    assert told == [line.text for line in desk(began(), DEAL).log]
    found.say_again(GERMAN)
    assert {id(line.fact) for line in found.log} <= set(map(id, found._heard))


def test_behind_the_end_of_a_round_so_much_waits_and_then_the_table_does():
    found = desk(began(), DEAL, END, *[MOVE] * (LATER - 1))
    assert not found.full
    found.hear(MOVE)
    assert found.full
    found.go_on()
    assert not found.full
    assert found.glimpse == MOVE
    assert len(found.round) == LATER
    assert found._waiting == 0
    long = glimpse(*(Played(1, "guard", 0, "king"),) * 250)
    found = desk(began(), DEAL, END, *[long] * (BYTES // weight(long) + 1))
    assert found.full
    assert len(found._later) < LATER


def test_of_those_who_knock_the_newest_are_kept():
    found = desk(lobby(), *(u.Knocked(f"10.0.{n // 250}.{n % 250}", 1) for n in range(2_000)))
    assert len(found.knocked) == KNOCKED
    assert found.knocked[-1] == "10.0.7.249"


def test_a_line_that_is_lost_counts_once_however_often_it_is_tried():
    found = desk(u.LinkLost("silent", 0.2, 0), u.LinkLost("busy", 0.4, 1), u.LinkLost("lost", 0.8, 2))
    assert (found.outages, found.parted) == (1, "silent")
    found.hear(u.LinkBack())
    found.hear(u.LinkLost("closing", 0.2, 0))
    assert (found.outages, found.parted) == (2, "closing")


def test_who_hosts_is_told_in_a_match_too_how_the_table_comes_back():
    found = desk(replace(lobby(), hosting=True), began(hosting=True), DEAL)
    (line,) = found.hear(u.LinkLost("lost", 1.0, 0))
    assert "your own table" in line.text
    assert "your own" not in desk(lobby(), began(), DEAL, u.LinkLost("lost", 1.0, 0)).log[-1].text


def test_how_long_a_table_waits_is_known_after_a_match_and_in_another_language():
    found = desk(u.TermsAre(30.0, 60.0), lobby(), began(), DEAL)
    assert "30" in found.teller.patience_of(found.terms)[0]
    found.say_again(GERMAN)
    assert "30" in found.teller.patience_of(found.terms)[0]


def test_what_is_heard_is_told_at_once_and_stands_in_the_log():
    found = desk(began())
    told = found.hear(DEAL)
    assert [line.text for line in told] == [line.text for line in found.log]
    assert "Round 1" in told[0].text
    found.hear(END)
    assert found.hear(MOVE) == (), "it waits behind the end of the round"


def test_whose_turn_it_is_is_told_where_it_is_not_seen():
    waits = u.Waits("playing", (1,), None)
    for sees in (True, False):
        found = desk(began(), DEAL, u.Waits("playing", (0,), None), sees=sees)
        assert bool(found.hear(waits)) is not sees


def test_the_page_is_the_round_that_runs_or_that_is_looked_at():
    found = desk(began(), DEAL, MOVE, END)
    looked_at = [line.text for line in found.page]
    assert len(looked_at) == 3
    found.go_on()
    assert [line.text for line in found.page] == looked_at
    found.hear(DEAL)
    assert [line.text for line in found.page] == looked_at[:1]


def out(*seats, phase="turn"):
    """These are out of the round."""
    public = Public(phase, 1, 2, tuple(SeatView(0, 1, out=seat in seats) for seat in range(3)), 9, 7)
    return Glimpse((), public)


def three(*bots, **more):
    return u.Began(1, "love-letter", Options(), ("Kay", "Ada", "Mina"), 0, frozenset(bots), False, **more)


PLAYING = u.Waits("playing", (2,), None)


def test_who_is_out_may_have_bots_hurry_once_no_person_plays_on():
    assert not desk(three(2), PLAYING, out(0)).may_hurry, "Ada, who is a person, plays on"
    assert not desk(three(2), PLAYING, out(1)).may_hurry, "whoever plays on has no time to lose"
    assert desk(three(2), PLAYING, out(0, 1)).may_hurry
    assert desk(three(2, stand_ins=frozenset({1})), PLAYING, out(0)).may_hurry
    assert not desk(three(2), PLAYING, out(0, 1, phase="deck")).may_hurry, "the round is over"
    assert not desk(three(2), u.Waits("paused", (), None), out(0, 1)).may_hurry
    assert not desk(three(2), out(0, 1)).may_hurry, "nobody waits at a table that is looked at again"


def test_over_the_network_the_table_is_asked_and_hurries_when_it_says_so():
    found = desk(three(2), PLAYING, out(0, 1))
    assert found.hurry() == HURRY
    assert not found.hurries
    found.hear(u.Waits("playing", (2,), None, hurried=(0,)))
    assert (found.may_hurry, found.hurried, found.hurries) == (False, True, False)
    found.hear(u.Waits("playing", (2,), None, hurried=(0, 1), at_once=True))
    assert found.hurries


def test_at_a_table_in_this_process_it_lasts_until_the_next_deal():
    found = desk(three(1, 2), out(0), local=True)
    assert found.may_hurry
    assert found.hurry() is None
    assert (found.may_hurry, found.hurries) == (False, True)
    found.hear(glimpse(RoundWon((1,), "card"), phase="deck"))
    found.go_on()
    assert not found.hurries
    found.hear(DEAL)
    found.hear(out(0))
    assert (found.may_hurry, found.hurries) == (True, False)
