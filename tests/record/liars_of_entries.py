"""Lies about entries and deeds, about the beginning of a match and its deals."""

from __future__ import annotations

from kit.written import HOST, KEYS, identity
from msgspec.structs import replace
from record.lying import (
    SALT,
    WEAK,
    _signer,
    act,
    after_first,
    among_people,
    before,
    body,
    decide,
    deciding,
    deed,
    first,
    joining,
    kind,
    last,
    liar,
    of,
    playing,
    ready,
    replaced,
    row,
    spelled,
    then,
)
from record.retold import NUMBER, Cited, Page

from llwire.chain import deals
from llwire.chain.entries import (
    Acted,
    Dealt,
    Decided,
    Ended,
    Genesis,
    Pile,
    Promised,
    Recovered,
    Revealed,
    Voided,
)
from llwire.wire import limits
from llwire.wire.deeds import (
    EndMatch,
    Pause,
    StandIn,
)
from llwire.wire.errors import Law

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


@liar("8.2 promised", Law.PROMISE_BOX, of(Promised))
def a_promise_with_another_box_key(tale, page):
    return deed(page, box=HOST.public)


@liar("8 promise", Law.NONCE_TWICE, of(Promised))
def a_promise_made_anew_that_was_made_before(tale, page):
    return deed(page, commit=tale.pages[0].match.chairs[_seat(page)].promise)


def _seat(page: Page) -> int:
    return [chair.id for chair in page.match.chairs].index(page.causes[0].deed.id)
