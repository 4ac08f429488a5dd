"""/board, /matches, /resign: matches that have begun."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.errors import NotStarted
from bot.match.loaded import Loaded
from bot.match.playing.changing import inside
from bot.match.types import Status
from cogs.client import SaludClient
from cogs.interactions.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.matches import lookup as which
from cogs.matches.lists import MINE, SERVER, listing
from cogs.posting.places import check_here, check_posting
from cogs.screens.base import Style
from cogs.ui.layouts import compose, files, page_button
from cogs.ui.names import mention
from texts import Words, mark


class PlayCommands(commands.Cog):
    """Commands about matches that have begun."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Post the current board of a match here again"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.guild_only()
    async def board(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """The newest board in this place."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            what = which.wanted(interaction, match)
            loaded = await which.find(self.client, what, watching=True)
            why = await self._stays(interaction, loaded, words)
            if why is not None:
                await self._copy(interaction, loaded, why, words)
                return
            check_posting(interaction, words)
            others = [user for user in loaded.people_to_act if user != what.user]
            calls = await self.client.pings.claim(f"move {interaction.id}", what.user, others)
            number, place = loaded.record.id, what.place
            url = await self.client.boards.move(number, place, interaction.id, calls)
            await tell(interaction, words.say("Here is the board: {url}", url=url))

        await answered(interaction, words, work(), nowhere)

    async def _stays(
        self, interaction: discord.Interaction, loaded: Loaded, words: Words
    ) -> str | None:
        """Why the board does not come here, for the one who asks; None where it does.

        Nobody may lose by a board that they can't see: it comes only to where everybody in the
        match sees it, and only at the wish of one of them; the end also at that of who resigned.
        Raises NotStarted or BadChoice.
        """
        if loaded.position is None:
            raise NotStarted
        record, here = loaded.record, interaction.channel_id
        assert here is not None, "a command is given in a channel"
        roster, user = loaded.roster, interaction.user.id
        watches = roster.seat_of(user) is None
        if watches and not (loaded.status is Status.OVER and user in roster.original):
            return words.say("Only people in the match can post its board again.")
        if here == record.place:
            return None
        if here != record.channel:
            check_here(interaction, await self.client.preferences.choices(record.guild), words)
        blind = await self.client.calls.blind_to(loaded, here)
        if not blind:
            return None
        return words.say(
            "The board stays where it is, because not everyone in the match can see it here: "
            "{users}.",
            users=words.listed(mention(user, words) for user in blind),
        )

    async def _copy(
        self, interaction: discord.Interaction, loaded: Loaded, why: str, words: Words
    ) -> None:
        """The board for the one who asks, with where to find the real one."""
        match = loaded.record.id
        lines = [why]
        if (url := await self.client.boards.current(match)) is not None:
            lines.append(words.say("The board is here: {url}", url=url))
        layout, pictures = await self.client.boards.private(match, "\n".join(lines))
        await tell(interaction, "", layout, files(pictures))

    @app_commands.command(description=mark("Your matches in this server, and whose turn it is"))
    @app_commands.describe(whose=mark("Only yours, or all in this server"))
    @app_commands.choices(
        whose=[
            app_commands.Choice(name=app_commands.locale_str(mark("Only mine")), value=MINE),
            app_commands.Choice(
                name=app_commands.locale_str(mark("All in this server")), value=SERVER
            ),
        ]
    )
    @app_commands.guild_only()
    async def matches(self, interaction: discord.Interaction, whose: str = MINE) -> None:
        """A private list, those that wait for the reader first."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            layout = await listing(self.client, interaction, whose, 0, words)
            await interaction.edit_original_response(view=layout)

        await answered(interaction, words, work(), nowhere)

    @app_commands.command(description=mark("Give up a match; you'll be last"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.guild_only()
    async def resign(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Asks first."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await which.find(self.client, which.wanted(interaction, match))
            inside(loaded, interaction.user.id)
            number = loaded.record.id
            if len(loaded.roster.people) == 1:
                text = words.say("Do you really resign match #{match}? It ends.", match=number)
            elif loaded.seats == min(loaded.game.info.seats):
                text = words.say(
                    "Really resign match #{match}? It ends, and you lose it.",
                    match=number,
                )
            else:
                text = words.say(
                    "Really resign match #{match}? You'll be last in it, and a computer takes "
                    "your seat.",
                    match=number,
                )
            button = page_button(number, "resign", words.say("Resign"), Style.GRAVE, "🏳️")
            await interaction.edit_original_response(view=compose(texts=[text], rows=[[button]]))

        await answered(interaction, words, work(), nowhere)

    @app_commands.command(description=mark("Plan your next turn ahead, or see your plan"))
    @app_commands.describe(match=mark("Which match, if you're in several"))
    @app_commands.guild_only()
    async def plan(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Only the reader sees it."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await which.find(self.client, which.wanted(interaction, match))
            await self.client.confirmations.planner.show(interaction, loaded, words)

        await answered(interaction, words, work(), nowhere)

    @board.autocomplete("match")
    @plan.autocomplete("match")
    @resign.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        words = private_words(self.client.catalogue, interaction)
        return await which.suggest(self.client, interaction, current, words)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(PlayCommands(client))
