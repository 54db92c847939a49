"""What people ask of the table: of the lobby, of the host, to talk, to begin a match, and what they sign.

The session has judged who may ask what; here stands what comes of it, or Refusal.
A table on which nobody is who could ask decides for itself what somebody would.
Chat and signs are outside of the chain, numbered by the table, and kept nowhere:
the game says who may talk when, and what may not be said.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from contextlib import suppress
from itertools import chain

from msgspec.structs import replace

from lltui.bots.catalog import bots
from lltui.games.game import Seat, Talk
from lltui.games.known_games import model, options_of
from lltui.table import outputs as out
from lltui.table import running_match
from lltui.table.lobby import Chair, Lobby, Refusal
from lltui.table.running_match import RunningMatch
from lltui.table.state import Connected, TableState
from lltui.table.waiting import Waiting
from llwire.chain.entries import Bot, Genesis, Player
from llwire.wire import limits, text
from llwire.wire import messages as m
from llwire.wire.deeds import (
    Act,
    Decision,
    EndMatch,
    GoOn,
    Joining,
    LeaveOut,
    NewKey,
    Ready,
    Resume,
    StandIn,
    What,
    read_deed,
)
from llwire.wire.errors import Code, peer_error
from llwire.wire.messages import Message, Phase, Signed, Why
from llwire.wire.words import draw

# One for each chair, and as many more as people's names could look like one of these.
BOT_NAMES = ("Ada", "Emil", "Greta", "Jon", "Mina", "Otto", "Rosa", "Sam", "Uma", "Will", "Yara", "Zoe")
_WRONG = frozenset({Why.STALE, Why.ILLEGAL, Why.NOT_YOUR_TURN})


def hear(state: TableState, guest: Connected, request: Message) -> None:
    """What may be asked at any time, and what only in the lobby."""
    match request:
        case m.Leave():
            _leave(state, guest)
        case m.Rename(name=name):
            _rename(state, guest, name)
        case m.Hurry():
            _hurry(state, guest)
        case m.NewCode():
            _new_words(state)
        case m.Ban():  # a table locks or draws new words instead; the message stays in the protocol
            raise Refusal(Why.NOT_ALLOWED)
        case m.CloseTable():
            state.out.append(out.Close())
        case m.Lock(on=on):
            state.renew(replace(state.lobby, locked=on))
        case m.Gallery(on=on):
            state.renew(replace(state.lobby, gallery=on))
        case _:
            _in_lobby(state)
            _lobby(state, guest, request)


def _lobby(state: TableState, guest: Connected, request: Message) -> None:
    lobby = state.lobby
    match request:
        case m.Sit(seat=seat):
            sit(state, guest, seat)
        case m.About(date=date, age=age):
            state.renew(lobby.about(guest.id, date, age))
        case m.Unready():
            state.renew(lobby.ready(guest.id, None))
        case m.Choose(game=game, options=options):
            state.renew(lobby.choose(game, options))
        case m.AddBot(seat=seat, bot=bot):
            _add_bot(state, bot, seat)
        case m.Kick(seat=seat):
            _kick(state, seat)
        case m.Order(seats=seats):
            state.renew(lobby.order(seats))
        case _:
            raise AssertionError(request)


def _in_lobby(state: TableState) -> None:
    if not state.in_lobby:
        raise Refusal(Why.NOT_NOW, "match" if state.in_play else "over")


def sit(state: TableState, guest: Connected, seat: int | None) -> None:
    """On this chair, or any."""
    new = state.lobby.seat_of(guest.id) is None
    guest.name = state.unlike(text.next_names(guest.name), guest.id)
    state.renew(state.lobby.sit(guest.id, guest.name, seat))
    if new:
        state.out.append(out.Sat(guest.name, state.lobby.seat_of(guest.id) or 0))


def _leave(state: TableState, guest: Connected) -> None:
    """A chair in the lobby is free again; a seat in a match waits for what the hosting player decides."""
    if not state.in_play:
        if state.lobby.seat_of(guest.id) is not None:
            state.renew(state.lobby.leave(guest.id))
            state.out.append(out.ChairEmptied(guest.name))
        if state.lobby.hosting == guest.id:  # on purpose: nobody hosts, until they show the secret again
            state.renew(replace(state.lobby, hosting=None))
    state.part(guest.line, Code.LEFT)


def _rename(state: TableState, guest: Connected, wanted: str) -> None:
    name = text.clean_name(wanted)
    if name is None:
        raise Refusal(Why.ILLEGAL, "name")
    if state.unlike((name, ""), guest.id) != name:
        raise Refusal(Why.TAKEN, "name")
    if state.lobby.seat_of(guest.id) is not None:
        _in_lobby(state)
        state.renew(state.lobby.rename(guest.id, name))
    guest.name = name


def _hurry(state: TableState, guest: Connected) -> None:
    """Who is out of the deal has nothing to wait for but bots."""
    seat = None if state.playing is None else state.playing.seat_of(guest.id)
    if state.playing is None or seat is None:
        raise Refusal(Why.NOT_NOW)
    state.playing.hurry(seat)


def _add_bot(state: TableState, bot: str, seat: int | None) -> None:
    if bot not in bots(state.lobby.game, options_of(state.lobby.game, state.lobby.options)):
        raise Refusal(Why.ILLEGAL, "bot")
    name = state.unlike(chain(BOT_NAMES, text.next_names(BOT_NAMES[0])))
    state.renew(state.lobby.add_bot(bot, name, seat))


def _kick(state: TableState, seat: int) -> None:
    """Whoever was put out by mistake comes back with the words."""
    lobby = state.lobby.kick(seat)
    who = state.lobby.chairs[seat].id
    state.renew(replace(lobby, known=lobby.known - {who}))
    guest = state.guest(who)
    if guest is not None:
        state.part(guest.line, Code.KICKED)


def _new_words(state: TableState) -> None:
    """Whoever knew the old ones and is not known here stays outside."""
    words = draw(lambda below: int.from_bytes(state.entropy(8), "big") % below)
    state.keys = replace(state.keys, words=words)
    state.out.append(out.Rekey(state.keys))
    tell_door(state)


def tell_door(state: TableState) -> None:
    """How others get in; for the hosting player alone."""
    door = m.Door(
        words=state.keys.words,
        addresses=state.addresses,
        port=state.port,
        open=state.settings.open,
        banned=(),
    )
    state.tell_hosting(door)


# ------------------------------------------------------------- chat and signs


def say(state: TableState, guest: Connected, said: m.Say | m.Signal) -> None:
    """Pass it on; Refusal if it may not be said."""
    seat = state.seat_of(guest.id)
    if isinstance(said, m.Signal):
        if seat is None:
            raise Refusal(Why.NOT_ALLOWED, "no-seat" if state.in_play else "no-chair")
        if _talk(state, [seat]) is Talk.SHUT:
            raise Refusal(Why.SHUT)
        known = model(state.lobby.game).signs
        if known and said.sign not in known:
            raise Refusal(Why.ILLEGAL, "sign")
        state.said += 1
        state.tell(m.Signalled(seat=seat, n=state.said, sign=said.sign))
        return
    if seat is None and not state.lobby.gallery:
        raise Refusal(Why.NOT_ALLOWED, "gallery")
    # Who looks on says no more than every player might: else one could speak through them.
    seats = range(len(state.people)) if seat is None else [seat]
    talk = _talk(state, seats)
    if talk is not Talk.OPEN:
        raise Refusal(Why.SHUT, "signals" if talk is Talk.SIGNALS else None)
    clean = text.clean_chat(said.text)
    if clean is None:
        return
    if (reason := _refused(state, seats, clean)) is not None:
        raise Refusal(Why.ILLEGAL, reason)
    state.said += 1
    if seat is not None:
        state.tell(m.Said(seat=seat, n=state.said, text=clean))
        return
    # Who came without the key to a seat may have kept its name.
    name = state.unlike(text.next_names(guest.name), guest.id)
    state.tell(m.SaidBeside(name=name, n=state.said, text=clean))


def _refused(state: TableState, seats: Iterable[Seat], words: str) -> str | None:
    """Why the game lets one of these not say that."""
    playing = state.playing
    if playing is None or playing.over:
        return None
    game, now = playing.engine.game, playing.engine.state
    return next(filter(None, (game.refuses(now, seat, words) for seat in seats)), None)


def _talk(state: TableState, seats: Iterable[Seat]) -> Talk:
    """What the strictest of these may do."""
    playing = state.playing
    if playing is None or playing.over:
        return Talk.OPEN
    told = {playing.engine.game.talk(playing.engine.state, seat) for seat in seats}
    return next(talk for talk in (Talk.SHUT, Talk.SIGNALS, Talk.OPEN) if talk in told)


# ----------------------------------------- from the lobby into a match, and back


def start(state: TableState, now: float, without: Collection[Seat] = ()) -> None:
    """Everybody is ready, or was waited for long enough: the first entry.

    Until it is on disk the lobby stays as it was.
    """
    _in_lobby(state)
    if state.recovery is not None:
        raise Refusal(Why.NOT_NOW, "recovering")
    players = state.lobby.begin(without)
    state.draft(*running_match.begin(state.keys, players, state.settings, state.moods, now))


def began(state: TableState) -> None:
    """The genesis is on disk."""
    assert state.playing is not None, "nothing began"
    match = state.playing.match
    if not _seated(state.lobby, match.number, match.genesis):
        _without_the_late(state)
    if not _seated(state.lobby, match.number, match.genesis):
        state.renew(_lobby_of(state.lobby, match.number, match.genesis))
    state.renew(state.lobby.begun())
    state.out.append(out.MatchBegan(match.number, tuple(row.name for row in match.genesis.roster)))


def _without_the_late(state: TableState) -> None:
    """Who was not ready looks on, and sits down again in the next lobby."""
    for chair in state.lobby.taken():
        if not chair.ready and chair.name is not None:
            state.out.append(out.ChairEmptied(chair.name))
    late = {chair.id for chair in state.lobby.taken() if chair.id and not chair.ready}
    state.renew(replace(state.lobby.ready_ones(), aside=state.lobby.aside | late))


def _seated(lobby: Lobby, number: int, genesis: Genesis) -> bool:
    """Whether the lobby is the one from which this match began."""
    roster = tuple((row.name, None if isinstance(row, Bot) else row.id) for row in genesis.roster)
    return lobby.match == number and roster == tuple((chair.name, chair.id) for chair in lobby.taken())


def _lobby_of(lobby: Lobby, number: int, genesis: Genesis) -> Lobby:
    """The lobby of a match that only its players remember."""
    people = [row.id for row in genesis.roster if isinstance(row, Player)]
    return Lobby(
        match=number,
        game=genesis.game,
        options=genesis.options,
        chairs=tuple(_chair(row) for row in genesis.roster),
        hosting=genesis.host,
        locked=lobby.locked,
        gallery=lobby.gallery,
        known=lobby.known | set(people),
        online=lobby.online,
    )


def _chair(row: Player | Bot) -> Chair:
    return Chair(name=row.name, bot=row.bot) if isinstance(row, Bot) else Chair(name=row.name, id=row.id)


def rematch(state: TableState) -> None:
    """Back to the lobby, where those who had to look on sit down too, as far as there are chairs."""
    if state.playing is None or not state.playing.over:
        raise Refusal(Why.NOT_NOW, "match" if state.in_play else "lobby")
    if state.lobby.match >= limits.MATCHES:
        raise Refusal(Why.NOT_NOW, "long")
    state.playing = None
    for guest in state.guests.values():
        guest.joined = None
    state.renew(state.lobby.again())
    for guest in state.seatless():
        if guest.want == "seat":
            with suppress(Refusal):
                sit(state, guest, None)


# --------------------------------------------- joinings, moves and decisions: what is signed


def hear_signed(state: TableState, waiting: Waiting, guest: Connected, signed: Signed, now: float) -> None:
    """What players sign: the chain judges it like everybody else will; here stands only whose word it is."""
    match read_deed(signed):
        case Joining() as joining:
            _join(state, guest, joining, signed, now)
        case Decision() as decision:
            _decide(state, waiting, guest, decision, signed, now)
        case Act() | Ready() as deed:
            _play(state, guest, deed, signed, now)


def _join(state: TableState, guest: Connected, joining: Joining, signed: Signed, now: float) -> None:
    """Ready in the lobby; in a match, a promise anew, or somebody who could take over a seat."""
    if joining.match != state.lobby.match:
        raise Refusal(Why.STALE)
    if state.playing is not None and state.playing.over:
        raise Refusal(Why.NOT_NOW, "over")
    guest.joined = signed
    if not state.in_play:
        state.renew(state.lobby.ready(guest.id, signed))
    elif state.playing is not None and state.seat_of(guest.id) is not None:
        playing = state.settled()
        state.draft(playing, playing.promise(signed, now))


def _play(state: TableState, guest: Connected, deed: Act | Ready, signed: Signed, now: float) -> None:
    playing = state.settled()
    if deed.match != playing.match.number:
        raise Refusal(Why.STALE)
    if playing.seat_of(guest.id) != deed.seat:
        raise Refusal(Why.NOT_ALLOWED, "other-seat")
    if isinstance(deed, Ready):
        playing.ready(signed, deed)
        return
    try:
        state.draft(playing, playing.act(signed, deed, now))
    except Refusal as refused:
        if refused.why in _WRONG:
            _count(guest, playing.engine.turns[deed.seat].number)
        raise


def _decide(
    state: TableState, waiting: Waiting, guest: Connected, decision: Decision, signed: Signed, now: float
) -> None:
    playing = _after_crash(state) if isinstance(decision.what, GoOn) else state.settled()
    if decision.match != playing.match.number:
        raise Refusal(Why.STALE)
    if playing.match.genesis.host != guest.id:
        _demand_turned_to(waiting, playing, guest, decision.what, now)
    try:
        entry = playing.decide(signed, decision, _joining_of(state, decision), now)
    except Refusal as refused:
        if isinstance(decision.what, NewKey) and refused.reason is None:
            raise Refusal(refused.why, "key") from refused
        raise
    state.draft(playing, entry)
    if state.recovery is not None:
        state.recovery = None
        state.out.append(out.Back("host"))


def _demand_turned_to(
    waiting: Waiting, playing: RunningMatch, guest: Connected, what: What, now: float
) -> None:
    """What others than the host may decide: for their own seat, or when they have waited long enough."""
    seat, offered = playing.seat_of(guest.id), waiting.offered(now)
    match what:
        case StandIn(seat=other, on=False) if other == seat:
            return
        case StandIn(seat=other, on=True) if seat is not None and other != seat:
            if other not in offered or not waiting.waits_for(seat, other):
                raise Refusal(Why.NOT_NOW, "patience")
        case Resume() if seat is not None and waiting.host_gone(now):
            return
        case _:
            raise Refusal(Why.NOT_ALLOWED, "host")


def _after_crash(state: TableState) -> RunningMatch:
    if state.pending or state.recovery is None or state.recovery.giving or state.playing is None:
        raise Refusal(Why.NOT_NOW, "recovering" if state.recovery else None)
    return state.playing


def _joining_of(state: TableState, decision: Decision) -> Signed | None:
    """A new key comes with the joining of whoever holds it."""
    if not isinstance(decision.what, NewKey):
        return None
    guest = state.guest(decision.what.id)
    if guest is None or guest.joined is None:
        raise Refusal(Why.NOT_NOW, "not-here")
    return guest.joined


def _count(guest: Connected, turn: int) -> None:
    last, times = guest.wrong
    guest.wrong = (turn, times + 1 if last == turn else 1)
    if guest.wrong[1] > limits.WRONG_ACTS:
        raise peer_error(Code.RATE, "nothing but moves that do not count")


# ------------------------------------------------------------------ with nobody who decides


class Unattended:
    """What the table decides while nobody is here who could, or where nobody hosts from a seat.

    It starts when all who sit there are ready, goes on without whom it has waited
    for as long as it says, gives the seat back to whoever comes back, ends a match
    that has become too long, and opens the lobby again after a match.  It decides
    in the table's own name, and signs with the table's own key.
    """

    def __init__(self, state: TableState, waiting: Waiting) -> None:
        self._state = state
        self._waiting = waiting
        self._owed: set[Seat] = set()  # seats that go back to their players when they come back

    def go_on(self, now: float) -> None:
        """Whatever is to be decided at this moment."""
        state = self._state
        if state.pending is not None or state.recovery is not None:
            return
        if state.playing is None:
            self._owed.clear()
            self._start(now)
        elif state.playing.over:
            self._end(now)
        else:
            self._watch(state.playing, now)

    def _start(self, now: float) -> None:
        lobby = self._state.lobby
        if lobby.hosting is not None:
            return
        people = [chair for chair in lobby.taken() if chair.id is not None]
        if people and all(chair.ready for chair in people):
            with suppress(Refusal):
                start(self._state, now)
        elif self._waiting.starts(now):
            with suppress(Refusal):
                start(self._state, now, without=self._waiting.spent(now))

    def _end(self, now: float) -> None:
        reopens = self._waiting.reopens
        if reopens is not None and now >= reopens:
            with suppress(Refusal):
                rematch(self._state)

    def _watch(self, playing: RunningMatch, now: float) -> None:
        """One decision at a time: each is an entry."""
        if playing.long:
            if not playing.match.ending and self._waiting.too_long(now):
                self._state.draft(playing, playing.rule(EndMatch(), now))
            return
        if playing.match.paused or playing.match.ending:
            return
        if back := self._back(playing):
            self._state.draft(playing, playing.rule(StandIn(seat=back[0], on=False), now))
        elif lost := self._waiting.lost(now):
            self._state.draft(playing, playing.rule(StandIn(seat=lost[0], on=True), now))
        elif playing.phase() is Phase.COLLECTING and (late := self._waiting.spent(now)):
            left_out = LeaveOut(deal=playing.match.deal + 1, attempt=playing.match.attempt, seats=late)
            self._state.draft(playing, playing.rule(left_out, now))

    def _back(self, playing: RunningMatch) -> tuple[Seat, ...]:
        """Who was away while a bot played for them, and is here."""
        here = self._state.here
        played = {seat: chair for seat, chair in enumerate(playing.match.chairs) if chair.stand_in}
        self._owed &= played.keys()
        self._owed |= {seat for seat, chair in played.items() if chair.id not in here}
        return tuple(
            seat for seat in sorted(self._owed) if played[seat].id in here and not played[seat].dropped
        )
