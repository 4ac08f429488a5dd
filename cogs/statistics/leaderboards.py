"""The leaderboard as a message: a page of it, a menu of kinds, buttons for times and pages."""

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

import discord
from babel.dates import format_datetime
from babel.numbers import format_decimal, format_percent
from discord import ui

from bot.match.statistics.projections import (
    ENOUGH,
    ENOUGH_RATED,
    Era,
    GloryStore,
    Kind,
    Leaderboard,
    Line,
    Tally,
    period,
)
from cogs.interactions import custom_ids
from cogs.statistics.pages import Names, Reader, Sheet, turner
from cogs.ui import widgets
from render.charts.leaderboard import MOST, Leader, Page, draw_leaderboard
from render.games.dice_miner.pictures import PICTURES
from render.words import points
from texts import Words

EMOJI = {
    Kind.RATING: "📈",
    Kind.WINS: "🏆",
    Kind.WIN_RATE: "🎯",
    Kind.AVERAGE: "⛏️",
    Kind.BEST: "💎",
    Kind.BEERS: "🍺",
}


def kind_name(words: Words, kind: Kind) -> str:
    """What a leaderboard orders by."""
    match kind:
        case Kind.RATING:
            return words.say("Rating")
        case Kind.WINS:
            return words.say("Wins")
        case Kind.WIN_RATE:
            return words.say("Win rate")
        case Kind.AVERAGE:
            return words.say("Points per match")
        case Kind.BEST:
            return words.say("Best match")
        case Kind.BEERS:
            return words.say("Beers shared")


def era_name(words: Words, era: Era) -> str:
    """Which matches count."""
    match era:
        case Era.ALL:
            return words.say("All time")
        case Era.MONTH:
            return words.say("This month")
        case Era.SEASON:
            return words.say("This season")


