"""Pictures of one message, drawn together in the drawing process."""

from cogs.screens.base import Advances, Scene
from cogs.screens.capabilities import MomentScreens, SheetScreens
from render.picture import Picture


def board_and_moment(
    scene: Scene, told: Advances, new: Advances | None
) -> tuple[Picture, Picture | None]:
    shown, moment = scene.screens, None
    if new is not None and isinstance(shown, MomentScreens):
        moment = shown.moment(scene, new)
    return shown.board(scene, told), moment


def end_and_sheet(scene: Scene) -> tuple[Picture, Picture | None]:
    shown = scene.screens
    return shown.end(scene), shown.sheet(scene) if isinstance(shown, SheetScreens) else None
