"""Interludes of private sessions: an animation alone, in the message that shows the board next.

A private message can be edited only with the token of a press, so the press that caused the
animation waits for its end (interludes.py explains boards). The button “Refresh” below the
animation shows the board if the bot is killed meanwhile.
"""

import contextlib

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from cogs.base.custom_ids import BoardVersion
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.board import interludes
from cogs.board.interludes import FRESH
from cogs.drawing.queue import DrawingQueue
from cogs.interactions.context import Context
from cogs.kit import Kit
from cogs.screens import Scene
from cogs.ui.layouts import compose, files, refresh_button
from engine.core.driver import without_undone


async def play_interlude(
    kit: Kit, drawing: DrawingQueue, ctx: Context, loaded: Loaded, scene: Scene, seq: int
) -> None:
    """Show the animation of the entries from `seq` on, if they have one, for its length."""
    screens, words = scene.screens, scene.words
    if loaded.status is not Status.RUNNING:
        return
    oldest = kit.matches.clock.now() - FRESH
    advances = loaded.history()
    new = [
        advance
        for advance in without_undone(advances[seq:])
        if loaded.log[advance.entry.seq].at >= oldest
    ]
    draw = screens.interlude(scene, new)
    if draw is None or (await kit.preferences.choices(loaded.record.guild)).quiet:
        return
    picture = await drawing.draw(draw)
    version = BoardVersion(loaded.record.id, loaded.seq, session=True)
    name = f"interlude-{loaded.record.id}-{loaded.seq}-{ctx.interaction.id}{picture.suffix}"
    pictures = [(name, picture)]
    layout = compose(
        galleries=[pictures],
        below=[words.say("-# … and then the board.")],
        rows=[[refresh_button(version, words.say("Refresh"))]],
    )
    with contextlib.suppress(*DISCORD_TROUBLE):  # the board comes in any case
        await ctx.respond(layout, files(pictures))
        await interludes.sleep(picture.seconds)
