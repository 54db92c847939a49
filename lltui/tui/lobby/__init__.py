"""The lobby without a screen: what it shows as frozen slices, and the rows they are drawn in."""
