"""A menu of members and a button that challenge someone as `/challenge` does."""

from typing import Any

from discord import ui

from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.screens.base import Style
from cogs.ui import widgets
from engine.core.game import AnyGame
from texts import Words

ANYONE = "anyone"
"""The opponent in a custom_id whose menu says whom to challenge."""


def challenge_rows(game: AnyGame, words: Words) -> list[list[ui.Item[Any]]]:
    """Return a row with a menu of members, or none if two can't play the game."""
    if 2 not in game.info.seats:
        return []
    custom_id = families.CHALLENGE.spell(ANYONE, game.info.name)
    # Translators: A closed menu of the server's members; the chosen one is invited to a match.
    return [[widgets.people(custom_id, hint=words.say("Challenge a friend"), at_least=1)]]


def challenge_button_rows(
    game: AnyGame, user: UserId, name: str, words: Words
) -> list[list[ui.Item[Any]]]:
    """Return a row with a button that challenges a user, or none if two can't play the game."""
    if 2 not in game.info.seats:
        return []
    custom_id = families.CHALLENGE.spell(user, game.info.name)
    # Translators: A button on a player's profile: invite them to a match.
    label = words.say("Challenge {player}", player=name)
    return [[widgets.button(custom_id, label, style=Style.MAIN, emoji="⚔️")]]
