"""Hints for moves of the dice grid: the points that a move scores immediately."""

from typing import assert_never

from cogs.screens.base import Scene
from cogs.screens.hint_words import points_now
from engine.core.driver import action_of
from engine.core.gains import most_gained
from engine.core.types import Seat
from engine.games.dice_grid import actions, grid
from engine.games.dice_grid.actions import Action
from engine.games.dice_grid.phases.round import LOWEST
from engine.games.dice_grid.state import SimpleStage, State, Writing
from games.dice_grid.screens.content import content_of, icon
from render.words import points

PARTS_OF_MARKING = 2
"""Further decisions after choosing a square: its type, and sometimes its box."""


def hint_move(scene: Scene, seat: Seat, token: str) -> str:
    words, content = scene.words, content_of(scene)
    action: Action = action_of(scene.game, scene.state, seat, token)
    match action:
        case actions.At(square):
            return words.say("Mark {square}", square=content.square_name(square))
        case actions.Write(type_):
            return words.say_as("hint", "Write {die}", die=_die(scene, type_))
        case actions.Cross(number):
            return words.say("Cross box {number}", number=number)
        case actions.ChooseDie(type_):
            return words.say("Roll {die}", die=_die(scene, type_))
        case actions.Go(square, steps):
            return words.count(
                "Go {count} step to {square}",
                "Go {count} steps to {square}",
                steps,
                square=content.square_name(square),
            )
        case actions.SimpleAction.USE_STAR:
            return words.say_as("hint", "Use a star")
        case actions.SimpleAction.END:
            return words.say("End here, and keep the stars")
        case _:
            assert_never(action)


def hint_reasons(scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
    words, content, state = scene.words, content_of(scene), scene.state
    action: Action = action_of(scene.game, scene.state, seat, token)
    match action:
        case actions.Go(square) | actions.At(square):
            most = most_gained(scene.game, state, seat, token, PARTS_OF_MARKING)
            return (points_now(words, most), *_lines(scene, square))
        case actions.Write() if isinstance(state.stage, Writing):
            most = most_gained(scene.game, state, seat, token, 1)
            return (points_now(words, most), *_lines(scene, state.stage.square))
        case actions.ChooseDie(type_):
            return (_rolls(scene, type_),)
        case actions.Cross(number) if state.stage is SimpleStage.PAYING:
            return (words.say("Box {number} is then gone for good.", number=number),)
        case actions.Cross():
            return (points_now(words, most_gained(scene.game, state, seat, token)),)
        case actions.SimpleAction.USE_STAR:
            return (
                words.say(
                    "It marks any square that takes a die, and costs the {points} that an "
                    "unused star scores.",
                    points=points(words, content.points.star),
                ),
            )
        case actions.SimpleAction.END:
            return (
                words.say(
                    "Each star that you keep scores {points}.",
                    points=points(words, content.points.star),
                ),
            )
        case _:
            return ()


def _lines(scene: Scene, square: int) -> tuple[str, ...]:
    words, content = scene.words, content_of(scene)
    state: State = scene.state
    row, column = (
        sum(state.grid[other] is None for other in line) - 1 for line in content.lines(square)
    )
    if row and column:
        return (
            words.say(
                "Then its row lacks {row} and its column {column} more squares.",
                row=row,
                column=column,
            ),
        )
    return ()


def _rolls(scene: Scene, type_: int) -> str:
    words, content = scene.words, content_of(scene)
    state: State = scene.state
    fits = sum(type_ in free for free in grid.lacking(content, state))
    return words.count(
        "It rolls {low} to {high}, all alike. {count} square still takes a {die}.",
        "It rolls {low} to {high}, all alike. {count} squares still take a {die}.",
        fits,
        low=LOWEST,
        high=content.dice[type_].faces,
        die=content.dice[type_].name,
    )


def _die(scene: Scene, type_: int) -> str:
    return f"{icon(scene, type_)} {content_of(scene).dice[type_].name}"
