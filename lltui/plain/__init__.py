"""A match line by line: for a screen reader, a dumb terminal, a pipe, and for whoever likes it so.

No escape sequence is ever written, and nothing is said by colour or place alone.
"""
