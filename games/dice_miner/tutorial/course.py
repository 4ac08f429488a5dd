"""The course of the lesson: its steps, their choices, and the position after each choice.

It has two chapters, each a real match with fixed luck: the first mountain, and a later round of
magic. A path stores each choice as its index among the legal ones.
"""

from enum import IntEnum
from functools import cache

from cogs.games.lesson import BadPath
from cogs.games.scripted_lesson import LEARNER, Group, LessonProgress, TokenChoice
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
"""Number of dice that are offered although they can't be taken, so that learners can read why."""
VERSION = 1
"""Version of the lesson; buttons of other versions no longer work."""
FRIEND: Seat = 1
_HEROES = ((FRIEND, "hero engineer"), (LEARNER, "hero surveyor"))
_FIRST = Stream(bytes(SEED_BYTES), "lesson 44270")
"""Luck that puts a hazard die with beer on top, and three gems at the side. When shared, the beer
die rolls four dragons.
"""
_MAGIC = Stream(bytes(SEED_BYTES), "magic lesson 97642")
"""Luck with which, after twenty plain turns, the learner starts the magic phase with two diamonds
on one die, the most gems, dragons without a shield, and a rockfall with a pick.
"""


class Step(IntEnum):
    """Steps of the lesson, in order. The value is the number of choices before the step."""

    BEER = 0
    SALUD = 1
    SIDE = 2
    SECOND = 3
    SPEND = 4
    """Start of the second chapter: one press spends the magic die and chooses two dice."""
    CHOOSE = 5
    ANOTHER = 6
    """The two dice of that press; no panel shows these steps."""
    POINTS = 7
    END = 8


def follow(
    game: DiceMiner, here: LessonProgress, choice: TokenChoice
) -> tuple[Step, Position[State], tuple[Advance[State], ...]]:
    step = Step(here.step + 1)
    if here.step is Step.POINTS:
        advances = _choose_and_play_on(game, here.position, "pass", _MAGIC, luck=False)
    else:
        stream = _FIRST if here.step <= Step.SECOND else _MAGIC
        advances = _choose_and_play_on(game, here.position, choice[0], stream)
    return step, _later(game) if step is Step.SPEND else advances[-1].position, advances


def choices(game: DiceMiner, here: LessonProgress) -> tuple[TokenChoice, ...]:
    if here.step is Step.POINTS:
        view: Observation = game.observe(here.position.state)
        return tuple((f"points {number}",) for number in answers(view))
    return tuple((token,) for token in legal(game, here))


def takes_beer(game: DiceMiner, here: LessonProgress, choice: TokenChoice) -> bool:
    die = _taken(game, here, choice)
    return die is not None and die.die.face.symbol is Symbol.BEER


def takes_side(game: DiceMiner, here: LessonProgress, choice: TokenChoice) -> bool:
    die = _taken(game, here, choice)
    return die is not None and die.reach is Reach.SIDE


