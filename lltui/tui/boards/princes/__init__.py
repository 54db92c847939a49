"""The Two Princes on the full screen: the story above, the numbers in one place, the own hand.

`sight` is what one person sees; pure modules make slices of it (`picture`),
others draw slices as rows (`draw_*`), and only `widgets` knows the screen.
"""
