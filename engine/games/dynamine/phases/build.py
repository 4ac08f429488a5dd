"""Building and acting, in any order, until `done` (dynamine.md, Ten rounds; Notation)."""

from dataclasses import replace

from engine.core.types import Seat, Step
from engine.games.dynamine import mines
from engine.games.dynamine.actions import Action, Move, Place, SimpleAction, Take, TakeCard
from engine.games.dynamine.content import CardName, Content, TokenAction
from engine.games.dynamine.events import CardTaken, PlusSpent, TileBuilt, TileMoved
from engine.games.dynamine.phases.turn import token_of
from engine.games.dynamine.state import (
    Cell,
    Moving,
    Placed,
    Placing,
    Player,
    Refilling,
    Right,
    Roll,
    Rolling,
    SimpleStage,
    State,
)


def may_reroll(content: Content, state: State) -> bool:
    return token_of(content, state).action is TokenAction.REROLL and not state.turn.begun


def may_call_raven(content: Content, player: Player) -> bool:
    return content.card(CardName.RAVEN) in player.cards and not player.raven_used


def plus_to_spend(state: State, seat: Seat) -> int:
    return state.players[seat].plus - state.turn.new_plus


def die_right(content: Content, state: State) -> bool:
    return state.turn.die == content.icons_face and not state.turn.die_used


def rights(content: Content, state: State, seat: Seat) -> tuple[tuple[Right, int], ...]:
    turn, player = state.turn, state.players[seat]
    plan = turn.plan_moves
    if content.card(CardName.PLAN) in player.cards and not player.plan_used:
        plan = content.plan_moves
    moves = (
        (Right.TILE, turn.tile_moves),
        (Right.ROUND, turn.token_moves),
        (Right.DIE, int(die_right(content, state))),
        (Right.PLAN, plan),
    )
    return tuple((right, count) for right, count in moves if count)


def takes(content: Content, state: State, seat: Seat) -> tuple[Take, ...]:
    budget = state.turn.budget
    assert budget is not None, "building needs a roll"
    fitting = mines.fitting(content, state.players[seat].mine)
    affordable = []
    for place, pile in enumerate(content.piles):
        tile = state.tops[place] if pile.cost <= budget else None
        if tile is not None and content.tiles[tile].openings in fitting:
            affordable.append(Take(place))
    return tuple(affordable)


def moves(content: Content, state: State, seat: Seat) -> tuple[Move, ...]:
    if not rights(content, state, seat):
        return ()
    return tuple(Move(cell) for cell, _ in mines.movable(content, state.players[seat].mine))


def legal_actions(content: Content, state: State, seat: Seat) -> tuple[Action, ...]:
    player = state.players[seat]
    return (
        *((SimpleAction.REROLL,) if may_reroll(content, state) else ()),
        *((SimpleAction.CALL_RAVEN,) if may_call_raven(content, player) else ()),
        *((SimpleAction.SPEND_PLUS,) if plus_to_spend(state, seat) > 0 else ()),
        *((TakeCard(card) for card in state.face_up) if die_right(content, state) else ()),
        *takes(content, state, seat),
        *moves(content, state, seat),
        SimpleAction.DONE,
    )


def legal_places(
    content: Content, state: State, seat: Seat, stage: Placing | Moving
) -> tuple[Place, ...]:
    return tuple(Place(cell) for cell in cells(content, state, seat, stage))


def cells(content: Content, state: State, seat: Seat, stage: Placing | Moving) -> tuple[Cell, ...]:
    mine = state.players[seat].mine
    if isinstance(stage, Moving):
        return dict(mines.movable(content, mine))[stage.cell]
    tile = state.tops[stage.pile]
    assert tile is not None, "a pile that can be taken must have a tile"
    return tuple(spot.cell for spot in mines.places(content, mine, tile))


def _changed(state: State, seat: Seat, player: Player) -> tuple[Player, ...]:
    return (*state.players[:seat], player, *state.players[seat + 1 :])


def reroll(state: State) -> Step[State]:
    turn = replace(state.turn, begun=True)
    return Step(replace(state, stage=Rolling(Roll.REROLL), turn=turn))


def call_raven(state: State, seat: Seat) -> Step[State]:
    """Roll again; the seat keeps the card, marked as used (dynamine.md, Ten rounds)."""
    player = replace(state.players[seat], raven_used=True)
    after = replace(
        state,
        stage=Rolling(Roll.RAVEN),
        players=_changed(state, seat, player),
        turn=replace(state.turn, begun=True),
    )
    return Step(after)


