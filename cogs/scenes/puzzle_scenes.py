"""A puzzle's board and its lines, drawn for the player to move.

The rivals have no names: a puzzle must not show whose match it comes from.
"""

from dataclasses import dataclass
from typing import Any

from cogs.games.installed import InstalledGames
from cogs.screens import Scene
from cogs.screens.base import Advances
from engine.core import driver
from engine.core.driver import Position
from engine.core.game import AnyGame
from engine.core.puzzles import Puzzle, position
from engine.core.types import Entry
from render.players import Player
from render.theme import Theme
from texts import Words

BEST, OTHER = "best", "other"


@dataclass(frozen=True, slots=True)
class PuzzleLook:
    """The reader's language and colours, and the installed games."""

    games: InstalledGames
    words: Words
    theme: Theme
    icons: dict[str, str]


@dataclass(frozen=True, slots=True)
class LineStep:
    """A board of a line that is played out."""

    scene: Scene
    advances: Advances
    """The entries from the decision to this board."""
    number: int
    """From 1."""
    steps: int
    is_example: bool
    """Whether this board follows from a roll that was made up."""


def question(look: PuzzleLook, game: AnyGame, puzzle: Puzzle) -> Scene:
    """Slow: call it in a thread."""
    return _scene(look, game, puzzle, position(game, puzzle), look.words.say("You"))


def line_step(look: PuzzleLook, game: AnyGame, puzzle: Puzzle, name: str, number: int) -> LineStep:
    """Return the board after `number` entries of the best or of the tempting line, or the last.

    Slow: call it in a thread.
    """
    line: tuple[Entry, ...] = puzzle.best_line if name == BEST else puzzle.tempting_line
    number = min(max(number, 1), len(line))
    at, advances = position(game, puzzle), []
    for entry in line[:number]:
        advances.append(driver.read(game, at, entry))
        at = advances[-1].position
    rolled = any(entry.actor is None for entry in line[:number])
    # Stories speak of players in the third person.
    scene = _scene(look, game, puzzle, at, look.words.say_as("name", "Miner"))
    return LineStep(scene, advances, number, len(line), rolled)


def _scene(look: PuzzleLook, game: AnyGame, puzzle: Puzzle, at: Position[Any], mover: str) -> Scene:
    over = game.outcome(at.state) is not None or game.chance(at.state) is not None
    return Scene(
        game=game,
        state=at.state,
        to_act=() if over else tuple(game.to_act(at.state)),
        players=_players(puzzle, look.words, mover),
        words=look.words,
        screens=look.games.screens(puzzle.game),
        viewer=puzzle.seat,
        icons=look.icons,
        theme=look.theme,
    )


def _players(puzzle: Puzzle, words: Words, mover: str) -> tuple[Player, ...]:
    names = {puzzle.seat: mover}
    rivals = [seat for seat in range(puzzle.seats) if seat != puzzle.seat]
    for number, seat in enumerate(rivals, 1):
        names[seat] = (
            words.say_as("name", "Rival")
            if len(rivals) == 1
            else words.say("Rival {number}", number=number)
        )
    return tuple(Player(names[seat]) for seat in range(puzzle.seats))
