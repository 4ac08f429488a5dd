"""The score of a series of rematches."""

from collections.abc import Sequence

from bot.match.people.servers import SeriesScore
from bot.match.values.players import UserId
from cogs.base.mentions import mention
from texts import Words


def score_line(score: SeriesScore, users: Sequence[UserId], words: Words) -> str:
    if not score.matches:
        return ""
    wins = words.listed(
        words.say("{player}: {wins}", player=mention(user, words), wins=won)
        for user, won in score.of(users)
    )
    return words.count(
        "🏅 Wins after {count} match against each other · {wins}",
        "🏅 Wins after {count} matches against each other · {wins}",
        score.matches,
        wins=wins,
    )
