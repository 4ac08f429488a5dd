"""DYNAMINE's phrases, the same on buttons, in text, in pictures and in alt text."""

from functools import lru_cache
from typing import assert_never

from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.content import Card, CardName, Reward, Side, Tile, TokenAction, Well
from engine.games.dynamine.observation import Observation, Phase
from engine.games.dynamine.scoring import Score
from engine.games.dynamine.state import ENTRANCE, Cell
from render.words import gain, signed
from texts import Phrase, Words

SOURCES = ("veins", "altars", "wells", "fossils", "rewards", "objects", "missions")


@lru_cache(maxsize=64)
def source_name(words: Words, source: str) -> str:
    names = {
        "veins": words.say("Veins"),
        "altars": words.say("Altars"),
        "wells": words.say("Wells"),
        "fossils": words.say("Fossils"),
        "rewards": words.say("Rewards"),
        "objects": words.say("Objects"),
        "missions": words.say("Missions"),
    }
    return names[source]


def points_of(score: Score) -> tuple[int, ...]:
    return tuple(getattr(score, source) for source in SOURCES)


def own_points(score: Score) -> int:
    """Return the points without rewards, which other players can take away."""
    return score.total - score.rewards


def score_words(words: Words, score: Score, *, sign: bool = False) -> str:
    """Return the nonzero parts of a score, for example ``Veins 12, Altars 3``."""
    show = gain if sign else signed
    # Translators: Points from one source, for example "Veins 12".
    parts = (
        words.say("{source} {points}", source=source_name(words, source), points=show(points))
        for source, points in zip(SOURCES, points_of(score), strict=True)
        if points
    )
    return ", ".join(parts)


def reward_name(words: Words, reward: Reward) -> str:
    match reward:
        case Reward.FOSSILS:
            return words.say("Most fossils")
        case Reward.WELLS:
            return words.say("Most wells")
        case Reward.ALTARS:
            return words.say("Most altars")
        case Reward.DEPTH:
            return words.say("Deepest mine")
        case Reward.VEINS:
            return words.say("Most veins")
        case Reward.TILES:
            return words.say("Most tiles")
        case _:
            assert_never(reward)


def card_name(words: Words, name: CardName) -> Phrase:
    match name:
        case CardName.RING:
            return words.phrase("Ancient Ring")
        case CardName.RAVEN:
            return words.phrase("Cave Raven")
        case CardName.BARREL:
            return words.phrase("Water Barrel")
        case CardName.TORCHES:
            return words.phrase("Wall Torches")
        case CardName.BEAMS:
            return words.phrase("Support Beams")
        case CardName.PLAN:
            return words.phrase("Mine Plan")
        case CardName.SAPPHIRE_1 | CardName.SAPPHIRE_2:
            return words.phrase("Blue Sapphire")
        case CardName.SKULL:
            return words.phrase("Giant Dragon Skull")
        case CardName.ALTAR:
            return words.phrase("Great Stone Altar")
        case CardName.HALLS:
            return words.phrase("Deep Halls")
        case CardName.WELL:
            return words.phrase("Main Water Well")
        case _:
            assert_never(name)


def card_gives(words: Words, card: Card) -> str:
    points, level = card.points, card.level
    match card.name:
        case CardName.RING:
            return words.say("{points} for each altar", points=points)
        case CardName.RAVEN:
            return words.say("once: roll again and add it")
        case CardName.BARREL:
            return words.say("{points} for each well", points=points)
        case CardName.TORCHES:
            return words.say("{points} for each fossil", points=points)
        case CardName.BEAMS:
            return words.say("{points} for each level of depth", points=points)
        case CardName.PLAN:
            return words.say("once: move one or two tiles")
        case CardName.SAPPHIRE_1 | CardName.SAPPHIRE_2:
            return words.say("{points} for a sapphire on level {level}", points=points, level=level)
        case CardName.SKULL:
            return words.say("{points} for a fossil on level {level}", points=points, level=level)
        case CardName.ALTAR:
            return words.say("{points} for an altar on level {level}", points=points, level=level)
        case CardName.HALLS:
            return words.count(
                "{points} for {count} tile on level {level}",
                "{points} for {count} tiles on level {level}",
                card.tiles,
                points=points,
                level=level,
            )
        case CardName.WELL:
            return words.say("{points} for a well on level {level}", points=points, level=level)
        case _:
            assert_never(card.name)


