"""What happens: what a match waits for, what becomes of an answer, what the cards do."""
