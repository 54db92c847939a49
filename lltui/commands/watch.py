"""`lltui watch`: see what a stranger at the table would see."""

from __future__ import annotations

import argparse

from lltui.commands.join import go


def run(args: argparse.Namespace) -> int:
    return go(args, "watch")
