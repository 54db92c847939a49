"""What each game shows on the table: slices worked out of views, and how they are drawn."""
