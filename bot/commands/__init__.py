"""Commands of `python -m bot`, but for those that run the bot. The doctor is in `bot/doctor/`."""
