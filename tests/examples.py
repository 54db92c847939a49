"""Hypothesis strategies for every message, built from its type; and ways to spoil one."""

import datetime as dt
import enum
import types
import typing

import msgspec
from hypothesis import strategies as st

from llwire.wire import deeds
from llwire.wire import messages as m
from llwire.wire.messages import Head


def strategy(kind):
    """Values of a field's type within its bounds."""
    match typing.get_origin(kind):
        case typing.Annotated:
            base, *metas = typing.get_args(kind)
            return bounded(base, {k: v for meta in metas for k, v in vars_of(meta).items()})
        case typing.Union | types.UnionType:
            return st.one_of([strategy(arg) for arg in typing.get_args(kind)])
        case typing.Literal:
            return st.sampled_from(typing.get_args(kind))
    if issubclass(kind, msgspec.Struct):
        return struct(kind)
    if issubclass(kind, enum.Enum):
        return st.sampled_from(list(kind))
    return {bool: st.booleans(), dt.date: st.dates(), type(None): st.none()}[kind]


def vars_of(meta):
    names = ("ge", "le", "gt", "lt", "min_length", "max_length", "pattern")
    return {name: value for name in names if (value := getattr(meta, name)) is not None}


def bounded(base, bounds):
    low, high = bounds.get("min_length", 0), bounds.get("max_length")
    if base is int:
        return st.integers(bounds["ge"], bounds["le"] if "le" in bounds else bounds["lt"] - 1)
    if base is bytes:
        return st.binary(min_size=low, max_size=min(high, low + 80))
    if base is str and "pattern" in bounds:
        return st.from_regex(bounds["pattern"])
    if base is str:
        return st.text(min_size=low, max_size=high)
    item = strategy(typing.get_args(base)[0])
    return st.lists(item, min_size=low, max_size=high).map(tuple)


def struct(kind):
    fields = typing.get_type_hints(kind, include_extras=True)
    return st.builds(kind, **{name: strategy(field) for name, field in fields.items()})


def any_of(union):
    return st.one_of([struct(kind) for kind in typing.get_args(union)])


hellos = struct(m.Hello)
from_client = any_of(m.FromClient)
from_table = any_of(m.FromTable)
all_deeds = any_of(deeds.Deed)
heads = struct(Head)

STAGES = [
    (m.greeting, any_of(m.Hello | m.Bye)),
    (m.proving, any_of(m.Auth | m.Bye)),
    (m.answering, any_of(m.HHello | m.Bye)),
    (m.welcoming, any_of(m.Welcome | m.Bye)),
    (m.from_client, from_client),
    (m.from_table, from_table),
    (deeds.decoder, all_deeds),
]

DECODERS = [decoder for decoder, _ in STAGES]

ODD = st.sampled_from(
    [
        *(b"\xc1", b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc6\xff\xff\xff\xff"),
        *(
            b"\xa1\xff",
            b"\xcb\x7f\xf8" + bytes(6),
            b"\xd4\x01\x00",
            b"\xcf" + b"\xff" * 8,
            b"\xc0",
            b"\x81\xa1x\xc0",
        ),
    ]
)


@st.composite
def spoiled(draw, bodies):
    """An encoded message with something cut, put in, flipped, nested or repeated."""
    body = bytearray(draw(bodies.map(m.encode)))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(body)))
        match draw(st.integers(0, 4)):
            case 0:
                del body[at:]
            case 1:
                body[at:at] = draw(ODD)
            case 2 if at < len(body):
                body[at] ^= 1 << draw(st.integers(0, 7))
            case 3:
                body[at:at] = b"\x91" * draw(st.sampled_from([1, 50, 2000]))
            case _:
                body += body[at:]
    return bytes(body)
