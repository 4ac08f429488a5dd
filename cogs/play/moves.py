"""Plays moves, whether they come from a button, menu, form or command."""

import logging

from bot.match.log.store_errors import StoreTrouble
from bot.match.playing.service import CountedPress, MatchService
from bot.match.values.errors import Refusal
from cogs.base.custom_ids import BoardVersion
from cogs.board.next_matches import NextMatches
from cogs.interactions.context import Context
from cogs.play.questions import move_question
from cogs.preferences.moves import MovePreference
from cogs.preferences.store import Preferences
from cogs.runtime.timers import Timers
from cogs.scenes.scenes import Scenes

_log = logging.getLogger(__name__)


class MoveActions:
    def __init__(
        self,
        service: MatchService,
        scenes: Scenes,
        preferences: Preferences,
        timers: Timers,
        next_matches: NextMatches,
    ) -> None:
        self._service = service
        self._next_matches = next_matches
        self._scenes = scenes
        self._preferences = preferences
        self._timers = timers

    async def decide(
        self,
        ctx: Context,
        board: BoardVersion,
        tokens: tuple[str, ...],
        label: str | None = None,
        *,
        asks: bool = True,
    ) -> bool:
        """Play an acknowledged move and show it; return False if the player must confirm it first.

        `label` names the move in the question, by default as its button does. Without `asks` there
        is no question. Raise Refusal.
        """
        loaded = await ctx.match(board.match)
        if asks and await self._preferences.wants(ctx.user, MovePreference.CONFIRM):
            question = await move_question(
                self._scenes, ctx.user, loaded, board, tokens, ctx.words, label
            )
            if question is not None:
                if board.session:
                    await ctx.respond(question)
                else:
                    await ctx.tell(layout=question)
                return False
        pressed = await self._service.press(
            board.match, ctx.user, board.seq, tokens, ctx.interaction.id
        )
        await self._show(ctx, pressed)
        return True

    async def take_back(self, ctx: Context, board: BoardVersion) -> None:
        await ctx.match(board.match)
        pressed = await self._service.take_back(
            board.match, ctx.user, board.seq, ctx.interaction.id
        )
        await self._show(ctx, pressed)

    async def resign(self, ctx: Context, number: int) -> None:
        resigned = await self._service.resign(number, ctx.user)
        ctx.note_counted()
        await self._timers.after(resigned)
        await ctx.show(number)

    async def counted_before(self, ctx: Context, board: BoardVersion) -> bool:
        """Return whether an earlier delivery of this interaction counted; if so, show its
        result.
        """
        if await self._service.matches.store.press(ctx.interaction.id) is None:
            return False
        ctx.note_counted()
        await ctx.show(board.match)
        return True

    async def _show(self, ctx: Context, pressed: CountedPress) -> None:
        ctx.note_counted()
        if pressed.again:
            _log.info("Interaction %d was delivered twice and counted once", ctx.interaction.id)
        await self._timers.after(pressed.loaded)
        await ctx.show(pressed.loaded.record.id)
        if pressed.again:
            return
        try:
            await self._next_matches.offer(ctx, pressed.loaded)
        except (StoreTrouble, Refusal) as trouble:  # the move counted and is shown
            _log.info("Could not offer the next match: %r", trouble)
