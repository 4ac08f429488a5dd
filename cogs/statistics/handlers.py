"""Answers commands about statistics, and the buttons below the answers."""

from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match.daily.records import DayRecords
from bot.match.daily.standings import DAYS, DaySpan
from bot.match.people.limits import PublicMessages
from bot.match.statistics import across_servers
from bot.match.statistics.played import NO_COUNTS, Counts
from bot.match.statistics.projections import Period, Ranking, rankings
from bot.match.values.days import day_at
from bot.match.values.errors import Refusal, refusal
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import chosen_game, usual_game
from cogs.games.installed import InstalledGames
from cogs.interactions.anywhere import anywhere
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.favourites import (
    favourite_of_both,
    favourite_of_player,
    favourite_of_server,
)
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.member_menus import PROFILE, VERSUS, member_menu
from cogs.interactions.menus import Interaction, chosen_value
from cogs.interactions.presses import on_press
from cogs.statistics.day_boards import SPANS, day_sheet, load_day_standings
from cogs.statistics.head_to_head import load_head_to_head, versus_sheet
from cogs.statistics.histories import history_sheet, load_history
from cogs.statistics.leaderboards import (
    PERIODS,
    PUZZLE_OF_THE_DAY,
    TITLES,
    NoSuchLeaderboard,
    leaderboard_sheet,
    load_leaderboard,
)
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.statistics.profiles import friends, load_profile, profile_sheet
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.challenges import challenge_button_rows, challenge_rows
from cogs.ui.names import Names
from cogs.ui.widgets import choices
from render.theme import THEMES
from texts import mark

GAME = mark("Which game; the one played most lately if you name none")
ONE_GAME = mark("Which game; all of them if you name none")

ComparedWithYourself = refusal(
    "ComparedWithYourself", "That's you. Name someone else to compare with."
)
BotsHaveNone = refusal("BotsHaveNone", "Bots don't play here, so they have no statistics.")


def _leaderboards(games: InstalledGames) -> Mapping[str, Any]:
    named = {measure.value: name for measure, name in TITLES.items()}
    for game in games.names:
        named |= games.statistics(game).leaderboards
    keys = {ranking.key for game in games.names for ranking in rankings(games.newest(game))}
    if games.daily:
        named[DAYS] = PUZZLE_OF_THE_DAY
        keys.add(DAYS)
    return {CHOICES: choices((name, key) for key, name in named.items() if key in keys)}


def _times(games: InstalledGames) -> Mapping[str, Any]:
    named = {span.value: name for span, name in PERIODS.items()}
    if games.daily:
        named = {span.value: name for span, name in SPANS.items()} | named
    return {CHOICES: choices((name, key) for key, name in named.items())}


# Outside servers, a user asks about someone else.
OnlyYourself = refusal(
    "OnlyYourself",
    "Here I show you only your own matches. Those of others are shown in servers where you both "
    "play.",
)

Make = Callable[[Reader], Awaitable[StatisticsSheet]]
Favourite = Callable[[int, str], Awaitable[str]]
"""Returns the game of an answer whose user named none, from the server and its usual game."""


