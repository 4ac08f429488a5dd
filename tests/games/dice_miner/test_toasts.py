"""Toasts of computers on boards about shared beers."""

import pytest

from bot.match.log.records import Status
from cogs.board.table_talk import computer_remark
from cogs.ui.computer_lines import LINES
from engine.core.types import Level
from engine.games.dice_miner.events import BeerShared
from tests.cogs.moments import WORDS
from tests.cogs.test_papers import book, scenes
from tests.match.world import ANN, World
from tests.tiers import every


@pytest.mark.parametrize("level", every([Level.APPRENTICE, Level.FOREMAN]))
async def test_computer_toasts_each_shared_beer_once(world: World, level: Level) -> None:
    """In a match of two, every shared beer involves the computer."""
    loaded = await world.dice.practice(world.asked(ANN), 1, level)
    (word,) = [item.character for item in loaded.roster.computers if item is not None]
    toasts = [WORDS.say(item) for item in LINES[word].toasts]
    toasted = shared = 0
    while loaded.status is Status.RUNNING:
        base = loaded.seq
        legal = [loaded.game.notation(item) for item in loaded.game.legal_actions(loaded.state, 0)]
        token = next((item for item in legal if item.startswith("salud")), legal[0])
        loaded = await world.toy(loaded.record.id, f"{ANN} {token}")
        if loaded.status is not Status.RUNNING:
            break
        advances = loaded.advances()
        line = computer_remark(loaded, scenes(world, book()).known(loaded, WORDS), advances, base)
        beers = any(
            isinstance(item, BeerShared) for advance in advances[base:] for item in advance.events
        )
        shared += beers
        if base:  # at the start they greet instead
            assert (line is not None) is beers
            toasted += line is not None and any(f"“{item}”" in line for item in toasts)
    assert toasted == shared > 0
