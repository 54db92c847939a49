"""Turns, ends of rounds and of matches, and who knows what, broken rule by rule."""

from __future__ import annotations

from msgspec.structs import replace

from lltui.games.love_letter import events
from lltui.games.love_letter.rules import rulebook
from lltui.games.love_letter.rules.state import Sight
from lltui.games.love_letter.rules.verbs import Doing
from love_letter.mutants import Mutant, collector
from love_letter.mutants_of_play import after, around, nothing, whisper

ROUNDS: list[Mutant] = []
breaks = collector(ROUNDS)


# ----------------------------------------------------------------------- turns


@breaks("turn: the card is drawn from the top")
def cards_are_drawn_from_below(m):
    def draw(sound, do, who):
        do.state.pile.insert(len(do.state.pile), do.state.pile.pop(0))
        return sound(do, who)

    around(m, Doing, "_draw", draw)


@breaks("turn: the card played lies open, and the player to the left draws one to have two")
def the_turn_goes_to_the_right(m):
    def end(sound, do, ready, seat):
        inside = do.state.inside()
        before = [other for other in inside if other < seat] or inside
        sound(do, ready, (before[-1] - 1) % do.state.seats)

    around(m, rulebook, "_end_turn", end)


@breaks("turn: discards stay in front of their player in the order in which they came")
def discards_are_turned_round(m):
    def lay(do, who, _play):
        *earlier, last = do.state.discards[who]
        do.state.discards[who] = (last, *earlier)

    after(m, Doing, "lay_down", lay)


@breaks("out: the hand is laid open on the own discards")
def a_hand_that_is_out_stays_hidden(m):
    def knock(sound, do, who, how):
        discards = do.state.discards[who]
        sound(do, who, how)
        do.state.discards[who] = discards

    around(m, Doing, "knock_out", knock)


@breaks("out: a Handmaid that is laid open protects nobody")
def a_handmaid_that_is_laid_open_protects(m):
    def knock(sound, do, who, how):
        hand = do.state.hands[who]
        sound(do, who, how)
        if hand == ("handmaid",):
            do.state.shielded |= 1 << who

    around(m, Doing, "knock_out", knock)


@breaks("turn: whoever is out is passed over")
def whoever_is_out_has_turns(m):
    def end(sound, do, ready, seat):
        standing = do.state.standing
        if standing.bit_count() > 1:
            do.state.standing = (1 << do.state.seats) - 1
        sound(do, ready, seat)
        do.state.standing = standing

    around(m, rulebook, "_end_turn", end)


@breaks("guard: a right guess knocks the target out, and their turn is skipped")
def nobody_goes_out(m):
    def knock(sound, do, who, how):
        sound(do, who, how)
        do.state.standing |= 1 << who

    around(m, Doing, "knock_out", knock)


# ---------------------------------------------------------------- end of round


@breaks("round_end: whoever draws the last card still plays a turn")
def the_round_ends_one_card_early(m):
    def end(sound, do, ready, seat):
        if len(do.state.pile) == 1:
            return rulebook._end_round(do, ready)
        return sound(do, ready, seat)

    around(m, rulebook, "_end_turn", end)


@breaks("round_end: the last player left wins at once, whatever is in the pile, and shows nothing")
def the_last_player_left_plays_on(m):
    def end(sound, do, ready, seat):
        if do.state.pile and do.state.standing.bit_count() == 1:
            return do.begin_turn(do.state.inside()[0])
        return sound(do, ready, seat)

    around(m, rulebook, "_end_turn", end)


@breaks("round_end: the pile empty and one player left at once: they win as the last, without a showdown")
def the_last_player_shows_the_hand(m):
    def closest(sound, do, ready, inside):
        if len(inside) == 1:
            do.state.shown = inside
        return sound(do, ready, inside)

    around(m, rulebook, "_closest", closest)


@breaks("round_end: with the pile empty at the end of a turn the hands open and the highest card wins")
def the_lowest_card_wins(m):
    around(m, rulebook, "_most", lambda sound, seats, worth: sound(seats, lambda seat: -worth(seat)))


@breaks("round_end: with the pile empty at the end of a turn the hands open and the highest card wins")
def hands_stay_hidden_at_the_end(m):
    def closest(sound, do, ready, inside):
        news, do.news = do.news, None
        found = sound(do, ready, inside)
        do.news = news
        return found

    around(m, rulebook, "_closest", closest)


@breaks("round_end: whoever is out wins nothing, however high the discards")
def whoever_is_out_is_compared_by_the_last_discard(m):
    def closest(sound, do, ready, inside):
        for seat in range(do.state.seats):
            if seat not in inside and len(inside) > 1:
                do.state.hands[seat] = do.state.discards[seat][-1:]
                inside = (*inside, seat)
        return sound(do, ready, inside)

    around(m, rulebook, "_closest", closest)


@breaks("round_end: the sum counts values, not cards")
def the_sum_counts_cards(m):
    def closest(sound, do, ready, inside):
        values = ready.values
        state, do.state = do.state, do.state.copy()
        do.state.discards = [tuple("priest" for _ in row) for row in do.state.discards]
        found = sound(do, ready, inside)
        state.shown, do.state = do.state.shown, state
        assert values == ready.values
        return found

    around(m, rulebook, "_closest", closest)


