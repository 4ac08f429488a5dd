"""Mentions of users in texts."""

from bot.match.values.players import is_person
from texts import Words


def mention(user: int, words: Words) -> str:
    """Return a mention, or "a former miner" for a user who was forgotten; the message decides
    whether mentions ping.
    """
    return f"<@{user}>" if is_person(user) else words.say("a former miner")
