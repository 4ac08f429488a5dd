"""What may be chosen in menus: moves, squares and boxes, each with what it would bring."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from cogs.screens.base import PICK_AT_MOST, Menu, Option, Scene
from engine.games.dice_grid.observation import Observation, Phase, SeenGo, SeenPlace
from games.dice_grid.screens.content import content_of, die_names, icon

Group = tuple[Option, ...]
"""Options that stay in one menu."""


TYPED = 44
"""So many options fit two menus however they are split between squares of a row."""


def spelled(*tokens: str) -> str:
    """Several tokens as the value of an option."""
    return ",".join(tokens)


def go_options(scene: Scene, goes: Sequence[SeenGo]) -> list[Group]:
    """Moves, those to one square together: the number that is left, the types that it takes.

    Each type is offered by itself where TYPED options hold that; else types are asked for later
    where several fit.
    """
    apart = sum(len(go.types) for go in goes) <= TYPED
    found: list[Group] = []
    for _, group in groupby(goes, lambda go: go.square):
        options: list[Option] = []
        for go in group:
            if apart or len(go.types) == 1:
                options += [_go_option(scene, go, (type_,)) for type_ in go.types]
            else:
                options.append(_go_option(scene, go, go.types))
        found.append(tuple(options))
    return found


def _go_option(scene: Scene, go: SeenGo, types: tuple[int, ...]) -> Option:
    """A move; where there is one type to write, it is written at once."""
    words, content = scene.words, content_of(scene)
    # Translators: A square, the number that is left for it, the types it takes: "c4 → 5: d8/d12".
    label = words.say(
        "{square} → {number}: {types}",
        square=content.square_name(go.square),
        number=go.number,
        types=die_names(scene, types),
    )
    hint = _with_lines(scene, go.square, words.count("{count} step", "{count} steps", go.steps))
    if len(types) > 1:
        return Option(label, go.token, hint)
    (type_,) = types
    value = spelled(go.token, f"write {content.dice[type_].name}")
    return Option(label, value, hint, icon(scene, type_))


def place_options(scene: Scene, places: Iterable[SeenPlace], *, whole: bool) -> list[Group]:
    """Squares that a star can mark, with the types they take.

    If `whole`, a square that takes one type is marked at once, and its highest box crossed.
    """
    found: list[Group] = []
    for place in places:
        content = content_of(scene)
        # Translators: A square and the types it takes, for example "c4: d8/d12".
        label = scene.words.say(
            "{square}: {types}",
            square=content.square_name(place.square),
            types=die_names(scene, place.types),
        )
        value, emoji = place.token, None
        if len(place.types) == 1:
            (type_,) = place.types
            emoji = icon(scene, type_)
            if whole:
                value = spelled(place.token, *written(scene, type_))
        found.append((Option(label, value, _with_lines(scene, place.square), emoji),))
    return found


def written(scene: Scene, type_: int) -> tuple[str, str]:
    """The tokens that write a type and cross its highest open box."""
    column = scene.view.columns[type_]
    return f"write {column.die.name}", f"cross {column.open[-1]}"


def rolled(scene: Scene, type_: int) -> tuple[str, str]:
    """The tokens that choose a die and pay for it with its highest open box."""
    column = scene.view.columns[type_]
    return f"die {column.die.name}", f"cross {column.open[-1]}"


def other_boxes(scene: Scene) -> list[Group]:
    """The open boxes but the highest of each die or type that may be chosen now."""
    view: Observation = scene.view
    verb, types = ("die", view.dice) if view.dice else ("write", view.types)
    found = []
    for type_ in types:
        column = view.columns[type_]
        found.append(
            tuple(
                Option(
                    # Translators: A die and one of its boxes, for example "d8 · box 5".
                    scene.words.say("{die} · box {number}", die=column.die.name, number=number),
                    spelled(f"{verb} {column.die.name}", f"cross {number}"),
                    emoji=icon(scene, type_),
                )
                for number in reversed(column.open[:-1])
            )
        )
    return [group for group in found if group]


def box_options(scene: Scene) -> Group:
    """The boxes that may be crossed now, the highest first."""
    return tuple(
        Option(scene.words.say("Box {number}", number=number), f"cross {number}")
        for number in reversed(scene.view.boxes)
    )


def menus(scene: Scene, panel: str, label: str, groups: Sequence[Group]) -> list[Menu]:
    """Menus of these options, as few as hold them; groups that fit are not torn apart.

    Their panels are `panel`, `panel b` and `panel c`.
    """
    pages: list[list[Option]] = [[]]
    for group in groups:
        if len(pages[-1]) + len(group) > PICK_AT_MOST:
            pages.append([])
        pages[-1] += group
    names = (panel, f"{panel} b", f"{panel} c")
    if len(pages) == 1:
        return [Menu(panel, label, tuple(pages[0]), 1, 1)] if pages[0] else []
    return [
        Menu(
            name,
            # Translators: A menu that holds a part of what can be chosen: its first and last.
            scene.words.say(
                "{question} {first} to {last}",
                question=label,
                first=_head(page[0]),
                last=_head(page[-1]),
            ),
            tuple(page),
            1,
            1,
        )
        for name, page in zip(names, pages, strict=False)
    ]


def _head(option: Option) -> str:
    """What is chosen first by an option: a square, or a die."""
    return option.value.split(",")[0].split()[1]


def _with_lines(scene: Scene, square: int, before: str = "") -> str | None:
    """What is known of a mark, and which lines it would fill; None if there is nothing to say."""
    words, content, view = scene.words, content_of(scene), scene.view
    assert view.phase in (Phase.MOVE, Phase.MARK, Phase.SETUP), "squares are chosen"
    row, column = divmod(square, view.size)
    told = [before] if before else []
    if len(view.missing_in_rows[row]) == 1:
        # Translators: Marking this square fills its row, which scores these points.
        told.append(words.say("fills the row: +{points}", points=content.points.row))
    if len(view.missing_in_columns[column]) == 1:
        # Translators: Marking this square fills its column, which scores these points.
        told.append(words.say("fills the column: +{points}", points=content.points.column))
    return " · ".join(told) or None
