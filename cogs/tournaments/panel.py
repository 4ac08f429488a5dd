"""The message that shows a tournament to everybody: poster, then standings, then the winner."""

import asyncio
from dataclasses import replace
from functools import partial
from typing import Any

from discord import ui

from bot.match.tournaments.progress import season_end
from bot.match.tournaments.state import StageKind, TournamentStatus
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.mentions import mention
from cogs.base.text_limits import cut, listing
from cogs.drawing.queue import DrawingQueue
from cogs.posting.posted_message import Content, Pictures
from cogs.screens.base import Style
from cogs.tournaments import charts
from cogs.tournaments.terms_lines import terms_lines
from cogs.tournaments.told import Told, open_lines, resting_line, round_ends
from cogs.ui import widgets
from cogs.ui.layouts import TEXT_LIMIT, compose
from render.charts.bracket import Bracket, draw_bracket
from render.charts.standings import StandingsPage, draw_standings
from render.charts.tournament import draw_tournament
from render.charts.winner import draw_winner
from render.game_pictures import GamePictures
from render.picture import ALT_LIMIT, Picture
from texts import Words

NAMED = 1200
"""Characters of names of those who are in."""
OPEN = TEXT_LIMIT - 1200
"""Characters of the lines of what is played."""


async def panel(told: Told, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    """What it shows now."""
    match told.now.status:
        case TournamentStatus.OPEN:
            return await _open(told, pictures, drawing)
        case TournamentStatus.RUNNING:
            return await _running(told, pictures, drawing)
        case TournamentStatus.OVER if told.now.champions:
            return await _over(told, pictures, drawing)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            return await _ended(told, pictures, drawing)


async def draw_page(
    page: charts.SheetPage, told: Told, pictures: GamePictures, drawing: DrawingQueue
) -> Picture:
    """The picture of a page of standings or of a bracket."""
    match page.chart:
        case StandingsPage():
            draw = partial(draw_standings, page.chart, pictures, told.words, told.theme)
            return await drawing.draw(draw)
        case Bracket():
            bracket = partial(draw_bracket, page.chart, pictures, told.words, told.theme)
            return await drawing.draw(bracket)


def tournament_button(
    tournament: int, verb: str, label: str, style: Style = Style.CALM, emoji: str | None = None
) -> ui.Item[Any]:
    """A button about a tournament."""
    return widgets.button(
        families.TOURNAMENT.spell(tournament, verb), label, style=style, emoji=emoji
    )


def labelled(label: str, title: str | None) -> str:
    """Return a button's label, with the tournament that it is about if one is named."""
    return label if title is None else f"{label} · {title}"


def look_button(told: Told, title: str | None = None) -> ui.Item[Any]:
    """Return the button that shows standings and brackets to whoever presses it; `title` says of
    which tournament, next to the buttons of others."""
    now, words = told.now, told.words
    knockout = now.stage is not None and now.stage.kind is StageKind.KNOCKOUT
    label = words.say("Bracket") if knockout else words.say("Standings")
    shown = labelled(label, title)
    return widgets.button(
        families.TOURNAMENT_PAGE.spell(told.known.row.id, "last"), shown, emoji="📊"
    )


async def _open(told: Told, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    now, words, tournament = told.now, told.words, told.known.row.id
    drawn = await drawing.draw(
        partial(draw_tournament, charts.poster(told), pictures, words, told.theme)
    )
    drawn = _promised(told, drawn)
    shown = [(f"tournament-{tournament}-{now.events}-{now.commitment}{drawn.suffix}", drawn)]
    lines = [
        words.say("## 🏆 {tournament}", tournament=told.title),
        *terms_lines(now.terms, told.game, words),
    ]
    if now.check_in is not None and now.terms.closes is not None:
        lines.append(
            words.say(
                "### 🙋 Check-in is open until <t:{at}:R>: press **I'm here**.",
                at=now.terms.closes,
            )
        )
    elif now.check_in is not None:
        lines.append(words.say("### 🙋 Check-in is open until the start: press **I'm here**."))
    row = [
        # Translators: A button, pressed by who wants to take part in a tournament.
        tournament_button(tournament, "join", words.say("Join"), Style.GOOD),
        # Translators: A button, pressed by who had joined a tournament.
        tournament_button(tournament, "leave", words.say("Leave")),
    ]
    if now.check_in is not None:
        # Translators: A button: somebody says that they will take part in a tournament now.
        here = tournament_button(tournament, "here", words.say("I'm here"), Style.MAIN, "🙋")
        row.insert(0, here)
    row.append(_mine_button(told))
    layout = compose(
        galleries=[shown],
        below=["\n".join(lines), _who_is_in(told), _footer(told)],
        rows=[row],
    )
    return Content(layout, shown)


async def _running(told: Told, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    now, words = told.now, told.words
    shown: Pictures = []
    if now.stage is not None:
        page = await asyncio.to_thread(charts.current_page, told, now.stage)
        drawn = await draw_page(page, told, pictures, drawing)
        shown = [(_name(told, drawn), drawn)]
    lines = [words.say("## 🏆 {tournament}", tournament=told.title)]
    ends = round_ends(now)
    if ends is not None:
        lines.append(words.say("⏳ The round ends <t:{at}:f> (<t:{at}:R>).", at=ends))
    season = None if now.stage is None or now.stage.over else season_end(now, now.stage)
    if season is not None:
        lines.append(words.say("⏳ The season ends <t:{at}:f> (<t:{at}:R>).", at=season))
    if now.reserves:
        waiting = words.listed(bold(told.names[user]) for user in now.reserves[:5])
        lines.append(
            words.count(
                "🪑 In reserve ({count}): {players}",
                "🪑 In reserve ({count}): {players}",
                len(now.reserves),
                players=waiting,
            )
        )
    open_now = open_lines(told) or [_next_line(told)]
    if now.stage is not None and (rest := resting_line(told, now.stage)):
        open_now.append(rest)
    body = listing(open_now, OPEN, lambda left: _more_lines(left, words))
    row = [_mine_button(told), look_button(told)]
    if now.is_league:
        row.insert(0, tournament_button(told.known.row.id, "join", words.say("Join"), Style.GOOD))
    layout = compose(
        galleries=[shown] if shown else (),
        below=["\n".join(lines), body, _footer(told)],
        rows=[row],
    )
    return Content(layout, shown)


async def _over(told: Told, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    drawn = await drawing.draw(
        partial(draw_winner, charts.victory(told), pictures, told.words, told.theme)
    )
    shown = [(_name(told, drawn), drawn)]
    below = [final_text(told), _footer(told)]
    return Content(compose(galleries=[shown], below=below, rows=[_rows_after(told)]), shown)


async def _ended(told: Told, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    """Nobody has won: it was called off, or nobody was left."""
    now, words, shown = told.now, told.words, list[tuple[str, Picture]]()
    if now.stage is not None:
        page = await asyncio.to_thread(charts.current_page, told, now.stage)
        drawn = await draw_page(page, told, pictures, drawing)
        shown.append((_name(told, drawn), drawn))
    lines = [words.say("## 🏆 {tournament}", tournament=told.title), end_line(told)]
    rows = [_rows_after(told)] if now.started is not None else []
    layout = compose(
        galleries=[shown] if shown else (), below=["\n".join(lines), _footer(told)], rows=rows
    )
    return Content(layout, shown)


def _next_line(told: Told) -> str:
    """When something is played again, while all that was to be played is decided."""
    now, words, stage = told.now, told.words, told.now.stage
    latest = max((one[1] for one in now.until if stage and one[0] == stage.number), default=0)
    at = None if stage is None else now.round_until(stage.number, latest)
    if at is None:
        return words.say("The next matches begin soon.")
    return words.say(
        "✅ Everything is played. The next matches begin <t:{at}:f> (<t:{at}:R>).", at=at
    )


def _who_is_in(told: Told) -> str:
    """Who is in, and who waits, as far as there is room."""
    now, words = told.now, told.words
    if not now.entrants:
        return words.say("Nobody is in yet.")
    checking = now.check_in is not None
    names = [
        ("✅ " if checking and one.checked_in else "") + bold(told.names[one.user])
        for one in now.entrants
    ]
    head = words.count(
        "**{count} of {most} is in:** {players}",
        "**{count} of {most} are in:** {players}",
        len(names),
        most=now.terms.most,
        players=_listed(names, NAMED, words),
    )
    if not now.reserves:
        return head
    waiting = _listed([bold(told.names[user]) for user in now.reserves], NAMED // 2, words)
    return head + "\n" + words.say("🪑 In reserve: {players}", players=waiting)


def _listed(names: list[str], most: int, words: Words) -> str:
    """As many of the names as fit, and how many more there are."""
    shown = names
    while len(shown) > 1 and sum(map(len, shown)) + 2 * len(shown) > most:
        shown = shown[:-1]
    if (more := len(names) - len(shown)) > 0:
        return words.listed([*shown, words.say("{count} more", count=more)])
    return words.listed(shown)


def _more_lines(left: int, words: Words) -> str:
    return words.count("… and {count} more match", "… and {count} more matches", left)


def _mine_button(told: Told) -> ui.Item[Any]:
    # Translators: A button: what the reader has to do in a tournament.
    label = told.words.say("My part")
    return tournament_button(told.known.row.id, "mine", label, emoji="🙂")


def _rows_after(told: Told) -> list[ui.Item[Any]]:
    # Translators: A button: everything about a tournament, to save and to check.
    file = tournament_button(told.known.row.id, "file", told.words.say("File"), emoji="📄")
    return [look_button(told), file]


def _footer(told: Told) -> str:
    """Its number, and who made it."""
    return told.words.say(
        "-# Tournament {number} · made by {host}",
        number=f"T{told.known.row.id}",
        host=mention(told.now.host, told.words),
    )


def _promised(told: Told, picture: Picture) -> Picture:
    """The picture with what the draw was promised by, at the end of its alt text, where everybody
    can read it before the start."""
    proof = told.words.say(
        "Tournament {number}. Commitment of the draw: {commitment}",
        number=f"T{told.known.row.id}",
        commitment=told.now.commitment,
    )
    return replace(picture, alt=f"{cut(picture.alt, ALT_LIMIT - len(proof) - 1)} {proof}")


def _name(told: Told, picture: Picture) -> str:
    """The file name of the picture: another state, another name."""
    return f"tournament-{told.known.row.id}-{told.now.events}{picture.suffix}"


FINAL = 16
"""Final places that are listed."""
SEASONS = 10
"""Seasons of a league whose champions are listed."""


def final_text(told: Told) -> str:
    """Who won, and the final places, up to FINAL."""
    now, words = told.now, told.words
    ranked = sorted((place, one) for one, place in enumerate(now.places) if place is not None)
    lines = [
        # Translators: A line of a table: place and name.
        words.say("{place}. {player}", place=place, player=told.bold(one))
        for place, one in ranked[:FINAL]
    ]
    if (more := len(ranked) - FINAL) > 0:
        lines.append(words.say("… and {count} more", count=more))
    winners = words.listed(told.bold(one) for one in now.champions)
    head = words.count(
        "## 🏆 {winners} has won {tournament}!",
        "## 🏆 {winners} have won {tournament}!",
        len(now.champions),
        winners=winners,
        tournament=told.title,
    )
    return "\n".join([head, *lines])


def end_line(told: Told) -> str:
    """How it ended where nobody has won."""
    now, words = told.now, told.words
    if now.status is TournamentStatus.OVER:
        return words.say("It's over, and nobody has won it.")
    if now.started is None:
        return words.say("It was called off before it started.")
    if now.is_league:
        return "\n".join([words.say("The league has ended."), *season_lines(told)])
    return words.say("It was ended before its time.")


def season_lines(told: Told) -> list[str]:
    """The champions of a league's latest seasons, up to SEASONS, the latest first."""
    now, words = told.now, told.words
    return [
        words.say(
            "🏆 Season {number}: {player}",
            number=stage.number,
            player=words.listed(told.bold(one) for one in stage.champions),
        )
        for stage in reversed(now.stages)
        if stage.champions
    ][:SEASONS]
