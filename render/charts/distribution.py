"""A bar chart of the frequency of scores, for games without a plot of their own."""

from babel.numbers import format_decimal

from render.canvas import Canvas, text_width
from render.distribution import Bar, Distribution, bars
from render.encode import as_picture
from render.game_pictures import Chart, GamePictures
from render.picture import Picture
from render.theme import USUAL, Theme, mix
from render.typography.fonts import Weight
from texts import Words

WIDTH, _HEIGHT = 1200, 520
_EDGE, _TOP = 36, 116


def draw_distribution(
    shown: Distribution, pictures: GamePictures, words: Words, theme: Theme = USUAL
) -> Picture:
    own = pictures.distribution(shown, words, theme)
    if own is not None:
        return own
    backdrop = pictures.backdrop(Chart.PROFILE, WIDTH, _HEIGHT, theme)
    canvas = Canvas(backdrop.image)
    canvas.text(_EDGE + 4, 58, shown.title, (56, 50, 44, 38), theme.cream, weight=Weight.BLACK,
                room=WIDTH - 2 * _EDGE, outline=(5, theme.shade))  # fmt: skip
    canvas.card((_EDGE, _TOP, WIDTH - _EDGE, _HEIGHT - 24), 18, theme, line=3)
    _draw_bars(canvas, theme, bars(shown), shown.own)
    return as_picture(canvas.image, distribution_facts(shown, words), backdrop.palette)


def distribution_facts(shown: Distribution, words: Words) -> tuple[str, ...]:
    facts = [f"{shown.title}."]
    if shown.own is not None:
        facts.append(words.say("Your score: {points}.", points=shown.own))
    if shown.average is not None:
        average = format_decimal(shown.average, "0.0", locale=words.locale)
        facts.append(words.say("Average: {points}.", points=average))
    counts = [
        words.say("{scores}: {count}", scores=bar.span, count=bar.count)
        for bar in bars(shown)
        if bar.count
    ]
    if counts:
        # Translators: How often each score occurred, for example "36–38: 2, 39–41: 5".
        facts.append(words.say("How often by points: {bars}.", bars=", ".join(counts)))
    return tuple(facts)


def _draw_bars(canvas: Canvas, theme: Theme, shown_bars: tuple[Bar, ...], own: int | None) -> None:
    if not shown_bars:
        return
    left, top, right, bottom = _EDGE + 30, _TOP + 54, WIDTH - _EDGE - 30, _HEIGHT - 80
    pitch, most = (right - left) / len(shown_bars), max(bar.count for bar in shown_bars) or 1
    labels = [bar.span for bar in shown_bars]
    width = max(text_width(label, Weight.BOLD, 34) for label in labels)
    every = 1 if width + 10 <= pitch else 2
    for at, bar in enumerate(shown_bars):
        x0, x1 = round(left + at * pitch) + 4, round(left + (at + 1) * pitch) - 4
        middle = (x0 + x1) // 2
        if bar.count:
            height = max(round((bottom - top) * bar.count / most), 8)
            mine = own is not None and bar.first <= own <= bar.last
            fill = theme.gold if mine else theme.accent
            canvas.panel((x0, bottom - height, x1, bottom), 8, fill, theme.ink_soft, 3)
            canvas.text(middle, bottom - height - 22, str(bar.count), 36, theme.ink, anchor="mm")
        if at % every == 0:
            canvas.text(middle, bottom + 28, labels[at], (34, 32), theme.ink_soft, anchor="mm",
                        room=round(pitch * every))  # fmt: skip
    canvas.panel((left, bottom, right, bottom + 4), 0, mix(theme.paper_edge, theme.ink, 0.3))
