"""Answers /hint and the buttons that ask for one, in private."""

import asyncio
from dataclasses import dataclass, replace

from bot.match.playing.hints import hint_moment
from cogs.base.custom_ids import BoardVersion
from cogs.hints.advisor import Advisor
from cogs.hints.layouts import hint_layout
from cogs.interactions.context import Context, Handlers, handler
from cogs.scenes.lookup import MatchLookup
from cogs.scenes.scenes import Scenes


@dataclass(eq=False)
class HintHandlers(Handlers):
    """Gives hints to those who play alone, and about matches that are over."""

    scenes: Scenes
    lookup: MatchLookup
    advisor: Advisor

    @handler()
    async def command(self, ctx: Context, match: int | None) -> None:
        """/hint: the best move now in the match that is meant."""
        number = (await self.lookup.find(ctx, match)).record.id
        await self._tell(ctx, number, None)

    @handler()
    async def press(self, ctx: Context, board: BoardVersion) -> None:
        """The best move at a moment of a match."""
        await self._tell(ctx, board.match, board.seq)

    async def _tell(self, ctx: Context, match: int, seq: int | None) -> None:
        loaded = await ctx.match(match)
        now = self.kit.matches.clock.now()
        moment = await asyncio.to_thread(hint_moment, loaded, ctx.user, seq, now)
        moves = await self.advisor.advise(moment)
        scene = await self.scenes.scene(moment.loaded, ctx.words, moment.seat)
        scene = replace(scene, to_act=(moment.seat,)).at(moment.loaded.seq)
        await ctx.tell(layout=await asyncio.to_thread(hint_layout, scene, moment.seat, moves))
