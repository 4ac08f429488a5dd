"""Finding puzzles in finished matches; docs/puzzles.md explains the selection with figures.

1. `candidates` returns the decisions of a match that had an alternative, seen from its seat.
2. `judge` searches a decision for a fixed number of samples. The search's luck follows from the
   position alone, so every process reaches the same verdict, and later dice can't change it.
3. `puzzle_of` makes a Puzzle if one move is clearly best, a tempting one is clearly worse, and the
   Game can explain the difference.
4. `verify_puzzle` searches again, ten times as long and with other luck, and lets computers play on
   from both moves. Only a Puzzle that withstands this can be published.

`mine_puzzle` takes all four steps, with a glance first, because most decisions are no puzzles.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from hashlib import sha256
from itertools import product
from math import hypot, prod
from typing import Any, NamedTuple

from engine.core import driver
from engine.core.accuracy import choices
from engine.core.counted import Counted
from engine.core.driver import Advance, Position
from engine.core.game import AnyGame
from engine.core.playing_on import PlayingOn
from engine.core.puzzles import Candidate, Puzzle, Tempted, position, worth
from engine.core.thinking import PuzzleScale
from engine.core.types import Entry, Level, Seat

GLANCE, EFFORT, TENFOLD = 300, 3_000, 30_000
"""Samples for a first look, for a verdict (as many as the king takes for a move), and for the
verification.
"""
PART = 0.5
"""Part of the necessary leads that a glance must show."""
SURE = 3.0
"""Standard errors by which the best move must lead every other."""
CONTRADICTED = 2.0
"""Standard errors by which the tempting move must win, when computers play on, to refute a
puzzle.
"""
GAMES = 32
"""Games that are played on from each of the two moves, beyond the first eight."""
FURTHER = 6
"""Moves of a line after its first."""
OUTCOMES = 36
"""Maximum number of outcomes of a roll whose middling one continues a line."""
_QUICK = (Level.APPRENTICE, Level.MINER, Level.FOREMAN)


class Unfit(Enum):
    """Why a decision is no puzzle."""

    UNCLEAR = "no move is clearly best"
    EASY = "no tempting move is clearly worse"
    UNEXPLAINED = "the rules can't explain the difference"
    CHANGED = "the longer search prefers another move"
    WEAKENED = "the longer search is less certain"
    REFUTED = "playing on contradicts the search"


class SeenDecision(NamedTuple):
    """A decision of a match, seen from its seat."""

    seats: int
    log: tuple[Entry, ...]
    seat: Seat
    state: Any
    played: str | None
    """The move in the match, if known."""


@dataclass(frozen=True, slots=True)
class JudgedDecision:
    decision: SeenDecision
    candidates: tuple[Candidate, ...]
    """Right moves first, then the others with the best first."""
    right: int
    effort: int

    @property
    def best(self) -> Candidate:
        return self.candidates[0]

    def lead(self, other: Candidate) -> float:
        return worth(self.best, self.decision.seats) - worth(other, self.decision.seats)

    def is_right(self, token: str) -> bool:
        return any(candidate.token == token for candidate in self.candidates[: self.right])

    def candidate(self, token: str) -> Candidate:
        return next(candidate for candidate in self.candidates if candidate.token == token)


def candidates(game: AnyGame, seats: int, log: Sequence[Entry]) -> Iterator[SeenDecision]:
    """Yield the decisions of a finished match that had an alternative, in order."""
    advances = tuple(driver.replay(game, seats, log))
    for decision in choices(game, seats, advances):
        seen = _seen(game, seats, advances[: decision.seq], decision.seat)
        state = _state(game, seats, seen) if game.sealed(decision.state) else decision.state
        yield SeenDecision(seats, seen, decision.seat, state, decision.token)


def _seen(
    game: AnyGame, seats: int, advances: Sequence[Advance[Any]], seat: Seat
) -> tuple[Entry, ...]:
    """Return the entries that count and that the seat knew, renumbered.

    Seats that decide at the same time don't know each other's moves.
    """
    counting = driver.without_undone(advances)
    states = [driver.start(game, seats).state, *(advance.position.state for advance in counting)]
    public = len(counting)
    while public and game.sealed(states[-1]) and game.sealed(states[public - 1]):
        public -= 1
    known = [
        advance.entry
        for number, advance in enumerate(counting)
        if number < public or advance.entry.actor == seat
    ]
    return tuple(replace(entry, seq=seq) for seq, entry in enumerate(known))


def _state(game: AnyGame, seats: int, log: Sequence[Entry]) -> Any:
    state = driver.start(game, seats).state
    for advance in driver.replay(game, seats, log):
        state = advance.position.state
    return state


def decision_of(game: AnyGame, puzzle: Puzzle) -> SeenDecision:
    state = position(game, puzzle).state
    return SeenDecision(puzzle.seats, puzzle.log, puzzle.seat, state, None)


def judge(
    game: AnyGame, decision: SeenDecision, effort: int = EFFORT, luck: str = ""
) -> JudgedDecision:
    """Search a decision. `luck` names the search's luck, for a second opinion."""
    position = " ".join(f"{entry.actor}:{entry.token}" for entry in decision.log)
    seed = sha256(f"{game.info.name} {decision.seats} {decision.seat} {position} {luck}".encode())
    assessed = game.assess(decision.state, decision.seat, Counted(effort, seed.digest()))
    found = [
        Candidate(
            game.notation(one.action),
            round(one.share, 4) + 0.0,
            round(one.points, 2) + 0.0,
            round(one.error, 2),
        )
        for one in assessed
    ]
    # The Game's order takes the errors into account; a puzzle's is by value alone.
    found.sort(key=lambda candidate: -worth(candidate, decision.seats))
    best = found[0]
    alike = [one for one in found if replace(one, token="") == replace(best, token="")]
    others = [one for one in found if one not in alike]
    return JudgedDecision(decision, (*alike, *others), len(alike), effort)


