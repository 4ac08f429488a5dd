"""The course of the lesson: its steps, and where a learner stands after their choices.

Two chapters, each a real match with luck of its own: the first mountain, and the magic of a
later moment. Where a learner stands follows from their choices alone, which are the lesson's
path: one character a step, the place of the choice among the legal ones. So nothing is kept
anywhere, and a lesson goes on after any restart.
"""

from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from string import ascii_lowercase, digits

from cogs.games.lesson import BadPath as BadPath
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import NotLegal
from engine.core.types import Seat
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import Observation, Phase, Reach
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import State

VERSION = 1
"""Of the lesson. Another one makes other boards of the same choices, so old buttons end."""
LEARNER: Seat = 0
FRIEND: Seat = 1
_CHARACTERS = digits + ascii_lowercase
_HEROES = ((FRIEND, "hero engineer"), (LEARNER, "hero surveyor"))
_FIRST = Stream(bytes(SEED_BYTES), "lesson 44270")
"""A hazard die that shows beer lies at the top, three gems at the side; shared, the beer rolls
four dragons."""
_MAGIC = Stream(bytes(SEED_BYTES), "magic lesson 97642")
"""After twenty plain turns the learner begins the magic with two diamonds on one die, the
most gems, dragons without a shield and a rockfall with a pick."""


class Step(IntEnum):
    """What the learner is to do, in order; the value is how many choices were made before."""

    BEER = 0
    """Take the beer from the top."""
    SALUD = 1
    """Share it."""
    SIDE = 2
    """Take a die from the side."""
    SECOND = 3
    """Take a second die, or leave it."""
    SPEND = 4
    """Spend the magic die and choose two dice to reroll, which are three choices at once; the
    second chapter begins."""
    CHOOSE = 5
    """Choose a die to reroll, where an older version has spent the magic die alone."""
    ANOTHER = 6
    """Choose the other one in the same way."""
    POINTS = 7
    """Say what the tunnels are worth."""
    END = 8


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a learner stands."""

    path: str
    step: Step
    position: Position[State]
    fresh: tuple[Advance[State], ...]
    """What led here from the choice before: the learner's own, then the friend's."""


def stand(game: DiceMiner, path: str) -> Standing:
    """Where these choices lead; raises BadPath."""
    if len(path) > Step.END:
        raise BadPath
    standing = Standing("", Step.BEER, _opening(game), ())
    for character in path:
        standing = _after(game, standing, _CHARACTERS.find(character))
    return standing


def choose(game: DiceMiner, standing: Standing, token: str) -> Standing | None:
    """Where this choice leads; None if it is not what the step wants, or not legal."""
    choices = _choices(game, standing)
    if token not in choices or not wanted(game, standing, token):
        return None
    return _after(game, standing, choices.index(token))


def choose_all(game: DiceMiner, standing: Standing, tokens: tuple[str, ...]) -> Standing | None:
    """Where these choices lead one after the other; None if one of them is not offered."""
    here: Standing | None = standing
    for token in tokens:
        here = None if here is None else choose(game, here, token)
    return here


def wanted(game: DiceMiner, standing: Standing, token: str) -> bool:
    """Whether a legal token is what the step is about."""
    view: Observation = game.observe(standing.position.state, None)
    verb, _, rest = token.partition(" ")
    match standing.step:
        case Step.BEER:
            return verb == "take" and any(
                lying.die.name == rest and lying.die.face.symbol is Symbol.BEER
                for lying in view.mountain
            )
        case Step.SALUD:
            return verb == "salud"
        case Step.SIDE:
            return verb == "take" and any(
                lying.die.name == rest and lying.reach is Reach.SIDE for lying in view.mountain
            )
        case Step.SPEND:
            return verb == "spend" and not rest.startswith("hero")
        case Step.POINTS:
            return rest == str(view.seats[LEARNER].now.tunnels)
        case Step.CHOOSE | Step.ANOTHER:
            return verb == "reroll"
        case Step.SECOND:
            return True
        case Step.END:
            return False


def legal(game: DiceMiner, standing: Standing) -> tuple[str, ...]:
    """What the rules let the learner do now, as tokens."""
    return driver.legal_tokens(game, standing.position, LEARNER)


def answers(game: DiceMiner, standing: Standing) -> tuple[int, ...]:
    """Numbers to choose from for the points of the learner's tunnels, the right one included."""
    view: Observation = game.observe(standing.position.state, None)
    numbers = tunnels(view)
    right = view.seats[LEARNER].now.tunnels
    likely = (sum(numbers), sum(set(numbers)), len(numbers), right + 3, right + 5, right + 1)
    others = [number for number in dict.fromkeys(likely) if number != right]
    return tuple(sorted([right, *others[:3]]))


