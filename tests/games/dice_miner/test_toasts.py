"""A beer that is shared with a computer, or by one, is toasted on the board that tells of it."""

import pytest

from bot.match.log.records import Status
from cogs.board.table_talk import said
from cogs.ui.computer_lines import LINES
from engine.core.types import Level
from engine.games.dice_miner.events import BeerShared
from tests.cogs.moments import WORDS
from tests.cogs.test_papers import book, scenes
from tests.match.world import ANN, World
from tests.tiers import every


@pytest.mark.parametrize("level", every([Level.APPRENTICE, Level.FOREMAN]))
async def test_a_shared_beer_is_toasted(world: World, level: Level) -> None:
    """Once for each, by the computer of the two; in a match of two it always has part in it."""
    loaded = await world.dice.practice(world.asked(ANN), 1, level)
    (word,) = [one.character for one in loaded.roster.computers if one is not None]
    toasts = [WORDS.say(one) for one in LINES[word].toasts]
    toasted = shared = 0
    while loaded.status is Status.RUNNING:
        base = loaded.seq
        legal = [loaded.game.notation(one) for one in loaded.game.legal_actions(loaded.state, 0)]
        token = next((one for one in legal if one.startswith("salud")), legal[0])
        loaded = await world.toy(loaded.record.id, f"{ANN} {token}")
        if loaded.status is not Status.RUNNING:
            break
        advances = loaded.advances()
        line = said(loaded, scenes(world, book()).known(loaded, WORDS), advances, base)
        beers = any(isinstance(one, BeerShared) for made in advances[base:] for one in made.events)
        shared += beers
        if base:  # before anybody has acted they greet
            assert (line is not None) is beers
            toasted += line is not None and any(f"“{one}”" in line for one in toasts)
    assert toasted == shared > 0
