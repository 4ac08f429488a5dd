"""The choices of a grid: moves with their dice, boxes, and the lines that a mark fills."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from cogs.screens.base import PICK_AT_MOST, Menu, Option, Scene
from engine.games.dice_grid.content import Content
from engine.games.dice_grid.observation import Observation, SeenPlace
from games.dice_grid.screens.content import content_of, icon

Group = tuple[Option, ...]
"""Options that stay in one menu."""


def spelled(*tokens: str) -> str:
    """Join several tokens into the value of one option."""
    return ",".join(tokens)


class Choice(NamedTuple):
    """A move together with the die to write."""

    go: SeenPlace
    type: int

    def tokens(self, content: Content) -> tuple[str, str]:
        return self.go.token, f"write {content.dice[self.type].name}"


def choices_of(goes: Iterable[SeenPlace]) -> list[Choice]:
    return [Choice(go, type_) for go in goes for type_ in go.types]


def choice_option(scene: Scene, choice: Choice) -> Option:
    content = content_of(scene)
    # Translators: A number and the die whose box with that number is crossed: "9 → d12".
    label = scene.words.say(
        "{number} → {die}", number=choice.go.number, die=content.dice[choice.type].name
    )
    return Option(label, spelled(*choice.tokens(content)), emoji=icon(scene, choice.type))


def legal_batches(scene: Scene) -> set[tuple[str, ...]]:
    """Return each legal decision as the tokens of one press, however it is offered."""
    view: Observation = scene.view
    content = content_of(scene)
    batches: set[tuple[str, ...]] = {choice.tokens(content) for choice in choices_of(view.goes)}
    batches |= {(go.token,) for go in view.goes} | {(place.token,) for place in view.places}
    batches |= {
        (place.token, f"write {column.die.name}", f"cross {number}")
        for place in view.places
        for column in (view.columns[type_] for type_ in place.types)
        for number in column.open
    }
    batches |= {(f"cross {number}",) for number in view.boxes}
    batches |= {(f"write {view.columns[type_].die.name}",) for type_ in view.types}
    writes = () if view.mark is None or view.mark.number is not None else view.types
    for verb, types in (("die", view.dice), ("write", writes)):
        for column in (view.columns[type_] for type_ in types):
            batches |= {(f"{verb} {column.die.name}", f"cross {number}") for number in column.open}
    return batches


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


def gain(scene: Scene, square: int) -> str:
    """Return the points of the lines that a mark fills, for a button such as "c4 +3"; or ""."""
    row, column = _filled(scene, square)
    points = content_of(scene).points
    total = points.row * row + points.column * column
    return f" +{total}" if total else ""


def lines_filled(scene: Scene, square: int) -> str:
    words, points = scene.words, content_of(scene).points
    name = content_of(scene).square_name(square)
    row, column = _filled(scene, square)
    if row and column:
        return words.say(
            "{square} fills its row and its column: +{points}",
            square=name,
            points=points.row + points.column,
        )
    if row:
        return words.say("{square} fills its row: +{points}", square=name, points=points.row)
    if column:
        return words.say("{square} fills its column: +{points}", square=name, points=points.column)
    return ""


def _filled(scene: Scene, square: int) -> tuple[bool, bool]:
    view: Observation = scene.view
    row, column = divmod(square, view.size)
    return len(view.missing_in_rows[row]) == 1, len(view.missing_in_columns[column]) == 1
