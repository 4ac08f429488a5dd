"""Puzzle files on the command line: the board as text, the question, the check and the solution."""

from typing import Any

from bot.app.commands.match_files import read_bytes
from bot.app.commands.replays import scene_for
from bot.app.games import load_games
from bot.errors import OperatorError
from cogs.screens import GameScreens
from cogs.screens.base import Scene
from cogs.screens.installed import screens_of
from engine.core import driver
from engine.core.game import AnyGame
from engine.core.puzzle_mining import EFFORT, decision_of, judge
from engine.core.puzzlefile import read
from engine.core.puzzles import Candidate, Puzzle, Tempted, position
from engine.core.types import Entry
from texts import Catalogue

_TEMPTED = {
    Tempted.POPULAR: "the move that most would play",
    Tempted.APPRENTICE: "the apprentice's move",
}


def show(path: str, *, solve: bool) -> str:
    """Return a puzzle's board and question, with `solve` its solution, too; raise BadLine or
    OperatorError.
    """
    game, puzzle = read(read_bytes(path), load_games().game)
    screens = screens_of(load_games(), puzzle.game)
    at = position(game, puzzle)
    scene = _scene(game, puzzle, at.state, screens)
    names = {one.token: _name(screens, scene, puzzle.seat, one.token) for one in puzzle.candidates}
    lines = [
        f"Puzzle {puzzle.key}: {puzzle.kind}, rated about {puzzle.rating}",
        "",
        screens.text(scene),
        "",
        f"Seat {puzzle.seat} decides. Which move is best?",
        *(f"  {names[one.token]}" for one in puzzle.offered()),
    ]
    if solve:
        lines += ["", *_solution(game, puzzle, screens, scene, names)]
    return "\n".join(lines).replace("**", "")


def check(path: str, effort: int = EFFORT) -> str:
    """Search a puzzle with other luck; return the confirmation. Raise BadLine or OperatorError."""
    game, puzzle = read(read_bytes(path), load_games().game)
    judged = judge(game, decision_of(game, puzzle), effort, "check")
    best, tempting = puzzle.best, judged.candidate(puzzle.tempting.token)
    searched = f"{path}: a search with {effort} samples"
    if not judged.is_right(best.token):
        raise OperatorError(f"{searched} prefers '{judged.best.token}' to '{best.token}'.")
    stated, found = puzzle.lost(tempting.token), judged.lead(tempting)
    if found < stated / 2:
        raise OperatorError(
            f"{searched} finds that '{tempting.token}' gives away {_value(found, puzzle)},"
            f" not {_value(stated, puzzle)}."
        )
    return (
        f"checked: the position follows the rules, and a search with {effort} samples prefers the"
        " same move"
    )


def _scene(game: AnyGame, puzzle: Puzzle, state: Any, screens: GameScreens) -> Scene:
    return scene_for(game, puzzle.seats, state, Catalogue.load().words(), screens)


def _name(screens: GameScreens, scene: Scene, seat: int, token: str) -> str:
    return f"{screens.hint_move(scene, seat, token)} ({token})"


def _solution(
    game: AnyGame, puzzle: Puzzle, screens: GameScreens, scene: Scene, names: dict[str, str]
) -> list[str]:
    right = ", or ".join(names[one.token] for one in puzzle.candidates[: puzzle.right])
    lines = [
        f"Best: {right}",
        f"Tempting: {names[puzzle.tempting.token]}, {_TEMPTED[puzzle.tempted]}",
        "",
        f"Values of all moves, from {puzzle.effort} samples:",
        *(f"  {names[one.token]}: {_worth(one, puzzle)}" for one in puzzle.candidates),
    ]
    if reasons := screens.hint_reasons(scene, puzzle.seat, puzzle.best.token):
        lines += ["", "Why:", *(f"  {reason}" for reason in reasons)]
    for title, line in (("best", puzzle.best_line), ("tempting", puzzle.tempting_line)):
        lines += ["", f"After the {title} move, for example:"]
        lines += _played(game, puzzle, screens, line)
    return lines


def _worth(one: Candidate, puzzle: Puzzle) -> str:
    points = f"{one.points:+.1f} ± {1.96 * one.error:.1f} points"
    return points if puzzle.seats == 1 else f"{100 * one.share:.1f} % to win, {points}"


def _value(lost: float, puzzle: Puzzle) -> str:
    return f"{lost:.1f} points" if puzzle.seats == 1 else f"{100 * lost:.1f} % of the win"


def _played(
    game: AnyGame, puzzle: Puzzle, screens: GameScreens, line: tuple[Entry, ...]
) -> list[str]:
    at, lines = position(game, puzzle), []
    for entry in line:
        before = _scene(game, puzzle, at.state, screens)
        advance = driver.read(game, at, entry)
        at = advance.position
        told = screens.story(_scene(game, puzzle, at.state, screens), (advance,))
        if not told and entry.actor is not None:
            told = [f"Seat {entry.actor}: {_name(screens, before, entry.actor, entry.token)}"]
        lines += [f"  {text}" for text in told]
    return lines
