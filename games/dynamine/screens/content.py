"""Helpers for DYNAMINE's screens: game data, the table for pictures, emoji of tiles and cards."""

from cogs.screens.base import Moves, Scene
from engine.games.dynamine import events
from engine.games.dynamine.content import Card, Content, Tile
from engine.games.dynamine.rules import Dynamine
from engine.games.dynamine.state import Cell
from render.games.dynamine.emoji import card_emoji, tile_emoji
from render.games.dynamine.scene import PastTurn, TableScene

GREAT = 4
"""Points of a great altar."""


def content_of(scene: Scene) -> Content:
    game = scene.game
    assert isinstance(game, Dynamine), "these screens work only for DYNAMINE"
    return game.content


def table(scene: Scene, moves: Moves = ()) -> TableScene:
    """Return the table for a picture.

    If these moves are a turn that is over, the picture is about it instead of the next turn.
    """
    return TableScene(
        scene.view,
        scene.players,
        scene.viewer,
        content_of(scene).entrance,
        _past(scene, moves),
    )


def _past(scene: Scene, moves: Moves) -> PastTurn | None:
    actors = [move.entry.actor for move in moves if move.entry.actor is not None]
    turn = scene.view.turn
    if not actors or (turn is not None and turn.seat == actors[-1]):
        return None
    seat, face = actors[-1], None
    cells: dict[Cell, None] = {}
    for event in (event for move in moves for event in move.events):
        match event:
            case events.DieRolled(seat=who) if who == seat:
                face = event.face
            case events.TileBuilt(seat=who, cell=cell) if who == seat:
                cells[cell] = None
            case events.TileMoved(seat=who, start=start, end=end) if who == seat:
                cells.pop(start, None)
                cells[end] = None
    return PastTurn(seat, face, tuple(cells))


def tile_icon(scene: Scene, tile: Tile) -> str:
    """Return an emoji for a tile: its picture if Discord has it, else its most valuable part."""
    return scene.icons.get(tile_emoji(tile)) or _part(tile)


def card_icon(scene: Scene, card: Card) -> str:
    """Return an emoji for a card: its picture if Discord has it, else a card or a flag."""
    return scene.icons.get(card_emoji(card.name)) or ("🚩" if card.mission else "🃏")


def _part(tile: Tile) -> str:
    if tile.sapphire:
        return "🔷"
    if tile.altar == GREAT:
        return "🛕"
    if tile.altar:
        return "🗿"
    if tile.well is not None:
        return "💧"
    if tile.fossil:
        return "🦴"
    if tile.veins:
        return "💎"
    if tile.token:
        return "🪙"
    return "🔀" if tile.move else "🟫"
