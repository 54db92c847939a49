"""Love Letter, in every edition.

`model` is what travels, `edition` the data of a rule text, `effects` what each
card does, `rules` how a round and a match run, `notation` a round as one line.
"""
