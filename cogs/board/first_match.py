"""The goal of a game and its guide, on the boards of new players."""

from dataclasses import dataclass, field
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from cogs.games.guide import GameGuide
from cogs.kit import Kit
from texts import Words


@dataclass(frozen=True, slots=True)
class FirstMatch:
    text: str = ""
    guide: GameGuide = field(default_factory=GameGuide)

    def buttons(self, match: int, words: Words) -> list[ui.Item[Any]]:
        return self.guide.match_buttons(match, words) if self.text else []


NO_FIRST_MATCH = FirstMatch()


async def first_match(kit: Kit, loaded: Loaded, words: Words) -> FirstMatch:
    """Return the explanation for players to act who have made no decision yet in this match, and
    have never finished one of its game; NO_FIRST_MATCH if there are none.
    """
    guide = kit.games.guide(loaded.record.game)
    moved = {logged.entry.actor for logged in loaded.log}
    holders = loaded.roster.holders
    fresh = [user for user in loaded.people_to_act if holders.index(user) not in moved]
    if not fresh or guide.how_to_play is None:
        return NO_FIRST_MATCH
    if not await kit.stores.statistics.newcomers(loaded.record.game, fresh):
        return NO_FIRST_MATCH
    return FirstMatch(guide.how_to_play.first_lines(loaded.game, words), guide)
