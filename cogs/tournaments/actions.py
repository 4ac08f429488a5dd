"""Actions of players in tournaments: join, leave, check in, look, save; by command or button."""

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from bot.match.tournaments.files import write
from bot.match.tournaments.loaded import LoadedTournament
from bot.match.tournaments.service import TournamentService
from bot.match.tournaments.state import StageKind, TournamentStatus
from bot.match.values.players import UserId
from cogs.base.markup import escaped
from cogs.interactions.context import Context
from cogs.invitations.sight import sees
from cogs.tournaments.mine import leave_question
from cogs.tournaments.mine import mine as mine_layout
from cogs.tournaments.pages import sheet as sheet_content
from cogs.tournaments.panel_kind import Panels
from cogs.tournaments.teller import TournamentTeller
from cogs.ui.layouts import compose, files
from cogs.ui.names import NameBook


@dataclass(eq=False)
class PlayerActions:
    service: TournamentService
    teller: TournamentTeller
    panels: Panels
    names: NameBook

    async def join(self, ctx: Context, loaded: LoadedTournament) -> None:
        self.names.learn(ctx.guild, ctx.interaction.user)
        await self._change(ctx, self.service.join(loaded.row.id, ctx.user), _joined_where)

    async def leave(self, ctx: Context, loaded: LoadedTournament, *, sure: bool) -> None:
        """Leave a tournament. Unless `sure`, first ask players of a running tournament, because
        only a moderator can reinstate them.
        """
        state = loaded.state
        plays = state.status is TournamentStatus.RUNNING and state.entrant_of(ctx.user) is not None
        if plays and not sure:
            view = await self.teller.view(loaded, ctx.words)
            await ctx.respond(leave_question(view, ctx.user))
            return
        await self._change(
            ctx, self.service.leave(loaded.row.id, ctx.user), _withdrew if plays else _left
        )

    async def check_in(self, ctx: Context, loaded: LoadedTournament) -> None:
        await self._change(ctx, self.service.check_in(loaded.row.id, ctx.user), _checked_in)

    async def _change(
        self,
        ctx: Context,
        change: Awaitable[LoadedTournament],
        answer: Callable[[Context, LoadedTournament], str],
    ) -> None:
        """Answer the player first, then update the public message."""
        loaded = await change
        ctx.note_counted()
        await ctx.respond(compose(texts=[answer(ctx, loaded)]))
        await self.panels.show(loaded.row.id)

    async def sheet(self, ctx: Context, loaded: LoadedTournament, page: str) -> None:
        view = await self.teller.view(loaded, ctx.words, ctx.interaction)
        me = loaded.state.entrant_of(ctx.user)
        content = await sheet_content(view, self.teller, page, None if me is None else me.number)
        await ctx.respond(content.layout, files(content.pictures))

    async def mine(self, ctx: Context, tournaments: Sequence[LoadedTournament]) -> None:
        view = [await self.teller.view(loaded, ctx.words) for loaded in tournaments]
        await ctx.respond(mine_layout(view, ctx.user).layout)

    async def file(self, ctx: Context, loaded: LoadedTournament) -> None:
        name = f"T{loaded.row.number}.tournament"
        text = ctx.words.say(
            "Everything that happened in **{tournament}**: terms, pairings and results. People "
            "are numbers in it. Its seed is in it once it has started.",
            tournament=title_of(loaded),
        )
        file = discord.File(io.BytesIO(write(loaded.events).encode()), filename=name)
        await ctx.respond(compose(texts=[text], attached=[name]), [file])


def _joined_where(ctx: Context, loaded: LoadedTournament) -> str:
    text, channel = _joined(ctx, loaded), loaded.row.channel
    if sees(ctx.interaction.guild, channel, ctx.interaction.user):
        return text
    blind = ctx.words.say(
        "⚠️ You can't see <#{channel}>, where the matches are played. Ask a moderator for access.",
        channel=channel,
    )
    return f"{text}\n{blind}"


def _joined(ctx: Context, loaded: LoadedTournament) -> str:
    state, words, title = loaded.state, ctx.words, title_of(loaded)
    place = state.reserves.index(ctx.user) + 1 if ctx.user in state.reserves else 0
    if place and state.stage is not None and state.stage.kind is StageKind.KNOCKOUT:
        return words.say(
            "You're number {place} in reserve of **{tournament}**. In a knockout a moderator lets "
            "you in when somebody is gone.",
            tournament=title,
            place=place,
        )
    if place:
        return words.say(
            "**{tournament}** has no free place right now. You're number {place} in reserve: "
            "you come in when somebody is gone.",
            tournament=title,
            place=place,
        )
    if state.status is TournamentStatus.RUNNING and not _plays_at_once(loaded, ctx.user):
        return words.say(
            "You're in **{tournament}** and play from the next season on.", tournament=title
        )
    if state.status is TournamentStatus.RUNNING:
        return words.say(
            "You're back in **{tournament}**: your next match begins by itself.", tournament=title
        )
    return words.say(
        "You're in **{tournament}**! Your matches begin by themselves.", tournament=title
    )


def _left(ctx: Context, loaded: LoadedTournament) -> str:
    return ctx.words.say("You've left **{tournament}**.", tournament=title_of(loaded))


def _withdrew(ctx: Context, loaded: LoadedTournament) -> str:
    return ctx.words.say("You've withdrawn from **{tournament}**.", tournament=title_of(loaded))


def _checked_in(ctx: Context, loaded: LoadedTournament) -> str:
    return ctx.words.say(
        "✅ You're checked in to **{tournament}**. See you at the start!",
        tournament=title_of(loaded),
    )


def title_of(loaded: LoadedTournament) -> str:
    return escaped(loaded.state.terms.name)


def _plays_at_once(loaded: LoadedTournament, user: UserId) -> bool:
    mine, stage = loaded.state.entrant_of(user), loaded.state.stage
    if mine is None or stage is None or stage.over is not None:
        return False
    return any(mine.number in group for group in stage.groups)
