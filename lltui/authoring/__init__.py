"""For writers of stories: what is wrong, what comes twice, what nobody sees, what is not translated."""
