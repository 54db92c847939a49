"""Six seats and eight watchers, match after match: nothing piles up."""

from __future__ import annotations

import pytest
from host.houses import Evening, House, company


async def evening_of(tmp_path, matches, seats, watchers, target=1):
    """What the process holds after the second match, and after the last."""
    house = House(tmp_path, seats, target=target, edition="modern")
    await house.up(DEAD="20", HURRY="1")
    people = company(house, seats, watchers)
    for person in people:
        person.matches = 2
    async with Evening(house, people) as evening:
        await evening.over(2)
        early = house.counts()
        for person in people:
            person.matches = matches
        people[0].act_now()
        await evening.over(matches)
        for person in people:
            assert len(person.past) == matches - 1
        evening.same_story(matches)
        return early, house.counts()


async def test_a_full_house_holds_no_more_after_six_matches_than_after_two(tmp_path):
    (objects, handles), (later, opened) = await evening_of(tmp_path, 6, 6, 8)
    assert opened == handles
    assert later < objects + 3_000


@pytest.mark.soak
async def test_a_full_house_over_many_rounds(tmp_path):
    (objects, handles), (later, opened) = await evening_of(tmp_path, 100, 6, 8, target=4)
    assert opened == handles
    assert later < objects + 5_000
