"""The score sheet: points by source, rewards, and tie-breaks."""

from collections.abc import Iterator
from typing import NamedTuple

from PIL import Image

from engine.core.types import Seat
from engine.games.dynamine.observation import Phase, SeenReward
from render.canvas import Box, Canvas, dots, size_that_fits
from render.games.dynamine.backdrop import strata
from render.games.dynamine.palette import theme_palette
from render.games.dynamine.placing import MARGIN, WIDTH
from render.games.dynamine.scene import TableScene
from render.games.dynamine.signs import Sign, sign_sprite
from render.games.dynamine.table import REWARD_SIGNS, source_sprite
from render.games.dynamine.words import SOURCES, points_of, reward_name, score_words, source_name
from render.indexed import IndexedCanvas
from render.memory import remembered
from render.names import drawn_name, plain_name
from render.ornaments import draw_seat
from render.packed import packed
from render.picture import Picture, join_facts
from render.png import Raster, as_picture
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from render.words import gain, points, signed
from texts import Words

HEAD = 74
LINE = 52
_LABEL = 500
_LEVELS = 5
"""Tiles on the levels from this one up to level 1 break ties (dynamine.md, Points)."""


@remembered
def draw_sheet(scene: TableScene, words: Words, theme: Theme = USUAL) -> Picture:
    rows = list(_rows(scene, words))
    height = 2 * MARGIN + HEAD + LINE * len(rows) + 12
    palette = theme_palette(theme)
    raster = Raster(dots(WIDTH), dots(height))
    raster.lay(_ground(theme, height))
    canvas = IndexedCanvas(raster.image, palette, "strata")
    box = (MARGIN, MARGIN, WIDTH - MARGIN, height - MARGIN)
    canvas.panel(box, 18, theme.paper)
    _draw_head(canvas, theme, box, scene, words)
    for number, row in enumerate(rows):
        _draw_row(canvas, theme, box, MARGIN + HEAD + number * LINE, row, len(scene.players))
    alt = join_facts(sheet_facts(scene, words))
    return as_picture(raster, palette, alt)


@packed(maxsize=4)
def _ground(theme: Theme, height: int) -> Image.Image:
    return theme_palette(theme).reduce(strata(theme, WIDTH, height))


class _Row(NamedTuple):
    label: str
    cells: tuple[str, ...]
    source: int | None = None
    sign: Sign | None = None
    best: tuple[bool, ...] = ()
    strong: bool = False


def _rows(scene: TableScene, words: Words) -> Iterator[_Row]:
    scores = [mine.score for mine in scene.view.mines]
    for number, source in enumerate(SOURCES):
        cells = tuple(signed(points_of(score)[number]) for score in scores)
        yield _Row(source_name(words, source), cells, source=number)
    wins = tuple(seat in scene.winners for seat in range(len(scores)))
    yield _Row(words.say("Total"), tuple(map(signed, scene.view.totals)), best=wins, strong=True)
    for reward in scene.view.rewards:
        best = tuple(got > 0 for got in reward.points)
        yield _Row(
            # Translators: A reward and its points, for example "Most wells: 4/2" for two places.
            words.say(
                "{reward}: {points}",
                reward=reward_name(words, reward.reward),
                points="/".join(map(str, reward.places)),
            ),
            tuple(_count_with_points(words, reward, seat) for seat in range(len(scores))),
            sign=REWARD_SIGNS[reward.reward],
            best=best,
        )
    for level in tie_levels(scene):
        counts = [tiles_on(scene, seat, level) for seat in range(len(scores))]
        tied = tied_seats(scene)
        yield _Row(
            words.say("Tie: tiles on level {level}", level=level),
            tuple(str(count) if seat in tied else "" for seat, count in enumerate(counts)),
            sign=Sign.DEPTH,
        )


def _count_with_points(words: Words, reward: SeenReward, seat: int) -> str:
    count, got = str(reward.counts[seat]), reward.points[seat]
    if is_tied(reward):
        # Translators: A count that two players share, so that neither gets the reward.
        return words.say("{count} (tie)", count=count)
    return f"{count} ({gain(got)})" if got else count


def is_tied(reward: SeenReward) -> bool:
    """Return whether two players tie for a reward, so that neither player gets it."""
    return len(reward.counts) == 2 and len({*reward.counts}) == 1 and reward.counts[0] > 0


def tied_seats(scene: TableScene) -> tuple[int, ...]:
    """Return the seats that are tied for the most points after the end; () without a tie."""
    totals = scene.view.totals
    if not scene.winners:
        return ()
    first = tuple(seat for seat, total in enumerate(totals) if total == max(totals))
    return first if len(first) > 1 else ()


def tie_levels(scene: TableScene) -> tuple[int, ...]:
    """Return the levels whose tiles were compared to break a tie, in order."""
    tied = list(tied_seats(scene))
    compared = []
    for level in range(_LEVELS, 0, -1):
        if len(tied) < 2:
            break
        compared.append(level)
        most = max(tiles_on(scene, seat, level) for seat in tied)
        tied = [seat for seat in tied if tiles_on(scene, seat, level) == most]
    return tuple(compared)


def tiles_on(scene: TableScene, seat: int, level: int) -> int:
    return sum(row.tiles for row in scene.mine(seat).levels if row.level == level)


