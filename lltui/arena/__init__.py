"""Bots against bots, without a table: bouts of Love Letter, and a story played by the thousand."""
