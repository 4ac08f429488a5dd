"""The private panel for sharing, and the messages that are shared."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from cogs.base.text_limits import OPTIONS
from cogs.replay.shareables import Shareable
from cogs.ui.layouts import MessageLayout, compose
from cogs.ui.replay_controls import replay_button
from cogs.ui.share_controls import here_button, what_menu, where_menu
from render.picture import Picture
from texts import Words

Pictures = list[tuple[str, Picture]]
"""By file name."""


def panel(match: int, options: Sequence[tuple[Shareable, str]], words: Words) -> MessageLayout:
    """What to share, the first of these chosen, and where."""
    chosen = options[0][0]
    shown = [(str(thing), label) for thing, label in options[:OPTIONS]]
    rows: list[list[ui.Item[Any]]] = [
        [what_menu(match, chosen, shown, words.say("What to share"))],
        [where_menu(match, chosen, words.say("Share it in another channel…"))],
        [here_button(match, chosen, words.say("Share it here"))],
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
