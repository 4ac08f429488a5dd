"""The whole match as an animation, its turning points marked."""

import logging
from functools import partial

from bot.match.values.players import UserId
from cogs.replay.chances import caption
from cogs.replay.frames import FrameRenderer
from cogs.replay.timeline import Timeline
from cogs.replay.turning_points import TurningPoints
from cogs.runtime.expensive import StillAtWork, TooManyAtWork
from cogs.ui.match_controls import has_turning_points
from engine.core.turning import TurningPoint
from render.picture import Picture
from texts import Words

_log = logging.getLogger(__name__)


async def match_animation(
    frames: FrameRenderer,
    turning: TurningPoints,
    timeline: Timeline,
    words: Words,
    asker: UserId,
) -> Picture:
    """All turns so far; turning points stand out if they are found in time.

    Raises what ExpensiveWork refuses of the animation.
    """
    points: tuple[TurningPoint, ...] = ()
    if has_turning_points(timeline.loaded):
        try:
            points = await turning.find(timeline.loaded, asker, hurry=True)
        except (TimeoutError, StillAtWork, TooManyAtWork) as error:
            _log.warning(
                "The turning points of match %d are left out: %r", timeline.loaded.record.id, error
            )
    return await frames.animation(
        timeline, words, {point.step: partial(caption, point) for point in points}, asker
    )
