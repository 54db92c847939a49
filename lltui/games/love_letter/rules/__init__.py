"""What happens: an edition made ready for play, what each card does, how a round and a match run."""
