"""What people see in tests of single parts, which have no channels."""

from bot.match.daily.service import DayAccess
from cogs.posting.match_access import MatchAccess
from tests.match.world import World


class SeesAll:
    """A sight to which no place is hidden."""

    async def views(self, member: object, place: int) -> bool:
        """Return True."""
        del member, place
        return True

    async def open_to_readers(self, channel: int, place: int) -> bool:
        """Return True."""
        del channel, place
        return True


def access(world: World) -> MatchAccess:
    """Return a MatchAccess for members who see every channel."""
    return MatchAccess(DayAccess(world.clock, world.days), SeesAll())
