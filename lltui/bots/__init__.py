"""Players without a person: each sees what a player at its seat sees, and nothing of the rules' state."""
