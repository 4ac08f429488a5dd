"""How DYNAMINE is built from its data files."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

from bot.rules_files import Number, SourcedEntry, Table, read_rules
from engine.core.errors import BadContent
from engine.core.game import AnyGame
from engine.games.dynamine.content import (
    Card,
    CardName,
    Content,
    Figures,
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
    level: int | None = None
    tiles: int | None = None


class _Entrance(SourcedEntry):
    openings: str


class _RulesVersion(Table):
    """A whole rules version."""

    rules: int
    tiles: list[_Tile]
    round_tokens: list[_RoundToken]
    rewards: list[_Reward]
    cards: list[_Card]
    entrance: _Entrance
    rounds: Number
    die_faces: Number
    icons_face: Number
    plus_tokens: Number
    face_up: Number
    deepest_vein: Number
    plan_moves: Number
    reroll_bonus: Number
    guess_bonus: Number
    altar_per_vein: Number
    plain_well: Number
    rich_well: Number
    well_per_tile: Number


_FIGURES = tuple(Figures.__dataclass_fields__)


def load(folder: Path) -> Mapping[int, AnyGame]:
    """The Games by rules version; raises BadGameData."""
    keys = {"tiles": "tile", "round_tokens": "number", "rewards": "reward", "cards": "card"}
    return read_rules(folder, _build, keys)


def _sides(text: str) -> Side:
    """Openings from letters such as ``NEW``; raises BadContent."""
    found = Side(0)
    for letter in text:
        if letter not in "NESW":
            raise BadContent(f"'{text}' are no sides; they are written like 'NEW'")
        found |= Side[letter]
    if found.letters != text:
        raise BadContent(f"'{text}' is written '{found.letters}'")
    return found


def _tile(told: _Tile) -> Tile:
    if (told.well == "altar" and not told.altar) or (told.well == "dragon" and not told.fossil):
        raise BadContent(f"{told.tile}: what lies in the well is given beside it")
    return Tile(
        name=told.tile,
        openings=_sides(told.openings),
        veins=told.veins,
        altar=told.altar,
        well=None if told.well is None else Well(told.well),
        fossil=told.fossil,
        plus=_sides(told.plus),
        token=told.token,
        move=told.move,
        sapphire=told.sapphire,
    )


def _reward(told: _Reward) -> RewardPoints:
    if len(told.side_b) != 2:
        raise BadContent(f"'{told.reward}': side B has points for first and second place")
    return RewardPoints(Reward(told.reward), told.side_a, (told.side_b[0], told.side_b[1]))


def _card(told: _Card) -> Card:
    if told.card not in {name.value for name in CardName}:
        raise BadContent(f"'{told.card}' is no card")
    return Card(CardName(told.card), told.points, told.level, told.tiles)


def _build(data: dict[str, Any]) -> Dynamine:
    """From a whole rules version; raises ValidationError or BadContent."""
    told = _RulesVersion.model_validate(data)
    return Dynamine(
        Content(
            rules=told.rules,
            tiles=tuple(_tile(tile) for tile in told.tiles),
            round_tokens=tuple(
                RoundToken(token.number, token.points, TokenAction(token.action))
                for token in told.round_tokens
            ),
            rewards=tuple(_reward(reward) for reward in told.rewards),
            cards=tuple(_card(card) for card in told.cards),
            entrance=_sides(told.entrance.openings),
            figures=Figures(**{name: getattr(told, name).value for name in _FIGURES}),
        )
    )
