"""The conversation: who may say what when, how much of it, and who still lives."""

import typing

import msgspec
import pytest
from examples import all_deeds, from_client, from_table, hellos
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from kit.lines import ANN, BOB, PIN, RESUMING, SECRET, TABLE, Pair, admission

from llwire.chain import entries
from llwire.session.handshake import Aim
from llwire.session.session import CLIENT_MAY_SAY, LIVE, TABLE_MAY_SAY, Stage
from llwire.wire import deeds, limits
from llwire.wire import messages as m
from llwire.wire.crypto import BoxKey
from llwire.wire.errors import Code, PassingError, PeerError, TerminalError
from llwire.wire.messages import Head, frame

HEAD = Head(match=1, seq=4, hash=b"h" * 32)
KNOWN = admission(known=(ANN.public,))
AIMS = {
    Stage.WATCHING: Aim("watch", "Ann", pin=PIN),
    Stage.PLAYING: RESUMING,
    Stage.HOSTING: Aim("seat", "Ann", pin=PIN, hosting=SECRET),
}
ANYBODY = {"Bye", "Ping", "Pong", "Leave", "Rename", "Say", "Give"}
PLAYER = ANYBODY | {"Sit", "About", "Unready", "Signal", "Hurry"}
PLAYER |= {"Start", "Rematch", "Joining", "Act", "Ready", "Decision"}
HOSTING = PLAYER | {
    *("Choose", "AddBot", "Kick", "Ban", "Lock", "Gallery", "Order", "NewCode", "CloseTable"),
}
EXPECTED = {Stage.WATCHING: ANYBODY, Stage.PLAYING: PLAYER, Stage.HOSTING: HOSTING}


def live(stage=Stage.PLAYING):
    pair = Pair(AIMS[stage], KNOWN)
    pair.log_in()
    assert pair.host.stage is pair.client.stage is stage
    return pair


def names(kinds):
    return {kind.__name__ for kind in kinds}


@pytest.mark.parametrize("stage", sorted(LIVE, key=str))
class TestWhoMaySayWhat:
    def test_the_clients_table_word_by_word(self, stage):
        assert names(CLIENT_MAY_SAY[stage]) == EXPECTED[stage]

    def test_only_the_hosting_player_hears_how_others_get_in(self, stage):
        private = {"Door", "Knocks", "Newcomers"}
        heard = private if stage is Stage.HOSTING else set()
        assert names(TABLE_MAY_SAY[stage]) & private == heard

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60, deadline=None)
    @given(message=from_client)
    def test_a_client_that_says_more_is_cut_off(self, stage, message):
        if isinstance(message, m.Signed | m.Bye | m.Give):
            return
        pair = live(stage)
        if type(message).__name__ in EXPECTED[stage]:
            heard = pair.client_says(message)
            assert heard == (None if isinstance(message, m.Ping) else message)
        else:
            with pytest.raises(TerminalError, match=r"^malformed"):
                pair.client_says(message)

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60, deadline=None)
    @given(deed=all_deeds)
    def test_a_deed_needs_its_role_its_table_and_its_author(self, stage, deed):
        deed = msgspec.structs.replace(deed, table=TABLE)
        if isinstance(deed, deeds.Joining):
            deed = msgspec.structs.replace(deed, id=ANN.public, box=BoxKey(bytes(32)).public)
        pair, signed = live(stage), entries.sign_deed(deed, ANN)
        if type(deed).__name__ in EXPECTED[stage]:
            assert pair.client_says(signed) == signed
        else:
            with pytest.raises(TerminalError, match=r"^malformed"):
                pair.client_says(signed)

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=60, deadline=None)
    @given(message=from_table)
    def test_a_table_that_says_more_is_left(self, stage, message):
        if isinstance(message, m.Bye):
            return
        pair = live(stage)
        if isinstance(message, m.Door | m.Knocks | m.Newcomers) and stage is not Stage.HOSTING:
            with pytest.raises(TerminalError, match=r"^malformed"):
                pair.host_says(message)
        else:
            assert pair.host_says(message) == (None if isinstance(message, m.Ping) else message)


