"""The tournaments of a server that are over, a page of them."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.tournaments.state import TournamentStatus
from cogs.base import custom_ids
from cogs.base.markup import escaped
from cogs.tournaments.choosing import label, titles
from cogs.tournaments.endings import season_lines
from cogs.tournaments.terms_lines import format_name
from cogs.tournaments.told import Told
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose, page_buttons
from texts import Words

PAGE = 8
"""Tournaments on a page."""
MOST = 400
"""Tournaments that are listed at most."""


def past_page(here: Sequence[Told], page: int, total: int, words: Words) -> MessageLayout:
    """A page of them, the newest first, with a menu to look at one again."""
    if not here:
        return compose(texts=[words.say("No tournament has ended here yet.")])
    names = titles([told.known for told in here])
    lines = "\n".join(_line(told, escaped(name)) for told, name in zip(here, names, strict=True))
    options = [
        widgets.option(label(told.known.row), str(told.known.row.id), emoji="🏆") for told in here
    ]
    look = widgets.menu(
        custom_ids.tournaments("look", page), options, hint=words.say("Look at one again…")
    )
    rows: list[list[ui.Item[Any]]] = [[look]]
    below = []
    pages = -(-total // PAGE)
    if pages > 1:
        turn = page_buttons(lambda to, _: custom_ids.tournaments("turn", to), page, 1, pages, words)
        below.append(words.say("-# Page {page} of {pages}", page=page + 1, pages=pages))
        rows.append(turn)
    return compose(texts=[lines], below=below, rows=rows)


def _line(told: Told, title: str) -> str:
    now, words = told.now, told.words
    if now.champions:
        result = words.say(
            "🏆 {winners}", winners=words.listed(told.bold(one) for one in now.champions)
        )
    elif now.status is TournamentStatus.OVER:
        result = words.say("nobody has won it")
    elif now.is_league and (seasons := season_lines(told)):
        result = seasons[0]
    elif now.started is None:
        result = words.say("called off before it started")
    else:
        result = words.say("ended before its time")
    return words.say(
        "**{tournament}** · {format} · <t:{at}:D>\n{result}",
        tournament=title,
        format=format_name(now.terms.format, words),
        at=now.ended or now.created,
        result=result,
    )
