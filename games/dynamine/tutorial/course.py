"""The course of the lesson: the first turn of a match, then the last turn of another one.

Both are real matches with luck of their own, against a computer called Rosa. A path numbers each
choice among those that its step wants.
"""

from collections.abc import Sequence
from enum import Enum, auto
from functools import cache

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import LEARNER, LONGEST, Choice, Standing
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import BadToken, NotLegal
from engine.core.types import Level, Seat
from engine.games.dynamine.observation import Observation, Phase
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import State
from games.dynamine.tutorial.recorded import TOKENS

VERSION = 1
"""Of the lesson. Another one makes other tables of the same choices, so old buttons end."""
ROSA: Seat = 1
FIRST_TILE = "take E2"
"""It has two +1 openings and brings a +1 token."""
_BUILDING = frozenset({"take", "raven", "plus"})
"""What builds, or brings points to build with."""
_FIRST = Stream(bytes(SEED_BYTES), "mine lesson 88")
"""The learner begins, with 5 points."""
_LAST = Stream(bytes(SEED_BYTES), "mine lesson")
"""Turns up the next card, and rolls for Cave Raven."""


class Step(Enum):
    """What the learner is to do, in order."""

    TAKE = auto()
    """Take the tile with two +1 openings."""
    PLACE = auto()
    JOIN = auto()
    """Take a tile that can be built onto a +1 opening."""
    BONUS = auto()
    """Build it there."""
    DONE = auto()
    """End the turn."""
    CARD = auto()
    """The second chapter begins: take a card with a 1 on the die."""
    BUILD = auto()
    """Take any tile, or use the card first."""
    WHERE = auto()
    """Place it."""
    MORE = auto()
    """Take another one, or end the match."""
    END = auto()


def follow(
    game: Dynamine, here: Standing, choice: Choice
) -> tuple[Step, Position[State], Sequence[Advance[State]]]:
    """The next step, where it begins, and what led there."""
    made: list[Advance[State]] = []
    position: Position[State] = here.position
    for token in choice:
        made.append(driver.choose(game, position, LEARNER, token))
        position = made[-1].position
    stream = _FIRST if here.step.value <= Step.DONE.value else _LAST
    made += driver.advance(game, position, stream)
    if here.step is Step.DONE:
        made += _turn_of_rosa(game, made[-1].position)
        return Step.CARD, last_turn(game), made
    position = made[-1].position
    return _next(game, here.step, position, built=len(choice) > 1), position, made


def choices(game: Dynamine, here: Standing) -> tuple[Choice, ...]:
    """All that the rules let the learner decide with one press."""
    found = []
    for token in driver.legal_tokens(game, here.position, LEARNER):
        places: Choice = ()
        if token.startswith(("take ", "move ")):
            after = driver.choose(game, here.position, LEARNER, token).position
            places = driver.legal_tokens(game, after, LEARNER)
        found.append((token, *places) if len(places) == 1 else (token,))
    return tuple(found)


def first_tile(_game: Dynamine, _here: Standing, choice: Choice) -> bool:
    """Want the tile with two +1 openings."""
    return choice[0] == FIRST_TILE


def joins(game: Dynamine, here: Standing, choice: Choice) -> bool:
    """Want a tile that can be built onto a +1 opening and leaves the learner's turn going on."""
    if not choice[0].startswith("take "):
        return False
    after = driver.choose(game, here.position, LEARNER, choice[0]).position
    return max(_bonuses(game, after).values()) > 0


def pays(game: Dynamine, here: Standing, choice: Choice) -> bool:
    """Want a place on a +1 opening."""
    return _bonuses(game, here.position).get(choice[0], 0) > 0


def done(_game: Dynamine, _here: Standing, choice: Choice) -> bool:
    """Want the end of the turn."""
    return choice == ("done",)


def card(_game: Dynamine, _here: Standing, choice: Choice) -> bool:
    """Want a card."""
    return choice[0].startswith("card ")


def builds(_game: Dynamine, _here: Standing, choice: Choice) -> bool:
    """Want a tile, or a card that brings points to build with."""
    return choice[0].partition(" ")[0] in _BUILDING


def builds_or_ends(game: Dynamine, here: Standing, choice: Choice) -> bool:
    """Want that or the end of the match; the end alone once a path has no room for more."""
    longest = len(here.path) >= LONGEST - 2
    return done(game, here, choice) or (not longest and builds(game, here, choice))


def _bonuses(game: Dynamine, position: Position[State]) -> dict[str, int]:
    """What each place of the tile on its way brings from +1 openings, by token."""
    view: Observation = game.observe(position.state, LEARNER)
    assert view.turn is not None, "the learner builds"
    assert view.turn.placing is not None, "a tile is on its way"
    return {place.token: place.bonus for place in view.turn.placing.places}


def _next(game: Dynamine, step: Step, position: Position[State], *, built: bool) -> Step:
    """What comes after a choice of this step; a tile placed at once leaves a step out."""
    if game.outcome(position.state) is not None:
        return Step.END
    placing = game.observe(position.state, LEARNER).phase is Phase.PLACE
    match step:
        case Step.TAKE:
            return Step.PLACE if placing else Step.JOIN
        case Step.PLACE:
            return Step.JOIN
        case Step.JOIN:
            return Step.BONUS if placing else Step.DONE
        case Step.BONUS:
            return Step.DONE
        case Step.CARD:
            return Step.BUILD
        case Step.BUILD if not placing and not built:
            return Step.BUILD
        case _:
            return Step.WHERE if placing else Step.MORE


def _turn_of_rosa(game: Dynamine, position: Position[State]) -> list[Advance[State]]:
    """Her turn after the learner's first; it ends where the next round begins."""
    made: list[Advance[State]] = []
    while game.to_act(position.state) == {ROSA}:
        made.append(driver.choose(game, position, ROSA, _easily(game, position, ROSA)))
        position = made[-1].position
    return made


def _easily(game: Dynamine, position: Position[State], seat: Seat) -> str:
    return game.notation(game.suggest(position.state, seat, Level.APPRENTICE))


@cache
def beginning(game: Dynamine) -> Position[State]:
    """The learner's first turn, rolled."""
    return driver.advance(game, driver.start(game, 2), _FIRST)[-1].position


@cache
def last_turn(game: Dynamine) -> Position[State]:
    """The learner's last turn of the recorded match, rolled."""
    position: Position[State] = driver.start(game, 2)
    try:
        for token in TOKENS:
            if game.chance(position.state) is not None:
                drawn = game.read_chance(position.state, token)
                position = driver.settle(game, position, drawn).position
            else:
                (seat,) = game.to_act(position.state)
                position = driver.choose(game, position, seat, token).position
    except (BadToken, NotLegal) as error:
        raise BadPath("the lesson was made for other rules") from error
    return position
