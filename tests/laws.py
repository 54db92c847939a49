"""The laws of every game: each takes a table and what happened at it, and raises if it is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random

import msgspec
import pytest
from tables import (
    Moment,
    Table,
    box_sizes,
    choices,
    fair_move,
    foul_moves,
    had_it_been_otherwise,
    match,
    other_worlds,
    pack,
    packed,
    reread,
    sight,
    views,
)

from lltui.desk.half_move import asked_move
from lltui.errors import Trouble
from lltui.games.chair import Glimpse
from lltui.games.game import (
    NATURE,
    Action,
    IllegalMoveError,
    News,
    Seat,
    Shuffled,
    Talk,
    Whispered,
    allowed,
    apply,
    awaited,
    line,
    over,
)
from lltui.games.known_games import unsayable
from lltui.games.packing import fold, unfold

# ---------------------------------------------------------------- each moment


def playing_changes_nothing_but_the_copy(table: Table, moment: Moment, rng: Random) -> None:
    state = table.game.copy(moment.before)
    bytes_before = pack(state)
    once = apply(table.game, state, moment.seat, moment.action)
    again = apply(table.game, state, moment.seat, moment.action)
    assert pack(state) == bytes_before
    assert once.state == again.state == moment.after
    assert (once.news.told, once.news.opened) == (moment.news.told, moment.news.opened)
    assert (again.news.told, again.news.opened) == (moment.news.told, moment.news.opened)
    table.game.play(state, moment.seat, moment.action)
    assert state == moment.after, "a move that nobody listens to is another move"


def a_match_goes_on_from_its_encoding(table: Table, moment: Moment, rng: Random) -> None:
    game = table.game
    state = reread(moment.before, game.state)
    kind = Shuffled if moment.seat == NATURE else game.model.action
    after, news = apply(game, state, moment.seat, reread(moment.action, kind))
    assert after == moment.after
    assert (news.told, news.opened) == (moment.news.told, moment.news.opened)
    assert views(table, after) == views(table, moment.after)


def views_and_news_survive_encoding(table: Table, moment: Moment, rng: Random) -> None:
    game, model = table.game, table.game.model
    reread(game.public(moment.after), model.public)
    for seat in range(table.seats):
        reread(game.private(moment.after, seat), model.private)
    for event, seats in moment.news.told:
        assert isinstance(event, Whispered) == (seats is not None), f"{event} to {seats}"
        reread(event, model.announced if seats is None else model.whispered)


def glimpses_survive_packing(table: Table, moment: Moment, rng: Random) -> None:
    game, state, news = table.game, moment.after, moment.news
    for listener in table.listeners:
        heard = tuple(news.heard_by(listener))
        sent = Glimpse(heard, game.public(state))
        if listener is not None:
            menu = tuple(game.legal(state, listener))
            sent = Glimpse(heard, game.public(state), game.private(state, listener), menu)
        assert packed(table, state, news, listener) == sent


def whatever_is_told_can_be_said(table: Table, moment: Moment, rng: Random) -> None:
    """Clients hang up on a table that says what they take for impossible."""
    for listener in table.listeners:
        glimpse = packed(table, moment.after, moment.news, listener)
        assert unsayable(table.game.model.id, table.options, table.seats, glimpse) is None


def menus_survive_folding(table: Table, moment: Moment, rng: Random) -> None:
    for _, menu in choices(table, moment.after):
        assert len(set(menu)) == len(menu), "two equal actions on one menu"
        carried = msgspec.msgpack.decode(pack(fold(menu)))
        assert unfold(carried, table.game.model.action) == tuple(menu)


def every_action_is_reached_by_questions(table: Table, moment: Moment, rng: Random) -> None:
    for _, menu in choices(table, moment.after):
        wanted = rng.choice(menu)
        move = asked_move(menu)
        while move.done is None:
            kind, field, answers = move.question
            answer = wanted.__struct_config__.tag if field == "act" else getattr(wanted, field)
            assert answer in answers
            assert kind in {"", wanted.__struct_config__.tag}
            move = move.answered(answer)
        assert move.done == wanted


def legal_is_the_only_referee(table: Table, moment: Moment, rng: Random) -> None:
    state = table.game.copy(moment.after)
    before = pack(state)
    for seat, action in foul_moves(table, moment, rng):
        assert not allowed(table.game, state, seat, action)
        with pytest.raises(IllegalMoveError) as refusal:
            apply(table.game, state, seat, action)
        # Who reports the fault pastes the whole position into a test.
        position = line(state)
        assert str(refusal.value).endswith(f" in {position}")
        assert "\n" not in position
        assert msgspec.json.decode(position, type=table.game.state) == state
    assert pack(state) == before


def nobody_acts_while_a_pile_waits(table: Table, moment: Moment, rng: Random) -> None:
    for state in (moment.before, moment.after):
        assert table.game.pile(state) is None or not choices(table, state)


def whoever_may_act_does_not_wait_for_nobody(table: Table, moment: Moment, rng: Random) -> None:
    """Second thoughts alone keep no match open: somebody is waited for, or it is over."""
    waited = awaited(table.game, moment.after, table.seats)
    assert bool(waited) == bool(choices(table, moment.after))


def every_seat_knows_whether_it_may_talk(table: Table, moment: Moment, rng: Random) -> None:
    for seat in range(table.seats):
        assert isinstance(table.game.talk(moment.after, seat), Talk)
        assert table.game.refuses(moment.after, seat, "") is None


def twins_look_alike(table: Table, moment: Moment, rng: Random) -> None:
    """Nothing that reaches a seat depends on what it may not know."""
    for listener in table.listeners:
        twin = table.at_hand.twin(moment.after, listener, rng)
        assert sight(table, twin, listener) == sight(table, moment.after, listener)


def twins_sound_alike(table: Table, moment: Moment, rng: Random) -> None:
    """Two worlds that look alike to a seat before and after a move told it the same on the way.

    So news neither say more than the views, nor anything that a view forgets.
    """
    for listener in table.listeners:
        seen = sight(table, moment.after, listener)
        for world, action in other_worlds(table, moment, listener, rng):
            after, news = apply(table.game, world, moment.seat, action)
            if sight(table, after, listener) == seen:
                assert list(news.heard_by(listener)) == list(moment.news.heard_by(listener))


def announced_cards_lie_open(table: Table, moment: Moment, rng: Random) -> None:
    lying = Counter(table.at_hand.open(table.game.public(moment.after)))
    for event, seats in moment.news.told:
        if seats is None:
            assert Counter(table.at_hand.tells(event)) <= lying, event


def whispered_cards_are_in_the_view(table: Table, moment: Moment, rng: Random) -> None:
    lying = table.at_hand.open(table.game.public(moment.after))
    for event, seats in moment.news.told:
        for seat in seats or ():
            held = table.at_hand.held(table.game.private(moment.after, seat))
            assert Counter(table.at_hand.tells(event)) <= Counter((*lying, *held)), f"{event} to {seat}"


def boxes_are_large_enough(table: Table, moment: Moment, rng: Random) -> None:
    assert max(box_sizes(table, moment)) <= table.game.model.box


# -------------------------------------------------------------- whole matches


def snapshots_are_enough_to_play(table: Table, moments: list[Moment], rng: Random) -> None:
    """Clients that know nothing but the bytes of the newest glimpse play to the end."""
    game, news = table.game, News()
    state = game.start(table.options, table.seats)
    for _ in range(table.at_hand.most_moves):
        if over(game, state, table.seats):
            return
        if game.pile(state) is None:
            glimpses = {seat: packed(table, state, news, seat) for seat in range(table.seats)}
            seat = rng.choice([seat for seat, glimpse in glimpses.items() if glimpse.menu])
            move = seat, reread(rng.choice(glimpses[seat].menu), game.model.action)
        else:
            move = fair_move(table, state, rng)
        state, news = apply(game, reread(state, game.state), *move)
    raise AssertionError("the match does not end")


def what_was_opened_lies_open(table: Table, moments: list[Moment], rng: Random) -> None:
    """Had a seat done something else in secret, everybody would see it once the news have opened it."""
    secrets: dict[tuple[type[Action], Seat], list[int]] = {}
    for now, moment in enumerate(moments):
        if isinstance(moment.action, Action) and moment.action.secret:
            secrets.setdefault((type(moment.action), moment.seat), []).append(now)
        for made in moment.news.opened:
            for then in secrets.pop(made, []):
                for state in had_it_been_otherwise(table, moments[then : now + 1]):
                    assert table.game.public(state) != table.game.public(moment.after)


def refuses_wrong_seats(table: Table) -> None:
    """A table that the game is not for is Trouble, told before the first card."""
    fewest, most = table.game.model.seats
    assert fewest <= table.seats <= most
    for seats in (fewest - 1, most + 1):
        with pytest.raises(Trouble):
            table.game.start(table.options, seats)


OF_EACH_MOMENT = (
    playing_changes_nothing_but_the_copy,
    a_match_goes_on_from_its_encoding,
    views_and_news_survive_encoding,
    glimpses_survive_packing,
    whatever_is_told_can_be_said,
    menus_survive_folding,
    every_action_is_reached_by_questions,
    legal_is_the_only_referee,
    nobody_acts_while_a_pile_waits,
    whoever_may_act_does_not_wait_for_nobody,
    every_seat_knows_whether_it_may_talk,
    twins_look_alike,
    twins_sound_alike,
    announced_cards_lie_open,
    whispered_cards_are_in_the_view,
    boxes_are_large_enough,
)
OF_A_MATCH = (snapshots_are_enough_to_play, what_was_opened_lies_open)
LAWS = (*OF_EACH_MOMENT, *OF_A_MATCH)


def hold(
    law: Callable[..., None], table: Table, seed: int, where: Callable[[Moment], bool] = lambda _: True
) -> None:
    """Try a law on a match; one of a moment on those moments of it."""
    rng = Random(seed)
    moments = match(table, rng)
    if law in OF_A_MATCH:
        law(table, moments, rng)
        return
    for moment in filter(where, moments):
        law(table, moment, rng)


def all_hold(table: Table, seed: int, most: int) -> None:
    """Try every law on the same match; those of a moment on so many of its moments, drawn anew for each."""
    rng = Random(seed)
    moments = match(table, rng)
    for law in OF_A_MATCH:
        law(table, moments, rng)
    for law in OF_EACH_MOMENT:
        for moment in rng.sample(moments, min(most, len(moments))):
            law(table, moment, rng)
