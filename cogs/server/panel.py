"""The private panel of a server's settings, with menus that change them."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import discord
from babel import Locale
from discord import ui

from cogs.base import custom_ids
from cogs.base.text_limits import OPTIONS, PLACEHOLDER, cut, listing
from cogs.posting.channel_kinds import MATCH_KINDS, TEXT_KINDS
from cogs.preferences.server_settings import (
    AS_SERVER,
    CHANNELS,
    GAME,
    LANGUAGE,
    MORNING_HOURS,
    MOST_CHANNELS,
    SETTINGS,
    ServerSettings,
    Setting,
)
from cogs.ui import widgets
from cogs.ui.layouts import ACCENT, TEXT_LIMIT, MessageLayout
from texts import Words

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
    morning: int | None = None
    here: int = 0
    troubles: int | None = None
    silenced: bool = False
    """Whether the bot can't post in the trouble channel."""


def panel(state: ServerPanelState, words: Words, note: str = "") -> MessageLayout:
    """Return the panel, below a note about the last change.

    Texts share components if possible, because each menu needs three, and Discord allows 40.
    """
    heads = [
        words.say("## ⚙️ Salud in this server"),
        words.say("-# Changes count from the next message on. Only you see this panel."),
    ]
    menus = _menus(state, words)
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
    overview = (
        words.say("Remove the overview") if state.overview else words.say("Overview of turns here")
    )
    frame.add_item(
        ui.ActionRow(
            _button(CHECK, words.say("Check permissions"), "🩺"),
            _button(OVERVIEW, overview, "📋", on=not state.overview),
            *_morning(state, words),
        )
    )
    layout = MessageLayout()
    layout.add_item(frame)
    return layout


def _menus(state: ServerPanelState, words: Words) -> list[tuple[list[str], str, ui.Item[Any]]]:
    menus: list[tuple[list[str], str, ui.Item[Any]]] = [
        ([], words.say("Language of what everyone sees"), _languages(state, words))
    ]
    for setting in SETTINGS.values():
        if setting is MORNING_HOURS and state.morning is None:
            continue
        menu = _menu(setting, str(getattr(state.choices, setting.name)), words)
        menus.append(([], words.say(setting.title), menu))
        if setting is MORNING_HOURS:
            where = words.say(
                "📅 The day's table is posted in <#{channel}>.", channel=state.morning
            )
            menus[-1][0].append(where)
    if len(state.games) > 1:
        menus.append(([], words.say("Usual game"), _games(state)))
    title = words.say("Channels where matches can start; none means all")
    menus.append(([], title, _channels(state, words)))
    silenced = words.say(
        "⚠️ I can't post in <#{channel}>, so nobody hears what is wrong: give me the "
        "permissions View Channel and Send Messages there, or choose another channel.",
        channel=state.troubles,
    )
    title = words.say("Channel where I post this server's problems; none means nowhere")
    menus.append(([silenced] if state.silenced else [], title, _troubles(state, words)))
    return menus


def _morning(state: ServerPanelState, words: Words) -> list[ui.Item[Any]]:
    if not state.has_days and state.morning is None:
        return []
    if state.morning is not None and state.morning == state.here:
        return [_button(MORNING, words.say("Stop the day's table"), "📅", on=False)]
    return [_button(MORNING, words.say("The day's table here"), "📅", on=True)]


def language_name(language: str) -> str:
    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def _languages(state: ServerPanelState, words: Words) -> ui.Item[Any]:
    chosen = state.choices.language if state.choices.language in state.languages else AS_SERVER
    labels = {AS_SERVER: words.say("The server's Discord language")}
    labels |= {language: language_name(language) for language in state.languages[: OPTIONS - 1]}
    return widgets.menu(custom_ids.setting(LANGUAGE), widgets.options(labels, chosen or AS_SERVER))


def _menu(setting: Setting, value: str, words: Words) -> ui.Item[Any]:
    options = [
        widgets.option(
            words.say(option.label),
            option.value,
            description=words.say(option.description) if option.description else None,
            default=option.value == value,
        )
        for option in setting.options
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
