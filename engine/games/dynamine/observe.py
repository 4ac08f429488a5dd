"""Builds the Observation from the State."""

from dataclasses import fields, replace
from typing import assert_never

from engine.core.types import Seat
from engine.games.dynamine import mines, scoring
from engine.games.dynamine.actions import Place, notation
from engine.games.dynamine.content import CardName, Content, Reward
from engine.games.dynamine.observation import (
    Observation,
    Phase,
    SeenCard,
    SeenLevel,
    SeenMine,
    SeenPile,
    SeenPlace,
    SeenPlacing,
    SeenReward,
    SeenTile,
    SeenTurn,
)
from engine.games.dynamine.outcome import outcome
from engine.games.dynamine.phases import build
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import (
    Cell,
    Moving,
    Placing,
    Player,
    Refilling,
    Rolling,
    SimpleStage,
    State,
)


def phase(state: State) -> Phase:
    match state.stage:
        case (
            SimpleStage.STARTING
            | SimpleStage.DEALING
            | SimpleStage.OPENING
            | SimpleStage.UNCOVERING
        ):
            return Phase.SETUP
        case SimpleStage.TURNING:
            return Phase.BUILD if state.round else Phase.SETUP
        case SimpleStage.GUESSING:
            return Phase.GUESS
        case Rolling() | SimpleStage.BUILDING | Refilling() | SimpleStage.RENEWING:
            return Phase.BUILD
        case Placing() | Moving():
            return Phase.PLACE
        case SimpleStage.FINISHED:
            return Phase.FINISHED
        case _:
            assert_never(state.stage)


def observe(content: Content, state: State) -> Observation:
    acting = None if state.stage is SimpleStage.RENEWING else state.acting
    turn = None if acting is None else _turn(content, state, acting)
    scores = scoring.scores(content, state.players)
    counts = tuple(scoring.worth(content, player.mine).counts for player in state.players)
    ended = outcome(content, state)
    return Observation(
        phase=phase(state),
        to_act=() if acting is None or isinstance(state.stage, Rolling | Refilling) else (acting,),
        start=state.start,
        round=state.round,
        rounds=content.rounds,
        token=None if state.token is None else content.round_tokens[state.token],
        tokens=tuple(content.round_tokens[token] for token in state.tokens),
        number=None if acting is None else state.turn_number(acting),
        last_turns=tuple(_last_turn(state, seat) for seat in range(state.seats)),
        turn=turn,
        piles=_piles(content, state),
        shuffled=content.shuffled,
        mines=tuple(_mine(content, state, seat, scores[seat], turn) for seat in range(state.seats)),
        face_up=tuple(content.cards[card] for card in state.face_up),
        deck=len(state.deck),
        supply=state.supply,
        rewards=_rewards(content, counts),
        totals=tuple(score.total for score in scores),
        places=() if ended is None else ended.places,
    )


def _piles(content: Content, state: State) -> tuple[SeenPile, ...]:
    seat, budget = state.acting, state.turn.budget
    building = state.stage is SimpleStage.BUILDING
    takeable: set[int] = set()
    if building and seat is not None:
        takeable = {take.pile for take in build.takes(content, state, seat)}
    return tuple(
        SeenPile(
            name=pile.name,
            cost=pile.cost,
            tiles=tuple(content.tiles[tile] for tile in left),
            top=None if top is None else content.tiles[top],
            payable=building and top is not None and budget is not None and pile.cost <= budget,
            takeable=place in takeable,
        )
        for place, (pile, left, top) in enumerate(
            zip(content.piles, state.piles, state.tops, strict=True)
        )
    )


def _mine(
    content: Content,
    state: State,
    seat: Seat,
    score: Score,
    turn: SeenTurn | None,
) -> SeenMine:
    player = state.players[seat]
    outer = mines.outer(content, player.mine)
    movable = turn.movable if turn is not None and turn.seat == seat else ()
    worth = scoring.worth(content, player.mine)
    mine_turn = state.acting == seat
    return SeenMine(
        tiles=tuple(
            SeenTile(
                cell=placed.cell,
                tile=content.tiles[placed.tile],
                plus=placed.plus,
                turn=placed.turn,
                outer=placed.cell in outer,
                movable=placed.cell in movable,
            )
            for placed in player.mine
        ),
        ends=mines.spots(content, player.mine),
        levels=tuple(
            _level(content, player, level) for level in range(1, worth.count(Reward.DEPTH) + 1)
        ),
        cards=tuple(_card(content, player, card) for card in player.cards),
        plus=player.plus,
        spendable=build.plus_to_spend(state, seat) if mine_turn else player.plus,
        counts=worth.counts,
        score=score,
    )


