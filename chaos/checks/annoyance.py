"""Checks of annoyance: no user can make the bot ping or post again and again."""

import re
from collections import defaultdict
from collections.abc import Iterator
from itertools import islice

from bot.match.log.events import MatchEventKind
from bot.match.log.loaded import Loaded
from bot.match.people.pings import Ping
from chaos.checks.budget import exceeded
from chaos.custom_ids import INVITATION, MATCH, NOTICE, read
from chaos.evidence import Evidence
from chaos.transcript import Post
from cogs.board.mentions import ended_by

MESSAGES, WITHIN = 3, 600.0
"""Largest number of messages in one place and in this many seconds about a user's absence."""
_BY_TIME = (
    MatchEventKind.LATE,
    MatchEventKind.WARNED,
    MatchEventKind.REPLACED,
    MatchEventKind.FORFEITED,
    MatchEventKind.IDLE_WARNED,
)
_AWAY = re.compile(r"🏖️ <@(\d+)> is away|👋 <@(\d+)> is back")


def pestered(evidence: Evidence) -> list[str]:
    """Return senders whose invitations, declines, pauses and so on caused more pings than allowed.

    Calls to a turn, and pings caused by the clock, don't count.
    """
    posts = {post.message: post for post in evidence.transcript.posts}
    pings = [
        Ping(sender, receiver, int(post.at))
        for message, receiver in evidence.transcript.pings
        if (post := posts.get(message)) is not None
        for sender in _senders(evidence, post)
        if sender != receiver
    ]
    return exceeded(pings, int(evidence.transcript.skew))


def away_again(evidence: Evidence) -> list[str]:
    times: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for post in evidence.transcript.posts:
        if notice := _AWAY.match(post.text):
            times[int(notice[1] or notice[2]), post.channel].append(post.at)
    return [
        f"user {user} caused {most} messages in {channel} within {WITHIN:.0f} seconds"
        for (user, channel), at in times.items()
        if (most := _most(at)) > MESSAGES
    ]


def _most(times: list[float]) -> int:
    return max(sum(start <= at < start + WITHIN for at in times) for start in times)


def _senders(evidence: Evidence, post: Post) -> Iterator[int]:
    parts = [read(custom_id) for custom_id in post.custom_ids]
    if any(part.is_played for part in parts):
        return
    for part in parts:
        loaded = None if part.match is None else evidence.life_at(post.at).matches.get(part.match)
        if part.family is INVITATION:
            if loaded is not None:
                yield loaded.roster.host
            return
        if part.family is MATCH and part.verb == "rematch":
            if loaded is not None:
                yield from filter(None, [ended_by(loaded)])
            return
        if part.family is NOTICE and _by_time(loaded, part.n or 0):
            return
    if "can't make it this time" in post.text:
        yield from _decliners(evidence, post)
        return
    pinged = {user for message, user in evidence.transcript.pings if message == post.message}
    yield from (user for user in post.mentioned if user not in pinged)


def _by_time(loaded: Loaded | None, n: int) -> bool:
    return loaded is not None and n < len(loaded.events) and loaded.events[n].kind in _BY_TIME


def _decliners(evidence: Evidence, post: Post) -> Iterator[int]:
    clicks = reversed(evidence.transcript.clicks)
    declined = (c for c in clicks if c.at <= post.at and read(c.custom_id).verb == "decline")
    yield from (click.user for click in islice(declined, 1))
