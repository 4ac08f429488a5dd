"""The panel behind “More”: rarely needed buttons, so that picture and dice fit a phone's screen."""

from bot.match.loaded import Loaded
from cogs.interactions import custom_ids
from cogs.report.controls import report_button
from cogs.ui.layouts import MessageLayout, compose, fair_button, text_button
from texts import Words


def more(loaded: Loaded, words: Words) -> MessageLayout:
    """The private panel of a running or finished match."""
    match = loaded.record.id
    return compose(
        texts=[words.say("## Match #{match}", match=match)],
        rows=[
            [
                text_button(match, words),
                fair_button(match, words),
                # Translators: A button: tell of a problem.
                report_button(custom_ids.BoardVersion(match, loaded.seq), words.say("Report")),
            ]
        ],
    )
