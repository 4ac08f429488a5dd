"""The content of a DYNAMINE picture as plain values, shared by pictures, alt texts and the text
mode.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from string import ascii_uppercase
from typing import NamedTuple

from engine.core.types import Seat
from engine.games.dynamine.content import Side
from engine.games.dynamine.observation import (
    Observation,
    Phase,
    SeenMine,
    SeenPlace,
    SeenPlacing,
    SeenTile,
)
from engine.games.dynamine.state import Cell
from render.players import Player

ENTRANCE = Side.E | Side.S | Side.W


class PastTurn(NamedTuple):
    """The turn that a picture is about if the next one has already begun."""

    seat: Seat
    die: int | None = None
    cells: tuple[Cell, ...] = ()
    """Places of the tiles that were built or moved in it."""


@dataclass(frozen=True, slots=True)
class TableScene:
    view: Observation
    players: tuple[Player, ...]
    """One per seat."""
    reader: Seat | None = None
    """The seat whose private picture it is; None for public pictures. Between turns, its mine is
    large.
    """
    entrance: Side = ENTRANCE
    past: PastTurn | None = None

    @property
    def large(self) -> Seat:
        """The seat with the large mine.

        It is the first of these that exists: the player of the past turn, the current player, the
        winner, the reader, the start player.
        """
        if self.past is not None:
            return self.past.seat
        if self.view.turn is not None:
            return self.view.turn.seat
        if self.winners:
            return self.winners[0]
        return (self.view.start or 0) if self.reader is None else self.reader

    @property
    def placing(self) -> SeenPlacing | None:
        turn = self.view.turn
        return None if turn is None or self.past is not None else turn.placing

    @property
    def is_buying(self) -> bool:
        """Whether the player can buy a tile now, or raise the budget first."""
        turn = self.view.turn
        if turn is None or self.past is not None or self.view.phase is not Phase.BUILD:
            return False
        if turn.rolling is not None:
            return False
        raises = turn.may_reroll or turn.may_call_raven or turn.may_spend_plus
        return raises or any(pile.takeable for pile in self.view.piles)

    @property
    def winners(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, place in enumerate(self.view.places) if place == 1)

    @property
    def letters(self) -> Mapping[Cell, str]:
        """The letters on the large mine: for places of a tile, else for movable tiles."""
        turn = self.view.turn
        if turn is None or self.past is not None or self.view.phase is Phase.FINISHED:
            return {}
        if turn.placing is not None:
            return lettered(tuple(place.cell for place in turn.placing.places))
        return lettered(turn.movable)

    def mine(self, seat: Seat) -> SeenMine:
        return self.view.mines[seat]

    def new_tiles(self, seat: Seat) -> tuple[SeenTile, ...]:
        """Return the tiles of this mine that were placed since the last turn of the reader, or in
        public of the current player; () for that player's own mine.
        """
        turn = self.view.turn
        looking = (None if turn is None else turn.seat) if self.reader is None else self.reader
        if looking is None or looking == seat:
            return ()
        since = self.view.last_turns[looking]
        return tuple(tile for tile in self.mine(seat).tiles if tile.turn > since)

    def place(self, token: str) -> SeenPlace | None:
        """Return the place for a token such as ``place 3.0``; None if the tile can't go there."""
        places = () if self.placing is None else self.placing.places
        return next((place for place in places if place.token == token), None)


def lettered(cells: tuple[Cell, ...]) -> Mapping[Cell, str]:
    """Assign letters to the cells in order: A to Z, then AA, AB and so on."""
    return {cell: letter_of(number) for number, cell in enumerate(cells)}


def letter_of(number: int) -> str:
    more, last = divmod(number, len(ascii_uppercase))
    return (ascii_uppercase[more - 1] if more else "") + ascii_uppercase[last]
