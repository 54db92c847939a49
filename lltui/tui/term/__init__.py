"""Between Textual and the terminal: what it can do, and only what changed."""