def puzzle_of(game: AnyGame, judged: JudgedDecision) -> Puzzle | Unfit:
    """Return the puzzle that a decision makes, or why it makes none."""
    choice = _choice(game, judged)
    if isinstance(choice, Unfit):
        return choice
    tempted, tempting, kind = choice
    decision = judged.decision
    return Puzzle(
        game=game.info.name,
        rules=game.info.rules,
        seats=decision.seats,
        log=decision.log,
        seat=decision.seat,
        kind=kind,
        rating=_rating(game, judged, tempting),
        tempted=tempted,
        candidates=judged.candidates,
        right=judged.right,
        tempting=tempting,
        effort=judged.effort,
        best_line=line(game, decision, judged.best.token),
        tempting_line=line(game, decision, tempting.token),
    )


def _choice(
    game: AnyGame, judged: JudgedDecision, sure: float = SURE, part: float = 1.0
) -> tuple[Tempted, Candidate, str] | Unfit:
    """Return why a move tempts, that move, and the kind of puzzle that it makes; or why it makes
    none. `part` multiplies the leads that a puzzle needs.
    """
    tempted = _tempting(game, judged, part)
    if tempted is None:
        return Unfit.EASY
    if not is_clear(game, judged, sure, part):
        return Unfit.UNCLEAR
    kind = _kind(game, judged, tempted[1])
    return Unfit.UNEXPLAINED if kind is None else (*tempted, kind)


def is_clear(game: AnyGame, judged: JudgedDecision, sure: float = SURE, part: float = 1.0) -> bool:
    """Return whether one move is clearly best; `part` multiplies the lead that it needs."""
    best, others = judged.best, judged.candidates[judged.right :]
    return bool(others) and all(
        judged.lead(other) >= part * _scale(game).clear
        and best.points - other.points >= sure * hypot(best.error, other.error)
        for other in others
    )


def _kind(game: AnyGame, judged: JudgedDecision, tempting: Candidate) -> str | None:
    state, seat = judged.decision.state, judged.decision.seat
    best, other = (
        driver.action_of(game, state, seat, one.token) for one in (judged.best, tempting)
    )
    return game.puzzle_kind(state, seat, best, other)


def _scale(game: AnyGame) -> PuzzleScale:
    return game.puzzle_scale


def quick_moves(game: AnyGame, decision: SeenDecision) -> tuple[str, ...]:
    """Return the moves of the computers that don't search, from the easiest level on."""
    return tuple(
        game.notation(game.suggest(decision.state, decision.seat, level)) for level in _QUICK
    )


def _tempting(
    game: AnyGame, judged: JudgedDecision, part: float
) -> tuple[Tempted, Candidate] | None:
    moves = quick_moves(game, judged.decision)
    votes = Counter(moves)
    if judged.decision.played is not None:
        votes[judged.decision.played] += 1
    for_right = sum(number for token, number in votes.items() if judged.is_right(token))
    wrong = [token for token in votes if not judged.is_right(token)]
    popular = max(wrong, key=lambda token: votes[token], default=None)
    worse = part * _scale(game).worse
    if popular is not None and votes[popular] >= max(2, for_right):
        candidate = judged.candidate(popular)
        if judged.lead(candidate) >= worse:
            return Tempted.POPULAR, candidate
    apprentice = judged.candidate(moves[0])
    if not judged.is_right(apprentice.token) and judged.lead(apprentice) >= worse:
        return Tempted.APPRENTICE, apprentice
    return None


