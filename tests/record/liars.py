"""Every lie that a table could tell, as a change of a sound match; and what SPEC.md says of it.

A liar is handed a tale and the page at which to lie; it gives back the page
whose entry is to be refused.  Nothing else is wrong with what it makes: all is
signed anew.  `at` says where it can be told; `box` lies are found by whoever
opens that box, all others by everybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import msgpack
import msgspec
from kit.written import HOST, KEYS, identity, pack
from msgspec.structs import replace
from record.retold import NUMBER, Cited, Page, Tale

from lltui.games import known_games, packing
from llwire.chain import boxes, deals
from llwire.chain.entries import (
    Acted,
    Auto,
    Dealt,
    Decided,
    Ended,
    Genesis,
    Kind,
    Pile,
    Promised,
    Recovered,
    Revealed,
    Voided,
)
from llwire.wire import limits
from llwire.wire.crypto import SignKey
from llwire.wire.deeds import (
    Act,
    Decision,
    Drop,
    EndMatch,
    Joining,
    LeaveOut,
    NewKey,
    Pause,
    Ready,
    Resume,
    StandIn,
    What,
)
from llwire.wire.errors import Law

SALT = b"s" * 32
WEAK = bytes(32)
Where = Callable[[Tale], Iterator[Page]]


@dataclass(frozen=True)
class Liar:
    """One law broken.  `must` is the place in SPEC.md, `what` the code of its refusal."""

    name: str
    must: str
    what: str
    at: Where
    tell: Callable[[Tale, Page], Page | None]
    box: bool = False  # in the boxes of seat 0 alone

    def places(self, tale: Tale) -> list[Page]:
        return list(self.at(tale))


LIARS: list[Liar] = []


def liar(must: str, what: str, at: Where, *, box: bool = False) -> Callable[[Any], Any]:
    def keep(tell: Any) -> Any:
        LIARS.append(
            Liar(tell.__name__.replace("_s_", "'s_").replace("_", " "), must, str(what), at, tell, box)
        )
        return tell

    return keep


# ------------------------------------------------------------------- where


def of(*kinds: type[Kind], fits: Callable[[Page], bool] = lambda page: True) -> Where:
    """At every entry of these kinds."""
    return lambda tale: (page for page in tale.pages if isinstance(page.what, kinds) and fits(page))


def deciding(*kinds: type[What]) -> Where:
    return of(Decided, fits=lambda page: isinstance(page.causes[0].deed.what, kinds))


def playing(tale: Tale) -> Iterator[Page]:
    """Where a move may follow."""
    for page in tale.pages:
        match = page.match
        if match.hidden and not (match.paused or match.ending or match.revealed):
            yield page


def among_people(tale: Tale) -> Iterator[Page]:
    """Where a move may follow, and somebody moves for himself."""
    return (page for page in playing(tale) if page.match.chairs[0].person)


def first(tale: Tale) -> Iterator[Page]:
    yield tale.pages[0]


def last(tale: Tale) -> Iterator[Page]:
    yield tale.pages[-1]


def after_first(tale: Tale) -> Iterator[Page]:
    yield from tale.pages[1:]


def concealing(tale: Tale) -> Iterator[Page]:
    """A secret choice that is opened later."""
    opened = {of for page in tale.pages for of, _, _ in page.opened}
    return (page for page in tale.pages if page in opened)


def opening(tale: Tale) -> Iterator[Page]:
    return (page for page in tale.pages if page.opened)


def before(where: Where) -> Where:
    """At the entry before each of these."""

    def at(tale: Tale) -> Iterator[Page]:
        for page in where(tale):
            yield tale.pages[tale.pages.index(page) - 1]

    return at


# ------------------------------------------------------------------- means


def then(tale: Tale, page: Page, what: Kind, *causes: Cited, opened: Any = ()) -> Page:
    """An entry more behind `page`."""
    more = page.saying(what, *causes, opened=opened)
    tale.pages.insert(tale.pages.index(page) + 1, more)
    return more


def decide(seen: Page, what: What) -> Cited:
    deed = Decision(table=KEYS.table, match=NUMBER, head=bytes(32), what=what)
    return Cited(deed, HOST, seen)


def act(tale: Tale, seen: Page, seat: int, turn: Page | None = None, **changes: Any) -> Cited:
    """An act of this seat that the chain can find nothing wrong with."""
    moved = tale.pages[seen.match.chairs[seat].moved]
    deed = Act(table=KEYS.table, match=NUMBER, seat=seat, turn=0, head=bytes(32), action=b"\x80", secret=None)
    return Cited(deed, _signer(seen, seat), seen, turn or max(moved, seen, key=tale.pages.index), changes)


def _signer(page: Page, seat: int) -> SignKey:
    keys = {key.public: key for key in map(identity, range(10))}
    key = page.match.chairs[seat].id
    return keys[key] if key in keys else identity(0)


def ready(tale: Tale, seen: Page, seat: int, deal: int, attempt: int) -> Cited:
    """This seat's part, as its player would sign it, but for when."""
    chair = seen.match.chairs[seat]
    secret = tale.evening.secrets[seat]
    number = chair.promises - 1
    key = _signer(seen, seat)
    promise = deals.nonce_promise(KEYS.table, NUMBER, key.public, deals.nonce(secret, number + 1))
    deed = Ready(
        table=KEYS.table,
        match=NUMBER,
        seat=seat,
        deal=deal,
        attempt=attempt,
        head=bytes(32),
        nonce=deals.nonce(secret, number),
        next=promise,
    )
    return Cited(deed, key, seen)