def dates(words: Words, era: Era, now: int) -> str:
    """The same with its dates, for example ``This season (October – December 2026)``."""
    moment = datetime.fromtimestamp(now, UTC)
    name = era_name(words, era)
    match era:
        case Era.ALL:
            return name
        case Era.MONTH:
            month = format_datetime(moment, "LLLL y", locale=words.locale)
            return words.say("{name} ({dates})", name=name, dates=month)
        case Era.SEASON:
            first = moment.replace(month=(moment.month - 1) // 3 * 3 + 1, day=1)
            last = first.replace(month=first.month + 2)
            months = words.say(
                "{first} – {last}",
                first=format_datetime(first, "LLLL", locale=words.locale),
                last=format_datetime(last, "LLLL y", locale=words.locale),
            )
            return words.say("{name} ({dates})", name=name, dates=months)


def figure(words: Words, kind: Kind, tally: Tally) -> str:
    """What somebody has, as it is written."""
    match kind:
        case Kind.RATING:
            return str(tally.rating)
        case Kind.WINS:
            return words.count("{count} win", "{count} wins", tally.wins)
        case Kind.WIN_RATE:
            return percent(words, tally.wins / tally.matches)
        case Kind.AVERAGE:
            return decimal(words, tally.value(kind))
        case Kind.BEST:
            return points(words, tally.best or 0)
        case Kind.BEERS:
            return words.count("{count} beer", "{count} beers", tally.beers)


def detail(words: Words, kind: Kind, tally: Tally) -> str:
    """What belongs to it."""
    match kind:
        case Kind.RATING:
            return words.count("{count} rated match", "{count} rated matches", tally.rated)
        case Kind.WINS | Kind.BEERS:
            return words.count("{count} match", "{count} matches", tally.matches)
        case Kind.WIN_RATE:
            return words.say("{wins} of {matches} won", wins=tally.wins, matches=tally.matches)
        case Kind.AVERAGE:
            return words.count("{count} match", "{count} matches", tally.whole)
        case Kind.BEST:
            return words.say("match #{match}", match=tally.best_match)


def percent(words: Words, share: float) -> str:
    """A share in percent."""
    return format_percent(share, locale=words.locale)


def decimal(words: Words, number: float) -> str:
    """A number with one digit after the point."""
    return format_decimal(number, "#,##0.0", locale=words.locale)


def needed(words: Words, kind: Kind) -> str | None:
    """What a line of that kind takes; None where everybody who played has one."""
    match kind:
        case Kind.RATING:
            return words.count(
                "Takes at least {count} rated match.",
                "Takes at least {count} rated matches.",
                ENOUGH_RATED,
            )
        case Kind.WIN_RATE:
            return words.count(
                "Takes at least {count} match.", "Takes at least {count} matches.", ENOUGH
            )
        case Kind.AVERAGE:
            return words.count(
                "Takes at least {count} match played to its end.",
                "Takes at least {count} matches played to their end.",
                ENOUGH,
            )
        case Kind.WINS | Kind.BEST | Kind.BEERS:
            return None


def own_line(words: Words, kind: Kind, board: Leaderboard) -> str | None:
    """Why whoever asked has no line; None where they have one."""
    tally = board.own_tally
    if board.own is not None:
        return None
    if tally is None:
        return words.say("You haven't finished a match here in this period.")
    match kind:
        case Kind.RATING:
            have, need = tally.rated, ENOUGH_RATED
        case Kind.WIN_RATE:
            have, need = tally.matches, ENOUGH
        case Kind.AVERAGE:
            have, need = tally.whole, ENOUGH
        case Kind.BEST:
            return words.say("You haven't played a match to its end in this period.")
        case Kind.WINS | Kind.BEERS:
            return words.say("You haven't shared a beer in this period.")
    return words.say("You have {have} of the {need} matches it takes.", have=have, need=need)


def leader(words: Words, kind: Kind, line: Line, names: Names, asker: int) -> Leader:
    """A line as it is written."""
    tally = line.tally
    return Leader(
        line.place,
        names[tally.user],
        figure(words, kind, tally),
        detail(words, kind, tally),
        you=tally.user == asker,
    )


class Leaderboards:
    """Makes pages of leaderboards."""

    def __init__(self, glory: GloryStore) -> None:
        self._glory = glory

    async def board(
        self, reader: Reader, kind: Kind, era: Era, start: int, now: int
    ) -> Leaderboard:
        """The page that has the line `start`, counted from 0."""
        return await self._glory.leaderboard(
            reader.guild, period(era, now), kind, start=start, most=MOST, asker=reader.user
        )

    async def sheet(
        self, reader: Reader, kind: Kind, era: Era, board: Leaderboard, names: Names, now: int
    ) -> Sheet:
        """The page as a message."""
        words = reader.words
        title = words.say("Leaderboard")
        subtitle = words.say(
            "{kind} · {time}", kind=kind_name(words, kind), time=dates(words, era, now)
        )
        lines = tuple(leader(words, kind, line, names, reader.user) for line in board.lines)
        elsewhere = board.own is not None and board.own not in board.lines
        own = (
            leader(words, kind, board.own, names, reader.user) if board.own and elsewhere else None
        )
        notes = [note for note in (needed(words, kind), own_line(words, kind, board)) if note]
        if board.total:
            notes.append(
                words.say(
                    "{first} to {last} of {total}",
                    first=board.start + 1,
                    last=board.start + len(lines),
                    total=board.total,
                )
            )
        page = Page(title, subtitle, lines, own, tuple(notes))
        picture = await asyncio.to_thread(draw_leaderboard, page, PICTURES, words, reader.theme)
        told = []
        if not lines:
            told.append(words.say("Nobody yet in this period. `/challenge` someone!"))
        told.append(
            words.say("-# Matches with at least two people count. Months and seasons follow UTC.")
        )
        return Sheet(
            ("\n".join(told),),
            ((f"leaderboard{picture.suffix}", picture),),
            self._rows(reader, kind, era, board),
        )

    def _rows(
        self, reader: Reader, kind: Kind, era: Era, board: Leaderboard
    ) -> list[Sequence[ui.Item[Any]]]:
        words, asker = reader.words, reader.user
        menu = widgets.menu(
            custom_ids.leaderboard_menu(asker, era.value),
            [
                widgets.option(
                    kind_name(words, one), one.value, emoji=EMOJI[one], default=one is kind
                )
                for one in Kind
            ],
        )
        eras = [
            widgets.button(
                custom_ids.leaderboard(asker, kind.value, one.value, 0, "time"),
                era_name(words, one),
                style=discord.ButtonStyle.primary if one is era else discord.ButtonStyle.secondary,
                disabled=one is era,
            )
            for one in Era
        ]
        back, on = board.start - MOST, board.start + MOST
        turns = [
            turner(
                "back",
                custom_ids.leaderboard(asker, kind.value, era.value, max(back, 0), "back"),
                words,
                possible=board.start > 0,
            ),
            turner(
                "on",
                custom_ids.leaderboard(asker, kind.value, era.value, on, "on"),
                words,
                possible=on < board.total,
            ),
        ]
        if board.total <= MOST:
            turns = []
        return [[menu], [*eras, *turns]]
