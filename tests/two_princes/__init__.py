"""The rules of The Two Princes, statement by statement: `statements.toml` holds them, the tests cite them."""