def joining(key: SignKey, **facts: bytes) -> Cited:
    told = {"id": key.public, "box": HOST.public, "commit": b"c" * 32} | facts
    return Cited(Joining(table=KEYS.table, match=NUMBER, **told), key)


def deed(page: Page, **changes: Any) -> Page:
    page.causes[0].changes.update(changes)
    return page


def body(page: Page, **changes: Any) -> Page:
    page.changes.update(changes)
    return page


def kind(page: Page, **changes: Any) -> Page:
    page.what = replace(page.what, **changes)
    return page


def spelled(change: Callable[[dict[str, Any]], Any]) -> Callable[[bytes], bytes]:
    def again(raw: bytes) -> bytes:
        told = msgpack.unpackb(raw)
        change(told)
        return msgpack.packb(told)

    return again


def row(page: Page, seat: int, **changes: Any) -> Page:
    roster = list(page.what.roster)
    roster[seat] = replace(roster[seat], **changes)
    return kind(page, roster=tuple(roster))


# ---------------------------------------------------------------- any entry


@liar("7.1 sig", Law.UNSIGNED, after_first)
def an_entry_without_a_signature(tale, page):
    tale.last = lambda log: [
        replace(each, sig=bytes(64)) if n == tale.number[page] else each for n, each in enumerate(log)
    ]
    return page


@liar("7.1 sig", Law.UNSIGNED, after_first)
def an_entry_that_somebody_else_signed(tale, page):
    page.key = HOST
    return page


@liar("7.1 keys", Law.ENTRY, after_first)
def an_entry_with_a_key_too_many(tale, page):
    page.spelled = spelled(lambda told: told.update(more=1))
    return page


@liar("7.1 keys", Law.ENTRY, after_first)
def an_entry_that_lacks_a_key(tale, page):
    page.spelled = spelled(lambda told: told.pop("at"))
    return page


@liar("7.1 keys", Law.ENTRY, of(Acted))
def a_kind_with_a_key_too_many(tale, page):
    page.spelled = spelled(lambda told: told["what"].update(seat=0))
    return page


@liar("2.1 bytes", Law.ENTRY, after_first)
def bytes_behind_the_body(tale, page):
    page.spelled = lambda raw: raw + b"\xc0"
    return page


@liar("2.1 bytes", Law.ENTRY, after_first)
def a_body_that_announces_a_length_without_end(tale, page):
    page.spelled = lambda raw: b"\xdd\xff\xff\xff\xff" + raw
    return page


@liar("7.2 first", Law.OTHER_MATCH, after_first)
def an_entry_of_another_match(tale, page):
    return body(page, match=2)


@liar("7.3 seq", Law.MISSING, before(last))
def an_entry_left_out(tale, page):
    place = tale.pages.index(page)
    tale.last = lambda log: log[:place] + log[place + 1 :]
    return page


@liar("7.3 seq", Law.DOUBLED, after_first)
def an_entry_told_twice(tale, page):
    place = tale.pages.index(page)
    tale.last = lambda log: [*log[: place + 1], *log[place:]]
    tale.expected = place + 1
    return page


@liar("13", Law.FORK, after_first)
def an_entry_that_follows_another_past(tale, page):
    tale.expected = tale.pages.index(page) - 1  # where the stories part
    return body(page, prev=b"p" * 32)


@liar("13", Law.FORK, after_first)
def another_entry_of_the_same_number(tale, page):
    tale.expected = tale.pages.index(page) - 1
    return body(page, seq=tale.expected)


@liar("7.3 boxes", Law.BOXES, after_first)
def a_box_too_few(tale, page):
    page.sealed = lambda boxes: boxes[1:]
    return page


