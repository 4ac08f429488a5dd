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
            "A match has three rounds. In each a mountain of 20 dice is dug away, magic rerolls"
            " some of them, and what lies in each hoard is scored. Dice stay in the hoards, so"
            " they grow from round to round. After the third round the most points win.\n"
            "First each player rolls a tunnel die: the best starts, and beer beats 5. Then heroes"
            " are chosen, the starting player last. A hero's faces count in every round as if"
            " they lay in your hoard.\n"
            "`/tutorial` teaches it in a few turns, and `/practice` is a match against computer"
            " players. On every board “Why not?” tells you why something can't be done."
        ),
    ),
    "digging": (
        mark("Digging"),
        mark(
            "In your turn you take one die from the **top**: one with no die on it. It keeps the"
            " face that it shows. On the picture such dice carry a letter; press the button with"
            " that letter. The round goes on until the mountain is empty."
        ),
    ),
    "salud": (
        mark("¡Salud!"),
        mark(
            "Every die has one beer face. If you begin your turn with a beer in your hoard, you"
            " may shout **¡Salud!**: roll it and give it to a friend, who must keep it with its"
            " new face. Then you take up to **two** dice, one after the other, each from the top"
            " or the **side** (with one die on it: that one slides down into the hole). The"
            " second may be left. Once a turn."
        ),
    ),
    "magic": (
        mark("Magic"),
        mark(
            "When the mountain is empty, magic is spent, one seat after the other. A die with two"
            " diamonds rerolls two dice of your hoard, all chosen before they roll. Hazard dice,"
            " magic already spent in this round and hero faces are never rerolled. Spent magic"
            " stays with you and is fresh in the next round."
        ),
    ),
    "scoring": (
        mark("Scoring"),
        mark(
            "**Tunnels**: rows that begin with 1, such as 1-2-3, give the sum of their numbers;"
            " several rows may be made, each die in one of them.\n"
            "**Treasure**: a point for each gem; the one player with the most gems scores double."
            " A tie doubles nobody.\n"
            "**Hazards**: rockfalls cost a point each without a pick, dragons without a shield."
            " With one pick all your rockfalls are worth a point each, with two picks two points,"
            " and so on; shields do the same for dragons.\n"
            "Beer, magic and chests score nothing."
        ),
    ),
    "chests": (
        mark("Chests"),
        mark(
            "After rounds 1 and 2 each chest that you show keeps one die with its face; a double"
            " chest keeps two. A chest die that you keep keeps nothing itself. All other dice are"
            " rolled. Who has the fewest points starts the next round."
        ),
    ),
    "end": (
        mark("The end, and ties"),
        mark(
            "After round 3 the most points win. Those tied for most roll their whole hoards, play"
            " one more magic phase and score among themselves, until one is best."
        ),
    ),
    "fairness": (
        mark("Are the dice fair?"),
        mark(
            "Every roll of a match follows from a secret seed and from what the players brought"
            " when they joined. The seed's fingerprint is published with the invitation, the seed"
            " itself at the end: then anyone can recompute every roll."
        ),
    ),
}


class Help(commands.Cog):
    """Commands that explain."""

    def __init__(self, client: SaludClient) -> None:
        self.client = client

    @app_commands.command(description=mark("The rules in short, by topic"))
    @app_commands.describe(topic=mark("What you want to know"))
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
