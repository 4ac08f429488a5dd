"""Ratings and achievements of a finished match, for its last message and its card."""

import asyncio

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.statistics.results import results
from bot.match.values.players import UserId
from cogs.base.figures import with_sign
from cogs.base.markup import bold, escaped
from cogs.kit import Kit
from cogs.screens.statistics import StatisticsScreens
from cogs.ui.names import Names
from render.words import points
from texts import Words

LISTED = 6


async def after_match_lines(kit: Kit, loaded: Loaded, words: Words) -> tuple[str, ...]:
    if loaded.status is not Status.OVER:
        return ()
    match = loaded.record.id
    rated = [
        result for result in await kit.stores.statistics.of_match(match) if result.after is not None
    ]
    earned = await kit.stores.statistics.earned_in(match)
    users = [*(result.user for result in rated), *(user for user, _ in earned)]
    names = await kit.names.names(kit.client, loaded.record.guild, users, words)
    ratings = [
        words.say(
            "{player}: {rating} ({change})",
            player=escaped(names[result.user]),
            rating=result.after.shown,
            change=with_sign(result.change or 0),
        )
        for result in rated
        if result.after is not None
    ]
    lines = [words.say("-# 📈 Ratings · {ratings}", ratings=" · ".join(ratings))] * bool(ratings)
    screens = kit.games.statistics(loaded.record.game)
    return (
        *await _compared(kit, loaded, words),
        *lines,
        *_achieved(earned, names, words, screens),
    )


async def _compared(kit: Kit, loaded: Loaded, words: Words) -> tuple[str, ...]:
    """Compare a match for one with the player's earlier ones, because it has no opponent."""
    user = loaded.roster.holders[0]
    if loaded.seats > 1 or user is None or loaded.outcome is None:
        return ()
    average = await kit.stores.statistics.average_before(loaded.record.id, user)
    if average is None:
        return ()
    mean = round(average)
    difference = loaded.game.scores(loaded.state)[0] - mean
    values = {"difference": points(words, abs(difference)), "average": mean}
    if difference > 0:
        return (words.say("📊 {difference} above your average of {average}.", **values),)
    if difference < 0:
        return (words.say("📊 {difference} below your average of {average}.", **values),)
    return (words.say("📊 Exactly your average: {average}.", average=mean),)


async def achievement_lines(kit: Kit, loaded: Loaded, words: Words) -> tuple[str, ...]:
    if loaded.status is not Status.OVER:
        return ()
    earned = await kit.stores.statistics.earned_in(loaded.record.id)
    users = (user for user, _ in earned)
    names = await kit.names.names(kit.client, loaded.record.guild, users, words)
    screens = kit.games.statistics(loaded.record.game)
    figures = {
        (result.user, name): figure
        for result in await asyncio.to_thread(results, loaded)
        for name, figure in result.earned
    }
    lines = [
        words.say(
            "{achievement} · {player}: {reason}",
            player=bold(names[user]),
            achievement=achievement.title,
            reason=achievement.reason,
        )
        for user, name in earned
        if (user, name) in figures
        and (achievement := screens.achievement(words, name, figures[user, name])) is not None
    ]
    left = len(lines) - LISTED
    return (
        tuple(lines)
        if left <= 0
        else (*lines[:LISTED], words.say("… and {count} more", count=left))
    )


def _achieved(
    earned: tuple[tuple[UserId, str], ...], names: Names, words: Words, screens: StatisticsScreens
) -> tuple[str, ...]:
    theirs: dict[UserId, list[str]] = {}
    for user, name in earned:
        if (achievement := screens.achievement(words, name, None)) is not None:
            theirs.setdefault(user, []).append(achievement.title)
    if not theirs:
        return ()
    lines = [
        words.say(
            "{player}: {achievement}", player=escaped(names[user]), achievement=words.listed(titles)
        )
        for user, titles in theirs.items()
    ]
    return (words.say("-# New achievements · {achievements}", achievements=" · ".join(lines)),)