@liar("7.3 boxes", Law.BOX_SIZE, after_first)
def a_box_whose_length_tells(tale, page):
    page.sealed = lambda boxes: (*boxes[:-1], boxes[-1] + b"\0")
    return page


@liar("9 padding", Law.BOX_SHUT, after_first, box=True)
def boxes_that_are_exchanged(tale, page):
    page.sealed = lambda boxes: boxes[::-1]
    return page


@liar("9 padding", Law.BOX_PADDED, after_first, box=True)
def a_box_that_hides_something_behind_the_view(tale, page):
    page.padded = lambda plain: plain[:-1] + b"\1"
    return page


@liar("9 padding", Law.BOX_PADDED, after_first, box=True)
def a_box_that_claims_a_longer_view_than_it_holds(tale, page):
    page.padded = lambda plain: b"\xff\xff" + plain[2:]
    return page


@liar("8 end", Law.AFTER_END, last)
def an_entry_after_the_end(tale, page):
    return then(tale, page, Recovered(by="all", seats=()))


# -------------------------------------------------------------------- deeds


@liar("7.2 first", Law.DEED_MATCH, of(Acted, Dealt, Decided, Promised))
def a_deed_of_another_match(tale, page):
    return deed(page, match=2)


@liar("7.2 first", Law.DEED_MATCH, of(Acted, Dealt, Decided, Promised))
def a_deed_of_another_table(tale, page):
    return deed(page, table=b"U" * 16)


@liar("7.2 first", Law.FORGED, of(Genesis, Acted, Dealt, Decided, Promised))
def a_deed_that_somebody_else_signed(tale, page):
    page.causes[0].key = identity(9)
    return page


@liar("7.2 first", Law.DEED_FORK, of(Acted, Dealt, Decided))
def a_deed_over_a_head_that_nobody_here_knows(tale, page):
    return deed(page, head=b"x" * 32)


@liar("7.2 first", Law.NO_PLAYER, of(Acted))
def an_act_of_a_seat_that_is_not_there(tale, page):
    return deed(page, seat=5)


@liar("7.2 first", Law.DEED, of(Acted, Decided))
def a_cause_that_is_no_deed(tale, page):
    page.causes[0].body = b"\xc1"
    return page


# ------------------------------------------------------------------ genesis


@liar("8.1 first", Law.NO_GENESIS, first)
def a_match_without_its_beginning(tale, page):
    tale.pages = [page.saying(Ended())]
    return tale.pages[0]


@liar("8.1 first", Law.SECOND_GENESIS, before(after_first))
def a_second_beginning(tale, page):
    return then(tale, page, tale.pages[0].what, *tale.pages[0].causes)


@liar("8.1 table", Law.STRANGER, first)
def the_beginning_of_another_table(tale, page):
    return kind(page, table=b"U" * 16)


@liar("8.1 table", Law.STRANGER, first)
def a_beginning_with_another_certificate(tale, page):
    return kind(page, cert=b"U" * 32)


@liar("8.1 table", Law.STRANGER, first)
def a_beginning_with_another_log_key(tale, page):
    return kind(page, log_key=HOST.public)


@liar("8.1 version", Law.GENESIS_VERSION, first)
def a_beginning_of_another_version(tale, page):
    page.spelled = spelled(lambda told: told["what"].update(v=3))
    return page


@liar("8.1 program", Law.ENTRY, first)
def a_program_whose_name_draws(tale, page):
    page.spelled = spelled(lambda told: told["what"].update(program="\x1b[2J"))
    return page


@liar("8.1 roster", Law.OPENED_FIRST, first)
def a_choice_opened_at_the_beginning(tale, page):
    page.opened = [(page, SALT, b"")]
    return page


@liar("8.1 roster", Law.GENESIS_CAUSE, first)
def a_beginning_that_the_host_decided(tale, page):
    page.causes[0] = decide(page, Pause())
    page.causes[0].seen = None
    return page


@liar("8.1 roster", Law.ROSTER, first)
def a_player_who_never_joined(tale, page):
    page.causes.pop()
    return page


@liar("8.1 roster", Law.ROSTER, first)
def another_promise_than_the_player_made(tale, page):
    return row(page, 0, promise=b"q" * 32)


@liar("8.1 roster", Law.ROSTER, first)
def another_box_key_than_the_player_gave(tale, page):
    return row(page, 0, box=HOST.public)


@liar("8.1 roster", Law.TWO_SEATS, first)
def one_player_on_two_seats(tale, page):
    one = page.causes[0].deed
    page.causes[1] = Cited(replace(page.causes[1].deed, id=one.id), page.causes[0].key)
    return row(page, 1, id=one.id)


