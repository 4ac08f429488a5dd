"""The buttons and menus of a grid: choose a die, then a line of the grid, then a square.

Between two presses, the panel named by the button is the only state; the bot stores none.
"""

import re
from collections.abc import Mapping, Sequence

from cogs.screens.base import PICK_AT_MOST, SESSION, BadChoice, Control, Menu, Panel, Scene, Style
from engine.core.types import Seat
from engine.games.dice_grid.observation import Observation, Phase, SeenPlace
from games.dice_grid.screens.content import content_of, icon, icon_left
from games.dice_grid.screens.offers import (
    box_options,
    go_options,
    menus,
    other_boxes,
    place_options,
    rolled,
    written,
)

GO, PLACE, BOX = "go", "place", "box"
"""Panels of menus: all moves, all squares, all boxes of the chosen die."""
BOXES = "boxes"
"""Panel for boxes other than the highest; with a star, for squares whose box the player chooses
afterwards.
"""
ROWS, COLUMNS = "rows", "columns"
"""Panels that offer lines. Each line has its own panel: `row 3`, `column c`."""
IN_ROW = 3
"""Large buttons per row; with more, each would be too small for a thumb."""
_LINE = re.compile(r"(row ([1-9])|column ([a-i]))(?: [b-c])?")
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
    return session_controls(scene, scene.viewer)


def session_controls(scene: Scene, seat: Seat) -> Groups:
    """Return the player's choices, or if there are too many, the lines that contain them."""
    del seat  # a grid has only one seat
    view: Observation = scene.view
    words = scene.words
    match view.phase:
        case Phase.FINISHED:
            return []
        case Phase.MOVE:
            return _moves(scene, view)
        case Phase.CHOOSE if view.dice:
            return [*_large([_die(scene, type_) for type_ in view.dice]), *_others(scene)]
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
    """Return a panel for one line of the grid, all lines of a kind, or boxes; None if it isn't
    open.
    """
    del seat  # a grid has only one seat
    view: Observation = scene.view
    words = scene.words
    back: list[Control | Menu] = [
        # Translators: A button: back to what was offered before.
        Control(words.say("Back"), panel=SESSION, emoji="◀️")
    ]
    if _BOXES.fullmatch(panel):
        if view.places:
            if view.phase is not Phase.MARK:
                return None
            return _panel(_place_menus(scene, view, BOXES, whole=False), back)
        return _panel(_as_groups(_box_menus(scene)), back) if view.dice or view.types else None
    if panel in (ROWS, COLUMNS) and (view.goes or view.places):
        return _panel(_lines(scene, view, panel), back)
    if (line := _LINE.fullmatch(panel)) is None:
        return None
    squares = _squares(view, line)
    goes = [go for go in view.goes if go.square in squares]
    places = [place for place in view.places if place.square in squares]
    if goes:
        label = words.say("Where will you go?")
        return _panel(_as_groups(menus(scene, line[1], label, go_options(scene, goes))), back)
    if places and view.phase is Phase.SETUP:
        return _panel(_large([_first(scene, place) for place in places]), back)
    if places:
        label = words.say("Which square?")
        options = place_options(scene, places, whole=True)
        return _panel(_as_groups(menus(scene, line[1], label, options)), back)
    return None


def tokens(
    scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
) -> tuple[str, ...]:
    opened = form(scene, seat, panel)
    groups = [*session_controls(scene, seat), *([] if opened is None else opened.controls)]
    offered = {
        option.value
        for group in groups
        for menu in group
        if isinstance(menu, Menu) and menu.panel == panel
        for option in menu.options
    }
    chosen = [value for ticked in values.values() for value in ticked]
    if len(chosen) != 1 or chosen[0] not in offered:
        raise BadChoice(scene.words.say("You can't choose that here."))
    return tuple(chosen[0].split(","))


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


def _moves(scene: Scene, view: Observation) -> Groups:
    words = scene.words
    last: list[Control | Menu] = []
    if len(view.goes) > PICK_AT_MOST:
        groups = _lines(scene, view, ROWS)
        last.append(_by_column(scene))
    else:
        label = words.say("Where will you go?")
        groups = _as_groups(menus(scene, GO, label, go_options(scene, view.goes)))
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
    if view.phase is Phase.SETUP:
        return _lines(scene, view, ROWS)
    if len(view.places) <= PICK_AT_MOST:
        groups = _place_menus(scene, view, PLACE, whole=True)
    else:
        groups = _lines(scene, view, ROWS)
    return [*groups, [_another_box(scene)]]


def _another_box(scene: Scene) -> Control:
    # Translators: A button: cross another box than the highest one.
    return Control(scene.words.say("Another box…"), panel=BOXES)


def _place_menus(scene: Scene, view: Observation, panel: str, *, whole: bool) -> Groups:
    label = scene.words.say("Which square?")
    return _as_groups(menus(scene, panel, label, place_options(scene, view.places, whole=whole)))


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
    return [*_large(buttons), *([] if moved else _others(scene))]


def _lines(scene: Scene, view: Observation, panel: str) -> Groups:
    """Return a button for each row or column with choices, labelled with their number."""
    words = scene.words
    squares = [go.square for go in view.goes] + [place.square for place in view.places]
    buttons = []
    for line in range(view.size):
        row = panel == ROWS
        count = sum(
            (square // view.size if row else square % view.size) == line for square in squares
        )
        if not count:
            continue
        name = str(line + 1) if row else chr(ord("a") + line)
        if row and view.phase is Phase.SETUP:
            label = words.say("Row {name}", name=name)
        elif row:
            # Translators: A row of the grid and how many choices it holds; keep it this short.
            label = words.say("→ {name} · {count}", name=name, count=count)
        else:
            # Translators: A column of the grid and how many choices it holds; keep it this short.
            label = words.say("↓ {name} · {count}", name=name, count=count)
        to = f"row {name}" if row else f"column {name}"
        buttons.append(Control(label, panel=to, style=Style.MAIN))
    return _large(buttons)


def _by_column(scene: Scene) -> Control:
    # Translators: A button: choose a column of the grid instead of a row.
    return Control(scene.words.say("By column"), panel=COLUMNS)


def _first(scene: Scene, place: SeenPlace) -> Control:
    return Control(
        content_of(scene).square_name(place.square), tokens=(place.token,), style=Style.MAIN
    )


def _squares(view: Observation, line: re.Match[str]) -> range:
    size = view.size
    if line[2] is not None:
        row = int(line[2]) - 1
        return range(row * size, (row + 1) * size) if row < size else range(0)
    column = ord(line[3]) - ord("a")
    return range(column, size * size, size) if column < size else range(0)


def _panel(groups: Groups, last: list[Control | Menu]) -> Panel | None:
    return Panel([*groups, last]) if groups else None


def _large(buttons: Sequence[Control]) -> Groups:
    return [list(buttons[start : start + IN_ROW]) for start in range(0, len(buttons), IN_ROW)]


def _as_groups(choices: Sequence[Menu]) -> Groups:
    return [[menu] for menu in choices]
