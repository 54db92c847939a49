"""What the screens of every match share, whatever is played."""