def _rating(game: AnyGame, judged: JudgedDecision, tempting: Candidate) -> int:
    """Return 1000 to 2000: more for each computer that errs, for many moves, and for a small
    loss.
    """
    rating = 1000.0
    for token, more in zip(quick_moves(game, judged.decision), (100, 200, 250), strict=True):
        rating += 0 if judged.is_right(token) else more
    if not judged.is_right(judge(game, judged.decision, GLANCE // 3).best.token):
        rating += 150
    rating += min(10 * (len(judged.candidates) - 2), 150)
    rating += 150 * min(_scale(game).worse / judged.lead(tempting), 1.0)
    return min(round(rating), 2000)


def line(game: AnyGame, decision: SeenDecision, token: str) -> tuple[Entry, ...]:
    """Return a move and the quick moves that would follow it, until the next roll.

    If the seat's own move causes a roll, the line continues with a middling result: of all outcomes
    in the order of the seat's chances, the one in the middle. Without a forecast it ends there. It
    also ends when seats decide without knowing each other's moves.
    """
    at: Position[Any] = Position(decision.state, len(decision.log))
    entries: list[Entry] = []
    advance = driver.choose(game, at, decision.seat, token)
    decisions, rolled = 0, False
    while True:
        entries.append(advance.entry)
        at = advance.position
        if game.outcome(at.state) is not None:
            break
        if game.chance(at.state) is not None:
            own = all(entry.actor == decision.seat for entry in entries)
            drawn = None if rolled or not own else _middling(game, at.state, decision.seat)
            if drawn is None:
                break
            rolled = True
            advance = driver.settle(game, at, drawn)
            continue
        acting = game.to_act(at.state)
        if decisions == FURTHER or (game.sealed(at.state) and decision.seat not in acting):
            break
        decisions += 1
        mover = decision.seat if decision.seat in acting else min(acting)
        move = game.notation(game.suggest(at.state, mover, Level.FOREMAN))
        advance = driver.choose(game, at, mover, move)
    return tuple(entries)


def _middling(game: AnyGame, state: Any, seat: Seat) -> tuple[int, ...] | None:
    bounds = game.chance(state)
    assert bounds is not None, "the caller has checked it"
    if not game.shares(state) or prod(bounds) > OUTCOMES:
        return None
    outcomes = sorted(
        product(*(range(bound) for bound in bounds)),
        key=lambda drawn: (game.shares(game.resolve(state, drawn).state)[seat], drawn),
    )
    return outcomes[len(outcomes) // 2]


def verify_puzzle(game: AnyGame, puzzle: Puzzle, effort: int = TENFOLD) -> Puzzle | Unfit:
    """Search a puzzle again with other luck, and play on from both moves; return it with the values
    of the longer search, or why it can't be published.
    """
    decision = decision_of(game, puzzle)
    judged = judge(game, decision, effort, "verify")
    if not judged.is_right(puzzle.best.token):
        return Unfit.CHANGED
    best, tempting = (judged.candidate(one.token) for one in (puzzle.best, puzzle.tempting))
    worse = not judged.is_right(tempting.token) and judged.lead(tempting) >= _scale(game).worse
    if not worse or not is_clear(game, judged):
        return Unfit.WEAKENED
    thinking = Counted(GAMES, _seed(puzzle))
    playing = PlayingOn(game)
    lead, error = playing.compared(
        decision.state, decision.seat, best.token, tempting.token, thinking
    )
    if lead + CONTRADICTED * error < 0:
        return Unfit.REFUTED
    # Among equal moves, the one that the puzzle was made with stays first: its line shows it.
    right = sorted(judged.candidates[: judged.right], key=lambda one: one.token != best.token)
    return replace(
        puzzle,
        candidates=(*right, *judged.candidates[judged.right :]),
        right=judged.right,
        tempting=tempting,
        effort=effort,
    )


def _seed(puzzle: Puzzle) -> bytes:
    return sha256(f"{puzzle.key} playing on".encode()).digest()


def mine_puzzle(game: AnyGame, decision: SeenDecision) -> Puzzle | Unfit:
    """Return a verified puzzle, or why the decision makes none. Takes up to ten seconds."""
    glanced = _choice(game, judge(game, decision, GLANCE), 0.0, PART)
    if isinstance(glanced, Unfit):
        return glanced
    found = puzzle_of(game, judge(game, decision))
    return found if isinstance(found, Unfit) else verify_puzzle(game, found)
