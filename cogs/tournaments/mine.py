"""A user's own part in tournaments: results so far, and matches to play."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.tournaments.brackets import is_out
from bot.match.tournaments.rounds import rounds_named
from bot.match.tournaments.service import may_come_back
from bot.match.tournaments.standings import standings
from bot.match.tournaments.state import (
    Entrant,
    EntrantStatus,
    StageKind,
    Tournament,
    TournamentStatus,
)
from bot.match.tournaments.tables import EntrantNumber
from bot.match.values.players import UserId
from cogs.base.markup import escaped
from cogs.posting.posted_message import Content
from cogs.scenes.table_titles import group_name, round_name
from cogs.screens.base import Style
from cogs.tournaments.choosing import titles
from cogs.tournaments.figures import points_text
from cogs.tournaments.panel import labelled, look_button, tournament_button
from cogs.tournaments.views import TournamentView, round_ends, table_people
from cogs.ui.layouts import MessageLayout, compose

MOST = 5
TABLES = 8


def mine(views: Sequence[TournamentView], user: UserId) -> Content:
    texts, rows = list[str](), list[list[ui.Item[Any]]]()
    listed = views[:MOST]
    for view, name in zip(listed, titles([view.known for view in listed]), strict=True):
        texts.append(_block(view, user, escaped(name)))
        if row := _row(view, user, name if len(listed) > 1 else None):
            rows.append(row)
    return Content(compose(texts=texts, rows=rows))


def leave_question(view: TournamentView) -> MessageLayout:
    words, tournament = view.words, view.known.row.id
    text = words.say(
        "Do you want to withdraw from **{tournament}** for good? Your running matches in it are "
        "lost, and your points stay in the table.",
        tournament=view.title,
    )
    row = [
        # Translators: A button: leave a running tournament for good.
        tournament_button(tournament, "out", words.say("Withdraw"), Style.GRAVE),
        # Translators: A button: stay in a tournament.
        tournament_button(tournament, "stay", words.say("Stay")),
    ]
    return compose(texts=[text], rows=[row])


def _block(view: TournamentView, user: UserId, title: str) -> str:
    now, words = view.now, view.words
    lines = [words.say("### 🏆 {tournament}", tournament=title)]
    me = now.entrant_of(user)
    if me is None:
        lines.append(_not_in(view, user))
        return "\n".join(lines)
    match now.status:
        case TournamentStatus.OPEN:
            lines += _before_start(view, me)
        case TournamentStatus.RUNNING:
            lines += _playing(view, me)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            lines += _after(view, me)
    return "\n".join(lines)


def _not_in(view: TournamentView, user: UserId) -> str:
    now, words = view.now, view.words
    if user in now.reserves:
        place = now.reserves.index(user) + 1
        if now.stage is not None and now.stage.kind is StageKind.KNOCKOUT:
            return words.say(
                "🪑 You're number {place} in reserve. In a knockout a moderator lets you in when "
                "somebody is gone.",
                place=place,
            )
        return words.say(
            "🪑 You're number {place} in reserve: you come in when somebody is gone.", place=place
        )
    return words.say("You're not in this tournament.")


def _before_start(view: TournamentView, me: Entrant) -> list[str]:
    now, words = view.now, view.words
    if now.check_in is not None and not me.checked_in and now.terms.closes is not None:
        return [
            words.say(
                "🙋 Check in by <t:{at}:t> (<t:{at}:R>), or you lose your place.",
                at=now.terms.closes,
            )
        ]
    if now.check_in is not None and not me.checked_in:
        return [words.say("🙋 Check in before the start, or you lose your place.")]
    lines = [words.say("✅ You're in. Nothing to do for now.")]
    if now.terms.closes is not None:
        lines.append(words.say("📅 Starts <t:{at}:f> (<t:{at}:R>).", at=now.terms.closes))
    return lines


def _playing(view: TournamentView, me: Entrant) -> list[str]:
    now, words = view.now, view.words
    lines = _place(view, me)
    match me.standing:
        case EntrantStatus.WITHDRAWN:
            return [*lines, words.say("You've withdrawn.")]
        case EntrantStatus.ABSENT:
            return [*lines, words.say("You didn't check in, so you play no rounds.")]
        case EntrantStatus.DROPPED if not may_come_back(now, me):
            return [*lines, words.say("You didn't turn up, so you play no further rounds.")]
        case EntrantStatus.DROPPED:
            return [
                *lines,
                words.say(
                    "You didn't turn up, so you play no further rounds. `/tournament join` brings "
                    "you back."
                ),
            ]
        case EntrantStatus.IN:
            pass
    tables = [table for table in now.open_tables if me.number in table.seats]
    for table in tables[:TABLES]:
        stage = now.stages[table.id.stage - 1]
        name = round_name(stage, table.id.round, rounds_named(now, stage), words)
        people, url = table_people(view, table), view.urls.get(table.id)
        if url is None:
            lines.append(words.say("⚔️ {round}: {players}", round=name, players=people))
        else:
            lines.append(
                words.say("⚔️ {round}: {players} · {url}", round=name, players=people, url=url)
            )
    ends = round_ends(now)
    if tables and ends is not None:
        lines.append(words.say("⏳ To be played by <t:{at}:f> (<t:{at}:R>).", at=ends))
    if not tables and _is_out(now, me.number):
        lines.append(words.say("You're out of it. Thanks for playing!"))
    elif not tables:
        lines.append(words.say("Nothing to do for now: your next match begins by itself."))
    return lines


def _place(view: TournamentView, me: Entrant) -> list[str]:
    now, words, stage = view.now, view.words, view.now.stage
    if stage is None or stage.kind is StageKind.KNOCKOUT:
        return []
    for group, lines in enumerate(standings(now, stage)):
        for line in lines:
            if line.entrant == me.number:
                place = words.say(
                    "📊 Place {place} of {all}, points: {points}",
                    place=line.place,
                    all=len(lines),
                    points=points_text(line.points),
                )
                if len(stage.groups) == 1:
                    return [place]
                name = group_name(group, words)
                return [words.say("{group} · {place}", group=name, place=place)]
    return []


def _is_out(now: Tournament, entrant: EntrantNumber) -> bool:
    stage = now.stage
    if stage is None or now.is_league:
        return False
    if not any(entrant in group for group in stage.groups):
        return True
    return stage.kind is StageKind.KNOCKOUT and is_out(now, stage, entrant)


def _after(view: TournamentView, me: Entrant) -> list[str]:
    now, words = view.now, view.words
    place = now.places[me.number] if me.number < len(now.places) else None
    if place is None:
        return [words.say("It's over.")]
    people = sum(final_place is not None for final_place in now.places)
    return [words.say("🏁 You came in at place {place} of {all}.", place=place, all=people)]


def _row(view: TournamentView, user: UserId, title: str | None) -> list[ui.Item[Any]]:
    now, words, tournament = view.now, view.words, view.known.row.id
    row = list[ui.Item[Any]]()
    me = now.entrant_of(user)
    if now.status is TournamentStatus.OPEN and me and now.check_in and not me.checked_in:
        label = labelled(words.say("I'm here"), title)
        row.append(tournament_button(tournament, "here", label, Style.MAIN, "🙋"))
    if now.stage is not None:
        row.append(look_button(view, title))
    return row
