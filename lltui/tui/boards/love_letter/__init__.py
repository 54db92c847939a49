"""The table of Love Letter.

`picture` names the slices, `look` and its neighbours work them out of what a
person was told, `draw_*` makes rows of letters of them.  All of it is pure.
"""
