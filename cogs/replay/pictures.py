"""The animation of a replay; the drawing process calls this."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.screens.base import Moves, Scene
from render.animation import Frame, animate
from render.picture import Picture


@dataclass(frozen=True, slots=True)
class AnimationFrame:
    scene: Scene
    moves: Moves
    caption: str
    milliseconds: int
    marked: bool


def animation(moments: Sequence[AnimationFrame], alt: str) -> Picture:
    """Return one or more moments as an animation; this takes seconds."""
    frames = [
        Frame(
            moment.scene.screens.board(moment.scene, moment.moves),
            moment.caption,
            moment.milliseconds,
            marked=moment.marked,
        )
        for moment in moments
    ]
    return animate(frames, alt, moments[-1].scene.theme)
