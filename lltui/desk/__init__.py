"""What lies in front of one person at a table: facts, the half-made move, the log.  It knows no screen."""
