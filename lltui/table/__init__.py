"""The host of a match: who sits where, who is asked, what everybody is told."""
