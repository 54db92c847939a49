"""The way to a disk: what others may have put there is read with care."""
