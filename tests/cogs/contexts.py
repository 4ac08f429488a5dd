"""Interactions of tests of single handlers: with a store and names, without boards."""

from types import SimpleNamespace
from typing import Any, cast

from bot.match.people.limits import CoolDown
from cogs.interactions.answers import Answering
from cogs.interactions.context import Context, Interactions
from cogs.posting.restores import Restores
from cogs.runtime.in_flight import InFlight
from tests.cogs.sights import access
from tests.cogs.test_papers import book, preferences
from tests.match.world import GUILD, World
from texts import Catalogue


def interactions(world: World) -> Interactions:
    """What handlers get their contexts from."""
    return Interactions(
        Catalogue.load(),
        world.matches,
        cast("Any", None),
        preferences(world),
        book(),
        Restores(world.store),
        access(world),
        Answering(world.matches, CoolDown(per_second=10**6), InFlight()),
    )


def context(world: World, user: int, channel: int, guild: int = GUILD) -> Context:
    """What a handler gets of somebody who asks in a channel."""
    interaction = SimpleNamespace(
        guild_id=guild,
        is_guild_integration=lambda: True,
        channel_id=channel,
        user=SimpleNamespace(id=user),
        locale="en-US",
    )
    return Context(interactions(world), cast("Any", interaction))
