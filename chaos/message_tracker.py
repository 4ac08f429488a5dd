"""The messages that currently show each match, updated by the playground's events."""

import asyncio
import re
from dataclasses import dataclass, field

from chaos.custom_ids import INVITATION, MATCH, read
from chaos.database_reader import DatabaseReader
from chaos.messages import DIGEST, Json, buttons, mentioned, menus, named, parts, pictures, text
from chaos.transcript import Kind, Removal, Revision, Room, Secret, Snapshot, Transcript
from cogs.base.custom_id_families import (
    Family,
)
from playground import Playground
from playground.model import Message
from playground.world import Event

_PAST = 30
_PICTURE = re.compile(r"board-([0-9]+)-([0-9]+)\.")
_PAGES = {"rematch": Kind.END, "again": Kind.CARD}


@dataclass(slots=True)
class LiveMessage:
    message: int
    channel: int
    snapshot: Snapshot
    buttons: tuple[str, ...]
    """custom_ids of its buttons, and of its menus with moves."""
    asked: tuple[int, ...]

    @property
    def moves(self) -> list[str]:
        return [custom_id for custom_id in self.buttons if read(custom_id).is_played]

    def of_family(self, family: Family, verb: str = "") -> list[str]:
        parsed_ids = ((custom_id, read(custom_id)) for custom_id in self.buttons)
        return [
            custom_id
            for custom_id, parsed in parsed_ids
            if parsed.family is family and verb in ("", parsed.verb)
        ]


@dataclass(slots=True)
class MatchMessages:
    match: int
    live: dict[int, LiveMessage] = field(default_factory=dict)
    """By message id."""
    past: list[tuple[int, str]] = field(default_factory=list)
    """(message, custom_id) of buttons shown earlier, newest last."""

    def of_kind(self, kind: Kind) -> list[LiveMessage]:
        messages = [live for live in self.live.values() if live.snapshot.kind is kind]
        return sorted(messages, key=lambda live: live.message)

    def boards(self) -> list[LiveMessage]:
        return self.of_kind(Kind.BOARD)

    def board(self) -> LiveMessage | None:
        boards = self.boards()
        return boards[-1] if boards else None


def content_of(message: Message) -> Json:
    return {"components": message.components, "content": message.content}


def snapshot_of(message: Json) -> Snapshot | None:
    """Return the state that a message shows, or None if it has no controls for a match."""
    for custom_id in (*buttons(message), *menus(message)):
        parsed = read(custom_id)
        if parsed.match is None:
            continue
        if parsed.is_played:
            return Snapshot(Kind.BOARD, parsed.match, parsed.seq)
        if parsed.family is INVITATION:
            return Snapshot(Kind.LOBBY, parsed.match, None)
        if parsed.family is MATCH and parsed.verb in _PAGES:
            return Snapshot(_PAGES[parsed.verb], parsed.match, None)
    return _without_moves(message)


def _without_moves(message: Json) -> Snapshot | None:
    """Return the state of a board in a pause, or while only computers decide: it offers “More”, and
    its picture's name has the number of entries.
    """
    offers_more = any(read(custom_id).verb == "more" for custom_id in buttons(message, "2:match:"))
    for name, _ in pictures(message) if offers_more else ():
        named_board = _PICTURE.match(name)
        if named_board is not None:
            return Snapshot(Kind.BOARD, int(named_board[1]), int(named_board[2]))
    return None


