"""Ends matches for moderators, bars members from playing in a server, and lifts bars."""

import logging
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import discord
from discord import app_commands
from discord.ext import commands

from bot.match.core.confirmed_write import confirmed_write
from bot.match.log.records import MatchId, Status
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.people.servers import Bar
from bot.match.services import DomainServices
from bot.match.tournaments.errors import DecidedByTournament
from bot.match.tournaments.records import TournamentRow
from bot.match.values.errors import ClosedUnread, Frozen, NoSuchMatch, Refusal, refusal
from cogs.base import custom_id_families as families
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.markup import bold, escaped, harmless
from cogs.base.text_limits import CONTENT, OPTIONS, cut_markup
from cogs.board.match_lists import MatchLists
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.moderators import may_moderate, moderator_of
from cogs.interactions.presses import on_press
from cogs.invitations.host_messages import HostMessages
from cogs.invitations.kind import Cards
from cogs.moderation.bars import MOST, bar_list
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.widgets import suggestions
from texts import Words, mark

_log = logging.getLogger(__name__)

SERVER = 100
"""Maximum characters of a server's name in a direct message."""


NoBar = refusal("NoBar", "{user} isn't barred here. Nothing changed.")
BarredAlready = refusal("BarredAlready", "{user} is already barred here. Nothing changed.")
BotsDoNotPlay = refusal("BotsDoNotPlay", "Bots don't play anyway. Nothing changed.")


