"""A real Chromium without a window; the tests that need one are left out where it is missing."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Self

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
QUIET = (
    "--no-sandbox",  # whoever runs tests in a container is root there
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--disable-quic",
)
DESKTOP, PHONE = {"width": 1280, "height": 800}, {"width": 390, "height": 844}

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="chromium is not here")


@contextmanager
def chromium() -> Iterator[Any]:
    """One for many pages."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*QUIET])
        try:
            yield browser
        finally:
            browser.close()


class Looked:
    """A page that is looked at: what it asked for, what it complained of."""

    def __init__(self, browser: Any, address: str, *, phone: bool = False, **more: Any) -> None:
        size = PHONE if phone else DESKTOP
        settings = {"viewport": size, "has_touch": phone, "reduced_motion": "reduce", **more}
        self.context = browser.new_context(**settings)
        self.page = self.context.new_page()
        self.asked: list[str] = []
        self.complaints: list[str] = []
        self.page.on("request", lambda request: self.asked.append(request.url))
        self.page.on("console", lambda message: self.complaints.append(message.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.page.goto(address)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.context.close()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.page.keyboard.press(key)

    def text(self, selector: str) -> str:
        return " ".join(self.page.locator(selector).all_inner_texts())

    def swipe(self, way: int) -> None:
        """One finger across the table: 1 to the right."""
        self.page.evaluate(
            """way => {
                const table = document.getElementById("table");
                const at = x => new Touch({ identifier: 1, target: table, clientX: x, clientY: 300 });
                const send = (kind, x, fingers) => table.dispatchEvent(new TouchEvent(kind,
                    { bubbles: true, touches: fingers, changedTouches: [at(x)] }));
                send("touchstart", 200, [at(200)]);
                send("touchend", 200 + 120 * way, []);
            }""",
            way,
        )
