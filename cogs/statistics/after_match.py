"""What a match meant to those who played it, in two lines below its end."""

import asyncio

import discord

from bot.match.holders import UserId
from bot.match.loaded import Loaded
from bot.match.statistics.achievements import figure
from bot.match.statistics.projections import GloryStore
from bot.match.statistics.results import lasted, results
from bot.match.types import Status
from cogs.statistics.achievements import known, reason, title
from cogs.statistics.pages import Names
from cogs.ui.markup import bold, escaped
from cogs.ui.names import NameBook
from texts import Words

LISTED = 6
"""Achievements that the card of a match tells; all stand in profiles."""


class AfterMatch:
    """Asks what has become of a match that is over."""

    def __init__(self, client: discord.Client, glory: GloryStore, names: NameBook) -> None:
        self._client = client
        self._glory = glory
        self._names = names

    async def lines(self, loaded: Loaded, words: Words) -> tuple[str, ...]:
        """Everybody's new rating, and what was achieved for the first time."""
        if loaded.status is not Status.OVER:
            return ()
        match = loaded.record.id
        taken = [one for one in await self._glory.of_match(match) if one.after is not None]
        earned = await self._glory.earned_in(match)
        users = [*(one.user for one in taken), *(user for user, _ in earned)]
        names = await self._names.names(self._client, loaded.record.guild, users, words)
        ratings = [
            words.say(
                "{player}: {rating} ({change})",
                player=escaped(names[one.user]),
                rating=one.after.shown,
                change=signed(one.change or 0),
            )
            for one in taken
            if one.after is not None
        ]
        lines = [words.say("-# 📈 Ratings · {ratings}", ratings=" · ".join(ratings))] * bool(
            ratings
        )
        return (*lines, *_achieved(earned, names, words))

    async def achieved(self, loaded: Loaded, words: Words) -> tuple[str, ...]:
        """What was achieved for the first time, and for what, a line each; LISTED at most."""
        if loaded.status is not Status.OVER:
            return ()
        earned = await self._glory.earned_in(loaded.record.id)
        users = (user for user, _ in earned)
        names = await self._names.names(self._client, loaded.record.guild, users, words)
        ended = {one.user: one for one in await asyncio.to_thread(results, loaded)}
        told = [
            words.say(
                "{achievement} · {player}: {reason}",
                player=bold(names[user]),
                achievement=title(words, found),
                reason=reason(words, found, figure(found, ended[user], lasted(loaded))),
            )
            for user, name in earned
            if (found := known(name)) is not None and user in ended
        ]
        left = len(told) - LISTED
        return (
            tuple(told)
            if left <= 0
            else (*told[:LISTED], words.say("… and {count} more", count=left))
        )


def _achieved(
    earned: tuple[tuple[UserId, str], ...], names: Names, words: Words
) -> tuple[str, ...]:
    """One line for what people achieved; () where nobody did."""
    theirs: dict[UserId, list[str]] = {}
    for user, name in earned:
        if (found := known(name)) is not None:
            theirs.setdefault(user, []).append(title(words, found))
    if not theirs:
        return ()
    told = [
        words.say(
            "{player}: {achievement}",
            player=escaped(names[user]),
            achievement=words.listed(titles),
        )
        for user, titles in theirs.items()
    ]
    return (words.say("-# New achievements · {achievements}", achievements=" · ".join(told)),)


def signed(number: int) -> str:
    """With its sign: ``+12``, ``−7``, ``±0``."""
    return f"+{number}" if number > 0 else f"−{-number}" if number < 0 else "±0"
