"""Which match is meant by a command that looks back: one that goes on, or one that is over."""

import discord
from discord import app_commands

from bot.match.errors import Refusal
from bot.match.loaded import Loaded
from bot.match.statistics.projections import Past
from cogs.client import SaludClient
from cogs.matches import lookup as which
from cogs.ui.text_limits import OPTIONS
from cogs.ui.widgets import choice
from texts import Words, mark


class NothingToSee(Refusal):
    """Nothing fits."""

    sentence = mark("You haven't played a match here yet. Say which one with the option `match`.")


async def find(client: SaludClient, what: which.Wanted) -> Loaded:
    """The match meant: the one named, or played here, or that was; else the user's own.

    Raises NoSuchMatch, NothingToSee or WhichMatch.
    """
    if what.match is not None or await client.matches.store.of_place(what.place):
        return await which.find(client, what, watching=True)
    past = await _past(client, what.guild, what.user)
    here = [match.match for match in past if match.place == what.place]
    if here:
        return await client.service.look(here[0])
    try:
        return await which.find(client, what)
    except which.NoMatchHere:
        if not past:
            raise NothingToSee from None
        return await client.service.look(past[0].match)


async def suggest(
    client: SaludClient, interaction: discord.Interaction, typed: str, words: Words
) -> list[app_commands.Choice[int]]:
    """The user's running matches as choices, then their last ones."""
    choices = await which.suggest(client, interaction, typed, words)
    if interaction.guild_id is None:
        return choices
    guild = interaction.guild_id
    for match in await _past(client, guild, interaction.user.id):
        names = client.names.known(guild, match.people, words)
        label = words.say(
            "#{match} · {players} · over",
            match=match.match,
            players=words.listed(names[user] for user in match.people),
        )
        if typed.lower() in label.lower():
            choices.append(choice(label, match.match))
    return choices[:OPTIONS]


async def _past(client: SaludClient, guild: int, user: int) -> tuple[Past, ...]:
    """The user's last matches that are over, the last first."""
    return (await client.stores.glory.history(guild, user, start=0, most=OPTIONS)).matches
