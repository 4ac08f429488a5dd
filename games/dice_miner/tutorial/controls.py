"""The buttons and menus of each step of the lesson: those of a match, some of which can't be used
yet."""

from cogs.games.scripted_lesson import Group, Standing
from cogs.screens.base import Control, Scene, Style
from engine.games.dice_miner.observation import MountainDie, Observation, Reach
from games.dice_miner.screens.controls import (
    REROLL,
    magic_controls,
    pass_button,
    salud_buttons,
    stop_button,
    take_button,
)
from games.dice_miner.tutorial.course import Step, answers
from render.games.dice_miner.letters import letters

TEMPTING = 3
"""Dice that can't be taken, offered all the same: trying is learning."""


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
