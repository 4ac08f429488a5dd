"""/leaderboard: the server's best."""

import asyncio

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.glory import Kind
from cogs.answers import answered, nowhere, private_words
from cogs.client import SaludClient
from cogs.names import bold
from cogs.play.layout import files, paper
from render.games.dice_miner.leaders import Leader, draw_leaderboard
from render.games.dice_miner.words import points
from texts import mark

LISTED = 20


class Glory(commands.Cog):
    """Commands about what was won."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("This server's best miners"))
    @app_commands.guild_only()
    async def leaderboard(self, interaction: discord.Interaction) -> None:
        """Wins, matches and points in matches with at least two people."""
        words = private_words(self.client.catalogue, interaction)

        async def work() -> None:
            await interaction.response.defer(thinking=True)
            assert interaction.guild_id is not None, "the command is for servers only"
            public = await self.client.preferences.words(interaction.guild_id)
            page = await self.client.glory.leaderboard(
                interaction.guild_id,
                "all",
                Kind.WINS,
                start=0,
                most=LISTED,
                asker=interaction.user.id,
            )
            best = [line.tally for line in page.lines]
            names = await self.client.names.names(
                self.client, interaction.guild_id, (line.user for line in best), public
            )
            lines, leaders = [public.say("## 🏆 Leaderboard")], []
            for line in best:
                place = 1 + sum(o.wins > line.wins for o in best)
                leaders.append(
                    Leader(
                        place,
                        names[line.user],
                        public.count("{count} win", "{count} wins", line.wins),
                        public.say(
                            "{matches} played, {points}",
                            matches=line.matches,
                            points=points(public, line.points),
                        ),
                        you=line.user == interaction.user.id,
                    )
                )
                lines.append(
                    public.say(
                        "{place}. {player} · {wins} of {matches} won · {points}",
                        place=place,
                        player=bold(names[line.user]),
                        wins=line.wins,
                        matches=line.matches,
                        points=points(public, line.points),
                    )
                )
            if not best:
                lines.append(
                    public.say("Nobody has finished a match here yet. `/challenge` someone!")
                )
            lines.append(public.say("-# Matches with at least two people count."))
            theme = await self.client.preferences.theme(interaction.guild_id)
            title = public.say("Leaderboard")
            picture = await asyncio.to_thread(draw_leaderboard, title, leaders, public, theme)
            pictures = [(f"leaderboard{picture.suffix}", picture)]
            await interaction.edit_original_response(
                view=paper(texts=["\n".join(lines)], galleries=[pictures]),
                attachments=files(pictures),
            )

        await answered(interaction, words, work(), nowhere)


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Glory(client))
