"""Visibility of channels, for tests of single parts without channels."""

from typing import cast

from cogs.posting.match_access import MatchAccess
from cogs.posting.visibility import DiscordVisibility
from tests.match.world import World


class SeesAll:
    """A sight that hides no place."""

    async def views(self, member: object, place: int) -> bool:
        del member, place
        return True

    async def open_to_readers(self, channel: int, place: int) -> bool:
        del channel, place
        return True


def access(world: World) -> MatchAccess:
    """Return a MatchAccess for members who see every channel."""
    return MatchAccess(world.daily, cast("DiscordVisibility", SeesAll()))
