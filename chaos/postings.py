"""The messages that the bot asked Discord to post, with their nonces, and messages left with
buttons.
"""

import re
from typing import Any

from chaos.custom_ids import MATCHES, NOTICE, PANELS, read
from chaos.message_tracker import content_of, snapshot_of
from chaos.messages import Json, buttons, text
from chaos.transcript import Kind, Posting, Remaining, Role, Subject, Transcript
from playground import Playground
from playground.core import Exchange
from playground.notified import unknown_users

_ROUTE = ("POST", "/channels/{channel_id}/messages")
UNKNOWN_MESSAGE = 10008
SHARED = "📣 "
_TIME = re.compile(r"<t:\d+(?::\w)?>")
_ROLES = {
    Kind.BOARD: Role.BOARD,
    Kind.END: Role.BOARD,
    Kind.LOBBY: Role.INVITATION,
    Kind.CARD: Role.INVITATION,
}


def subject_of(message: Json, channel: int) -> Subject | None:
    """Return the subject of a message; None if several messages can have the same one."""
    snapshot = snapshot_of(message)
    if snapshot is not None:
        return Subject(_ROLES[snapshot.kind], snapshot.match)
    for custom_id in buttons(message):
        parsed = read(custom_id)
        if parsed.family is NOTICE and parsed.match is not None:
            return Subject(Role.NOTICE, parsed.match, parsed.n)
        if parsed.family is MATCHES:
            return Subject(Role.OVERVIEW, channel)
        if parsed.family in PANELS and parsed.tournament is not None:
            return Subject(Role.TOURNAMENT, parsed.tournament)
    return None


def _content(message: Json, channel: int) -> str:
    """Return the part of a message that repeated tries must have in common.

    That is the place in the log for a board, the match for an invitation, and so on. For other
    messages, such as a line to a host, it is the text without times.
    """
    subject = subject_of(message, channel)
    if subject is None:
        words = _TIME.sub("<t>", text(message))
        # Pressed again, a player's card is posted once, although the player's place has changed.
        return words.partition("\n")[0] if words.startswith(SHARED) else words
    snapshot = snapshot_of(message)
    seq = "" if snapshot is None or snapshot.kind is not Kind.BOARD else f" at {snapshot.seq}"
    n = "" if subject.n is None else f", event {subject.n}"
    return f"{subject.role.value} of {subject.number}{n}{seq}"


class PostingRecorder:
    def __init__(self, playground: Playground, transcript: Transcript) -> None:
        self.also: Exchange | None = None
        self._playground = playground
        self._transcript = transcript
        playground.on_exchange = self._on_exchange

    def _on_exchange(self, method: str, route: str, sent: Any, status: int, answer: Any) -> None:
        if (method, route) == _ROUTE and (sent or {}).get("nonce"):
            self._note(sent, status, answer)
        if self.also is not None:
            self.also(method, route, sent, status, answer)

    def _note(self, sent: Json, status: int, answer: Json) -> None:
        now, nonce = self._playground.world.clock(), str(sent["nonce"])
        if status < 400:
            channel = int(answer["channel_id"])
            posting = Posting(now, int(answer["id"]), channel, nonce, _content(sent, channel))
            self._transcript.postings.append(posting)
        elif (answer or {}).get("code") == UNKNOWN_MESSAGE:
            # Only the path names the channel, and a refusal does not depend on it.
            self._transcript.refused.append(Posting(now, 0, 0, nonce, _content(sent, 0)))

    def finish(self) -> None:
        world = self._playground.world
        self._transcript.unnamed = unknown_users(world)
        self._transcript.remaining = [
            Remaining(message.created_at, message.id, subject, snapshot_of(content_of(message)))
            for guild in world.guilds
            for channel in guild.channels.values()
            for message in channel.messages.values()
            if message.author_id == world.bot_id and message.reader_id is None
            if (subject := subject_of(content_of(message), channel.id)) is not None
        ]
