"""Pictures of the end of a match: the winner and the score sheet."""

import asyncio
from functools import partial

from bot.match.log.loaded import Loaded
from cogs.drawing.queue import DrawingQueue
from cogs.scenes.end_stories import end_story
from cogs.screens import Scene
from render.picture import Picture


async def draw_end(
    drawing: DrawingQueue, scene: Scene, loaded: Loaded
) -> tuple[list[str], Picture, Picture | None]:
    """Return the first lines about a finished match, the picture of its end, and its score sheet
    if its game has one.

    The story reads the whole log, and the picture needs its caption; meanwhile the sheet is drawn.
    """
    (story, end), sheet = await asyncio.gather(
        _end_with_story(drawing, scene, loaded), draw_sheet(drawing, scene)
    )
    return story, end, sheet


async def _end_with_story(
    drawing: DrawingQueue, scene: Scene, loaded: Loaded
) -> tuple[list[str], Picture]:
    story, caption = await end_story(scene, loaded)
    return story, await drawing.draw(partial(scene.screens.end, scene, caption))


async def draw_sheet(drawing: DrawingQueue, scene: Scene) -> Picture | None:
    return await drawing.draw(partial(scene.screens.sheet, scene))