class MessageTracker:
    def __init__(
        self, playground: Playground, reader: DatabaseReader, transcript: Transcript
    ) -> None:
        self.transcript = transcript
        self.matches: dict[int, MatchMessages] = {}
        self._world = playground.world
        self._token = playground.token
        self._reader = reader
        self._match_of: dict[int, int] = {}
        self._begun: set[int] = set()
        """Messages that have had controls.

        An invitation gets its controls in an edit, which then counts as its post.
        """
        self._news: dict[int, asyncio.Event] = {}
        self._matches_of: dict[int, set[int]] = {}
        self._world.listeners.append(self._on_event)

    def register(self, users: list[int]) -> tuple[asyncio.Event, set[int]]:
        """Return an Event that is set on news for these users, and the set of their matches, which
        stays current.
        """
        news, matches = asyncio.Event(), set[int]()
        for user in users:
            self._news[user] = news
            self._matches_of[user] = matches
        return news, matches

    def messages(self, match: int) -> MatchMessages:
        return self.matches.setdefault(match, MatchMessages(match))

    def has_place(self, match: int) -> bool:
        return self._reader.place(match) is not None

    def _on_event(self, event: Event) -> None:
        message, channel = event.message, event.channel
        if event.name in ("THREAD_CREATE", "CHANNEL_CREATE") and channel is not None:
            self.transcript.rooms[channel.id] = Room(channel.kind, channel.parent_id)
        if event.name in ("THREAD_DELETE", "CHANNEL_DELETE") and channel is not None:
            for number in channel.messages:
                self._deleted(number)
        elif message is None or message.author_id != self._world.bot_id:
            return
        elif message.reader_id is not None:
            self._wake({message.reader_id})
        elif event.name == "MESSAGE_DELETE":
            self._deleted(message.id)
        else:
            self._seen(message)

    def _seen(self, message: Message) -> None:
        content = content_of(message)
        now, shown_text = self._world.clock(), text(content)
        digits = self._note_secrets(message, content, shown_text)
        snapshot = snapshot_of(content)
        before = self._forget(message.id)
        posted = snapshot is not None and message.id not in self._begun
        if snapshot is None:
            if before is not None:
                self.transcript.removals.append(Removal(now, message.id, deleted=False))
                self._wake(self._people(before.match))
            return
        self._begun.add(message.id)
        messages = self.messages(snapshot.match)
        pressable = (*buttons(content), *menus(content))
        asked = tuple(int(user) for user in named(content))
        messages.live[message.id] = LiveMessage(
            message.id, message.channel_id, snapshot, pressable, asked
        )
        self._match_of[message.id] = snapshot.match
        if snapshot.kind is Kind.BOARD:
            messages.past += [(message.id, custom_id) for custom_id in pressable[:3]]
            del messages.past[:-_PAST]
        stored = self._reader.stored(snapshot.match)
        promised = tuple(digits) if snapshot.kind is Kind.LOBBY else ()
        revision = Revision(
            now, message.id, message.channel_id, snapshot, posted, stored, asked, promised
        )
        self.transcript.revisions.append(revision)
        if posted:
            here = self._world.guild_of(self._world.home_of(message)).members
            self.transcript.missed += [(message.id, user) for user in asked if user not in here]
        people = set(mentioned(shown_text))
        for user in people & self._matches_of.keys():
            self._matches_of[user].add(snapshot.match)
        self._wake(people | self._people(snapshot.match))

    def _note_secrets(self, message: Message, content: Json, shown_text: str) -> list[str]:
        items = [item for part in parts(content) for item in part.get("items", ())]
        alts = [item.get("description") or "" for item in items]
        shown = "\n".join([shown_text, *alts, *(file.filename for file in message.files)])
        digits: list[str] = DIGEST.findall(shown)
        now = self._world.clock()
        self.transcript.secrets += [Secret(now, message.id, run) for run in digits]
        if self._token in shown:
            self.transcript.token_shown.append(message.id)
        return digits

    def _people(self, match: int) -> set[int]:
        return {user for user, matches in self._matches_of.items() if match in matches}

    def _deleted(self, number: int) -> None:
        self.transcript.removals.append(Removal(self._world.clock(), number, deleted=True))
        before = self._forget(number)
        if before is not None:
            self._wake(self._people(before.match))

    def _forget(self, number: int) -> MatchMessages | None:
        match = self._match_of.pop(number, None)
        if match is None:
            return None
        messages = self.matches[match]
        del messages.live[number]
        return messages

    def _wake(self, users: set[int]) -> None:
        for user in users & self._news.keys():
            self._news[user].set()
