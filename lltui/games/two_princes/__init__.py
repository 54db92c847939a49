"""The Two Princes: two brothers, three days in the Tower of London, and perhaps a way out.

`model` and `events` are what travels.  A story is data: `story` says what may
stand on a card, `loading` reads the files, `rules` plays it.
"""
