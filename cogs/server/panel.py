"""The private panel of a server's settings: what holds, and menus that change it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import discord
from babel import Locale
from discord import ui

from cogs.interactions import custom_ids
from cogs.server.settings import (
    AS_SERVER,
    CHANNELS,
    GAME,
    LANGUAGE,
    MOST_CHANNELS,
    SETTINGS,
    ServerSettings,
    Setting,
)
from cogs.ui import widgets
from cogs.ui.layouts import ACCENT, TEXT_LIMIT, MessageLayout
from cogs.ui.text_limits import OPTIONS, PLACEHOLDER, cut, listing
from texts import Words

CHECK, OVERVIEW = "check", "overview"
"""The buttons."""
KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
"""Channels in which a match can begin."""


@dataclass(frozen=True, slots=True)
class ServerPanelState:
    """What the panel shows of a server."""

    choices: ServerSettings
    languages: Sequence[str]
    """Those at hand, as the catalogue names them."""
    channels: tuple[int, ...]
    """Where matches may begin, as far as the channels still exist; () for everywhere."""
    overview: bool
    """Whether the channel of the panel has the overview of whose turn it is."""
    games: Mapping[str, str] = field(default_factory=dict)
    """Titles of the installed games by name, the usual one first; with one there is no choice."""


def panel(house: ServerPanelState, words: Words, note: str = "") -> MessageLayout:
    """The panel; `note` says what has just been done."""
    frame: ui.Container[MessageLayout] = ui.Container(accent_colour=ACCENT)
    frame.add_item(ui.TextDisplay(words.say("## ⚙️ Salud in this server")))
    for title, menu in (
        (words.say("Language of what everyone sees"), _languages(house, words)),
        *(
            (words.say(setting.title), _menu(setting, _value(setting, house.choices), words))
            for setting in SETTINGS.values()
        ),
        *([(words.say("Usual game"), _games(house))] if len(house.games) > 1 else []),
        (words.say("Channels where matches can start; none means all"), _channels(house, words)),
    ):
        frame.add_item(ui.TextDisplay(f"**{title}**"))
        frame.add_item(ui.ActionRow(menu))
    overview = (
        words.say("Remove the overview") if house.overview else words.say("Overview of turns here")
    )
    frame.add_item(
        ui.ActionRow(
            _button(CHECK, words.say("Check permissions"), "🩺"),
            _button(OVERVIEW, overview, "📋", on=not house.overview),
        )
    )
    frame.add_item(
        ui.TextDisplay(
            words.say("-# Changes count from the next message on. Only you see this panel.")
        )
    )
    layout = MessageLayout()
    if note:
        room = TEXT_LIMIT - sum(
            len(part.content) for part in frame.children if isinstance(part, ui.TextDisplay)
        )
        told = listing(note.splitlines(), room, partial(_more, words))
        layout.add_item(ui.TextDisplay(told))
    layout.add_item(frame)
    return layout


def _more(words: Words, count: int) -> str:
    """How much of a note has no room beside the panel."""
    return words.count("… and {count} more line.", "… and {count} more lines.", count)


def language_name(language: str) -> str:
    """What a language calls itself."""
    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def _value(setting: Setting, choices: ServerSettings) -> str:
    return str(getattr(choices, setting.name))


def _languages(house: ServerPanelState, words: Words) -> ui.Item[Any]:
    chosen = house.choices.language if house.choices.language in house.languages else None
    options = [
        widgets.option(
            words.say("The server's Discord language"), AS_SERVER, default=chosen is None
        ),
        *(
            widgets.option(language_name(language), language, default=language == chosen)
            for language in house.languages[: OPTIONS - 1]
        ),
    ]
    return widgets.menu(custom_ids.setting(LANGUAGE), options)


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


def _games(house: ServerPanelState) -> ui.Item[Any]:
    options = [
        widgets.option(title, game, default=number == 0)
        for number, (game, title) in enumerate(list(house.games.items())[:OPTIONS])
    ]
    return widgets.menu(custom_ids.setting(GAME), options)


def _channels(house: ServerPanelState, words: Words) -> ui.Item[Any]:
    return ui.ChannelSelect(
        custom_id=custom_ids.setting(CHANNELS),
        channel_types=KINDS,
        # Translators: In place of a list of channels.
        placeholder=cut(words.say("Everywhere"), PLACEHOLDER),
        min_values=0,
        max_values=MOST_CHANNELS,
        default_values=[
            discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
            for channel in house.channels
        ],
    )


def _button(what: str, label: str, emoji: str, *, on: bool | None = None) -> ui.Item[Any]:
    return widgets.button(custom_ids.setting(what, on=on), label, emoji=emoji)
