"""A match of Love Letter as one person sees it, for both boards."""
