"""The score of a match and the rematches that led to it, in a line."""

from collections.abc import Sequence

from bot.match.people.servers import Score
from bot.match.values.players import UserId
from cogs.base.mentions import mention
from texts import Words


def score_line(score: Score, users: Sequence[UserId], words: Words) -> str:
    """How often each of these people has won; "" if no match has a result yet."""
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
