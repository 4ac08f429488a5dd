"""Record the golden files of the dice grid again: ``python -m tests.golden.dice_grid.record``.

The files are the same each time. Decisions are random if no computer makes them.
"""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from bot.app.games import load_games
from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.driver import UNDO
from engine.core.matchfile import Header, write
from engine.core.types import Entry, Level
from engine.games.dice_grid.rules import DiceGrid

FOLDER = Path(__file__).parent
_newest = load_games().newest("dice-grid")
assert isinstance(_newest, DiceGrid), "the register builds the dice grid under its name"
GAME = _newest
HOUSE_SQUARES = 14
"""Squares that the house marks in a recipe with an opening."""


@dataclass(frozen=True)
class Recipe:
    name: str
    contribution: str
    opening: bool = False
    """Whether the house marks the first squares."""
    undo: bool = False
    """Whether to take back one word in four."""
    level: Level | None = None
    """The level of the computer that decides; None for random decisions."""
    revealed: bool = True
    stop: int | None = None
    """Number of entries; None for all."""


RECIPES = (
    Recipe("practice", "1100000000000000000", undo=True),
    Recipe("day", "2026-11-21", opening=True),
    Recipe("easy", "", level=Level.APPRENTICE),
    Recipe("running-day", "2026-11-22", opening=True, revealed=False, stop=81),
)


def play(recipe: Recipe) -> tuple[Header, list[Entry], dict[str, object]]:
    """Return the match of a recipe, and the summary of its replay."""
    seed = hashlib.sha256(f"dice-grid {recipe.name}".encode()).digest()
    header = Header(
        GAME.info.name,
        GAME.info.rules,
        1,
        commitment(seed),
        recipe.contribution,
        seed.hex() if recipe.revealed else None,
    )
    stream, choices = Stream(seed, header.contribution), Stream(seed, "choices")
    position = driver.start(GAME, 1)
    log: list[Entry] = []
    while GAME.outcome(position.state) is None and len(log) != recipe.stop:
        request = GAME.chance(position.state)
        if request is not None:
            advance = driver.settle(GAME, position, stream.answer(request, position.drawn))
        else:
            tokens = driver.legal_tokens(GAME, position, 0)
            token = tokens[choices.number(2 * position.seq, len(tokens))]
            if recipe.opening and position.state.marked < HOUSE_SQUARES:
                token = GAME.notation(GAME.suggest(position.state, 0))
            elif recipe.level is not None:
                token = GAME.notation(GAME.suggest(position.state, 0, recipe.level))
            elif recipe.undo and driver.may_undo(position, 0):
                token = token if choices.number(2 * position.seq + 1, 4) else UNDO
            advance = driver.choose(GAME, position, 0, token)
        log.append(advance.entry)
        position = advance.position
    return header, log, GAME.summary(GAME.observe(position.state))


def main() -> None:
    for recipe in RECIPES:
        header, log, summary = play(recipe)
        path = FOLDER / f"{recipe.name}.match"
        path.write_text(write(header, log), encoding="utf-8", newline="\n")
        text = json.dumps(summary, indent=1)
        path.with_suffix(".json").write_text(text + "\n", encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
