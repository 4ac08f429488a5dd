"""Puzzles for tests, made from any decision, whether or not it makes a good one."""

from collections.abc import Iterator

from engine.core import driver
from engine.core.game import AnyGame
from engine.core.puzzle_mining import JudgedDecision, candidates, judge, line
from engine.core.puzzles import Puzzle, Tempted
from engine.core.self_play import play_match
from engine.core.types import Entry

LOOKS = 10
"""Samples of a search. Its verdict is often wrong."""


def match_log(game: AnyGame, seats: int = 2, number: int = 1) -> tuple[Entry, ...]:
    """Return a match that computers played, with dice that follow from the number."""
    return play_match(game, seats, number.to_bytes(32, "big"))


def puzzles_of(game: AnyGame, seats: int, log: tuple[Entry, ...]) -> Iterator[Puzzle]:
    """Yield a puzzle for each decision with a wrong move of some kind, without regard to how clear
    it is.
    """
    for place in candidates(game, seats, log):
        puzzle = puzzle_from(game, judge(game, place, LOOKS))
        if puzzle is not None:
            yield puzzle


def puzzle_from(game: AnyGame, judged: JudgedDecision) -> Puzzle | None:
    place = judged.decision
    best = driver.action_of(game, place.state, place.seat, judged.best.token)
    for wrong in judged.candidates[judged.right :]:
        other = driver.action_of(game, place.state, place.seat, wrong.token)
        kind = game.puzzle_kind(place.state, place.seat, best, other)
        if kind is not None:
            return Puzzle(
                game=game.info.name,
                rules=game.info.rules,
                seats=place.seats,
                log=place.log,
                seat=place.seat,
                kind=kind,
                rating=1500,
                tempted=Tempted.POPULAR,
                candidates=judged.candidates,
                right=judged.right,
                tempting=wrong,
                effort=judged.effort,
                best_line=line(game, place, judged.best.token),
                tempting_line=line(game, place, wrong.token),
            )
    return None
