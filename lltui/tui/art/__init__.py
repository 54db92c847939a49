"""Pictures made of letters: cards, backs, fans, tokens, piles.

Pure: facts go in, rows of pieces come out, and a piece is a text with the
name of a style.  Which colours a style has is the theme's business.
"""
