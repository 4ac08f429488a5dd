"""The private panel of a server's settings, in pages with menus that change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import discord
from discord import ui

from bot.match.playing.taking_over import TAKING_OVER
from cogs.base import custom_ids
from cogs.base.text_limits import OPTIONS, PLACEHOLDER, cut, listing
from cogs.posting.channel_kinds import MATCH_KINDS, TEXT_KINDS
from cogs.preferences.server_settings import (
    AS_SERVER,
    CHANNELS,
    FORUM,
    GAME,
    LANGUAGE,
    MORNING_HOURS,
    MORNING_TABLES,
    MOST_CHANNELS,
    NOISE,
    PACE,
    PALETTE,
    PING_KINDS,
    PING_LIMIT,
    PING_ROLE,
    PINGING,
    PLACE,
    SETTINGS,
    RolePingKind,
    ServerSettings,
    Setting,
)
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import ACCENT, TEXT_LIMIT, MessageLayout
from texts import Words
from texts.locales import parse_locale

CHECK, OVERVIEW, MORNING = "check", "overview", "morning"
TROUBLES = "troubles"


@dataclass(frozen=True, slots=True)
class ServerPanelState:
    choices: ServerSettings
    languages: Sequence[str]
    channels: tuple[int, ...]
    """Existing channels in which matches can start; () for all."""
    overview: bool
    games: Mapping[str, str] = field(default_factory=dict)
    """Titles of the installed games by name, the default first."""
    has_days: bool = False
    has_several_tables: bool = False
    """Whether the table of a day can have results of daily puzzles and of puzzles from matches."""
    morning: int | None = None
    here: int = 0
    troubles: int | None = None
    silenced: bool = False
    """Whether the bot can't post in the trouble channel."""
    forum: int | None = None
    """The forum for matches, if it exists."""
    forum_remarks: Sequence[str] = ()

    ping_role: int | None = None
    """The role that messages ping, if it exists."""
    ping_warning: str = ""
    """A line about a role that the bot can't ping."""


class PanelPage(Enum):
    """A part of the panel that fits one screen of a phone."""

    START = "page_start"
    MATCHES = "page_matches"
    MESSAGES = "page_messages"
    PINGS = "page_pings"


PAGES = {page.value: page for page in PanelPage}


def page_of(name: str) -> PanelPage:
    """Return the page with the menu or button of this name."""
    if name in PAGES:
        return PAGES[name]
    if name in (LANGUAGE, CHANNELS, FORUM, TROUBLES, CHECK):
        return PanelPage.START
    if name in (PACE, PLACE, GAME, TAKING_OVER):
        return PanelPage.MATCHES
    if name in (PING_ROLE, PING_KINDS, PING_LIMIT):
        return PanelPage.PINGS
    return PanelPage.MESSAGES


_Menu = tuple[list[str], str, ui.Item[Any]]
"""Lines, a title, and the menu below them."""


def panel(
    state: ServerPanelState, words: Words, note: str = "", page: PanelPage = PanelPage.START
) -> MessageLayout:
    """Return a page of the panel, below a note about the last change."""
    heads = [
        words.say("## ⚙️ Salud in this server"),
        words.say("-# Changes count from the next message on. Only you see this panel."),
    ]
    menus = _menus(state, words, page)
    texts = [[*lines, f"**{title}**"] for lines, title, _ in menus]
    texts[0][:0] = heads
    if note:
        room = TEXT_LIMIT - sum(len("\n".join(lines)) + 1 for lines in texts)
        text = listing(
            note.splitlines(),
            room,
            lambda left: words.count("… and {count} more line.", "… and {count} more lines.", left),
        )
        texts[0].insert(0, text)
    frame: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    for lines, (_, _, menu) in zip(texts, menus, strict=True):
        frame.add_item(ui.TextDisplay("\n".join(lines)))
        frame.add_item(ui.ActionRow(menu))
    if buttons := _buttons(state, words, page):
        frame.add_item(ui.ActionRow(*buttons))
    frame.add_item(ui.ActionRow(*_pages(page, words)))
    layout = MessageLayout()
    layout.add_item(frame)
    return layout


