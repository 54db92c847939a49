"""The Two Princes at a table in a process of its own: killed in the middle of tests and secret choices."""

from __future__ import annotations

from pathlib import Path

import at_hand.princes
import pytest
from kit.players import Company, SocketPlayer, company
from kit.process import ProcessTable

from lltui.games.two_princes.model import MODEL, Options

STORIES = Path(at_hand.princes.__file__).parent / "stories"
# Where the table dies, and by SIGKILL each time.
EARLY = ("ballot", "commit", "pause")
DEATHS = ("ballot", "commit", "ballot", "items", "together", "commit", "pause")


class Killer(SocketPlayer):
    """Kills the table as soon as it tells of the wanted moment; with nothing wanted, holds the match up."""

    wanted = ""

    @property
    def phase(self):
        return self.glimpses[-1].public.phase if self.glimpses else ""

    def goes_on(self, wanted):
        self.wanted = wanted
        self.act_now()

    def act_now(self):
        if self.wanted and self.phase == self.wanted:
            self.wanted = ""
            self.table.kill()
        elif self.wanted and self.line is not None:
            super().act_now()


async def dies_at(moments, folder, story):
    """A whole match, with the lives of its table that ended before it did."""
    house = ProcessTable(folder, 2, game=MODEL.id, options=Options(story, difficulty="gentle"))
    await house.up(HURRY="1", STORIES=str(STORIES))
    killer = Killer(house, "Ada", 1, hosting=True)
    players = [killer, *company(house, 2, watchers=1)[1:]]
    before, died = dict.fromkeys(players, 0), []
    async with Company(house, players) as evening:
        for wanted in (*moments, "never"):
            # Who is not back yet when the table dies once more has missed a whole life of it.
            await evening.all(lambda player, before=before: player.logins > before[player])
            killer.goes_on(wanted)
            await killer.until(lambda: killer.over or not killer.wanted)
            if killer.over:
                break
            before = {player: player.logins for player in players}
            died.append(wanted)
            await house.up(HURRY="1", STORIES=str(STORIES))
        await evening.over()
        assert evening.same_story().match.over
    assert all(player.glimpses[-1].public.phase == "over" for player in players)
    return died


async def test_killed_in_the_middle_of_a_test_and_of_a_secret_choice(tmp_path):
    assert await dies_at(EARLY, tmp_path, "brief") == list(EARLY)


@pytest.mark.soak
async def test_killed_again_and_again_in_the_long_story(tmp_path):
    died = await dies_at(DEATHS, tmp_path, "tower")
    assert {"ballot", "commit"} <= {*died}
