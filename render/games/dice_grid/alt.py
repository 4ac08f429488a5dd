"""The grid as alt text, or as text for players without pictures, from the same GridScene as the
picture.
"""

from collections.abc import Iterable
from string import ascii_lowercase

from engine.games.dice_grid.observation import Phase
from render.games.dice_grid.scene import GridScene
from render.games.dice_grid.words import day_words, score_words, task_words
from render.names import plain_name
from render.picture import join_facts
from texts import Words

EMPTY = "·"
CROSSED = "–"


def alt_text(scene: GridScene, words: Words) -> str:
    facts = [*standing_facts(scene, words), *_rows(scene, words), _open_boxes(scene, words)]
    return join_facts([*facts, *_last_move(scene, words), *_in_reach(scene, words)])


def board_text(scene: GridScene, words: Words) -> str:
    return "\n".join(
        (
            *standing_facts(scene, words),
            *_last_move(scene, words),
            "```",
            *_grid(scene),
            "",
            *_columns(scene),
            "```",
            *_lacking(scene, words),
            *_reach(scene, words),
        )
    )


def standing_facts(scene: GridScene, words: Words) -> tuple[str, ...]:
    points = scene.view.score
    facts = [
        words.say(
            "{grid}, {name}: {task}.",
            grid=day_words(words, scene.day),
            name=plain_name(words, [scene.player], 0),
            task=task_words(words, scene),
        ),
        words.say(
            "{score} points: squares {squares}, rows {rows}, columns {columns}, stars {stars}.",
            score=score_words(words, points.total, scene.most),
            squares=points.squares,
            rows=points.rows,
            columns=points.columns,
            stars=points.stars,
        ),
    ]
    if scene.view.phase is not Phase.FINISHED:
        facts.append(words.say("At most {points} are still possible.", points=scene.view.possible))
    facts.append(words.count("{count} star is left.", "{count} stars are left.", scene.view.stars))
    if scene.view.marker is not None:
        square = scene.name(scene.view.marker)
        facts.append(words.say("The marker is on {square}.", square=square))
    return tuple(facts)


def _rows(scene: GridScene, words: Words) -> list[str]:
    """Return the dice in each row, by column letter alone, because "c4" could be mistaken for a
    die.
    """
    facts = []
    for number in range(scene.size):
        marked = [
            f"{ascii_lowercase[square % scene.size]} {scene.die_name(type_)}"
            for square in scene.row(number)
            if (type_ := scene.view.grid[square]) is not None
        ]
        if marked:
            facts.append(
                words.say("Row {number}: {dice}.", number=number + 1, dice=", ".join(marked))
            )
    return facts


def _open_boxes(scene: GridScene, words: Words) -> str:
    shown = (
        f"{scene.die_name(type_)} {_runs(column.open)}"
        for type_, column in enumerate(scene.view.columns)
        if column.open
    )
    return words.say("Open boxes: {boxes}.", boxes="; ".join(shown) or CROSSED)


def _runs(numbers: Iterable[int]) -> str:
    """Return numbers in short form, for example ``1–4, 7``."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(str(a) if a == b else f"{a}–{b}" for a, b in runs)


def _last_move(scene: GridScene, words: Words) -> list[str]:
    if len(scene.way) < 2:
        return []
    way = " ".join(scene.name(square) for square in scene.way)
    return [words.say("Last move: {way}.", way=way)]


def _in_reach(scene: GridScene, words: Words) -> list[str]:
    numbers_by_square: dict[int, str] = {}
    for lit in scene.lit:
        number = "" if lit.number is None else f" {lit.number}"
        numbers_by_square[lit.square] = (
            numbers_by_square.get(lit.square, scene.name(lit.square)) + number
        )
    if not numbers_by_square or scene.aim is not None:
        return []
    # Translators: Squares that can be marked now, with numbers, for example "c4 7 5, d4 6".
    return [words.say("In reach: {squares}.", squares=", ".join(numbers_by_square.values()))]


def _reach(scene: GridScene, words: Words) -> list[str]:
    types_by_square: dict[int, dict[tuple[int, ...], list[str]]] = {}
    for lit in scene.lit:
        numbers = types_by_square.setdefault(lit.square, {}).setdefault(lit.types, [])
        numbers += [] if lit.number is None else [str(lit.number)]
    if not types_by_square:
        return []
    squares = []
    for square, by_types in types_by_square.items():
        described = ", ".join(
            _numbers_and_types(scene, types, numbers) for types, numbers in by_types.items()
        )
        squares.append(f"{scene.name(square)}: {described}")
    return [words.say("In reach: {squares}.", squares="; ".join(squares))]


def _numbers_and_types(scene: GridScene, types: tuple[int, ...], numbers: list[str]) -> str:
    dice = "/".join(scene.die_name(type_) for type_ in types)
    return f"{' '.join(numbers)} ({dice})" if numbers else dice


def _lacking(scene: GridScene, words: Words) -> list[str]:
    lines = [(str(number + 1), scene.row(number)) for number in range(scene.size)]
    lines += [(ascii_lowercase[number], scene.column(number)) for number in range(scene.size)]
    lacks = []
    for name, squares in lines:
        missing = scene.missing(squares)
        if 0 < len(missing) < len(scene.types):
            dice = " ".join(scene.die_name(type_) for type_ in missing)
            lacks.append(f"{name}: {dice}")
    if not lacks:
        return []
    # Translators: Types that rows (1 to 6) and columns (a to f) lack, as in "1: d4 d8; b: d6".
    return [words.say("Missing: {lines}.", lines="; ".join(lacks))]


def _grid(scene: GridScene) -> list[str]:
    lit = {chance.square for chance in scene.lit}
    lines = ["   " + "".join(f" {letter}  " for letter in ascii_lowercase[: scene.size]).rstrip()]
    for number in range(scene.size):
        cells = []
        for square in scene.row(number):
            type_ = scene.view.grid[square]
            text = EMPTY if type_ is None else str(scene.view.columns[type_].die.faces)
            if square == scene.view.marker:
                cells.append(f"[{text}]".ljust(4))
            elif square == scene.aim:
                cells.append(" ?  ")
            else:
                cells.append(f" {'*' if square in lit else text}".ljust(4))
        lines.append(f"{number + 1:>2} " + "".join(cells).rstrip())
    return lines


def _columns(scene: GridScene) -> list[str]:
    return [
        f"{scene.die_name(type_):<4}"
        + " ".join(
            str(number) if number in column.open else CROSSED
            for number in range(1, column.die.faces + 1)
        )
        for type_, column in enumerate(scene.view.columns)
    ]
