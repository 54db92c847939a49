"""Matches on disk: kept, proved, told again and counted."""