@breaks("round_end: only those with the highest card compare sums")
def everybody_compares_sums(m):
    def most(sound, seats, worth):
        tied = sound(seats, worth)
        return seats if len(tied) > 1 and len(seats) > len(tied) else tied

    around(m, rulebook, "_most", most)


@breaks("round_end: equal cards and equal sums: all of them win")
def only_one_wins_a_tie(m):
    def closest(sound, do, ready, inside):
        best, how = sound(do, ready, inside)
        return best[:1], how

    around(m, rulebook, "_closest", closest)


@breaks("match: a round is worth one token, and the others keep theirs")
def a_round_is_worth_two_tokens(m):
    def give(do, who, _favour=None):
        do.state.tokens[who] += 1

    after(m, Doing, "give_token", give)


@breaks("match: several who share the last round reach the target together: all win")
def only_one_wins_the_match(m):
    around(m, rulebook, "_win_match", lambda sound, do, winners: sound(do, winners[:1]))


@breaks("match: where nobody gave an age the fair shuffle chooses among those with enough tokens")
def lots_are_not_heard(m):
    def win(sound, do, winners):
        sound(do, tuple(range(do.state.seats)) if do.state.phase == "crown" else winners)

    around(m, rulebook, "_win_match", win)


@breaks("variants: the loser starts: whoever went out first begins the next round")
def the_last_to_go_out_starts(m):
    around(m, rulebook, "_losers", lambda sound, do, inside: do.state.fallen[-1:] or sound(do, inside))


@breaks("variants: the loser starts: if nobody went out, the lowest card at the end begins")
def the_highest_card_starts_as_loser(m):
    def losers(sound, do, inside):
        return sound(do, inside) if do.state.fallen else (max(inside, key=do.value),)

    around(m, rulebook, "_losers", losers)


def otherwise(options, seats):
    """Dates and ages that point at somebody else."""
    ages = tuple(age and 9 - age for age in options.ages)
    dates = tuple(day and f"{9999 - int(day[:4])}-{12 - int(day[5:7]):02}-01" for day in options.dates)
    return replace(options, ages=ages, dates=dates)


@breaks(
    "begins: of several winners the one with the more recent date begins",
    "match: of several who reach the target together the youngest wins",
)
def the_oldest_date_and_the_oldest_player_come_first(m):
    around(
        m,
        rulebook,
        "_foremost",
        lambda sound, options, candidates, order: sound(otherwise(options, candidates), candidates, order),
    )


@breaks("begins: of several winners any may begin, whatever their dates and ages")
def the_first_seat_begins_without_lots(m):
    around(m, rulebook, "_foremost", lambda sound, *args: sound(*args)[:1])


@breaks("deal: the cards go round from whoever begins")
def the_first_seat_is_dealt_first(m):
    around(m, rulebook, "_deal", lambda sound, do, ready, _: sound(do, ready, 0))


@breaks("deal: in a new round everybody is in again and nobody is protected")
def protection_lasts_into_the_next_round(m):
    def deal(sound, do, ready, starter):
        shielded = do.state.shielded
        sound(do, ready, starter)
        do.state.shielded |= shielded

    around(m, rulebook, "_deal", deal)


@breaks("deal: a new round takes all cards together again, and only the tokens stay")
def tokens_are_lost_between_rounds(m):
    def deal(do, *_):
        do.state.tokens = [0] * do.state.seats

    after(m, rulebook, "_deal", deal)


# ------------------------------------------- ties of three and more; with two, none of these shows


@breaks("ties: three equal cards and three equal sums: all three win", "ties: six equal cards: all six win")
def only_two_can_be_equal(m):
    around(m, rulebook, "_most", lambda sound, seats, worth: sound(seats, worth)[:2])


@breaks("ties: of three equal cards the one highest sum wins")
def sums_are_asked_of_two_only(m):
    def closest(sound, do, ready, inside):
        best, how = sound(do, ready, inside)
        equal = rulebook._most(inside, do.value)
        return (equal, "tied") if len(equal) > 2 else (best, how)

    around(m, rulebook, "_closest", closest)


@breaks(
    "ties: of three equal cards two have the highest sum: these two share the round, and the third does not",
    "ties: no shared ties: of three equal cards two equal sums give nobody a token, and those two may begin",
)
def a_lower_sum_shares_where_the_highest_is_shared(m):
    def closest(sound, do, ready, inside):
        best, how = sound(do, ready, inside)
        return (rulebook._most(inside, do.value), how) if how == "tied" else (best, how)

    around(m, rulebook, "_closest", closest)


@breaks("ties: three equal cards and three equal sums: all three win")
def only_two_get_a_token(m):
    def end(do, _house):
        for seat in do.state.round_won[2:]:
            do.state.tokens[seat] -= 1

    after(m, rulebook, "_end_round", end)


