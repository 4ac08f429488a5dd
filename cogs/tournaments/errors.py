"""Refusals that don't depend on a tournament."""

from bot.match.values.errors import refusal
from cogs.interactions.which import Unclear
from texts import mark


class SeveralFit(Unclear):
    """A command names no tournament, and several fit."""

    sentence = mark("Which one? Name the tournament: {tournaments}. Nothing changed.")


# A command names no tournament, and none here fits.
NoneFits = refusal("NoneFits", "No tournament here is at that stage. Nothing changed.")
# The named table is not in the form of the suggestions.
BadTable = refusal("BadTable", "Choose the table from the list. Nothing changed.")
# The chosen substitute, `user`, is not in the server.
NotInServer = refusal("NotInServer", "{user} isn't in this server. Nothing changed.")
# The chosen substitute is a bot.
BotsDoNotTakePart = refusal(
    "BotsDoNotTakePart", "Bots don't take part in tournaments. Nothing changed."
)
