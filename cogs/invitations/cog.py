"""/challenge, /open, /practice: how matches come about."""

import discord
from discord import app_commands

from bot.match.loaded import Loaded
from bot.match.lobby.errors import OpponentGone, OpponentIsBot
from bot.match.timing.pace import Pace
from cogs.client import SaludClient
from cogs.interactions.cog import TopicCog
from cogs.interactions.context import Context
from cogs.invitations.items import InvitationButton
from cogs.invitations.opening import asked
from cogs.server.settings import PACES
from cogs.ui.computer_names import LEVELS
from engine.core.types import Level
from texts import mark

PACE_CHOICES = [
    app_commands.Choice(name=app_commands.locale_str(option.label), value=option.value)
    for option in PACES.options
]
LEVEL_CHOICES = [
    app_commands.Choice(name=app_commands.locale_str(label), value=level.value)
    for level, label in LEVELS.items()
]


class InvitationCommands(TopicCog):
    """Commands that make matches."""

    @app_commands.command(description=mark("Challenge friends to a match of Dice Miner"))
    @app_commands.describe(
        opponent=mark("Who plays against you"),
        opponent2=mark("A third player"),
        opponent3=mark("A fourth player"),
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
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

        async def make(ctx: Context) -> Loaded:
            host = asked(ctx, word)
            if any(person.bot for person in named):
                raise OpponentIsBot
            gone = [person.id for person in named if not isinstance(person, discord.Member)]
            if gone:
                raise OpponentGone(users=tuple(dict.fromkeys(gone)))
            for person in named:
                self.services.names.learn(host.guild, person)
            return await self.services.lobby.challenge(
                host,
                [person.id for person in named],
                await _pace(ctx, pace),
            )

        await self.services.invitations.begin(interaction, make)

    @app_commands.command(name="open", description=mark("Open a table that anyone can join"))
    @app_commands.describe(
        seats=mark("How many can play, including you"),
        pace=mark("How long each turn can take"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
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

        async def make(ctx: Context) -> Loaded:
            chosen = await _pace(ctx, pace)
            return await self.services.lobby.open_table(asked(ctx, word), seats, chosen)

        await self.services.invitations.begin(interaction, make)

    @app_commands.command(description=mark("Practise right now against computers"))
    @app_commands.describe(
        rivals=mark("How many computers"),
        level=mark("How well they play; easy unless you say so"),
        word=mark("A word of yours that goes into the dice; everyone can read it"),
    )
    @app_commands.choices(level=LEVEL_CHOICES)
    @app_commands.guild_only()
    async def practice(
        self,
        interaction: discord.Interaction,
        rivals: app_commands.Range[int, 1, 3] = 1,
        level: str = Level.EASY.value,
        word: str | None = None,
    ) -> None:
        """A match against computers."""
        await self.services.invitations.practise(interaction, rivals, Level(level), word)


async def _pace(ctx: Context, named: str | None) -> Pace:
    """The pace that was named; else the usual one of the server."""
    return Pace(PACES.read(named or (await ctx.settings()).pace))


async def setup(client: SaludClient) -> None:
    """Add the cog and its buttons."""
    client.add_dynamic_items(InvitationButton)
    await client.add_cog(InvitationCommands(client))