def spend_plus(state: State, seat: Seat) -> Step[State]:
    turn, player = state.turn, state.players[seat]
    assert turn.budget is not None, "building needs a roll"
    after = replace(
        state,
        players=_changed(state, seat, replace(player, plus=player.plus - 1)),
        supply=state.supply + 1,
        turn=replace(turn, budget=turn.budget + 1, begun=True),
    )
    return Step(after, (PlusSpent(seat),))


def take_card(state: State, seat: Seat, action: TakeCard) -> Step[State]:
    player = state.players[seat]
    place = state.face_up.index(action.card)
    after = replace(
        state,
        stage=Refilling(place) if state.deck else state.stage,
        players=_changed(state, seat, replace(player, cards=(*player.cards, action.card))),
        face_up=tuple(card for card in state.face_up if card != action.card),
        turn=replace(state.turn, die_used=True, begun=True),
    )
    return Step(after, (CardTaken(seat, action.card),))


def refilled(state: State, stage: Refilling, number: int) -> Step[State]:
    card = state.deck[number]
    after = replace(
        state,
        stage=SimpleStage.BUILDING,
        face_up=(*state.face_up[: stage.place], card, *state.face_up[stage.place :]),
        deck=tuple(other for other in state.deck if other != card),
    )
    return Step(after)


def take(state: State, action: Take) -> Step[State]:
    """Choose a pile; nothing changes until the tile is placed."""
    return Step(replace(state, stage=Placing(action.pile)))


def move(state: State, action: Move) -> Step[State]:
    return Step(replace(state, stage=Moving(action.cell)))


def place_built(
    content: Content, state: State, seat: Seat, stage: Placing, action: Place
) -> Step[State]:
    """Pay for the tile, add it to the mine, and take its benefits (dynamine.md, Ten rounds)."""
    turn, player = state.turn, state.players[seat]
    number = state.tops[stage.pile]
    assert number is not None, "a pile that can be taken must have a tile"
    assert turn.budget is not None, "building needs a roll"
    tile, cost = content.tiles[number], content.piles[stage.pile].cost
    placed = Placed(action.cell, number, tile.plus, state.turn_number(seat))
    mine, bonus = mines.place(content, player.mine, placed)
    gained = int(tile.token and state.supply > 0)
    piles, tops = state.piles, state.tops
    left = tuple(other for other in piles[stage.pile] if other != number)
    next_top = left[0] if left and not content.shuffled else None
    after = replace(
        state,
        stage=SimpleStage.BUILDING,
        players=_changed(state, seat, replace(player, mine=mine, plus=player.plus + gained)),
        piles=(*piles[: stage.pile], left, *piles[stage.pile + 1 :]),
        tops=(*tops[: stage.pile], next_top, *tops[stage.pile + 1 :]),
        supply=state.supply - gained,
        turn=replace(
            turn,
            budget=turn.budget - cost + bonus,
            begun=True,
            new_plus=turn.new_plus + gained,
            tile_moves=turn.tile_moves + tile.move,
        ),
    )
    built = TileBuilt(seat, number, action.cell, cost, bonus, plus=bool(gained), move=tile.move)
    return Step(after, (built,))


def place_moved(
    content: Content, state: State, seat: Seat, stage: Moving, action: Place
) -> Step[State]:
    """Move the tile, using up a right. Its benefits don't count again (dynamine.md, Ten rounds)."""
    turn, player = state.turn, state.players[seat]
    right, moves_left = rights(content, state, seat)[0]
    match right:
        case Right.TILE:
            turn = replace(turn, tile_moves=moves_left - 1)
        case Right.ROUND:
            turn = replace(turn, token_moves=moves_left - 1)
        case Right.DIE:
            turn = replace(turn, die_used=True)
        case Right.PLAN:
            turn = replace(turn, plan_moves=moves_left - 1)
            player = replace(player, plan_used=True)
    old = mines.cells(player.mine)[stage.cell]
    placed = Placed(action.cell, old.tile, old.plus, state.turn_number(seat))
    mine, _ = mines.place(content, mines.without(player.mine, stage.cell), placed)
    after = replace(
        state,
        stage=SimpleStage.BUILDING,
        players=_changed(state, seat, replace(player, mine=mine)),
        turn=replace(turn, begun=True),
    )
    return Step(after, (TileMoved(seat, old.tile, stage.cell, action.cell, right),))
