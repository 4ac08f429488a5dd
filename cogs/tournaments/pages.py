"""Standings and brackets for one reader, and past tournaments, page by page."""

import asyncio
from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.tournaments.standings import StandingsLine, standings
from bot.match.tournaments.state import Stage, StageKind, TournamentStatus
from bot.match.tournaments.tables import EntrantNumber
from cogs.base import custom_id_families as families
from cogs.base.markup import escaped
from cogs.base.text_limits import listing
from cogs.posting.posted_message import Content
from cogs.scenes.table_titles import group_name
from cogs.tournaments.charts import SheetPage, count_pages, current_page, has_begun, stage_pages
from cogs.tournaments.choosing import label, titles
from cogs.tournaments.figures import deciding_measure, points_text
from cogs.tournaments.panel import season_lines, tournament_button
from cogs.tournaments.teller import TournamentTeller
from cogs.tournaments.terms_lines import format_name
from cogs.tournaments.views import TournamentView, open_lines
from cogs.ui import widgets
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose, page_buttons
from texts import Words

LAST = "last"
"""The value of `page` for the page with the reader, or else the page with open tables."""


async def sheet(
    view: TournamentView, teller: TournamentTeller, page: str, reader: EntrantNumber | None
) -> Content:
    words, state = view.words, view.state
    title = words.say("## 🏆 {tournament}", tournament=view.title)
    counts = [count_pages(view, stage) for stage in state.stages]
    total = sum(counts)
    if not total:
        text = words.say("It hasn't started, so there are no standings yet.")
        return Content(compose(texts=[title, text]))
    if page == LAST:
        stage, before = state.stages[-1], total - counts[-1]
        pages = await asyncio.to_thread(stage_pages, view, stage, reader)
        index = _current(view, stage, pages, reader)
    else:
        index, before = min(int(page), total - 1), 0
        for stage, count in zip(state.stages, counts, strict=True):  # noqa: B007 - the last is meant
            if index < count:
                break
            index, before = index - count, before + count
        pages = await asyncio.to_thread(stage_pages, view, stage, reader)
    number, current = before + index, pages[index]
    picture = await teller.page(view, current)
    name = f"sheet-{view.loaded.row.id}-{view.state.events}-{number}{picture.suffix}"
    lines = _lines(view, stage, current)
    if view.state.status is TournamentStatus.RUNNING and stage is view.state.stage:
        lines += ["", *open_lines(view)]
    text = listing(lines, TEXT_LIMIT - 400, lambda left: _more(left, words))
    below = [title, text]
    if total > 1:
        below.append(words.say("-# Page {page} of {pages}", page=number + 1, pages=total))
    layout = compose(galleries=[[(name, picture)]], below=below, rows=_rows(view, number, total))
    return Content(layout, [(name, picture)])


def _rows(view: TournamentView, number: int, total: int) -> list[list[ui.Item[Any]]]:
    tournament, words = view.loaded.row.id, view.words
    row = page_buttons(
        lambda to, _: families.TOURNAMENT_PAGE.spell(tournament, to), number, 1, total, words
    )
    if view.state.ended is not None:
        row.append(tournament_button(tournament, "file", words.say("File"), emoji="📄"))
    return [row] if row else []


def _current(
    view: TournamentView, stage: Stage, pages: Sequence[SheetPage], reader: EntrantNumber | None
) -> int:
    mine = next(
        (number for number, candidate in enumerate(pages) if reader in candidate.entrants), None
    )
    if mine is not None:
        return mine
    current = current_page(view, stage).entrants
    return next(
        (number for number, candidate in enumerate(pages) if candidate.entrants == current), 0
    )


def _lines(view: TournamentView, stage: Stage, page: SheetPage) -> list[str]:
    if stage.kind is StageKind.KNOCKOUT:
        return []
    lines, words = list[str](), view.words
    for group, group_lines in enumerate(standings(view.state, stage)):
        page_lines = [line for line in group_lines if line.entrant in page.entrants]
        if page_lines and len(stage.groups) > 1:
            lines.append(f"**{group_name(group, words)}**")
        if not has_begun(group_lines):
            lines += [
                words.say("{player}: {points}", player=view.bold(line.entrant), points=0)
                for line in page_lines
            ]
            continue
        lines += [_line(view, line) for line in page_lines]
    return lines


def _line(view: TournamentView, line: StandingsLine) -> str:
    words = view.words
    # Translators: A line of a table: place, name, points.
    text = words.say(
        "{place}. {player}: {points}",
        place=line.place,
        player=view.bold(line.entrant),
        points=points_text(line.points),
    )
    # Before its first match a player's place comes from the draw, so it needs no reason.
    has_played = line.played or line.points
    why = (
        deciding_measure(line.decided_by, words)
        if line.decided_by is not None and has_played
        else ""
    )
    # Translators: A line of a table, and the tie-break that put it behind the line above.
    return words.say("{line} ({reason})", line=text, reason=why) if why else text


def _more(left: int, words: Words) -> str:
    return words.say("… and {count} more", count=left)


PAGE = 8
MOST = 400


def past_page(
    views: Sequence[TournamentView], page: int, total: int, words: Words
) -> MessageLayout:
    if not views:
        return compose(texts=[words.say("No tournament has ended here yet.")])
    names = titles([view.loaded for view in views])
    lines = "\n".join(
        _past_line(view, escaped(name)) for view, name in zip(views, names, strict=True)
    )
    options = [
        widgets.option(label(view.loaded.row), str(view.loaded.row.id), emoji="🏆")
        for view in views
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


def _past_line(view: TournamentView, title: str) -> str:
    state, words = view.state, view.words
    if state.champions:
        result = words.say(
            "🏆 {winners}",
            winners=words.listed(view.bold(champion) for champion in state.champions),
        )
    elif state.status is TournamentStatus.OVER:
        result = words.say("nobody has won it")
    elif state.is_league and (seasons := season_lines(view)):
        result = seasons[0]
    elif state.started is None:
        result = words.say("called off before it started")
    else:
        result = words.say("ended before its time")
    return words.say(
        "**{tournament}** · {format} · <t:{at}:D>\n{result}",
        tournament=title,
        format=format_name(state.terms.format, words),
        at=state.ended or state.created,
        result=result,
    )
