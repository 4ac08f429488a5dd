"""From tokens to entries: what a decision leads to, with the luck that follows."""

from typing import Any

from bot.match.loaded import Loaded
from bot.match.playing.errors import IllegalMove
from engine.core import driver
from engine.core.errors import NotLegal
from engine.core.types import Seat


def decide(loaded: Loaded, seat: Seat, tokens: tuple[str, ...]) -> tuple[driver.Advance[Any], ...]:
    """The entries that these tokens make, with the luck that follows; raises IllegalMove."""
    assert loaded.position is not None, "the match is running"
    position = loaded.position
    advances: list[driver.Advance[Any]] = []
    if not tokens:
        raise IllegalMove
    try:
        for token in tokens:
            made = driver.choose(loaded.game, position, seat, token)
            advances.append(made)
            position = made.position
    except NotLegal as error:
        raise IllegalMove from error
    advances.extend(driver.advance(loaded.game, position, loaded.stream))
    return tuple(advances)
