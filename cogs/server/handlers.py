"""Shows and changes the settings of a server, and checks the bot's permissions there."""

import logging
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import discord
from discord import app_commands

from bot.match.log.store_errors import StoreTrouble
from bot.match.people.messages import MessageKey, MessageKind
from bot.match.playing.taking_over import TAKING_OVER
from bot.match.values.errors import refusal
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import number_in
from cogs.base.discord_errors import DISCORD_TROUBLE
from cogs.base.incomplete import guild_of
from cogs.base.markup import escaped, harmless
from cogs.drawing.queue import DrawingQueue
from cogs.forums.choice import find_forum, missing_in
from cogs.games.choosing import usual_game
from cogs.games.installed import InstalledGames
from cogs.interactions.answers import OutOfDate, has_counted
from cogs.interactions.context import Context, Handlers, handler
from cogs.interactions.game_options import game_command
from cogs.interactions.presses import on_press
from cogs.morning.kind import Mornings
from cogs.overview.kind import Overviews
from cogs.posting.channel_kinds import check_overview
from cogs.posting.permissions import missing_lines
from cogs.posting.places import existing_channels
from cogs.preferences.server_settings import (
    AS_SERVER,
    CHANNELS,
    COLOURS,
    FORUM,
    GAME,
    LANGUAGE,
    MORNING_HOUR,
    MOST_CHANNELS,
    NOISE,
    NOISES,
    PACE,
    PACES,
    PALETTE,
    PING_KINDS,
    PING_ROLE,
    PLACE,
    PLACES,
    SETTINGS,
    TAKING_OVER_AS,
    Setting,
)
from cogs.screens.base import BadChoice
from cogs.server.forum_setting import choose_forum, forum_remarks
from cogs.server.panel import (
    CHECK,
    MORNING,
    OVERVIEW,
    PAGES,
    TROUBLES,
    PanelPage,
    ServerPanelState,
    language_name,
    page_of,
    panel,
)
from cogs.server.permission_check import kept_from_posting, permission_lines, require_posting
from cogs.server.pinged_role import choose_ping_kinds, choose_role, pinged_role, role_warning
from cogs.server.trouble_channel import choose_trouble_channel, is_silenced, trouble_channel
from cogs.topics.kit import BuiltTopic, TopicKit
from cogs.ui.widgets import choices, suggestions
from render.theme import THEMES
from texts import Words, mark

_log = logging.getLogger(__name__)


def _choices(setting: Setting) -> list[app_commands.Choice[str]]:
    return choices((label, value) for value, label in setting.options.items())


def _morning(games: InstalledGames) -> Mapping[str, Any] | None:
    return {} if games.have_days else None


NotManager = refusal(
    "NotManager", "Only people who manage this server can change that. Nothing changed."
)


