"""The panel behind “More”: rarely needed buttons, so that picture and dice fit a phone's screen."""

from bot.match.log.loaded import Loaded
from cogs.base import custom_ids
from cogs.play.looks import look_rows
from cogs.screens import Scene
from cogs.ui.layouts import MessageLayout, compose, fair_button, text_button
from cogs.ui.match_controls import hint_buttons, report_button


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
