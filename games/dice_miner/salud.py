"""/salud: in your turn, with a beer, it is the move; anywhere else a toast to a friend."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from cogs.client import SaludClient
from cogs.interactions.answers import acknowledge, answered, private_words
from cogs.interactions.custom_ids import BoardVersion
from cogs.matches import lookup as which
from cogs.screens.base import BadChoice
from cogs.ui.layouts import compose, files
from cogs.ui.names import bold, harmless
from cogs.ui.widgets import choice
from engine.games.dice_miner.observation import Observation, SeenDie
from games.dice_miner.screens.choices import beers_to_share
from games.dice_miner.screens.controls import SALUD
from render.games.dice_miner.toast import draw_toast
from render.games.dice_miner.words import die_words
from texts import Words, mark

PATIENCE = 1.5
"""Seconds to wait for the database before a modal."""


class SaludCommand(commands.Cog):
    """The shout."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Share a beer: your move in a match, otherwise a toast"))
    @app_commands.describe(
        friend=mark("With whom"),
        die=mark("Which beer die, if you're in a match"),
        match=mark("Which match, if you're in several"),
    )
    @app_commands.guild_only()
    async def salud(
        self,
        interaction: discord.Interaction,
        friend: discord.Member | discord.User | None = None,
        die: str | None = None,
        match: int | None = None,
    ) -> None:
        """The move where it is one, else a toast that changes no match and pings nobody."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            async with asyncio.timeout(PATIENCE):
                what = which.wanted(interaction, match)
                loaded = await which.here_to_act(self.client, what)
            if loaded is not None and _beers(loaded, interaction.user.id):
                await self._move(interaction, loaded, friend, die, words)
            else:
                await self._toast(interaction, friend, words)

        async def board() -> str | None:
            return None if match is None else await self.client.boards.current(match)

        await answered(interaction, words, work(), board)

    async def _move(
        self,
        interaction: discord.Interaction,
        loaded: Loaded,
        friend: discord.Member | discord.User | None,
        die: str | None,
        words: Words,
    ) -> None:
        board_version = BoardVersion(loaded.record.id, loaded.seq)
        beers = _beers(loaded, interaction.user.id)
        view: Observation = loaded.observe()
        dice = [beer.name for beer in beers if die in (None, beer.name)]
        seat = None if friend is None else loaded.roster.seat_of(friend.id)
        friends = [other for other in view.friends if friend is None or other == seat]
        if not friends:
            raise BadChoice(words.say("That friend isn't in this match."))
        if not dice:
            raise BadChoice(words.say("That isn't one of your beer dice."))
        dice = dice if die is not None else [beer.name for beer in beers_to_share(beers)]
        if len(dice) == 1 and len(friends) == 1:
            await acknowledge(interaction)
            tokens = (f"salud {dice[0]} {friends[0]}",)
            if await self.client.handlers.decide(interaction, board_version, tokens):
                await interaction.delete_original_response()
        else:
            await self.client.handlers.open_form(interaction, loaded, board_version, SALUD, words)

    async def _toast(
        self,
        interaction: discord.Interaction,
        friend: discord.Member | discord.User | None,
        words: Words,
    ) -> None:
        """A picture for all; it pings nobody, as nobody has allowed that."""
        await interaction.response.defer(thinking=True)
        giver = harmless(interaction.user.display_name) or words.say("Miner")
        public = await self.client.preferences.words(interaction.guild_id or 0)
        if friend is None:
            text = public.say(
                "### 🍺 {player} raises a mug to everyone: ¡Salud!", player=bold(giver)
            )
            receiver = None
        else:
            receiver = harmless(friend.display_name) or words.say("Miner")
            text = public.say(
                "### 🍺 {player} raises a mug to {friend}: ¡Salud!",
                player=bold(giver),
                friend=bold(receiver),
            )
        theme = await self.client.preferences.theme(interaction.guild_id or 0)
        picture = await asyncio.to_thread(draw_toast, giver, receiver, public, theme)
        pictures = [(f"salud{picture.suffix}", picture)]
        await interaction.edit_original_response(
            view=compose(texts=[text], galleries=[pictures]), attachments=files(pictures)
        )

    @salud.autocomplete("die")
    async def _die(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = private_words(self.client.catalogue, interaction)
        named = getattr(interaction.namespace, "match", None)
        try:
            what = which.wanted(interaction, named if isinstance(named, int) else None)
            loaded = await which.here_to_act(self.client, what)
        except Refusal:
            return []
        beers = [] if loaded is None else beers_to_share(_beers(loaded, interaction.user.id))
        choices = [choice(die_words(words, beer), beer.name) for beer in beers]
        return [choice for choice in choices if current.lower() in choice.name.lower()]

    @salud.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await which.suggest(self.client, interaction, current, words)


def _beers(loaded: Loaded, user: int) -> tuple[SeenDie, ...]:
    """The beer dice that the user may share now."""
    if user not in loaded.people_to_act:
        return ()
    view = loaded.observe()
    return view.beers if isinstance(view, Observation) else ()


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(SaludCommand(client))
