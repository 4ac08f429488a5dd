"""A user's profile as a message: the picture, and the same as text."""

import asyncio
from collections.abc import Collection
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial

from babel.dates import format_date, format_timedelta

from bot.match.daily.records import DayRecord, DayRecords
from bot.match.log.records import MatchId
from bot.match.puzzles.records import PuzzleRecord
from bot.match.statistics import across_servers
from bot.match.statistics.played import NO_COUNTS, Counts
from bot.match.statistics.profile import Profile, profile
from bot.match.statistics.projections import (
    ENOUGH_RATED,
    Leaderboard,
    LeaderboardMeasure,
    Ranking,
    Tally,
    rankings,
)
from bot.match.stores import Stores
from bot.match.tournaments.records import Trophy
from bot.match.tournaments.terms import NAME
from bot.match.values.players import UserId
from cogs.base.figures import decimal, percent, with_sign
from cogs.base.markup import escaped
from cogs.drawing.queue import DrawingQueue
from cogs.screens.statistics import AchievementText
from cogs.statistics.day_boards import day_cards, days_drawing
from cogs.statistics.pages import Reader, StatisticsSheet
from cogs.ui.luck import luck_card
from cogs.ui.names import Names
from cogs.ui.telling_apart import MARK, told_apart
from render.charts.profile import Card, Sheet, draw_profile
from render.picture import Picture
from render.words import points
from texts import Words

BY_RATING = Ranking(LeaderboardMeasure.RATING)
TROPHIES = 5
MEDALS = {1: "🏆", 2: "🥈", 3: "🥉"}


@dataclass(frozen=True, slots=True)
class ProfileFacts:
    profile: Profile
    earned: tuple[tuple[str, MatchId], ...]
    """Achievements, each with the match in which it was first earned."""
    board: Leaderboard[Tally] | None
    days: DayRecord | None = None
    trophies: tuple[Trophy, ...] = ()
    puzzles: PuzzleRecord | None = None


async def load_profile(
    stores: Stores, records: DayRecords, reader: Reader, user: UserId
) -> ProfileFacts:
    if reader.everywhere:
        return await _load_everywhere(stores, records, reader, user)
    guild, game, store = reader.guild, reader.game_name, stores.statistics
    results = await store.results(guild, game, user)
    exchanges = await store.gifts(guild, game, user)
    earned = await store.achievements(guild, game, user)
    board = None
    if BY_RATING in rankings(reader.game):
        board = await store.leaderboard(guild, game, "all", BY_RATING, start=0, most=1, asker=user)
    fewest = reader.statistics.fewest
    data = await asyncio.to_thread(profile, results, exchanges, fewest=fewest)
    days = None
    if reader.has_days:
        days = await records.record(game, user, guild, fewest=fewest)
    trophies = await stores.tournaments.trophies(guild, user, TROPHIES + 1)
    puzzles = await stores.puzzles.record(game, user)
    return ProfileFacts(data, earned, board, days, trophies, puzzles)


async def _load_everywhere(
    stores: Stores, records: DayRecords, reader: Reader, user: UserId
) -> ProfileFacts:
    """Return the same from all servers. Places in rankings belong to one server."""
    game, store, fewest = reader.game_name, stores.statistics, reader.statistics.fewest
    results = await across_servers.results(store, game, user)
    exchanges = await across_servers.gifts(store, game, user)
    days = None
    if reader.has_days:
        days = await records.record(game, user, None, fewest=fewest)
    return ProfileFacts(
        await asyncio.to_thread(profile, results, exchanges, fewest=fewest),
        await across_servers.achievements(store, game, user),
        None,
        days,
        await stores.tournaments.trophies(None, user, TROPHIES + 1),
        await stores.puzzles.record(game, user),
    )


