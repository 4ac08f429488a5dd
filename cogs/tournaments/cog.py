"""/tournament: tournaments and leagues."""

from collections.abc import Callable, Coroutine
from typing import Any

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.tournaments.checks import CHECK_IN, CLOSES_WITHIN, DAYS, ROUNDS, SEATS
from bot.match.tournaments.service import EXTENSION, REASON
from bot.match.tournaments.state import TournamentStatus
from bot.match.tournaments.terms import FEWEST, GROUP, MOST, NAME, Format, Seeding
from cogs.interactions.context import Context, Interactions
from cogs.interactions.game_options import game_command
from cogs.interactions.topics import Interaction, TopicCog, extension
from cogs.invitations.handlers import PACE_CHOICES, WHICH_GAME
from cogs.tournaments import choosing
from cogs.tournaments.handlers import TournamentHandlers
from cogs.tournaments.moderating import TournamentModeration
from cogs.tournaments.terms_lines import FORMATS, SEEDINGS
from cogs.ui.widgets import choices
from texts import mark

WHICH = mark("Which tournament; the only one if you name none")
FORMAT_CHOICES = choices((name, one.value) for one, name in FORMATS.items())
SEEDING_CHOICES = choices((name, one.value) for one, name in SEEDINGS.items())
_OPTIONS = {
    "seats": mark("How many sit at a table: 2 to 4"),
    "pace": mark("How long each turn can take"),
    "days": mark("How many days a round, or a league's season, may last"),
    "rounds": mark("How many rounds a Swiss has"),
    "starts_in": mark("In how many hours it starts by itself; else a moderator starts it"),
    "check_in": mark("How many hours before the start people have to say that they're there"),
    "seeding": mark("By what people are ordered at the start"),
    "most": mark("How many people may take part"),
    "group": mark("About how many people are in a group"),
    "advance": mark("How many of each group come to the final"),
    "movers": mark("How many of each group of a league move up, and down"),
}
Suggest = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]
Seats = app_commands.Range[int, 2, SEATS]
Days = app_commands.Range[int, DAYS[0], DAYS[-1]]
Rounds = app_commands.Range[int, ROUNDS[0], ROUNDS[-1]]
Hours = app_commands.Range[int, 1, CLOSES_WITHIN * 24]
CheckIn = app_commands.Range[int, CHECK_IN[0], CHECK_IN[-1]]
DaysOrNone = app_commands.Range[int, 0, DAYS[-1]]
RoundsOrNone = app_commands.Range[int, 0, ROUNDS[-1]]
HoursOrNone = app_commands.Range[int, 0, CLOSES_WITHIN * 24]
CheckInOrNone = app_commands.Range[int, 0, CHECK_IN[-1]]
Most = app_commands.Range[int, FEWEST, MOST]
Size = app_commands.Range[int, GROUP[0], GROUP[-1]]
Few = app_commands.Range[int, 1, GROUP[-1] - 1]
Name = app_commands.Range[str, 1, NAME]


