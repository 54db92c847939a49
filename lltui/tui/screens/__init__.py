"""One file for each screen that is not a game's own."""
