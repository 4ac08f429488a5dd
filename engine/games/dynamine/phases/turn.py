"""A turn: the round's token, the guess, rolls, and `done` (dynamine.md, Ten rounds)."""

from dataclasses import replace

from engine.core.types import Event, Seat, Step
from engine.games.dynamine import scoring
from engine.games.dynamine.actions import Guess
from engine.games.dynamine.content import Content, Reward, RoundToken, TokenAction
from engine.games.dynamine.events import (
    DieRolled,
    Guessed,
    MatchEnded,
    TokenTurned,
    TopTurned,
    TurnEnded,
)
from engine.games.dynamine.state import Roll, Rolling, SimpleStage, State, Turn


def token_of(content: Content, state: State) -> RoundToken:
    assert state.token is not None, "a turn needs a round token"
    return content.round_tokens[state.token]


def turned(content: Content, state: State, number: int) -> Step[State]:
    token = state.tokens[number]
    assert state.start is not None, "the start player must be drawn before the first token"
    after = replace(
        state,
        tokens=tuple(other for other in state.tokens if other != token),
        token=token,
        round=state.round + 1,
    )
    return Step(_begin(content, after, state.start), (TokenTurned(after.round, token),))


def _begin(content: Content, state: State, seat: Seat) -> State:
    guesses_first = token_of(content, state).action is TokenAction.GUESS
    stage = SimpleStage.GUESSING if guesses_first else Rolling(Roll.TURN)
    return replace(state, stage=stage, acting=seat)


def guesses(content: Content) -> tuple[Guess, ...]:
    numbers = range(1, content.die_faces + 1)
    return (*(Guess(number) for number in numbers), Guess(None))


def guess(state: State, seat: Seat, action: Guess) -> Step[State]:
    turn = replace(state.turn, guess=action.number)
    after = replace(state, stage=Rolling(Roll.TURN), turn=turn)
    return Step(after, (Guessed(seat, action.number),))


def rolled(content: Content, state: State, stage: Rolling, face: int) -> Step[State]:
    assert state.acting is not None, "a roll belongs to a seat"
    turn, token = state.turn, token_of(content, state)
    guessed = stage.roll is Roll.TURN and turn.guess == face
    match stage.roll:
        case Roll.TURN:
            budget = token.points + face + content.guess_bonus * guessed
            moves = int(token.action is TokenAction.MOVE)
            turn = replace(turn, token_moves=moves)
        case Roll.REROLL:
            assert turn.budget is not None, "a reroll needs a roll"
            assert turn.die is not None, "a reroll needs a roll"
            budget = turn.budget - turn.die + face + content.reroll_bonus
        case Roll.RAVEN:
            assert turn.budget is not None, "the raven adds to an earlier roll"
            budget = turn.budget + face
    after = replace(state, stage=SimpleStage.BUILDING, turn=replace(turn, budget=budget, die=face))
    return Step(after, (DieRolled(state.acting, stage.roll, face, guessed, budget),))


def done(content: Content, state: State, seat: Seat) -> Step[State]:
    """Forfeit the remaining budget. Tiles to turn over, the next seat, the next round or the end
    follow; after the last turn nothing is turned over.
    """
    after = replace(state, turn=Turn())
    ended = TurnEnded(seat, state.turn.budget or 0)
    following = _following(content, after, seat)
    if following.stage is SimpleStage.FINISHED:
        return Step(following, (ended, _match_ended(content, after)))
    return Step(_renewing(after) or following, (ended,))


def renewed(content: Content, state: State, number: int) -> Step[State]:
    seat, pile = state.acting, covered(state)[0]
    assert seat is not None, "tiles are turned over after a turn"
    tile = state.piles[pile][number]
    after = replace(state, tops=(*state.tops[:pile], tile, *state.tops[pile + 1 :]))
    following = _renewing(after) or _following(content, after, seat)
    return Step(following, (TopTurned(seat, tile),))


def covered(state: State) -> tuple[int, ...]:
    """Return the piles with tiles left but no top: those from which this turn has built, if the
    piles are shuffled.
    """
    return tuple(
        place for place, left in enumerate(state.piles) if left and state.tops[place] is None
    )


def _renewing(state: State) -> State | None:
    return replace(state, stage=SimpleStage.RENEWING) if covered(state) else None


def _following(content: Content, state: State, seat: Seat) -> State:
    following = (seat + 1) % state.seats
    if following != state.start:
        return _begin(content, state, following)
    more = state.round < content.rounds
    return replace(state, stage=SimpleStage.TURNING if more else SimpleStage.FINISHED, acting=None)


def _match_ended(content: Content, state: State) -> Event:
    mines = [scoring.worth(content, player.mine) for player in state.players]
    return MatchEnded(
        scores=scoring.scores(content, state.players),
        deepest=tuple(mine.count(Reward.DEPTH) for mine in mines),
        tiles=tuple(len(player.mine) for player in state.players),
    )