@liar("6 weak keys", Law.WEAK_KEY, first)
def a_key_for_choices_that_everybody_opens(tale, page):
    return kind(page, secrets=WEAK)


@liar("6 weak keys", Law.WEAK_KEY, first)
def a_box_key_that_everybody_opens(tale, page):
    deed(page, box=WEAK)
    return row(page, 0, box=WEAK)


# ---------------------------------------------------------------- fair deal


@liar("8.2 dealt", Law.DEAL_NOW, of(Dealt))
def a_deal_while_paused(tale, page):
    before = tale.pages[tale.pages.index(page) - 1]
    then(tale, before, Decided(), decide(before, Pause()))
    return page


@liar("8.2 dealt", Law.DEAL_NOW, of(Dealt, Voided))
def a_deal_after_the_end_was_decided(tale, page):
    before = tale.pages[tale.pages.index(page) - 1]
    then(tale, before, Decided(), decide(before, EndMatch()))
    return page


@liar("8.2 dealt", Law.DEAL_NEXT, of(Dealt, Voided))
def a_deal_of_another_number(tale, page):
    return kind(page, deal=page.what.deal + 1)


@liar("8.2 dealt", Law.DEAL_NEXT, of(Dealt, Voided))
def an_attempt_of_another_number(tale, page):
    return kind(page, attempt=page.what.attempt + 1)


@liar("8.2 dealt", Law.DEAL_HIDDEN, playing)
def a_deal_while_the_last_one_is_hidden(tale, page):
    match = page.match
    parts = [ready(tale, page, seat, match.deal + 1, match.attempt) for seat in sorted(match.asked)]
    what = Dealt(deal=match.deal + 1, attempt=match.attempt, size=20, promise=b"s" * 32)
    return then(tale, page, what, *parts)


@liar("8.2 dealt", Law.DEAL_LOST, of(Voided))
def a_deal_that_should_have_been_void(tale, page):
    page.what = Dealt(deal=page.what.deal, attempt=page.what.attempt, size=20, promise=page.what.promise)
    return page


@liar("8.2 void", Law.VOID, of(Dealt))
def a_deal_thrown_away_for_no_reason(tale, page):
    deal, attempt = page.what.deal, page.what.attempt
    seed = tale.evening.engine.secrets.seed(deal, attempt)
    page.what = Voided(deal=deal, attempt=attempt, seed=seed, promise=b"s" * 32)
    return page


@liar("8.2 void", Law.SEED, of(Voided))
def a_void_attempt_with_another_seed(tale, page):
    return kind(page, seed=b"z" * 32)


@liar("8.2.1", Law.READY_CAUSE, of(Dealt))
def a_deal_that_the_host_decided(tale, page):
    page.causes[0] = decide(page.causes[0].seen, Pause())
    return page


@liar("8.2.1", Law.READY_DEAL, of(Dealt, Voided))
def a_part_in_another_deal(tale, page):
    return deed(page, deal=page.what.deal + 1)


@liar("8.2.1", Law.READY_DEAL, of(Dealt, Voided))
def a_part_in_another_attempt(tale, page):
    return deed(page, attempt=page.what.attempt + 1)


@liar("8.2.1", Law.READY_OLD, of(Dealt, fits=lambda page: page.causes[0].seen.match.began > 0))
def a_part_from_before_the_attempt(tale, page):
    page.causes[0].seen = tale.pages[page.causes[0].seen.match.began - 1]
    return page


@liar("8.2.1", Law.READY_SEAT, of(Voided))
def a_part_of_a_seat_that_was_left_out(tale, page):
    seen = tale.pages[0]
    lost = next(seat for seat in sorted(seen.match.asked) if seat not in page.match.asked)
    key = _signer(seen, lost)
    commit = seen.match.chairs[lost].promise
    number = next(n for n in range(9) if _promise(tale, lost, key, n) == commit)
    part = ready(tale, seen, lost, page.what.deal, page.what.attempt)
    part.changes = {
        "nonce": deals.nonce(tale.evening.first[lost], number),
        "next": b"n" * 32,
    }
    page.causes.append(part)
    return page


def _promise(tale, seat, key, number):
    nonce = deals.nonce(tale.evening.first[seat], number)
    return deals.nonce_promise(KEYS.table, NUMBER, key.public, nonce)


@liar("8.2.1", Law.READY_ALL, of(Dealt, Voided))
def a_deal_that_leaves_a_number_out(tale, page):
    page.causes.pop()
    return page


