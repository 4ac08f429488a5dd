"""What searches find: those of the bot take another process long."""

import json
from dataclasses import asdict

import pytest

from bot import app
from cogs.hints import handlers as advisor
from cogs.interactions import context
from cogs.replay import accuracy, frames, turning_points
from engine.core import driver
from engine.core.accuracy import Weighed, choices
from engine.core.advice import Advised, Searched, written
from engine.core.matchfile import open_match
from engine.core.turns import turns
from playground import person
from tests.match.world import GAMES
from tests.patience import PATIENCE
from tests.sketches import SketchArtist


def search_nothing(patch: pytest.MonkeyPatch) -> None:
    """Let answers come from this module, and pictures be sketched or short."""
    patch.setattr(app, "ThreadArtist", SketchArtist)
    patch.setattr(frames, "FRAMES", 2)
    patch.setattr(turning_points, "_ask", some_turning_points)
    patch.setattr(accuracy, "_ask", some_accuracy)
    patch.setattr(advisor, "_ask", some_advice)
    # Discord's time does not pass here, so a busy machine is given all that it needs.
    patch.setattr(person, "PATIENCE", PATIENCE)
    patch.setattr(context, "FORM_PATIENCE", PATIENCE)


async def some_turning_points(text: str) -> bytes:
    """Return up to three turning points, whose shares are as long as the match has seats."""
    opened = open_match(text.encode(), GAMES.game)
    seats = opened.header.seats
    steps = len(turns(opened.game, seats, [advance for _, advance in opened.advances()]))
    before, after = [0.05, 0.25, 0.25, 0.45][:seats], [0.9, 0.05, 0.05, 0.0][:seats]
    return json.dumps(
        [{"step": s, "before": before, "after": after} for s in (2, 9, 20) if s <= steps]
    ).encode()


async def some_accuracy(text: str) -> bytes:
    """Return accuracy in which nearly every decision was costly."""
    opened = open_match(text.encode(), GAMES.game)
    made = choices(opened.game, opened.header.seats, [one for _, one in opened.advances()])
    found = [Weighed(c.seq, c.seat, c.token, c.token, 123.4, 0.1, 1.0) for c in made[:60]]
    return json.dumps([asdict(one) for one in found]).encode()


async def some_advice(seat: int, text: str) -> bytes:
    """Return advice with the longest text: two moves of equal worth."""
    opened = open_match(text.encode(), GAMES.game)
    state = driver.start(opened.game, opened.header.seats).state
    for _, made in opened.advances():
        state = made.position.state
    tokens = driver.legal_tokens(opened.game, driver.Position(state), seat)
    moves = [Advised(token, Searched(0.5, 12.3, 45.6)) for token in tokens[:8]]
    return json.dumps(written(moves)).encode()
