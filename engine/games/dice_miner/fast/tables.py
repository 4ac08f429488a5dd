"""Lookup tables of the fast form: dice as numbers, and neighbours of the mountain's places.

An *entry* is a die with its face as one number, ``die * 6 + face - 1``, so sorted entries are in
die order.
"""

from functools import lru_cache

from engine.games.dice_miner import mountain
from engine.games.dice_miner.content import FACES, Content, Face, Kind, Symbol
from engine.games.dice_miner.content import TUNNELS as TUNNELS

GEMS, ROCKFALLS, DRAGONS, PICKS, SHIELDS, CHESTS, DIAMONDS, BEERS = range(TUNNELS, TUNNELS + 8)
"""Indexes in Counts, after the tunnels 1 to 5."""
WIDTH = TUNNELS + 8
TUNNEL, HAZARD, TOOL, TREASURE, MAGIC = range(5)
"""Kinds of dice."""

Counts = list[int]
"""Amount of each symbol in a hoard and on its hero: tunnels 1 to 5, then GEMS to BEERS."""

_PLACES = {
    Symbol.GEM: GEMS,
    Symbol.ROCKFALL: ROCKFALLS,
    Symbol.DRAGON: DRAGONS,
    Symbol.PICK: PICKS,
    Symbol.SHIELD: SHIELDS,
    Symbol.CHEST: CHESTS,
    Symbol.DIAMOND: DIAMONDS,
    Symbol.BEER: BEERS,
}
_MASKS = 60_000


def _symbol(face: Face) -> tuple[int, int]:
    if face.symbol is Symbol.TUNNEL:
        return face.count - 1, 1
    return _PLACES[face.symbol], face.count


class Tables:
    def __init__(self, content: Content) -> None:
        self.content = content
        dice = range(content.dice)
        kinds = tuple(Kind)
        entries = [_symbol(content.face(die, n)) for die in dice for n in range(1, FACES + 1)]
        self.dice = content.dice
        self.symbol = tuple(symbol for symbol, _ in entries)
        """By entry: index in Counts."""
        self.amount = tuple(amount for _, amount in entries)
        """By entry: amount of that symbol."""
        self.kind = tuple(kinds.index(content.kind(e // FACES)) for e in range(len(entries)))
        """By entry: TUNNEL to MAGIC."""
        self.face = tuple(kind * FACES + e % FACES for e, kind in enumerate(self.kind))
        """By entry: equal for dice of the same kind on the same face."""
        first = [next(d for d in dice if content.kind(d) is kind) for kind in kinds]
        self.faces = tuple(
            tuple(entries[die * FACES + face] for face in range(FACES)) for die in first
        )
        """By kind and face from 0: index in Counts, and amount."""
        self.shown = tuple(
            (kind, symbol, amount)
            for kind, faces in enumerate(self.faces)
            for symbol, amount in faces
        )
        """By face: kind, index in Counts, amount."""
        self.gem_faces = tuple(
            (face, amount) for face, (_, symbol, amount) in enumerate(self.shown) if symbol == GEMS
        )
        self.names = tuple(hero.name for hero in content.heroes)
        self.heroes = tuple(tuple(_symbol(face) for face in hero.faces) for hero in content.heroes)
        """By hero, as offered: index in Counts and amount of each face."""
        self.hero_magic = tuple(
            tuple(amount for symbol, amount in shown if symbol == DIAMONDS) for shown in self.heroes
        )
        """By hero: diamonds on each of its magic faces."""
        shape = mountain.shape(content.rows)
        self.places = len(shape.above)
        self.full = (1 << self.places) - 1
        self.above = shape.above
        self._on = tuple(sum(1 << place for place in on) for on in shape.above)
        self._tops: dict[int, tuple[int, ...]] = {}
        self._sides: dict[int, tuple[int, ...]] = {}

    def tops(self, mask: int) -> tuple[int, ...]:
        """Return the places of `mask` without a die on top."""
        places = self._tops.get(mask)
        return self._look(self._tops, mask, 0) if places is None else places

    def sides(self, mask: int) -> tuple[int, ...]:
        """Return the places of `mask` with at most one die on top."""
        places = self._sides.get(mask)
        return self._look(self._sides, mask, 1) if places is None else places

    def _look(self, cache: dict[int, tuple[int, ...]], mask: int, most: int) -> tuple[int, ...]:
        places = tuple(
            place
            for place, on in enumerate(self._on)
            if mask >> place & 1 and (mask & on).bit_count() <= most
        )
        if len(cache) >= _MASKS:
            cache.clear()
        cache[mask] = places
        return places


@lru_cache(maxsize=4)
def tables(content: Content) -> Tables:
    return Tables(content)
