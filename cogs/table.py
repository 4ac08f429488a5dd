"""/board, /matches, /resign: matches that have begun."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.errors import NotInMatch
from bot.match.loaded import Loaded
from bot.match.types import Status
from cogs import which
from cogs.answers import acknowledge, answered, nowhere, private_words, tell
from cogs.client import SaludClient
from cogs.play.layout import page_button, paper
from cogs.play.places import address, missing
from cogs.screens import screens
from cogs.screens.base import Style
from texts import Words, mark

LISTED = 20


class Table(commands.Cog):
    """Commands about matches that have begun."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("Post the current board of a match again, here"))
    @app_commands.describe(match=mark("Which match, where several fit"))
    @app_commands.guild_only()
    async def board(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """The newest board in this place."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            what = which.wanted(interaction, match)
            loaded = await which.find(self.client, what, watching=True)
            in_thread = isinstance(interaction.channel, discord.Thread)
            lacking = missing(interaction.app_permissions, in_thread, words)
            if lacking:
                permissions = words.listed(lacking)
                text = words.say(
                    "I can't post here: I lack the permission {permissions}.",
                    permissions=permissions,
                )
            else:
                url = await self.client.boards.move(loaded.record.id, what.place, interaction.id)
                text = words.say("Here is the board: {url}", url=url)
            await tell(interaction, text)

        await answered(interaction, words, work(), nowhere)

    @app_commands.command(description=mark("Your matches in this server, and whose turn it is"))
    @app_commands.guild_only()
    async def matches(self, interaction: discord.Interaction) -> None:
        """A private list, those that wait for the reader first."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            what = which.wanted(interaction, None)
            ids = await self.client.matches.store.of_user(what.guild, what.user)
            mine = [await self.client.service.look(match) for match in ids]
            mine.sort(key=lambda loaded: what.user not in loaded.people_to_act)
            lines = [await self._line(loaded, what.user, words) for loaded in mine[:LISTED]]
            if not lines:
                lines = [words.say("You are in no match. `/challenge` or `/practice` begins one.")]
            await tell(interaction, "\n".join(lines))

        await answered(interaction, words, work(), nowhere)

    async def _line(self, loaded: Loaded, user: int, words: Words) -> str:
        record = loaded.record
        if loaded.status is Status.OPEN:
            url = address(record.guild, record.channel, record.invitation)
            return words.say(
                "⏳ #{match} · an invitation until <t:{at}:R> · {url}",
                match=record.id,
                at=record.expires,
                url=url,
            )
        scene = await self.client.scenes.scene(loaded, words)
        shown = await self.client.boards.current(record.id)
        values = {
            "match": record.id,
            "players": words.listed(scene.name(seat) for seat in range(loaded.seats)),
            "headline": screens(record.game).headline(scene),
            "url": shown or address(record.guild, record.place or record.channel),
        }
        people = loaded.people_to_act
        if user in people:
            return words.say(
                "🟢 #{match} · {players} · {headline} · **your turn** · {url}", **values
            )
        if not people:
            return words.say(
                "⚪ #{match} · {players} · {headline} · a computer's turn · {url}", **values
            )
        waiting = words.listed(f"<@{other}>" for other in people)
        return words.say(
            "⚪ #{match} · {players} · {headline} · waits for {waiting} · {url}",
            waiting=waiting,
            **values,
        )

    @app_commands.command(description=mark("Give up a match; you will be last"))
    @app_commands.describe(match=mark("Which match, where several fit"))
    @app_commands.guild_only()
    async def resign(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Asks first."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await which.find(self.client, which.wanted(interaction, match))
            if loaded.roster.seat_of(interaction.user.id) is None:
                raise NotInMatch
            number = loaded.record.id
            if loaded.seats == min(loaded.game.info.seats):
                text = words.say(
                    "Do you really resign match #{match}? It ends, and you have lost it.",
                    match=number,
                )
            else:
                text = words.say(
                    "Do you really resign match #{match}? You will be last in it,"
                    " and a computer player takes your seat.",
                    match=number,
                )
            button = page_button(number, "resign", words.say("Resign"), Style.GRAVE, "🏳️")
            await interaction.edit_original_response(view=paper(texts=[text], rows=[[button]]))

        await answered(interaction, words, work(), nowhere)

    @app_commands.command(description=mark("Plan your next turn ahead, or see what you planned"))
    @app_commands.describe(match=mark("Which match, where several fit"))
    @app_commands.guild_only()
    async def plan(self, interaction: discord.Interaction, match: int | None = None) -> None:
        """Only the reader sees it."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await acknowledge(interaction)
            loaded = await which.find(self.client, which.wanted(interaction, match))
            await self.client.desk.planner.show(interaction, loaded, words)

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
    await client.add_cog(Table(client))
