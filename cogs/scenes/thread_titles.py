"""Titles of threads and posts of matches. Discord shows them as plain text, without mentions."""

from collections.abc import Callable, Sequence

from cogs.base.text_limits import THREAD, cut
from texts import Words


def thread_title(names: Sequence[str], match: int, words: Words, emoji: str) -> str:
    def title(most: int) -> str:
        listed = words.listed(cut(name, most) for name in names)
        # Translators: The title of a match's thread; {emoji} is the sign of its game.
        return words.say("{emoji} {players} · #{match}", emoji=emoji, players=listed, match=match)

    return _fitting(title, names)


def post_title(names: Sequence[str], game: str, match: int, words: Words, emoji: str) -> str:
    def title(most: int) -> str:
        listed = words.listed(cut(name, most) for name in names)
        return words.say(
            # Translators: The title of a match's post in a forum; {emoji} is the sign of its game.
            "{emoji} {game}: {players} · #{match}",
            emoji=emoji,
            game=game,
            players=listed,
            match=match,
        )

    return _fitting(title, names)


def table_title(title: str, tournament: str, words: Words) -> str:
    """Add the tournament to a title, which starts with the players, because long titles are cut and
    the tournament is the same for all its matches.
    """
    # Translators: The title of a thread: a match of a tournament.
    text = words.say("{match} · {tournament}", match=title, tournament=tournament)
    return cut(text, THREAD)


def _fitting(title: Callable[[int], str], names: Sequence[str]) -> str:
    """Return the title with the longest names that fit; `title` takes their length."""
    longest = max(map(len, names))
    return next(
        (candidate for most in range(longest, 1, -1) if len(candidate := title(most)) <= THREAD),
        title(1),
    )
