"""Answers what everybody does with tournaments: join, leave, check in, look, save."""

import io
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

import discord

from bot.match.tournaments.files import written
from bot.match.tournaments.known import Known
from bot.match.tournaments.records import TournamentId
from bot.match.tournaments.service import TournamentService, may_come_back
from bot.match.tournaments.state import StageKind, TournamentStatus
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.markup import escaped
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.presses import answers
from cogs.interactions.topics import Interaction, chosen
from cogs.invitations.sight import sees
from cogs.tournaments import pages as past
from cogs.tournaments.choosing import EVERY, PAST, PRESENT, TournamentChoice
from cogs.tournaments.mine import MOST, leave_question, mine
from cogs.tournaments.pages import LAST, sheet
from cogs.tournaments.publisher import TournamentPublisher
from cogs.tournaments.teller import TournamentTeller
from cogs.ui.layouts import compose, files

PUBLIC = frozenset(("join", "leave", "here", "mine", "file"))
"""Buttons that stand on messages for everybody: a new private message answers them."""


@dataclass(eq=False)
class TournamentHandlers(Handlers):
    """Answers commands and buttons about tournaments."""

    service: TournamentService
    choice: TournamentChoice
    teller: TournamentTeller
    publisher: TournamentPublisher

    @handler()
    async def join(self, ctx: Context, tournament: TournamentId | None) -> None:
        """/tournament join."""
        known = await self.choice.named(
            ctx, tournament, PRESENT, lambda one: _may_join(one, ctx.user)
        )
        await self._join(ctx, known)

    @handler()
    async def leave(self, ctx: Context, tournament: TournamentId | None) -> None:
        """/tournament leave; asks first if that is for good."""
        known = await self.choice.named(
            ctx, tournament, PRESENT, lambda one: _takes_part(one, ctx.user)
        )
        await self._leave(ctx, known, sure=False)

    @handler()
    async def standings(self, ctx: Context, tournament: TournamentId | None) -> None:
        """/tournament standings."""
        known = await self.choice.named(
            ctx, tournament, EVERY, lambda one: one.now.status is TournamentStatus.RUNNING
        )
        await self._sheet(ctx, known, LAST)

    @handler()
    async def mine(self, ctx: Context, tournament: TournamentId | None) -> None:
        """/tournament mine: one tournament, or all in which somebody takes part."""
        if tournament is not None:
            await self._mine(ctx, [await self.choice.of(ctx.guild, tournament)])
            return
        rows = await self.service.store.of_user(ctx.guild, ctx.user)
        if not rows:
            text = ctx.words.say("You're in no tournament here right now.")
            await ctx.respond(compose(texts=[text]))
            return
        await self._mine(ctx, [await self.service.look(row.id) for row in rows[:MOST]])

    @handler()
    async def past(self, ctx: Context, page: int = 0) -> None:
        """/tournament past, or a page of it, from 0."""
        rows = await self.service.store.of_guild(ctx.guild, PAST, past.MOST)
        page = min(page, max(-(-len(rows) // past.PAGE) - 1, 0))
        here = rows[page * past.PAGE :][: past.PAGE]
        told = [await self.teller.told(await self.service.look(row.id), ctx.words) for row in here]
        await ctx.respond(past.past_page(told, page, len(rows), ctx.words))

    @handler()
    async def export(self, ctx: Context, tournament: TournamentId | None) -> None:
        """/tournament export: the file."""
        await self._file(ctx, await self.choice.named(ctx, tournament, EVERY))

    @answers(families.TOURNAMENT)
    @handler(acknowledge=False)
    async def press(self, ctx: Context, tournament: TournamentId, verb: str) -> None:
        """A button about a tournament."""
        await ctx.acknowledge(new_message=verb in PUBLIC)
        known = await self.choice.of(ctx.guild, tournament)
        match verb:
            case "join":
                await self._join(ctx, known)
            case "leave":
                await self._leave(ctx, known, sure=False)
            case "out":
                await self._leave(ctx, known, sure=True)
            case "stay":
                text = ctx.words.say("You stay in **{tournament}**.", tournament=_title(known))
                await ctx.respond(compose(texts=[text]))
            case "here":
                await self._check_in(ctx, known)
            case "mine":
                await self._mine(ctx, [known])
            case _:
                await self._file(ctx, known)

    @answers(families.TOURNAMENT_PAGE)
    @handler(acknowledge=False)
    async def page(self, ctx: Context, tournament: TournamentId, page: str) -> None:
        """A page of standings and brackets: in place of the one that is turned."""
        await ctx.acknowledge(new_message=not ctx.is_private)
        await self._sheet(ctx, await self.choice.of(ctx.guild, tournament), page)

    @answers(families.TOURNAMENTS)
    async def turn(self, interaction: Interaction, verb: str, page: int) -> None:
        """A page of past tournaments, or the one that is chosen there."""
        tournament = number_in(chosen(interaction))
        if verb == "look" and tournament is not None:
            await self.page(interaction, tournament, LAST)
        else:
            await self.past(interaction, page)

    async def _join(self, ctx: Context, known: Known) -> None:
        self.kit.names.learn(ctx.guild, ctx.interaction.user)
        await self._change(ctx, self.service.join(known.row.id, ctx.user), _joined_where)

    async def _leave(self, ctx: Context, known: Known, *, sure: bool) -> None:
        """Leave; somebody who plays is asked first, unless they are `sure`."""
        now = known.now
        plays = now.status is TournamentStatus.RUNNING and now.entrant_of(ctx.user) is not None
        if plays and not sure:
            await ctx.respond(leave_question(await self.teller.told(known, ctx.words)))
            return
        await self._change(
            ctx, self.service.leave(known.row.id, ctx.user), _withdrew if plays else _left
        )

    async def _check_in(self, ctx: Context, known: Known) -> None:
        await self._change(ctx, self.service.check_in(known.row.id, ctx.user), _checked_in)

    async def _change(
        self, ctx: Context, change: Awaitable[Known], answer: Callable[[Context, Known], str]
    ) -> None:
        """What somebody does: they are answered first, then everybody sees it."""
        known = await change
        ctx.counted()
        await ctx.respond(compose(texts=[answer(ctx, known)]))
        await self.publisher.show(known.row.id)

    async def _sheet(self, ctx: Context, known: Known, page: str) -> None:
        told = await self.teller.told(known, ctx.words, ctx.interaction)
        me = known.now.entrant_of(ctx.user)
        content = await sheet(told, self.teller, page, None if me is None else me.number)
        await ctx.respond(content.layout, files(content.pictures))

    async def _mine(self, ctx: Context, every: Sequence[Known]) -> None:
        told = [await self.teller.told(known, ctx.words) for known in every]
        await ctx.respond(mine(told, ctx.user).layout)

    async def _file(self, ctx: Context, known: Known) -> None:
        name = f"T{known.row.id}.tournament"
        text = ctx.words.say(
            "Everything that happened in **{tournament}**: terms, pairings and results. People "
            "are numbers in it. Its seed is in it once it has started.",
            tournament=_title(known),
        )
        file = discord.File(io.BytesIO(written(known.events).encode()), filename=name)
        await ctx.respond(compose(texts=[text], attached=[name]), [file])


def _joined_where(ctx: Context, known: Known) -> str:
    text, channel = _joined(ctx, known), known.row.channel
    if sees(ctx.interaction.guild, channel, ctx.interaction.user):
        return text
    blind = ctx.words.say(
        "⚠️ You can't see <#{channel}>, where the matches are played. Ask a moderator for access.",
        channel=channel,
    )
    return f"{text}\n{blind}"


def _joined(ctx: Context, known: Known) -> str:
    now, words, title = known.now, ctx.words, _title(known)
    place = now.reserves.index(ctx.user) + 1 if ctx.user in now.reserves else 0
    if place and now.stage is not None and now.stage.kind is StageKind.KNOCKOUT:
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
    if now.status is TournamentStatus.RUNNING and not _plays_at_once(known, ctx.user):
        return words.say(
            "You're in **{tournament}** and play from the next season on.", tournament=title
        )
    if now.status is TournamentStatus.RUNNING:
        return words.say(
            "You're back in **{tournament}**: your next match begins by itself.", tournament=title
        )
    return words.say(
        "You're in **{tournament}**! Your matches begin by themselves.", tournament=title
    )


def _left(ctx: Context, known: Known) -> str:
    return ctx.words.say("You've left **{tournament}**.", tournament=_title(known))


def _withdrew(ctx: Context, known: Known) -> str:
    return ctx.words.say("You've withdrawn from **{tournament}**.", tournament=_title(known))


def _checked_in(ctx: Context, known: Known) -> str:
    return ctx.words.say(
        "✅ You're checked in to **{tournament}**. See you at the start!",
        tournament=_title(known),
    )


def _title(known: Known) -> str:
    return escaped(known.now.terms.name)


def _takes_part(known: Known, user: UserId) -> bool:
    return known.now.entrant_of(user) is not None or user in known.now.reserves


def _may_join(known: Known, user: UserId) -> bool:
    """Whether somebody can take part who does not, or come back."""
    mine = known.now.entrant_of(user)
    if mine is None:
        return user not in known.now.reserves
    return may_come_back(known.now, mine)


def _plays_at_once(known: Known, user: UserId) -> bool:
    """Whether somebody is in a group that is being played, and not only in those to come."""
    mine, stage = known.now.entrant_of(user), known.now.stage
    if mine is None or stage is None or stage.over is not None:
        return False
    return any(mine.number in group for group in stage.groups)
