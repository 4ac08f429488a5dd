"""Tie-breaks: those tied for most reroll everything and play one more magic and scoring."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dice_miner import hoards, scoring
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import MatchEnded, TiebreakBegan, TiebreakScored
from engine.games.dice_miner.phases import magic
from engine.games.dice_miner.state import Finished, State, Tiebreak, TiebreakRoll


def decide(content: Content, state: State, best: tuple[Seat, ...]) -> Step[State]:
    """One who is best has won; several play a tie-break, or share the win (rules.md, The end)."""
    if len(best) == 1 or len(state.tiebreaks) >= content.rulings.tiebreaks_at_most:
        return Step(replace(state, stage=Finished(best), tied=()), (MatchEnded(best),))
    after = replace(state, stage=TiebreakRoll(), tied=best)
    return Step(after, (TiebreakBegan(len(state.tiebreaks), best),))


def rolled(state: State, dice: tuple[int, ...], faces: tuple[int, ...]) -> Step[State]:
    """The tied seats' hoards have new faces, and their magic begins (rules.md, The end)."""
    new = dict(zip(dice, faces, strict=True))
    after = replace(state, hoards=tuple(hoards.with_faces(hoard, new) for hoard in state.hoards))
    return Step(begin_magic(after))


def begin_magic(state: State) -> State:
    """Magic of the tied seats, from the same seat as in the last round (rules.md, The end)."""
    assert state.magic_start is not None, "a round's magic phase came before"
    return magic.begin(state, state.magic_start, state.tied)


def score(content: Content, state: State) -> Step[State]:
    """The tie-break's points, gems compared among the tied only (rules.md, The end)."""
    found = scoring.scores(content, state, state.tied)
    played = Tiebreak(state.tied, found)
    totals = tuple(score.total for score in found)
    best = tuple(
        seat for seat, total in zip(state.tied, totals, strict=True) if total == max(totals)
    )
    after = replace(state, tiebreaks=(*state.tiebreaks, played))
    step = decide(content, after, best)
    return Step(step.state, (TiebreakScored(len(state.tiebreaks), played), *step.events))
