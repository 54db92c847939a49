"""Princes without a person.  Each sees what a player sees; the printed cards lie on everybody's shelf."""
