"""Positions of the dice grid for tests, in notation."""

from collections.abc import Mapping
from dataclasses import replace

from bot.app.games import load_games
from engine.core import driver
from engine.core.driver import Position
from engine.core.types import Entry
from engine.games.dice_grid.rules import DiceGrid
from engine.games.dice_grid.state import SimpleStage, State

_GAME = load_games().newest("dice-grid")
assert isinstance(_GAME, DiceGrid), "the register builds the dice grid under its name"
GAME = _GAME
CONTENT = GAME.content
LETTERS = [die.letter for die in CONTENT.dice]
SETUP = ("at c4", "write d8", "cross 5")


def play(*words: str, after: Position[State] | None = None) -> Position[State]:
    """Return the position after these words; ``roll 5`` is luck's, all others are the player's."""
    position = driver.start(GAME, 1) if after is None else after
    for word in words:
        actor = None if word.startswith("roll ") else 0
        position = driver.read(GAME, position, Entry(position.seq, actor, word)).position
    return position


def tokens(position: Position[State]) -> tuple[str, ...]:
    return driver.legal_tokens(GAME, position, 0)


def square(name: str) -> int:
    return next(place for place in CONTENT.squares if CONTENT.square_name(place) == name)


def drawn(
    rows: str,
    marker: str,
    result: int,
    stars: int = 3,
    boxes: Mapping[str, tuple[int, ...]] | None = None,
) -> Position[State]:
    """Return the state after a roll, on a grid of six lines of letters; other columns are open."""
    state = GAME.new(1)
    letters = "".join(rows.split())
    columns = {die.name: tuple(range(1, die.faces + 1)) for die in CONTENT.dice}
    return Position(
        replace(
            state,
            stage=SimpleStage.MOVING,
            grid=tuple(None if letter == "." else LETTERS.index(letter) for letter in letters),
            open=tuple(({**columns, **(boxes or {})}).values()),
            stars=stars,
            marker=square(marker),
            die=len(CONTENT.dice) - 1,
            result=result,
        )
    )


def summary(position: Position[State]) -> dict[str, object]:
    """Return the JSON of ``replay --json``."""
    return GAME.summary(GAME.observe(position.state))
