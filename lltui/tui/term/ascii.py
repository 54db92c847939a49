"""Letters for terminals that have no others: our art, and Textual's borders and bars.

One table, applied to every cell at the driver, so that no widget has to know.
Each replacement is one cell wide, like what it replaces.
"""

# ruff: noqa: RUF001 - signs that look like letters are what this file is about

from __future__ import annotations

import unicodedata

_SIGNS = {
    "-": "─╌╴╶╼╾▔▁▂–—−",
    "|": "│║╵╷╽╿▏▎▕▌▐",
    "+": "┌┍┎┐┑┒└┕┖┘┙┚├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰",
    "/": "╱",
    "\\": "╲",
    "X": "╳",
    "#": "┃┏┓┗┛╏╹╻█▇▆▅▄▃▓■▉▊▋▍◼▀▗▖▘▝▚▞▛▜▙▟",
    ":": "▒░┊┆┇┋╎",
    "*": "♥★✶✱•●◆♦✦✧♠♣",
    "o": "○◎◦◇□◻♡☆ø",
    ">": "▶▸►❯→»›⌦⇥",
    "<": "◀◂◄❮←«‹⌫⏎↵⇤",
    "^": "▲▴↑⌃⇧",
    "_": "␣",
    "v": "▼▾↓⌄",
    "x": "✗✘×✕",
    ".": "·∙…┄┅┈┉",
    "'": "‘’‚′",
    '"': "“”„″",
    "=": "≡━═╍╸╺",
    "~": "≈",
    "Y": "✓✔",
    "s": "ß",
    "d": "đð",
    "l": "ł",
    "L": "Ł",
    "O": "Ø",
}


class _Ascii(dict[int, str]):
    """What the table does not know loses its marks, or becomes a question mark."""

    def __missing__(self, code: int) -> str:
        bare = unicodedata.normalize("NFKD", chr(code))[:1]
        letter = bare if bare.isascii() and bare.isprintable() else "?"
        self[code] = letter
        return letter


ASCII = _Ascii({ord(sign): letter for letter, signs in _SIGNS.items() for sign in signs})
