"""“Why not?” on a board: moves that are impossible now, and the rules that forbid them, in
private.
"""

from functools import partial
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.values.errors import NotStarted
from cogs.base import custom_id_families as families
from cogs.drawing.queue import DrawingQueue
from cogs.interactions.context import Context
from cogs.scenes.scenes import Scenes
from cogs.screens import Option, Scene
from cogs.screens.base import BadChoice, GameScreens
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, files
from engine.core.types import Seat
from render.picture import Picture
from texts import Words


async def ask_why_not(ctx: Context, scenes: Scenes, drawing: DrawingQueue, loaded: Loaded) -> None:
    """Show the menu of questions."""
    scene, seat, game_screens = await _moment(ctx, scenes, loaded)
    options = game_screens.questions(scene, seat)
    if not options:
        await ctx.tell(ctx.words.say("There's nothing to ask about on this board right now."))
        return
    picture = await drawing.draw(partial(game_screens.asked, scene, seat))
    named = [(f"why-{loaded.record.id}-{loaded.seq}{picture.suffix}", picture)]
    text = ctx.words.say("### Why not?\nChoose what you can't do, and I'll tell you the rule.")
    layout = _layout(loaded.record.id, [text], named, options, ctx.words)
    await ctx.tell(layout=layout, files=files(named))


async def answer_why_not(
    ctx: Context, scenes: Scenes, drawing: DrawingQueue, loaded: Loaded, question: str
) -> None:
    scene, seat, game_screens = await _moment(ctx, scenes, loaded)
    found = await drawing.draw(partial(game_screens.answer, scene, seat, question))
    if found is None:
        raise BadChoice(ctx.words.say("You can't ask that in this match."))
    reason, picture = found
    options = game_screens.questions(scene, seat)
    named = []
    if picture is not None:
        name = f"why-{loaded.record.id}-{ctx.interaction.id}{picture.suffix}"
        named = [(name, picture)]
    heading = ctx.words.say("### Why not?\n{answer}", answer=reason)
    layout = _layout(loaded.record.id, [heading], named, options, ctx.words)
    await ctx.respond(layout, files(named))


async def _moment(
    ctx: Context, scenes: Scenes, loaded: Loaded
) -> tuple[Scene, Seat | None, GameScreens]:
    if loaded.position is None:
        raise NotStarted
    seat = loaded.roster.seat_of(ctx.user)
    scene = await scenes.scene(loaded, ctx.words, seat)
    return scene, seat, scene.screens


def _layout(
    match: int,
    texts: list[str],
    pictures: list[tuple[str, Picture]],
    options: tuple[Option, ...],
    words: Words,
) -> MessageLayout:
    rows: list[list[ui.Item[Any]]] = []
    if options:
        menu = widgets.menu(
            families.WHY.spell(match),
            [widgets.option(option.label, option.value, emoji=option.emoji) for option in options],
            hint=words.say("What can't I do?"),
        )
        rows = [[menu]]
    return compose(texts=texts, galleries=[pictures] if pictures else [], rows=rows)
