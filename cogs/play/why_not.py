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


class WhyNot:
    """Shows the menu of questions, and answers them from data in the message."""

    def __init__(self, scenes: Scenes, private_pictures: DrawingQueue) -> None:
        self._scenes = scenes
        self._private_pictures = private_pictures

    async def ask(self, ctx: Context, loaded: Loaded) -> None:
        scene, seat, game_screens = await self._moment(ctx, loaded)
        options = game_screens.questions(scene, seat)
        if not options:
            await ctx.tell(ctx.words.say("There's nothing to ask about on this board right now."))
            return
        picture = await self._private_pictures.draw(partial(game_screens.asked, scene, seat))
        named = [(f"why-{loaded.record.id}-{loaded.seq}{picture.suffix}", picture)]
        text = ctx.words.say("### Why not?\nChoose what you can't do, and I'll tell you the rule.")
        layout = _layout(loaded.record.id, [text], named, options, ctx.words)
        await ctx.tell(layout=layout, files=files(named))

    async def answer(self, ctx: Context, loaded: Loaded, question: str) -> None:
        scene, seat, game_screens = await self._moment(ctx, loaded)
        reason = await self._private_pictures.draw(
            partial(game_screens.answer, scene, seat, question)
        )
        if reason is None:
            raise BadChoice(ctx.words.say("You can't ask that in this match."))
        options = game_screens.questions(scene, seat)
        named = []
        if reason.picture is not None:
            name = f"why-{loaded.record.id}-{ctx.interaction.id}{reason.picture.suffix}"
            named = [(name, reason.picture)]
        heading = ctx.words.say("### Why not?\n{answer}", answer=reason.text)
        layout = _layout(loaded.record.id, [heading], named, options, ctx.words)
        await ctx.respond(layout, files(named))

    async def _moment(self, ctx: Context, loaded: Loaded) -> tuple[Scene, Seat | None, GameScreens]:
        if loaded.position is None:
            raise NotStarted
        seat = loaded.roster.seat_of(ctx.user)
        scene = await self._scenes.scene(loaded, ctx.words, seat)
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
