"""Every scene of protocol/vectors, in each of its editions."""

from __future__ import annotations

import pytest

from love_letter.positions import RULES, holds
from love_letter.scenes import Scene, scenes


@pytest.mark.parametrize("scene", [pytest.param(scene, id=scene.id) for scene in scenes()])
def test_scene(scene: Scene):
    holds(RULES, scene)


def test_no_two_scenes_share_a_name():
    names = [scene.id for scene in scenes()]
    assert sorted(names) == sorted(set(names))


def test_every_scene_asks_something():
    idle = [scene.id for scene in scenes() if scene.menu is None and not scene.refused and not scene.moves]
    assert not idle


def test_every_move_leads_somewhere():
    blind = [scene.id for scene in scenes() if scene.moves and scene.after is None]
    assert not blind
