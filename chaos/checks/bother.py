"""Of what people do to each other: nobody makes the bot ping somebody again and again."""

import re
from collections import defaultdict
from collections.abc import Iterator

from bot.match.events import EventKind
from bot.match.people.pings import Ping
from chaos.checks.budget import exceeded
from chaos.evidence import Evidence
from chaos.shelf import BOARDS, ENDS, LOBBIES
from chaos.transcript import Post
from cogs.board.mentions import ended_by

MESSAGES, WITHIN = 3, 600.0
"""So many messages at most that somebody is away or back, in one place within so many seconds."""
_NOTICE = re.compile(r"2:notice:(\d+):(\d+):.*")
_BY_TIME = (EventKind.LATE, EventKind.WARNED, EventKind.REPLACED, EventKind.IDLE_WARNED)
_AWAY = re.compile(r"🏖️ <@(\d+)> is away|👋 <@(\d+)> is back")


def pestered(evidence: Evidence) -> list[str]:
    """Senders who caused more pings than they may: by invitations, declines, pauses and the like.

    Calls to a turn, and what the clock brings about, are not among them.
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
    """Places that were told again and again that somebody is away and back."""
    times: defaultdict[tuple[int, int], list[float]] = defaultdict(list)
    for post in evidence.transcript.posts:
        if found := _AWAY.match(post.text):
            times[int(found[1] or found[2]), post.channel].append(post.at)
    return [
        f"user {user} caused {most} messages in {channel} within {WITHIN:.0f} seconds"
        for (user, channel), at in times.items()
        if (most := _most(at)) > MESSAGES
    ]


def _most(times: list[float]) -> int:
    """How many of them lie within the time, at most."""
    return max(sum(start <= at < start + WITHIN for at in times) for start in times)


def _senders(evidence: Evidence, post: Post) -> Iterator[int]:
    """Who brought a message about, where it is one that its sender may send again and again."""
    if any(BOARDS.fullmatch(custom_id) for custom_id in post.custom_ids):
        return
    for custom_id in post.custom_ids:
        if found := LOBBIES.fullmatch(custom_id):
            for chapter in evidence.lives():
                loaded = chapter.matches.get(int(found[1]))
                if loaded is not None and chapter.began <= post.at < chapter.ended:
                    yield loaded.roster.host
            return
        if found := ENDS.fullmatch(custom_id):
            for chapter in evidence.lives():
                loaded = chapter.matches.get(int(found[1]))
                if loaded is not None and chapter.began <= post.at < chapter.ended:
                    yield from filter(None, [ended_by(loaded)])
            return
        if (found := _NOTICE.fullmatch(custom_id)) and _by_time(evidence, post, found):
            return
    if "can't make it this time" in post.text:
        yield from _decliners(evidence, post)
        return
    pinged = {user for message, user in evidence.transcript.pings if message == post.message}
    yield from (user for user in post.mentioned if user not in pinged)


def _by_time(evidence: Evidence, post: Post, found: re.Match[str]) -> bool:
    """Whether a notice is about something that the clock brought about."""
    match, n = int(found[1]), int(found[2])
    for chapter in evidence.lives():
        loaded = chapter.matches.get(match)
        if loaded is not None and chapter.began <= post.at < chapter.ended:
            return n < len(loaded.events) and loaded.events[n].kind in _BY_TIME
    return False


def _decliners(evidence: Evidence, post: Post) -> Iterator[int]:
    """Who declined last before the message."""
    before = [
        click
        for click in evidence.transcript.clicks
        if click.custom_id.endswith(":decline") and click.at <= post.at
    ]
    if before:
        yield before[-1].user
