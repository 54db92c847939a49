"""Who is let in, who is not, and what each side learns before it knows the other."""

import msgspec
import pytest
from kit.lines import ANN, BOB, CERT_HASH, PAIRING, PIN, RESUMING, SECRET, WORDS, Pair, admission, sign

from llwire.session import handshake
from llwire.session.handshake import Aim
from llwire.session.session import ClientSession, Welcomed
from llwire.wire import messages as m
from llwire.wire.errors import Code, OurError, PassingError, PeerError, TerminalError
from llwire.wire.limits import Deadlines
from llwire.wire.messages import Head, Pin, frame

HEAD = Head(match=1, seq=4, hash=b"h" * 32)
KNOWN = admission(known=(ANN.public,))


def refused(code):
    return pytest.raises(TerminalError, match=f"^{code}")


class TestLettingIn:
    def test_who_knows_the_words_gets_in_and_keeps_a_pin(self):
        pair = Pair()
        assert pair.log_in(seat=2).pin == PIN

    def test_both_sides_learn_that_the_words_were_right(self):
        pair = Pair()
        proven = pair.prove()
        assert proven.paired
        assert not proven.hosting

    def test_a_known_player_comes_back_without_words(self):
        pair = Pair(RESUMING, KNOWN)
        proven = pair.prove()
        assert not proven.paired
        pair.host.welcome(3, HEAD)
        welcomed = pair.down()
        assert welcomed.welcome.seat == 3
        assert welcomed.welcome.have == HEAD

    def test_a_known_player_who_never_got_the_answer_can_pair_again(self):
        assert Pair(PAIRING, KNOWN).log_in()

    def test_after_the_lock_a_known_player_can_still_pair_again(self):
        assert Pair(PAIRING, admission(locked=True, known=(ANN.public,))).log_in()

    def test_after_the_lock_a_stranger_may_still_watch(self):
        assert Pair(Aim("watch", "Wat", words=WORDS), admission(locked=True)).log_in(seat=None)

    def test_an_open_table_is_pinned_on_first_use(self):
        pair = Pair(Aim("seat", "Ann", open=True), admission(words=None, open=True))
        assert pair.log_in().pin == PIN

    def test_the_hosting_player_gets_in_by_the_secret_alone(self):
        pair = Pair(Aim("seat", "Ann", pin=PIN, hosting=SECRET))
        assert pair.prove().hosting
        pair.host.welcome(0, None)
        assert pair.down().welcome.hosting

    def test_what_the_client_has_is_told_in_its_hello(self):
        pair = Pair(Aim("seat", "Ann", pin=PIN, have=HEAD), KNOWN)
        assert pair.greet().hello.have == HEAD


class TestKeepingOut:
    def test_wrong_words_are_refused_and_teach_nothing(self):
        pair = Pair(Aim("seat", "Mal", words="crane-velvet-pizza"))
        pair.greet()
        pair.down()
        with refused(Code.WRONG_CODE):
            pair.up()
        pair.host.part(Code.WRONG_CODE)
        assert pair.host.to_send() == frame(m.encode(m.Bye(code=Code.WRONG_CODE, retry_ms=0)), 100)

    def test_a_confirmation_left_out_is_a_wrong_one(self):
        pair = Pair()
        pair.greet()
        pair.host.receive(frame(m.encode(m.Auth(sig=sign(ANN, pair), confirm=None, hosting=None)), 999), 0)
        with refused(Code.WRONG_CODE):
            pair.host.next()

    def test_right_words_with_a_foreign_identity_are_refused(self):
        """Bob shows Ann's public key and knows the words; he cannot sign."""
        pair = Pair()
        pair.greet()
        pair.down()
        auth = msgspec.msgpack.decode(pair.client.to_send()[4:], type=m.Auth)
        forged = msgspec.structs.replace(auth, sig=sign(BOB, pair))
        pair.host.receive(frame(m.encode(forged), 999), 0)
        with refused(Code.BAD_SIGNATURE):
            pair.host.next()

    def test_a_replayed_auth_is_refused(self):
        first, second = Pair(RESUMING, KNOWN), Pair(RESUMING, KNOWN)
        hello = first.client.to_send()
        for pair in (first, second):
            pair.host.receive(hello, 0)
            pair.host.next()
            pair.host.answer(KNOWN, m.Phase.LOBBY)
        first.down()
        auth = first.client.to_send()
        second.host.receive(auth, 0)
        with refused(Code.BAD_SIGNATURE):
            second.host.next()
        first.host.receive(auth, 0)
        assert first.host.next()

    def test_a_stranger_without_words_is_refused(self):
        pair = Pair(RESUMING)
        pair.greet()
        pair.down()
        with refused(Code.CODE_NEEDED):
            pair.up()

    def test_after_the_lock_the_right_words_let_no_stranger_to_a_seat(self):
        pair = Pair(PAIRING, admission(locked=True))
        pair.greet()
        pair.down()
        with refused(Code.LOCKED):
            pair.up()

    @pytest.mark.parametrize("secret", [SECRET, None])
    def test_a_wrong_hosting_secret_is_refused(self, secret):
        pair = Pair(Aim("seat", "Mal", pin=PIN, hosting=b"x" * 32), admission(hosting=secret))
        pair.greet()
        pair.down()
        with refused(Code.BAD_SIGNATURE):
            pair.up()

    def test_words_offered_to_a_table_that_has_none(self):
        pair = Pair(PAIRING, admission(words=None, open=True))
        pair.up()
        with refused(Code.WRONG_CODE):
            pair.host.answer(pair.admission, m.Phase.LOBBY)

    def test_no_common_version(self):
        pair = Pair()
        hello = msgspec.msgpack.decode(pair.client.to_send()[4:], type=m.Hello)
        pair.host.receive(frame(m.encode(msgspec.structs.replace(hello, v=(1, 2))), 999), 0)
        with refused(Code.VERSION):
            pair.host.next()

    @pytest.mark.parametrize(
        "message", [bytes(33), b"A" + bytes(32), b"A" + b"\xff" * 32, b"B" + b"\x01" * 32]
    )
    def test_a_pairing_message_that_is_none(self, message):
        pair = Pair()
        hello = msgspec.msgpack.decode(pair.client.to_send()[4:], type=m.Hello)
        pair.host.receive(frame(m.encode(msgspec.structs.replace(hello, pake=message)), 999), 0)
        pair.host.next()
        with refused(Code.MALFORMED):
            pair.host.answer(pair.admission, m.Phase.LOBBY)


