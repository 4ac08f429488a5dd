"""`python -m bot puzzle`, and the bundled stock of puzzles."""

from dataclasses import replace
from pathlib import Path

import pytest

from bot.app import puzzle_stock
from bot.app.games import load_games
from engine.core import driver
from engine.core.puzzle_mining import EFFORT, decision_of, judge
from engine.core.puzzlefile import read, write
from engine.core.puzzles import Puzzle, position, worth
from tests.bot.shell import Shell
from tests.tiers import exhaustive, sampled

GAMES = load_games()
FILES = [path for name in GAMES.names for path in puzzle_stock.files(name)]
SMALL = min(FILES, key=lambda path: path.read_text().count("\nmove: "))
"""A puzzle with few moves, whose search is short."""


def puzzle_in(path: Path) -> Puzzle:
    return read(path.read_bytes(), GAMES.game)[1]


def test_command_shows_the_question_and_only_on_request_the_solution(shell: Shell) -> None:
    puzzle = puzzle_in(SMALL)
    asked = shell.ok("puzzle", str(SMALL))
    assert f"Seat {puzzle.seat} decides. Which move is best?" in asked
    assert f"({puzzle.best.token})" in asked
    assert f"({puzzle.tempting.token})" in asked
    assert "% to win" not in asked
    assert asked.endswith("prefers the same move\n")
    solved = shell.ok("puzzle", str(SMALL), "--solve")
    assert f"({puzzle.best.token}): {100 * puzzle.best.share:.1f} % to win" in solved
    assert "\nWhy:\n  " in solved
    assert "After the tempting move" in solved


def test_command_refuses_a_solution_that_the_search_does_not_find(
    shell: Shell, nowhere: Path
) -> None:
    puzzle = puzzle_in(SMALL)
    values = [replace(one, token="") for one in puzzle.candidates]
    tokens = [one.token for one in puzzle.candidates]
    tempting = tokens.index(puzzle.tempting.token)
    tokens[0], tokens[tempting] = tokens[tempting], tokens[0]
    false = replace(
        puzzle,
        candidates=tuple(
            replace(value, token=token) for value, token in zip(values, tokens, strict=True)
        ),
        tempting=replace(puzzle.tempting, token=tokens[tempting]),
        best_line=puzzle.tempting_line,
        tempting_line=puzzle.best_line,
    )
    path = nowhere / "false.puzzle"
    path.write_text(write(false))
    assert f"prefers '{puzzle.best.token}' to" in shell.refused("puzzle", str(path))


def test_command_names_the_line_of_an_error(shell: Shell, nowhere: Path) -> None:
    text = SMALL.read_text()
    path = nowhere / "broken.puzzle"
    lines = text.splitlines()
    for old, new, reason in (
        ("kind: ", "kind: nothing", "the kinds of puzzles here are"),
        ("seat: ", "seat: 9", "'seat' must be a number from 0"),
        ("rating: ", "rating: 12", "'rating' must be a number from 1000 to 2000"),
        ("tempting: ", "tempting: stop it", "the tempting move must be a wrong one"),
        ("move: ", "move: nonsense", "a move must be"),
        ("commitment: ", "commitment: " + "1" * 64, "64 zeros"),
        ("best: ", "best: 0 jump", "the line must begin with"),
        ("salud-puzzle", "salud-puzzle 2", "expected 'salud-puzzle 1' here"),
    ):
        at = next(number for number, line in enumerate(lines) if line.startswith(old))
        path.write_text("\n".join([*lines[:at], new, *lines[at + 1 :]]) + "\n")
        assert reason in shell.refused("puzzle", str(path))
    path.write_text(text.partition("puzzle:\n")[0])
    assert "where 'puzzle:' is expected" in shell.refused("puzzle", str(path))
    path.write_bytes(b"\xff\x00" * 100)
    assert shell.refused("puzzle", str(path)).startswith("line ")
    assert "can't be read" in shell.refused("puzzle", str(nowhere / "missing"))


def test_match_commands_read_a_puzzle_up_to_its_decision(shell: Shell) -> None:
    assert " take " in shell.ok("replay", str(SMALL))
    assert "no 'seed:' line" in shell.refused("verify", str(SMALL))


def test_stock_has_puzzles_of_every_kind() -> None:
    puzzles = puzzle_stock.read_bundle(GAMES)
    for name in GAMES.names:
        game = GAMES.newest(name)
        if game.puzzle_kinds:
            kinds = {puzzle.kind for puzzle in puzzles if puzzle.game == name}
            assert kinds == set(game.puzzle_kinds)
    assert len(puzzles) >= 60


@pytest.mark.parametrize("path", sampled(FILES, 10), ids=lambda path: path.stem)
def test_stocked_puzzle_is_clear(path: Path) -> None:
    puzzle = puzzle_in(path)
    assert path.stem == puzzle.key
    assert path.parent.name == puzzle.game
    game = GAMES.newest(puzzle.game)
    scale = game.puzzle_scale
    best = worth(puzzle.best, puzzle.seats)
    others = puzzle.candidates[puzzle.right :]
    assert all(best - worth(other, puzzle.seats) >= scale.clear for other in others)
    assert puzzle.lost(puzzle.tempting.token) >= scale.worse
    state = position(game, puzzle).state
    best_move, tempting = (
        driver.action_of(game, state, puzzle.seat, one.token)
        for one in (puzzle.best, puzzle.tempting)
    )
    assert puzzle.kind == game.puzzle_kind(state, puzzle.seat, best_move, tempting)


@exhaustive
@pytest.mark.parametrize("path", FILES[::7], ids=lambda path: path.stem)
def test_stocked_puzzle_withstands_another_search(path: Path) -> None:
    game, puzzle = read(path.read_bytes(), GAMES.game)
    judged = judge(game, decision_of(game, puzzle), EFFORT, "again")
    assert judged.is_right(puzzle.best.token)