@dataclass(eq=False)
class StatisticsHandlers(Handlers):
    """Answers commands and buttons about statistics.

    Public answers are in the server's language. Only the user who asked turns their pages; everyone
    else who presses gets a private answer. So do barred users, and users who have posted too much.
    """

    records: DayRecords
    drawing: DrawingQueue
    public: PublicMessages

    @game_command(mark("This server's best players"), by=_leaderboards, time=_times)
    @app_commands.describe(by=mark("What to rank by"), time=mark("Which matches count"), game=GAME)
    async def leaderboard(
        self,
        interaction: discord.Interaction,
        by: str | None = None,
        time: str | None = None,
        game: str | None = None,
    ) -> None:
        await self._rank(interaction, game, by, time)

    @anywhere
    @game_command(mark("How someone plays: rating, wins, achievements"))
    @app_commands.describe(member=mark("Whose profile; yours if you name nobody"), game=GAME)
    async def profile(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        await self._describe_member(interaction, member or interaction.user, game)

    @member_menu(PROFILE)
    async def profile_of(
        self, interaction: discord.Interaction, member: discord.Member | discord.User
    ) -> None:
        await self._describe_member(interaction, member, shared=False)

    @game_command(mark("You against someone else, match by match"))
    @app_commands.describe(member=mark("Your opponent"), game=GAME)
    async def versus(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
    ) -> None:
        await self._compare_with_member(interaction, member, game)

    @member_menu(VERSUS)
    async def versus_member(
        self, interaction: discord.Interaction, member: discord.Member | discord.User
    ) -> None:
        await self._compare_with_member(interaction, member, shared=False)

    @anywhere
    @game_command(mark("Finished matches, latest first"))
    @app_commands.describe(member=mark("Whose matches; yours if you name nobody"), game=ONE_GAME)
    async def history(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        await self._past(interaction, game, (member or interaction.user).id)

    async def _rank(
        self,
        interaction: discord.Interaction,
        game: str | None,
        ranking: str | None,
        time: str | None,
        start: int = 0,
        asker: UserId | None = None,
    ) -> None:
        """Answer with a page of a leaderboard; `ranking` is the key of a Ranking, or DAYS.

        The default is the daily puzzle, if the game has one; otherwise the game's first Ranking, or
        its second until a player has enough matches for the first. `asker` is the user whose
        request produced the message with the pressed button; None for a command. A button for a
        period that the leaderboard lacks shows the default period; a command is refused.
        """
        chosen = partial(self._board, ranking, time, start, asker is None)
        make = partial(self._leaderboard, chosen)
        favourite = partial(self._most_played_here, ranking, time)
        await self._answer(interaction, make, game, favourite, asker, check=chosen)

    async def _describe_member(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
        *,
        shared: bool = True,
    ) -> None:
        if member.bot:
            await self._refuse(interaction, BotsHaveNone())
        else:
            await self._describe(interaction, member.id, game, shared=shared)

    async def _describe(
        self,
        interaction: discord.Interaction,
        user: UserId,
        game: str | None,
        asker: UserId | None = None,
        *,
        shared: bool = True,
    ) -> None:
        favourite = partial(self._favourite_of, user)
        make = partial(self._profile, user)
        await self._answer(interaction, make, game, favourite, asker, shared=shared, about=user)

    async def _compare_with_member(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
        *,
        shared: bool = True,
    ) -> None:
        if member.id == interaction.user.id:
            await self._refuse(interaction, ComparedWithYourself())
        elif member.bot:
            await self._refuse(interaction, BotsHaveNone())
        else:
            await self._compare(interaction, member.id, game, shared=shared)

    async def _compare(
        self,
        interaction: discord.Interaction,
        other: UserId,
        game: str | None,
        asker: UserId | None = None,
        *,
        shared: bool = True,
    ) -> None:
        """Compare the asker, or else the user, with another one."""
        one = interaction.user.id if asker is None else asker
        favourite = partial(self._game_of_both, one, other)
        make = partial(self._versus, one, other)
        await self._answer(interaction, make, game, favourite, asker, shared=shared)

    @handler()
    async def _refuse(self, ctx: Context, reason: Refusal) -> None:
        """Raise the reason, in private; outside servers, raise what `_answer` would."""
        if ctx.server is None:
            raise OnlyYourself
        raise reason

    @on_press(families.STATISTICS_GAME, "leaderboard")
    async def leaderboard_of(self, interaction: Interaction, asker: UserId, _user: UserId) -> None:
        await self._rank(interaction, chosen_value(interaction), None, None, 0, asker)

    @on_press(families.STATISTICS_GAME, "profile")
    async def profile_in(self, interaction: Interaction, asker: UserId, user: UserId) -> None:
        await self._describe(interaction, user, chosen_value(interaction), asker)

    @on_press(families.STATISTICS_GAME, "versus")
    async def versus_in(self, interaction: Interaction, asker: UserId, user: UserId) -> None:
        await self._compare(interaction, user, chosen_value(interaction), asker)

    @on_press(families.STATISTICS_GAME, "history")
    async def history_of(self, interaction: Interaction, asker: UserId, user: UserId) -> None:
        await self._past(interaction, chosen_value(interaction), user, 0, asker)

    @on_press(families.LEADERBOARD)
    async def turn_leaderboard(
        self,
        interaction: Interaction,
        asker: UserId,
        ranking: str,
        period: str,
        start: int,
        _which: str,
        game: str,
    ) -> None:
        await self._rank(interaction, game or None, ranking, period, start, asker)

    @on_press(families.LEADERBOARD_MENU)
    async def order_leaderboard(
        self, interaction: Interaction, asker: UserId, period: str, game: str
    ) -> None:
        await self._rank(interaction, game or None, chosen_value(interaction), period, 0, asker)

    @on_press(families.HISTORY)
    async def turn_history(
        self,
        interaction: Interaction,
        asker: UserId,
        user: UserId,
        start: int,
        _which: str,
        game: str,
    ) -> None:
        await self._past(interaction, game or None, user, start, asker)

    async def _past(
        self,
        interaction: discord.Interaction,
        game: str | None,
        user: UserId,
        start: int = 0,
        asker: UserId | None = None,
    ) -> None:
        make = partial(self._history, user, start)
        await self._answer(
            interaction, make, game, self._all, asker, shared=False, every=True, about=user
        )

    async def _all(self, _guild: int, usual: str) -> str:
        return families.EVERY_GAME if self.kit.games.several else usual

    async def _favourite_of(self, user: UserId, guild: int, usual: str) -> str:
        return await favourite_of_player(self.kit, guild, user, usual)

    async def _game_of_both(self, one: UserId, other: UserId, guild: int, usual: str) -> str:
        return await favourite_of_both(self.kit, guild, one, other, usual)

    async def _most_played_here(
        self, ranking: str | None, time: str | None, guild: int, usual: str
    ) -> str:
        """Return the server's favourite among the games that have the requested leaderboard."""
        games = self.kit.games
        if ranking == DAYS or (ranking is None and _span(time) and not _period(time)):
            having = games.daily
        elif ranking is None:
            having = games.names
        else:
            having = tuple(
                game
                for game in games.names
                if any(one.key == ranking for one in rankings(games.newest(game)))
            )
        if having and usual not in having:
            usual = having[0]
        return await favourite_of_server(self.kit, guild, usual, having)

    async def _profile(self, user: UserId, reader: Reader) -> StatisticsSheet:
        data = await load_profile(self.kit.stores, self.records, reader, user)
        names = await self._called(reader, [user, *friends(reader, data.profile)])
        others = NO_COUNTS
        if not data.profile.matches:
            others = await self._others(reader, user)
        sheet = await profile_sheet(self.drawing, reader, user, data, names, others)
        return _with_challenge(sheet.with_games(reader, "profile", user), reader, user, names)

    async def _others(self, reader: Reader, user: UserId) -> Counts:
        """Return the user's finished matches by game, where the reader is."""
        played, names = self.kit.stores.played, self.kit.games.names
        if reader.everywhere:
            return await across_servers.finished_matches(
                played, self.kit.stores.statistics, names, user
            )
        return await played.finished_matches(reader.guild, names, user=user)

    async def _versus(self, one: UserId, other: UserId, reader: Reader) -> StatisticsSheet:
        duel = await load_head_to_head(self.kit.stores.statistics, reader, one, other)
        names = await self._called(reader, [one, other])
        met = await self.kit.stores.played.matches_together(
            reader.guild, self.kit.games.names, one, other
        )
        sheet = await versus_sheet(self.drawing, reader, duel, names, met)
        return sheet.with_games(reader, "versus", other)

    async def _history(self, user: UserId, start: int, reader: Reader) -> StatisticsSheet:
        history = await load_history(self.kit.stores.statistics, reader, user, start)
        users = {person for past in history.matches for person in past.people}
        names = await self._called(reader, [*sorted(users), user])
        others = NO_COUNTS
        if not history.matches and not reader.everywhere:
            others = await self.kit.stores.played.took_part(
                reader.guild, self.kit.games.names, user
            )
        sheet = await history_sheet(self.kit.matches, reader, user, history, names, others)
        return sheet.with_games(reader, "history", user)

    async def _leaderboard(
        self, chosen: Callable[[Reader], Make], reader: Reader
    ) -> StatisticsSheet:
        sheet = await chosen(reader)(reader)
        return sheet.with_games(reader, "leaderboard")

    def _board(
        self, choice: str | None, time: str | None, start: int, strict: bool, reader: Reader
    ) -> Make:
        """Return the method that makes the requested leaderboard.

        Raise NoSuchLeaderboard if the game lacks it or, if `strict`, lacks it for that period.
        """
        period, span = _period(time), _span(time)
        by_days = choice == DAYS or (choice is None and (time is None or span is not None))
        if reader.has_days and by_days:
            if strict and time is not None and span is None:
                raise NoSuchLeaderboard
            return partial(self._days, span, start)
        if strict and time is not None and period is None:
            raise NoSuchLeaderboard
        ranking = next(
            (candidate for candidate in rankings(reader.game) if candidate.key == choice), None
        )
        if choice is not None and ranking is None:
            raise NoSuchLeaderboard
        return partial(self._matches, ranking, period or Period.ALL, start)

    async def _days(self, span: DaySpan | None, start: int, reader: Reader) -> StatisticsSheet:
        """Answer with standings over days, by default this week's, or today's while the week is
        empty.
        """
        today, store = day_at(self.kit.matches.clock.now()), self.kit.stores.standings
        chosen = span or DaySpan.WEEK
        board = await load_day_standings(store, reader, chosen, start, today)
        if span is None and not board.lines:
            chosen = DaySpan.TODAY
            board = await load_day_standings(store, reader, chosen, start, today)
        users = [tally.user for _, tally in board.lines]
        names = await self._called(reader, [*users, reader.user])
        done = False
        if not board.lines:
            today_s = await load_day_standings(store, reader, DaySpan.TODAY, 0, today)
            done = today_s.own_tally is not None
        return await day_sheet(self.drawing, reader, chosen, board, names, today, done=done)

    async def _matches(
        self, choice: Ranking | None, period: Period, start: int, reader: Reader
    ) -> StatisticsSheet:
        """Answer with a Ranking of matches, by default the first, or the second if the first is
        empty.
        """
        now, offered = self.kit.matches.clock.now(), rankings(reader.game)
        ranking = choice or offered[0]
        store = self.kit.stores.statistics
        board = await load_leaderboard(store, reader, ranking, period, start, now)
        if choice is None and not board.total:
            ranking = offered[1]
            board = await load_leaderboard(store, reader, ranking, period, start, now)
        users = [tally.user for _, tally in board.lines]
        names = await self._called(reader, [*users, reader.user])
        return await leaderboard_sheet(self.drawing, reader, ranking, period, board, names, now)

    async def _called(self, reader: Reader, users: Iterable[UserId]) -> Names:
        return await self.kit.names.names(self.kit.client, reader.guild, users, reader.words)

    @handler(acknowledge=False)
    async def _answer(
        self,
        ctx: Context,
        make: Make,
        game: str | None,
        favourite: Favourite,
        asker: UserId | None = None,
        *,
        shared: bool = True,
        every: bool = False,
        about: UserId | None = None,
        check: Callable[[Reader], object] = lambda _: None,
    ) -> None:
        """Show the answer in place of the previous page, or as a new message.

        `asker` is the user whose request produced the message with the pressed button; None for a
        command. `favourite` finds the game for a command that names none. `shared` makes the answer
        to a command public; menus of members answer in private. `every` allows one about all
        games. Outside servers, users get answers `about` themselves alone, in private. `check`
        raises a Refusal if there is nothing to show: Discord makes the first follow-up after a
        public "thinking…" public, so refusals must come before the acknowledgement.
        """
        if asker is not None:
            game = game or self.kit.games.default
        if ctx.server is None and about != ctx.user:
            if about is None:
                ctx.check_server()
            raise OnlyYourself
        self.kit.names.learn(ctx.home, ctx.interaction.user)
        on_message = ctx.interaction.message is not None
        turned = on_message and asker == ctx.user
        private = ctx.is_private if turned else on_message or not shared
        private = private or ctx.server is None
        if not private and not await self._may_post(ctx, new=not on_message):
            private, turned = True, False
        read = partial(self._reader, ctx, game, favourite, private=private, every=every)
        reader = None
        if not on_message and not private:
            with suppress(TimeoutError):
                async with ctx.before_form():
                    reader = await read()
        if reader is not None:
            check(reader)
        await ctx.acknowledge(new_message=not turned, shared=not private)
        sheet = await make(reader or await read())
        await ctx.respond(sheet.compose(), sheet.files())

    async def _may_post(self, ctx: Context, *, new: bool) -> bool:
        with suppress(TimeoutError):
            async with ctx.before_form():
                if await self.kit.servers.barred(ctx.guild, (ctx.user,)):
                    return False
        return not new or self.public.allows(ctx.guild, ctx.user)

    async def _reader(
        self, ctx: Context, game: str | None, favourite: Favourite, *, private: bool, every: bool
    ) -> Reader:
        games, settings = self.kit.games, await ctx.settings()
        if game is None:
            game = await favourite(ctx.home, usual_game(games, settings))
        of_all = every and game == families.EVERY_GAME
        name = chosen_game(games, settings, None if of_all else game)
        words = ctx.words if private else await self.kit.preferences.words(ctx.guild)
        theme = THEMES[settings.palette]
        can_name = partial(ctx.can_name, shared=not private)
        game_rules = games.newest(name)
        return Reader(ctx.home, ctx.user, game_rules, words, theme, games, can_name, of_all)


def _with_challenge(
    sheet: StatisticsSheet, reader: Reader, user: UserId, names: Names
) -> StatisticsSheet:
    """Return a profile that ends with a way to challenge its user, or anyone if it's the reader's
    own.
    """
    if reader.everywhere:
        return sheet
    if user == reader.user:
        rows = challenge_rows(reader.game, reader.words)
    else:
        rows = challenge_button_rows(reader.game, user, names[user], reader.words)
    return replace(sheet, rows=[*sheet.rows, *rows])


def _period(value: str | None) -> Period | None:
    return next((period for period in Period if period.value == value), None)


def _span(value: str | None) -> DaySpan | None:
    return next((span for span in DaySpan if span.value == value), None)


def build(kit: TopicKit) -> BuiltTopic:
    handlers = StatisticsHandlers(
        kit.interactions, kit.domain.day_records, kit.drawing.private, kit.domain.public
    )
    return BuiltTopic((handlers,))
