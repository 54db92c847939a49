"""Six seats and eight watchers, match after match: nothing piles up."""

from __future__ import annotations

from dataclasses import replace

import pytest
from kit.players import LIMIT, LONG, Company, company
from kit.process import ProcessTable

ROUNDS = 1000
DEAD = 20.0


async def evening_of(tmp_path, matches, seats, watchers, target=1, limit=LIMIT):
    """What the process holds after the second match, and after the last; how many rounds were played."""
    house = ProcessTable(tmp_path, seats, target=target, edition="modern")
    await house.up(DEAD=str(DEAD), HURRY="1")
    people = company(house, seats, watchers, limit=limit)
    for person in people:
        person.matches = 2
        # Whoever came anew would have two lines for a moment.
        person.deadlines = replace(person.deadlines, idle=DEAD / 3, dead=DEAD)
    async with Company(house, people) as evening:
        await evening.over(2)
        early = house.counts()
        for person in people:
            person.matches = matches
        people[0].act_now()
        await evening.over(matches)
        for person in people:
            assert len(person.past) == matches - 1
        late = house.counts()
        evening.same_story(matches)
    return early, late, sum(house.entries(match).match.deal for match in range(1, matches + 1))


async def test_a_full_house_holds_no_more_after_six_matches_than_after_two(tmp_path):
    (objects, handles), (later, opened), _ = await evening_of(tmp_path, 6, 6, 8)
    assert abs(opened - handles) <= 1, "one file may be open at the moment when they are counted"
    assert later < objects + 1_000


@pytest.mark.soak
async def test_a_full_house_over_many_rounds(tmp_path):
    (objects, handles), (later, opened), rounds = await evening_of(tmp_path, 150, 6, 8, 4, LONG)
    assert rounds >= ROUNDS
    assert abs(opened - handles) <= 1
    assert later < objects + 1_000
