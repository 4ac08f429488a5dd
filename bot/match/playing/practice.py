"""The next step after practice: stronger computers."""

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import places
from engine.core.types import Level


def stronger_level(loaded: Loaded) -> Level | None:
    """Return the next level that the game has, if one person beat weaker computers; else None."""
    people = [seat for seat, holder in enumerate(loaded.roster.original) if holder is not None]
    if len(people) != 1 or loaded.seats < 2 or loaded.outcome is None:
        return None
    if places(loaded)[people[0]] != 1:
        return None
    order = tuple(Level)
    beaten = max(order.index(computer.level) for computer in loaded.computers.values())
    stronger = (level for level in loaded.game.info.levels if order.index(level) > beaten)
    return next(stronger, None)
