"""The guide of a game on the boards of new players."""

from bot.match.log.loaded import Loaded
from cogs.games.guide import GameGuide
from cogs.kit import Kit


async def guide_for_newcomers(kit: Kit, loaded: Loaded) -> GameGuide:
    """Return the game's guide if some player to act has made no decision yet in this match, and has
    never finished one of its game; else an empty guide.
    """
    guide = kit.games.guide(loaded.record.game)
    moved = {logged.entry.actor for logged in loaded.log}
    holders = loaded.roster.holders
    fresh = [user for user in loaded.people_to_act if holders.index(user) not in moved]
    if not fresh or guide.how_to_play is None:
        return GameGuide()
    if not await kit.stores.statistics.newcomers(loaded.record.game, fresh):
        return GameGuide()
    return guide
