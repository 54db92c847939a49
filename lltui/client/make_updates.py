"""What the table says, as updates for a board: its entries, and what it says outside of the chain.

A peer's names and chat are cleaned here, whatever the table did with them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec
from msgspec import Struct

from lltui.client import updates as u
from lltui.client.followed_match import FollowedMatch
from lltui.games.game import Seat
from lltui.games.models import MODELS
from lltui.games.seat import Update
from llwire.chain import entries
from llwire.chain.entries import Auto, Body, Decided, Promised, Recovered, Voided
from llwire.wire import deeds, text
from llwire.wire import messages as m
from llwire.wire.deeds import read_deed

Named = Callable[[Seat], str]  # whoever sits there, as they are shown


# --- outside of the chain --------------------------------------------------


def update_of(message: object, name: Named) -> Update | None:  # noqa: PLR0911 - one for each message
    """The update for a message, if a board is concerned; of a lobby `lobby_of` tells."""
    match message:
        case m.Terms(turn_ms=turn, wait_ms=wait):
            return u.TermsAre(_seconds(turn), wait / 1000)
        case m.Standing(phase=phase, waiting=seats, left_ms=left, then=then, offered=offered):
            return u.Waits(str(phase), seats, _seconds(left), str(then or ""), offered)
        case m.Presence(seats=seats, watchers=watchers):
            lags = tuple(here.lag_ms for here in seats)
            return u.PresenceIs(tuple(here.line for here in seats), watchers, lags)
        case m.Said(seat=seat, text=line):
            clean = text.clean_chat(line)
            return u.ChatLine(seat, name(seat), clean) if clean else None
        case m.Signalled(seat=seat, sign=sign):
            return u.SignShown(seat, name(seat), sign)
        case m.Nack(to=to, why=why, reason=reason):
            return u.Refused(to, str(why), reason)
        case m.Door():
            return u.DoorIs(message.words, message.addresses, message.port, message.open)
        case m.Knocks(address=address, tries=tries):
            return u.Knocked(address, tries)
        case m.Newcomers(people=people):
            return u.NewcomersAre(tuple(_newcomer(person, place) for place, person in enumerate(people)))
    return None


def _seconds(milliseconds: int | None) -> float | None:
    return None if milliseconds is None else milliseconds / 1000


def _newcomer(person: m.Newcomer, place: int) -> u.KeylessPlayer:
    return u.KeylessPlayer(text.shown(person.name, place), person.id, u.digits(person.id))


def lobby_of(lobby: m.Lobby, me: bytes, *, hosting: bool) -> Update:
    """The lobby as the player with the key `me` sees it."""
    chairs = tuple(_chair(chair, seat, me) for seat, chair in enumerate(lobby.chairs))
    watchers = tuple(text.shown(name, seat) for seat, name in enumerate(lobby.watchers))
    return u.LobbyIs(
        match=lobby.match,
        game=lobby.game,
        options=_options(lobby),
        chairs=chairs,
        watchers=watchers,
        locked=lobby.locked,
        hosting=hosting,
    )


def _options(lobby: m.Lobby) -> Struct | None:
    """What will be played; a game or rules that this program does not know are nothing to hang up for."""
    model = MODELS.get(lobby.game)
    if model is None:
        return None
    try:
        options: Struct = msgspec.msgpack.decode(lobby.options, type=model.options)
    except (msgspec.MsgspecError, ValueError, RecursionError):
        return None
    return options


def _chair(chair: m.Chair, seat: Seat, me: bytes) -> u.Seated:
    return u.Seated(
        name=None if chair.name is None else text.shown(chair.name, seat),
        bot=chair.bot,
        ready=chair.ready,
        hosting=chair.hosting,
        you=chair.id == me,
        date=chair.date,
        age=chair.age,
        who=chair.id,
    )


# --- in the chain ------------------------------------------------------------

_SILENT = (entries.Revealed, entries.Decided, entries.Recovered, entries.Promised, entries.Ended)


def updates_of(
    body: Body, followed: FollowedMatch, *, proved: bool, always: bool = False
) -> Iterator[Update]:
    """What an entry says to a board; `always` with the glimpse, though nothing is to be heard."""
    ruling = _ruled(body, followed)
    if ruling is not None:
        yield ruling
    glimpse = followed.glimpse
    if always or glimpse.heard or not isinstance(body.what, _SILENT):
        yield glimpse
    if proved:
        yield u.Verified(followed.checked)


def _ruled(body: Body, followed: FollowedMatch) -> u.Ruled | None:
    """What a board has to tell of this entry beyond the news."""
    names = followed.names
    match body.what:
        case Decided():
            return _decided(body, followed)
        case Auto(seat=seat, by="clock"):
            return u.Ruled("clock", names[seat])
        case Recovered(by=by):
            return u.Ruled(f"recovered-{by}")
        case Voided():
            return u.Ruled("voided")
        case Promised():
            joined = read_deed(body.causes[0])
            ids = [chair.id for chair in followed.match.chairs]
            assert isinstance(joined, deeds.Joining), "judged by the chain"
            return u.Ruled("promised", names[ids.index(joined.id)])
    return None


def _decided(body: Body, followed: FollowedMatch) -> u.Ruled:
    names = followed.names
    decision, _, word = followed.chain.cause(body.causes[0])
    assert isinstance(decision, deeds.Decision), "judged by the chain"
    by = names[word] if isinstance(word, int) else None
    match decision.what:
        case deeds.StandIn(seat=seat, on=on):
            return u.Ruled("stand-in" if on else "no-stand-in", names[seat], by)
        case deeds.EndMatch() if word == "table":
            return u.Ruled("too-long")
        case deeds.LeaveOut(seats=seats):
            return u.Ruled("leave-out", ", ".join(names[seat] for seat in seats))
        case deeds.NewKey(seat=seat) if followed.match.chairs[seat].stand_in:
            return u.Ruled("new-key-bot", names[seat])
        case deeds.Drop(seat=seat) | deeds.NewKey(seat=seat):
            return u.Ruled(_PLAIN[type(decision.what)], names[seat])
        case what:
            return u.Ruled(_PLAIN[type(what)], by=by)


_PLAIN = {
    deeds.Drop: "drop",
    deeds.NewKey: "new-key",
    deeds.Pause: "pause",
    deeds.Resume: "resume",
    deeds.GoOn: "go-on",
    deeds.EndMatch: "end-match",
}
