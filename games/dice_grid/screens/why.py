"""“Why not?”: the rule that forbids each square of a row, and the other Actions.

A question is `row 3`, `write d8` for a type, `die d8` for a die, `square`, `star` or `end`.
"""

from collections.abc import Iterator
from typing import assert_never

from cogs.screens.base import PICK_AT_MOST, Option, Scene
from engine.core.types import Seat
from engine.games.dice_grid.observation import Observation, Phase
from engine.games.dice_grid.state import State, Writing
from engine.games.dice_grid.why import Because, Reason, Refusal, why_not, why_not_type
from games.dice_grid.screens.content import content_of, grid_scene, icon
from render.games.dice_grid.board import draw_board
from render.picture import Picture

SQUARE, STAR, END = "square", "star", "end"


def questions(scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
    del seat  # spectators can ask, too
    return tuple(_questions(scene))[:PICK_AT_MOST] if scene.to_act else ()


def asked(scene: Scene, seat: Seat | None) -> Picture:
    del seat
    return draw_board(grid_scene(scene), scene.words, scene.theme)


def answer(scene: Scene, seat: Seat | None, question: str) -> tuple[str, Picture | None] | None:
    words, content, view = scene.words, content_of(scene), scene.view
    verb, _, name = question.partition(" ")
    picture = asked(scene, seat)
    types = {die.name: type_ for type_, die in enumerate(content.dice)}
    match verb:
        case "row" if name.isdecimal() and 0 < int(name) <= view.size:
            return "\n".join(_row(scene, int(name) - 1)), picture
        case "write" if name in types:
            return _type(scene, types[name]), picture
        case "die" if name in types:
            return _die(scene, types[name]), picture
        case "square":
            reason = why_not(content, scene.state, 0)
            text = _allowed(scene) if reason is None else _reason_text(scene, reason)
            return text, picture
        case "star":
            text = _allowed(scene) if view.may_use_star else _star(scene)
            return text, picture
        case "end":
            text = words.say(
                "The grid can be ended only after a roll that leads nowhere. As long as a square"
                " is in reach, the marker goes on."
            )
            return _allowed(scene) if view.may_end else text, picture
        case _:
            return None


def _questions(scene: Scene) -> Iterator[Option]:
    words, content, state = scene.words, content_of(scene), scene.state
    view: Observation = scene.view
    choosing_square = view.phase is Phase.MOVE or bool(view.places)
    if choosing_square:
        for number, row in enumerate(content.rows):
            if any(why_not(content, state, square) for square in row):
                label = words.say("Row {name}", name=number + 1)
                yield Option(
                    words.say("Squares: {row}", row=label), f"row {number + 1}", emoji="🔢"
                )
    else:
        yield Option(words.say("Mark a square"), SQUARE, emoji="✏️")
    if isinstance(state.stage, Writing):
        for type_, die in enumerate(content.dice):
            if type_ not in view.types:
                label = words.say_as("why not", "Write {die}", die=die.name)
                yield Option(label, f"write {die.name}", emoji=icon(scene, type_))
    if view.dice:
        for type_, die in enumerate(content.dice):
            if type_ not in view.dice:
                label = words.say("Roll the {die}", die=die.name)
                yield Option(label, f"die {die.name}", emoji=icon(scene, type_))
    if view.phase is Phase.MOVE and not view.may_use_star:
        yield Option(words.say_as("why not", "Use a star"), STAR, emoji="⭐")
    if view.phase is Phase.MOVE and not view.may_end:
        yield Option(words.say("End the grid"), END, emoji="🏁")


def _row(scene: Scene, row: int) -> Iterator[str]:
    words, content, state = scene.words, content_of(scene), scene.state
    free = []
    for square in content.rows[row]:
        name, reason = content.square_name(square), why_not(content, state, square)
        if reason is None:
            free.append(name)
        else:
            why = _reason_text(scene, reason)
            yield words.say("- **{square}**: {why}", square=name, why=why)
    if free:
        squares = words.listed(free)
        yield words.say("- You can mark {squares}.", squares=squares)


def _reason_text(scene: Scene, reason: Reason) -> str:
    words, content, state = scene.words, content_of(scene), scene.state
    match reason.because:
        case Because.OVER:
            return words.say("the grid is finished.")
        case Because.ROLL_FIRST:
            return words.say("Choose a die and roll it first: its result moves the marker.")
        case Because.CHOSEN:
            return words.say("A square has been chosen; say what it gets, or take that back first.")
        case Because.MARKED:
            assert reason.type is not None, "a marked square must have a type"
            die = content.dice[reason.type].name
            return words.say("{die} is written here. You can pass, but not stay.", die=die)
        case Because.OUT_OF_REACH:
            assert reason.steps is not None, "a square out of reach must have a shortest way"
            assert state.result is not None, "a move needs a roll"
            return words.count(
                "{count} step away, and one of the {result} must be left over.",
                "{count} steps away, and one of the {result} must be left over.",
                reason.steps,
                result=state.result,
            )
        case Because.NO_TYPE_FITS:
            ways = [
                words.count(
                    "with {count} step {number} is left: {why}",
                    "with {count} steps {number} is left: {why}",
                    way.steps or 0,
                    number=way.number,
                    why=_refusals(scene, way.types),
                )
                for way in reason.ways
            ]
            # Translators: Why no die can be written into a square, by length of the way.
            return words.say("nothing fits; {ways}.", ways="; ".join(ways))
        case Because.NO_TYPE_LEFT:
            (way,) = reason.ways
            return words.say("nothing fits; {why}.", why=_refusals(scene, way.types))
        case _:
            assert_never(reason.because)


def _refusals(scene: Scene, refusals: tuple[Refusal, ...]) -> str:
    """Return why each type can't be written; types with the same reason share a line."""
    words, dice = scene.words, content_of(scene).dice
    parts = []
    for kind in Refusal:
        names = [dice[type_].name for type_, refusal in enumerate(refusals) if refusal is kind]
        if not names:
            continue
        affected = "/".join(names)
        match kind:
            case Refusal.IN_LINE:
                # Translators: Dice, for example "d4/d8", that stand in the row or the column.
                parts.append(words.say("{dice} in line", dice=affected))
            case Refusal.NO_SUCH_BOX:
                # Translators: Dice, for example "d4/d6", with fewer faces than the number.
                parts.append(words.say("{dice} too small", dice=affected))
            case Refusal.CROSSED:
                # Translators: Dice, for example "d4/d6", whose box is crossed.
                parts.append(words.say("{dice} crossed", dice=affected))
            case _:
                assert_never(kind)
    return ", ".join(parts)


def _type(scene: Scene, type_: int) -> str:
    words, content = scene.words, content_of(scene)
    state: State = scene.state
    if not isinstance(state.stage, Writing):
        return _allowed(scene)
    refusal = why_not_type(content, state, state.stage, type_)
    die, square = content.dice[type_].name, content.square_name(state.stage.square)
    match refusal:
        case None:
            return _allowed(scene)
        case Refusal.IN_LINE:
            return words.say(
                "A {die} stands in the row or the column of {square} already.",
                die=die,
                square=square,
            )
        case Refusal.NO_SUCH_BOX:
            return words.say("The {die} has no box with that number.", die=die)
        case Refusal.CROSSED:
            return words.say("That box of the {die} is crossed.", die=die)
        case _:
            assert_never(refusal)


def _die(scene: Scene, type_: int) -> str:
    words, view = scene.words, scene.view
    if type_ in view.dice:
        return _allowed(scene)
    return words.say(
        "A roll costs a box of the die's own column, and the {die} has none left.",
        die=content_of(scene).dice[type_].name,
    )


def _star(scene: Scene) -> str:
    words, view = scene.words, scene.view
    if view.phase is not Phase.MOVE:
        return words.say("A star stands in for a result, so roll a die first.")
    if not view.stars:
        return words.say("No star is left.")
    return words.say("No empty square takes any die now, not even with a star.")


def _allowed(scene: Scene) -> str:
    return scene.words.say("You can do that now: use the board's buttons.")
