"""What screens are made of: lists, pages, questions, pictures, keys; it knows no game and no desk."""
