"""A seat at a table on another machine."""
