"""Grids played in a simple way, for the gallery, tests and measurements."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from functools import lru_cache

from engine.core.chance import Stream
from render.games.dice_grid.dice import FACES
from render.games.dice_grid.scene import Column, GridScene, Lit, Phase, Points
from render.players import Player

SIZE = 6
STARS = 3
MOST = 63
ANA = Player("Ana")
DAY = date(2026, 11, 21)


def empty(player: Player = ANA, day: date | None = DAY) -> GridScene:
    """A grid before its first mark, every square in reach."""
    types = tuple(range(len(FACES)))
    return GridScene(
        player=player,
        day=day,
        phase=Phase.SETUP,
        grid=(None,) * SIZE**2,
        columns=tuple(Column(faces, tuple(range(1, faces + 1))) for faces in FACES),
        marker=None,
        way=(),
        lit=tuple(Lit(square, types) for square in range(SIZE**2)),
        stars=STARS,
        all_stars=STARS,
        points=Points(0, 0, 0, 4 * STARS),
        possible=MOST,
        most=MOST,
    )


@lru_cache(maxsize=16)
def scenes(seed: int, player: Player = ANA, day: date | None = DAY) -> list[GridScene]:
    """A whole grid, decision by decision, from the set-up to the end."""
    return list(_played(empty(player, day), Stream(seed.to_bytes(32, "big"), "sample")))


def _played(scene: GridScene, stream: Stream) -> Iterator[GridScene]:
    luck = iter(range(10**6))

    def below(bound: int) -> int:
        return stream.number(next(luck), bound)

    yield scene
    scene = _marked(scene, 14, 4, 9, ())
    while True:
        scene = replace(scene, phase=Phase.CHOOSE, lit=(), die=None, result=None)
        dice = [type_ for type_ in scene.types if scene.columns[type_].open]
        if not dice or None not in scene.grid:
            break
        yield scene
        die = max(dice, key=lambda type_: len(scene.columns[type_].open) * (3 + below(5)))
        scene = replace(scene, die=die)
        yield scene
        scene = _crossed(scene, die, scene.columns[die].open[-1])
        result = 2 + below(FACES[die] - 1)
        scene = replace(scene, phase=Phase.MOVE, result=result)
        scene = replace(scene, lit=_reach(scene))
        yield scene
        if scene.lit:
            lit = scene.lit[below(len(scene.lit))]
            assert lit.number is not None
            aimed = replace(scene, phase=Phase.MARK, lit=(lit,), aim=lit.square, number=lit.number)
            if len(lit.types) > 1:
                yield aimed
            assert scene.marker is not None
            way = _way(scene.marker, lit.square)
            scene = _marked(scene, lit.square, lit.types[0], lit.number, way)
            continue
        places = tuple(
            Lit(square, types) for square in range(SIZE**2) if (types := _fits(scene, square))
        )
        if not places:
            break
        scene = replace(scene, phase=Phase.MARK, lit=places)
        yield scene
        place = places[below(len(places))]
        aimed = replace(scene, aim=place.square, lit=())
        yield aimed
        type_ = place.types[0]
        yield replace(aimed, writing=type_)
        number = scene.columns[type_].open[-1]
        scene = _marked(replace(scene, stars=scene.stars - 1), place.square, type_, number, ())
        if not scene.stars:
            break
    yield replace(scene, phase=Phase.FINISHED, lit=(), result=None, die=None,
                  possible=scene.points.total)  # fmt: skip


def _crossed(scene: GridScene, type_: int, number: int) -> GridScene:
    columns = list(scene.columns)
    left = tuple(box for box in columns[type_].open if box != number)
    columns[type_] = replace(columns[type_], open=left)
    return replace(scene, columns=tuple(columns))


def _marked(
    scene: GridScene, square: int, type_: int, number: int, way: tuple[int, ...]
) -> GridScene:
    grid = (*scene.grid[:square], type_, *scene.grid[square + 1 :])
    scene = replace(
        _crossed(scene, type_, number), grid=grid, marker=square, way=way, lit=(), aim=None,
        number=None, writing=None,
    )  # fmt: skip
    marked = sum(one is not None for one in grid)
    rows, columns = (
        3 * sum(not scene.missing(line(at)) for at in range(SIZE))
        for line in (scene.row, scene.column)
    )
    points = Points(marked, columns, rows, 4 * scene.stars)
    boxes = sum(len(column.open) for column in scene.columns)
    return replace(scene, points=points, possible=min(points.total + 3 + boxes // 2, MOST))


def _fits(scene: GridScene, square: int, number: int | None = None) -> tuple[int, ...]:
    if scene.grid[square] is not None:
        return ()
    row, column = divmod(square, SIZE)
    there = {scene.grid[other] for other in (*scene.row(row), *scene.column(column))}
    return tuple(
        type_
        for type_, boxes in enumerate(scene.columns)
        if type_ not in there and (boxes.open if number is None else number in boxes.open)
    )


def _reach(scene: GridScene) -> tuple[Lit, ...]:
    assert scene.marker is not None
    assert scene.result is not None
    found = []
    for square in range(SIZE**2):
        for steps in _lengths(scene.marker, square):
            number = scene.result - steps
            if number > 0 and (types := _fits(scene, square, number)):
                found.append(Lit(square, types, number, steps))
    return tuple(found)


def _lengths(start: int, end: int) -> list[int]:
    """The lengths of ways with at most two turns (dice-grid.md, A round)."""
    (y0, x0), (y1, x1) = divmod(start, SIZE), divmod(end, SIZE)
    found = {abs(x - x0) + abs(y1 - y0) + abs(x1 - x) for x in range(SIZE) if y0 != y1}
    found |= {abs(y - y0) + abs(x1 - x0) + abs(y1 - y) for y in range(SIZE) if x0 != x1}
    return sorted(found)


def _way(start: int, end: int) -> tuple[int, ...]:
    """A shortest way: along the row, then along the column."""
    (y0, x0), (y1, x1) = divmod(start, SIZE), divmod(end, SIZE)
    across = range(x0, x1, 1 if x1 > x0 else -1)
    down = range(y0, y1, 1 if y1 > y0 else -1)
    return (*(y0 * SIZE + x for x in across), *(y * SIZE + x1 for y in down), end)


def filled() -> GridScene:
    """A finished grid with seven full lines; it takes more boxes than there are."""
    rows = ("012345", "123450", "234501", "345012", "450...", "501...")
    cells = [None if cell == "." else int(cell) for cell in "".join(rows)]
    scene = replace(empty(), grid=tuple(cells), phase=Phase.FINISHED, lit=(), marker=26)
    columns = tuple(replace(column, open=()) for column in scene.columns)
    points = Points(30, 9, 12, 12)
    return replace(scene, columns=columns, points=points, way=(2, 8, 14, 20, 26))