async def profile_sheet(
    drawing: DrawingQueue,
    reader: Reader,
    user: UserId,
    data: ProfileFacts,
    names: Names,
    others: Counts = NO_COUNTS,
) -> StatisticsSheet:
    """Return the profile; without a match it names the `others`, matches by game."""
    words, name, profile = reader.words, names[user], data.profile
    heading = reader.about(words.say("## 👤 {player}", player=escaped(name)))
    if not profile.matches and data.days is None:
        texts = (f"{heading}\n{_none_yet(reader, others)}", *_trophies(words, data))
        return StatisticsSheet(texts, await _puzzle_pictures(drawing, reader, name, data.puzzles))
    achieved = [
        achievement
        for key, _ in data.earned
        if (achievement := reader.screens.achievement(words, key, None)) is not None
    ]
    records = (profile.best_match, profile.best_round)
    nameable = await reader.nameable({record[1] for record in records if record is not None})
    rating = "" if profile.rating is None else str(profile.rating)
    dates = ("", "")
    if profile.curve:
        dates = (_date(words, profile.curve[0][0]), _date(words, profile.curve[-1][0]))
    drawn = Sheet(
        name,
        reader.about(_subtitle(words, profile, data)),
        rating,
        "" if data.board is None else words.say("Rating"),
        tuple(rating for _, rating in profile.curve),
        dates,
        (*day_cards(words, data.days), *_cards(reader, profile, names, nameable)),
        _strip(reader, achieved),
    )
    picture = await drawing.draw(partial(draw_profile, drawn, reader.pictures, words, reader.theme))
    lines = [_rating(words, profile)] if rating else []
    lines += [
        words.say(
            "{achievement} · {reason}", achievement=achievement.title, reason=achievement.reason
        )
        for achievement in achieved
    ]
    if not reader.alone:
        lines.append(_counting(reader))
    pictures = [(f"profile{picture.suffix}", picture)]
    if data.days is not None:
        lines.append(
            words.say(
                "-# Days on which the puzzle was opened in this server count. "
                "Days off (`/away`) don't break a row."
            )
        )
        plot = await drawing.draw(days_drawing(reader, data.days))
        pictures.append((f"days{plot.suffix}", plot))
    pictures += await _puzzle_pictures(drawing, reader, name, data.puzzles)
    return StatisticsSheet((*_trophies(words, data), "\n".join(lines)), tuple(pictures))


async def _puzzle_pictures(
    drawing: DrawingQueue, reader: Reader, name: str, record: PuzzleRecord | None
) -> tuple[tuple[str, Picture], ...]:
    """Draw the puzzle rating over time; () for users who have answered no puzzle."""
    if record is None:
        return ()
    words = reader.words
    subtitle = words.count(
        "{solved} of {count} puzzle solved",
        "{solved} of {count} puzzles solved",
        record.answered,
        solved=record.solved,
    )
    drawn = Sheet(
        name,
        subtitle,
        str(record.ratings[-1].shown),
        words.say("Puzzle rating"),
        tuple(rating.shown for rating in record.ratings),
        (_date(words, record.since), _date(words, record.until)),
        (),
    )
    picture = await drawing.draw(partial(draw_profile, drawn, reader.pictures, words, reader.theme))
    return ((f"puzzles{picture.suffix}", picture),)


def _trophies(words: Words, data: ProfileFacts) -> tuple[str, ...]:
    listed = data.trophies[:TROPHIES]
    # Seasons of a league differ by their number.
    won = [*dict.fromkeys((trophy.number, trophy.name) for trophy in listed)]
    marks = [f"· T{number}" for number, _ in won]
    apart = told_apart([name for _, name in won], marks, NAME + MARK)
    titles = dict(zip(won, apart, strict=True))
    lines = [_trophy(words, trophy, titles[trophy.number, trophy.name]) for trophy in listed]
    if len(data.trophies) > TROPHIES:
        lines.append(words.say("… and more"))
    return ("\n".join(lines),) if lines else ()


def _trophy(words: Words, trophy: Trophy, title: str) -> str:
    name = escaped(title)
    if trophy.stage:
        name = words.say("{tournament}, season {number}", tournament=name, number=trophy.stage)
    # Translators: A player's place in a tournament; {medal} is an emoji.
    return words.say(
        "{medal} {tournament} · place {place} of {all}",
        medal=MEDALS[trophy.place],
        tournament=name,
        place=trophy.place,
        all=trophy.of,
    )


def _none_yet(reader: Reader, others: Counts) -> str:
    words, games = reader.words, reader.elsewhere(others)
    if reader.alone and games:
        return words.say(
            "No match of this game is finished yet. Finished in other games: {games}.", games=games
        )
    if reader.alone:
        return words.say("No match is finished yet.")
    if games:
        none = words.say(
            "No match of this game that counts is finished yet. Finished in other games: {games}.",
            games=games,
        )
    else:
        none = words.say("No match that counts is finished yet. `/challenge` someone!")
    if reader.everywhere and not games:
        none = words.say("No match that counts is finished yet.")
    return f"{none}\n{_counting(reader)}"


def _counting(reader: Reader) -> str:
    words = reader.words
    if reader.everywhere:
        return words.say("-# Matches with at least two people count, those of all your servers.")
    return words.say("-# Matches in this server with at least two people count.")


def _strip(reader: Reader, achieved: list[AchievementText]) -> tuple[str, str]:
    words, count = reader.words, len(reader.statistics.achievements)
    if not count:
        return ("", "")
    have = words.say("{have} of {all}", have=len(achieved), all=count)
    label = words.say("Achievements ({have})", have=have)
    return label, words.listed(text.name for text in achieved) or "–"


