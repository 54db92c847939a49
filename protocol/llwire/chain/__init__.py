"""One match as a chain of signed entries: what each must satisfy, and what it proves; no socket, no clock."""
