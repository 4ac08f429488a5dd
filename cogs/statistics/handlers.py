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
from bot.match.statistics.projections import Period, Ranking, rankings
from bot.match.values.days import day_at
from bot.match.values.players import UserId
from cogs.base import custom_id_families as families
from cogs.drawing.queue import DrawingQueue
from cogs.games.choosing import chosen_game
from cogs.games.installed import InstalledGames
from cogs.interactions.answers import private_words, tell
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import CHOICES, game_command
from cogs.interactions.menus import Interaction, chosen
from cogs.interactions.presses import answers
from cogs.statistics.day_boards import SPANS, DayBoards
from cogs.statistics.head_to_head import HeadToHeads
from cogs.statistics.histories import Histories
from cogs.statistics.leaderboards import (
    PERIODS,
    PUZZLE_OF_THE_DAY,
    TITLES,
    Leaderboards,
    NoSuchLeaderboard,
)
from cogs.statistics.pages import Reader, Sheet
from cogs.statistics.profiles import Profiles, friends
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.challenges import challenge_button_rows, challenge_rows
from cogs.ui.names import Names
from cogs.ui.widgets import choices
from render.theme import THEMES
from texts import mark

GAME = mark("Which game; this server's usual one if you name none")


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


Make = Callable[[Reader], Awaitable[Sheet]]


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

    @game_command(mark("How someone plays: rating, wins, achievements"))
    @app_commands.describe(member=mark("Whose profile; yours if you name nobody"), game=GAME)
    async def profile(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User | None = None,
        game: str | None = None,
    ) -> None:
        user = (member or interaction.user).id
        await self._answer(interaction, partial(self._profile, user), game)

    @game_command(mark("You against someone else, match by match"))
    @app_commands.describe(member=mark("Your opponent"), game=GAME)
    async def versus(
        self,
        interaction: discord.Interaction,
        member: discord.Member | discord.User,
        game: str | None = None,
    ) -> None:
        one, other = interaction.user.id, member.id
        if one == other:
            words = private_words(self.kit.catalogue, interaction)
            await tell(interaction, words.say("That's you. Name someone else to compare with."))
            return
        await self._answer(interaction, partial(self._versus, one, other), game)

    @game_command(mark("Finished matches, latest first"))
    @app_commands.describe(member=mark("Whose matches; yours if you name nobody"), game=GAME)
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
        chosen = partial(_board, ranking, time, asker is None)
        make = partial(self._leaderboard, chosen, start)
        await self._answer(interaction, make, game, asker, check=chosen)

    @answers(families.LEADERBOARD)
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

    @answers(families.LEADERBOARD_MENU)
    async def order_leaderboard(
        self, interaction: Interaction, asker: UserId, period: str, game: str
    ) -> None:
        await self._rank(interaction, game or None, chosen(interaction), period, 0, asker)

    @answers(families.HISTORY)
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
        await self._answer(interaction, make, game, asker, shared=False)

    async def _profile(self, user: UserId, reader: Reader) -> Sheet:
        profiles = Profiles(
            self.kit.stores.statistics, self.records, self.kit.stores.tournaments, self.drawing
        )
        data = await profiles.facts(reader, user)
        names = await self._called(reader, [user, *friends(reader, data.profile)])
        return _with_challenge(await profiles.sheet(reader, user, data, names), reader, user, names)

    async def _versus(self, one: UserId, other: UserId, reader: Reader) -> Sheet:
        duels = HeadToHeads(self.kit.stores.statistics, self.drawing)
        duel = await duels.facts(reader, one, other)
        names = await self._called(reader, [one, other])
        return await duels.sheet(reader, duel, names)

    async def _history(self, user: UserId, start: int, reader: Reader) -> Sheet:
        histories = Histories(self.kit.stores.statistics, self.kit.matches)
        history = await histories.page(reader, user, start)
        users = {person for past in history.matches for person in past.people}
        names = await self._called(reader, [*sorted(users), user])
        return await histories.sheet(reader, user, history, names)

    async def _leaderboard(
        self, chosen: Callable[[Reader], "_ByDays | _ByMatches"], start: int, reader: Reader
    ) -> Sheet:
        match chosen(reader):
            case _ByDays(span):
                return await self._days(span, start, reader)
            case _ByMatches(ranking, period):
                return await self._matches(ranking, period, start, reader)

    async def _days(self, span: DaySpan | None, start: int, reader: Reader) -> Sheet:
        """Answer with standings over days, by default this week's, or today's while the week is
        empty.
        """
        today, boards = (
            day_at(self.kit.matches.clock.now()),
            DayBoards(self.kit.stores.standings, self.drawing),
        )
        chosen = span or DaySpan.WEEK
        board = await boards.board(reader, chosen, start, today)
        if span is None and not board.lines:
            chosen = DaySpan.TODAY
            board = await boards.board(reader, chosen, start, today)
        users = [line.tally.user for line in board.lines]
        names = await self._called(reader, [*users, reader.user])
        return await boards.sheet(reader, chosen, board, names, today)

    async def _matches(
        self, choice: Ranking | None, period: Period, start: int, reader: Reader
    ) -> Sheet:
        """Answer with a Ranking of matches, by default the first, or the second if the first is
        empty.
        """
        now, offered = self.kit.matches.clock.now(), rankings(reader.game)
        ranking = choice or offered[0]
        leaders = Leaderboards(self.kit.stores.statistics, self.drawing)
        board = await leaders.board(reader, ranking, period, start, now)
        if choice is None and not board.total:
            ranking = offered[1]
            board = await leaders.board(reader, ranking, period, start, now)
        users = [line.tally.user for line in board.lines]
        names = await self._called(reader, [*users, reader.user])
        return await leaders.sheet(reader, ranking, period, board, names, now)

    async def _called(self, reader: Reader, users: Iterable[UserId]) -> Names:
        return await self.kit.names.names(self.kit.client, reader.guild, users, reader.words)

    @handler(acknowledge=False)
    async def _answer(
        self,
        ctx: Context,
        make: Make,
        game: str | None,
        asker: UserId | None = None,
        *,
        shared: bool = True,
        check: Callable[[Reader], object] = lambda _: None,
    ) -> None:
        """Show the answer in place of the previous page, or as a new message.

        `asker` is the user whose request produced the message with the pressed button; None for a
        command. `shared` makes the answer to a command public. `check` raises a Refusal if there is
        nothing to show: Discord makes the first follow-up after a public "thinking…" public, so
        refusals must come before the acknowledgement.
        """
        if asker is not None:
            game = game or self.kit.games.default
        self.kit.names.learn(ctx.guild, ctx.interaction.user)
        on_message = ctx.interaction.message is not None
        turned = on_message and asker == ctx.user
        private = ctx.is_private if turned else on_message or not shared
        if not private and not await self._may_post(ctx, new=not on_message):
            private, turned = True, False
        reader = None
        if not on_message and not private:
            with suppress(TimeoutError):
                async with ctx.before_form():
                    reader = await self._reader(ctx, game, private=private)
        if reader is not None:
            check(reader)
        await ctx.acknowledge(new_message=not turned, shared=not private)
        sheet = await make(reader or await self._reader(ctx, game, private=private))
        await ctx.respond(sheet.compose(), sheet.files())

    async def _may_post(self, ctx: Context, *, new: bool) -> bool:
        with suppress(TimeoutError):
            async with ctx.before_form():
                if await self.kit.servers.barred(ctx.guild, (ctx.user,)):
                    return False
        return not new or self.public.allows(ctx.guild, ctx.user)

    async def _reader(self, ctx: Context, game: str | None, *, private: bool) -> Reader:
        games, settings = self.kit.games, await ctx.settings()
        name = chosen_game(games, settings, game)
        words = ctx.words if private else await self.kit.preferences.words(ctx.guild)
        theme = THEMES[settings.palette]
        can_name = partial(ctx.can_name, shared=not private)
        return Reader(ctx.guild, ctx.user, games.newest(name), words, theme, games, can_name)


