"""Somebody's profile as a message: the picture, and the same as text."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from babel.dates import format_date, format_timedelta

from bot.match.daily.records import DayRecord, DayRecords
from bot.match.log.records import MatchId
from bot.match.statistics.profile import Profile, profile
from bot.match.statistics.projections import ENOUGH_RATED, Leaderboard, Measure, Ranking, rankings
from bot.match.statistics.store import StatisticsStore
from bot.match.tournaments.records import Trophy
from bot.match.tournaments.store import TournamentStore
from bot.match.tournaments.terms import NAME
from bot.match.values.players import UserId
from cogs.base.figures import decimal, percent, signed
from cogs.base.markup import escaped
from cogs.drawing.queue import DrawingQueue
from cogs.screens.statistics import AchievementText
from cogs.statistics.day_boards import day_cards, days_drawing
from cogs.statistics.pages import Reader, Sheet
from cogs.ui.luck import luck_card
from cogs.ui.names import Names
from cogs.ui.telling_apart import MARK, told_apart
from engine.core.capabilities import Luck
from render.charts.profile import Card, draw_profile
from render.charts.profile import Sheet as Drawn
from render.words import points
from texts import Words

BY_RATING = Ranking(Measure.RATING)
TROPHIES = 5
"""Trophies that a profile names."""
MEDALS = {1: "🏆", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of somebody."""

    profile: Profile
    earned: tuple[tuple[str, MatchId], ...]
    """Their achievements, and since which match they have them."""
    board: Leaderboard | None
    """The leaderboard by rating with their place; None if the game has none."""
    days: DayRecord | None = None
    """How they do in the puzzle of the day; None without a result."""
    trophies: tuple[Trophy, ...] = ()
    """What they have won in tournaments, in all games, the latest first."""


class Profiles:
    """Makes profiles."""

    def __init__(
        self,
        statistics: StatisticsStore,
        records: DayRecords,
        tournaments: TournamentStore,
        drawing: DrawingQueue,
    ) -> None:
        self._statistics = statistics
        self._tournaments = tournaments
        self._drawing = drawing
        self._records = records

    async def known(self, reader: Reader, user: UserId) -> Known:
        """What is known of somebody."""
        guild, game, store = reader.guild, reader.game_name, self._statistics
        results = await store.results(guild, game, user)
        exchanges = await store.gifts(guild, game, user)
        earned = await store.achievements(guild, game, user)
        board = None
        if BY_RATING in rankings(reader.game):
            board = await store.leaderboard(
                guild, game, "all", BY_RATING, start=0, most=1, asker=user
            )
        fewest = reader.statistics.fewest
        made = await asyncio.to_thread(profile, results, exchanges, fewest=fewest)
        days = None
        if reader.has_days:
            days = await self._records.record(game, user, guild, fewest=fewest)
        trophies = await self._tournaments.trophies(guild, user, TROPHIES + 1)
        return Known(made, earned, board, days, trophies)

    async def sheet(self, reader: Reader, user: UserId, known: Known, names: Names) -> Sheet:
        """The profile as a message."""
        words, name, found = reader.words, names[user], known.profile
        heading = reader.about(words.say("## 👤 {player}", player=escaped(name)))
        if not found.matches and known.days is None:
            return Sheet((f"{heading}\n{_none_yet(reader)}", *_trophies(words, known)))
        achieved = [
            one
            for key, _ in known.earned
            if (one := reader.screens.achievement(words, key, None)) is not None
        ]
        records = (found.best_match, found.best_round)
        nameable = await reader.nameable({one.match for one in records if one is not None})
        rating = "" if found.rating is None else str(found.rating)
        dates = ("", "")
        if found.curve:
            dates = (_date(words, found.curve[0].ended), _date(words, found.curve[-1].ended))
        drawn = Drawn(
            name,
            reader.about(_subtitle(words, found, known)),
            rating,
            "" if known.board is None else words.say("Rating"),
            tuple(moment.rating for moment in found.curve),
            dates,
            (*day_cards(words, known.days), *_cards(reader, found, names, nameable)),
            _strip(reader, achieved),
        )
        picture = await self._drawing.draw(
            partial(draw_profile, drawn, reader.pictures, words, reader.theme)
        )
        told = [_rating(words, found)] if rating else []
        told += [
            words.say("{achievement} · {reason}", achievement=one.title, reason=one.reason)
            for one in achieved
        ]
        if not reader.alone:
            told.append(words.say("-# Matches in this server with at least two people count."))
        pictures = [(f"profile{picture.suffix}", picture)]
        if known.days is not None:
            told.append(
                words.say(
                    "-# Days on which the puzzle was opened in this server count. "
                    "Days off (`/away`) don't break a row."
                )
            )
            plot = await self._drawing.draw(days_drawing(reader, known.days))
            pictures.append((f"days{plot.suffix}", plot))
        return Sheet((*_trophies(words, known), "\n".join(told)), tuple(pictures))


def _trophies(words: Words, known: Known) -> tuple[str, ...]:
    """What they have won, up to TROPHIES lines in one text; () for nothing."""
    shown = known.trophies[:TROPHIES]
    # Seasons of a league differ by their number.
    won = [*dict.fromkeys((one.tournament, one.name) for one in shown)]
    marks = [f"· T{tournament}" for tournament, _ in won]
    apart = told_apart([name for _, name in won], marks, NAME + MARK)
    titles = dict(zip(won, apart, strict=True))
    lines = [_trophy(words, one, titles[one.tournament, one.name]) for one in shown]
    if len(known.trophies) > TROPHIES:
        lines.append(words.say("… and more"))
    return ("\n".join(lines),) if lines else ()