@app_commands.default_permissions(moderate_members=True)
@dataclass(eq=False)
class ModerationHandlers(
    Handlers, commands.GroupCog, name="moderate", description=mark("For moderators")
):
    """Answers /moderate. Both the handlers and Discord check permissions."""

    domain: DomainServices
    cards: Cards
    host_messages: HostMessages
    lists: MatchLists

    @app_commands.command(description=mark("End a match without a result, and tell its players"))
    @app_commands.describe(match=mark("The number of the match"))
    @handler()
    async def end(self, ctx: Context, match: int) -> None:
        await self._check_can_end(moderator_of(ctx.interaction), match)
        status = await self.domain.play.end(match, ctx.user)
        ctx.note_counted()
        if status is Status.CALLED_OFF:
            await self._refresh_invitation(ctx, match)
            text = ctx.words.say("The invitation to match #{match} is called off.", match=match)
        else:
            await ctx.show(match)
            text = ctx.words.say(
                "Match #{match} has ended without a result. Its players can see that a "
                "moderator ended it.",
                match=match,
            )
        await ctx.tell(text)

    async def _check_can_end(self, guild: int, match: MatchId) -> None:
        """Raise NoSuchMatch for a match of another server or a private one, and DecidedByTournament
        for one that its tournament waits for.

        Nobody can play a frozen match, so these can be ended, too.
        """
        try:
            record = (await self.kit.matches.load(match)).record
        except Frozen:
            if (await self.kit.matches.store.guilds([match])).get(match) != guild:
                raise NoSuchMatch from None
            return
        if record.guild != guild or record.private:  # only its player can see it
            raise NoSuchMatch
        tournaments = self.domain.tournaments.tournaments
        if record.table is not None and await tournaments.waits_for(record.table):
            raise DecidedByTournament

    async def _refresh_invitation(self, ctx: Context, match: MatchId) -> None:
        try:
            await self.cards.refresh(match)
        except ClosedUnread:
            await ctx.show(match)

    @app_commands.command(
        description=mark("Stop someone from starting or joining matches in this server")
    )
    # Translators: An option of a command: the person who is barred or let in again.
    @app_commands.describe(member=mark("Who"))
    @handler()
    async def bar(self, ctx: Context, member: discord.User) -> None:
        """Bar a member, and remove them from open invitations; their running matches continue."""
        guild = moderator_of(ctx.interaction)
        if member.bot:
            raise BotsDoNotPlay
        bar = Bar(member.id, ctx.user, self.kit.matches.clock.now())
        new = await self._bar(guild, bar)
        if new:
            ctx.note_counted()
        left, cleared = await self._clear(guild, member.id)
        if left:
            ctx.note_counted()
        if not new and cleared and not left:
            raise BarredAlready(user=member.id)
        reached = await self._send_direct(
            member,
            guild,
            mark(
                "A moderator of **{server}** has barred you from Salud there. Your running "
                "matches go on, but you can't start or join others."
            ),
        )
        running = await self._running(guild, member.id)
        lines = [
            ctx.words.say("{user} can't start or join matches here.", user=member.mention),
            _reached(reached, ctx.words),
        ]
        if not cleared:
            lines.append(
                ctx.words.say(
                    "⚠️ I couldn't take them out of all invitations just now: use `/moderate "
                    "bar` once more."
                )
            )
        if running:
            lines.append(
                ctx.words.say(
                    "They're still in {matches}. `/moderate end` ends a match.",
                    matches=ctx.words.listed(f"#{match}" for match in running),
                )
            )
        cups = await self._tournaments_of(guild, member.id)
        if cups:
            lines.append(
                ctx.words.say(
                    "They're still entered in {tournaments}. Running matches there go on, and they "
                    "get no new ones. `/tournament adjudicate` decides a match, and `/tournament "
                    "substitute` gives the place to another player.",
                    tournaments=ctx.words.listed(
                        f"{bold(harmless(cup.name))} (T{cup.number})" for cup in cups
                    ),
                )
            )
        await ctx.tell("\n".join(lines))

    @app_commands.command(description=mark("Let someone play again"))
    @app_commands.describe(member=mark("Who"))
    @handler()
    async def unbar(self, ctx: Context, member: discord.User) -> None:
        guild = moderator_of(ctx.interaction)
        if not await self._unbar(guild, member.id):
            raise NoBar(user=member.id)
        ctx.note_counted()
        reached = await self._send_direct(
            member, guild, mark("You can play Salud in **{server}** again.")
        )
        lines = [
            ctx.words.say("{user} can play here again.", user=member.mention),
            _reached(reached, ctx.words),
        ]
        await ctx.tell("\n".join(lines))

    @app_commands.command(description=mark("Who is barred in this server"))
    @handler()
    async def barred(self, ctx: Context) -> None:
        await self._show_bars(ctx, 0)

    @on_press(families.BARRED)
    @handler()
    async def turn(self, ctx: Context, page: int) -> None:
        await self._show_bars(ctx, page)

    async def _show_bars(self, ctx: Context, page: int) -> None:
        guild = moderator_of(ctx.interaction)
        bars = await self.kit.servers.bars(guild, MOST + 1)
        forgotten = await self.kit.servers.forgotten_bars(guild, MOST + 1)
        await ctx.respond(bar_list(bars, forgotten, page, ctx.words))

    @end.autocomplete("match")
    async def _match(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[int]]:
        ctx = Context(self.interactions, interaction)
        if not may_moderate(interaction):
            return []
        store = self.kit.matches.store
        matches = [*await store.frozen_matches(ctx.guild), *await store.of_guild(ctx.guild)]
        typed = [match for match in matches if current.lstrip("#") in str(match)][:OPTIONS]
        return suggestions([(await self.lists.name_of(match, ctx.words), match) for match in typed])

    async def _bar(self, guild: int, bar: Bar) -> bool:
        async def barred() -> bool:
            return bool(await self.kit.servers.barred(guild, (bar.user,)))

        return await confirmed_write(lambda: self.kit.servers.bar(guild, bar), barred)

    async def _unbar(self, guild: int, user: int) -> bool:
        async def lifted() -> bool:
            return not await self.kit.servers.barred(guild, (user,))

        return await confirmed_write(lambda: self.kit.servers.unbar(guild, user), lifted)

    async def _running(self, guild: int, user: int) -> list[MatchId]:
        matches = []
        try:
            for match in await self.kit.matches.store.of_user(guild, user):
                with suppress(Refusal):  # frozen meanwhile, or its game isn't installed
                    loaded = await self.kit.matches.load(match)
                    if loaded.status is Status.RUNNING and not loaded.in_tournament:
                        matches.append(match)
        except StoreTrouble as trouble:
            _log.warning("The matches of a barred user can't be read: %s", trouble)
        return matches

    async def _tournaments_of(self, guild: int, user: int) -> Sequence[TournamentRow]:
        try:
            return await self.domain.tournaments.tournaments.store.of_user(guild, user)
        except StoreTrouble as trouble:
            _log.warning("The tournaments of a barred user can't be read: %s", trouble)
            return ()

    async def _clear(self, guild: int, user: int) -> tuple[list[MatchId], bool]:
        """Take a user out of invitations, and update their messages.

        Return the changed matches, and whether these are all.
        """
        try:
            left = await self.domain.lobby.clear(guild, user)
        except (StoreTrouble, Conflict) as trouble:
            _log.warning("A barred user could not leave all invitations: %r", trouble)
            return [], False
        for match in left:
            try:
                await self.cards.refresh(match)
                await self.host_messages.tell(match)
            except (StoreTrouble, *DISCORD_TROUBLE) as error:  # the scheduler tries again
                _log.info("The message to the host of match %d is postponed: %s", match, error)
        return left, True

    async def _send_direct(self, member: discord.User, guild: int, text: str) -> bool:
        try:
            words = await self.kit.preferences.words(guild)
        except StoreTrouble:
            words = self.kit.catalogue.words()
        home = self.kit.client.get_guild(guild)
        name = escaped(harmless(home.name, SERVER)) if home is not None else str(guild)
        try:
            await member.send(cut_markup(words.say(text, server=name), CONTENT))
        except DISCORD_TROUBLE as error:
            _log.info("A direct message could not be sent: %s", error)
            return False
        return True


def _reached(reached: bool, words: Words) -> str:
    if reached:
        return words.say("I told them by direct message.")
    return words.say("They don't take direct messages, so they'll find out when they try to play.")


def build(kit: TopicKit) -> BuiltTopic:
    handlers = ModerationHandlers(
        kit.interactions, kit.domain, kit.cards, kit.host_messages, kit.match_lists
    )
    return BuiltTopic((handlers,))
