"""The full screen: a Textual app at the same seat seam as the plain board."""
