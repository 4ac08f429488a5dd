"""Tie-breaks: tied seats reroll everything, play one more magic, and score (rules.md, The end)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner import hoards, scoring
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import MatchEnded, TiebreakBegan, TiebreakScored
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import Finished, SimpleStage, State, Tiebreak


def decide(content: Content, state: State, best: tuple[Seat, ...]) -> Step[State]:
    """End the match, or begin a tie-break if several seats are best (rules.md, The end)."""
    if len(best) == 1 or len(state.tiebreaks) >= content.rulings.tiebreaks_at_most:
        return Step(replace(state, stage=Finished(best), tied=()), (MatchEnded(best),))
    after = replace(state, stage=SimpleStage.TIEBREAK_ROLL, tied=best)
    return Step(after, (TiebreakBegan(len(state.tiebreaks), best),))


def rolled(state: State, dice: tuple[int, ...], faces: tuple[int, ...]) -> Step[State]:
    new = dict(zip(dice, faces, strict=True))
    after = replace(state, hoards=tuple(hoards.with_faces(hoard, new) for hoard in state.hoards))
    return Step(begin_magic(after))


def begin_magic(state: State) -> State:
    """Begin the tied seats' magic, from the same seat as in the last round."""
    assert state.magic_start is not None, "a tie-break follows a round with magic"
    return magic.begin(state, state.magic_start, state.tied)


def score(content: Content, state: State) -> Step[State]:
    """Score the tie-break; only tied seats compare gems (rules.md, The end)."""
    scores = scoring.scores(content, state, state.tied)
    played = Tiebreak(state.tied, scores)
    totals = tuple(score.total for score in scores)
    best = tuple(
        seat for seat, total in zip(state.tied, totals, strict=True) if total == max(totals)
    )
    after = replace(state, tiebreaks=(*state.tiebreaks, played))
    step = decide(content, after, best)
    return Step(step.state, (TiebreakScored(len(state.tiebreaks), played), *step.events))
