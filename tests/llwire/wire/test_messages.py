"""Decoding is validating: a message within its bounds, or the named error and nothing else."""

import tracemalloc
import typing

import msgpack
import msgspec
import pytest
from examples import STAGES, spoiled
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from llwire.wire import deeds, limits
from llwire.wire import messages as m
from llwire.wire.errors import TerminalError
from llwire.wire.messages import Message, Part, Rules

calm = settings(suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large], deadline=None)
ALL = [
    kind
    for union in (m.FromClient, m.FromTable, deeds.Deed, deeds.What, m.Hello | m.HHello | m.Auth | m.Welcome)
    for kind in typing.get_args(union)
]


def read(decoder, body):
    """The message, or the code of the one error that decoding may raise."""
    try:
        return m.decode(decoder, body)
    except TerminalError as error:
        return error.code


@pytest.mark.parametrize(("decoder", "examples"), STAGES)
@calm
@given(st.data())
def test_what_is_encoded_is_decoded(decoder, examples, data):
    message = data.draw(examples)
    assert m.decode(decoder, m.encode(message)) == message


@pytest.mark.parametrize(("decoder", "examples"), STAGES)
@calm
@given(st.data())
def test_the_msgpack_package_reads_the_same(decoder, examples, data):
    body = m.encode(data.draw(examples))
    unpacked = msgpack.unpackb(body)
    assert unpacked == msgspec.msgpack.decode(body)
    assert msgpack.packb(unpacked) == body


@pytest.mark.parametrize(("decoder", "examples"), STAGES)
@calm
@given(st.data())
def test_a_spoiled_message_is_a_message_or_the_named_error(decoder, examples, data):
    body = data.draw(spoiled(examples))
    message = read(decoder, body)
    assert message is m.Code.MALFORMED or m.decode(decoder, m.encode(message)) == message


@pytest.mark.parametrize(("decoder", "examples"), STAGES)
@given(body=st.binary(max_size=200))
def test_any_bytes_are_a_message_or_the_named_error(decoder, examples, body):
    assert isinstance(read(decoder, body), Message | m.Code)


@pytest.mark.parametrize(
    "body",
    [
        pytest.param(b"\xdd\xff\xff\xff\xff", id="an array of 2^32 - 1"),
        pytest.param(b"\xdf\xff\xff\xff\xff", id="a map of 2^32 - 1"),
        pytest.param(b"\xc6\xff\xff\xff\xff", id="4 GiB of bytes"),
        pytest.param(b"\x82\xa1t\xa3say\xa4text\xdb\xff\xff\xff\xff", id="4 GiB of text"),
        pytest.param(b"\x82\xa1t\xa3say\xa4text\xa2\xff\xff", id="text that is not UTF-8"),
        pytest.param(b"\x81\xa1x" + b"\x91" * 60_000 + b"\xc0", id="60,000 deep under an unknown key"),
        pytest.param(b"\x91" * 60_000, id="60,000 deep"),
        pytest.param(b"\x82\xa1t\xa4ping\xa1n\xcb\x7f\xf8" + bytes(6), id="not a number"),
        pytest.param(b"", id="nothing"),
        pytest.param(b"\x82\xa1t\xa4ping\xa1n\x01\xc0", id="more behind the message"),
    ],
)
def test_known_tricks_cost_nothing(body):
    tracemalloc.start()
    try:
        with pytest.raises(TerminalError):
            m.decode(m.from_client, body)
        assert tracemalloc.get_traced_memory()[1] < 10 * max(len(body), 2_000)
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("kind", ALL, ids=lambda kind: kind.__name__)
class TestEveryMessage:
    def test_has_no_field_without_bounds(self, kind):
        for struct in structs_in(kind):
            assert issubclass(struct, Message | Part)
            assert struct.__struct_config__.forbid_unknown_fields
            assert struct.__struct_config__.frozen
            for field in msgspec.structs.fields(struct):
                assert field.required
                assert_bounded(msgspec.inspect.type_info(field.type))

    def test_goes_by_its_own_name_in_lower_case(self, kind):
        config = kind.__struct_config__
        assert (config.tag_field, config.tag) == ("t", kind.__name__.lower())