class TestSuspiciousTables:
    def test_another_certificate_is_left_before_a_byte_is_said(self):
        with refused(Code.HOST_CHANGED):
            Pair(RESUMING, seen=b"x" * 32)

    @pytest.mark.parametrize(
        "pin", [Pin(b"x" * 16, PIN.log_key, CERT_HASH), Pin(PIN.table, BOB.public, CERT_HASH)]
    )
    def test_another_table_behind_the_same_certificate(self, pin):
        pair = Pair(RESUMING, KNOWN, pin=pin)
        pair.greet()
        with refused(Code.HOST_CHANGED):
            pair.down()

    def test_a_table_that_skips_the_check_of_the_words(self):
        pair = Pair(PAIRING, admission(open=True))
        pair.up()
        pair.host._hello = msgspec.structs.replace(pair.host._hello, pake=None)
        pair.host.answer(pair.admission, m.Phase.LOBBY)
        with refused(Code.WRONG_CODE):
            pair.down()

    @pytest.mark.parametrize("confirm", [None, b"x" * 32])
    def test_a_table_that_does_not_know_the_words(self, confirm):
        pair = Pair()
        pair.prove()
        welcome = m.Welcome(want="seat", seat=1, hosting=False, confirm=confirm, have=None)
        pair.client.receive(frame(m.encode(welcome), 999), 0)
        with refused(Code.WRONG_CODE):
            pair.client.next()

    def test_a_version_that_was_not_offered(self):
        pair = Pair()
        pair.greet()
        hhello = msgspec.msgpack.decode(pair.host.to_send()[4:], type=m.HHello)
        pair.client.receive(frame(m.encode(msgspec.structs.replace(hhello, v=9)), 999), 0)
        with refused(Code.VERSION):
            pair.client.next()

    def test_a_client_needs_something_to_know_the_table_by(self):
        with pytest.raises(OurError):
            ClientSession(ANN, Aim("seat", "Ann"), CERT_HASH, "", 0, Deadlines())


