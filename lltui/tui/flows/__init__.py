"""Ways through the program: from the menu to a table, and to what was played and set."""
