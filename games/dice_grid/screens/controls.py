"""The buttons of a grid: choose a die, then a row, a square, and a number with its die.

Between two presses, the panel named by the button is the only state; the bot stores none. Steps
with a single choice are skipped: few moves are offered all together, and so are the moves of a row.
"""

import re
from collections.abc import Mapping, Sequence
from itertools import groupby

from cogs.screens.base import SESSION, BadChoice, Control, Menu, Panel, Scene, Style
from cogs.screens.rows import in_rows, width
from engine.core.types import Seat
from engine.games.dice_grid.observation import Observation, Phase, SeenPlace
from games.dice_grid.screens.content import content_of, has_icon, icon, icon_left
from games.dice_grid.screens.offers import (
    Choice,
    box_options,
    choice_option,
    choices_of,
    gain,
    legal_batches,
    lines_filled,
    menus,
    other_boxes,
    rolled,
    written,
)

BOX = "box"
"""The menu of all boxes of the chosen die."""
BOXES = "boxes"
"""Panel for boxes other than the highest; with a star, for squares whose box the player chooses
afterwards.
"""
BEFORE = ("rows", "columns", BOXES)
"""Panels of boards of 0.2.0, which now have the same choices as the first."""
FEW = 8
"""Largest number of moves that are offered together, without choosing a square first."""
FEW_SQUARES = 15
"""Largest number of squares that a star offers together, without choosing a row first."""
MOST = 17
"""Largest number of moves to one square as buttons; with “Back” and the row below a session they
fill 5 rows and 35 components.
"""
BEFORE_MENU = 14
"""Buttons beside the menu of a square with more than MOST moves: 3 rows with “Back”."""
_LINE = re.compile(r"(row ([1-9])|column ([a-i]))(?: [b-c])?")
_SQUARE = re.compile(r"square ([a-i][1-9])(?: more)?")
_BOXES = re.compile(rf"{BOXES}(?: [b-c])?")

Groups = list[list[Control | Menu]]


def controls(scene: Scene) -> Groups:
    """Return the public board's only button, which opens the player's private message."""
    if not scene.to_act:
        return []
    if scene.viewer is None:
        # Translators: A button: go on with one's grid, in a private message.
        return [
            [
                Control(
                    scene.words.say_as("grid", "Play"), panel=SESSION, style=Style.MAIN, emoji="🎲"
                )
            ]
        ]
    return session_controls(scene)


def session_controls(scene: Scene) -> Groups:
    """Return the player's choices, or if there are too many, the rows that contain them."""
    view: Observation = scene.view
    words = scene.words
    match view.phase:
        case Phase.FINISHED:
            return []
        case Phase.MOVE:
            return _moves(scene, view)
        case Phase.CHOOSE if view.dice:
            dice = [_die(scene, type_) for type_ in view.dice]
            return [*_arranged(dice, rows=3), *_others(scene)]
        case _ if view.places:
            return _places(scene, view)
        case _ if view.types:
            return _types(scene, view)
        case _ if view.boxes:
            menu = Menu(BOX, words.say("Which box will you cross?"), box_options(scene), 1, 1)
            return [[menu]]
        case _:
            return []


def form(scene: Scene, seat: Seat, panel: str) -> Panel | None:
    """Return the panel of a row, a square or the boxes, or None if it has no moves now."""
    del seat  # a grid has only one seat
    view: Observation = scene.view
    words = scene.words
    # Translators: A button: return to the previous choice.
    back = Control(words.say("Back"), panel=SESSION, emoji="◀️")
    if _BOXES.fullmatch(panel) and not view.places:
        boxes = _as_groups(_box_menus(scene)) if view.dice or view.types else []
        return Panel([*boxes, [back]]) if boxes else None
    if panel in BEFORE and (view.goes or view.places):
        return Panel(session_controls(scene))
    if line := _LINE.fullmatch(panel):
        return _line(scene, _squares(view, line), back)
    if square := _SQUARE.fullmatch(panel):
        return _square(scene, square[1], back)
    return None