@lru_cache(maxsize=64)
def sides_words(words: Words, sides: Side) -> str:
    """Return the letters of the sides, in the order N E S W, for example ``NEW``."""
    letters = {
        # Translators: The letter for north, or up, in a tile's openings.
        Side.N: words.say("N"),
        # Translators: The letter for east, or right, in a tile's openings.
        Side.E: words.say("E"),
        # Translators: The letter for south, or down, in a tile's openings.
        Side.S: words.say("S"),
        # Translators: The letter for west, or left, in a tile's openings.
        Side.W: words.say("W"),
    }
    return "".join(letter for side, letter in letters.items() if side in sides)


def contents_words(
    words: Words, tile: Tile, plus: Side | None = None, *, built: bool = False
) -> tuple[str, ...]:
    """Return a tile's contents except its openings, for example ``2 veins`` and ``+1 at S``.

    `plus` are the +1 openings not joined yet, by default all. If `built`, one-time effects are
    omitted.
    """
    contents = []
    if tile.veins:
        contents.append(words.count("{count} vein", "{count} veins", tile.veins))
    if tile.altar:
        # Translators: {points} is 1 for a small altar, 4 for a great one.
        contents.append(words.say("altar {points}", points=tile.altar))
    if tile.well is not None:
        rich = tile.well is not Well.PLAIN
        contents.append(words.say("rich well") if rich else words.say("well"))
    if tile.fossil:
        # Translators: A fossil is worth 1 or 2 points.
        contents.append(words.say("fossil {points}", points=tile.fossil))
    if tile.sapphire:
        contents.append(words.say("sapphire"))
    if left := tile.plus if plus is None else plus:
        # Translators: An opening that brings a point when joined; {sides} is for example S or EW.
        contents.append(words.say("+1 at {sides}", sides=sides_words(words, left)))
    if tile.token and not built:
        contents.append(words.say("+1 token"))
    if tile.move and not built:
        # Translators: The tile gives the right to move a tile.
        contents.append(words.say("a move"))
    return tuple(contents)


def tile_words(words: Words, tile: Tile, plus: Side | None = None, *, built: bool = False) -> str:
    """Return a tile's openings and contents, for example ``NEW, altar 1, +1 at E``."""
    contents = contents_words(words, tile, plus, built=built)
    return ", ".join((sides_words(words, tile.openings), *contents))


def joins_words(words: Words, joins: tuple[Cell, ...]) -> str:
    cells = [words.say("the entrance") if cell == ENTRANCE else cell_name(cell) for cell in joins]
    # Translators: {cells} are the tiles that a tunnel leads to, for example "2.0 and 3.1".
    return words.say("joins {cells}", cells=words.listed(cells))


def action_words(words: Words, action: TokenAction) -> str:
    match action:
        case TokenAction.PLAIN:
            return ""
        case TokenAction.MOVE:
            # Translators: The tile gives the right to move a tile.
            return words.say("a move")
        case TokenAction.REROLL:
            return words.say("a reroll")
        case TokenAction.GUESS:
            return words.say("a guess")
        case _:
            assert_never(action)


def task_words(words: Words, view: Observation) -> str:
    match view.phase:
        case Phase.SETUP:
            return words.say("Set-up")
        case Phase.GUESS:
            return words.say("Guess the roll")
        case Phase.BUILD:
            return words.say("Build")
        case Phase.PLACE:
            placing = None if view.turn is None else view.turn.placing
            if placing is not None and placing.start is not None:
                return words.say("Move the tile")
            return words.say("Place the tile")
        case Phase.FINISHED:
            return words.say("Finished")
        case _:
            assert_never(view.phase)
