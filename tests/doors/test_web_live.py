"""Whole matches, watched live in a real browser: both games, on a desktop and on a phone."""

from __future__ import annotations

import asyncio
import os
import socket
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace

import pytest
from kit.browser import CHROMIUM, DESKTOP, PHONE, QUIET, needs_chromium
from kit.clients import Person, seated
from kit.web import WebHall, serving

from lltui.client import updates as u
from lltui.games.chair import Glimpse, Over
from lltui.games.love_letter.model import Options
from lltui.games.two_princes.model import Options as Princes
from lltui.table import process

PICTURES = os.environ.get("LLTUI_PICTURES")  # a folder for those who want to look
GAMES = {
    "love-letter": {"options": Options("classic", target=2)},
    "princes": {"game": "princes", "options": Princes()},
}
EVIL = "<img src=x>"


@pytest.fixture
def hall(tmp_path, monkeypatch):
    """Whatever is played there; its page is open."""
    halls = []

    def opened(**opening):
        halls.append(WebHall(tmp_path, monkeypatch, **opening).open())
        return halls[-1]

    yield opened
    for hall in halls:
        hall.close()


def at(hall):
    """As players come to it."""
    return SimpleNamespace(keys=hall.keys, address=f"127.0.0.1:{hall.found.port}")


@asynccontextmanager
async def chromium():
    from playwright.async_api import async_playwright

    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        yield browser
        await browser.close()


class Window:
    """A browser's window, with all that it asked for and complained of."""

    def __init__(self, page, name):
        self.page, self.name, self.asked, self.complaints = page, name, set(), []
        page.on("request", lambda request: self.asked.add(request.url))
        page.on("console", lambda message: self.complaints.append(message.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))

    @classmethod
    async def opened(cls, browser, hall, *, name="", phone=False, **more):
        size = {"viewport": PHONE if phone else DESKTOP, "has_touch": phone, "is_mobile": phone}
        context = await browser.new_context(**{"locale": "en-GB", **size, **more})
        window = cls(await context.new_page(), name)
        await window.page.goto(hall.address)
        return window

    async def place(self):
        return (await self.page.locator("#table").get_attribute("class") or "").rpartition("at-")[2]

    async def picture(self, moment):
        if PICTURES and self.name:
            await self.page.screenshot(path=Path(PICTURES) / f"{self.name}-{moment}.png")

    async def sees(self, moment, told):
        await self.page.get_by_text(told).first.wait_for(timeout=60_000)
        await self.picture(moment)

    async def is_back(self):
        """Nothing stands in the line above the table."""
        await self.page.wait_for_selector("#line:empty", state="attached", timeout=60_000)

    async def at(self, place):
        await self.page.wait_for_selector(f"#table.at-{place}", timeout=60_000)
        await self.picture(place)

    async def fits(self):
        """Nothing hangs over the edge."""
        return await self.page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


async def play_on(people):
    """Those who have sat and looked answer from now on, by chance."""
    for person in people:
        person.plays = True
    for person in people:
        await person.choose(person.last(Glimpse))


@pytest.fixture(autouse=True)
def who_is_asked_nothing_says_nothing(monkeypatch):
    """Two may be asked the same, and one was faster."""
    choose = Person.choose

    async def chosen(person, glimpse):
        if glimpse.menu:
            await choose(person, glimpse)

    monkeypatch.setattr(Person, "choose", chosen)


@needs_chromium
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("game", GAMES)
async def test_a_whole_match_is_seen_as_it_is_played(game, scheme, hall, tmp_path):
    hall = hall(**GAMES[game])
    async with chromium() as browser:
        name = f"{game}-{scheme}"
        big = await Window.opened(browser, hall, name=f"{name}-desktop", color_scheme=scheme)
        small = await Window.opened(browser, hall, name=f"{name}-phone", phone=True, color_scheme=scheme)
        both = big, small
        people = await seated(at(hall), tmp_path, "Ada", "Ben", plays=False)
        for window in both:
            await window.sees("lobby", "Ada")
        for person in people:
            await person.hears(u.Began)
        for window in both:
            await window.at("table")
            assert await window.fits(), window.name
        await play_on(people)
        await asyncio.gather(*(person.hears(Over) for person in people))
        for window in both:
            await window.at("result")
            assert await window.fits(), window.name
            assert window.complaints == []
            assert {url.split("/")[2] for url in window.asked} == {hall.here}
        await by_keyboard(big)
        for person in people:
            await person.leave()


async def by_keyboard(window):
    """What has more than it shows is reached by Tab, and nothing else is there to be pressed."""
    await window.page.keyboard.press("Tab")
    assert await window.page.evaluate("document.activeElement.getAttribute('tabindex')") == "0"
    assert await window.page.locator("button, a, input").count() == 0


@needs_chromium
async def test_whoever_is_called_something_evil_is_a_name(hall, tmp_path):
    hall = hall(**GAMES["love-letter"])
    async with chromium() as browser:
        window = await Window.opened(browser, hall)
        people = await seated(at(hall), tmp_path, "Ada", EVIL, plays=False)
        await window.at("table")
        assert EVIL in await window.page.inner_text("body")
        assert await window.page.locator("img").count() == 0
        assert window.complaints == []
        for person in people:
            await person.leave()


@needs_chromium
async def test_the_page_says_that_the_line_is_gone_and_comes_back_by_itself(hall):
    hall = hall()
    async with chromium() as browser:
        german = await Window.opened(browser, hall, name="away", locale="de-DE")
        await german.at("lobby")
        os.kill(serving(hall.door), 9)
        await german.sees("away", "Keine Verbindung zum Tisch")
        await german.is_back()
        await german.at("lobby")
        port = hall.door.port
        await asyncio.to_thread(process.stop, hall.folder, hall.found)
        await german.sees("ended", "Keine Verbindung zum Tisch")
        await asyncio.to_thread(hall.closed)
        hall.found = await asyncio.to_thread(process.start, hall.folder, hall.way)
        await asyncio.to_thread(hall.open, port)
        await german.is_back()
        await german.at("lobby")


@needs_chromium
async def test_another_site_in_the_same_browser_gets_nothing(hall, tmp_path):
    """Not by a line, not by a frame, not by a request; though it knows the address."""
    hall = hall()
    tries = """async address => {
        const line = new Promise(done => {
            const socket = new WebSocket(address.replace("http:", "ws:") + "/live");
            socket.onmessage = () => done("came in");
            socket.onclose = () => done("shut out");
        });
        const read = fetch(address).then(it => it.text()).catch(() => "shut out");
        const frame = document.createElement("iframe");
        frame.src = address;
        document.body.append(frame);
        await new Promise(done => { frame.onload = done; setTimeout(done, 3000); });
        let inside = "shut out";
        try { inside = frame.contentDocument.body.id || "shut out"; } catch { }
        return [await line, await read, inside];
    }"""
    with socket.create_server(("127.0.0.1", 0)) as other:
        async with chromium() as browser:
            page = await (await browser.new_context()).new_page()
            await page.route("**/evil", lambda route: route.fulfill(body="<body>", content_type="text/html"))
            await page.goto(f"http://127.0.0.1:{other.getsockname()[1]}/evil")
            assert await page.evaluate(tries, hall.address) == ["shut out"] * 3
