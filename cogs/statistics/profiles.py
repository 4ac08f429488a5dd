"""Somebody's profile as a message: the picture, and the same as text."""

import asyncio
from datetime import UTC, datetime

from babel.dates import format_date, format_timedelta

from bot.match.holders import UserId
from bot.match.statistics.achievements import Achievement
from bot.match.statistics.profile import Profile, profile
from bot.match.statistics.projections import ENOUGH_RATED, Beers, GloryStore, Kind, Leaderboard
from bot.match.types import MatchId
from cogs.statistics.achievements import known, needed, title
from cogs.statistics.achievements import name as called
from cogs.statistics.leaderboards import decimal, percent
from cogs.statistics.luck import luck_card
from cogs.statistics.pages import Names, Reader, Sheet
from cogs.ui.markup import escaped
from engine.games.dice_miner.content import HeroName
from engine.games.dice_miner.deeds import HAZARDS, TREASURE, TUNNELS
from render.charts.profile import Card, draw_profile
from render.charts.profile import Sheet as Drawn
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.words import hero_name
from render.words import points
from texts import Words

Earned = tuple[tuple[str, MatchId], ...]


class Profiles:
    """Makes profiles."""

    def __init__(self, glory: GloryStore) -> None:
        self._glory = glory

    async def known(self, reader: Reader, user: UserId) -> tuple[Profile, Earned, Leaderboard]:
        """What is known of somebody, and the leaderboard by rating with their place."""
        taken = await self._glory.taken(reader.guild, user)
        beers = await self._glory.beers(reader.guild, user)
        earned = await self._glory.achievements(reader.guild, user)
        board = await self._glory.leaderboard(
            reader.guild, "all", Kind.RATING, start=0, most=1, asker=user
        )
        return await asyncio.to_thread(profile, taken, beers), earned, board

    async def sheet(
        self,
        reader: Reader,
        user: UserId,
        found: Profile,
        earned: Earned,
        board: Leaderboard,
        names: Names,
    ) -> Sheet:
        """The profile as a message."""
        words, name = reader.words, names[user]
        heading = words.say("## 👤 {player}", player=escaped(name))
        if not found.matches:
            none = words.say("No match that counts is finished yet. `/challenge` someone!")
            return Sheet((f"{heading}\n{none}",))
        subtitle = _subtitle(words, found, board)
        achieved = [one for key, _ in earned if (one := known(key)) is not None]
        cards = _cards(words, found, names)
        have = _achieved(words, achieved)
        label = words.say("Achievements ({have})", have=have)
        strip = label, words.listed(called(words, one) for one in achieved) or "–"
        rating = "" if found.rating is None else str(found.rating)
        dates = ("", "")
        if found.curve:
            dates = (_date(words, found.curve[0].ended), _date(words, found.curve[-1].ended))
        drawn = Drawn(
            name,
            subtitle,
            rating,
            words.say("Rating"),
            tuple(moment.rating for moment in found.curve),
            dates,
            cards,
            strip,
        )
        picture = await asyncio.to_thread(draw_profile, drawn, PICTURES, words, reader.theme)
        told = [_rating(words, found)] if rating else []
        told += [
            words.say(
                "{achievement} · {reason}",
                achievement=title(words, one),
                reason=needed(words, one),
            )
            for one in achieved
        ]
        told.append(words.say("-# Matches in this server with at least two people count."))
        return Sheet(("\n".join(told),), ((f"profile{picture.suffix}", picture),))


def _subtitle(words: Words, found: Profile, board: Leaderboard) -> str:
    matches = words.count("{count} match", "{count} matches", found.matches)
    if board.own is not None:
        return words.say(
            "{matches} · place {place} of {total} by rating",
            matches=matches,
            place=board.own.place,
            total=board.total,
        )
    return words.say(
        "{matches} · ranked after {needed} rated matches",
        matches=matches,
        needed=ENOUGH_RATED,
    )


def _rating(words: Words, found: Profile) -> str:
    curve = [moment.rating for moment in found.curve]
    change = curve[-1] - (curve[-2] if len(curve) > 1 else 1000)
    return words.say(
        "**Rating**: {rating} ({change} in the last match), best {best}",
        rating=curve[-1],
        change=f"+{change}" if change > 0 else f"−{-change}" if change < 0 else "±0",
        best=max(curve),
    )


def _cards(words: Words, found: Profile, names: Names) -> tuple[Card, ...]:
    share = percent(words, found.wins / found.matches)
    figure = words.say("{wins} ({share})", wins=found.wins, share=share)
    streak = words.count(
        "{count} in a row, best {longest}",
        "{count} in a row, best {longest}",
        found.winning,
        longest=found.longest,
    )
    cards = [Card(words.say("Wins"), figure, streak)]
    for label, record in (
        (words.say("Best match"), found.best_match),
        (words.say("Best round"), found.best_round),
    ):
        if record is None:
            cards.append(Card(label, "–"))
        else:
            where = words.say("match #{match}", match=record.match)
            cards.append(Card(label, points(words, record.points), where))
    means = dict(found.kinds)
    cards += [
        Card(label, decimal(words, means[kind]), words.say("points per match"))
        for kind, label in (
            (TUNNELS, words.say("Tunnels")),
            (TREASURE, words.say("Treasure")),
            (HAZARDS, words.say("Hazards")),
        )
        if kind in means
    ]
    cards += _hero(words, found)
    cards += [*_beers(words, found, names), luck_card(words, found.fortune)]
    cards += _manners(words, found)
    return tuple(cards)


def _hero(words: Words, found: Profile) -> list[Card]:
    if not found.roles:
        return []
    role = found.roles[0]
    hero = next((one for one in HeroName if one.value == role.role), None)
    if hero is None:
        return []
    return [
        Card(
            words.say("Favourite hero"),
            hero_name(words, hero),
            words.count(
                "{count} match, {wins} won",
                "{count} matches, {wins} won",
                role.matches,
                wins=role.wins,
            ),
        )
    ]


def _beers(words: Words, found: Profile, names: Names) -> list[Card]:
    to, by = found.most_to, found.most_from
    most_to = "" if to is None else words.say("most to {friend}", friend=names[to.friend])
    most_from = "" if by is None else words.say("most from {friend}", friend=names[by.friend])
    return [
        Card(words.say("Beers given"), str(found.given), most_to),
        Card(words.say("Beers received"), str(found.got), most_from),
    ]


def _manners(words: Words, found: Profile) -> list[Card]:
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


def _achieved(words: Words, achieved: list[Achievement]) -> str:
    """How many there are of how many."""
    return words.say("{have} of {all}", have=len(achieved), all=len(Achievement))


def friends(beers: tuple[Beers | None, ...]) -> list[UserId]:
    """Whose names a profile needs."""
    return [one.friend for one in beers if one is not None]


def _date(words: Words, at: int) -> str:
    return format_date(datetime.fromtimestamp(at, UTC), "medium", locale=words.locale)
