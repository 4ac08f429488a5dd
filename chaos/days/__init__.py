"""The puzzle of the day and games for one, played in private messages."""
