"""/challenge, /open, /practice: how matches come about."""

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.contribution import word_of
from bot.match.errors import OpponentGone, OpponentIsBot
from bot.match.loaded import Loaded
from bot.match.opening import Asked
from bot.match.pace import Pace
from bot.match.types import Status
from cogs.answers import acknowledge, answered, counted, nowhere, private_words, tell
from cogs.choices import PACES
from cogs.client import SaludClient
from cogs.play.invitations import host_paper
from cogs.play.places import check_here, check_permissions
from texts import mark

PACE_CHOICES = [
    app_commands.Choice(name=app_commands.locale_str(option.label), value=option.value)
    for option in PACES.options
]
Make = Callable[[], Awaitable[Loaded]]


class Matches(commands.Cog):
    """Commands that make matches."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Challenge friends to a match of Dice Miner"))
    @app_commands.describe(
        opponent=mark("Who shall play against you"),
        opponent2=mark("A third player"),
        opponent3=mark("A fourth player"),
        pace=mark("How long each turn may take"),
        word=mark("A word of yours that goes into the dice; everybody can read it"),
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.guild_only()
    async def challenge(
        self,
        interaction: discord.Interaction,
        opponent: discord.Member | discord.User,
        opponent2: discord.Member | discord.User | None = None,
        opponent3: discord.Member | discord.User | None = None,
        pace: str | None = None,
        word: str | None = None,
    ) -> None:
        """An invitation to one, two or three people."""
        named = [person for person in (opponent, opponent2, opponent3) if person is not None]

        async def make() -> Loaded:
            asked = _asked(interaction, word)
            if any(person.bot for person in named):
                raise OpponentIsBot
            gone = [person.id for person in named if not isinstance(person, discord.Member)]
            if gone:
                raise OpponentGone(users=tuple(dict.fromkeys(gone)))
            for person in named:
                self.client.names.learn(asked.guild, person)
            return await self.client.lobby.challenge(
                asked,
                [person.id for person in named],
                await self._pace(interaction, pace),
            )

        await self._open(interaction, make)

    @app_commands.command(name="open", description=mark("Open a table that anyone may join"))
    @app_commands.describe(
        seats=mark("How many may play, you included"),
        pace=mark("How long each turn may take"),
        word=mark("A word of yours that goes into the dice; everybody can read it"),
    )
    @app_commands.choices(pace=PACE_CHOICES)
    @app_commands.guild_only()
    async def open_table(
        self,
        interaction: discord.Interaction,
        seats: app_commands.Range[int, 2, 4] = 4,
        pace: str | None = None,
        word: str | None = None,
    ) -> None:
        """A table with free seats."""

        async def make() -> Loaded:
            chosen = await self._pace(interaction, pace)
            return await self.client.lobby.open_table(_asked(interaction, word), seats, chosen)

        await self._open(interaction, make)

    @app_commands.command(description=mark("Practise at once against computer players"))
    @app_commands.describe(
        rivals=mark("How many computer players"),
        word=mark("A word of yours that goes into the dice; everybody can read it"),
    )
    @app_commands.guild_only()
    async def practice(
        self,
        interaction: discord.Interaction,
        rivals: app_commands.Range[int, 1, 3] = 1,
        word: str | None = None,
    ) -> None:
        """A match against computers."""

        async def make() -> Loaded:
            return await self.client.lobby.practice(_asked(interaction, word), rivals)

        await self._open(interaction, make)

    async def _pace(self, interaction: discord.Interaction, named: str | None) -> Pace:
        """The pace that was named; else the usual one of the server."""
        choices = await self.client.preferences.choices(interaction.guild_id or 0)
        return Pace(PACES.read(named or choices.pace))

    async def _open(self, interaction: discord.Interaction, make: Make) -> None:
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            assert interaction.guild_id is not None, "the command is for servers only"
            choices = await self.client.preferences.choices(interaction.guild_id)
            check_here(interaction, choices, words)
            notes = check_permissions(interaction, choices, words)
            loaded = await make()
            counted(interaction)
            url = await self.client.desk.begin(loaded)
            if loaded.status is Status.RUNNING:
                answer = words.say("Your match has begun: {url}", url=url)
            else:
                answer = words.say("The invitation is posted: {url}", url=url)
            text = "\n".join([answer, *notes])
            await tell(interaction, "", host_paper(loaded, text, words))

        await answered(interaction, words, work(), nowhere)


def _asked(interaction: discord.Interaction, word: str | None) -> Asked:
    """Raises BadWord."""
    assert interaction.guild_id is not None, "the command is for servers only"
    assert interaction.channel_id is not None, "a command is given in a channel"
    return Asked(
        interaction.guild_id,
        interaction.channel_id,
        interaction.user.id,
        interaction.id,
        word_of(word or ""),
    )


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Matches(client))
