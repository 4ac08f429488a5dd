"""Proves the dice of a match and shows how lucky they were, in private."""

import asyncio
from dataclasses import dataclass

from discord import app_commands

from bot.match.log.records import check_revealed
from bot.match.statistics.results import seat_fortunes
from bot.match.values.errors import NotStarted
from cogs.base import custom_id_families as families
from cogs.fairness.luck import luck_layout
from cogs.fairness.proof import fair_dice
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.past_lookup import find_past
from cogs.scenes.scenes import Scenes
from cogs.topics.autocomplete import matches_to_review
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import files
from texts import mark


@dataclass(eq=False)
class FairnessHandlers(Handlers):
    scenes: Scenes
    lookup: MatchLookup

    @on_press(families.MATCH, "fair")
    @handler()
    async def prove(self, ctx: Context, number: int) -> None:
        ctx.concerns(number)
        layout, proof = await fair_dice(self.kit, ctx.interaction, number, ctx.words)
        await ctx.tell("", layout, proof)

    @app_commands.command(description=mark("Prove the dice of a match: recompute every roll"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @handler()
    async def verify(self, ctx: Context, match: int | None = None) -> None:
        number = (await find_past(self.lookup, ctx)).record.id if match is None else match
        layout, proof = await fair_dice(self.kit, ctx.interaction, number, ctx.words)
        await ctx.respond(layout, proof)

    @app_commands.command(description=mark("How lucky a match's dice really were"))
    @app_commands.describe(match=mark("Match number; the one played here if left out"))
    @app_commands.autocomplete(match=matches_to_review)
    @handler()
    async def luck(self, ctx: Context, match: int | None = None) -> None:
        loaded = await find_past(self.lookup, ctx, match)
        if loaded.position is None:
            raise NotStarted
        check_revealed(loaded.record, self.kit.matches.clock.now())
        scene = await self.scenes.scene(loaded, ctx.words)
        fortunes = await asyncio.to_thread(seat_fortunes, loaded)
        layout, pictures = await asyncio.to_thread(luck_layout, scene, loaded, fortunes)
        await ctx.respond(layout, files(pictures))


def build(kit: TopicKit) -> BuiltTopic:
    handlers = FairnessHandlers(kit.interactions, kit.scenes, kit.lookup)
    return BuiltTopic((handlers,))
