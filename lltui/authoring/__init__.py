"""For writers: what is wrong with a story, what comes twice, what nobody sees; and own words tried out."""