def tunnels(view: Observation) -> list[int]:
    """The numbers of the learner's tunnels, the hero's included, in rising order."""
    seat = view.seats[LEARNER]
    faces = [held.die.face for held in seat.hoard] + [printed.face for printed in seat.hero_faces]
    return sorted(face.count for face in faces if face.symbol is Symbol.TUNNEL)


def _choices(game: DiceMiner, standing: Standing) -> tuple[str, ...]:
    if standing.step is Step.POINTS:
        return tuple(f"points {number}" for number in answers(game, standing))
    if standing.step is Step.END:
        return ()
    return legal(game, standing)


def _after(game: DiceMiner, standing: Standing, choice: int) -> Standing:
    choices = _choices(game, standing)
    if choice not in range(len(choices)) or not wanted(game, standing, choices[choice]):
        raise BadPath
    path = standing.path + _CHARACTERS[choice]
    step = Step(standing.step + 1)
    if standing.step is Step.POINTS:
        made = _made(game, standing.position, "pass", _MAGIC, luck=False)
        return Standing(path, step, made[-1].position, made)
    stream = _FIRST if standing.step <= Step.SECOND else _MAGIC
    made = _made(game, standing.position, choices[choice], stream)
    if step is Step.SPEND:
        return Standing(path, step, _later(game), made)
    return Standing(path, step, made[-1].position, made)


def _made(
    game: DiceMiner, position: Position[State], token: str, stream: Stream, *, luck: bool = True
) -> tuple[Advance[State], ...]:
    """The learner's token with the luck and the friend's turn that follow."""
    made = [driver.choose(game, position, LEARNER, token)]
    while True:
        if luck:
            made += driver.advance(game, made[-1].position, stream)
        here = made[-1].position
        if FRIEND not in game.to_act(here.state):
            return tuple(made)
        made.append(driver.choose(game, here, FRIEND, _plain(game, here, FRIEND)))


def _plain(game: DiceMiner, position: Position[State], seat: Seat) -> str:
    """The first top in reading order; no magic."""
    tokens = driver.legal_tokens(game, position, seat)
    return "pass" if "pass" in tokens else tokens[0]


@cache
def _opening(game: DiceMiner) -> Position[State]:
    """The first mountain, the learner to act."""
    return _drafted(game, _FIRST)


@cache
def _later(game: DiceMiner) -> Position[State]:
    """The learner's magic after a mountain of plain turns."""
    position = _drafted(game, _MAGIC)
    while game.observe(position.state, None).phase is Phase.EXCAVATION:
        (seat,) = game.to_act(position.state)
        position = driver.choose(game, position, seat, _plain(game, position, seat)).position
    return position


def _drafted(game: DiceMiner, stream: Stream) -> Position[State]:
    position = driver.advance(game, driver.start(game, 2), stream)[-1].position
    for seat, token in _HEROES:
        try:
            position = driver.choose(game, position, seat, token).position
        except NotLegal as error:
            raise BadPath("the lesson was made for other rules") from error
    return driver.advance(game, position, stream)[-1].position
