"""Asks for a word that goes into the dice, and lets its sender join with it."""

import discord
from discord import ui

from bot.match.errors import Refusal
from bot.match.lobby.contribution import LONGEST, word_of
from bot.match.types import Status
from cogs.interactions import custom_ids
from cogs.interactions.answers import acknowledge, answered, counted, nowhere, private_words, tell
from cogs.me.handlers import typed
from cogs.play.handlers import PlayHandlers
from cogs.ui import widgets
from texts import Words

FIELD = "word"
TYPED = 4 * LONGEST
"""Characters that the form takes: a letter may be typed as several that are composed."""


class Contributions:
    """Answers the button of an invitation that asks for a word, and its form."""

    def __init__(self, handlers: PlayHandlers) -> None:
        self._handlers = handlers

    async def ask(self, interaction: discord.Interaction, match: int) -> None:
        """Open the form; whether its sender may join is asked when it is handed in."""
        words = private_words(self._handlers.catalogue, interaction)

        async def work() -> None:
            await interaction.response.send_modal(word_form(match, words))

        await answered(interaction, words, work(), nowhere)

    async def take(self, interaction: discord.Interaction, match: int) -> None:
        """A form that is handed in: its sender is in, with what they typed or without a word."""
        handlers = self._handlers
        words = private_words(handlers.catalogue, interaction)
        given = typed(dict(interaction.data or {})).get(FIELD, "")

        async def work() -> None:
            await acknowledge(interaction)
            word = word_of(given)
            await handlers.look(interaction, match)
            try:
                loaded = await handlers.lobby_service.join(
                    match, interaction.user.id, interaction.id, word
                )
            except Refusal:
                await handlers.invitations.refresh(match)  # it may offer what is no longer possible
                raise
            counted(interaction)
            await handlers.invitations.refresh(match)
            if loaded.status is Status.RUNNING:
                await handlers.show(interaction, match)
            if word:
                await tell(
                    interaction,
                    words.say(
                        "You're in, and `={word}` goes into the dice. Remember it: when the "
                        "match is over, you'll find it in the file that `/verify` gives you.",
                        word=word,
                    ),
                )

        await handlers.answered(interaction, work(), match)


def word_form(match: int, words: Words) -> ui.Modal:
    """The form for a word; stopped, so that discord.py does not keep it."""
    window = widgets.form(custom_ids.word_form(match), words.say("A word for the dice"))
    window.add_item(
        widgets.field(
            words.say("Your word"),
            words.say("Something nobody can guess. Everyone can read it, and it stays"),
            ui.TextInput(custom_id=FIELD, required=False, max_length=TYPED),
        )
    )
    window.stop()
    return window
