"""What is asked of a board now and then, behind one button, so that picture and dice stand together
on a phone.
"""

from bot.match.loaded import Loaded
from cogs.play import ids
from cogs.play.layout import Paper, fair_button, paper, text_button
from cogs.report.items import report_button
from texts import Words


def more(loaded: Loaded, words: Words) -> Paper:
    """The private panel of whoever pressed “More” on a board of a match that has begun."""
    match = loaded.record.id
    return paper(
        texts=[words.say("## Match #{match}", match=match)],
        rows=[
            [
                text_button(match, words),
                fair_button(match, words),
                # Translators: A button: tell of a problem.
                report_button(ids.Spot(match, loaded.seq), words.say("Report")),
            ]
        ],
    )
