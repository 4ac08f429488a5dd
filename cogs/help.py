"""/rules: a short help by topic."""

import discord
from discord import app_commands
from discord.ext import commands

from cogs.answers import private_words, tell
from cogs.client import SaludClient
from cogs.play.layout import paper
from texts import mark

TOPICS = {
    "start": (
        mark("How a match goes"),
        mark(
            "A match has three rounds. In each one you dig away a mountain of 20 dice, reroll "
            "some with magic, and score your hoard. You keep your dice, so hoards grow from "
            "round to round. After round 3, the most points win.\n"
            "First, everyone rolls a tunnel die: the highest starts, and beer beats 5. Then "
            "everyone chooses a hero, the starting player last. A hero's faces count in every "
            "round as if they were in your hoard.\n"
            "`/tutorial` teaches you in a few turns, and `/practice` starts a match against "
            "computers. On every board, “Why not?” tells you why you can't do something."
        ),
    ),
    "digging": (
        mark("Digging"),
        mark(
            "On your turn, take one die from the **top**: one with no die on it. It keeps the "
            "face it shows. In the picture, these dice carry a letter: press the button with "
            "that letter. The round goes on until the mountain is empty."
        ),
    ),
    "salud": (
        mark("¡Salud!"),
        mark(
            "Every die has one beer face. If you start your turn with a beer in your hoard, you "
            "can shout **¡Salud!**: roll it and give it to a friend, who must keep it with its "
            "new face. Then take up to **two** dice, one after the other, each from the top or "
            "the **side** (with exactly one die on it, which slides down into the hole). You can "
            "skip the second. Once per turn."
        ),
    ),
    "magic": (
        mark("Magic"),
        mark(
            "When the mountain is empty, players spend their magic, one after the other. A die "
            "with two diamonds rerolls two dice of your hoard: choose both before they roll. You "
            "can never reroll hazard dice, magic already spent this round, or hero faces. You "
            "keep spent magic, and it's fresh again next round."
        ),
    ),
    "scoring": (
        mark("Scoring"),
        mark(
            "**Tunnels**: sequences that start with 1, such as 1-2-3, score the sum of their "
            "numbers. You can make several, each die in one of them.\n"
            "**Treasure**: a point per gem. The player with the most gems scores double; in a "
            "tie, nobody does.\n"
            "**Hazards**: each rockfall costs a point if you have no pick, each dragon if you "
            "have no shield. With one pick, every rockfall scores a point instead; with two "
            "picks, two points, and so on. Shields do the same for dragons.\n"
            "Beer, magic and chests score nothing."
        ),
    ),
    "chests": (
        mark("Chests"),
        mark(
            "After rounds 1 and 2, each chest you show keeps one die with its face; a double "
            "chest keeps two. A chest die that you keep doesn't keep anything itself. You roll "
            "all your other dice again. The player with the fewest points starts the next round."
        ),
    ),
    "end": (
        mark("The end and ties"),
        mark(
            "After round 3, the most points win. Players tied for first roll their whole hoards, "
            "play one more magic phase and score among themselves, until one is ahead."
        ),
    ),
    "fairness": (
        mark("Are the dice fair?"),
        mark(
            "Every roll of a match follows from a secret seed and from what the players added "
            "when they joined. The seed's fingerprint is published with the invitation, the seed "
            "itself at the end, so anyone can recompute every roll."
        ),
    ),
}


class Help(commands.Cog):
    """Commands that explain."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("The rules in short, by topic"))
    @app_commands.describe(topic=mark("The topic you want to know about"))
    @app_commands.choices(
        topic=[
            app_commands.Choice(name=app_commands.locale_str(title), value=key)
            for key, (title, _) in TOPICS.items()
        ]
    )
    @app_commands.guild_only()
    async def rules(self, interaction: discord.Interaction, topic: str = "start") -> None:
        """One topic, for the reader alone."""
        words = private_words(self.client.catalogue, interaction)
        title, text = TOPICS.get(topic, TOPICS["start"])
        heading = words.say("## {title}", title=words.say(title))
        await tell(interaction, "", paper(texts=[heading, words.say(text)]))


async def setup(client: SaludClient) -> None:
    """Add the cog."""
    await client.add_cog(Help(client))
