"""What is printed: the words that cards are made of, the cards, and the walks through them."""