class TestDeeds:
    act = deeds.Act(table=TABLE, match=1, seat=0, turn=3, head=b"h" * 32, action=b"x", secret=None)

    def test_a_foreign_signature(self):
        with pytest.raises(TerminalError, match=r"^bad-signature"):
            live().client_says(entries.sign_deed(self.act, BOB))

    def test_a_body_changed_by_one_bit(self):
        signed = entries.sign_deed(self.act, ANN)
        body = signed.body[:-1] + bytes([signed.body[-1] ^ 1])
        with pytest.raises(TerminalError):
            live().client_says(msgspec.structs.replace(signed, body=body))

    def test_another_table(self):
        with pytest.raises(TerminalError, match="another table"):
            live().client_says(entries.sign_deed(msgspec.structs.replace(self.act, table=b"x" * 16), ANN))

    def test_joining_in_anothers_name(self):
        joining = deeds.Joining(table=TABLE, match=1, id=BOB.public, box=b"b" * 32, commit=b"c" * 32)
        with pytest.raises(TerminalError, match=r"^bad-signature"):
            live().client_says(entries.sign_deed(joining, ANN))

    def test_garbage_inside(self):
        with pytest.raises(TerminalError, match=r"^malformed"):
            live().client_says(m.Signed(body=b"\xc1", sig=bytes(64)))

    def test_the_body_is_kept_as_it_was_received(self):
        """A second spelling of the same act is another body, and stays it."""
        value = msgspec.msgpack.decode(m.encode(self.act))
        body = msgspec.msgpack.encode(dict(reversed(value.items())))
        signed = m.Signed(body=body, sig=ANN.sign(entries.deed_hash(body)))
        heard = live().client_says(signed)
        assert heard == signed
        assert deeds.read_deed(heard) == self.act
        assert heard.body != m.encode(self.act)


class TestHandshakeComesFirst:
    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40, deadline=None)
    @given(message=from_client)
    def test_nothing_is_said_before_hello(self, message):
        if isinstance(message, m.Bye):
            return
        pair = Pair()
        pair.host.receive(frame(m.encode(message), 9999)[: limits.FRAME_FROM_CLIENT], 0)
        with pytest.raises(TerminalError, match=r"^malformed"):
            pair.host.next()

    @settings(suppress_health_check=[HealthCheck.too_slow], max_examples=20, deadline=None)
    @given(hello=hellos)
    def test_hello_is_said_once(self, hello):
        pair = Pair(RESUMING, KNOWN)
        pair.greet()
        pair.host.receive(frame(m.encode(hello), 9999), 0)
        with pytest.raises(TerminalError, match=r"^malformed"):
            pair.host.next()

    def test_a_frame_before_login_is_small(self):
        pair = Pair()
        pair.host.receive((limits.FRAME_FROM_CLIENT + 1).to_bytes(4, "big"), 0)
        with pytest.raises(TerminalError, match=r"^malformed"):
            pair.host.next()

    def test_nothing_is_read_while_the_table_decides(self):
        pair = Pair(RESUMING, KNOWN)
        pair.prove()
        pair.host.receive(frame(m.encode(m.Leave()), 99), 0)
        assert pair.host.next() is None
        pair.host.welcome(1, None)
        assert pair.host.next() == m.Leave()


@settings(suppress_health_check=[HealthCheck.too_slow], max_examples=40, deadline=None)
@given(
    st.lists(st.binary(max_size=90) | from_client.map(lambda x: frame(m.encode(x), 99_999)), max_size=8),
    st.data(),
)
def test_any_bytes_at_any_stage_give_the_same_events_or_the_named_error_however_cut(pieces, data):
    stream = b"".join(pieces)
    edge = data.draw(st.integers(0, len(stream)))
    stage = data.draw(st.sampled_from([None, *sorted(LIVE, key=str)]))

    def heard(chunks):
        host = live(stage).host if stage else Pair().host
        events = []
        try:
            for chunk in chunks:
                host.receive(chunk, 0)
                while (event := host.next()) is not None:
                    events.append(event)
        except PeerError as error:
            events.append(error.code)
        return events

    assert heard([stream]) == heard([stream[:edge], stream[edge:]]) == heard([bytes([b]) for b in stream])


class TestLimits:
    def test_who_talks_too_fast_is_told_and_not_heard(self):
        pair = live()
        for _ in range(int(limits.CHATTER.burst)):
            assert pair.client_says(m.Say(text="x")) == m.Say(text="x")
        assert pair.client_says(m.Say(text="x")) is None
        assert pair.down() == m.Nack(to="say", turn=None, now=None, why=m.Why.TOO_FAST, reason=None)
        pair.now += 1 / limits.CHATTER.per_second
        assert pair.client_says(m.Say(text="x")) == m.Say(text="x")

    def test_who_says_too_much_is_read_more_slowly(self):
        pair = live()
        for _ in range(int(limits.MESSAGES.burst) + 20):
            pair.client_says(m.Unready())
        assert pair.host.pause(0) == pytest.approx(20 / limits.MESSAGES.per_second)
        assert pair.host.pause(2) == 0

    def test_nobody_is_cut_off_for_a_silence_that_was_our_not_listening(self):
        pair = live()
        for _ in range(int(limits.MESSAGES.burst * limits.OVERDRAFT)):
            pair.client_says(m.Unready())
        pause = pair.host.pause(0)
        assert pause > limits.Deadlines().dead
        pair.host.tick(pause)

    def test_a_flood_is_cut_off(self):
        pair = live()
        for _ in range(int(limits.MESSAGES.burst * (limits.OVERDRAFT + 1))):
            pair.client_says(m.Unready())
        with pytest.raises(PassingError, match=r"^rate"):
            pair.client_says(m.Unready())

    def test_a_client_s_frames_are_smaller_than_the_table_s(self):
        pair = live()
        pair.host.receive((limits.FRAME_FROM_CLIENT + 1).to_bytes(4, "big"), 0)
        with pytest.raises(TerminalError, match=r"^malformed"):
            pair.host.next()