@breaks("ties: no shared ties: three equal cards and sums give nobody a token")
def only_a_tie_of_two_is_left_unpaid(m):
    def end(do, _house):
        if not do.state.round_won and len(do.state.first) > 2:
            do.state.round_won = do.state.first
            do.state.tokens = [
                tokens + (seat in do.state.first) for seat, tokens in enumerate(do.state.tokens)
            ]

    after(m, rulebook, "_end_round", end)


@breaks("ties: three who share the last round reach the target together: all three win the match")
def only_two_win_the_match(m):
    around(m, rulebook, "_win_match", lambda sound, do, winners: sound(do, winners[:2]))


@breaks("ties: of three who share the last round two reach the target: these two win the match")
def whoever_shares_the_last_round_wins_the_match(m):
    def win(sound, do, winners):
        shared = do.state.phase != "crown" and len(do.state.round_won) > 2
        sound(do, do.state.round_won if shared else winners)

    around(m, rulebook, "_win_match", win)


@breaks(
    "ties: of three who reach the target together the youngest wins",
    "ties: the third of three winners with the most recent date begins",
    "ties: the youngest of three winners begins, though two of the three were out more recently",
)
def the_third_is_not_compared(m):
    around(
        m,
        rulebook,
        "_foremost",
        lambda sound, options, candidates, order: sound(options, candidates[:2], order),
    )


@breaks(
    "ties: of three winners two have the most recent date: "
    "the younger of these begins, and not the youngest of all"
)
def whoever_is_behind_by_date_is_asked_for_the_age(m):
    def foremost(sound, options, candidates, order):
        found = sound(options, candidates, order[:1])
        return found if len(found) == 1 or len(order) == 1 else sound(options, candidates, order[1:])

    around(m, rulebook, "_foremost", foremost)


@breaks(
    "ties: of three who reach the target together two are the youngest: "
    "the fair shuffle chooses between these",
    "ties: of three winners without a date the two youngest are left to the fair shuffle",
)
def lots_are_cast_among_all_where_two_come_first(m):
    def foremost(sound, options, candidates, order):
        found = sound(options, candidates, order)
        return candidates if 1 < len(found) < len(candidates) else found

    around(m, rulebook, "_foremost", foremost)


@breaks(
    "ties: the loser starts: of three equally low cards the most recent date begins",
    "ties: the loser starts: of three equally low cards any may begin in the modern edition",
)
def only_two_can_be_equally_low(m):
    around(m, rulebook, "_losers", lambda sound, do, inside: sound(do, inside)[:2])


# ------------------------------------------------------------------- knowledge


@breaks("knowledge: a card that is played is known no more")
def played_cards_are_still_known(m):
    m.setattr(Doing, "_forget_one", nothing)


@breaks("priest: the looker alone sees the hand, and all see that it was looked at")
def what_was_seen_is_forgotten(m):
    m.setattr(Doing, "_learn", nothing)


@breaks("knowledge: a known card goes with a trade to its new holder")
def knowledge_does_not_follow_a_trade(m):
    def swap(sound, do, one, other):
        before = list(do.state.sights)
        sound(do, one, other)
        do.state.sights = [*before, *do.state.sights[-2:]]

    around(m, Doing, "swap", swap)


@breaks("king: the two change hands and know each other's; all others know only that")
def the_table_sees_what_is_traded(m):
    def swap(do, one, other):
        watchers = (seat for seat in do.state.inside() if seat not in (one, other))
        do.state.sights += [Sight(seat, one, do.hand(one)) for seat in watchers]

    after(m, Doing, "swap", swap)


@breaks("chancellor: whoever knows a card under the pile knows it in the hand that draws it")
def knowledge_ends_at_the_pile(m):
    def follow(do, who, card):
        depth = len(do.state.pile)
        do.state.buried = [b for b in do.state.buried if b.depth < depth]

    m.setattr(Doing, "_follow_into_hand", follow)


@breaks("chancellor: he hides the hand again from all who had seen it")
def a_council_hides_nothing(m):
    def put(sound, do, who, keep, under):
        before = list(do.state.sights)
        sound(do, who, keep, under)
        do.state.sights = before

    around(m, Doing, "put_under", put)


@breaks("chancellor: two cards are drawn before one is kept; what they are only their owner learns")
def the_table_hears_a_council(m):
    whisper(m, events.CouncilDrawn, lambda _: (0, 1, 2))


@breaks("deal: one card is set aside face down, each player gets one, the rest is the pile")
def the_table_hears_a_draw(m):
    whisper(m, events.CardDrawn, lambda _: (0, 1, 2))


@breaks("king: the two change hands and know each other's; all others know only that")
def the_table_hears_what_is_traded(m):
    whisper(m, events.HandsTraded, lambda _: (0, 1, 2))


@breaks(
    "baron: the lower hand is out: the target's",
    "baron: a tie changes nothing, and is announced without the cards",
)
def the_table_hears_what_is_compared(m):
    whisper(m, events.HandsSeen, lambda _: (0, 1, 2))


@breaks("chancellor: the others go under the pile, and their owner goes on knowing them")
def the_table_hears_what_goes_under(m):
    whisper(m, events.CardsBuried, lambda _: (0, 1, 2))