def _pages(current: PanelPage, words: Words) -> list[ui.Item[Any]]:
    labels = {
        # Translators: A button: the first page of the server's settings.
        PanelPage.START: (words.say("Most used"), "⚙️"),
        # Translators: A button: settings of new matches.
        PanelPage.MATCHES: (words.say("New matches"), "🎲"),
        # Translators: A button: settings about the bot's messages.
        PanelPage.MESSAGES: (words.say("Messages"), "📣"),
        # Translators: A button: settings about a role that the bot can ping.
        PanelPage.PINGS: (words.say("Pings"), "🔔"),
    }
    return [
        widgets.button(
            custom_ids.setting(page.value),
            label,
            emoji=emoji,
            style=Style.MAIN if page is current else Style.CALM,
            disabled=page is current,
        )
        for page, (label, emoji) in labels.items()
    ]


def _menus(state: ServerPanelState, words: Words, page: PanelPage) -> list[_Menu]:
    match page:
        case PanelPage.START:
            channels = words.say("Channels where matches can start; none means all")
            forum = words.say("Forum where matches get posts; none means no forum")
            language = words.say("Language of what everyone sees")
            return [
                ([], channels, _channels(state, words)),
                ([*state.forum_remarks], forum, _forum(state, words)),
                ([], language, _languages(state, words)),
                _trouble_menu(state, words),
            ]
        case PanelPage.MATCHES:
            menus = [_setting(SETTINGS[name], state, words) for name in (PACE, PLACE)]
            if len(state.games) > 1:
                menus.append(([], words.say("Usual game"), _games(state)))
            return [*menus, _setting(SETTINGS[TAKING_OVER], state, words)]
        case PanelPage.MESSAGES:
            menus = [_setting(SETTINGS[name], state, words) for name in (NOISE, PALETTE)]
            if state.morning is not None:
                lines, title, menu = _setting(MORNING_HOURS, state, words)
                where = words.say(
                    "📅 The day's table is posted in <#{channel}>.", channel=state.morning
                )
                menus.append(([*lines, where], title, menu))
                if state.has_several_tables:
                    menus.append(_setting(SETTINGS[MORNING_TABLES], state, words))
            return menus
        case PanelPage.PINGS:
            return _ping_menus(state, words)


def _ping_menus(state: ServerPanelState, words: Words) -> list[_Menu]:
    title = words.say("Role that I ping when there is something to join; none means nobody")
    warning = [state.ping_warning] if state.ping_warning else []
    menus: list[_Menu] = [(warning, title, _role(state, words))]
    if state.ping_role is not None:
        pinging = words.say("Messages that ping it, once, when they are first posted")
        menus.append(([], pinging, _ping_kinds(state, words)))
        menus.append(_setting(SETTINGS[PING_LIMIT], state, words))
    return menus


