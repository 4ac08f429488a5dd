"""The apprentice of DYNAMINE: takes the most points now and plans nothing."""

from engine.core.types import Seat
from engine.games.dynamine import mines, scoring
from engine.games.dynamine.actions import Action, Guess, Move, Place, SimpleAction, Take, TakeCard
from engine.games.dynamine.content import Content
from engine.games.dynamine.phases import build
from engine.games.dynamine.state import Cell, Moving, Placed, Placing, Player, State

_DEAR_FACE = 3
"""Highest result that is rerolled if possible."""


def suggest_apprentice(
    content: Content, state: State, seat: Seat, legal: tuple[Action, ...]
) -> Action:
    """Return the Action with the highest immediate gain; in a tie, the most expensive tile. Spend
    and use whatever is available.
    """
    if len(legal) == 1:
        return legal[0]
    match state.stage:
        case Placing() | Moving() as stage:
            ends = {place.cell: place for place in legal if isinstance(place, Place)}
            return ends[
                max(ends, key=lambda cell: _after_placing(content, state, seat, stage, cell))
            ]
        case _:
            pass
    for action in legal:
        match action:
            case Guess(_) | SimpleAction.CALL_RAVEN | SimpleAction.SPEND_PLUS | TakeCard(_):
                return action
            case SimpleAction.REROLL if (state.turn.die or 0) <= _DEAR_FACE:
                return action
            case _:
                pass
    builds = [
        (_best_build(content, state, seat, option.pile), option)
        for option in legal
        if isinstance(option, Take)
    ]
    if builds:
        return max(builds, key=lambda option: (option[0], content.piles[option[1].pile].cost))[1]
    now = _total(content, state, seat, state.players[seat].mine)
    moves = [
        (_best_move(content, state, seat, option.cell), option)
        for option in legal
        if isinstance(option, Move)
    ]
    gain, move = max(moves, key=lambda option: option[0], default=(now, None))
    return move if move is not None and gain > now else SimpleAction.DONE


def _total(content: Content, state: State, seat: Seat, mine: tuple[Placed, ...]) -> int:
    before = state.players[seat]
    changed = Player(mine, before.cards, before.plus)
    players = (*state.players[:seat], changed, *state.players[seat + 1 :])
    return scoring.scores(content, players)[seat].total


def _after_placing(
    content: Content, state: State, seat: Seat, stage: Placing | Moving, cell: Cell
) -> int:
    mine = state.players[seat].mine
    if isinstance(stage, Moving):
        old = mines.cells(mine)[stage.cell]
        mine, tile = mines.without(mine, stage.cell), old.tile
    else:
        top = state.tops[stage.pile]
        assert top is not None, "a pile that can be taken must have a tile"
        tile = top
    new = Placed(cell, tile, content.tiles[tile].plus, 0)
    mine, _ = mines.place(content, mine, new)
    return _total(content, state, seat, mine)


def _best_build(content: Content, state: State, seat: Seat, pile: int) -> int:
    stage = Placing(pile)
    return max(
        _after_placing(content, state, seat, stage, cell)
        for cell in build.cells(content, state, seat, stage)
    )


def _best_move(content: Content, state: State, seat: Seat, cell: Cell) -> int:
    stage = Moving(cell)
    return max(
        _after_placing(content, state, seat, stage, end)
        for end in build.cells(content, state, seat, stage)
    )
