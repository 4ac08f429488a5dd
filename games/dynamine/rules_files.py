"""Builds DYNAMINE from its data files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from bot.rules_files import DataTable, SourcedEntry, SourcedNumber, SourcedSwitch, read_rules
from engine.core.errors import BadContent
from engine.core.game import AnyGame
from engine.games.dynamine.content import (
    Card,
    CardName,
    Content,
    Reward,
    RewardPoints,
    RoundToken,
    Side,
    Tile,
    TokenAction,
    Well,
)
from engine.games.dynamine.rules import Dynamine


class _Tile(SourcedEntry):
    tile: str
    openings: str
    veins: int = 0
    altar: Literal[0, 1, 4] = 0
    well: Literal["plain", "altar", "dragon"] | None = None
    fossil: Literal[0, 1, 2] = 0
    plus: str = ""
    token: bool = False
    move: bool = False
    sapphire: bool = False


class _RoundToken(SourcedEntry):
    number: int
    points: int
    action: Literal["plain", "move", "reroll", "guess"]


class _Reward(SourcedEntry):
    reward: Literal["fossils", "wells", "altars", "depth", "veins", "tiles"]
    side_a: int
    side_b: list[int]


class _Card(SourcedEntry):
    card: str
    points: int
    level: int = 0
    tiles: int = 0


class _Entrance(SourcedEntry):
    openings: str


class _RulesVersion(DataTable):
    rules: int
    tiles: list[_Tile]
    round_tokens: list[_RoundToken]
    rewards: list[_Reward]
    cards: list[_Card]
    entrance: _Entrance
    rounds: SourcedNumber
    die_faces: SourcedNumber
    icons_face: SourcedNumber
    plus_tokens: SourcedNumber
    face_up: SourcedNumber
    deepest_vein: SourcedNumber
    plan_moves: SourcedNumber
    reroll_bonus: SourcedNumber
    guess_bonus: SourcedNumber
    altar_per_vein: SourcedNumber
    plain_well: SourcedNumber
    rich_well: SourcedNumber
    well_per_tile: SourcedNumber
    shuffled: SourcedSwitch | None = None


def load(folder: Path) -> Mapping[int, AnyGame]:
    keys = {"tiles": "tile", "round_tokens": "number", "rewards": "reward", "cards": "card"}
    return read_rules(folder, _build, keys)


def _sides(text: str) -> Side:
    """Return openings from letters such as ``NEW``; raise BadContent."""
    sides = Side(0)
    for letter in text:
        if letter not in "NESW":
            raise BadContent(f"'{text}' are not sides; write for example 'NEW'")
        sides |= Side[letter]
    if sides.letters != text:
        raise BadContent(f"'{text}' must be written '{sides.letters}'")
    return sides


def _tile(entry: _Tile) -> Tile:
    if (entry.well == "altar" and not entry.altar) or (entry.well == "dragon" and not entry.fossil):
        raise BadContent(f"{entry.tile}: the altar or fossil of a rich well must be listed, too")
    return Tile(
        name=entry.tile,
        openings=_sides(entry.openings),
        veins=entry.veins,
        altar=entry.altar,
        well=None if entry.well is None else Well(entry.well),
        fossil=entry.fossil,
        plus=_sides(entry.plus),
        token=entry.token,
        move=entry.move,
        sapphire=entry.sapphire,
    )


def _reward(entry: _Reward) -> RewardPoints:
    if len(entry.side_b) != 2:
        raise BadContent(f"'{entry.reward}': side B needs points for first and second place")
    return RewardPoints(Reward(entry.reward), entry.side_a, (entry.side_b[0], entry.side_b[1]))


def _card(entry: _Card) -> Card:
    if entry.card not in {name.value for name in CardName}:
        raise BadContent(f"'{entry.card}' is not a card")
    return Card(CardName(entry.card), entry.points, entry.level, entry.tiles)


def _build(data: dict[str, Any]) -> Dynamine:
    version = _RulesVersion.model_validate(data)
    return Dynamine(
        Content(
            rules=version.rules,
            tiles=tuple(_tile(tile) for tile in version.tiles),
            round_tokens=tuple(
                RoundToken(token.number, token.points, TokenAction(token.action))
                for token in version.round_tokens
            ),
            rewards=tuple(_reward(reward) for reward in version.rewards),
            cards=tuple(_card(card) for card in version.cards),
            entrance=_sides(version.entrance.openings),
            **{name: entry.value for name, entry in version if isinstance(entry, SourcedNumber)},
            shuffled=version.shuffled is not None and version.shuffled.value,
        )
    )