def _role(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    role, kind = state.ping_role, discord.SelectDefaultValueType.role
    return ui.RoleSelect(
        custom_id=custom_ids.setting(PING_ROLE),
        # Translators: In place of a role.
        placeholder=cut(words.say("No role"), PLACEHOLDER),
        min_values=0,
        default_values=[] if role is None else [discord.SelectDefaultValue(id=role, type=kind)],
    )


def _ping_kinds(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    options = [
        widgets.option(
            words.say(PINGING[kind]), kind.value, default=kind.value in state.choices.ping_kinds
        )
        for kind in RolePingKind
        if kind is not RolePingKind.MORNING or state.has_days or state.morning is not None
    ]
    return widgets.menu(
        custom_ids.setting(PING_KINDS),
        options,
        # Translators: In place of a list of messages.
        hint=words.say("None of them"),
        at_least=0,
        at_most=len(options),
        required=False,
    )


def _setting(setting: Setting, state: ServerPanelState, words: Words) -> _Menu:
    value = str(getattr(state.choices, setting.name))
    return [], words.say(setting.title), _menu(setting, value, words)


def _trouble_menu(state: ServerPanelState, words: Words) -> _Menu:
    silenced = words.say(
        "⚠️ I can't post in <#{channel}>, so nobody hears what is wrong: give me the "
        "permissions View Channel and Send Messages there, or choose another channel.",
        channel=state.troubles,
    )
    title = words.say("Channel where I post this server's problems; none means nowhere")
    return [silenced] if state.silenced else [], title, _troubles(state, words)


def _buttons(state: ServerPanelState, words: Words, page: PanelPage) -> list[ui.Item[Any]]:
    if page is PanelPage.START:
        return [_button(CHECK, words.say("Check permissions"), "🩺")]
    if page in (PanelPage.MATCHES, PanelPage.PINGS):
        return []
    overview = (
        words.say("Remove the overview") if state.overview else words.say("Overview of turns here")
    )
    return [_button(OVERVIEW, overview, "📋", on=not state.overview), *_morning(state, words)]


def _morning(state: ServerPanelState, words: Words) -> list[ui.Item[Any]]:
    if not state.has_days and state.morning is None:
        return []
    if state.morning is not None and state.morning == state.here:
        return [_button(MORNING, words.say("Stop the day's table"), "📅", on=False)]
    return [_button(MORNING, words.say("The day's table here"), "📅", on=True)]


def language_name(language: str) -> str:
    name = parse_locale(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def _languages(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    chosen = state.choices.language if state.choices.language in state.languages else AS_SERVER
    labels = {AS_SERVER: words.say("The server's Discord language")}
    labels |= {language: language_name(language) for language in state.languages[: OPTIONS - 1]}
    return widgets.menu(custom_ids.setting(LANGUAGE), widgets.options(labels, chosen or AS_SERVER))


def _menu(setting: Setting, value: str, words: Words) -> ui.Item[Any]:
    descriptions = {choice: words.say(text) for choice, text in setting.descriptions.items()}
    options = [
        widgets.option(
            words.say(label),
            choice,
            description=descriptions.get(choice),
            default=choice == value,
        )
        for choice, label in setting.options.items()
    ]
    return widgets.menu(custom_ids.setting(setting.name), options)


def _games(state: ServerPanelState) -> ui.Item[Any]:
    labels = dict(list(state.games.items())[:OPTIONS])
    return widgets.menu(custom_ids.setting(GAME), widgets.options(labels, next(iter(labels))))


def _channels(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=custom_ids.setting(CHANNELS),
        channel_types=MATCH_KINDS,
        # Translators: In place of a list of channels.
        placeholder=cut(words.say("Everywhere"), PLACEHOLDER),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in state.channels
        ],
    )


def _forum(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=custom_ids.setting(FORUM),
        channel_types=[discord.ChannelType.forum],
        # Translators: In place of a forum.
        placeholder=cut(words.say("No forum"), PLACEHOLDER),
        min_values=0,
        default_values=[]
        if state.forum is None
        else [
            discord.SelectDefaultValue(id=state.forum, type=discord.SelectDefaultValueType.channel)
        ],
    )


def _troubles(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=custom_ids.setting(TROUBLES),
        channel_types=TEXT_KINDS,
        # Translators: In place of a channel.
        placeholder=cut(words.say("Nowhere"), PLACEHOLDER),
        min_values=0,
        default_values=[]
        if state.troubles is None
        else [
            discord.SelectDefaultValue(
                id=state.troubles, type=discord.SelectDefaultValueType.channel
            )
        ],
    )


def _button(what: str, label: str, emoji: str, *, on: bool | None = None) -> ui.Item[Any]:
    return widgets.button(custom_ids.setting(what, on=on), label, emoji=emoji)