def _last_turn(state: State, seat: Seat) -> int:
    if state.round == 0:
        return -1
    this = state.turn_number(seat)
    acting = state.acting
    if acting is None:
        return this
    return this if state.turn_number(acting) > this else this - state.seats


def _level(content: Content, player: Player, level: int) -> SeenLevel:
    there = [content.tiles[placed.tile] for placed in player.mine if placed.cell[0] == level]
    return SeenLevel(
        level,
        len(there),
        sum(tile.veins for tile in there),
        sum(tile.altar > 0 for tile in there),
    )


def _card(content: Content, player: Player, place: int) -> SeenCard:
    card = content.cards[place]
    used = (player.raven_used and card.name is CardName.RAVEN) or (
        player.plan_used and card.name is CardName.PLAN
    )
    done = card.mission and scoring.mission_done(content, player.mine, place)
    return SeenCard(card, used, done)


def _rewards(content: Content, counts: tuple[tuple[int, ...], ...]) -> tuple[SeenReward, ...]:
    points = scoring.reward_points(content, counts)
    return tuple(
        SeenReward(
            reward.reward,
            (reward.side_a,) if len(counts) == 2 else reward.side_b,
            tuple(seat[place] for seat in counts),
            points[place],
        )
        for place, reward in enumerate(content.rewards)
    )


def _turn(content: Content, state: State, seat: Seat) -> SeenTurn:
    stage, turn, player = state.stage, state.turn, state.players[seat]
    building = stage is SimpleStage.BUILDING
    return SeenTurn(
        seat=seat,
        budget=turn.budget,
        die=turn.die,
        guess=turn.guess,
        rolling=stage.roll if isinstance(stage, Rolling) else None,
        may_reroll=building and build.may_reroll(content, state),
        may_call_raven=building and build.may_call_raven(content, player),
        may_spend_plus=building and build.plus_to_spend(state, seat) > 0,
        may_take_card=building and build.die_right(content, state) and bool(state.face_up),
        rights=() if turn.budget is None else build.rights(content, state, seat),
        movable=tuple(move.cell for move in build.moves(content, state, seat)) if building else (),
        placing=_placing(content, state, seat, stage)
        if isinstance(stage, Placing | Moving)
        else None,
    )


def _placing(content: Content, state: State, seat: Seat, stage: Placing | Moving) -> SeenPlacing:
    mine = state.players[seat].mine
    if isinstance(stage, Moving):
        tile = mines.cells(mine)[stage.cell].tile
    else:
        top = state.tops[stage.pile]
        assert top is not None, "a pile that can be taken must have a tile"
        tile = top
    return SeenPlacing(
        tile=content.tiles[tile],
        start=stage.cell if isinstance(stage, Moving) else None,
        places=tuple(
            preview(content, state, seat, stage, cell)
            for cell in build.cells(content, state, seat, stage)
        ),
    )


def preview(
    content: Content, state: State, seat: Seat, stage: Placing | Moving, cell: Cell
) -> SeenPlace:
    action = Place(cell)
    if isinstance(stage, Moving):
        after = build.place_moved(content, state, seat, stage, action).state
        cost = 0
    else:
        after = build.place_built(content, state, seat, stage, action).state
        cost = content.piles[stage.pile].cost
    assert state.turn.budget is not None, "building needs a roll"
    assert after.turn.budget is not None, "building needs a roll"
    return SeenPlace(
        token=notation(content, action),
        cell=cell,
        joins=mines.joins(content, after.players[seat].mine, cell),
        bonus=after.turn.budget - state.turn.budget + cost,
        gained=_difference(
            scoring.scores(content, state.players)[seat],
            scoring.scores(content, after.players)[seat],
        ),
    )


def _difference(before: Score, after: Score) -> Score:
    names = [field.name for field in fields(Score)]
    return replace(after, **{name: getattr(after, name) - getattr(before, name) for name in names})
