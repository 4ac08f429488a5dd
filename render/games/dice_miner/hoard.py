"""A hoard for display: equal dice in piles, and piles in groups in scoring order."""

from dataclasses import dataclass
from functools import lru_cache

from engine.games.dice_miner.content import SYMBOLS, Face, Kind, Symbol
from engine.games.dice_miner.observation import HoardDie, Observation, Phase, SeatView

GROUPS = (
    (Symbol.TUNNEL,),
    (Symbol.GEM,),
    (Symbol.ROCKFALL, Symbol.PICK),
    (Symbol.DRAGON, Symbol.SHIELD),
    (Symbol.DIAMOND,),
    (Symbol.CHEST,),
    (Symbol.BEER,),
)
"""Symbols that lie together, in scoring order: hazards with the tools against them."""
KIND_OF = {symbol: kind for kind, symbols in SYMBOLS.items() for symbol in symbols}
"""The kind of dice with each symbol, except beer, which is on all kinds."""


@dataclass(frozen=True, slots=True)
class Pile:
    kind: Kind
    face: Face
    count: int
    dice: tuple[str, ...] = ()
    """Names of the dice. A hero's face has the name ``hero`` plus its number as a source."""
    spent: bool = False
    kept: bool = False

    def __hash__(self) -> int:
        return hash((self.face, self.dice, self.count, self.spent, self.kept))


@lru_cache(maxsize=64)
def piles(hoard: tuple[HoardDie, ...]) -> tuple[tuple[Pile, ...], ...]:
    gathered: dict[tuple[Kind, Face, bool, bool], list[str]] = {}
    for entry in hoard:
        key = (entry.die.kind, entry.die.face, entry.spent, entry.kept)
        gathered.setdefault(key, []).append(entry.die.name)
    sorted_piles = [
        Pile(kind, face, len(names), tuple(names), spent, kept)
        for (kind, face, spent, kept), names in gathered.items()
    ]
    sorted_piles.sort(key=_order)
    groups = (
        tuple(pile for pile in sorted_piles if pile.face.symbol in symbols) for symbols in GROUPS
    )
    return tuple(filter(None, groups))


_KINDS = list(Kind)
_SYMBOLS = list(Symbol)


def _order(pile: Pile) -> tuple[int, int, int, bool, bool]:
    return (
        _SYMBOLS.index(pile.face.symbol),
        pile.face.count,
        _KINDS.index(pile.kind),
        pile.spent,
        pile.kept,
    )


def hero_piles(view: SeatView) -> tuple[Pile, ...]:
    """Return a hero's printed faces in separate piles, so that spent ones are recognisable."""
    return tuple(
        Pile(KIND_OF[entry.face.symbol], entry.face, 1, (f"hero{entry.source}",), entry.spent)
        for entry in view.hero_faces
    )


def is_printed(pile: Pile) -> bool:
    return pile.dice[:1] != () and pile.dice[0].startswith("hero")


def hero_tunnels(view: SeatView) -> frozenset[int]:
    return frozenset(
        entry.face.count for entry in view.hero_faces if entry.face.symbol is Symbol.TUNNEL
    )


def adds_up(view: Observation, seat: int) -> bool:
    """Return whether the hoard's points can still count and have not been scored yet. In a
    tie-break, only those of tied players count.
    """
    if view.free_heroes or view.phase in (Phase.RECOVERY, Phase.FINISHED):
        return False
    return not view.tied or seat in view.tied
