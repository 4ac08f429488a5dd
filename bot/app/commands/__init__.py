"""Commands of `python -m bot`; the doctor is in `bot/app/doctor/`."""
