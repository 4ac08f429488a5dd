"""The course of the lesson: the first turn of a match, then the last turn of another one.

Both are real matches with luck of their own, against a computer called Rosa. Where a learner
stands follows from their choices, the lesson's path: one character a choice, its place among
those that the step asks for. So nothing is kept anywhere, and a lesson goes on after any restart.
"""

from dataclasses import dataclass
from enum import Enum, auto
from functools import cache, lru_cache
from string import ascii_lowercase, digits

from cogs.games.lesson import BadPath
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
LEARNER: Seat = 0
ROSA: Seat = 1
FIRST_TILE = "take E2"
"""It has two +1 openings and brings a +1 token."""
_CHARACTERS = digits + ascii_lowercase
_LONGEST = 16
"""Characters of a path."""
_KEPT = 256
_BUILDING = frozenset({"take", "raven", "plus"})
"""What builds, or brings points to build with."""
_FIRST = Stream(bytes(SEED_BYTES), "mine lesson 88")
"""The learner begins, with 5 points."""
_LAST = Stream(bytes(SEED_BYTES), "mine lesson")
"""Turns up the next card, and rolls for Cave Raven."""

Choice = tuple[str, ...]
"""Tokens that one press decides."""


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


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands."""

    path: str
    step: Step
    position: Position[State]
    fresh: tuple[Advance[State], ...]
    """What the choice before led to."""


@lru_cache(_KEPT)
def stand(game: Dynamine, path: str) -> Standing:
    """Where these choices lead; raises BadPath."""
    if not path:
        return Standing("", Step.TAKE, _beginning(game), ())
    if len(path) > _LONGEST:
        raise BadPath
    here = stand(game, path[:-1])
    found = wanted(game, here)
    place = _CHARACTERS.find(path[-1])
    if place not in range(len(found)):
        raise BadPath
    return _after(game, here, found[place])


def choose(game: Dynamine, here: Standing, choice: Choice) -> Standing | None:
    """Where a choice that is offered leads; None if the step asks for something else."""
    return _after(game, here, choice) if choice in wanted(game, here) else None


def wanted(game: Dynamine, here: Standing) -> tuple[Choice, ...]:
    """What the step asks for, in the order of legal Actions; () at the end.

    A tile that fits one place alone is taken and placed at once, as on a board.
    """
    every = choices(game, here)
    match here.step:
        case Step.TAKE:
            return tuple(one for one in every if one[0] == FIRST_TILE)
        case Step.JOIN:
            return tuple(one for one in every if _joins(game, here, one))
        case Step.BONUS:
            best = _bonuses(game, here.position)
            return tuple(one for one in every if best.get(one[0], 0) > 0)
        case Step.DONE:
            return tuple(one for one in every if one == ("done",))
        case Step.CARD:
            return tuple(one for one in every if one[0].startswith("card "))
        case Step.BUILD:
            return tuple(one for one in every if _verb(one) in _BUILDING)
        case Step.MORE:
            verbs = {"done"} if len(here.path) >= _LONGEST - 2 else {*_BUILDING, "done"}
            return tuple(one for one in every if _verb(one) in verbs)
        case Step.PLACE | Step.WHERE:
            return every
        case Step.END:
            return ()


def choices(game: Dynamine, here: Standing) -> tuple[Choice, ...]:
    """All that the rules let the learner decide with one press."""
    if here.step is Step.END:
        return ()
    found = []
    for token in driver.legal_tokens(game, here.position, LEARNER):
        places: Choice = ()
        if token.startswith(("take ", "move ")):
            after = driver.choose(game, here.position, LEARNER, token).position
            places = driver.legal_tokens(game, after, LEARNER)
        found.append((token, *places) if len(places) == 1 else (token,))
    return tuple(found)


def _verb(choice: Choice) -> str:
    return choice[0].partition(" ")[0]


def _joins(game: Dynamine, here: Standing, choice: Choice) -> bool:
    """Whether a tile can be built onto a +1 opening, and leaves the learner's turn going on."""
    if not choice[0].startswith("take "):
        return False
    after = driver.choose(game, here.position, LEARNER, choice[0]).position
    return max(_bonuses(game, after).values()) > 0


def _bonuses(game: Dynamine, position: Position[State]) -> dict[str, int]:
    """What each place of the tile on its way brings from +1 openings, by token."""
    view: Observation = game.observe(position.state, LEARNER)
    assert view.turn is not None, "the learner builds"
    assert view.turn.placing is not None, "a tile is on its way"
    return {place.token: place.bonus for place in view.turn.placing.places}


def _after(game: Dynamine, here: Standing, choice: Choice) -> Standing:
    path = here.path + _CHARACTERS[wanted(game, here).index(choice)]
    made: list[Advance[State]] = []
    position = here.position
    for token in choice:
        made.append(driver.choose(game, position, LEARNER, token))
        position = made[-1].position
    stream = _FIRST if here.step.value <= Step.DONE.value else _LAST
    made += driver.advance(game, position, stream)
    if here.step is Step.DONE:
        made += _turn_of_rosa(game, made[-1].position)
        return Standing(path, Step.CARD, last_turn(game), tuple(made))
    position = made[-1].position
    step = _next(game, here.step, position, built=len(choice) > 1)
    return Standing(path, step, position, tuple(made))


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
def _beginning(game: Dynamine) -> Position[State]:
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
