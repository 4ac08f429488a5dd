"""The course of the lesson: its steps, what they offer, and where each choice leads.

Two chapters, each a real match with luck of its own: the first mountain, and the magic of a
later moment. A path numbers each choice among the legal ones.
"""

from enum import IntEnum
from functools import cache

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import LEARNER, Choice, Group, Standing
from cogs.screens.base import Control, Scene, Style
from engine.core import driver
from engine.core.chance import SEED_BYTES, Stream
from engine.core.driver import Advance, Position
from engine.core.errors import NotLegal
from engine.core.types import Seat
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.observation import MountainDie, Observation, Phase, Reach
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import State
from games.dice_miner.screens.controls import (
    REROLL,
    magic_controls,
    pass_button,
    salud_buttons,
    stop_button,
    take_button,
)
from render.games.dice_miner.words import letters

TEMPTING = 3
"""Dice that can't be taken, offered all the same: trying is learning."""
VERSION = 1
"""Of the lesson. Another one makes other boards of the same choices, so old buttons end."""
FRIEND: Seat = 1
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


def follow(
    game: DiceMiner, here: Standing, choice: Choice
) -> tuple[Step, Position[State], tuple[Advance[State], ...]]:
    """The next step, where it begins, and what led there."""
    step = Step(here.step + 1)
    if here.step is Step.POINTS:
        made = _made(game, here.position, "pass", _MAGIC, luck=False)
    else:
        stream = _FIRST if here.step <= Step.SECOND else _MAGIC
        made = _made(game, here.position, choice[0], stream)
    return step, _later(game) if step is Step.SPEND else made[-1].position, made


def choices(game: DiceMiner, here: Standing) -> tuple[Choice, ...]:
    """All that can be decided in this step: legal tokens, or numbers of points."""
    if here.step is Step.POINTS:
        view: Observation = game.observe(here.position.state, None)
        return tuple((f"points {number}",) for number in answers(view))
    return tuple((token,) for token in legal(game, here))


def takes_beer(game: DiceMiner, here: Standing, choice: Choice) -> bool:
    """Want the die that shows beer."""
    die = _taken(game, here, choice)
    return die is not None and die.die.face.symbol is Symbol.BEER


def takes_side(game: DiceMiner, here: Standing, choice: Choice) -> bool:
    """Want a die from the side."""
    die = _taken(game, here, choice)
    return die is not None and die.reach is Reach.SIDE


def shares(_game: DiceMiner, _here: Standing, choice: Choice) -> bool:
    """Want a shared beer."""
    return choice[0].startswith("salud")


def spends(_game: DiceMiner, _here: Standing, choice: Choice) -> bool:
    """Want the magic of a die, not that of the hero."""
    return choice[0].startswith("spend ") and not choice[0].startswith("spend hero")


def rerolls(_game: DiceMiner, _here: Standing, choice: Choice) -> bool:
    """Want a die to reroll."""
    return choice[0].startswith("reroll ")


def counts(game: DiceMiner, here: Standing, choice: Choice) -> bool:
    """Want the points of the learner's tunnels."""
    view: Observation = game.observe(here.position.state, None)
    return choice == (f"points {view.seats[LEARNER].now.tunnels}",)


def _taken(game: DiceMiner, here: Standing, choice: Choice) -> MountainDie | None:
    """The die of the mountain that a choice takes."""
    view: Observation = game.observe(here.position.state, None)
    taken = (die for die in view.mountain if choice == (f"take {die.die.name}",))
    return next(taken, None)


def legal(game: DiceMiner, standing: Standing) -> tuple[str, ...]:
    """What the rules let the learner do now, as tokens."""
    return driver.legal_tokens(game, standing.position, LEARNER)


def answers(view: Observation) -> tuple[int, ...]:
    """Numbers to choose from for the points of the learner's tunnels, the right one included."""
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


def offers(scene: Scene, here: Standing) -> tuple[Group, ...]:
    """What the learner may press in this step, in groups that begin a new row each."""
    words, step = scene.words, Step(here.step)
    match step:
        case Step.BEER | Step.SIDE:
            return (_dice(scene),)
        case Step.SALUD:
            return _dice(scene), tuple(salud_buttons(scene))
        case Step.SECOND:
            return _dice(scene), (stop_button(scene),)
        case Step.SPEND:
            return (*(tuple(group) for group in magic_controls(scene)), (pass_button(scene),))
        case Step.CHOOSE | Step.ANOTHER:
            return tuple(tuple(group) for group in magic_controls(scene))
        case Step.POINTS:
            return (
                tuple(
                    Control(
                        words.count("{count} point", "{count} points", number),
                        tokens=(f"points {number}",),
                        style=Style.MAIN,
                    )
                    for number in answers(scene.view)
                ),
            )
        case Step.END:
            return ()


def decided(what: str, ticked: tuple[str, ...]) -> tuple[str, ...]:
    """The tokens of a button, or of dice that are ticked in the menu of this panel."""
    opening = () if what == REROLL and ticked else (what,)
    return (*opening, *(f"reroll {die}" for die in ticked))


def labels(view: Observation) -> dict[str, str]:
    """Numbers for the dice that are offered though they can't be taken."""
    return {lying.die.name: str(number) for number, lying in enumerate(tempting(view), 1)}


def tempting(view: Observation) -> list[MountainDie]:
    """Dice that can't be taken now, from the sides first, in reading order."""
    out = [lying for lying in view.mountain if not lying.takeable]
    sides = [lying for lying in out if lying.reach is Reach.SIDE][: TEMPTING - 1]
    buried = [lying for lying in out if lying.reach is Reach.BURIED]
    chosen = [*sides, *buried[: TEMPTING - len(sides)]]
    return sorted(chosen, key=lambda lying: lying.place)


def _dice(scene: Scene) -> Group:
    """The dice that can be taken, by letter, and some that can't, by number."""
    view: Observation = scene.view
    named = letters(view) | labels(view)
    return tuple(
        take_button(scene, lying, named[lying.die.name])
        for lying in view.mountain
        if lying.die.name in named
    )


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
def beginning(game: DiceMiner) -> Position[State]:
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