def shares(_game: DiceMiner, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice[0].startswith("salud")


def spends(_game: DiceMiner, _here: LessonProgress, choice: TokenChoice) -> bool:
    """Accept spending a magic die, but not a hero face."""
    return choice[0].startswith("spend ") and not choice[0].startswith("spend hero")


def rerolls(_game: DiceMiner, _here: LessonProgress, choice: TokenChoice) -> bool:
    return choice[0].startswith("reroll ")


def counts(game: DiceMiner, here: LessonProgress, choice: TokenChoice) -> bool:
    view: Observation = game.observe(here.position.state)
    return choice == (f"points {view.seats[LEARNER].now.tunnels}",)


def _taken(game: DiceMiner, here: LessonProgress, choice: TokenChoice) -> MountainDie | None:
    view: Observation = game.observe(here.position.state)
    taken = (die for die in view.mountain if choice == (f"take {die.die.name}",))
    return next(taken, None)


def legal(game: DiceMiner, standing: LessonProgress) -> tuple[str, ...]:
    return driver.legal_tokens(game, standing.position, LEARNER)


def answers(view: Observation) -> tuple[int, ...]:
    """Return the offered answers for the points of the learner's tunnels, sorted."""
    numbers = tunnels(view)
    right = view.seats[LEARNER].now.tunnels
    likely = (sum(numbers), sum(set(numbers)), len(numbers), right + 3, right + 5, right + 1)
    others = [number for number in dict.fromkeys(likely) if number != right]
    return tuple(sorted([right, *others[:3]]))


def tunnels(view: Observation) -> list[int]:
    """Return the learner's tunnel numbers, the hero's included, sorted."""
    seat = view.seats[LEARNER]
    faces = [held.die.face for held in seat.hoard] + [printed.face for printed in seat.hero_faces]
    return sorted(face.count for face in faces if face.symbol is Symbol.TUNNEL)


def offers(scene: Scene, here: LessonProgress) -> tuple[Group, ...]:
    """Return the step's controls; each group starts a new row."""
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
        case Step.CHOOSE | Step.ANOTHER | Step.END:
            return ()


def decided(what: str, ticked: tuple[str, ...]) -> tuple[str, ...]:
    """Return the tokens of a button, or of the dice ticked in a panel's menu."""
    opening = () if what == REROLL and ticked else (what,)
    return (*opening, *(f"reroll {die}" for die in ticked))


def labels(view: Observation) -> dict[str, str]:
    return {spot.die.name: str(number) for number, spot in enumerate(tempting(view), 1)}


def tempting(view: Observation) -> list[MountainDie]:
    """Return some dice that can't be taken, side dice before buried ones, in reading order."""
    untakeable = [spot for spot in view.mountain if not spot.takeable]
    sides = [spot for spot in untakeable if spot.reach is Reach.SIDE][: TEMPTING - 1]
    buried = [spot for spot in untakeable if spot.reach is Reach.BURIED]
    chosen = [*sides, *buried[: TEMPTING - len(sides)]]
    return sorted(chosen, key=lambda spot: spot.place)


def _dice(scene: Scene) -> Group:
    view: Observation = scene.view
    named = letters(view) | labels(view)
    return tuple(
        take_button(scene, spot, named[spot.die.name])
        for spot in view.mountain
        if spot.die.name in named
    )


def _choose_and_play_on(
    game: DiceMiner, position: Position[State], token: str, stream: Stream, *, luck: bool = True
) -> tuple[Advance[State], ...]:
    """Return the learner's move, and the luck and the friend's turn that follow it."""
    advances = [driver.choose(game, position, LEARNER, token)]
    while True:
        if luck:
            advances += driver.advance(game, advances[-1].position, stream)
        here = advances[-1].position
        if FRIEND not in game.to_act(here.state):
            return tuple(advances)
        advances.append(driver.choose(game, here, FRIEND, _plain(game, here, FRIEND)))


def _plain(game: DiceMiner, position: Position[State], seat: Seat) -> str:
    """Pass in the magic phase, else take the first die in reading order."""
    tokens = driver.legal_tokens(game, position, seat)
    return "pass" if "pass" in tokens else tokens[0]


@cache
def beginning(game: DiceMiner) -> Position[State]:
    return _drafted(game, _FIRST)


@cache
def _later(game: DiceMiner) -> Position[State]:
    """Return the learner's turn in the magic phase, after a mountain of plain turns."""
    position = _drafted(game, _MAGIC)
    while game.observe(position.state).phase is Phase.EXCAVATION:
        (seat,) = game.to_act(position.state)
        position = driver.choose(game, position, seat, _plain(game, position, seat)).position
    return position


def _drafted(game: DiceMiner, stream: Stream) -> Position[State]:
    position = driver.advance(game, driver.start(game, 2), stream)[-1].position
    for seat, token in _HEROES:
        try:
            position = driver.choose(game, position, seat, token).position
        except NotLegal as error:
            raise BadPath("the lesson does not work with these rules") from error
    return driver.advance(game, position, stream)[-1].position
