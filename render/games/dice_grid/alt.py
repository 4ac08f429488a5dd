"""The grid as text, from the same GridScene as the picture: as alt text, or to play by."""

from collections.abc import Iterable
from string import ascii_lowercase

from render.games.dice_grid.scene import GridScene, Lit, Phase
from render.games.dice_grid.words import day_words, score_words, task_words
from render.names import plain_name
from render.picture import join_facts
from texts import Words

EMPTY = "·"
CROSSED = "–"


def alt_text(scene: GridScene, words: Words) -> str:
    """The most important facts about the grid, in at most ALT_LIMIT characters."""
    facts = [*standing_facts(scene, words), *_rows(scene, words), _open_boxes(scene, words)]
    return join_facts([*facts, *_reach(scene, words), *_last_move(scene, words)])


def board_text(scene: GridScene, words: Words) -> str:
    """Everything on the board, to play by without the picture; the grid in a code block."""
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
    """Whose grid it is, what is to be decided, the points and their parts, stars and marker."""
    points = scene.points
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
    if scene.phase is not Phase.FINISHED:
        facts.append(words.say("At most {points} are still possible.", points=scene.possible))
    facts.append(words.count("{count} star is left.", "{count} stars are left.", scene.stars))
    if scene.marker is not None:
        square = scene.name(scene.marker)
        facts.append(words.say("The marker is on {square}.", square=square))
    return tuple(facts)


def _rows(scene: GridScene, words: Words) -> list[str]:
    facts = []
    for number in range(scene.size):
        marked = [
            words.say("{square} {die}", square=scene.name(square), die=scene.die_name(type_))
            for square in scene.row(number)
            if (type_ := scene.grid[square]) is not None
        ]
        if marked:
            facts.append(
                words.say("Row {number}: {dice}.", number=number + 1, dice=", ".join(marked))
            )
    return facts


def _open_boxes(scene: GridScene, words: Words) -> str:
    shown = (
        words.say("{die} {numbers}", die=scene.die_name(type_), numbers=_runs(column.open))
        for type_, column in enumerate(scene.columns)
        if column.open
    )
    return words.say("Open boxes: {boxes}.", boxes="; ".join(shown) or CROSSED)


def _runs(numbers: Iterable[int]) -> str:
    """Numbers in short, for example ``1–4, 7``."""
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


def _reach(scene: GridScene, words: Words) -> list[str]:
    """Each square that may be marked, with the numbers it may get and the types it would take."""
    found: dict[int, list[str]] = {}
    for lit in scene.lit:
        found.setdefault(lit.square, []).append(_told(scene, lit))
    if not found:
        return []
    squares = (
        words.say("{square}: {numbers}", square=scene.name(square), numbers=", ".join(told))
        for square, told in found.items()
    )
    # Translators: Squares that the marker can reach, for example "c4: 7 (d8, d12), 5 (d8)".
    return [words.say("In reach: {squares}.", squares="; ".join(squares))]


def _told(scene: GridScene, lit: Lit) -> str:
    types = "/".join(scene.die_name(type_) for type_ in lit.types)
    return types if lit.number is None else f"{lit.number} ({types})"


def _lacking(scene: GridScene, words: Words) -> list[str]:
    """What the rows and columns with a mark still lack."""
    lines = [(str(number + 1), scene.row(number)) for number in range(scene.size)]
    lines += [(ascii_lowercase[number], scene.column(number)) for number in range(scene.size)]
    lacks = []
    for name, squares in lines:
        missing = scene.missing(squares)
        if 0 < len(missing) < len(scene.types):
            dice = " ".join(scene.die_name(type_) for type_ in missing)
            lacks.append(words.say("{name}: {dice}", name=name, dice=dice))
    if not lacks:
        return []
    # Translators: Types that rows (1 to 6) and columns (a to f) lack, as in "1: d4 d8; b: d6".
    return [words.say("Missing: {lines}.", lines="; ".join(lacks))]


def _grid(scene: GridScene) -> list[str]:
    """The squares; the marker in brackets, squares in reach with a star."""
    lit = {one.square for one in scene.lit}
    lines = ["   " + "".join(f" {letter}  " for letter in ascii_lowercase[: scene.size]).rstrip()]
    for number in range(scene.size):
        cells = []
        for square in scene.row(number):
            type_ = scene.grid[square]
            text = EMPTY if type_ is None else str(scene.columns[type_].faces)
            if square == scene.marker:
                cells.append(f"[{text}]".ljust(4))
            elif square == scene.aim:
                cells.append(" ?  ")
            else:
                cells.append(f" {'*' if square in lit else text}".ljust(4))
        lines.append(f"{number + 1:>2} " + "".join(cells).rstrip())
    return lines


def _columns(scene: GridScene) -> list[str]:
    """The boxes of each type in a line, crossed ones as dashes."""
    return [
        f"{scene.die_name(type_):<4}"
        + " ".join(
            str(number) if number in column.open else CROSSED
            for number in range(1, column.faces + 1)
        )
        for type_, column in enumerate(scene.columns)
    ]
