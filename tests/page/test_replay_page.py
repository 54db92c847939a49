"""A match as one file: what lies in it, whose eyes may look, and how it is gone through in a real browser."""

from __future__ import annotations

import json
import lzma
import os
import re
from pathlib import Path

import pytest
from kit.browser import Looked, chromium, needs_chromium
from kit.written import FIRST, WrittenMatch
from record.kept import keep, said

from lltui.commands.kept_matches import finding
from lltui.desk.desk import Words
from lltui.desk.replay_desk import ReplayDesk
from lltui.games.love_letter.model import Options
from lltui.page import scene
from lltui.page.replay_page import Opened, ProofTold, page
from lltui.record.analysis import analysed
from lltui.record.audit import ReplayViews
from lltui.record.kept_match_facts import Eyes
from lltui.record.matchfile import open_match
from llwire.chain.entries import Acted, Revealed

RECORDED = Path(__file__).parents[1] / "net" / "recorded"
LARGEST = 400_000  # bytes of a whole match
ENGLISH = Words("en", "court")
HOSTILE = ("</script><img src=x onerror=alert(1)>", "<!--<script>", "'\"&amp;", "\u202eevil")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("pages")


@pytest.fixture(scope="module")
def film(folder):
    """A whole match of four."""
    whole = WrittenMatch(Options("classic", target=3, **FIRST), people=3, bots=1, seed=5, number=2).whole()
    return ReplayViews(open_match(keep(whole, folder, 0)))


@pytest.fixture(scope="module")
def story(folder):
    """Three days of the princes."""
    file = folder / "princes.ll"
    file.write_bytes(lzma.decompress((RECORDED / "princes-tower.ll.xz").read_bytes()))
    return ReplayViews(open_match(file))


@pytest.fixture(scope="module")
def running(folder):
    """One that was broken off."""
    half = WrittenMatch(people=2, bots=0, seed=4, number=3).until(Revealed).until(Acted)
    return ReplayViews(open_match(keep(half, folder, 0)))


class Renamed:
    """The same match among others."""

    def __init__(self, film, names):
        self._film, self._names = film, names

    @property
    def facts(self):
        return self._film.facts._replace(names=self._names)

    def view(self, word):
        return self._film.view(word)

    def scenes(self, view):
        return self._film.scenes(view)


def made(tape, view=None, words=ENGLISH, *, entry=None, analysis=None):
    proof = ProofTold(sound=True, lines=("This match is sound.", "Every entry is signed."))
    view = tape.facts.seat if view is None else view
    return page(tape, "match.ll", words, proof, Opened(view, entry), analysis)


def data_of(text):
    found = re.search(r'<script type="application/json" id="match">(.*?)</script>', text, re.DOTALL)
    return json.loads(found[1])


def unpooled(data, place):
    """As the script reads it."""
    value = data["pool"][place]
    if not isinstance(value, list):
        return value
    inner = [unpooled(data, each) for each in value[1:]]
    return inner if value[0] == 0 else dict(zip(data["shapes"][value[0] - 1], inner, strict=True))


def scenes_of(data, view):
    """All of these eyes."""
    places = {}
    for _, told, *others in view["frames"]:
        places |= dict(zip(others[::2], others[1::2], strict=True))
        shown = {name: unpooled(data, places[n]) for n, name in enumerate(view["parts"])}
        yield shown | {
            "log": [unpooled(data, each) for each in view["log"][max(0, told - view["lines"]) : told]]
        }


# ------------------------------------------------------------------------ what lies in it


