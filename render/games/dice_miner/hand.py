"""A large picture of one hoard, with some of its dice marked."""

from PIL import Image

from engine.games.dice_miner.observation import SeatView
from render.canvas import Canvas, dots
from render.encode import as_picture
from render.games.dice_miner.alt import pile_words
from render.games.dice_miner.flow import draw_flow, flow_that_fits
from render.games.dice_miner.hoard import hero_piles, hero_tunnels, piles
from render.games.dice_miner.palette import theme_palette
from render.games.dice_miner.words import hero_gives, hero_name
from render.picture import Picture
from render.theme import USUAL, Theme
from render.typography.fonts import Weight
from texts import Words

WIDTH = 1200
_MARGIN = 24
_TITLE = 92
_DICE = (132, 116, 100, 88, 76, 64)
_LINES = 3


def draw_hand(
    seat: SeatView,
    title: str,
    words: Words,
    theme: Theme = USUAL,
    marked: frozenset[str] = frozenset(),
    *,
    rails: bool = False,
) -> Picture:
    groups = list(piles(seat.hoard))
    if hero := hero_piles(seat):
        groups.append(hero)
    room = WIDTH - 2 * (_MARGIN + 30)
    layout = flow_that_fits(groups, room, _DICE, _LINES)
    height = 2 * _MARGIN + _TITLE + layout.height + 24
    canvas = Canvas(Image.new("RGB", (dots(WIDTH), dots(height)), theme.ground))
    box = (_MARGIN, _MARGIN, WIDTH - _MARGIN, height - _MARGIN)
    canvas.card(box, 22, theme, edge=theme.gold, line=6)
    canvas.text(_MARGIN + 30, _MARGIN + 50, title, (48, 44, 40, 36, 32), theme.ink,
                weight=Weight.BLACK, room=room)  # fmt: skip
    draw_flow(
        canvas, theme, layout, _MARGIN + 30, _MARGIN + _TITLE,
        ink=theme.ink, ground=theme.paper, marked=marked,
        tunnels=hero_tunnels(seat) if rails else (), rails_shown=rails,
    )  # fmt: skip
    facts = hand_facts(seat, title, words, marked)
    return as_picture(canvas.image, facts, theme_palette(theme))


def hand_facts(
    seat: SeatView, title: str, words: Words, marked: frozenset[str] = frozenset()
) -> tuple[str, ...]:
    hoard = [pile for group in piles(seat.hoard) for pile in group]
    facts = [
        words.say("{title}:", title=title),
        words.say("Dice: {dice}.", dice=", ".join(pile_words(words, pile) for pile in hoard)),
    ]
    if seat.hero is not None:
        faces = hero_gives(words, seat.hero_faces)
        facts.append(
            words.say("Hero: {hero} ({faces}).", hero=hero_name(words, seat.hero), faces=faces)
        )
    ringed = [pile for pile in hoard if not marked.isdisjoint(pile.dice)]
    if ringed:
        dice = ", ".join(pile_words(words, pile) for pile in ringed)
        facts.append(words.say("Marked: {dice}.", dice=dice))
    return tuple(facts)
