"""The buttons and menus of a lesson: those of a board, in the rows that a lesson has."""

from cogs.games.lesson import BadPath
from cogs.screens.base import Control, Menu, Scene
from engine.games.dynamine.observation import Observation, Phase
from games.dynamine.screens.controls import MOVES
from games.dynamine.screens.offers import TILES, Room, room, tile_groups
from games.dynamine.screens.screens import SCREENS
from games.dynamine.tutorial.course import Choice

Group = tuple[Control | Menu, ...]


def offers(scene: Scene) -> tuple[Group, ...]:
    """Those of this moment without moves, which a first lesson can do without."""
    view: Observation = scene.view
    groups = [group for group in SCREENS.controls(scene) if not _left_out(group)]
    if view.phase is Phase.BUILD:
        free = room(groups)
        groups = [*tile_groups(scene, Room(free.rows - 1, free.parts)), *groups]
    return tuple(tuple(group) for group in groups)


def _left_out(group: list[Control | Menu]) -> bool:
    """Whether these are tiles, which are offered in another way, or moves."""
    first = group[0]
    if isinstance(first, Menu):
        return first.panel.startswith((TILES, MOVES))
    return first.tokens[0].startswith(("take ", "move "))


def read(scene: Scene, what: str, ticked: tuple[str, ...]) -> Choice:
    """The tokens of a button, or of what is ticked in a menu; raises BadPath if it isn't there."""
    every = [one for group in offers(scene) for one in group]
    if not ticked:
        offered = {one.tokens for one in every if isinstance(one, Control)}
        tokens = tuple(what.split(","))
        if tokens not in offered:
            raise BadPath
        return tokens
    for one in every:
        if isinstance(one, Menu) and one.panel == what:
            values = {option.value for option in one.options}
            if len(ticked) == 1 and values.issuperset(ticked):
                return tuple(ticked[0].split(","))
    raise BadPath
