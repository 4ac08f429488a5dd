"""Pictures of one message, drawn together in the drawing process."""

from cogs.screens.base import Advances, Moves, Scene
from cogs.screens.capabilities import BoardsScreens, MomentScreens
from render.picture import Picture


def board_and_moment(
    scene: Scene, moves: Moves, new: Advances | None
) -> tuple[tuple[Picture, ...], Picture | None]:
    screens, moment = scene.screens, None
    if new is not None and isinstance(screens, MomentScreens):
        moment = screens.moment(scene, new)
    return board_pictures(scene, moves), moment


def board_pictures(scene: Scene, moves: Moves) -> tuple[Picture, ...]:
    screens = scene.screens
    if isinstance(screens, BoardsScreens):
        return screens.boards(scene)
    return (screens.board(scene, moves),)
