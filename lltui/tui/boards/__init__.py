"""The board of The Two Princes."""