@liar("8.2.1", Law.READY_ALL, of(Dealt, fits=lambda page: len(page.causes) > 1))
def numbers_in_another_order(tale, page):
    page.causes.reverse()
    return page


@liar("8.2.1", Law.READY_ALL, of(Dealt, Voided))
def a_number_that_counts_twice(tale, page):
    page.causes.append(page.causes[-1])
    return page


@liar("8.2.1", Law.NONCE, of(Dealt, Voided))
def another_number_than_the_player_promised(tale, page):
    return deed(page, nonce=b"n" * 32)


@liar("8 promise", Law.NONCE_TWICE, of(Dealt, Voided))
def a_promise_that_was_made_before(tale, page):
    seat = page.causes[0].deed.seat
    return deed(page, next=tale.pages[0].match.chairs[seat].promise)


@liar("8.2 pile", Law.PILE_CAUSE, among_people)
def a_pile_that_somebody_asked_for(tale, page):
    number = len(page.match.hidden[-1].piles)
    return then(tale, page, Pile(number=number, size=2), act(tale, page, 0))


@liar("8.2 pile", Law.PILE_NO_DEAL, first)
def a_pile_before_any_deal(tale, page):
    return then(tale, page, Pile(number=1, size=2))


@liar("8.2 pile", Law.PILE_NEXT, playing)
def a_pile_out_of_order(tale, page):
    return then(tale, page, Pile(number=len(page.match.hidden[-1].piles) + 1, size=2))


