"""Each deal is played again when it is revealed; a lie is named."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest
from kit.written import FIRST, HOST, KEYS, WrittenMatch, council, identity, pack, signed, with_the_toy
from msgspec.structs import replace
from toy import model as toy

from lltui.client.followed_match import FollowedMatch
from lltui.games.love_letter.loading import edition, editions
from lltui.games.love_letter.model import Keep, Options, Play
from lltui.record.audit import MatchAudit, RulesVerifier
from lltui.record.lies import Lie
from lltui.record.log_engine import LogEngine, RevealedReplay
from lltui.record.matchfile import MatchFile, head_of
from lltui.table.match_engine import MatchEngine
from llwire.chain import boxes
from llwire.chain.chain import Chain, line
from llwire.chain.entries import (
    Acted,
    Auto,
    Dealt,
    Ended,
    OpenedChoice,
    Pile,
    Revealed,
    entry_hash,
    sign_deed,
)
from llwire.chain.match_secrets import PlayerSecrets
from llwire.wire.deeds import EndMatch, read_deed

TABLES = [(name, seats) for name in editions() for seats in edition(name).seats]


@pytest.mark.parametrize("name, seats", TABLES)
def test_every_seat_finds_every_deal_of_an_honest_table_as_it_should_be(name, seats):
    evening = WrittenMatch(Options(name, target=2), people=2, bots=seats - 2, seed=seats).whole()
    deals = [*range(1, evening.match.deal + 1)]
    for seat in (None, 0, 1):
        assert evening.verdicts(seat) == deals


class Copied(WrittenMatch):
    """Whose first seat has its boxes sealed to the key of the second: all see it in the chain."""

    def _part(self, seat, number):
        return PlayerSecrets(KEYS.table, number, self.signers[seat], self.secrets[1])


def test_who_has_boxes_sealed_to_the_key_of_another_moves_nobody_off_their_seat():
    evening = Copied(seed=3).until(Revealed)
    follower = FollowedMatch(KEYS.pin, 1, identity(1), evening.secrets[1], RulesVerifier())
    for entry in evening.log:
        follower.look(follower.accept(entry))
    assert (follower.seat, follower.checked) == (1, 1)
    head = head_of(KEYS.pin, 1, 1, evening.parts[1].box, 0)
    audit = MatchAudit(MatchFile(Path("x.ll"), head, b"".join(map(line, evening.log))))
    assert (audit.owner, audit.lie, audit.checked) == (1, None, 1)


def test_a_verdict_comes_with_the_reveal_and_not_before():
    evening = WrittenMatch(seed=3).until(Revealed)
    said = evening.heard(0)
    assert said[-1] == 1
    assert set(said[:-1]) == {None}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ballots_dice_and_reshuffles_are_played_again(monkeypatch, seats):
    with_the_toy(monkeypatch)
    evening = WrittenMatch(toy.Options(4), people=2, bots=seats - 2, seed=seats, game="moonrakers").whole()
    kinds = {type(body.what) for body in evening.bodies}
    assert {Pile, Dealt, Ended} <= kinds
    assert any(body.opened for body in evening.bodies if isinstance(body.what, Acted | Auto))
    assert evening.verdicts(0) == [1]


def test_where_all_is_revealed_at_the_end_all_is_checked_at_the_end():
    evening = WrittenMatch(Options("modern", target=2), seed=5, reveal="match").whole()
    assert evening.match.deal > 1
    said = evening.heard(1)
    reveals = [body.seq for body in evening.bodies if isinstance(body.what, Revealed)]
    assert [v for v in said[: reveals[0]] if v] == []
    assert said[reveals[-1]] == evening.match.deal


def test_it_does_not_matter_in_which_order_the_deals_are_revealed():
    evening = WrittenMatch(Options("modern", target=2), seed=5, reveal="match")
    while evening.step():
        pass
    for deal in range(evening.match.deal, 0, -1):
        evening.reveal(deal)
    evening.end()
    assert evening.verdicts(1) == [evening.match.deal]


def test_a_match_that_the_host_ends_early_is_no_lie():
    evening = WrittenMatch(seed=4).until(Dealt, 2)
    evening.step()
    evening.decide(EndMatch()).end()
    assert evening.verdicts(0) == [1, 2]


# --------------------------------------------------- lies that the rules find


def once(kind, doing):
    """What the table does at the next entry of this kind, and only then; its number."""
    done = []

    def hook(evening, what, thing):
        if isinstance(what, kind) and not done:
            done.append(evening.engine.chain.next)
            doing(thing)

    return hook, done


def told(kind, change):
    """A table that tells something else in the first entry of a kind."""

    def lie(evening):
        hook, done = once(kind, change)
        evening.engine.twist = lambda what, fields: hook(evening, what, fields)
        evening.until(Revealed)
        return done[0]

    return lie


def done(kind, change):
    """A table that exchanges cards while it tells the first entry of a kind, and then plays on with them."""

    def lie(evening):
        hook, seqs = once(kind, change)
        evening.engine.rig = lambda what, state: hook(evening, what, state)
        evening.until(Revealed)
        return seqs[0]

    return lie


def swap(state, seat):
    """The last card of a hand for another one of the pile."""
    held = state.hands[seat][-1]
    place = next(k for k, card in enumerate(state.pile) if card != held)
    state.hands[seat] = (*state.hands[seat][:-1], state.pile[place])
    state.pile[place] = held


def other_view(fields):
    view = msgspec.msgpack.decode(fields["view"])
    fields["view"] = pack(view | {"pile": view["pile"] + 1})


def other_news(fields):
    fields["news"] = pack([])


def no_menu(fields):
    private, whispers, _ = msgspec.msgpack.decode(fields["private"][0])
    fields["private"][0] = pack((private, whispers, []))


def no_whispers(fields):
    private, _, menu = msgspec.msgpack.decode(fields["private"][0])
    fields["private"][0] = pack((private, [], menu))


def exchanged(fields):
    fields["private"].reverse()


def a_channel(fields):
    fields["private"][0] += b"\xc0"


LIES = {
    "another card than the sealed numbers give": (done(Dealt, lambda state: swap(state, 0)), "deal"),
    "the cards of the deal in another box": (told(Dealt, exchanged), "deal"),
    "another height of the pile at the deal": (told(Dealt, other_view), "deal"),
    "a card exchanged in the middle of a round": (done(Acted, lambda state: swap(state, state.turn)), "box"),
    "another public view": (told(Acted, other_view), "view"),
    "other events": (told(Acted, other_news), "news"),
    "other events of a bot's move": (told(Auto, other_news), "news"),
    "the boxes of a move exchanged": (told(Acted, exchanged), "box"),
    "a menu that is too short": (told(Dealt, no_menu), "deal"),
    "whispers kept back": (told(Dealt, no_whispers), "deal"),
    "more in a box than belongs there": (told(Acted, a_channel), "garbled"),
}


@pytest.mark.parametrize("lie, what", LIES.values(), ids=LIES)
def test_a_lie_about_the_game_is_named_at_the_reveal(lie, what):
    evening = WrittenMatch(people=2, bots=1, seed=8)
    seq = lie(evening)
    found = [verdict for seat in (0, 1) for verdict in evening.verdicts(seat)]
    assert (seq, what) in [(each.seq, each.what) for each in found if isinstance(each, Lie)]


def test_a_swapped_card_betrays_itself_to_all_as_soon_as_it_is_played():
    named = set()
    for seed in range(12):
        evening = WrittenMatch(people=2, bots=0, seed=seed)
        done(Dealt, lambda state: swap(state, 0))(evening)
        (verdict,) = evening.verdicts()
        named.add(verdict.what if isinstance(verdict, Lie) else "never seen")
    assert named - {"never seen"} <= {"move", "view", "news"}
    assert "move" in named


def test_after_a_lie_nothing_is_called_checked():
    evening = WrittenMatch(people=2, bots=0, seed=8)
    told(Acted, other_view)(evening)
    evening.whole()
    (verdict,) = evening.verdicts(1)
    assert verdict.what == "view"


def test_a_pile_that_nobody_asked_for_is_a_lie():
    evening = WrittenMatch(people=2, bots=0, seed=8).until(Dealt)
    evening.step()
    evening.note(Pile(number=1, size=2))
    evening.until(Revealed)
    seq = next(body.seq for body in evening.bodies if isinstance(body.what, Pile))
    assert evening.verdicts() == [Lie(seq, "pile")]


def test_a_pile_of_another_size_or_kind_is_a_lie():
    for size in (1, 15, 17, 1024):
        evening = WrittenMatch(people=2, bots=0, seed=8)
        promise = evening.engine.secrets.promise(2, 0)
        evening.note(Dealt(deal=1, attempt=0, size=size, promise=promise), evening.readies()).reveal()
        assert evening.verdicts() == [Lie(1, "pile")]


def test_a_reshuffle_in_place_of_a_fair_deal_is_a_lie():
    evening = WrittenMatch(Options(target=2, **FIRST), people=2, bots=0, seed=8, reveal="match").until(Dealt)
    while evening.engine.game.pile(evening.engine.state) is None:
        evening.step()
    size = evening.engine.game.pile(evening.engine.state).size
    evening.note(Pile(number=1, size=size)).reveal()
    assert evening.verdicts() == [Lie(len(evening.log) - 2, "pile")]


def test_a_secret_move_in_the_open_and_an_open_one_in_secret_are_lies(monkeypatch):
    with_the_toy(monkeypatch)
    monkeypatch.setattr(toy.Vote, "secret", False)
    evening = WrittenMatch(toy.Options(1), people=2, bots=0, seed=2, game="moonrakers").until(Dealt)
    evening.move(1)
    monkeypatch.setattr(toy.Vote, "secret", True)
    evening.decide(EndMatch()).end()
    assert evening.verdicts() == [Lie(2, "move", 1)]


def test_a_move_that_is_not_on_the_menu_is_a_lie():
    evening = WrittenMatch(people=2, bots=0, seed=8).until(Dealt)
    seat = evening.engine.state.turn
    held = evening.engine.state.hands[seat]
    card = next(card for card in ("guard", "priest", "baron", "king", "princess") if card not in held)
    signed_act, _ = evening.act(seat, Play(card, 1 - seat))
    evening.note(Acted(), [signed_act]).reveal()
    assert evening.verdicts() == [Lie(2, "move", seat)]


def test_a_move_without_a_meaning_is_a_lie_and_no_traceback():
    for action in (b"", b"\xc1", b"\x91" * 200, pack({"act": "fly"}), pack({"act": "play"})):
        evening = WrittenMatch(people=2, bots=0, seed=8).until(Dealt)
        seat = evening.engine.state.turn
        turn = evening.engine.turns[seat].number
        evening.note(Acted(), [evening.parts[seat].act(evening.engine.chain, seat, turn, action)])
        evening.reveal()
        assert evening.verdicts() == [Lie(2, "move", seat)]


def test_the_end_before_the_end_is_a_lie():
    evening = WrittenMatch(people=2, bots=0, seed=8).until(Revealed)
    evening.end()
    assert evening.verdicts() == [1, Lie(evening.bodies[-1].seq, "early")]


def test_options_that_are_none_are_a_lie():
    evening = WrittenMatch(people=2, bots=0)
    for options in (b"", b"\xc1", pack(7), pack({"edition": 7}), pack({"dates": ["x"]})):
        what = replace(evening.bodies[0].what, options=options)
        assert evening.verdicts(None, [evening.forged(what=what)]) == [Lie(0, "options")]


def test_ballots_opened_late_or_early_are_a_lie(monkeypatch):
    with_the_toy(monkeypatch)

    def late(fields):
        fields["opened"] = ()

    evening = WrittenMatch(toy.Options(1), people=3, bots=0, seed=2, game="moonrakers").until(Dealt)
    evening.move(0).move(1)
    evening.engine.twist = lambda _what, fields: late(fields)
    evening.move(2)
    evening.engine.twist = lambda _what, _fields: None
    evening.decide(EndMatch()).end()
    assert evening.verdicts() == [Lie(4, "opening", 2)]


# --------------------------------------------------- lies that the chain finds


def seed_of_another(evening):
    evening.until(Revealed)
    return evening.forged(what=replace(evening.bodies[-1].what, seed=b"s" * 32))


def resigned_by(evening, key):
    act = evening.bodies[-1].causes[0]
    return evening.forged(causes=(sign_deed(read_deed(act), key),))


def forged_act(evening):
    evening.until(Acted)
    return resigned_by(evening, HOST)


def act_of_another_story(evening):
    evening.until(Acted)
    deed = replace(read_deed(evening.bodies[-1].causes[0]), head=b"x" * 32)
    return evening.forged(causes=(sign_deed(deed, identity(deed.seat)),))


def act_of_another_match(evening):
    evening.until(Acted)
    deed = replace(read_deed(evening.bodies[-1].causes[0]), match=2)
    return evening.forged(causes=(sign_deed(deed, identity(deed.seat)),))


def another_nonce(evening):
    evening.until(Dealt)
    first, *rest = evening.bodies[-1].causes
    deed = replace(read_deed(first), nonce=b"n" * 32)
    return evening.forged(causes=(sign_deed(deed, identity(deed.seat)), *rest))


def unsigned(evening):
    evening.step()
    return replace(evening.log[-1], sig=bytes(64))


def another_prev(evening):
    evening.until(Acted)
    return evening.forged(prev=b"p" * 32)


def other_match(evening):
    evening.step()
    return evening.forged(match=9)


def garbage(evening):
    evening.step()
    body = b"garbage"
    return replace(evening.log[-1], body=body, sig=KEYS.log.sign(entry_hash(body)))


CHAIN = {
    "a seed that was not promised": (seed_of_another, "seed"),
    "a move that its player did not sign": (forged_act, "forged"),
    "a move made at another story": (act_of_another_story, "deed-fork"),
    "a move of another match": (act_of_another_match, "deed-match"),
    "a number that the player did not promise": (another_nonce, "nonce"),
    "an entry that the table did not sign": (unsigned, "unsigned"),
    "an entry behind another past": (another_prev, "fork"),
    "an entry of another match": (other_match, "other-match"),
    "an entry that is none": (garbage, "entry"),
}


@pytest.mark.parametrize("lie, what", CHAIN.values(), ids=CHAIN)
def test_a_lie_about_the_chain_is_named_at_once(lie, what):
    evening = WrittenMatch(people=2, bots=0, seed=8)
    forged = lie(evening)
    found = evening.heard(None, [*evening.log[:-1], forged])[-1]
    assert found.what == what
    assert found.seq in (len(evening.log) - 1, len(evening.log) - 2)


def test_entries_in_another_order_twice_or_left_out_are_named():
    evening = WrittenMatch(people=2, bots=0, seed=8).until(Revealed)
    log = evening.log
    assert evening.verdicts(None, [*log[:3], log[4]]) == [Lie(3, "missing")]
    assert evening.verdicts(None, [*log[:3], log[2]]) == [Lie(3, "doubled")]
    assert evening.verdicts(None, log[1:])[0].what == "missing"


def test_a_genesis_of_another_table_is_named():
    evening = WrittenMatch(people=2, bots=0)
    what = replace(evening.bodies[0].what, table=b"X" * 16)
    assert evening.verdicts(None, [evening.forged(what=what)])[0].what == "stranger"


def test_a_secret_choice_that_stays_closed_is_named():
    evening = council()
    evening.reveal()
    assert evening.heard(None, [*evening.log[:-1], evening.forged(opened=())])[-1].what == "closed"


def test_a_secret_choice_opened_as_another_is_named():
    evening = council()
    evening.reveal()
    first, *rest = evening.bodies[-1].opened
    other = replace(first, choice=pack(Keep("guard", ("king", "baron"))))
    assert (
        evening.heard(None, [*evening.log[:-1], evening.forged(opened=(other, *rest))])[-1].what == "choice"
    )


def test_a_secret_choice_that_is_none_is_a_lie_of_who_made_it():
    evening = council()
    (pledge, *_), seat = evening.match.pledges, evening.match.pledges[0].seat
    told = pack(Keep("king", ()))
    secret = boxes.conceal_choice(KEYS.table, 1, seat, b"s" * 32, told, evening.match.genesis.secrets)
    deed = replace(read_deed(evening.bodies[pledge.seq].causes[0]), secret=secret)
    body = replace(evening.bodies[pledge.seq], causes=(sign_deed(deed, identity(seat)),))
    chain = Chain(KEYS.pin, 1)
    log = [*evening.log[: pledge.seq], signed(body)]
    for entry in log:
        chain.accept(entry)
    opening = OpenedChoice(seq=pledge.seq, salt=b"s" * 32, choice=told)
    what = Revealed(deal=1, seed=evening.engine.secrets.seed(1, 0))
    body = replace(body, seq=chain.next, prev=chain.head, what=what, causes=(), opened=(opening,))
    assert evening.verdicts(None, [*log, signed(body)]) == [Lie(pledge.seq, "move", seat)]


@pytest.mark.parametrize("engine", [MatchEngine, RevealedReplay])
def test_who_plays_a_match_and_who_audits_it_go_through_its_log_by_the_same_lines(engine):
    assert issubclass(engine, LogEngine)
    assert {"step", "chosen", "read"} & set(vars(engine)) == set()
