"""The Two Princes: two brothers, three days in the Tower of London, and perhaps a way out.

A story is data: `printed` says what may stand on a card, `shelf` reads it,
`rules` plays it.
"""
