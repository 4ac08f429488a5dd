"""The private panel of a server's settings: what holds, and menus that change it."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord
from babel import Locale
from discord import ui

from cogs.choices import AS_SERVER, CHANNELS, LANGUAGE, MOST_CHANNELS, SETTINGS, Choices, Setting
from cogs.play import ids
from cogs.play.buttons import SettingItem
from cogs.play.layout import ACCENT, Paper
from texts import Words

CHECK, OVERVIEW = "check", "overview"
"""The buttons."""
NOTE = 2_500
"""Characters of a note; with the panel they are far from what a message can hold."""
KINDS = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.forum,
]
"""Channels in which a match can begin."""


@dataclass(frozen=True, slots=True)
class House:
    """What the panel shows of a server."""

    choices: Choices
    languages: Sequence[str]
    """Those at hand, as the catalogue names them."""
    channels: tuple[int, ...]
    """Where matches may begin, as far as the channels still exist; () for everywhere."""
    overview: bool
    """Whether the channel of the panel has the overview of whose turn it is."""


def panel(house: House, words: Words, note: str = "") -> Paper:
    """The panel; `note` says what has just been done."""
    frame: ui.Container[Paper] = ui.Container(accent_colour=ACCENT)
    frame.add_item(ui.TextDisplay(words.say("## ⚙️ Salud in this server")))
    for title, menu in (
        (words.say("Language of what everybody sees"), _languages(house, words)),
        *(
            (words.say(setting.title), _menu(setting, _value(setting, house.choices), words))
            for setting in SETTINGS.values()
        ),
        (words.say("Channels in which matches may begin; none for all"), _channels(house, words)),
    ):
        frame.add_item(ui.TextDisplay(f"**{title}**"))
        frame.add_item(ui.ActionRow(menu))
    overview = (
        words.say("Take the overview away")
        if house.overview
        else words.say("Overview of turns here")
    )
    frame.add_item(
        ui.ActionRow(
            _button(CHECK, words.say("Check permissions"), "🩺"),
            _button(OVERVIEW, overview, "📋", on=not house.overview),
        )
    )
    frame.add_item(
        ui.TextDisplay(
            words.say("-# A change holds from the next message on. Only you see this panel.")
        )
    )
    layout = Paper()
    if note:
        layout.add_item(ui.TextDisplay(_cut(note)))
    layout.add_item(frame)
    return layout


def _cut(note: str) -> str:
    """Its first lines, as many as have room beside the panel."""
    kept = note[:NOTE]
    return note if kept == note else kept[: kept.rfind("\n") + 1] + "…"


def language_name(language: str) -> str:
    """What a language calls itself."""
    name = Locale.parse(language).get_display_name() or language
    return name[:1].upper() + name[1:]


def _value(setting: Setting, choices: Choices) -> str:
    return str(getattr(choices, setting.name))


def _languages(house: House, words: Words) -> ui.Item[Any]:
    chosen = house.choices.language if house.choices.language in house.languages else None
    options = [
        discord.SelectOption(
            label=words.say("As the server speaks on Discord"),
            value=AS_SERVER,
            default=chosen is None,
        ),
        *(
            discord.SelectOption(
                label=language_name(language), value=language, default=language == chosen
            )
            for language in house.languages[:24]
        ),
    ]
    return SettingItem(ui.Select(custom_id=ids.setting(LANGUAGE), options=options))


def _menu(setting: Setting, value: str, words: Words) -> ui.Item[Any]:
    options = [
        discord.SelectOption(
            label=words.say(option.label),
            description=words.say(option.description) if option.description else None,
            value=option.value,
            default=option.value == value,
        )
        for option in setting.options
    ]
    return SettingItem(ui.Select(custom_id=ids.setting(setting.name), options=options))


def _channels(house: House, words: Words) -> ui.Item[Any]:
    return SettingItem(
        ui.ChannelSelect(
            custom_id=ids.setting(CHANNELS),
            channel_types=KINDS,
            placeholder=words.say("Everywhere"),
            min_values=0,
            max_values=MOST_CHANNELS,
            default_values=[
                discord.SelectDefaultValue(id=channel, type=discord.SelectDefaultValueType.channel)
                for channel in house.channels
            ],
        )
    )


def _button(what: str, label: str, emoji: str, *, on: bool | None = None) -> ui.Item[Any]:
    return SettingItem(ui.Button(label=label, emoji=emoji, custom_id=ids.setting(what, on=on)))
