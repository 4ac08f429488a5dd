"""The events of a grid as lines of text."""

from collections.abc import Iterator

from cogs.screens.base import Advances, Scene
from engine.core.types import Event
from engine.games.dice_grid.events import BoxPaid, DieRolled, MatchEnded, SquareMarked
from engine.games.dice_grid.phases.round import LOWEST
from engine.games.dice_grid.state import EndedBy, Score
from games.dice_grid.screens.content import content_of, icon, most
from render.games.dice_grid.words import score_words
from render.words import points
from texts import mark

POOR = 3
"""Highest result that counts as poor for a die with at least LARGE faces."""
LARGE = 10
ENDS = {
    EndedBy.LAST_STAR: mark("🏁 The last star is gone, and so the grid is done."),
    EndedBy.FULL: mark("🏁 Every square is marked."),
    EndedBy.NO_BOXES: mark("🏁 Not one box is left to pay for a roll."),
    EndedBy.STUCK: mark("🏁 Nowhere to go, and no star that could help."),
    EndedBy.PLAYER: mark("🏁 Nowhere to go, and the stars stay in the sky."),
}


def points_line(scene: Scene, score: Score) -> str:
    return scene.words.say(
        "**{score}**: squares {squares}, rows {rows}, columns {columns}, stars {stars}.",
        score=score_words(scene.words, score.total, most(scene)),
        squares=score.squares,
        rows=score.rows,
        columns=score.columns,
        stars=score.stars,
    )


def tell(scene: Scene, advances: Advances) -> list[str]:
    return list(_lines(scene, [event for advance in advances for event in advance.events]))


def _lines(scene: Scene, events: list[Event]) -> Iterator[str]:
    for event in events:
        match event:
            case BoxPaid():
                pass  # the DieRolled event that follows says enough
            case DieRolled():
                yield _rolled(scene, event)
            case SquareMarked():
                yield _marked(scene, event)
                yield from _filled(scene, event)
            case MatchEnded():
                yield scene.words.say(ENDS[event.by])
                yield points_line(scene, event.score)
            case _:
                raise AssertionError(f"an event of another game: {event}")


def _rolled(scene: Scene, event: DieRolled) -> str:
    words, die = scene.words, content_of(scene).dice[event.type]
    if event.result == die.faces:
        line = mark("{icon} The {die} shows **{number}**. The highest it can.")
    elif event.result == LOWEST:
        line = mark("{icon} The {die} shows **{number}**. The lowest it can.")
    elif event.result <= POOR and die.faces >= LARGE:
        line = mark("{icon} The {die} shows **{number}**. So much die for so little.")
    else:
        line = mark("{icon} The {die} shows **{number}**.")
    return words.say(line, icon=icon(scene, event.type), die=die.name, number=event.result)


def _marked(scene: Scene, event: SquareMarked) -> str:
    words, content = scene.words, content_of(scene)
    square, die = content.square_name(event.square), content.dice[event.type].name
    if event.star:
        return words.say(
            "⭐ A star: {die} on square {square}, box {number} crossed.",
            die=die,
            square=square,
            number=event.number,
        )
    if event.move is None:
        return words.say(
            "✏️ It begins on {square} with {die}, and box {number} is crossed.",
            square=square,
            die=die,
            number=event.number,
        )
    return words.count(
        "👣 {count} step to {square}: {die}, box {number} crossed.",
        "👣 {count} steps to {square}: {die}, box {number} crossed.",
        event.move.steps,
        square=square,
        die=die,
        number=event.number,
    )


def _filled(scene: Scene, event: SquareMarked) -> Iterator[str]:
    words, content = scene.words, content_of(scene)
    name = content.square_name(event.square)
    row, column, worth = name[1:], name[0], content.points
    if event.full_row and event.full_column:
        yield words.say(
            "🎉 Row {row} **and** column {column} are full with one mark: {points}!",
            row=row,
            column=column,
            points=points(words, worth.row + worth.column),
        )
    elif event.full_row:
        yield words.say("🎉 Row {row} is full: {points}.", row=row, points=points(words, worth.row))
    elif event.full_column:
        yield words.say(
            "🎉 Column {column} is full: {points}.",
            column=column,
            points=points(words, worth.column),
        )
