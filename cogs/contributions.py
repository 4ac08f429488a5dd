"""Asks for a word that goes into the dice, and lets its sender join with it."""

from typing import Any

import discord
from discord import ui

from bot.match.contribution import LONGEST, word_of
from bot.match.types import Status
from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.desk import Desk
from cogs.me_desk import typed
from cogs.play import ids
from texts import Words

FIELD = "word"
TYPED = 4 * LONGEST
"""Characters that the form takes: a letter may be typed as several that are composed."""


class Contributions:
    """Answers the button of an invitation that asks for a word, and its form."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def ask(self, interaction: discord.Interaction, match: int) -> None:
        """Open the form; whether its sender may join is asked when it is handed in."""
        words = private_words(self._desk.catalogue, interaction)

        async def work() -> None:
            await interaction.response.send_modal(word_form(match, words))

        await answered(interaction, words, work(), nowhere)

    async def take(self, interaction: discord.Interaction, match: int) -> None:
        """A form that is handed in: its sender is in, with what they typed or without a word."""
        desk = self._desk
        words = private_words(desk.catalogue, interaction)
        given = typed(dict(interaction.data or {})).get(FIELD, "")

        async def work() -> None:
            await acknowledge(interaction)
            word = word_of(given)
            await desk.look(interaction, match)
            try:
                loaded = await desk.lobby_service.join(
                    match, interaction.user.id, interaction.id, word
                )
            finally:
                await desk.invitations.refresh(match)
            if loaded.status is Status.RUNNING:
                await desk.show(interaction, match)
            if word:
                await tell(
                    interaction,
                    words.say(
                        "You are in, and `={word}` goes into the dice. Remember it: when the match"
                        " is over you find it in the file that `/verify` gives.",
                        word=word,
                    ),
                )

        await desk.answered(interaction, work(), match)


def word_form(match: int, words: Words) -> ui.Modal:
    """The form for a word; stopped, so that discord.py does not keep it."""
    window = ui.Modal(
        title=words.say("A word for the dice"), custom_id=ids.word_form(match), timeout=None
    )
    box: ui.TextInput[Any] = ui.TextInput(custom_id=FIELD, required=False, max_length=TYPED)
    window.add_item(
        ui.Label(
            text=words.say("Your word"),
            description=words.say("Nobody can guess it, everybody can read it, and it stays"),
            component=box,
        )
    )
    window.stop()
    return window