def _among(statuses: tuple[TournamentStatus, ...]) -> Suggest:
    """Suggests tournaments with these statuses."""

    async def suggest(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        services = interaction.client.services
        ctx = Context(services[Interactions], interaction)
        return await services[TournamentHandlers].choice.suggest(ctx, typed, statuses)

    return suggest


@app_commands.guild_only()
class TournamentCommands(
    TopicCog, commands.GroupCog, name="tournament", description=mark("Tournaments and leagues")
):
    """The commands; handlers check who may."""

    @game_command(mark("For moderators: announce a tournament or league here"))
    @app_commands.describe(
        name=mark("What it's called"),
        format=mark("Who meets whom"),
        game=WHICH_GAME,
        **_OPTIONS,
    )
    @app_commands.choices(format=FORMAT_CHOICES, pace=PACE_CHOICES, seeding=SEEDING_CHOICES)
    async def create(
        self,
        interaction: discord.Interaction,
        name: Name,
        format: str,  # noqa: A002 - what Discord shows
        game: str | None = None,
        seats: Seats | None = None,
        pace: str | None = None,
        days: Days | None = None,
        rounds: Rounds | None = None,
        starts_in: Hours | None = None,
        check_in: CheckIn | None = None,
        seeding: str | None = None,
        most: Most | None = None,
        group: Size | None = None,
        advance: Few | None = None,
        movers: Few | None = None,
    ) -> None:
        """A tournament that people can join."""
        chosen = _chosen(
            format=format, seats=seats, pace=pace, days=days, rounds=rounds, starts_in=starts_in,
            check_in=check_in, seeding=seeding, most=most, group=group, advance=advance,
            movers=movers,
        )  # fmt: skip
        moderation = self.services[TournamentModeration]
        await moderation.create(interaction, name, game, chosen)

    @app_commands.command(
        description=mark("For moderators: change a tournament; 0 takes a number away")
    )
    @app_commands.describe(
        tournament=WHICH,
        name=mark("What it's called"),
        format=mark("Who meets whom"),
        **_OPTIONS,
    )
    @app_commands.choices(format=FORMAT_CHOICES, pace=PACE_CHOICES, seeding=SEEDING_CHOICES)
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def edit(
        self,
        interaction: discord.Interaction,
        tournament: int | None = None,
        name: Name | None = None,
        format: str | None = None,  # noqa: A002 - what Discord shows
        seats: Seats | None = None,
        pace: str | None = None,
        days: DaysOrNone | None = None,
        rounds: RoundsOrNone | None = None,
        starts_in: HoursOrNone | None = None,
        check_in: CheckInOrNone | None = None,
        seeding: str | None = None,
        most: Most | None = None,
        group: Size | None = None,
        advance: Few | None = None,
        movers: Few | None = None,
    ) -> None:
        """Other terms; what is left out stays as it is, and 0 takes a number away."""
        chosen = _chosen(
            format=format, seats=seats, pace=pace, days=days, rounds=rounds, starts_in=starts_in,
            check_in=check_in, seeding=seeding, most=most, group=group, advance=advance,
            movers=movers,
        )  # fmt: skip
        await self.services[TournamentModeration].edit(interaction, tournament, name, chosen)

    @app_commands.command(description=mark("Take part in a tournament"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def join(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """A place, or one in reserve."""
        await self.services[TournamentHandlers].join(interaction, tournament)

    @app_commands.command(description=mark("Leave a tournament"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def leave(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Asks first if that is for good."""
        await self.services[TournamentHandlers].leave(interaction, tournament)

    @app_commands.command(description=mark("For moderators: start a tournament now"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.OPEN))
    async def start(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Ends registration."""
        await self.services[TournamentModeration].start(interaction, tournament)

    @app_commands.command(description=mark("Who is ahead: standings or bracket"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.EVERY))
    async def standings(
        self, interaction: discord.Interaction, tournament: int | None = None
    ) -> None:
        """The page on which the reader is."""
        await self.services[TournamentHandlers].standings(interaction, tournament)

    @app_commands.command(description=mark("Your matches, your place, what you have to do"))
    @app_commands.describe(tournament=mark("Which tournament; all of yours if you name none"))
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def mine(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """One's own part."""
        await self.services[TournamentHandlers].mine(interaction, tournament)

    @app_commands.command(description=mark("For moderators: end a tournament before its time"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def end(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Tells everybody."""
        await self.services[TournamentModeration].end(interaction, tournament)

    @app_commands.command(description=mark("Tournaments that are over, and who won them"))
    async def past(self, interaction: discord.Interaction) -> None:
        """The first page."""
        await self.services[TournamentHandlers].past(interaction)

    @app_commands.command(description=mark("For moderators: decide a table that can't be played"))
    @app_commands.describe(
        table=mark("Which table"),
        winner=mark("Who gets the win, or nobody"),
        reason=mark("Why; everybody reads it"),
        tournament=WHICH,
    )
    @app_commands.autocomplete(tournament=_among(choosing.RUNNING))
    async def adjudicate(
        self,
        interaction: discord.Interaction,
        table: str,
        winner: str,
        reason: app_commands.Range[str, 1, REASON],
        tournament: int | None = None,
    ) -> None:
        """Tells everybody who decided it and why."""
        moderation = self.services[TournamentModeration]
        await moderation.adjudicate(interaction, table, winner, reason, tournament)

    @app_commands.command(description=mark("For moderators: let someone play for someone else"))
    @app_commands.describe(
        out=mark("Who stops playing"),
        into=mark("Who plays on with their points; the same person again brings them back"),
        tournament=WHICH,
    )
    @app_commands.autocomplete(tournament=_among(choosing.RUNNING))
    async def substitute(
        self,
        interaction: discord.Interaction,
        out: discord.Member | discord.User,
        into: discord.Member | discord.User,
        tournament: int | None = None,
    ) -> None:
        """Also puts back who withdrew."""
        moderation = self.services[TournamentModeration]
        await moderation.substitute(interaction, out, into, tournament)

    @app_commands.command(description=mark("For moderators: give a round more time"))
    @app_commands.describe(hours=mark("How many hours more"), tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.PRESENT))
    async def extend(
        self,
        interaction: discord.Interaction,
        hours: app_commands.Range[int, 1, EXTENSION],
        tournament: int | None = None,
    ) -> None:
        """Moves the end of registration, too."""
        await self.services[TournamentModeration].extend(interaction, hours, tournament)

    @app_commands.command(description=mark("All of a tournament as a file"))
    @app_commands.describe(tournament=WHICH)
    @app_commands.autocomplete(tournament=_among(choosing.EVERY))
    async def export(self, interaction: discord.Interaction, tournament: int | None = None) -> None:
        """Its events."""
        await self.services[TournamentHandlers].export(interaction, tournament)

    @adjudicate.autocomplete("table")
    async def _table(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx = Context(self.interactions, interaction)
        tournament = interaction.namespace.tournament
        return await self.services[TournamentModeration].tables(ctx, current, tournament)

    @adjudicate.autocomplete("winner")
    async def _winner(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        ctx, typed = Context(self.interactions, interaction), interaction.namespace
        moderation = self.services[TournamentModeration]
        return await moderation.seats(ctx, current, typed.table, typed.tournament)


def _chosen(**options: Any) -> dict[str, Any]:
    """What a moderator chose, as the values of Terms."""
    if options["format"] is not None:
        options["format"] = Format(options["format"])
    if options["seeding"] is not None:
        options["seeding"] = Seeding(options["seeding"])
    return options


setup = extension(TournamentCommands)
