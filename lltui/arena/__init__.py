"""Bots against bots, without a table."""