def _trophy(words: Words, trophy: Trophy, title: str) -> str:
    name = escaped(title)
    if trophy.stage:
        name = words.say("{tournament}, season {number}", tournament=name, number=trophy.stage)
    # Translators: Somebody's place in a tournament; {medal} is an emoji.
    return words.say(
        "{medal} {tournament} · place {place} of {all}",
        medal=MEDALS[trophy.place],
        tournament=name,
        place=trophy.place,
        all=trophy.of,
    )


def _none_yet(reader: Reader) -> str:
    if reader.alone:
        return reader.words.say("No match is finished yet.")
    return reader.words.say("No match that counts is finished yet. `/challenge` someone!")


def _strip(reader: Reader, achieved: list[AchievementText]) -> tuple[str, str]:
    """The achievements in a line, with how many there are of how many."""
    words, count = reader.words, len(reader.statistics.achievements)
    if not count:
        return ("", "")
    have = words.say("{have} of {all}", have=len(achieved), all=count)
    label = words.say("Achievements ({have})", have=have)
    return label, words.listed(one.name for one in achieved) or "–"


def _subtitle(words: Words, found: Profile, known: Known) -> str:
    board = known.board
    if not found.matches and known.days is not None:
        return words.count("{count} day", "{count} days", known.days.days)
    matches = words.count("{count} match", "{count} matches", found.matches)
    if board is None:
        return matches
    if board.own is not None:
        return words.say(
            "{matches} · place {place} of {total} by rating",
            matches=matches,
            place=board.own.place,
            total=board.total,
        )
    return words.say(
        "{matches} · ranked after {needed} rated matches", matches=matches, needed=ENOUGH_RATED
    )


def _rating(words: Words, found: Profile) -> str:
    curve = [moment.rating for moment in found.curve]
    change = curve[-1] - (curve[-2] if len(curve) > 1 else 1000)
    return words.say(
        "**Rating**: {rating} ({change} in the last match), best {best}",
        rating=curve[-1],
        change=signed(change),
        best=max(curve),
    )


def _cards(
    reader: Reader, found: Profile, names: Names, nameable: Collection[MatchId]
) -> tuple[Card, ...]:
    if not found.matches:
        return ()
    words, kinds = reader.words, reader.screens.kinds(reader.words)
    cards = [_wins(words, found)] if found.placed else []
    best = [(words.say("Best match"), found.best_match)]
    if found.best_round != found.best_match:  # else the match has one round
        best.append((words.say("Best round"), found.best_round))
    for label, record in best:
        if record is not None:
            is_named = record.match in nameable
            where = words.say("match #{match}", match=record.match) if is_named else ""
            cards.append(Card(label, points(words, record.points), where))
        elif kinds:
            cards.append(Card(label, "–"))
    means = dict(found.kinds)
    cards += [
        Card(label, decimal(words, means[kind]), words.say("points per match"))
        for kind, label in kinds
        if kind in means
    ]
    if not kinds and found.whole:
        mean = decimal(words, found.points / found.whole)
        cards.append(Card(words.say("Points per match"), mean))
    cards += _role(reader, found)
    for name in reader.statistics.gifts:
        cards += _gifts(reader, found, name, names)
    if isinstance(reader.game, Luck):
        cards.append(luck_card(words, found.fortune))
    return (*cards, *_reliability(words, found))


def _wins(words: Words, found: Profile) -> Card:
    share = percent(words, found.wins / found.placed)
    figure = words.say("{wins} ({share})", wins=found.wins, share=share)
    streak = words.count(
        "{count} in a row, best {longest}",
        "{count} in a row, best {longest}",
        found.winning,
        longest=found.longest,
    )
    return Card(words.say("Wins"), figure, streak)


def _role(reader: Reader, found: Profile) -> list[Card]:
    """The character played most; [] if the game has none."""
    if not found.roles:
        return []
    words, role = reader.words, found.roles[0]
    text = reader.screens.role(words, role.role)
    if text is None:
        return []
    played = words.count(
        "{count} match, {wins} won", "{count} matches, {wins} won", role.matches, wins=role.wins
    )
    return [Card(text.label, text.name, played)]


def _gifts(reader: Reader, found: Profile, name: str, names: Names) -> list[Card]:
    """What was given and received, with the friend each was shared with most."""
    words, gifts = reader.words, found.gifts(name)
    to, by = gifts.most_to, gifts.most_from
    most_to = "" if to is None else words.say("most to {friend}", friend=names[to.friend])
    most_from = "" if by is None else words.say("most from {friend}", friend=names[by.friend])
    text = reader.screens.gift(words, name)
    return [Card(text.given, str(gifts.given), most_to), Card(text.got, str(gifts.got), most_from)]


def _reliability(words: Words, found: Profile) -> list[Card]:
    """How reliable they are."""
    cards = []
    if found.turns:
        waited = format_timedelta(found.seconds // found.turns, locale=words.locale)
        in_time = max(found.turns - found.late, 0) / found.turns
        cards.append(
            Card(
                words.say("Turns on time"),
                percent(words, in_time),
                words.say("{time} per turn on average", time=waited),
            )
        )
    left = found.resigned + found.replaced
    detail = words.say(
        "{resigned} resigned, {replaced} replaced for being late",
        resigned=found.resigned,
        replaced=found.replaced,
    )
    cards.append(
        Card(
            words.say("Matches left early"),
            words.say("{left} of {matches}", left=left, matches=found.matches),
            detail if left else "",
        )
    )
    return cards


def friends(reader: Reader, found: Profile) -> list[UserId]:
    """Whose names a profile needs."""
    shared = [found.gifts(name) for name in reader.statistics.gifts]
    most = [exchange for one in shared for exchange in (one.most_to, one.most_from)]
    return [exchange.friend for exchange in most if exchange is not None]


def _date(words: Words, at: int) -> str:
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=words.locale)
