"""The game's phrases, the same in pictures, alt text and text."""

from datetime import date
from typing import assert_never

from engine.games.dice_grid.observation import Phase
from render.games.dice_grid.scene import GridScene
from render.words import day_text
from texts import Words


def day_words(words: Words, day: date | None) -> str:
    if day is None:
        return words.say("Practice grid")
    # Translators: The dice grid of one day, for example "Grid of Nov 21, 2026".
    return words.say("Grid of {day}", day=date_words(words, day))


def date_words(words: Words, day: date | None) -> str:
    if day is None:
        # Translators: In place of a date: a grid that is played for practice.
        return words.say("Practice")
    return day_text(words, day)


def score_words(words: Words, points: int, most: int) -> str:
    # Translators: Points out of the most possible, for example "48 of 63".
    return words.say("{points} of {most}", points=points, most=most)


def task_words(words: Words, scene: GridScene) -> str:
    view = scene.view
    match view.phase:
        case Phase.SETUP | Phase.MARK:
            if scene.aim is None and view.phase is Phase.SETUP:
                return words.say("Choose your first square")
            if scene.aim is None:
                return words.say("Star: choose any lit square")
            square = scene.name(scene.aim)
            if scene.writing is not None:
                die = scene.die_name(scene.writing)
                # Translators: A box in the column of a die, for example of the d8.
                return words.say("Square {square}: cross a {die} box", square=square, die=die)
            return words.say("Square {square}: choose its die", square=square)
        case Phase.CHOOSE:
            if view.die is None:
                return words.say("Choose a die to roll")
            # Translators: Rolling a die costs one box of its column; {die} is for example d8.
            return words.say("Cross a {die} box to roll it", die=scene.die_name(view.die))
        case Phase.MOVE:
            assert view.die is not None, "the move phase needs a roll"
            die = scene.die_name(view.die)
            if scene.stuck:
                # Translators: {die} is, for example, d8; {number} is its result.
                return words.say(
                    "{die} shows {number}: no square in reach", die=die, number=view.result
                )
            # Translators: {die} is, for example, d8; {number} is its result.
            return words.say("{die} shows {number}: choose a square", die=die, number=view.result)
        case Phase.FINISHED:
            return words.say("Finished")
        case _:
            assert_never(view.phase)