def _draw_head(canvas: Canvas, theme: Theme, box: Box, scene: TableScene, words: Words) -> None:
    left, top, right, _ = box
    finished = scene.view.phase is Phase.FINISHED
    title = words.say("Finished") if finished else words.say("If it ended now")
    size = size_that_fits(title, Weight.BLACK, (44, 38, 34), _LABEL - 40)
    y = top + HEAD // 2
    canvas.text(left + 24, y, title, size, theme.ink, weight=Weight.BLACK, room=_LABEL - 40)
    column_width = (right - left - _LABEL) // len(scene.players)
    for seat in range(len(scene.players)):
        x = left + _LABEL + seat * column_width
        draw_seat(canvas, theme, seat, x + 22, y, 42, 34)
        start = x + 48
        canvas.text(start, y - 1, drawn_name(words, scene.players, seat), (40, 36, 34), theme.ink,
                    room=x + column_width - start - 8)  # fmt: skip


def _draw_row(canvas: Canvas, theme: Theme, box: Box, top: int, row: _Row, seats: int) -> None:
    left, _, right, _ = box
    y = top + LINE // 2
    if row.strong:
        canvas.panel((left + 10, top + 2, right - 10, top + LINE - 2), 10, theme.paper_dim)
    elif row.source is None or row.source:
        rule = mix(theme.paper_edge, theme.paper, 0.5)
        canvas.panel((left + 20, top, right - 20, top + 2), 0, rule)
    x = left + 24
    if row.source is not None:
        canvas.sprite(source_sprite(theme, 38, row.source), x + 19, y)
        x += 50
    elif row.sign is not None:
        canvas.sprite(sign_sprite(theme, 36, row.sign), x + 19, y)
        x += 50
    weight = Weight.BLACK if row.strong else Weight.REGULAR
    sizes = (42, 38, 36, 34)
    canvas.text(x, y - 1, row.label, sizes, theme.ink, weight=weight,
                room=left + _LABEL - x - 8)  # fmt: skip
    column_width = (right - left - _LABEL) // seats
    for seat, cell in enumerate(row.cells):
        x = left + _LABEL + seat * column_width
        best = bool(row.best) and row.best[seat]
        if best:
            canvas.panel((x, y - 22, x + column_width - 12, y + 22), 22, theme.gold)
        ink = theme.shade if best else theme.ink
        canvas.text(x + (column_width - 12) // 2, y - 1, cell, 46 if row.strong else 38, ink,
                    weight=Weight.BLACK if row.strong else Weight.BOLD, anchor="mm")  # fmt: skip


def sheet_facts(scene: TableScene, words: Words) -> tuple[str, ...]:
    names = [plain_name(words, scene.players, seat) for seat in range(len(scene.players))]
    facts = []
    for seat, mine in enumerate(scene.view.mines):
        parts = score_words(words, mine.score)
        values = {"name": names[seat], "points": points(words, mine.score.total)}
        if parts:
            facts.append(words.say("{name} has {points}: {parts}.", parts=parts, **values))
        else:
            facts.append(words.say("{name} has {points}.", **values))
    facts += reward_facts(scene, words)
    for level in tie_levels(scene):
        counts = words.listed(
            words.say("{name} with {count}", name=names[seat], count=tiles_on(scene, seat, level))
            for seat in tied_seats(scene)
        )
        facts.append(
            words.say("Tie, tiles on level {level}: {counts}.", level=level, counts=counts)
        )
    return tuple(facts)


def reward_facts(scene: TableScene, words: Words) -> Iterator[str]:
    for reward in scene.view.rewards:
        leaders = words.listed(
            words.say(
                "{name} with {count} ({points})",
                name=plain_name(words, scene.players, seat),
                count=reward.counts[seat],
                points=gain(points),
            )
            for seat, points in sorted(enumerate(reward.points), key=lambda entry: -entry[1])
            if points
        )
        name = reward_name(words, reward.reward)
        if is_tied(reward):
            yield words.say(
                "{reward}: a tie with {count} each, so neither player gets it.",
                reward=name,
                count=reward.counts[0],
            )
        if leaders:
            # Translators: The leaders of a reward, for example "Most wells: Ana with 3 (+4)."
            yield words.say("{reward}: {leaders}.", reward=name, leaders=leaders)


def by_place(scene: TableScene) -> list[Seat]:
    places = scene.view.places
    return sorted(range(len(places)), key=lambda seat: (places[seat], seat))


def won_facts(scene: TableScene, words: Words) -> list[str]:
    names = words.listed(plain_name(words, scene.players, seat) for seat in scene.winners)
    facts = [words.count("{names} won.", "{names} share the win.", len(scene.winners), names=names)]
    if tie_broken(scene):
        facts.append(words.say("A tie: tiles on the deep levels decided."))
    return facts


def tie_broken(scene: TableScene) -> bool:
    """Return whether a tie for the most points was broken in favour of a single seat."""
    return len(scene.winners) == 1 and bool(tied_seats(scene))


def end_facts(scene: TableScene, words: Words) -> tuple[str, ...]:
    facts = won_facts(scene, words)
    for seat in by_place(scene):
        score = scene.mine(seat).score
        facts.append(
            words.say(
                "Place {place}: {name}, {points} ({parts}).",
                place=scene.view.places[seat],
                name=plain_name(words, scene.players, seat),
                points=points(words, score.total),
                parts=score_words(words, score),
            )
        )
    return tuple(facts)