def structs_in(kind):
    return {
        info.cls
        for info in walk(msgspec.inspect.type_info(kind))
        if isinstance(info, msgspec.inspect.StructType)
    }


def walk(info):
    yield info
    match info:
        case msgspec.inspect.StructType():
            inner = [field.type for field in info.fields]
        case msgspec.inspect.UnionType():
            inner = list(info.types)
        case msgspec.inspect.VarTupleType():
            inner = [info.item_type]
        case _:
            inner = []
    for each in inner:
        yield from walk(each)


def assert_bounded(info):
    for each in walk(info):
        match each:
            case msgspec.inspect.IntType():
                assert each.ge is not None
                assert (each.lt is None) != (each.le is None)
            case msgspec.inspect.BytesType() | msgspec.inspect.VarTupleType():
                assert each.max_length is not None
            case msgspec.inspect.StrType():
                assert each.max_length is not None or "{" in each.pattern
            case _:
                allowed = (
                    "BoolType",
                    "NoneType",
                    "EnumType",
                    "LiteralType",
                    "StructType",
                    "UnionType",
                    "DateType",
                )
                assert type(each).__name__ in allowed


def test_a_key_said_twice_has_its_last_value():
    """Two readers that took another one each would tell two stories of one signed body."""
    body = b"\x83\xa1t\xa4ping\xa1n\x01\xa1n\x02"
    assert m.decode(m.from_client, body).n == msgpack.unpackb(body)["n"] == 2


def test_an_unknown_field_is_refused():
    body = msgspec.msgpack.encode({"t": "ping", "n": 1, "x": None})
    with pytest.raises(TerminalError, match="unknown field"):
        m.decode(m.from_client, body)


def test_a_missing_field_is_refused():
    with pytest.raises(TerminalError, match="missing"):
        m.decode(m.from_client, msgspec.msgpack.encode({"t": "pong", "n": 1}))


def test_the_largest_messages_fit_into_their_frames():
    act = deeds.Act(
        table=b"t" * 16,
        match=2**31 - 1,
        seat=5,
        turn=limits.LOG_ENTRIES - 1,
        head=b"h" * 32,
        action=bytes(limits.ACTION),
        secret=deeds.Secret(commit=b"c" * 32, box=bytes(limits.SECRET)),
    )
    signed = m.Signed(body=m.encode(act), sig=bytes(64))
    assert len(signed.body) <= limits.DEED
    assert m.decode(m.from_client, m.encode(signed)) == signed
    options = m.Choose(game="x" * 32, options=bytes(limits.OPTIONS))
    talk = m.Say(text="\U0001f451" * limits.CHAT)
    for message in (signed, options, talk):
        assert len(m.encode(message)) <= limits.FRAME_FROM_CLIENT
    give = m.Give(body=bytes(limits.ENTRY), sig=bytes(64))
    entry = m.Entry(body=bytes(limits.ENTRY), sig=bytes(64))
    for message in (give, entry):
        assert len(m.encode(message)) <= limits.FRAME_FROM_TABLE


def test_a_full_lobby_fits_into_a_frame():
    chair = m.Chair(
        name="\U0001f451" * 24, id=b"i" * 32, bot="b" * 32, ready=True, hosting=False, date=None, age=150
    )
    lobby = m.Lobby(
        match=2**31 - 1,
        game="g" * 32,
        options=bytes(limits.OPTIONS),
        rules=Rules(revision=2**31 - 1, data=b"r" * 32),
        chairs=(chair,) * limits.SEATS,
        watchers=("\U0001f451" * 24,) * limits.WATCHERS,
        locked=True,
        gallery=True,
    )
    assert len(m.encode(lobby)) <= limits.FRAME_FROM_TABLE
    hello = m.Hello(
        v=(65_535,) * 8,
        program="p" * 32,
        want="watch",
        name="\U0001f451" * 24,
        id=b"i" * 32,
        nonce=b"n" * 32,
        pake=b"p" * 33,
        table=b"t" * 16,
        have=None,
    )
    assert len(m.encode(hello)) <= limits.FRAME_FROM_CLIENT
