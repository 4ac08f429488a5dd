"""Refusals of users who can't play in a server; see bot/match/values/errors.py."""

from bot.match.values.errors import refusal

Barred = refusal(
    "Barred", "A moderator has barred you from Salud in this server. Your running matches go on."
)
# `users` are barred. The sentence does not reveal that.
CantTakePart = refusal(
    "CantTakePart",
    "{users} can't take part now, so the match did not start. Whoever is in can leave the"
    " table, and you can call it off and make another.",
)
