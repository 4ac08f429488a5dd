"""A user's own part in tournaments: results so far, and matches to play."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.tournaments.actions import may_come_back
from bot.match.tournaments.brackets import is_out
from bot.match.tournaments.rounds import rounds_named, would_annul
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
from cogs.tournaments.panel import label_with_title, look_button, tournament_button
from cogs.tournaments.views import TournamentView, earliest_end, table_people
from cogs.ui.layouts import MessageLayout, compose

MOST = 5
TABLES = 8


def mine(views: Sequence[TournamentView], user: UserId) -> Content:
    texts, rows = list[str](), list[list[ui.Item[Any]]]()
    listed = views[:MOST]
    for view, name in zip(listed, titles([view.loaded for view in listed]), strict=True):
        texts.append(_block(view, user, escaped(name)))
        if row := _row(view, user, name if len(listed) > 1 else None):
            rows.append(row)
    return Content(compose(texts=texts, rows=rows))


def leave_question(view: TournamentView, user: UserId) -> MessageLayout:
    words, tournament = view.words, view.loaded.row.id
    if would_annul(view.state, user):
        text = words.say(
            "Do you want to withdraw from **{tournament}** for good? Your running matches in it "
            "are lost. You have begun fewer than half of your matches, so none of them counts in "
            "the table, for you or your opponents. Ratings stay.",
            tournament=view.title,
        )
    else:
        text = words.say(
            "Do you want to withdraw from **{tournament}** for good? Your running matches in it "
            "are lost, and your points stay in the table.",
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
    state, words = view.state, view.words
    lines = [words.say("### 🏆 {tournament}", tournament=title)]
    me = state.entrant_of(user)
    if me is None:
        lines.append(_not_in(view, user))
        return "\n".join(lines)
    match state.status:
        case TournamentStatus.OPEN:
            lines += _before_start(view, me)
        case TournamentStatus.RUNNING:
            lines += _playing(view, me)
        case TournamentStatus.OVER | TournamentStatus.CALLED_OFF:
            lines += _after(view, me)
    return "\n".join(lines)


def _not_in(view: TournamentView, user: UserId) -> str:
    state, words = view.state, view.words
    if user in state.reserves:
        place = state.reserves.index(user) + 1
        if state.stage is not None and state.stage.kind is StageKind.KNOCKOUT:
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
    state, words = view.state, view.words
    if state.check_in is not None and not me.checked_in and state.terms.closes is not None:
        return [
            words.say(
                "🙋 Check in by <t:{at}:t> (<t:{at}:R>), or you lose your place.",
                at=state.terms.closes,
            )
        ]
    if state.check_in is not None and not me.checked_in:
        return [words.say("🙋 Check in before the start, or you lose your place.")]
    lines = [words.say("✅ You're in. Nothing to do for now.")]
    if state.terms.closes is not None:
        lines.append(words.say("📅 Starts <t:{at}:f> (<t:{at}:R>).", at=state.terms.closes))
    return lines


def _playing(view: TournamentView, me: Entrant) -> list[str]:
    state, words = view.state, view.words
    lines = _place(view, me)
    match me.standing:
        case EntrantStatus.WITHDRAWN:
            return [*lines, words.say("You've withdrawn.")]
        case EntrantStatus.ABSENT:
            return [*lines, words.say("You didn't check in, so you play no rounds.")]
        case EntrantStatus.DROPPED if not may_come_back(state, me):
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
    tables = [table for table in state.open_tables if me.number in table.seats]
    for table in tables[:TABLES]:
        stage = state.stages[table.id.stage - 1]
        name = round_name(stage, table.id.round, rounds_named(state, stage), words)
        people, url = table_people(view, table), view.urls.get(table.id)
        if url is None:
            lines.append(words.say("⚔️ {round}: {players}", round=name, players=people))
        else:
            lines.append(
                words.say("⚔️ {round}: {players} · {url}", round=name, players=people, url=url)
            )
    ends = earliest_end(state)
    if tables and ends is not None:
        lines.append(words.say("⏳ To be played by <t:{at}:f> (<t:{at}:R>).", at=ends))
    if not tables and _is_out(state, me.number):
        lines.append(words.say("You're out of it. Thanks for playing!"))
    elif not tables:
        lines.append(words.say("Nothing to do for now: your next match begins by itself."))
    return lines


def _place(view: TournamentView, me: Entrant) -> list[str]:
    state, words, stage = view.state, view.words, view.state.stage
    if stage is None or stage.kind is StageKind.KNOCKOUT:
        return []
    for group, lines in enumerate(standings(state, stage)):
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


def _is_out(state: Tournament, entrant: EntrantNumber) -> bool:
    stage = state.stage
    if stage is None or state.is_league:
        return False
    if not any(entrant in group for group in stage.groups):
        return True
    return stage.kind is StageKind.KNOCKOUT and is_out(state, stage, entrant)


def _after(view: TournamentView, me: Entrant) -> list[str]:
    state, words = view.state, view.words
    place = state.places[me.number] if me.number < len(state.places) else None
    if place is None:
        return [words.say("It's over.")]
    people = sum(final_place is not None for final_place in state.places)
    return [words.say("🏁 You came in at place {place} of {all}.", place=place, all=people)]


def _row(view: TournamentView, user: UserId, title: str | None) -> list[ui.Item[Any]]:
    state, words, tournament = view.state, view.words, view.loaded.row.id
    row = list[ui.Item[Any]]()
    me = state.entrant_of(user)
    if state.status is TournamentStatus.OPEN and me and state.check_in and not me.checked_in:
        label = label_with_title(words.say("I'm here"), title)
        row.append(tournament_button(tournament, "here", label, Style.MAIN, "🙋"))
    if state.stage is not None:
        row.append(look_button(view, title))
    return row
