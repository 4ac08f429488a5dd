"""The client as topics see it."""

import discord
from discord.ext import commands

from cogs.interactions.presses import Presses
from cogs.topics.kit import TopicKit


class TopicClient(commands.AutoShardedBot):
    presses: Presses
    topic_kit: TopicKit


Interaction = discord.Interaction[TopicClient]