class TestGivingBack:
    give = m.Give(body=bytes(limits.FRAME_FROM_CLIENT), sig=bytes(64))

    def test_an_entry_nobody_wanted(self):
        pair = live()
        pair.client._sends = limits.FRAME_FROM_TABLE
        with pytest.raises(TerminalError):
            pair.client_says(self.give)

    def test_a_small_entry_nobody_wanted(self):
        with pytest.raises(TerminalError, match="nobody wanted"):
            live().client_says(m.Give(body=b"x", sig=bytes(64)))

    def test_what_was_wanted_may_be_large(self):
        pair = live()
        pair.host.want(1, 5)
        assert pair.down() == m.Want(match=1, seq=5)
        assert pair.client_says(self.give) == self.give
        for _ in range(int(limits.MESSAGES.burst * (limits.OVERDRAFT + 2))):
            assert pair.client_says(self.give) == self.give

    def test_what_is_under_way_when_the_table_has_enough_costs_nothing(self):
        pair = live()
        pair.host.want(1, 5)
        pair.down()
        pair.host.wanted_all()
        for _ in range(int(limits.MESSAGES.burst * (limits.OVERDRAFT + 2))):
            assert pair.client_says(self.give) is None
        assert pair.host.pause(0) == 0
        assert pair.client_says(m.Unready()) == m.Unready()

    @pytest.mark.parametrize("enough", [True, False])
    def test_nobody_gives_more_than_a_log_holds(self, enough):
        pair, small = live(), m.Give(body=b"x", sig=bytes(64))
        pair.host.want(1, limits.LOG_ENTRIES - 3)
        pair.down()
        for _ in range(3):
            assert pair.client_says(small) == small
        if enough:
            pair.host.wanted_all()
        with pytest.raises(TerminalError, match="nobody wanted"):
            pair.client_says(small)


class TestHeartbeat:
    def test_a_ping_is_answered_with_what_one_has(self):
        pair = live()
        pair.client.have = HEAD
        assert pair.host_says(m.Ping(n=7)) is None
        assert pair.up() == m.Pong(n=7, have=HEAD)

    def test_a_silent_peer_is_asked_and_then_given_up(self):
        pair, deadlines = live(), limits.Deadlines()
        assert pair.host.due() == deadlines.idle
        pair.host.tick(deadlines.idle - 0.1)
        assert pair.host.to_send() == b""
        pair.host.tick(deadlines.idle)
        assert pair.host.to_send() == frame(m.encode(m.Ping(n=1)), 99)
        with pytest.raises(PassingError, match=r"^slow"):
            pair.host.tick(deadlines.dead)

    def test_any_word_is_a_sign_of_life(self):
        pair, deadlines = live(), limits.Deadlines()
        pair.now = 14
        pair.client_says(m.Unready())
        pair.host.tick(deadlines.dead)
        assert pair.host.due() == pytest.approx(19)

    def test_the_answer_tells_the_lag(self):
        pair = live()
        pair.host.tick(5)
        assert pair.host.lag is None
        pair.down()
        pair.now = 5.25
        pair.up()
        assert pair.host.lag == 0.25

    def test_an_answer_to_an_older_ping_says_nothing(self):
        pair = live()
        pair.host.tick(5)
        pair.host.tick(10)
        pair.now = 11
        pair.client_says(m.Pong(n=1, have=None))
        assert pair.host.lag is None


def test_a_joining_with_a_box_key_that_nothing_can_be_sealed_to():
    """Cited in a genesis it would be the table's fault, and end it for everybody."""
    joining = deeds.Joining(table=TABLE, match=1, id=ANN.public, box=bytes(32), commit=bytes(32))
    with pytest.raises(TerminalError, match="nothing can be sealed"):
        live().client_says(entries.sign_deed(joining, ANN))


def test_each_union_is_the_sum_of_its_table():
    said = set(typing.get_args(m.FromClient)) - {m.Signed} | set(typing.get_args(deeds.Deed))
    assert said == set().union(*(CLIENT_MAY_SAY[stage] for stage in LIVE))
    heard = set(typing.get_args(m.FromTable))
    assert heard == set().union(*(TABLE_MAY_SAY[stage] for stage in LIVE))


def test_nobody_is_sent_away_for_hours():
    pair = live()
    pair.host.part(Code.BUSY, 2**31 - 1)
    with pytest.raises(PassingError) as caught:
        pair.down()
    assert caught.value.retry_ms == limits.RETRY_MS


def test_a_code_survives_the_wire():
    pair = live()
    pair.host.part(Code.REPLACED)
    with pytest.raises(TerminalError) as caught:
        pair.down()
    assert caught.value.code is Code.REPLACED
