"""Lies about moves and decisions, and those that the rules of the game alone find."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from kit.written import KEYS, identity, pack
from msgspec.structs import replace
from record.lying import (
    LIARS,
    SALT,
    WEAK,
    Liar,
    _signer,
    act,
    after_first,
    among_people,
    before,
    concealing,
    decide,
    deciding,
    deed,
    first,
    joining,
    kind,
    liar,
    of,
    opening,
    playing,
    replaced,
    then,
)
from record.retold import NUMBER, Page, Tale

from lltui.games import known_games, packing
from llwire.chain import boxes
from llwire.chain.entries import (
    Acted,
    Auto,
    Dealt,
    Decided,
    Ended,
    Pile,
    Recovered,
    Revealed,
)
from llwire.wire.deeds import (
    Drop,
    EndMatch,
    LeaveOut,
    NewKey,
    Pause,
    Resume,
    StandIn,
)
from llwire.wire.errors import Law

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
