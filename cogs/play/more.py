"""The panel behind “More”: rarely needed buttons, so that picture and dice fit a phone's screen."""

from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.playing.hints import offers_hints
from cogs.base import custom_ids
from cogs.play.looks import look_rows
from cogs.screens import Scene
from cogs.ui.hint_controls import hint_button
from cogs.ui.layouts import MessageLayout, compose, fair_button, text_button
from cogs.ui.report_controls import report_button


def hint_buttons(loaded: Loaded, scene: Scene) -> list[ui.Item[Any]]:
    """The button that asks for a hint, where the viewer plays alone and has to decide."""
    seat = scene.viewer
    user = None if seat is None else loaded.roster.holders[seat]
    if user is None or seat not in loaded.seats_to_act or not offers_hints(loaded, user):
        return []
    return [hint_button(custom_ids.BoardVersion(loaded.record.id, loaded.seq), scene.words)]


def more(loaded: Loaded, scene: Scene) -> MessageLayout:
    """The private panel of a running or finished match."""
    match, words = loaded.record.id, scene.words
    return compose(
        texts=[words.say("## Match #{match}", match=match)],
        rows=[
            *look_rows(match, scene),
            [
                text_button(match, words),
                fair_button(match, words),
                # Translators: A button: tell of a problem.
                report_button(custom_ids.BoardVersion(match, loaded.seq), words.say("Report")),
                *hint_buttons(loaded, scene),
            ],
        ],
    )
