"""A real table whose players fall silent: it goes on when it has waited as long as it says."""

from __future__ import annotations

from kit.players import Company, company
from kit.process import ProcessTable

from lltui.table.lobby import Pace
from llwire.wire import messages as m
from llwire.wire.deeds import StandIn

SOON = Pace(bot=0.0, recover=20.0, wait=0.5)


def says_ready_and_nothing_more(player):
    """Connected, polite to pings, and silent from the genesis on."""

    def act_now():
        for deed in player.lobby_deeds():
            body = m.encode(deed)
            if body not in player.sent:
                player.sent.add(body)
                player.line.say(body)

    player.act_now = act_now


async def test_a_guest_who_says_nothing_holds_up_neither_a_deal_nor_a_turn(tmp_path):
    house = ProcessTable(tmp_path, 3, pace=SOON, target=5)  # or the silent one may never have a turn
    await house.up()
    players = company(house, 3)
    ada, ben, silent = players
    says_ready_and_nothing_more(silent)
    async with Company(house, players):
        await ben.until(lambda: ben.chain.next > 0 and ben.chain.match.deal == 1)
        # Whoever came first sits first.
        seat = [chair.id for chair in ben.chain.match.chairs].index(silent.id)
        assert ben.chain.match.hidden[0].nonces[seat] is None, "dealt without"
        await ben.until(lambda: ben.standing is not None and ben.standing.offered == (seat,))
        assert ben.chain.match.chairs[seat].person, "nobody is pushed off a chair by a program"
        ben.line.say(m.encode(ben.decide(StandIn(seat=seat, on=True))))
        await ada.until(lambda: ada.over)
        await silent.until(lambda: silent.over)
        assert silent.heads(1) == ada.heads(1)


async def test_the_seated_host_is_killed_in_play_and_the_others_play_on(tmp_path):
    house = ProcessTable(tmp_path, 3, pace=SOON, target=3)  # so that a deal comes that waits for the host
    await house.up()
    players = company(house, 3)
    _, ben, cleo = players
    async with Company(house, players) as evening:
        await ben.until(lambda: ben.chain.next > 4)
        evening.tasks[0].cancel()
        await ben.until(lambda: ben.over)
        await cleo.until(lambda: cleo.over)
        ids = [chair.id for chair in ben.chain.match.chairs]
        assert ben.chain.match.chairs[ids.index(players[0].id)].stand_in
        assert ben.heads(1) == cleo.heads(1)