@liar("8.2 cards", Law.CARDS, before(before(deciding(EndMatch))))
def more_cards_than_any_match_needs(tale, page):
    number = len(page.match.hidden[-1].piles)
    for more in range(limits.CARDS // limits.PILE):
        page = then(tale, page, Pile(number=number + more, size=limits.PILE))
    return page


@liar("8.2 revealed", Law.REVEAL_CAUSE, of(Revealed))
def a_reveal_that_somebody_asked_for(tale, page):
    page.causes = [decide(tale.pages[0], Pause())]
    return page


@liar("8.2 revealed", Law.REVEAL_NO_DEAL, of(Revealed))
def a_reveal_of_no_hidden_deal(tale, page):
    return kind(page, deal=page.what.deal + 1)


@liar("8.2 revealed", Law.SEED, of(Revealed))
def another_seed_than_the_table_promised(tale, page):
    return kind(page, seed=b"z" * 32)


@liar("11 opening", Law.CLOSED, of(Revealed, fits=lambda page: bool(page.opened)))
def a_choice_that_stays_closed(tale, page):
    page.opened = []
    return page


@liar("8.2 promised", Law.PROMISE_CAUSE, of(Promised))
def somebody_back_by_another_s_word(tale, page):
    page.causes = [decide(tale.pages[0], Pause())]
    return page


@liar("8.2 promised", Law.PROMISE_NOBODY, of(Promised))
def somebody_back_who_does_not_play(tale, page):
    page.causes = [joining(identity(8))]
    return page


@liar("8.2 promised", Law.PROMISE_STAND_IN, deciding(StandIn))
def somebody_back_whose_seat_a_bot_plays(tale, page):
    if not page.causes[0].deed.what.on:
        then(tale, page, Decided(), decide(page, StandIn(seat=0, on=True)))
        page = tale.pages[tale.pages.index(page) + 1]
    key = _signer(page, 0)
    return then(tale, page, Promised(), joining(key, box=page.match.chairs[0].box))


@liar("8.2 promised", Law.PROMISE_TWICE, of(Promised))
def a_second_promise(tale, page):
    return then(tale, page, Promised(), replaced(page.causes[0], commit=b"r" * 32))


def replaced(cause: Cited, **changes: Any) -> Cited:
    return Cited(cause.deed, cause.key, cause.seen, cause.turn, changes)


@liar("8.2 promised", Law.PROMISE_BOX, of(Promised))
def a_promise_with_another_box_key(tale, page):
    return deed(page, box=HOST.public)


@liar("8 promise", Law.NONCE_TWICE, of(Promised))
def a_promise_made_anew_that_was_made_before(tale, page):
    return deed(page, commit=tale.pages[0].match.chairs[_seat(page)].promise)


def _seat(page: Page) -> int:
    return [chair.id for chair in page.match.chairs].index(page.causes[0].deed.id)


# -------------------------------------------------------------------- moves


@liar("8.3 open", Law.PAUSED, of(Acted, Auto, Pile))
def a_move_while_paused(tale, page):
    before = tale.pages[tale.pages.index(page) - 1]
    then(tale, before, Decided(), decide(before, Pause()))
    return page


@liar("8.3 open", Law.ENDING, of(Acted, Auto, Pile))
def a_move_after_the_end_was_decided(tale, page):
    before = tale.pages[tale.pages.index(page) - 1]
    then(tale, before, Decided(), decide(before, EndMatch()))
    return page


@liar("8.3 open", Law.REVEALED, of(Revealed, fits=lambda page: not page.match.ending))
def a_move_in_a_revealed_deal(tale, page):
    return then(tale, page, Acted(), act(tale, page, 0))


@liar("8.3 acted", Law.MOVE_CAUSE, of(Acted))
def a_move_that_nobody_made(tale, page):
    page.causes = []
    return page


@liar("8.3 acted", Law.MOVE_CAUSE, of(Acted))
def two_moves_in_one(tale, page):
    page.causes.append(page.causes[0])
    return page


@liar("8.3 acted", Law.MOVE_SEAT, deciding(StandIn, Drop))
def a_move_of_a_player_for_whom_a_bot_stands_in(tale, page):
    decided = page.causes[0].deed.what
    if not getattr(decided, "on", True):
        page = then(tale, page, Decided(), decide(page, StandIn(seat=decided.seat, on=True)))
    return then(tale, page, Acted(), act(tale, page, decided.seat))


@liar("5.3 head", Law.TURN, of(Acted))
def a_move_over_a_head_older_than_its_turn(tale, page):
    return deed(page, turn=tale.pages.index(page.causes[0].seen) + 1)


@liar("5.3 twice", Law.TURN, of(Acted))
def a_move_that_counts_twice(tale, page):
    return then(tale, page, Acted(), replaced(page.causes[0]))


def _movable(tale: Tale, page: Page) -> list[int]:
    """The turns that this act could name, for all that the chain alone can tell."""
    cause = page.causes[0]
    told, seen = tale.pages.index(cause.turn), tale.pages.index(cause.seen)
    moved = tale.pages[tale.pages.index(page) - 1].match.chairs[cause.deed.seat].moved
    return [turn for turn in range(moved, seen + 1) if turn != told]


def movable(tale: Tale) -> Iterator[Page]:
    return (page for page in of(Acted)(tale) if _movable(tale, page))


@liar("5.3 turn", "turn", movable)
def a_move_for_a_moment_at_which_its_seat_was_not_asked(tale, page):
    cause = page.causes[0]
    cause.turn = tale.pages[_movable(tale, page)[0]]
    return page


@liar("5.3 turn", "turn", movable)
def a_move_for_the_moment_after_its_seat_was_asked(tale, page):
    cause = page.causes[0]
    cause.turn = tale.pages[_movable(tale, page)[-1]]
    return page


@liar("8.3 auto", Law.AUTO_CAUSE, of(Auto))
def a_move_of_the_table_that_cites_somebody(tale, page):
    page.causes = [decide(tale.pages[0], Pause())]
    return page


@liar("8.3 auto", Law.AUTO_SEAT, of(Auto))
def a_move_of_the_table_by_another_right(tale, page):
    return kind(page, by="clock")


@liar("8.3 auto", Law.AUTO_SEAT, among_people)
def a_bot_s_move_for_a_player(tale, page):
    return then(tale, page, Auto(seat=0, by="bot", action=b"\x80", secret=None))


@liar("8.3 auto", Law.NO_SEAT, playing)
def a_move_for_a_seat_that_is_not_there(tale, page):
    return then(tale, page, Auto(seat=5, by="bot", action=b"\x80", secret=None))


@liar("8.3 acted", Law.SECRET_SIZE, of(Acted, fits=lambda page: page.causes[0].deed.secret is not None))
def a_secret_choice_whose_length_tells(tale, page):
    secret = page.causes[0].deed.secret
    return deed(page, secret=replace(secret, box=secret.box[:-1]))


@liar("11 opening", Law.NOT_CLOSED, opening)
def an_opening_of_what_nobody_chose(tale, page):
    _, salt, choice = page.opened[0]
    page.opened[0] = (tale.pages[0], salt, choice)
    return page


@liar("11 opening", Law.CHOICE, opening)
def a_choice_opened_as_another_one(tale, page):
    of, salt, choice = page.opened[0]
    page.opened[0] = (of, salt, choice + b"\xc0")
    return page


@liar("11 opening", Law.CHOICE, opening)
def a_choice_opened_with_another_salt(tale, page):
    of, _, choice = page.opened[0]
    page.opened[0] = (of, SALT, choice)
    return page


# ---------------------------------------------------------------- decisions


@liar("8.4", Law.DECISION_CAUSE, of(Decided))
def a_decision_that_nobody_made(tale, page):
    page.causes = []
    return page


@liar("8.4", Law.DECISION_CAUSE, among_people)
def a_decision_of_a_player(tale, page):
    return then(tale, page, Decided(), act(tale, page, 0))


@liar("8.4 whose", Law.DECIDER, among_people)
def a_pause_by_the_word_of_the_table(tale, page):
    pause = decide(page, Pause())
    pause.key = KEYS.log
    return then(tale, page, Decided(), pause)


@liar("8.4 whose", Law.DECIDER, among_people)
def a_player_dropped_by_the_word_of_a_player(tale, page):
    drop = decide(page, Drop(seat=0))
    drop.key = _signer(page, 0)
    return then(tale, page, Decided(), drop)


@liar("8.4", Law.DECISION_OLD, deciding(Resume))
def a_decision_that_counts_twice(tale, page):
    paused = tale.pages[tale.pages.index(page) - 1]
    return then(tale, page, Decided(), replaced(paused.causes[0]))


@liar("8.4", Law.DECISION_ONE, deciding(Pause, Resume, StandIn, LeaveOut))
def two_decisions_in_one(tale, page):
    page.causes.append(page.causes[0])
    return page


@liar("8.4", Law.PAUSED_TWICE, deciding(Pause))
def a_pause_in_a_pause(tale, page):
    return then(tale, page, Decided(), decide(page, Pause()))


@liar("8.4", Law.PAUSED_TWICE, deciding(Resume))
def no_pause_to_end(tale, page):
    return then(tale, page, Decided(), decide(page, Resume()))


@liar("8.4", Law.STAND_IN_TWICE, deciding(StandIn))
def a_stand_in_for_a_stand_in(tale, page):
    return then(tale, page, Decided(), decide(page, page.causes[0].deed.what))


@liar("8.4", Law.NO_SEAT, playing)
def a_decision_about_a_seat_that_is_not_there(tale, page):
    return then(tale, page, Decided(), decide(page, Drop(seat=5)))


@liar("8.4", Law.SEAT_PLAYER, playing)
def a_player_dropped_twice(tale, page):
    page = then(tale, page, Decided(), decide(page, Drop(seat=0)))
    return then(tale, page, Decided(), decide(page, Drop(seat=0)))


@liar("8.4", Law.OUT_DEAL, deciding(LeaveOut))
def a_seat_left_out_of_another_deal(tale, page):
    return deed(page, what=replace(page.causes[0].deed.what, deal=9))


@liar("8.4", Law.OUT_SEAT, deciding(LeaveOut))
def a_seat_left_out_that_takes_no_part(tale, page):
    return then(tale, page, Decided(), decide(page, page.causes[0].deed.what))


@liar("8.4", Law.NEW_KEY_CAUSE, deciding(NewKey))
def a_seat_given_away_to_nobody(tale, page):
    page.causes.pop()
    return page


@liar("8.4", Law.NEW_KEY_OTHER, deciding(NewKey))
def a_seat_given_to_somebody_else(tale, page):
    page.causes[1] = joining(identity(8))
    return page


@liar("8.4", Law.TWO_SEATS, deciding(NewKey))
def a_seat_given_to_somebody_who_sits(tale, page):
    who = identity(0)
    page.causes[1] = joining(who)
    return deed(page, what=replace(page.causes[0].deed.what, id=who.public))


@liar("6 weak keys", Law.WEAK_KEY, deciding(NewKey))
def a_newcomer_whose_boxes_everybody_opens(tale, page):
    page.causes[1].changes = {"box": WEAK}
    return page


# ----------------------------------------------------------------- the rest


@liar("8.5", Law.RECOVERY_CAUSE, of(Recovered))
def a_recovery_that_the_host_decided(tale, page):
    page.causes = [decide(tale.pages[0], Pause())]
    return page


@liar("8.5", Law.RECOVERY_SEATS, of(Recovered))
def somebody_who_was_waited_for_and_does_not_play(tale, page):
    return kind(page, seats=(5,))


@liar("8.5", Law.RECOVERY_SEATS, of(Recovered))
def players_in_falling_order(tale, page):
    return kind(page, seats=page.what.seats[::-1])


@liar("8.5", Law.END_CAUSE, of(Ended))
def an_end_that_the_host_decided(tale, page):
    page.causes = [decide(tale.pages[0], Pause())]
    return page


@liar("8.5", Law.END_HIDDEN, playing)
def an_end_before_the_reveal(tale, page):
    return then(tale, page, Ended())


@liar("11 opening", "move", first)
def a_secret_choice_before_any_deal_that_nothing_would_ever_open(tale, page):
    secret = boxes.conceal_choice(KEYS.table, NUMBER, 0, SALT, b"\x80", page.what.secrets)
    return then(tale, page, Acted(), act(tale, page, 0, secret=secret, action=b""))


# ------------------------------------------------- what the rules find


def _model(tale: Tale) -> Any:
    return known_games.model(tale.pages[0].what.game)


def _menu(tale: Tale, page: Page, seat: int) -> Any:
    return packing.glimpse(_model(tale), page.view, page.news, page.private[seat]).menu


def _open(page: Page) -> bool:
    return page.causes[0].deed.secret is None


@liar("5.3 game", "move", of(Acted, fits=_open))
def a_move_that_was_not_on_the_menu(tale, page):
    cause = page.causes[0]
    menu = [pack(each) for each in _menu(tale, tale.pages[tale.pages.index(page) - 1], cause.deed.seat)]
    others = [other.causes[0].deed.action for other in of(Acted, fits=_open)(tale)]
    return deed(page, action=next((each for each in others if each not in menu), b"\x80"))


@liar("5.3 game", "move", of(Acted, fits=_open))
def a_move_without_a_meaning(tale, page):
    return deed(page, action=b"\xc1")


@liar("10.5 views", "view", of(Acted))
def another_public_view(tale, page):
    page.view = next(other.view for other in tale.pages if other.view != page.view)
    return page


@liar("10.5 views", "news", of(Acted, fits=lambda page: page.news != b"\x90"))
def news_that_are_kept_back(tale, page):
    page.news = b"\x90"
    return page


@liar("10.5 views", "box", of(Acted), box=True)
def another_private_view(tale, page):
    page.private[0] = next(other.private[0] for other in tale.pages if other.private[0] != page.private[0])
    return page


def dealing_to_seat_0(tale: Tale) -> Iterator[Page]:
    return (page for page in of(Dealt)(tale) if page.private[0] != tale.pages[0].private[0])


@liar("10.5 views", "deal", dealing_to_seat_0, box=True)
def other_cards_in_the_box_of_a_deal(tale, page):
    page.private[0] = tale.pages[0].private[0]
    return page


@liar("10.5 views", "deal", of(Dealt))
def another_view_of_a_deal(tale, page):
    page.view = tale.pages[0].view
    return page


@liar("10.5 views", "garbled", after_first)
def a_view_that_is_none(tale, page):
    page.view = b"\xc1"
    return page


@liar("10.5 views", "garbled", after_first)
def news_that_are_none(tale, page):
    page.news = b"\x91\xc0"
    return page


@liar("10.5 views", "garbled", after_first, box=True)
def a_private_view_that_is_none(tale, page):
    page.private[0] = b"\xc1"
    return page


@liar("10.5 piles", "pile", playing)
def a_pile_that_the_game_did_not_ask_for(tale, page):
    number = len(page.match.hidden[-1].piles)
    more = then(tale, page, Pile(number=number, size=7))
    for later in tale.pages[tale.pages.index(more) + 1 :]:
        if isinstance(later.what, Dealt):
            break
        if isinstance(later.what, Pile):
            kind(later, number=later.what.number + 1)
    return more


@liar("10.5 piles", "pile", of(Dealt, Pile))
def a_pile_of_another_size(tale, page):
    return kind(page, size=page.what.size + 1)


@liar("10.5 piles", "reveal", deciding(EndMatch))
def a_reveal_in_the_middle_of_a_deal(tale, page):
    follows = tale.pages[tale.pages.index(page) + 1]
    tale.pages.remove(page)
    return follows


@liar("10.5 opening", "opening", before(concealing))
def a_choice_opened_by_nobody_s_move(tale, page):
    made = tale.pages[tale.pages.index(page) + 1]
    salt, choice = next((s, c) for later in tale.pages for of, s, c in later.opened if of is made)
    for later in tale.pages:
        later.opened = [each for each in later.opened if each[0] is not made]
    return then(tale, made, Recovered(by="time", seats=()), opened=[(made, salt, choice)])


@liar("10.5 opening", "opening", of(Acted, fits=lambda page: bool(page.opened)))
def choices_opened_late(tale, page):
    late, page.opened = page.opened, []
    reveal = next(p for p in tale.pages[tale.pages.index(page) :] if isinstance(p.what, Revealed))
    reveal.opened = [*late, *reveal.opened]
    return page


@liar("8.1 options", "options", first)
def options_that_are_none(tale, page):
    return kind(page, options=b"\xc1")


@liar("10.5 end", "early", first)
def an_end_that_nobody_decided(tale, page):
    return then(tale, page, Ended())


__all__ = ["LIARS", "Liar", "msgspec"]
