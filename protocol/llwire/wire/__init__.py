"""Bytes into messages and back: what may be said, within which limits, and a code for every refusal."""
