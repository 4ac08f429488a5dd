"""Result of a match: the kind of ending, and places (dynamine.md, Points)."""

from engine.core.types import Ending, Outcome
from engine.games.dynamine import scoring
from engine.games.dynamine.content import Content
from engine.games.dynamine.state import Player, SimpleStage, State

LEVELS = (5, 4, 3, 2, 1)
"""Levels whose tiles break a tie, in this order."""


def outcome(content: Content, state: State) -> Outcome | None:
    if state.stage is not SimpleStage.FINISHED:
        return None
    totals = tuple(score.total for score in scoring.scores(content, state.players))
    best = [seat for seat, points in enumerate(totals) if points == max(totals)]
    tiles = {seat: _by_level(state.players[seat]) for seat in best}
    winners = tuple(seat for seat in best if tiles[seat] == max(tiles.values()))
    places = tuple(
        1
        if seat in winners
        else 1 + sum(other in winners or more > points for other, more in enumerate(totals))
        for seat, points in enumerate(totals)
    )
    if len(winners) > 1:
        ending = Ending.SHARED
    else:
        ending = Ending.POINTS if len(best) == 1 else Ending.TIEBREAK
    return Outcome(ending, totals, places)


def _by_level(player: Player) -> tuple[int, ...]:
    on = [placed.cell[0] for placed in player.mine]
    return tuple(on.count(level) for level in LEVELS)
