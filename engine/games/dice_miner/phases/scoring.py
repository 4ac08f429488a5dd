"""Scoring of a round, and the transition to recovery or the end."""

from dataclasses import replace

from engine.core.types import Step
from engine.games.dice_miner import scoring
from engine.games.dice_miner.content import Content
from engine.games.dice_miner.events import RoundScored
from engine.games.dice_miner.phases import recovery, tiebreak
from engine.games.dice_miner.state import Round, State


def score_round(content: Content, state: State) -> Step[State]:
    """Score the round; continue with recovery, or end after the last (rules.md, Scoring)."""
    assert state.start is not None, "a round needs a start player"
    played = Round(state.start, scoring.scores(content, state, tuple(range(state.seats))))
    after = replace(state, rounds=(*state.rounds, played))
    scored = RoundScored(state.round, played)
    if len(after.rounds) < content.rounds:
        return Step(recovery.begin(content, after), (scored,))
    best = max(after.totals)
    tied = tuple(seat for seat, total in enumerate(after.totals) if total == best)
    step = tiebreak.decide(content, after, tied)
    return Step(step.state, (scored, *step.events))