def tokens(
    scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    """Return the tokens of a menu's option. Any legal decision is accepted, because menus of
    0.2.0 offered moves that are buttons now.
    """
    del seat, panel  # an option says everything
    chosen = [tuple(value.split(",")) for ticked in values.values() for value in ticked]
    if len(chosen) != 1 or chosen[0] not in legal_batches(scene):
        raise BadChoice(scene.words.say("You can't choose that here."))
    return chosen[0]


def _die(scene: Scene, type_: int) -> Control:
    column, words = scene.view.columns[type_], scene.words
    left = len(column.open)
    return Control(
        # Translators: A die and how many of its boxes are left, for example "d8 · 5".
        words.say("{die} · {count}", die=column.die.name, count=left),
        tokens=rolled(scene, type_),
        emoji=icon_left(scene, type_, left),
        style=Style.MAIN,
        name=words.say(
            "Roll the {die} for its box {number}", die=column.die.name, number=column.open[-1]
        ),
    )


def _others(scene: Scene) -> Groups:
    return [[_another_box(scene)]] if other_boxes(scene) else []


def _box_menus(scene: Scene) -> list[Menu]:
    return menus(scene, BOXES, scene.words.say("Which box will you cross?"), other_boxes(scene))


def _another_box(scene: Scene) -> Control:
    # Translators: A button: cross another box than the highest one.
    return Control(scene.words.say("Another box…"), panel=BOXES)


def _moves(scene: Scene, view: Observation) -> Groups:
    words = scene.words
    choices = choices_of(view.goes)
    if len(choices) > FEW:
        groups = _arranged(_lines(scene, view))
    else:
        groups = _arranged([_choice(scene, choice, square=True) for choice in choices])
    last: list[Control | Menu] = []
    if view.may_use_star:
        stars = words.count("Star ({count} left)", "Star ({count} left)", view.stars)
        style = Style.CALM if view.goes else Style.MAIN
        last.append(Control(stars, tokens=("star",), emoji="⭐", style=style))
    if view.may_end:
        points = view.score.total
        end = words.count("End with {count} point", "End with {count} points", points)
        last.append(Control(end, tokens=("end",), emoji="🏁", style=Style.GRAVE))
    return [*groups, last] if last else groups


def _places(scene: Scene, view: Observation) -> Groups:
    if view.phase is Phase.SETUP or len(view.places) > FEW_SQUARES:
        return _arranged(_lines(scene, view))
    return _arranged([_first(scene, place) for place in view.places])


def _line(scene: Scene, squares: range, back: Control) -> Panel | None:
    """Return the squares of a row, or all moves to them if there are few."""
    view: Observation = scene.view
    words = scene.words
    choices = choices_of(go for go in view.goes if go.square in squares)
    places = [place for place in view.places if place.square in squares]
    if not choices and not places:
        return None
    if places:
        buttons = [_first(scene, place) for place in places]
    elif len(choices) <= FEW:
        buttons = [_choice(scene, choice, square=True) for choice in choices]
        return Panel(_arranged([*buttons, back]), ask=_explained(scene))
    else:
        by_square = groupby(choices, lambda choice: choice.go.square)
        buttons = [_moves_to(scene, square, list(moves)) for square, moves in by_square]
    return Panel(_arranged([*buttons, back]), ask=words.say("Which square?"))


def _moves_to(scene: Scene, square: int, choices: list[Choice]) -> Control:
    if len(choices) == 1:
        return _choice(scene, choices[0], square=True)
    name = content_of(scene).square_name(square)
    return Control(name + gain(scene, square), panel=f"square {name}", style=Style.MAIN)


def _square(scene: Scene, name: str, back: Control) -> Panel | None:
    """Return the numbers and dice for one square."""
    square_name = content_of(scene).square_name
    choices = choices_of(go for go in scene.view.goes if square_name(go.square) == name)
    if not choices:
        return None
    asked = "\n".join(filter(None, [_explained(scene), lines_filled(scene, choices[0].go.square)]))
    if len(choices) <= MOST:
        buttons = [_choice(scene, choice) for choice in choices]
        return Panel(_arranged([*buttons, back]), ask=asked)
    buttons = [_choice(scene, choice) for choice in choices[:BEFORE_MENU]]
    options = tuple(choice_option(scene, choice) for choice in choices[BEFORE_MENU:])
    # Translators: A menu of the moves to a square that found no room as buttons.
    menu = Menu(f"square {name} more", scene.words.say("More numbers…"), options, 1, 1)
    return Panel([*_arranged([*buttons, back], rows=3), [menu]], ask=asked)


def _explained(scene: Scene) -> str:
    return scene.words.say("Each button has the number that is left, and the die to write.")


def _choice(scene: Scene, choice: Choice, *, square: bool = False) -> Control:
    words, content = scene.words, content_of(scene)
    die, number = content.dice[choice.type].name, choice.go.number
    assert choice.go.steps is not None, "a move has a length"
    name = content.square_name(choice.go.square)
    label = str(number) if has_icon(scene, choice.type) else f"{number} {die}"
    if square:
        # Translators: A square, then a number and sometimes a die: "c4 · 9", "c4 · 9 d12".
        label = words.say("{square} · {number}", square=name, number=label)
        label += gain(scene, choice.go.square)
    return Control(
        label,
        tokens=choice.tokens(content),
        emoji=icon(scene, choice.type),
        style=Style.MAIN,
        name=words.count(
            "Go {count} step to {square}, number {number}: write {die}",
            "Go {count} steps to {square}, number {number}: write {die}",
            choice.go.steps,
            square=name,
            number=number,
            die=die,
        ),
    )


def _types(scene: Scene, view: Observation) -> Groups:
    assert view.mark is not None, "a mark needs a square"
    moved = view.mark.number is not None
    buttons = []
    for type_ in view.types:
        column = view.columns[type_]
        if moved:
            name = column.die.name
            write = Control(
                name, tokens=(f"write {name}",), emoji=icon(scene, type_), style=Style.MAIN
            )
        else:
            left = len(column.open)
            write = Control(
                scene.words.say("{die} · {count}", die=column.die.name, count=left),
                tokens=written(scene, type_),
                emoji=icon_left(scene, type_, left),
                style=Style.MAIN,
                name=scene.words.say(
                    "Write {die} and cross its box {number}",
                    die=column.die.name,
                    number=column.open[-1],
                ),
            )
        buttons.append(write)
    return [*_arranged(buttons, rows=3), *([] if moved else _others(scene))]


def _lines(scene: Scene, view: Observation) -> list[Control]:
    """Return a button for each row with choices, labelled with its squares in reach."""
    words, square_name = scene.words, content_of(scene).square_name
    squares = {go.square for go in view.goes} | {place.square for place in view.places}
    buttons = []
    for row in range(view.size):
        there = sorted(squares.intersection(range(row * view.size, (row + 1) * view.size)))
        if not there:
            continue
        name = str(row + 1)
        if view.phase is Phase.SETUP:
            label = words.say("Row {name}", name=name)
        else:
            columns = " ".join(square_name(square)[0] for square in there)
            # Translators: A row of the grid, and the columns of its squares that can be marked:
            # "Row 4: a c d". Keep it this short.
            label = words.say("Row {name}: {columns}", name=name, columns=columns)
        buttons.append(Control(label, panel=f"row {name}", style=Style.MAIN))
    return buttons


def _first(scene: Scene, place: SeenPlace) -> Control:
    name = content_of(scene).square_name(place.square) + gain(scene, place.square)
    return Control(name, tokens=(place.token,), style=Style.MAIN)


def _squares(view: Observation, line: re.Match[str]) -> range:
    size = view.size
    if line[2] is not None:
        row = int(line[2]) - 1
        return range(row * size, (row + 1) * size) if row < size else range(0)
    column = ord(line[3]) - ord("a")
    return range(column, size * size, size) if column < size else range(0)


def _arranged(buttons: Sequence[Control], rows: int = 4) -> Groups:
    """Distribute buttons over at most `rows` rows that take few lines on a phone."""
    widths = [width(button.label, emoji=button.emoji is not None) for button in buttons]
    return [list(row) for row in in_rows(buttons, widths, rows)] if buttons else []


def _as_groups(choices: Sequence[Menu]) -> Groups:
    return [[menu] for menu in choices]
