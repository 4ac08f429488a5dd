"""The private panel for sharing, and the messages that are shared."""

from collections.abc import Sequence
from typing import Any

import discord
from discord import ui

from cogs.base import custom_ids
from cogs.base.text_limits import OPTIONS, PLACEHOLDER, cut
from cogs.replay.shareables import Shareable
from cogs.screens.base import Style
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.match_controls import replay_button
from render.picture import Picture
from texts import Words

Pictures = list[tuple[str, Picture]]
"""By file name."""
PLACES = [
    discord.ChannelType.text,
    discord.ChannelType.news,
    discord.ChannelType.voice,
    discord.ChannelType.public_thread,
    discord.ChannelType.private_thread,
    discord.ChannelType.news_thread,
]
"""Types of channels in which something can be shared."""


def panel(match: int, options: Sequence[tuple[Shareable, str]], words: Words) -> MessageLayout:
    """What to share, the first of these chosen, and where."""
    chosen = options[0][0]
    shown = [(str(thing), label) for thing, label in options[:OPTIONS]]
    rows: list[list[ui.Item[Any]]] = [
        [_what_menu(match, chosen, shown, words.say("What to share"))],
        [_where_menu(match, chosen, words.say("Share it in another channel…"))],
        [_here_button(match, chosen, words.say("Share it here"))],
    ]
    return compose(
        texts=[
            words.say(
                "## 📣 Share match #{match}\nWith your name on it. Nobody is pinged.", match=match
            )
        ],
        rows=rows,
    )


def shared(
    match: int, step: int, by: str, text: str, pictures: Pictures, words: Words
) -> MessageLayout:
    """The shared message; `by` is who shares it, `step` where its replay button begins."""
    back = replay_button(match, step, "open", words.say("Replay from here"), "⏯️")
    return compose(
        above=words.say("📣 Shared by {player}", player=by),
        galleries=[pictures],
        below=[text],
        rows=[[back]],
    )


def _here_button(match: int, what: object, label: str) -> ui.Item[Any]:
    """A button that shares this in the channel where it is pressed."""
    return widgets.button(custom_ids.share(match, str(what), "here"), label, style=Style.MAIN)


def _what_menu(
    match: int, what: object, options: Sequence[tuple[str, str]], hint: str
) -> ui.Item[Any]:
    """A menu of what to share, the first of 1 to 25 options chosen: values with their labels."""
    found = widgets.options(dict(options), options[0][0])
    return widgets.menu(custom_ids.share(match, str(what), "what"), found, hint=hint)


def _where_menu(match: int, what: object, hint: str) -> ui.Item[Any]:
    """A menu of the channels and threads in which it may be shared."""
    return ui.ChannelSelect(
        custom_id=custom_ids.share(match, str(what), "where"),
        channel_types=PLACES,
        placeholder=cut(hint, PLACEHOLDER),
    )
