"""The rules of The Two Princes, statement by statement: protocol/vectors/princes/statements.json
holds them, the tests cite them."""
