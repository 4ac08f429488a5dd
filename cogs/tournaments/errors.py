"""Why a command about tournaments is refused before the tournament is asked."""

from bot.match.values.errors import Refusal
from texts import mark


class NoneFits(Refusal):
    """A command names no tournament, and there is none that it could mean."""

    sentence = mark("There's no tournament here right now for which that could be done.")


class SeveralFit(Refusal):
    """A command names no tournament, and could mean several."""

    sentence = mark("Which one? Name the tournament: {tournaments}. Nothing changed.")


class BadTable(Refusal):
    """A table is named that can't be read."""

    sentence = mark("Choose the table from the list. Nothing changed.")


class NotInServer(Refusal):
    """The chosen substitute, `user`, is not in the server."""

    sentence = mark("{user} isn't in this server. Nothing changed.")


class BotsDoNotTakePart(Refusal):
    """A bot is to take over a place."""

    sentence = mark("Bots don't take part in tournaments. Nothing changed.")
