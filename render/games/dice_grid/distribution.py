"""A plot of the frequency of scores, for profiles and the end of a day."""

from babel.numbers import format_decimal

from render.canvas import Box, Canvas, text_width
from render.distribution import Bar, Distribution, bars
from render.encode import as_picture
from render.games.dice_grid.palette import theme_palette
from render.games.dice_grid.table import planks
from render.picture import Picture
from render.theme import RGB, USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_EDGE, _HEAD, _PLOT = 28, 128, 400


def distribution_facts(shown: Distribution, words: Words) -> tuple[str, ...]:
    facts = [
        f"{shown.title}.",
        words.count("{count} grid.", "{count} grids.", shown.total),
    ]
    if shown.own is not None:
        facts.append(words.say("Your score: {points}.", points=shown.own))
    if shown.average is not None:
        facts.append(words.say("Average: {points}.", points=_average(words, shown.average)))
    counts = [
        words.say("{scores}: {count}", scores=bar.span, count=bar.count)
        for bar in bars(shown)
        if bar.count
    ]
    if counts:
        # Translators: How many grids had each score, for example "36–38: 2, 39–41: 5".
        facts.append(words.say("Grids by points: {bars}.", bars=", ".join(counts)))
    return tuple(facts)


def _average(words: Words, average: float) -> str:
    return format_decimal(average, "0.0", locale=words.locale)


def draw_distribution(shown: Distribution, words: Words, theme: Theme = USUAL) -> Picture:
    height = _HEAD + _PLOT + _EDGE
    canvas = Canvas(planks(theme, WIDTH, height))
    room = WIDTH - 2 * _EDGE
    canvas.text(_EDGE, 44, shown.title, (58, 52, 46, 40, 36), theme.cream, weight=Weight.BLACK,
                room=room, outline=(4, theme.shade))  # fmt: skip
    _draw_legend(canvas, theme, shown, words)
    box = (_EDGE, _HEAD, WIDTH - _EDGE, _HEAD + _PLOT)
    canvas.card(box, 18, theme, line=3)
    shown_bars = bars(shown)
    if shown.total:
        _draw_bars(canvas, theme, box, shown_bars, shown)
    else:
        note = words.say("Nobody has finished a grid yet.")
        canvas.text(WIDTH // 2, _HEAD + _PLOT // 2, note, (40, 36, 34), theme.ink_soft,
                    anchor="mm", room=room - 60)  # fmt: skip
    return as_picture(canvas.image, distribution_facts(shown, words), theme_palette(theme))


def _draw_legend(canvas: Canvas, theme: Theme, shown: Distribution, words: Words) -> None:
    x, y = _EDGE, 98
    parts: list[tuple[RGB | None, str]] = [
        (None, words.count("{count} grid", "{count} grids", shown.total))
    ]
    if shown.own is not None:
        # Translators: Below a plot of scores: the reader's own score.
        parts.append((theme.gold, words.say("You: {points}", points=shown.own)))
    if shown.average is not None:
        average = words.say("Average: {points}", points=_average(words, shown.average))
        parts.append((theme.bad, average))
    for colour, text in parts:
        if colour is not None:
            canvas.panel((x, y - 16, x + 32, y + 16), 6, theme.cream)
            canvas.panel((x + 3, y - 13, x + 29, y + 13), 4, colour)
            x += 44
        x += canvas.text(x, y, text, 38, theme.lamp, outline=(4, theme.shade)) + 44


def _draw_bars(
    canvas: Canvas, theme: Theme, box: Box, shown_bars: tuple[Bar, ...], shown: Distribution
) -> None:
    left, top, right, bottom = box[0] + 30, box[1] + 54, box[2] - 30, box[3] - 58
    pitch = (right - left) / len(shown_bars)
    most = max(bar.count for bar in shown_bars)
    average = shown.average
    labels: list[tuple[int, int, str]] = []
    for at, bar in enumerate(shown_bars):
        x0, x1 = round(left + at * pitch) + 4, round(left + (at + 1) * pitch) - 4
        own = shown.own is not None and bar.first <= shown.own <= bar.last
        height = round((bottom - top) * bar.count / most)
        middle = (x0 + x1) // 2
        if bar.count:
            fill, edge = (theme.gold, theme.gold_edge) if own else (theme.accent, theme.shade)
            canvas.panel((x0, bottom - max(height, 8), x1, bottom), 8, fill, edge, 3)
            labels.append((middle, bottom - max(height, 8) - 22, str(bar.count)))
        # If there is too little room, label only every second bar.
        every = 1 if pitch >= 62 else 2
        if at % every == 0:
            weight = Weight.BLACK if own else Weight.BOLD
            canvas.text(middle, bottom + 30, str(bar.first), 36, theme.ink, weight=weight,
                        anchor="mm")  # fmt: skip
    canvas.panel((left, bottom, right, bottom + 4), 0, mix(theme.paper_edge, theme.ink, 0.3))
    if average is not None:
        step = shown_bars[0].last - shown_bars[0].first + 1
        place = left + (average - shown_bars[0].first + 0.5) / step * pitch
        x = round(min(max(place, left), right))
        for y in range(top - 46, bottom, 26):
            canvas.panel((x - 4, y, x + 4, y + 16), 3, theme.bad)
    for x, y, text in labels:
        half = text_width(text, Weight.BOLD, 36) // 2 + 4
        canvas.panel((x - half, y - 17, x + half, y + 16), 4, theme.paper)
        canvas.text(x, y, text, 36, theme.ink, anchor="mm")
