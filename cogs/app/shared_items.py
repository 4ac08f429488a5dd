"""Buttons and menus whose presses several topics answer."""

from typing import Any

import discord

from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.daily.handlers import DailyHandlers
from cogs.fairness.handlers import FairnessHandlers
from cogs.guide.handlers import GuideHandlers
from cogs.interactions.topics import PersistentItem, TopicClient, chosen
from cogs.invitations.handlers import InvitationHandlers
from cogs.play.handlers import PlayHandlers
from cogs.replay.handlers import ReplayHandlers


class MatchButton(PersistentItem, family=families.MATCH):
    """Does something with a match as a whole."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        services = interaction.client.services
        verb, _, what = self.fields["verb"].partition(" ")
        if verb == "look":
            await services[PlayHandlers].look(interaction, self.match, what)
            return
        handle = {
            "resign": services[PlayHandlers].resign,
            "rematch": services[InvitationHandlers].rematch,
            "again": services[InvitationHandlers].rematch,
            "why": services[PlayHandlers].why_not,
            "more": services[PlayHandlers].more,
            "how": services[GuideHandlers].how_to_play,
            "fair": services[FairnessHandlers].prove,
            "text": services[PlayHandlers].as_text,
        }[verb]
        await handle(interaction, self.match)


class DayItem(PersistentItem, family=families.DAY):
    """Shows the results of a day, posts a card, or steps through the match that is chosen."""

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        day, verb, game = self.fields["day"], self.fields["verb"], self.fields["game"]
        services, value = interaction.client.services, chosen(interaction)
        match = number_in(value)
        if verb == "watch" and match is not None:
            await services[ReplayHandlers].press(interaction, match, 0, "open")
        else:
            await services[DailyHandlers].press(interaction, day, verb, game)


async def setup(client: TopicClient) -> None:
    """Add them."""
    client.add_dynamic_items(MatchButton, DayItem)
