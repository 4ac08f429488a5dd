"""Interactions for tests of single handlers: they have a store and names, but no boards."""

from types import SimpleNamespace
from typing import Any, cast

from bot.match.people.limits import CoolDown
from cogs.interactions.answers import Interactions
from cogs.interactions.context import Context
from cogs.posting.restores import Restores
from cogs.runtime.in_flight import InFlight
from tests.cogs.test_papers import kit
from tests.match.world import GUILD, World


def interactions(world: World, client: Any = None) -> Interactions:
    parts = kit(world, client)
    limits = CoolDown(per_second=10**6)
    return Interactions(parts, Restores(world.store), cast("Any", None), limits, InFlight())


def context(world: World, user: int, channel: int, guild: int = GUILD) -> Context:
    interaction = SimpleNamespace(
        data={},
        extras={},
        guild_id=guild,
        is_guild_integration=lambda: True,
        channel_id=channel,
        user=SimpleNamespace(id=user, display_name=f"u{user}", name=f"u{user}"),
        locale="en-US",
        message=None,
        type=None,
        command=None,
    )
    return Context(interactions(world), cast("Any", interaction))
