"""Helpers for DYNAMINE's screens: game data, the table for pictures, emoji of tiles and cards."""

from cogs.screens.base import Scene
from engine.games.dynamine.content import Card, Content, Tile
from engine.games.dynamine.rules import Dynamine
from render.games.dynamine.emoji import card_emoji, tile_emoji
from render.games.dynamine.scene import TableScene

GREAT = 4
"""Points of a great altar."""


def content_of(scene: Scene) -> Content:
    game = scene.game
    assert isinstance(game, Dynamine), "these screens work only for DYNAMINE"
    return game.content


def table(scene: Scene) -> TableScene:
    return TableScene(scene.view, scene.players, scene.viewer, content_of(scene).entrance)


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
