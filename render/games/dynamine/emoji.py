"""Tiles and cards as application emoji for buttons and lines of text.

A name contains the content and the version of the drawing, so that a bot with older drawings
uploads the new ones.
"""

import re
from collections.abc import Mapping
from functools import lru_cache

from PIL import Image

from engine.games.dynamine.content import NO_SIDE, CardName, Side, Tile, Well
from render.canvas import SCALE
from render.encode import emoji_png
from render.games.dynamine.cards import card_sprite
from render.games.dynamine.colours import colours_of
from render.games.dynamine.signs import signs_of
from render.games.dynamine.tiles import Face, paint
from render.theme import USUAL, Theme

VERSION = 1
"""Increase it whenever the drawings change: Discord stores emoji by name."""
SIDE = 128
"""Pixels; Discord takes up to 256 KiB per emoji and shows at most 48 pixels."""
TILES = """
e_a1 e_f1 e_v1 e_v2 es es_a1 es_v1_wp es_v2 es_wp_ps_m esw esw_f2_pw esw_pew_k esw_v1 esw_v1_a1
esw_v1_a1_f2 esw_v1_f1_k esw_v1_f2 esw_v1_s esw_v1_wp_ps esw_v1_wp_pw_k esw_wp ew ew_a1 ew_f1
ew_pe ew_pw ew_v1 ew_v1_a1 ew_v1_f1 ew_v1_k ew_wp n_f2 n_v1 n_v2 n_wp ne ne_v1_wp nes_pes_m nes_wp
nes_wr_f1 nesw nesw_a4_ps nesw_pew nesw_v1_a1_f1 nesw_v1_a1_ps_k nesw_v1_a1_wr_f1 nesw_v1_a4
nesw_v1_f2_k nesw_v1_wr_f1 nesw_v2_f1_ps nesw_v2_f2 nesw_v2_pew_k_m new new_a1_pe new_a1_pw new_a4
new_a4_f1 new_a4_f2 new_f2_pe new_f2_pn new_pew_k new_v1_a1 new_v1_a1_pew new_v1_a4_pe_k new_v1_s
new_v2 new_v2_m ns ns_f1 ns_ps ns_v1_f2 ns_wp ns_wr_f1 nsw_a1_wr nsw_v1_a1_wr nsw_v1_a4
nsw_v1_f2_ps nsw_v2_a1 nw nw_a1_k nw_a1_wr nw_f1 nw_v1 nw_wp_pn_k s_a1 s_wp sw sw_a1_ps sw_f1
sw_wp w_a1 w_f1 w_v1 w_v1_k
"""
_PARTS = re.compile(r"([nesw]+)(?:_v(\d))?(?:_a(\d))?(?:_w([pr]))?(?:_f(\d))?"
                    r"(?:_p([nesw]+))?(_s)?(_k)?(_m)?")  # fmt: skip


def tile_emoji(tile: Tile) -> str:
    return f"salud_v{VERSION}_{tile_code(tile)}"


def card_emoji(card: CardName) -> str:
    name = CardName.SAPPHIRE_1 if card is CardName.SAPPHIRE_2 else card
    return f"salud_v{VERSION}_card_{name.value}"


def tile_code(tile: Tile) -> str:
    """Encode a tile's content, for example ``new_a1_pe``.

    Openings, then veins, altar, well (plain or rich), fossil, +1 openings, sapphire, +1 token and
    move.
    """
    parts = [
        tile.openings.letters,
        f"v{tile.veins}" if tile.veins else "",
        f"a{tile.altar}" if tile.altar else "",
        "" if tile.well is None else "wp" if tile.well is Well.PLAIN else "wr",
        f"f{tile.fossil}" if tile.fossil else "",
        f"p{tile.plus.letters}" if tile.plus else "",
        "s" if tile.sapphire else "",
        "k" if tile.token else "",
        "m" if tile.move else "",
    ]
    return "_".join(filter(None, parts)).lower()


def tile_of(code: str) -> Tile:
    match = _PARTS.fullmatch(code)
    assert match is not None, code
    openings, veins, altar, well, fossil, plus, sapphire, token, move = match.groups()
    return Tile(
        code,
        _sides(openings),
        veins=int(veins or 0),
        altar=int(altar or 0),
        well=None if well is None else Well.PLAIN if well == "p" else Well.DRAGON,
        fossil=int(fossil or 0),
        plus=_sides(plus or ""),
        token=token is not None,
        move=move is not None,
        sapphire=sapphire is not None,
    )


def _sides(letters: str) -> Side:
    sides = NO_SIDE
    for letter in letters:
        sides |= Side[letter.upper()]
    return sides


@lru_cache(maxsize=2)
def emoji_pictures(theme: Theme = USUAL) -> Mapping[str, bytes]:
    pictures = {}
    for code in TILES.split():
        tile = tile_of(code)
        pictures[tile_emoji(tile)] = emoji_png(tile_picture(theme, tile))
    for card in CardName:
        pictures[card_emoji(card)] = emoji_png(card_sprite(theme, round(SIDE / SCALE), card))
    return pictures


def tile_picture(theme: Theme, tile: Tile) -> Image.Image:
    signs = signs_of(tile, built=False)
    ground = colours_of(theme).rock_dark
    face = Face(int(tile.openings), int(tile.plus), signs, ground=ground)
    return paint(theme, SIDE, face).convert("RGBA")