@pytest.mark.parametrize("game", ["film", "story"])
def test_each_frame_is_the_scene_of_its_moment(game, request):
    tape = request.getfixturevalue(game)
    data = data_of(made(tape, words=Words("de", "court")))
    assert [each["id"] for each in data["views"]] == [
        *(str(seat + 1) for seat in range(len(tape.facts.names))),
        "watcher",
        "all",
    ]
    for view, shown in zip((0, Eyes.WATCHER, Eyes.ALL), (0, -2, -1), strict=True):
        replay, frames = ReplayDesk(tape, view, Words("de", "court")), data["views"][shown]["frames"]
        found = [*scenes_of(data, data["views"][shown])]
        assert len(frames) == replay.moments
        for at in (0, len(frames) // 2, len(frames) - 1):
            replay.go(at)
            assert frames[at][0] == replay.scene.seq
            assert found[at] | {"now": ""} == scene(replay.desk, replayed=True) | {"now": ""}


@pytest.mark.parametrize("game", ["film", "story"])
def test_a_whole_match_is_a_small_file(game, request, record_property):
    size = len(made(request.getfixturevalue(game)).encode())
    record_property("figure", f"a page of {game}: {size} bytes")
    assert size < LARGEST


def test_a_match_that_is_not_over_shows_the_eyes_of_its_owner_alone(running):
    data = data_of(made(running))
    assert [each["id"] for each in data["views"]] == ["1"]
    assert not data["over"]
    others = [
        card
        for shown in scenes_of(data, data["views"][0])
        for seat in shown["seats"]
        if not seat["you"] and not shown["end"]
        for card in seat["hand"]
    ]
    known = {each.card for scene_ in running.scenes(0) for each in scene_.glimpse.private.known}
    assert {*others} - {""} <= known


def test_nothing_that_somebody_is_called_ends_the_script(film):
    text = made(Renamed(film, HOSTILE))
    assert data_of(text)["views"][0]["name"] == HOSTILE[0]
    assert text.count("</script>") == 2
    assert "<img" not in text
    assert "<!--" not in text


def test_the_policy_names_the_style_and_the_script_that_stand_there(film):
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', made(film))[1]
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy
    assert "http" not in policy


# ------------------------------------------------------------------------ the command


def test_the_command_writes_a_page_and_says_what_is_the_proof(film, folder, capsys):
    out = folder / "out.html"
    code, told, _ = said(capsys, "replay", film.file.path, "--html", out, "--language", "en")
    assert code == 0
    assert str(out) in told
    assert ".ll file" in told
    data = data_of(out.read_text())
    assert film.file.path.name in data["file"]
    assert data["proof"]["sound"]
    assert data["proof"]["lines"][0] == next(iter(finding(film.witness, "en")))
    assert [each["seat"] for each in data["analysis"]["seats"]] == [0, 1, 2, 3]
    assert out.stat().st_mode & 0o777 == 0o644
    code, _, told = said(capsys, "replay", film.file.path, "--html", out, "--language", "en")
    assert (code, str(out) in told) == (1, True)


def test_the_page_of_a_match_that_runs_is_its_owners_alone(running, tmp_path, capsys):
    """As is the file that it is made of, and whatever that is called."""
    named = tmp_path / os.fsdecode(b"m\xff.ll")
    named.write_bytes(running.file.path.read_bytes())
    out = tmp_path / "running.html"
    assert said(capsys, "replay", named, "--html", out, "--language", "en")[0] == 0
    assert out.stat().st_mode & 0o777 == 0o600


def test_standard_output_gets_the_page_alone(running, capsys):
    from lltui import cli

    assert cli.main(["replay", str(running.file.path), "--html", "-"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("<!doctype html>")
    assert data_of(told)["analysis"] is None


def test_of_a_match_that_is_not_over_a_watchers_page_tells_of_no_hand(folder, capsys):
    """Its owner may send it to those who play against them: also the analysis would tell them."""
    half = WrittenMatch(Options("classic", advice="on", **FIRST), people=2, bots=0, seed=4, number=7)
    file = keep(half.until(Revealed).until(Acted), folder, 0)
    pages = {}
    for eyes in ("1", "watcher"):
        out = folder / f"half-{eyes}.html"
        assert said(capsys, "replay", file, "--html", out, "--eyes", eyes)[0] == 0
        pages[eyes] = data_of(out.read_text())
    assert [each["seat"] for each in pages["1"]["analysis"]["seats"]] == [0]
    watched = pages["watcher"]
    assert (watched["analysis"], [each["id"] for each in watched["views"]]) == (None, ["watcher"])
    for shown in scenes_of(watched, watched["views"][0]):
        assert not any(card for seat in shown["seats"] for card in seat["hand"]) or shown["end"]


def test_a_match_that_is_not_sound_says_so_and_opens_no_hand(film, folder, capsys):
    bytes_ = bytearray(film.file.path.read_bytes())
    bytes_[len(bytes_) // 2] ^= 1
    file, out = folder / "bent.ll", folder / "bent.html"
    file.write_bytes(bytes_)
    assert said(capsys, "replay", file, "--html", out, "--language", "en")[0] == 0
    data = data_of(out.read_text())
    assert not data["proof"]["sound"]
    assert data["proof"]["lines"][0].startswith("This match is not sound: Entry")
    assert [each["id"] for each in data["views"]] == ["1"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("--html", "/dev/null/page.html"), "cannot be written"),
        (("--html", "-", "--eyes", "2"), "not over"),
        (("--html", "-", "--eyes", "nobody"), "nobody"),
    ],
)
def test_what_cannot_be_is_told(words, sentence, running, capsys):
    code, out, told = said(capsys, "replay", running.file.path, *words, "--language", "en")
    assert code != 0
    assert out == ""
    assert sentence in told


def test_what_is_no_match_becomes_no_page(folder, capsys):
    broken = folder / "broken.ll"
    broken.write_bytes(b"no match")
    out = folder / "broken.html"
    code, _, told = said(capsys, "replay", broken, "--html", out, "--language", "en")
    assert code != 0
    assert "no match" in told
    assert not out.exists()


# ------------------------------------------------------------------------ in a browser


@pytest.fixture(scope="module")
def browser():
    with chromium() as found:
        yield found


@pytest.fixture(scope="module")
def pages(film, story, running, folder):
    """Of each a file."""
    found = {
        "cards": made(film, analysis=analysed(film)),
        "story": made(story),
        "german": made(story, words=Words("de", "court")),
        "running": made(running),
        "hostile": made(Renamed(film, HOSTILE)),
    }
    for name, text in found.items():
        (folder / f"{name}.html").write_text(text)
    return {name: (folder / f"{name}.html").as_uri() for name in found}


def count(looked):
    return looked.text(".count")


# Each so many moments to the end; at which of some of them the page is wider than its window.
THROUGH = """([moments, each]) => {
    const slider = document.querySelector("input[type=range]"), wide = [];
    for (let at = 0; at < moments; at += 1) {
        if (at % each && at !== moments - 1) continue;
        slider.value = at;
        slider.dispatchEvent(new Event("input"));
        if (at % 10 === 0 && document.documentElement.scrollWidth > innerWidth) wide.push(at);
    }
    return wide;
}"""


@needs_chromium
@pytest.mark.parametrize("name", ["cards", "story", "german", "running", "hostile"])
@pytest.mark.parametrize("phone", [False, True])
def test_every_moment_is_drawn_by_whomever_it_is_seen_and_nothing_is_fetched(name, phone, pages, browser):
    with Looked(browser, pages[name], phone=phone) as looked:
        data = data_of(Path(pages[name].removeprefix("file://")).read_text())
        for n, view in enumerate(data["views"]):
            if len(data["views"]) > 1:
                looked.page.select_option("#eyes", view["id"])
            assert looked.page.evaluate(THROUGH, [len(view["frames"]), 1 if n == 0 else 9]) == []
            assert count(looked) == f"{len(view['frames'])} / {len(view['frames'])}"
        assert looked.text(".end h2, .result h2")
        assert looked.complaints == []
        assert [each for each in looked.asked if not each.startswith(("file:", "data:"))] == []


@needs_chromium
def test_it_is_gone_through_by_keys(pages, browser):
    with Looked(browser, pages["cards"]) as looked:
        assert count(looked).startswith("1 / ")
        looked.press("ArrowRight", "ArrowRight", "ArrowLeft", " ")
        assert count(looked).startswith("3 / ")
        looked.press("PageDown")
        assert looked.text(".facts").startswith("round 2")
        looked.press("PageUp")
        assert looked.text(".facts").startswith("round 1") or count(looked).startswith("1 / ")
        looked.press("End")
        assert "MATCH" in looked.text(".end h2")
        looked.press("Home", "2")
        assert looked.page.locator("#eyes").input_value() == "2"
        looked.press("a")
        assert looked.page.locator("#eyes").input_value() == "all"
        assert looked.page.locator(".hand .card:not(.down)").count() >= 4
        looked.press("w")
        assert looked.page.locator(".hand .card:not(.down)").count() == 0
        looked.press("?")
        assert looked.page.locator("dialog[open]").count() == 1
        looked.press("ArrowRight", "Escape")
        assert count(looked).startswith("1 / ")
        assert looked.complaints == []


@needs_chromium
def test_a_finger_goes_through_it(pages, browser):
    with Looked(browser, pages["cards"], phone=True) as looked:
        looked.swipe(-1)
        looked.swipe(-1)
        assert count(looked).startswith("3 / ")
        looked.swipe(1)
        assert count(looked).startswith("2 / ")


@needs_chromium
def test_a_link_leads_to_a_move_and_to_eyes(pages, browser, film):
    with Looked(browser, f"{pages['cards']}#12") as looked:
        view = data_of(Path(pages["cards"].removeprefix("file://")).read_text())["views"][0]
        at = next(n for n, frame in enumerate(view["frames"]) if frame[0] >= 12)
        assert count(looked).startswith(f"{at + 1} / ")
        looked.press("3")
        assert looked.page.evaluate("location.hash").endswith(".3")
        looked.page.evaluate("location.hash = '#end.watcher'")
        looked.page.wait_for_function("document.querySelector('#eyes').value === 'watcher'")
        assert "MATCH" in looked.text(".end h2")


@needs_chromium
def test_a_page_opens_at_the_entry_that_was_asked_for(film, folder, browser):
    file = folder / "entry.html"
    file.write_text(made(film, 1, entry=20))
    with Looked(browser, file.as_uri()) as looked:
        assert looked.page.locator("#eyes").input_value() == "2"
        assert int(looked.page.evaluate("location.hash").removeprefix("#")) >= 20
        looked.press("ArrowLeft")
        assert int(looked.page.evaluate("location.hash").removeprefix("#")) < 20


@needs_chromium
def test_what_somebody_is_called_is_text(pages, browser):
    with Looked(browser, pages["hostile"]) as looked:
        assert looked.page.locator("img").count() == 0
        assert HOSTILE[0] in looked.text(".seats")
        looked.press("ArrowRight", "ArrowRight", "ArrowRight", "End", "a")
        assert looked.page.locator("img").count() == 0
        assert HOSTILE[0] in looked.page.locator(".log").inner_text()
        assert looked.complaints == []


@needs_chromium
def test_who_cannot_see_it_hears_it(pages, browser):
    with Looked(browser, f"{pages['cards']}#12") as looked:
        tree = looked.page.locator("body").aria_snapshot()
        names = looked.page.locator(".seat h2").all_inner_texts()
        assert len(names) == 4
        for name in names:
            assert f'heading "{name}"' in tree
        assert re.search(r'heading "\w+ · [A-Z]\w+', tree), "who played what"
        for told in (
            'navigation "A match once more"',
            'slider "moment"',
            'button "on"',
            'combobox "With the eyes of"',
        ):
            assert told in tree, told
        assert 'region "What happened"' in tree
        assert re.search(r'img "\d [A-Z]\w+', tree), "a card has a name and a number"
        before = looked.text("#said")
        looked.press("ArrowRight", "ArrowRight")
        after = looked.text("#said")
        assert after
        assert after != before
        slider = looked.page.locator("input[type=range]")
        assert "moment" in slider.get_attribute("aria-valuetext")


@needs_chromium
def test_it_is_dark_where_the_reader_is_and_light_by_a_key(pages, browser):
    ground = "getComputedStyle(document.body).backgroundColor"
    with Looked(browser, pages["cards"], color_scheme="dark") as dark:
        first = dark.page.evaluate(ground)
        dark.press("t")
        assert dark.page.evaluate(ground) != first
        with Looked(browser, pages["cards"], color_scheme="light") as light:
            assert light.page.evaluate(ground) == dark.page.evaluate(ground)


@needs_chromium
def test_the_analysis_leads_to_its_moments(pages, browser):
    with Looked(browser, pages["cards"]) as looked:
        looked.page.get_by_role("button", name="The analysis").click()
        jump = looked.page.locator("dialog[open] .moments .jump").first
        data = data_of(Path(pages["cards"].removeprefix("file://")).read_text())
        wanted = data["analysis"]["seats"][0]["moments"][0][0]
        jump.click()
        assert looked.page.locator("dialog[open]").count() == 0
        assert looked.page.evaluate("location.hash") == f"#{wanted}"
        assert looked.page.locator(".curve polyline.chance").count() == 1


@needs_chromium
def test_of_a_match_that_is_not_over_it_says_so(pages, browser):
    with Looked(browser, pages["running"]) as looked:
        assert "only these eyes" in looked.text(".foot")
        looked.press("2", "a", "w")
        assert looked.page.evaluate("document.querySelector('#eyes').value") == "1"
