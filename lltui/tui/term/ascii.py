"""Letters for terminals that have no others: our art, and Textual's borders and bars.

One table, applied to every cell at the driver, so that no widget has to know.
Each replacement is one cell wide, like what it replaces.
"""

# ruff: noqa: RUF001 - signs that look like letters are what this file is about

from __future__ import annotations

_LINES = {
    "-": "─━┄┅┈┉╌╍═╴╶╸╺╼╾▔▁▂",
    "|": "│┃┆┇┊┋╎╏║╵╷╹╻╽╿▏▎▕▌▐",
    "+": "┌┍┎┏┐┑┒┓└┕┖┗┘┙┚┛├┝┞┟┠┡┢┣┤┥┦┧┨┩┪┫┬┭┮┯┰┱┲┳┴┵┶┷┸┹┺┻┼┽┾┿╀╁╂╃╄╅╆╇╈╉╊╋╒╓╔╕╖╗╘╙╚╛╜╝╞╟╠╡╢╣╤╥╦╧╨╩╪╫╬╭╮╯╰",
}
_SIGNS = {
    "#": "█▇▆▅▄▃▓■▉▊▋▍◼▀▗▖▘▝▚▞▛▜▙▟",
    ":": "▒░",
    "*": "♥★✶✱•●◆♦✦✧",
    "o": "○◦◇□◻♡☆",
    ">": "▶▸►❯→»›",
    "<": "◀◂◄❮←«‹",
    "^": "▲▴↑⌃",
    "v": "▼▾↓⌄",
    "x": "✗✘×✕",
    ".": "·∙…",
    "'": "‘’‚′",
    '"': "“”„″",
    "-": "–—−",
    "Y": "✓✔",
    "a": "äàáâãå",
    "u": "üùúû",
    "s": "ß",
    "e": "éèêë",
    "A": "ÄÀÁÂÃÅ",
    "U": "ÜÙÚÛ",
    "O": "ÖÒÓÔÕ",
}
_OF_O = "öòóôõ"


def _table() -> dict[int, str]:
    table = {ord(sign): letter for letter, signs in _SIGNS.items() for sign in signs}
    table |= {ord(sign): "o" for sign in _OF_O}
    table |= {ord(sign): letter for letter, signs in _LINES.items() for sign in signs}
    return table


class _Ascii(dict[int, str]):
    """What the table does not know becomes a question mark; a screen without one is the tests' business."""

    def __missing__(self, code: int) -> str:
        letter = chr(code) if code < 128 else "?"
        self[code] = letter
        return letter


ASCII = _Ascii(_table())
