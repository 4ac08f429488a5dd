"""Commands of `python -m bot` other than those that run the bot; the doctor is in `bot/doctor/`."""
