"""Pictures of one message, drawn together in the drawing process."""

from cogs.screens.base import Advances, Scene
from cogs.screens.capabilities import BoardsScreens, MomentScreens
from render.picture import Picture


def board_and_moment(
    scene: Scene, advances: Advances, new: Advances | None
) -> tuple[tuple[Picture, ...], Picture | None]:
    screens, moment = scene.screens, None
    if new is not None and isinstance(screens, MomentScreens):
        moment = screens.moment(scene, new)
    return board_pictures(scene, advances), moment


def board_pictures(scene: Scene, advances: Advances) -> tuple[Picture, ...]:
    screens = scene.screens
    if isinstance(screens, BoardsScreens):
        return screens.boards(scene)
    return (screens.board(scene, advances),)
