"""Answers the buttons, menus and forms of boards."""

import asyncio
from dataclasses import dataclass, replace

import discord

from bot.match.log.loaded import Loaded
from bot.match.playing.decisions import seat_to_act
from bot.match.playing.errors import IllegalMove
from bot.match.values.errors import NotStarted
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.board.next_matches import NextMatches
from cogs.interactions.answers import OutOfDate
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import on_press
from cogs.play.commands import PlayCommands
from cogs.play.menus import board_menu_of, choice_label, menu_again
from cogs.play.more import more, show_part
from cogs.play.moves import MoveActions
from cogs.play.planner import PlanForms
from cogs.play.why_not import answer_why_not, ask_why_not
from cogs.scenes.narration import recap
from cogs.screens import Form
from cogs.screens.base import MENU, SESSION, BadChoice, Panel
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.layouts import compose, parts
from cogs.ui.modals import modal, values


class PlayHandlers(Handlers):
    def __init__(self, kit: TopicKit) -> None:
        super().__init__(kit.interactions)
        domain = kit.domain
        self._scenes, self._private_pictures = kit.scenes, kit.drawing.private
        self.sessions = kit.sessions
        self.next_matches = NextMatches(kit.match_lists)
        self.moves = MoveActions(
            domain.play,
            kit.scenes,
            kit.kit.preferences,
            kit.match_jobs.timers,
            self.next_matches,
        )
        self.planner = PlanForms(domain.planning, kit.scenes)

    # ------------------------------------------------------------------ moves

    @on_press(families.SESSION)
    @handler()
    async def session(self, ctx: Context, board: BoardVersion) -> None:
        await self.sessions.show(ctx, board.match)

    async def _after(self, ctx: Context, board: BoardVersion) -> None:
        if board.session:
            await self.sessions.show(ctx, board.match, shown=board.seq)
        elif ctx.is_private or ctx.interaction.message is None:
            await ctx.dismiss()

    @on_press(families.MOVE)
    @handler()
    async def move(self, ctx: Context, board: BoardVersion, tokens: tuple[str, ...]) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            if await self.moves.decide(ctx, board, tokens):
                await self._after(ctx, board)

    @on_press(families.MENU)
    @handler()
    async def menu(self, ctx: Context, board: BoardVersion, panel: str) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            loaded = await ctx.match(board.match)
            if await self.moves.counted_before(ctx, board):
                return
            seat = seat_to_act(loaded, ctx.user, board.seq)
            scene = self._scenes.known(loaded, ctx.words, seat, ctx.home)
            menu, ticked = board_menu_of(scene, panel), ctx.values
            try:
                tokens = scene.screens.tokens(scene, seat, panel, {MENU: ticked})
            except BadChoice as bad:
                layout = menu_again(board, menu, ticked, bad, ctx.words)
                await ctx.respond(layout)
                return
            label = None if menu is None else choice_label(menu, ticked, ctx.words)
            if await self.moves.decide(ctx, board, tokens, label):
                await self._after(ctx, board)

    @on_press(families.PANEL)
    @handler(acknowledge=False)
    async def panel(self, ctx: Context, board: BoardVersion, panel: str) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            async with ctx.before_form():
                loaded = await ctx.match(board.match)
                again = await self.kit.matches.store.press(ctx.interaction.id) is not None
            if again:  # delivered twice
                await ctx.acknowledge()
            else:
                await self.open_form(ctx, loaded, board, panel)

    async def open_form(
        self, ctx: Context, loaded: Loaded, board: BoardVersion, panel: str
    ) -> None:
        if panel == SESSION:
            await self.sessions.show(ctx, board.match)
            return
        seat = seat_to_act(loaded, ctx.user, board.seq)
        scene = self._scenes.known(loaded, ctx.words, seat, ctx.home)
        match scene.screens.form(scene, seat, panel):
            case None:
                raise IllegalMove
            case Panel() as opened:
                await self.sessions.show(ctx, board.match, opened=replace(opened, name=panel))
            case Form() as form:
                window = modal(families.FORM.spell(board, panel), form)
                await ctx.interaction.response.send_modal(window)
            case tokens:
                await ctx.acknowledge()
                if await self.moves.decide(ctx, board, tokens) and board.session:
                    await self.sessions.show(ctx, board.match, shown=board.seq)

    @on_press(families.FORM)
    @handler()
    async def form(self, ctx: Context, board: BoardVersion, panel: str) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            loaded = await ctx.match(board.match)
            if await self.moves.counted_before(ctx, board):
                return
            seat = seat_to_act(loaded, ctx.user, board.seq)
            scene = self._scenes.known(loaded, ctx.words, seat, ctx.home)
            chosen = values(ctx.data)
            tokens = scene.screens.tokens(scene, seat, panel, chosen)
            await self.moves.decide(ctx, board, tokens, asks=False)
            await self._after(ctx, board)

    @on_press(families.CONFIRM)
    @handler()
    async def confirm(self, ctx: Context, board: BoardVersion, tokens: tuple[str, ...]) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            await self.moves.decide(ctx, board, tokens, asks=False)
            await (self._after(ctx, board) if board.session else ctx.dismiss())

    @on_press(families.CANCEL)
    @handler()
    async def cancel(self, ctx: Context, _number: int) -> None:
        if ctx.is_private:
            await ctx.dismiss()
        else:  # questions are private, so the button is forged
            raise OutOfDate

    @on_press(families.UNDO)
    @handler()
    async def take_back(self, ctx: Context, board: BoardVersion) -> None:
        async with self.sessions.showing_refusals(ctx, board):
            await self.moves.take_back(ctx, board)
            if board.session:
                await self.sessions.show(ctx, board.match)
            elif ctx.is_private:
                text = ctx.words.say("Taken back: it's your turn again.")
                await ctx.respond(compose(texts=[text]))

    @on_press(families.MATCH, "resign")
    @handler()
    async def resign(self, ctx: Context, number: int) -> None:
        await ctx.match(number)
        await self.moves.resign(ctx, number)
        await ctx.respond(compose(texts=[ctx.words.say("You resigned.")]))

    # ------------------------------------------------------------------ plans

    @on_press(families.PLAN, "ahead")
    @handler(acknowledge=False)
    async def plan(self, ctx: Context, number: int) -> None:
        async with ctx.before_form():
            loaded = await ctx.match(number)
        await self.planner.open_form(ctx, loaded)

    @on_press(families.PLAN, "leave")
    @handler()
    async def drop_plan(self, ctx: Context, number: int) -> None:
        await self.planner.drop(ctx, await ctx.match(number))

    @on_press(families.PLAN_FORM)
    @handler()
    async def plan_form(self, ctx: Context, number: int) -> None:
        await self.planner.hand_in(ctx, await ctx.match(number))

    # ------------------------------------------------------------------ questions about a board

    @on_press(families.MATCH, "more")
    @handler()
    async def more(self, ctx: Context, number: int) -> None:
        loaded = await ctx.match(number)
        if loaded.position is None:
            raise NotStarted
        seat = loaded.roster.seat_of(ctx.user)
        scene = self._scenes.known(loaded, ctx.words, seat, ctx.home)
        waiting = await self.next_matches.waiting(ctx, number)
        beside = [await self.next_matches.button(waiting, ctx.words)] if waiting else []
        guide = self.kit.games.guide(loaded.record.game)
        await ctx.tell(layout=more(loaded, scene, guide, beside))

    @on_press(families.MATCH, "watch")
    @handler()
    async def watch(self, ctx: Context, number: int) -> None:
        """Answer with the address of the board, for readers of a card that can't link to it."""
        loaded = await ctx.match(number)
        url = await self.sessions.boards.current(number)
        if loaded.position is None or url is None:
            raise NotStarted
        await ctx.tell(ctx.words.say("The board is here: {url}", url=url))

    @on_press(families.MATCH, "look")
    @handler()
    async def look(self, ctx: Context, number: int, part: str) -> None:
        loaded = await ctx.match(number)
        await show_part(ctx, self._scenes, self._private_pictures, loaded, part)

    @on_press(families.MATCH, "why")
    @handler()
    async def why_not(self, ctx: Context, number: int) -> None:
        loaded = await ctx.match(number)
        await ask_why_not(ctx, self._scenes, self._private_pictures, loaded)

    @on_press(families.WHY)
    @handler()
    async def answer_why(self, ctx: Context, number: int) -> None:
        loaded, question = await ctx.match(number), ctx.chosen
        await answer_why_not(ctx, self._scenes, self._private_pictures, loaded, question)

    @on_press(families.MATCH, "text")
    @handler()
    async def as_text(self, ctx: Context, number: int) -> None:
        loaded = await ctx.match(number)
        if loaded.position is None:
            raise NotStarted
        scene = await self._scenes.scene(loaded, ctx.words, loaded.roster.seat_of(ctx.user))
        lines = await asyncio.to_thread(recap, scene, loaded, ctx.user)
        # The text for pictures lacks the zero-width spaces that keep names from being mentions.
        text = discord.utils.escape_mentions(scene.screens.text(scene.spoken))
        for part in parts("\n".join([*lines, text])):
            await ctx.tell(layout=compose(texts=[part]))


@dataclass(frozen=True, eq=False, kw_only=True)
class PlayTopic(BuiltTopic):
    """The topic, and the board handlers that games' own commands use to play moves."""

    boards: PlayHandlers


def build(kit: TopicKit) -> PlayTopic:
    boards = PlayHandlers(kit)
    commands = PlayCommands(kit, boards.planner)
    return PlayTopic((boards, commands), on_forget=(boards.next_matches.forget,), boards=boards)
