"""What is said of a tournament that is over: who has won, all places, the seasons of a league."""

from bot.match.tournaments.state import TournamentStatus
from cogs.tournaments.told import Told

FINAL = 16
"""Final places that are listed."""
SEASONS = 10
"""Seasons of a league whose champions are listed."""


def final_text(told: Told) -> str:
    """Who won, and the final places, up to FINAL."""
    now, words = told.now, told.words
    ranked = sorted((place, one) for one, place in enumerate(now.places) if place is not None)
    lines = [
        # Translators: A line of a table: place and name.
        words.say("{place}. {player}", place=place, player=told.bold(one))
        for place, one in ranked[:FINAL]
    ]
    if (more := len(ranked) - FINAL) > 0:
        lines.append(words.say("… and {count} more", count=more))
    winners = words.listed(told.bold(one) for one in now.champions)
    head = words.count(
        "## 🏆 {winners} has won {tournament}!",
        "## 🏆 {winners} have won {tournament}!",
        len(now.champions),
        winners=winners,
        tournament=told.title,
    )
    return "\n".join([head, *lines])


def end_line(told: Told) -> str:
    """How it ended where nobody has won."""
    now, words = told.now, told.words
    if now.status is TournamentStatus.OVER:
        return words.say("It's over, and nobody has won it.")
    if now.started is None:
        return words.say("It was called off before it started.")
    if now.is_league:
        return "\n".join([words.say("The league has ended."), *season_lines(told)])
    return words.say("It was ended before its time.")


def season_lines(told: Told) -> list[str]:
    """The champions of a league's latest seasons, up to SEASONS, the latest first."""
    now, words = told.now, told.words
    return [
        words.say(
            "🏆 Season {number}: {player}",
            number=stage.number,
            player=words.listed(told.bold(one) for one in stage.champions),
        )
        for stage in reversed(now.stages)
        if stage.champions
    ][:SEASONS]