def _subtitle(words: Words, profile: Profile, data: ProfileFacts) -> str:
    board = data.board
    if not profile.matches and data.days is not None:
        return words.count("{count} day", "{count} days", data.days.days)
    matches = words.count("{count} match", "{count} matches", profile.matches)
    if board is None:
        return matches
    if board.own is not None:
        return words.say(
            "{matches} · place {place} of {total} by rating",
            matches=matches,
            place=board.own[0],
            total=board.total,
        )
    return words.say(
        "{matches} · ranked after {needed} rated matches", matches=matches, needed=ENOUGH_RATED
    )


def _rating(words: Words, profile: Profile) -> str:
    curve = [rating for _, rating in profile.curve]
    change = curve[-1] - (curve[-2] if len(curve) > 1 else 1000)
    return words.say(
        "**Rating**: {rating} ({change} in the last match), best {best}",
        rating=curve[-1],
        change=with_sign(change),
        best=max(curve),
    )


def _cards(
    reader: Reader, profile: Profile, names: Names, nameable: Collection[MatchId]
) -> tuple[Card, ...]:
    if not profile.matches:
        return ()
    words, kinds = reader.words, reader.screens.kinds(reader.words)
    cards = [_wins(words, profile)] if profile.placed else []
    best = [(words.say("Best match"), profile.best_match)]
    if profile.best_round != profile.best_match:  # equal if the match has one round
        best.append((words.say("Best round"), profile.best_round))
    for label, record in best:
        if record is not None:
            amount, match = record
            where = words.say("match #{match}", match=match) if match in nameable else ""
            cards.append(Card(label, points(words, amount), where))
        elif kinds:
            cards.append(Card(label, "–"))
    means = dict(profile.kinds)
    cards += [
        Card(label, decimal(words, means[kind]), words.say("points per match"))
        for kind, label in kinds
        if kind in means
    ]
    if not kinds and profile.whole:
        mean = decimal(words, profile.points / profile.whole)
        cards.append(Card(words.say("Points per match"), mean))
    cards += _role(reader, profile)
    for name in reader.statistics.gifts:
        cards += _gifts(reader, profile, name, names)
    cards.append(luck_card(words, profile.fortune))
    return (*cards, *_reliability(words, profile))


def _wins(words: Words, profile: Profile) -> Card:
    share = percent(words, profile.wins / profile.placed)
    figure = words.say("{wins} ({share})", wins=profile.wins, share=share)
    streak = words.count(
        "{count} in a row, best {longest}",
        "{count} in a row, best {longest}",
        profile.winning,
        longest=profile.longest,
    )
    return Card(words.say("Wins"), figure, streak)


def _role(reader: Reader, profile: Profile) -> list[Card]:
    if not profile.roles:
        return []
    words, role = reader.words, profile.roles[0]
    character = reader.screens.role(words, role.role)
    if character is None:
        return []
    label, name = character
    played = words.count(
        "{count} match, {wins} won", "{count} matches, {wins} won", role.matches, wins=role.wins
    )
    return [Card(label, name, played)]


def _gifts(reader: Reader, profile: Profile, name: str, names: Names) -> list[Card]:
    words, text = reader.words, reader.screens.gift(reader.words, name)
    (given, to), (received, by) = profile.given(name), profile.received(name)
    most_to = "" if to is None else words.say("most to {friend}", friend=names[to])
    most_from = "" if by is None else words.say("most from {friend}", friend=names[by])
    return [Card(text.given, str(given), most_to), Card(text.got, str(received), most_from)]


def _reliability(words: Words, profile: Profile) -> list[Card]:
    cards = []
    if profile.turns:
        waited = format_timedelta(profile.seconds // profile.turns, locale=words.locale)
        in_time = max(profile.turns - profile.late, 0) / profile.turns
        cards.append(
            Card(
                words.say("Turns on time"),
                percent(words, in_time),
                words.say("{time} per turn on average", time=waited),
            )
        )
    left = profile.resigned + profile.replaced
    detail = words.say(
        "{resigned} resigned, {replaced} replaced for being late",
        resigned=profile.resigned,
        replaced=profile.replaced,
    )
    cards.append(
        Card(
            words.say("Matches left early"),
            words.say("{left} of {matches}", left=left, matches=profile.matches),
            detail if left else "",
        )
    )
    return cards


def friends(reader: Reader, profile: Profile) -> list[UserId]:
    totals = [
        total
        for name in reader.statistics.gifts
        for total in (profile.given(name), profile.received(name))
    ]
    return [friend for _, friend in totals if friend is not None]


def _date(words: Words, at: int) -> str:
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=words.locale)
