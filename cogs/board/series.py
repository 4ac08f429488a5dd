"""How a row of rematches stands, in a line."""

from collections.abc import Sequence

from bot.match.holders import UserId
from bot.match.people.servers import Score
from cogs.ui.names import mention
from texts import Words


def score_line(score: Score, users: Sequence[UserId], words: Words) -> str:
    """The wins of these people, who are named by mentions; "" where no match has a result."""
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
