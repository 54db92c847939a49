"""A match of The Two Princes as one person sees it, for both boards."""
