"""Pictures of one message, drawn together in the drawing process."""

from cogs.screens.base import Advances, Moves, Scene
from render.picture import Picture


def board_and_moment(
    scene: Scene, moves: Moves, new: Advances | None
) -> tuple[tuple[Picture, ...], Picture | None]:
    moment = None if new is None else scene.screens.moment(scene, new)
    return scene.screens.boards(scene, moves), moment