@dataclass(eq=False)
class ServerHandlers(Handlers):
    overviews: Overviews
    mornings: Mornings
    drawing: DrawingQueue

    @game_command(mark("How Salud works in this server"), morning=_morning)
    @app_commands.describe(
        language=mark("The language of what everyone sees"),
        palette=mark("The colours of the pictures"),
        pace=mark("The default pace of new matches"),
        place=mark("Threads, or the channel"),
        noise=mark("How much is posted"),
        takeover=mark("How well computers play that take over a seat"),
        overview=mark("A message in this channel that says whose turn it is"),
        game=mark("The game a command means if you name none"),
        morning=mark("The table of each day's puzzle in this channel, the morning after"),
    )
    @app_commands.choices(
        palette=_choices(COLOURS),
        pace=_choices(PACES),
        place=_choices(PLACES),
        noise=_choices(NOISES),
        takeover=_choices(TAKING_OVER_AS),
    )
    @app_commands.default_permissions(manage_guild=True)
    @handler()
    async def settings(
        self,
        ctx: Context,
        language: str | None = None,
        palette: str | None = None,
        pace: str | None = None,
        place: str | None = None,
        noise: str | None = None,
        takeover: str | None = None,
        overview: bool | None = None,
        game: str | None = None,
        morning: bool | None = None,
    ) -> None:
        """Change these settings, and the overview and daily table of this channel; show the panel.

        Raise BadChoice, before anything is changed, if overview or table can't be posted here.
        """
        named = {
            LANGUAGE: language,
            PALETTE: palette,
            PACE: pace,
            PLACE: place,
            NOISE: noise,
            TAKING_OVER: takeover,
            GAME: game,
        }
        changes = {name: [value] for name, value in named.items() if value is not None}
        manager_of(ctx.interaction)
        if overview or morning:
            require_posting(ctx)
        if overview:
            check_overview(ctx.interaction, ctx.words)
        notes = [await self._change(ctx, changes)] if changes else []
        if morning is not None:
            notes.append(await self._morning_after_others(ctx, wanted=morning))
        if overview is not None:
            notes.append(await self._overview_after_others(ctx, wanted=overview))
        pages = [page_of(name) for name in changes]
        if overview is not None or morning is not None:
            pages.append(PanelPage.MESSAGES)
        await self._show(ctx, "\n".join(notes), pages[0] if pages else PanelPage.START)

    @settings.autocomplete("language")
    async def _language(
        self, interaction: discord.Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        words = Context(self.interactions, interaction).words
        names = {AS_SERVER: words.say("The server's Discord language")}
        names |= {language: language_name(language) for language in self.kit.catalogue.languages}
        return suggestions(((name, value) for value, name in names.items()), current)

    @on_press(families.SETTING)
    @handler()
    async def choose(self, ctx: Context, name: str, on: bool | None) -> None:
        manager_of(ctx.interaction)
        if name in PAGES:
            note = ""
        elif name == CHECK:
            note = await self._check(ctx)
        elif name in (OVERVIEW, MORNING):
            if on is None:
                raise OutOfDate
            want = self._want_overview if name == OVERVIEW else self._want_morning
            note = await want(ctx, wanted=on)
        elif name == TROUBLES:
            note = await choose_trouble_channel(self.kit, ctx, ctx.values)
        elif name == FORUM:
            note = await choose_forum(self.kit, ctx, ctx.values)
        elif name == PING_ROLE:
            note = await choose_role(self.kit, ctx, ctx.values)
        elif name == PING_KINDS:
            note = await choose_ping_kinds(self.kit, ctx, ctx.values)
        else:
            note = await self._change(ctx, {name: ctx.values})
        await self._show(ctx, note, page_of(name))

    async def _show(self, ctx: Context, note: str, page: PanelPage) -> None:
        guild = manager_of(ctx.interaction)
        choices, games = await self.kit.preferences.choices(guild), self.kit.games
        role, gone = await pinged_role(self.kit, ctx, choices)
        note = "\n".join((note, *gone)).strip()
        usual, morning = usual_game(games, choices), await self._morning(ctx)
        if morning is not None:
            missing = kept_from_posting(self.kit, ctx, morning)
            note = "\n".join((note, *missing)).strip()
        forum = find_forum(self.kit.client.get_guild(guild), choices.forum)
        state = ServerPanelState(
            choices,
            self.kit.catalogue.languages,
            existing_channels(ctx.interaction.guild, choices.channels),
            overview=await self._overview(ctx) is not None,
            games={
                game: games.title(game)
                for game in (usual, *(game for game in games.names if game != usual))
            },
            has_days=games.have_days,
            has_several_tables=bool(games.daily and games.puzzling),
            morning=morning,
            here=ctx.channel,
            troubles=await trouble_channel(self.kit, ctx.guild),
            forum=None if forum is None else forum.id,
            forum_remarks=await forum_remarks(self.kit, ctx) if page is PanelPage.START else (),
            silenced=await is_silenced(self.kit, ctx.guild),
            ping_role=None if role is None else role.id,
            ping_warning=role_warning(self.kit, role, ctx.words),
        )
        await ctx.respond(panel(state, ctx.words, note, page))

    async def _change(self, ctx: Context, changes: Mapping[str, Sequence[str]]) -> str:
        """Change these settings, all or none; return a line about each.

        Raise BadChoice for a value that does not exist.
        """
        guild = manager_of(ctx.interaction)
        chosen = {name: self._value(guild, name, changes[name], ctx.words) for name in changes}
        await self.kit.preferences.choose(guild, chosen)
        ctx.note_counted()
        if MORNING_HOUR in chosen:
            await self.mornings.change_hour(guild)
        return "\n".join(
            [await self._changed_line(guild, name, chosen[name], ctx.words) for name in chosen]
        )

    def _value(self, guild: int, name: str, values: Sequence[str], words: Words) -> str | None:
        value = values[0] if values else ""
        if name == CHANNELS:
            channels = [
                channel
                for value in values[:MOST_CHANNELS]
                if (channel := number_in(value)) is not None
            ]
            existing = existing_channels(self.kit.client.get_guild(guild), channels)
            if values and not existing:
                raise BadChoice(words.say("I can't see any of these channels. Nothing changed."))
            return ",".join(str(channel) for channel in existing) or None
        if name == LANGUAGE and value == AS_SERVER:
            return None
        if name == LANGUAGE:
            accepted: Collection[str] = self.kit.catalogue.languages
        elif name == GAME:
            accepted = self.kit.games.names
        else:
            accepted = [*SETTINGS[name].options] if name in SETTINGS else []
        if value not in accepted:
            raise BadChoice(
                words.say(
                    "“{typed}” isn't in the list: choose from it. Nothing changed.",
                    typed=escaped(harmless(value, 30)),
                )
            )
        return value

    async def _changed_line(self, guild: int, name: str, value: str | None, words: Words) -> str:
        if name == CHANNELS and value is None:
            return words.say("✅ Matches can start in every channel.")
        if name == CHANNELS:
            return words.say(
                "✅ Matches can start in {channels}. Running matches stay where they are.",
                channels=words.listed(f"<#{channel}>" for channel in (value or "").split(",")),
            )
        if name == LANGUAGE:
            spoken = (await self.kit.preferences.words(guild)).locale
            return words.say(
                "✅ From now on, what everyone sees is in this language: **{language}**.",
                language=language_name(spoken),
            )
        if name == GAME:
            return words.say("✅ Usual game: **{game}**.", game=self.kit.games.title(value or ""))
        setting, value = SETTINGS[name], value or ""
        if name == PALETTE:
            for pictures in self.kit.games.all_pictures:
                await self.drawing.draw(partial(pictures.warm_up, THEMES[value]))
        return words.say(
            "✅ {setting}: **{value}**.",
            setting=words.say(setting.title),
            value=words.say(setting.options[value]),
        )

    async def _check(self, ctx: Context) -> str:
        choices = await self.kit.preferences.choices(manager_of(ctx.interaction))
        morning = await self._morning(ctx)
        others = (*choices.channels, *(() if morning is None else (morning,)))
        chosen = existing_channels(ctx.interaction.guild, others)
        lines = await permission_lines(self.kit, ctx, chosen, threads=choices.threads)
        forum = find_forum(self.kit.client.get_guild(ctx.guild), choices.forum)
        if forum is not None:
            lines += missing_lines(forum.id, missing_in(forum), ctx.words)
        return "\n".join(lines)

    async def _overview(self, ctx: Context) -> object | None:
        return await self.kit.stores.messages.row(MessageKey(MessageKind.OVERVIEW, ctx.channel))

    async def _want_overview(self, ctx: Context, *, wanted: bool) -> str:
        """Post the overview in this channel, or remove it; return a line about it.

        Raise BadChoice if a permission is missing, and Discord's refusals.
        """
        guild, channel = manager_of(ctx.interaction), ctx.channel
        if not wanted:
            await self.overviews.drop(channel)
            ctx.note_counted()
            return ctx.words.say("✅ The overview is gone from this channel.")
        require_posting(ctx)
        check_overview(ctx.interaction, ctx.words)
        url = await self.overviews.begin(guild, channel)
        ctx.note_counted()
        return ctx.words.say("✅ The overview is here, always up to date: {url}", url=url)

    async def _overview_after_others(self, ctx: Context, *, wanted: bool) -> str:
        try:
            return await self._want_overview(ctx, wanted=wanted)
        except (StoreTrouble, *DISCORD_TROUBLE) as error:
            if not has_counted(ctx.interaction):
                raise
            _log.warning("An overview could not be changed: %s", error)
            return ctx.words.say(
                "⚠️ The overview couldn't be changed just now: the panel shows how it is."
            )

    async def _morning(self, ctx: Context) -> int | None:
        return await self.mornings.channel(ctx.guild)

    async def _want_morning(self, ctx: Context, *, wanted: bool) -> str:
        """Post the daily table in this channel, or nowhere; return a line about it.

        Raise BadChoice if no game has a daily puzzle, or a permission is missing.
        """
        guild = manager_of(ctx.interaction)
        if not wanted:
            await self.mornings.drop(guild)
            ctx.note_counted()
            return ctx.words.say("✅ The day's table is no longer posted.")
        games = self.kit.games
        if not games.have_days:
            raise BadChoice(ctx.words.say("No game here has a puzzle of the day. Nothing changed."))
        require_posting(ctx)
        at = await self.mornings.begin(guild, ctx.channel)
        ctx.note_counted()
        # Translators: {at} becomes a date and a time.
        line = ctx.words.say(
            "✅ The table of each day's puzzle is posted here once the day is over, if anyone "
            "played. Next time: <t:{at}:f>.",
            at=at,
        )
        if not (games.daily and games.puzzling):
            return line
        # Translators: {page} is the label of a button, such as “Messages”.
        choice = ctx.words.say(
            "On the page “{page}” you choose whether it has the results of `/daily`, of "
            "`/puzzle`, or both.",
            page=ctx.words.say("Messages"),
        )
        return f"{line}\n{choice}"

    async def _morning_after_others(self, ctx: Context, *, wanted: bool) -> str:
        try:
            return await self._want_morning(ctx, wanted=wanted)
        except StoreTrouble as error:
            if not has_counted(ctx.interaction):
                raise
            _log.warning("The table of each day could not be changed: %s", error)
            return ctx.words.say(
                "⚠️ The day's table couldn't be changed just now: the panel shows how it is."
            )


def manager_of(interaction: discord.Interaction) -> int:
    """Return the server; raise NotManager if the user can't manage it."""
    guild = guild_of(interaction)
    if not interaction.permissions.manage_guild:
        raise NotManager
    return guild


def build(kit: TopicKit) -> BuiltTopic:
    handlers = ServerHandlers(kit.interactions, kit.overviews, kit.mornings, kit.drawing.private)
    return BuiltTopic((handlers,))
