"""Standings and brackets for one reader, and the tournaments that are over, page by page."""

import asyncio
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.tournaments.standings import Line, standings
from bot.match.tournaments.state import Stage, StageKind, TournamentStatus
from bot.match.tournaments.tables import EntrantNumber
from cogs.base import custom_id_families as families
from cogs.base.markup import escaped
from cogs.base.text_limits import listing
from cogs.posting.posted_message import Content
from cogs.scenes.table_titles import group_name
from cogs.tournaments.charts import SheetPage, count_pages, current_page, stage_pages
from cogs.tournaments.choosing import label, titles
from cogs.tournaments.figures import decided, points_text
from cogs.tournaments.panel import season_lines, tournament_button
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.terms_lines import format_name
from cogs.tournaments.told import Told, open_lines
from cogs.ui import widgets
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose, page_buttons
from texts import Words

LAST = "last"
"""In place of a page's number: the one on which something is going on, or the reader is."""


async def sheet(
    told: Told, teller: TournamentTeller, page: str, reader: EntrantNumber | None
) -> Content:
    """A page, with the same as text below the picture."""
    words, now = told.words, told.now
    title = words.say("## 🏆 {tournament}", tournament=told.title)
    counts = [count_pages(told, stage) for stage in now.stages]
    total = sum(counts)
    if not total:
        text = words.say("It hasn't started, so there are no standings yet.")
        return Content(compose(texts=[title, text]))
    if page == LAST:
        stage, before = now.stages[-1], total - counts[-1]
        found = await asyncio.to_thread(stage_pages, told, stage, reader)
        here = _current(told, stage, found, reader)
    else:
        here, before = min(int(page), total - 1), 0
        for stage, count in zip(now.stages, counts, strict=True):  # noqa: B007 - the last is meant
            if here < count:
                break
            here, before = here - count, before + count
        found = await asyncio.to_thread(stage_pages, told, stage, reader)
    number, shown = before + here, found[here]
    picture = await teller.page(told, shown)
    name = f"sheet-{told.known.row.id}-{told.now.events}-{number}{picture.suffix}"
    lines = _lines(told, stage, shown)
    if told.now.status is TournamentStatus.RUNNING and stage is told.now.stage:
        lines += ["", *open_lines(told)]
    text = listing(lines, TEXT_LIMIT - 400, lambda left: _more(left, words))
    below = [title, text]
    if total > 1:
        below.append(words.say("-# Page {page} of {pages}", page=number + 1, pages=total))
    layout = compose(galleries=[[(name, picture)]], below=below, rows=_rows(told, number, total))
    return Content(layout, [(name, picture)])


def _rows(told: Told, number: int, total: int) -> list[list[ui.Item[Any]]]:
    tournament, words = told.known.row.id, told.words
    row = page_buttons(
        lambda to, _: families.TOURNAMENT_PAGE.spell(tournament, to), number, 1, total, words
    )
    if told.now.ended is not None:
        row.append(tournament_button(tournament, "file", words.say("File"), emoji="📄"))
    return [row] if row else []


def _current(
    told: Told, stage: Stage, found: Sequence[SheetPage], reader: EntrantNumber | None
) -> int:
    """Return the page with the reader, else the one with open tables; from 0."""
    mine = next((number for number, one in enumerate(found) if reader in one.entrants), None)
    if mine is not None:
        return mine
    current = current_page(told, stage).entrants
    return next((number for number, one in enumerate(found) if one.entrants == current), 0)


def _lines(told: Told, stage: Stage, page: SheetPage) -> list[str]:
    """Standings as lines; of a bracket the picture's description has everything."""
    if stage.kind is StageKind.KNOCKOUT:
        return []
    lines = list[str]()
    for group, found in enumerate(standings(told.now, stage)):
        here = [line for line in found if line.entrant in page.entrants]
        if here and len(stage.groups) > 1:
            lines.append(f"**{group_name(group, told.words)}**")
        lines += [_line(told, line) for line in here]
    return lines


def _line(told: Told, line: Line) -> str:
    words = told.words
    # Translators: A line of a table: place, name, points.
    text = words.say(
        "{place}. {player}: {points}",
        place=line.place,
        player=told.bold(line.entrant),
        points=points_text(line.points),
    )
    # Before anybody has played the order is that of the lot, which need not be said of each.
    begun = line.played or line.points
    why = decided(line.decided_by, words) if line.decided_by is not None and begun else ""
    # Translators: A line of a table, and what put it behind the line above.
    return words.say("{line} ({reason})", line=text, reason=why) if why else text


def _more(left: int, words: Words) -> str:
    return words.say("… and {count} more", count=left)


PAGE = 8
"""Tournaments on a page."""
MOST = 400
"""Tournaments that are listed at most."""


def past_page(here: Sequence[Told], page: int, total: int, words: Words) -> MessageLayout:
    """A page of them, the newest first, with a menu to look at one again."""
    if not here:
        return compose(texts=[words.say("No tournament has ended here yet.")])
    names = titles([told.known for told in here])
    lines = "\n".join(
        _past_line(told, escaped(name)) for told, name in zip(here, names, strict=True)
    )
    options = [
        widgets.option(label(told.known.row), str(told.known.row.id), emoji="🏆") for told in here
    ]
    look = widgets.menu(
        families.TOURNAMENTS.spell("look", page), options, hint=words.say("Look at one again…")
    )
    rows: list[list[ui.Item[Any]]] = [[look]]
    below = []
    pages = -(-total // PAGE)
    if pages > 1:
        turn = page_buttons(
            lambda to, _: families.TOURNAMENTS.spell("turn", to), page, 1, pages, words
        )
        below.append(words.say("-# Page {page} of {pages}", page=page + 1, pages=pages))
        rows.append(turn)
    return compose(texts=[lines], below=below, rows=rows)


def _past_line(told: Told, title: str) -> str:
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
