"""Points of a match if it ended now (dynamine.md, Points)."""

from dataclasses import dataclass
from functools import lru_cache

from engine.games.dynamine.content import CardName, Content, Reward, Side, Tile, Well
from engine.games.dynamine.mines import KEPT, cells
from engine.games.dynamine.state import Cell, Mine, Player


@dataclass(frozen=True, slots=True)
class Score:
    veins: int
    altars: int
    wells: int
    fossils: int
    rewards: int
    objects: int
    missions: int

    @property
    def total(self) -> int:
        return (
            self.veins
            + self.altars
            + self.wells
            + self.fossils
            + self.rewards
            + self.objects
            + self.missions
        )


@dataclass(frozen=True, slots=True)
class Worth:
    veins: int
    altars: int
    wells: int
    fossils: int
    counts: tuple[int, ...]

    def count(self, reward: Reward) -> int:
        return self.counts[_PLACE[reward]]


_PLACE = {reward: place for place, reward in enumerate(Reward)}


@lru_cache(KEPT)
def worth(content: Content, mine: Mine) -> Worth:
    shown = [(placed.cell, content.tiles[placed.tile]) for placed in mine]
    on_level: dict[int, int] = {}
    for (level, _), tile in shown:
        on_level[level] = on_level.get(level, 0) + tile.veins
    return Worth(
        veins=sum(min(level, content.deepest_vein) * veins for level, veins in on_level.items()),
        altars=sum(
            tile.altar + content.altar_per_vein * on_level[level]
            for (level, _), tile in shown
            if tile.altar
        ),
        wells=sum(_well(content, mine, cell) for cell, tile in shown if tile.well is not None),
        fossils=sum(tile.fossil for _, tile in shown),
        counts=tuple(_count(reward, shown) for reward in Reward),
    )


def _well(content: Content, mine: Mine, cell: Cell) -> int:
    lying = cells(mine)
    plain = content.tiles[lying[cell].tile].well is Well.PLAIN
    value = content.plain_well if plain else content.rich_well
    return value + content.well_per_tile * len(shaft(content, mine, cell))


def shaft(content: Content, mine: Mine, cell: Cell) -> tuple[Cell, ...]:
    lying = cells(mine)
    level, column = cell
    top = bottom = level
    while Side.N in _openings(content, lying[top, column].tile) and (top - 1, column) in lying:
        top -= 1
    while (
        Side.S in _openings(content, lying[bottom, column].tile) and (bottom + 1, column) in lying
    ):
        bottom += 1
    return tuple((row, column) for row in range(top, bottom + 1))


def _openings(content: Content, tile: int) -> Side:
    return content.tiles[tile].openings


def _count(reward: Reward, shown: list[tuple[Cell, Tile]]) -> int:
    match reward:
        case Reward.FOSSILS:
            return sum(tile.fossil > 0 for _, tile in shown)
        case Reward.WELLS:
            return sum(tile.well is not None for _, tile in shown)
        case Reward.ALTARS:
            return sum(tile.altar > 0 for _, tile in shown)
        case Reward.DEPTH:
            return max((level for (level, _), _ in shown), default=1)
        case Reward.VEINS:
            return sum(tile.veins for _, tile in shown)
        case Reward.TILES:
            return len(shown) + 1


@lru_cache(KEPT)
def reward_points(
    content: Content, counts: tuple[tuple[int, ...], ...]
) -> tuple[tuple[int, ...], ...]:
    points = []
    for place, reward in enumerate(content.rewards):
        mine = [seat[place] for seat in counts]
        ranked = sorted({count for count in mine if count > 0}, reverse=True)
        if len(mine) == 2:
            alone = len(ranked) > 0 and mine.count(ranked[0]) == 1
            paid = {ranked[0]: reward.side_a} if alone else {}
        else:
            paid = dict(zip(ranked, reward.side_b, strict=False))
        points.append(tuple(paid.get(count, 0) for count in mine))
    return tuple(points)


_COUNTED = {
    CardName.RING: Reward.ALTARS,
    CardName.BARREL: Reward.WELLS,
    CardName.TORCHES: Reward.FOSSILS,
    CardName.BEAMS: Reward.DEPTH,
}
"""For each object, the Reward that counts the same things."""


def object_points(content: Content, player: Player) -> int:
    mine = worth(content, player.mine)
    cards = [content.cards[card] for card in player.cards]
    return sum(
        card.points * mine.count(_COUNTED[card.name]) for card in cards if card.name in _COUNTED
    )


def mission_done(content: Content, mine: Mine, card: int) -> bool:
    mission = content.cards[card]
    there = [content.tiles[placed.tile] for placed in mine if placed.cell[0] == mission.level]
    return sum(_serves(mission.name, tile) for tile in there) >= mission.tiles


def _serves(mission: CardName, tile: Tile) -> bool:
    match mission:
        case CardName.SAPPHIRE_1 | CardName.SAPPHIRE_2:
            return tile.sapphire
        case CardName.SKULL:
            return tile.fossil > 0
        case CardName.ALTAR:
            return tile.altar > 0
        case CardName.WELL:
            return tile.well is not None
        case CardName.HALLS:
            return True
        case _:
            raise AssertionError("a mission is no object")


def scores(content: Content, players: tuple[Player, ...]) -> tuple[Score, ...]:
    mines = [worth(content, player.mine) for player in players]
    rewards = reward_points(content, tuple(mine.counts for mine in mines))
    return tuple(
        Score(
            veins=mine.veins,
            altars=mine.altars,
            wells=mine.wells,
            fossils=mine.fossils,
            rewards=sum(points[seat] for points in rewards),
            objects=object_points(content, player),
            missions=sum(
                content.cards[card].points
                for card in player.cards
                if content.cards[card].mission and mission_done(content, player.mine, card)
            ),
        )
        for seat, (mine, player) in enumerate(zip(mines, players, strict=True))
    )
