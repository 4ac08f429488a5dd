"""The public message of a tournament: poster, then standings, then the winner."""

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
from cogs.tournaments.terms_lines import chosen_maximum, terms_lines
from cogs.tournaments.views import TournamentView, earliest_end, open_lines, resting_line
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
OPEN = TEXT_LIMIT - 1200


async def panel(view: TournamentView, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    match view.state.status:
        case TournamentStatus.OPEN:
            return await _open(view, pictures, drawing)
        case TournamentStatus.RUNNING:
            return await _running(view, pictures, drawing)
        case TournamentStatus.OVER if view.state.champions:
            return await _over(view, pictures, drawing)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            return await _ended(view, pictures, drawing)


async def draw_page(
    page: charts.SheetPage, view: TournamentView, pictures: GamePictures, drawing: DrawingQueue
) -> Picture:
    match page.chart:
        case StandingsPage():
            draw = partial(draw_standings, page.chart, pictures, view.words, view.theme)
            return await drawing.draw(draw)
        case Bracket():
            bracket = partial(draw_bracket, page.chart, pictures, view.words, view.theme)
            return await drawing.draw(bracket)


def tournament_button(
    tournament: int, verb: str, label: str, style: Style = Style.CALM, emoji: str | None = None
) -> ui.Item[Any]:
    return widgets.button(
        families.TOURNAMENT.spell(tournament, verb), label, style=style, emoji=emoji
    )


def label_with_title(label: str, title: str | None) -> str:
    return label if title is None else f"{label} · {title}"


def look_button(view: TournamentView, title: str | None = None) -> ui.Item[Any]:
    """Return the button that shows standings and brackets in private; `title` distinguishes
    several.
    """
    state, words = view.state, view.words
    knockout = state.stage is not None and state.stage.kind is StageKind.KNOCKOUT
    label = words.say("Bracket") if knockout else words.say("Standings")
    full_label = label_with_title(label, title)
    return widgets.button(
        families.TOURNAMENT_PAGE.spell(view.loaded.row.id, "last"), full_label, emoji="📊"
    )


async def _open(view: TournamentView, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    state, words, tournament = view.state, view.words, view.loaded.row.id
    drawn = await drawing.draw(
        partial(draw_tournament, charts.poster(view), pictures, words, view.theme)
    )
    drawn = _promised(view, drawn)
    named = [(f"tournament-{tournament}-{state.events}-{state.commitment}{drawn.suffix}", drawn)]
    lines = [
        words.say("## 🏆 {tournament}", tournament=view.title),
        *terms_lines(state.terms, view.game, words),
    ]
    if state.check_in is not None and state.terms.closes is not None:
        lines.append(
            words.say(
                "### 🙋 Check-in closes <t:{at}:R>: press **I'm here**.",
                at=state.terms.closes,
            )
        )
    elif state.check_in is not None:
        lines.append(words.say("### 🙋 Check-in is open until the start: press **I'm here**."))
    row = [
        # Translators: A button, to take part in a tournament.
        tournament_button(tournament, "join", words.say("Join"), Style.GOOD),
        # Translators: A button, to leave a tournament that one has joined.
        tournament_button(tournament, "leave", words.say("Leave")),
    ]
    if state.check_in is not None:
        # Translators: A button to confirm that one will take part in a tournament now.
        check_in = tournament_button(tournament, "here", words.say("I'm here"), Style.MAIN, "🙋")
        row.insert(0, check_in)
    row.append(_mine_button(view))
    layout = compose(
        galleries=[named],
        below=["\n".join(lines), _who_is_in(view), _footer(view)],
        rows=[row],
    )
    return Content(layout, named)


async def _running(view: TournamentView, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    state, words = view.state, view.words
    named: Pictures = []
    if state.stage is not None:
        page = await asyncio.to_thread(charts.current_page, view, state.stage)
        drawn = await draw_page(page, view, pictures, drawing)
        named = [(_name(view, drawn), drawn)]
    lines = [words.say("## 🏆 {tournament}", tournament=view.title)]
    ends = earliest_end(state)
    if ends is not None:
        lines.append(words.say("⏳ The round ends <t:{at}:f> (<t:{at}:R>).", at=ends))
    season = None if state.stage is None or state.stage.over else season_end(state, state.stage)
    if season is not None:
        lines.append(words.say("⏳ The season ends <t:{at}:f> (<t:{at}:R>).", at=season))
    if state.reserves:
        waiting = words.listed(bold(view.names[user]) for user in state.reserves[:5])
        lines.append(
            words.count(
                "🪑 In reserve ({count}): {players}",
                "🪑 In reserve ({count}): {players}",
                len(state.reserves),
                players=waiting,
            )
        )
    open_now = open_lines(view) or [_next_line(view)]
    if state.stage is not None and (rest := resting_line(view, state.stage)):
        open_now.append(rest)
    body = listing(open_now, OPEN, lambda left: _more_lines(left, words))
    row = [_mine_button(view), look_button(view)]
    if state.is_league:  # new players join the next season
        row.append(tournament_button(view.loaded.row.id, "join", words.say("Join")))
    layout = compose(
        galleries=[named] if named else (),
        below=["\n".join(lines), body, _footer(view)],
        rows=[row],
    )
    return Content(layout, named)


async def _over(view: TournamentView, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    drawn = await drawing.draw(
        partial(draw_winner, charts.victory(view), pictures, view.words, view.theme)
    )
    named = [(_name(view, drawn), drawn)]
    below = [final_text(view), _footer(view)]
    return Content(compose(galleries=[named], below=below, rows=[_rows_after(view)]), named)


async def _ended(view: TournamentView, pictures: GamePictures, drawing: DrawingQueue) -> Content:
    state, words, named = view.state, view.words, list[tuple[str, Picture]]()
    if state.stage is not None:
        page = await asyncio.to_thread(charts.current_page, view, state.stage)
        drawn = await draw_page(page, view, pictures, drawing)
        named.append((_name(view, drawn), drawn))
    lines = [words.say("## 🏆 {tournament}", tournament=view.title), end_line(view)]
    rows = [_rows_after(view)] if state.started is not None else []
    layout = compose(
        galleries=[named] if named else (),
        below=["\n".join(lines), _footer(view)],
        rows=rows,
    )
    return Content(layout, named)


def _next_line(view: TournamentView) -> str:
    words, stage = view.words, view.state.stage
    if stage is None or not stage.ends:
        return words.say("The next matches begin soon.")
    at = max(stage.ends, key=lambda end: end.round).until
    return words.say(
        "✅ Everything is played. The next matches begin <t:{at}:f> (<t:{at}:R>).", at=at
    )


def _who_is_in(view: TournamentView) -> str:
    state, words = view.state, view.words
    if not state.entrants:
        return words.say("Nobody is in yet.")
    checking = state.check_in is not None
    names = [
        ("✅ " if checking and entrant.checked_in else "") + bold(view.names[entrant.user])
        for entrant in state.entrants
    ]
    players, most = _listed(names, NAMED, words), chosen_maximum(state.terms)
    if most is None:
        head = words.count(
            "**{count} is in:** {players}",
            "**{count} are in:** {players}",
            len(names),
            players=players,
        )
    else:
        head = words.count(
            "**{count} of {most} is in:** {players}",
            "**{count} of {most} are in:** {players}",
            len(names),
            most=most,
            players=players,
        )
    if not state.reserves:
        return head
    waiting = _listed([bold(view.names[user]) for user in state.reserves], NAMED // 2, words)
    return head + "\n" + words.say("🪑 In reserve: {players}", players=waiting)


def _listed(names: list[str], most: int, words: Words) -> str:
    fitting = names
    while len(fitting) > 1 and sum(map(len, fitting)) + 2 * len(fitting) > most:
        fitting = fitting[:-1]
    if (more := len(names) - len(fitting)) > 0:
        return words.listed([*fitting, words.say("{count} more", count=more)])
    return words.listed(fitting)


def _more_lines(left: int, words: Words) -> str:
    return words.count("… and {count} more match", "… and {count} more matches", left)


def _mine_button(view: TournamentView) -> ui.Item[Any]:
    # Translators: A button: the reader's own matches in a tournament.
    label = view.words.say("My part")
    return tournament_button(view.loaded.row.id, "mine", label, emoji="🙂")


def _rows_after(view: TournamentView) -> list[ui.Item[Any]]:
    # Translators: A button: everything about a tournament, to save and to check.
    file = tournament_button(view.loaded.row.id, "file", view.words.say("File"), emoji="📄")
    return [look_button(view), file]


def _footer(view: TournamentView) -> str:
    return view.words.say(
        "-# Tournament {number} · made by {host}",
        number=f"T{view.loaded.row.number}",
        host=mention(view.state.host, view.words),
    )


def _promised(view: TournamentView, picture: Picture) -> Picture:
    """Add the commitment of the draw to the end of the picture's alt text, for all to read before
    the start.
    """
    proof = view.words.say(
        "Tournament {number}. Commitment of the draw: {commitment}",
        number=f"T{view.loaded.row.number}",
        commitment=view.state.commitment,
    )
    return replace(picture, alt=f"{cut(picture.alt, ALT_LIMIT - len(proof) - 1)} {proof}")


def _name(view: TournamentView, picture: Picture) -> str:
    return f"tournament-{view.loaded.row.id}-{view.state.events}{picture.suffix}"


FINAL = 16
SEASONS = 10


def final_text(view: TournamentView) -> str:
    state, words = view.state, view.words
    ranked = sorted(
        (place, number) for number, place in enumerate(state.places) if place is not None
    )
    lines = [
        # Translators: A line of a table: place and name.
        words.say("{place}. {player}", place=place, player=view.bold(number))
        for place, number in ranked[:FINAL]
    ]
    if (more := len(ranked) - FINAL) > 0:
        lines.append(words.say("… and {count} more", count=more))
    winners = words.listed(view.bold(champion) for champion in state.champions)
    head = words.count(
        "## 🏆 {winners} has won {tournament}!",
        "## 🏆 {winners} have won {tournament}!",
        len(state.champions),
        winners=winners,
        tournament=view.title,
    )
    return "\n".join([head, *lines])


def end_line(view: TournamentView) -> str:
    state, words = view.state, view.words
    if state.status is TournamentStatus.OVER:
        return words.say("It's over, and nobody has won it.")
    if state.started is None:
        return words.say("It was called off before it started.")
    if state.is_league:
        return "\n".join([words.say("The league has ended."), *season_lines(view)])
    return words.say("It was ended before its time.")


def season_lines(view: TournamentView) -> list[str]:
    state, words = view.state, view.words
    return [
        words.say(
            "🏆 Season {number}: {player}",
            number=stage.number,
            player=words.listed(view.bold(champion) for champion in stage.champions),
        )
        for stage in reversed(state.stages)
        if stage.champions
    ][:SEASONS]