@dataclass(frozen=True, slots=True)
class _ByDays:
    span: DaySpan | None


@dataclass(frozen=True, slots=True)
class _ByMatches:
    ranking: Ranking | None
    period: Period


def _with_challenge(sheet: Sheet, reader: Reader, user: UserId, names: Names) -> Sheet:
    """Return a profile that ends with a way to challenge its user, or anyone if it's the reader's
    own.
    """
    if user == reader.user:
        rows = challenge_rows(reader.game, reader.words)
    else:
        rows = challenge_button_rows(reader.game, user, names[user], reader.words)
    return replace(sheet, rows=[*sheet.rows, *rows])


def _board(
    choice: str | None, time: str | None, strict: bool, reader: Reader
) -> _ByDays | _ByMatches:
    """Return the requested leaderboard.

    Raise NoSuchLeaderboard if the game lacks it or, if `strict`, lacks it for that period.
    """
    period, span = _period(time), _span(time)
    by_days = choice == DAYS or (choice is None and (time is None or span is not None))
    if reader.has_days and by_days:
        if strict and time is not None and span is None:
            raise NoSuchLeaderboard
        return _ByDays(span)
    if strict and time is not None and period is None:
        raise NoSuchLeaderboard
    ranking = next(
        (candidate for candidate in rankings(reader.game) if candidate.key == choice), None
    )
    if choice is not None and ranking is None:
        raise NoSuchLeaderboard
    return _ByMatches(ranking, period or Period.ALL)


def _period(value: str | None) -> Period | None:
    return next((period for period in Period if period.value == value), None)


def _span(value: str | None) -> DaySpan | None:
    return next((span for span in DaySpan if span.value == value), None)


def build(kit: TopicKit) -> BuiltTopic:
    handlers = StatisticsHandlers(
        kit.interactions, kit.domain.day_records, kit.drawing.private, kit.domain.public
    )
    return BuiltTopic((handlers,))
