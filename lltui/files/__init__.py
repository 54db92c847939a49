"""The only door to a disk: which folders, read with care, written whole or not at all."""