class TestRelays:
    """Somebody in the middle has a certificate of its own, or changes what is said."""

    def test_a_relay_that_passes_the_right_words_on(self):
        """Both ends use the same words; each sees its own certificate."""
        pair = Pair(seen=b"the relay's certificate hash 32b")
        pair.greet()
        assert pair.down() is None
        with refused(Code.WRONG_CODE):
            pair.up()

    def test_a_relay_at_an_open_table_cannot_pass_the_identity_on(self):
        aim = Aim("seat", "Ann", open=True)
        pair = Pair(aim, admission(words=None, open=True), seen=b"the relay's certificate hash 32b")
        pair.greet()
        pair.down()
        with refused(Code.BAD_SIGNATURE):
            pair.up()

    @pytest.mark.parametrize(
        "change",
        [
            pytest.param({"want": "watch"}, id="what is wanted"),
            pytest.param({"name": "Bnn"}, id="the name"),
            pytest.param({"v": (1, 2, 3)}, id="the versions"),
            pytest.param({"have": HEAD}, id="what it has"),
            pytest.param({"nonce": b"x" * 32}, id="the nonce"),
        ],
    )
    @pytest.mark.parametrize("aim", [PAIRING, RESUMING])
    def test_a_hello_that_was_changed_on_the_way(self, aim, change):
        def changed(data):
            hello = msgspec.msgpack.decode(data[4:], type=m.Hello)
            return frame(m.encode(msgspec.structs.replace(hello, **change)), 999)

        pair = Pair(aim, KNOWN)
        pair.up(changed)
        pair.host.answer(KNOWN, m.Phase.LOBBY)
        pair.down()
        with pytest.raises(TerminalError, match=r"wrong-code|bad-signature"):
            pair.up()

    @pytest.mark.parametrize("change", [{"phase": m.Phase.PLAYING}, {"nonce": b"x" * 32}, {"program": "old"}])
    @pytest.mark.parametrize("aim", [PAIRING, RESUMING])
    def test_an_answer_that_was_changed_on_the_way(self, aim, change):
        def changed(data):
            hhello = msgspec.msgpack.decode(data[4:], type=m.HHello)
            return frame(m.encode(msgspec.structs.replace(hhello, **change)), 999)

        pair = Pair(aim, KNOWN)
        pair.greet()
        pair.down(changed)
        with pytest.raises(TerminalError, match=r"wrong-code|bad-signature"):
            pair.up()


class TestBye:
    def test_a_refusal_arrives_as_an_error_of_its_kind(self):
        pair = Pair()
        pair.greet()
        pair.host.to_send()
        pair.host.part(Code.BUSY, 1500)
        with pytest.raises(PassingError) as caught:
            pair.down()
        assert (caught.value.code, caught.value.retry_ms) == (Code.BUSY, 1500)

    def test_nothing_is_said_after_the_bye(self):
        pair = Pair()
        pair.log_in()
        pair.host.part(Code.KICKED)
        pair.host.part(Code.FULL)
        pair.host.say(m.encode(m.Ping(n=1)))
        assert pair.host.to_send() == frame(m.encode(m.Bye(code=Code.KICKED, retry_ms=0)), 99)

    def test_nothing_is_heard_after_the_bye(self):
        pair = Pair()
        pair.log_in()
        pair.host.part(Code.KICKED)
        assert pair.client_says(m.Say(text="wait")) is None

    def test_a_lost_line_has_no_last_word(self):
        pair = Pair()
        pair.log_in()
        pair.host.part(Code.LOST)
        assert pair.host.to_send() == b""

    def test_steps_out_of_order_are_our_fault(self):
        pair = Pair()
        with pytest.raises(OurError):
            pair.host.welcome(0, None)
        pair.greet()
        with pytest.raises(OurError):
            pair.host.answer(pair.admission, m.Phase.LOBBY)


@pytest.mark.parametrize("code", list(Code))
def test_every_code_is_either_passing_or_terminal(code):
    error = handshake.peer_error(code)
    assert isinstance(error, PassingError) != isinstance(error, TerminalError)
    assert isinstance(error, PeerError)


def test_welcomed_says_what_life_it_is():
    for want, hosting in (("seat", False), ("watch", False), ("seat", True)):
        aim = Aim(want, "Ann", pin=PIN, hosting=SECRET if hosting else None)
        welcomed = Pair(aim, KNOWN).log_in()
        assert isinstance(welcomed, Welcomed)
        assert (welcomed.welcome.want, welcomed.welcome.hosting) == (want, hosting)


@pytest.mark.parametrize("empty", [{"words": ""}, {"hosting": b""}, {"hosting": b"short"}])
def test_a_door_with_a_lock_that_anybody_opens_is_our_fault(empty):
    with pytest.raises(OurError, match="guess"):
        admission(**empty)


@pytest.mark.parametrize("other", [{"want": "watch"}, {"hosting": True}])
def test_a_welcome_to_something_else_than_was_asked_for(other):
    pair = Pair(RESUMING, KNOWN)
    pair.prove()
    welcome = m.Welcome(want="seat", seat=1, hosting=False, confirm=None, have=None)
    pair.client.receive(frame(m.encode(msgspec.structs.replace(welcome, **other)), 999), 0)
    with refused(Code.MALFORMED):
        pair.client.next()
