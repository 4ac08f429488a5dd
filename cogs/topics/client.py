"""The client as topics see it."""

import discord

from cogs.interactions.presses import PressClient
from cogs.topics.kit import TopicKit


class TopicClient(PressClient):
    topic_kit: TopicKit


Interaction = discord.Interaction[TopicClient]
