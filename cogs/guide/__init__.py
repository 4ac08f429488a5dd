"""What explains: the rules and the commands, by topic."""
