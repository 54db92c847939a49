"""Love Letter, in every edition.

`model` is what travels, `loading` reads editions and variants, `rules` plays them.
"""
