"""The animation of a replay; the process that draws calls this."""

from collections.abc import Sequence
from dataclasses import dataclass

from cogs.screens.base import Advances, Scene
from render.animation import Frame, animate
from render.picture import Picture


@dataclass(frozen=True, slots=True)
class Moment:
    """One frame of an animation, to be drawn."""

    scene: Scene
    done: Advances
    """What was done since the frame before."""
    caption: str
    milliseconds: int
    """How long it stays."""
    marked: bool
    """Whether it stands out."""


def animation(moments: Sequence[Moment], alt: str) -> Picture:
    """These moments one after the other, at least one; takes seconds."""
    frames = [
        Frame(
            one.scene.screens.board(one.scene, one.done),
            one.caption,
            one.milliseconds,
            marked=one.marked,
        )
        for one in moments
    ]
    return animate(frames, alt, moments[-1].scene.theme)
