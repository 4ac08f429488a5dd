"""The largest difference between winner and runner-up, in sentences."""

from cogs.screens.base import Advances, Scene
from engine.core.driver import without_undone
from engine.core.types import Seat
from engine.games.dice_miner.content import Symbol
from engine.games.dice_miner.difference import Category, Difference, defence, difference
from engine.games.dice_miner.events import RoundScored
from games.dice_miner.screens.content import content_of
from render.words import points
from texts import Words


def reason(scene: Scene, advances: Advances) -> str:
    found = difference(scene.state)
    if found is None:
        return ""
    return " ".join(filter(None, [_compared(scene, found), _defended(scene, advances, found)]))


def _compared(scene: Scene, found: Difference) -> str:
    words = scene.words
    values = {
        "category": _category(words, found.category),
        "mine": points(words, found.mine),
        "theirs": points(words, found.theirs),
        "player": scene.name(found.winner),
        "other": scene.name(found.other),
    }
    if found.number:
        return words.say(
            # Translators: For example "Hazards made the biggest difference in round 3: …".
            "{category} made the biggest difference in round {number}: {mine} for {player}, "
            "{theirs} for {other}.",
            number=found.number,
            **values,
        )
    return words.say(
        "{category} made the biggest difference: {mine} for {player}, {theirs} for {other}.",
        **values,
    )


def _category(words: Words, category: Category) -> str:
    match category:
        case Category.TUNNELS:
            return words.say("Tunnels")
        case Category.TREASURE:
            return words.say("Treasure")
        case Category.HAZARDS:
            return words.say("Hazards")


def _defended(scene: Scene, advances: Advances, found: Difference) -> str:
    """Name the winner's tools if they made at least half of the difference in a round."""
    if found.category is not Category.HAZARDS or not found.number:
        return ""
    for advance in without_undone(advances):
        for event in advance.events:
            if isinstance(event, RoundScored) and event.number == found.number - 1:
                scored = advance.position.state
                used = defence(content_of(scene), scored, found.winner)
                if used is None:
                    return ""
                tool, tools, hazards = used
                if 2 * tools * hazards < found.mine - found.theirs:
                    return ""
                return _tools(scene, found.winner, tool, tools, hazards)
    return ""


def _tools(scene: Scene, winner: Seat, tool: Symbol, tools: int, hazards: int) -> str:
    words = scene.words
    if tool is Symbol.SHIELD:
        own_tools = words.count("{count} shield", "{count} shields", tools)
        own_hazards = words.count("{count} dragon", "{count} dragons", hazards)
    else:
        own_tools = words.count("{count} pick", "{count} picks", tools)
        own_hazards = words.count("{count} rockfall", "{count} rockfalls", hazards)
    # Translators: For example "Lina's 2 shields made 30 points of 15 dragons."
    return words.say(
        "{player}'s {tools} made {points} of {hazards}.",
        player=scene.name(winner),
        tools=own_tools,
        points=points(words, tools * hazards),
        hazards=own_hazards,
    )
