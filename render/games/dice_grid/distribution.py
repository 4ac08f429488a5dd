"""How many scored what: a plot for profiles and for the end of a day."""

from dataclasses import dataclass

from babel.numbers import format_decimal

from render.canvas import Box, Canvas, text_width
from render.encode import as_picture
from render.games.dice_grid.palette import theme_palette
from render.games.dice_grid.table import planks
from render.picture import Picture
from render.theme import RGB, USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_EDGE, _HEAD, _PLOT = 28, 128, 400
_MOST_BARS = 16
_STEPS = (1, 2, 3, 4, 5, 10, 20)
"""How many points a bar may stand for."""
_FEWEST = 5
"""Scores that lie closer are shown with bars to both sides."""


@dataclass(frozen=True, slots=True)
class Distribution:
    """How many grids scored what."""

    title: str
    """What is counted, for example whose grids or which day's."""
    counts: tuple[tuple[int, int], ...]
    """Each score with how many grids have it, at least one of each, in any order."""
    own: int | None = None
    """The score to mark; None for none."""
    average: float | None = None
    """None where it is not told."""

    @property
    def grids(self) -> int:
        """How many there are."""
        return sum(count for _, count in self.counts)


@dataclass(frozen=True, slots=True)
class Bar:
    """One bar: the scores from the first to the last, and how many grids have one of them."""

    first: int
    last: int
    count: int


def bars(shown: Distribution) -> tuple[Bar, ...]:
    """The bars from the lowest to the highest score, empty ones among them; () for no grids."""
    scores = [score for score, _ in shown.counts]
    if shown.own is not None:
        scores.append(shown.own)
    if not scores:
        return ()
    low, high = min(scores), max(scores)
    while high - low < _FEWEST - 1:
        low, high = max(low - 1, 0), high + 1
    step = next((step for step in _STEPS if (high - low) // step < _MOST_BARS), _STEPS[-1])
    low -= low % step
    return tuple(
        Bar(
            first,
            first + step - 1,
            sum(count for score, count in shown.counts if first <= score < first + step),
        )
        for first in range(low, high + 1, step)
    )


def distribution_facts(shown: Distribution, words: Words) -> tuple[str, ...]:
    """The plot as sentences."""
    facts = [
        f"{shown.title}.",
        words.count("{count} grid.", "{count} grids.", shown.grids),
    ]
    if shown.own is not None:
        facts.append(words.say("Your score: {points}.", points=shown.own))
    if shown.average is not None:
        facts.append(words.say("Average: {points}.", points=_average(words, shown.average)))
    told = [
        words.say("{scores}: {count}", scores=_span(bar), count=bar.count)
        for bar in bars(shown)
        if bar.count
    ]
    if told:
        # Translators: How many grids scored what, for example "36–38: 2, 39–41: 5".
        facts.append(words.say("Grids by points: {bars}.", bars=", ".join(told)))
    return tuple(facts)


def _span(bar: Bar) -> str:
    return str(bar.first) if bar.first == bar.last else f"{bar.first}–{bar.last}"


def _average(words: Words, average: float) -> str:
    return format_decimal(average, "0.0", locale=words.locale)


def draw_distribution(shown: Distribution, words: Words, theme: Theme = USUAL) -> Picture:
    """The plot: a bar for a few points each, the own one in gold, a line at the average."""
    height = _HEAD + _PLOT + _EDGE
    canvas = Canvas(planks(theme, WIDTH, height).copy())
    room = WIDTH - 2 * _EDGE
    canvas.text(_EDGE, 44, shown.title, (58, 52, 46, 40, 36), theme.cream, weight=Weight.BLACK,
                room=room, outline=(4, theme.shade))  # fmt: skip
    _draw_legend(canvas, theme, shown, words)
    box = (_EDGE, _HEAD, WIDTH - _EDGE, _HEAD + _PLOT)
    canvas.card(box, 18, theme, line=3)
    made = bars(shown)
    if shown.grids:
        _draw_bars(canvas, theme, box, made, shown)
    else:
        note = words.say("Nobody has finished a grid yet.")
        canvas.text(WIDTH // 2, _HEAD + _PLOT // 2, note, (40, 36, 34), theme.ink_soft,
                    anchor="mm", room=room - 60)  # fmt: skip
    return as_picture(canvas.image, distribution_facts(shown, words), theme_palette(theme))


def _draw_legend(canvas: Canvas, theme: Theme, shown: Distribution, words: Words) -> None:
    """Draw below the title how many grids there are, and what is marked."""
    x, y = _EDGE, 98
    parts: list[tuple[RGB | None, str]] = [
        (None, words.count("{count} grid", "{count} grids", shown.grids))
    ]
    if shown.own is not None:
        # Translators: Below a plot of scores: the reader's own score.
        parts.append((theme.gold, words.say("You: {points}", points=shown.own)))
    if shown.average is not None:
        told = words.say("Average: {points}", points=_average(words, shown.average))
        parts.append((theme.bad, told))
    for colour, text in parts:
        if colour is not None:
            canvas.panel((x, y - 16, x + 32, y + 16), 6, theme.cream)
            canvas.panel((x + 3, y - 13, x + 29, y + 13), 4, colour)
            x += 44
        x += canvas.text(x, y, text, 38, theme.lamp, outline=(4, theme.shade)) + 44


def _draw_bars(
    canvas: Canvas, theme: Theme, box: Box, made: tuple[Bar, ...], shown: Distribution
) -> None:
    left, top, right, bottom = box[0] + 30, box[1] + 54, box[2] - 30, box[3] - 58
    pitch = (right - left) / len(made)
    most = max(bar.count for bar in made)
    average = shown.average
    labels: list[tuple[int, int, str]] = []
    for at, bar in enumerate(made):
        x0, x1 = round(left + at * pitch) + 4, round(left + (at + 1) * pitch) - 4
        own = shown.own is not None and bar.first <= shown.own <= bar.last
        tall = round((bottom - top) * bar.count / most)
        middle = (x0 + x1) // 2
        if bar.count:
            fill, edge = (theme.gold, theme.gold_edge) if own else (theme.accent, theme.shade)
            canvas.panel((x0, bottom - max(tall, 8), x1, bottom), 8, fill, edge, 3)
            labels.append((middle, bottom - max(tall, 8) - 22, str(bar.count)))
        # Every bar has its label if there is room for it.
        every = 1 if pitch >= 62 else 2
        if at % every == 0:
            weight = Weight.BLACK if own else Weight.BOLD
            canvas.text(middle, bottom + 30, str(bar.first), 36, theme.ink, weight=weight,
                        anchor="mm")  # fmt: skip
    canvas.panel((left, bottom, right, bottom + 4), 0, mix(theme.paper_edge, theme.ink, 0.3))
    if average is not None:
        step = made[0].last - made[0].first + 1
        place = left + (average - made[0].first + 0.5) / step * pitch
        x = round(min(max(place, left), right))
        for y in range(top - 46, bottom, 26):
            canvas.panel((x - 4, y, x + 4, y + 16), 3, theme.bad)
    for x, y, text in labels:
        half = text_width(text, Weight.BOLD, 36) // 2 + 4
        canvas.panel((x - half, y - 17, x + half, y + 16), 4, theme.paper)
        canvas.text(x, y, text, 36, theme.ink, anchor="mm")
