"""What the command line can do, imported when it runs; `options` says which command is whose.

Commands:         arena, doctor, host, join, kept_matches (history, replay, analyse,
                  verify), play, rules, story
What they share:  cli_context (language and paper), chosen_game (from the words of a line to a game)
For a board:      composition (the full screen, and all that it is handed), table_service (the
                  user's own tables), plain_join (the way in, line by line)
Without a board:  headless (a table as lines that can be read)
"""
