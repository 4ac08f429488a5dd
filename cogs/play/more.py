"""The panel behind “More”: rarely needed buttons, so that picture and dice fit a phone's screen."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.values.errors import NotStarted
from cogs.base import custom_id_families as families
from cogs.drawing.queue import DrawingQueue
from cogs.games.guide import GameGuide
from cogs.interactions.context import Context
from cogs.scenes.scenes import Scenes
from cogs.screens import Scene
from cogs.screens.base import LOOKS, BadChoice, Option
from cogs.ui.layouts import (
    MessageLayout,
    compose,
    fair_button,
    files,
    rows_of,
    text_button,
)
from cogs.ui.match_controls import hint_buttons, look_rows, report_button


def more(
    loaded: Loaded, scene: Scene, guide: GameGuide, beside: Sequence[ui.Item[Any]] = ()
) -> MessageLayout:
    """Return the panel; `beside` are buttons that don't concern this match."""
    match, words = loaded.record.id, scene.words
    return compose(
        texts=[words.say("## Match #{match}", match=match)],
        rows=[
            *look_rows(match, _looks(scene)),
            *rows_of(
                [
                    guide.match_buttons(match, words),
                    [
                        text_button(match, words),
                        fair_button(match, words),
                        # Translators: A button: tell of a problem.
                        report_button(
                            families.BoardVersion(match, loaded.seq), words.say("Report")
                        ),
                        *hint_buttons(loaded, scene),
                        *beside,
                    ],
                ]
            ),
        ],
    )


async def show_part(
    ctx: Context, scenes: Scenes, drawing: DrawingQueue, loaded: Loaded, part: str
) -> None:
    """Answer with a picture of one part of the table."""
    if loaded.position is None:
        raise NotStarted
    scene = await scenes.scene(loaded, ctx.words, loaded.roster.seat_of(ctx.user))
    screens, match = scene.screens, loaded.record.id
    picture = await drawing.draw(partial(screens.look, scene, part))
    if picture is None:
        raise BadChoice(ctx.words.say("There's no such thing on the table any more."))
    named = [(f"look-{match}-{ctx.interaction.id}{picture.suffix}", picture)]
    await ctx.respond(
        compose(galleries=[named], rows=look_rows(match, _looks(scene))), files(named)
    )


def _looks(scene: Scene) -> tuple[Option, ...]:
    return scene.screens.looks(scene)[:LOOKS]
