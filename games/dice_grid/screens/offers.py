"""Menu options for moves, squares and boxes, each with its benefit."""

from collections.abc import Iterable, Sequence
from itertools import groupby

from cogs.screens.base import PICK_AT_MOST, Menu, Option, Scene
from engine.games.dice_grid.observation import Observation, Phase, SeenGo, SeenPlace
from games.dice_grid.screens.content import content_of, die_names, icon

Group = tuple[Option, ...]
"""Options that stay in one menu."""


TYPED = 44
"""Largest number of options that always fit into two menus without splitting a group."""


def spelled(*tokens: str) -> str:
    """Join several tokens into the value of one option."""
    return ",".join(tokens)


def go_options(scene: Scene, goes: Sequence[SeenGo]) -> list[Group]:
    """Return moves grouped by square, with the number left over and the types that can be written.
    With more than TYPED options, a move with several types leaves the choice of type for later.
    """
    apart = sum(len(go.types) for go in goes) <= TYPED
    groups: list[Group] = []
    for _, group in groupby(goes, lambda go: go.square):
        options: list[Option] = []
        for go in group:
            if apart or len(go.types) == 1:
                options += [_go_option(scene, go, (type_,)) for type_ in go.types]
            else:
                options.append(_go_option(scene, go, go.types))
        groups.append(tuple(options))
    return groups


def _go_option(scene: Scene, go: SeenGo, types: tuple[int, ...]) -> Option:
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
    """Return squares that a star can mark. With `whole`, an option also marks the square if only
    one type fits.
    """
    groups: list[Group] = []
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
        groups.append((Option(label, value, _with_lines(scene, place.square), emoji),))
    return groups


def written(scene: Scene, type_: int) -> tuple[str, str]:
    column = scene.view.columns[type_]
    return f"write {column.die.name}", f"cross {column.open[-1]}"


def rolled(scene: Scene, type_: int) -> tuple[str, str]:
    column = scene.view.columns[type_]
    return f"die {column.die.name}", f"cross {column.open[-1]}"


def other_boxes(scene: Scene) -> list[Group]:
    """Return the open boxes except the highest, for each die or type that can be chosen now."""
    view: Observation = scene.view
    verb, types = ("die", view.dice) if view.dice else ("write", view.types)
    groups = []
    for type_ in types:
        column = view.columns[type_]
        groups.append(
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
    return [group for group in groups if group]


def box_options(scene: Scene) -> Group:
    return tuple(
        Option(scene.words.say("Box {number}", number=number), f"cross {number}")
        for number in reversed(scene.view.boxes)
    )


def menus(scene: Scene, panel: str, label: str, groups: Sequence[Group]) -> list[Menu]:
    """Distribute options over as few menus as possible, without splitting groups. The menus get the
    panels `panel`, `panel b` and so on.
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
    return option.value.split(",")[0].split()[1]


def _with_lines(scene: Scene, square: int, before: str = "") -> str | None:
    """Return `before` and the lines that the mark would fill, or None if there is neither."""
    words, content, view = scene.words, content_of(scene), scene.view
    assert view.phase in (Phase.MOVE, Phase.MARK, Phase.SETUP), "options must be for squares"
    row, column = divmod(square, view.size)
    effects = [before] if before else []
    if len(view.missing_in_rows[row]) == 1:
        # Translators: Marking this square fills its row, which scores these points.
        effects.append(words.say("fills the row: +{points}", points=content.points.row))
    if len(view.missing_in_columns[column]) == 1:
        # Translators: Marking this square fills its column, which scores these points.
        effects.append(words.say("fills the column: +{points}", points=content.points.column))
    return " · ".join(effects) or None
