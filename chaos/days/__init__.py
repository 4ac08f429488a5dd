"""The puzzle of the day and games for one, as people play them in private messages."""
