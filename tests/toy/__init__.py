"""A second game, only for tests: what the interface must bear and Love Letter does not ask."""
