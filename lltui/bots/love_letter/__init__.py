"""Bots for Love Letter.

They know the printed cards of the edition.  No card is called by its name
here: what counts is its effect, so that a bot plays any edition.
"""
