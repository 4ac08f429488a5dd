"""Which messages show something of each match now, kept up to date by the playground's events."""

import asyncio
from dataclasses import dataclass, field

from chaos.custom_ids import INVITATION, MATCH, read
from chaos.database_reader import DatabaseReader
from chaos.messages import DIGEST, Json, buttons, mentioned, menus, named, parts, text
from chaos.transcript import Kind, Removal, Revision, Room, Secret, Snapshot, Transcript
from cogs.base.custom_id_families import (
    Family,
)
from playground import Playground
from playground.model import Message
from playground.world import Event

_PAST = 30
"""How many buttons that are gone are remembered of each match."""
_PAGES = {"rematch": Kind.END, "again": Kind.CARD}


@dataclass(slots=True)
class LiveMessage:
    """A message on which something about a match can be pressed."""

    message: int
    channel: int
    snapshot: Snapshot
    buttons: tuple[str, ...]
    """The custom_ids of its buttons and of the menus by which the match is played."""
    asked: tuple[int, ...]
    """Whom it asks to act."""

    @property
    def moves(self) -> list[str]:
        """Those of its custom_ids that decide something, or open a form for it."""
        return [custom_id for custom_id in self.buttons if read(custom_id).is_played]

    def of_family(self, family: Family, verb: str = "") -> list[str]:
        """Its custom_ids of a family, and with this verb if one is given."""
        told = ((custom_id, read(custom_id)) for custom_id in self.buttons)
        return [i for i, said in told if said.family is family and verb in ("", said.verb)]


@dataclass(slots=True)
class MatchMessages:
    """The messages of one match."""

    match: int
    live: dict[int, LiveMessage] = field(default_factory=dict)
    """By message."""
    past: list[tuple[int, str]] = field(default_factory=list)
    """(message, custom_id) of buttons that were shown once, the newest last."""

    def of_kind(self, kind: Kind) -> list[LiveMessage]:
        """The messages of a kind, oldest first."""
        found = [live for live in self.live.values() if live.snapshot.kind is kind]
        return sorted(found, key=lambda live: live.message)

    def boards(self) -> list[LiveMessage]:
        """The boards that can be played on, oldest first."""
        return self.of_kind(Kind.BOARD)

    def board(self) -> LiveMessage | None:
        """The newest board."""
        found = self.boards()
        return found[-1] if found else None


def content_of(message: Message) -> Json:
    """A message as `chaos.messages` reads it."""
    return {"components": message.components, "content": message.content}


def snapshot_of(message: Json) -> Snapshot | None:
    """What a message shows of a match; None if nothing about one can be pressed on it."""
    for custom_id in (*buttons(message), *menus(message)):
        said = read(custom_id)
        if said.match is None:
            continue
        if said.is_played:
            return Snapshot(Kind.BOARD, said.match, said.seq)
        if said.family is INVITATION:
            return Snapshot(Kind.LOBBY, said.match, None)
        if said.family is MATCH and said.verb in _PAGES:
            return Snapshot(_PAGES[said.verb], said.match, None)
    return None


class MessageTracker:
    """Follows all messages of a playground, and writes down what was seen."""

    def __init__(
        self, playground: Playground, reader: DatabaseReader, transcript: Transcript
    ) -> None:
        self.transcript = transcript
        self.matches: dict[int, MatchMessages] = {}
        self._world = playground.world
        self._token = playground.token
        self._reader = reader
        self._match_of: dict[int, int] = {}
        """By message."""
        self._begun: set[int] = set()
        """Messages that have shown something to press: an invitation does so in an edit."""
        self._news: dict[int, asyncio.Event] = {}
        """By user."""
        self._matches_of: dict[int, set[int]] = {}
        """By user."""
        self._world.listeners.append(self._on_event)

    def register(self, users: list[int]) -> tuple[asyncio.Event, set[int]]:
        """What is set when anything changes for these people, and the matches that they are in."""
        news, matches = asyncio.Event(), set[int]()
        for user in users:
            self._news[user] = news
            self._matches_of[user] = matches
        return news, matches

    def messages(self, match: int) -> MatchMessages:
        """The messages of a match; there may be none yet."""
        return self.matches.setdefault(match, MatchMessages(match))

    def has_place(self, match: int) -> bool:
        """Return whether the bot has noted where a match is played; it may wait for a thread."""
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
        now, said = self._world.clock(), text(content)
        digits = self._note_secrets(message, content, said)
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
        people = set(mentioned(said))
        for user in people & self._matches_of.keys():
            self._matches_of[user].add(snapshot.match)
        self._wake(people | self._people(snapshot.match))

    def _note_secrets(self, message: Message, content: Json, said: str) -> list[str]:
        """Note the token and all seeds and commitments that it shows; gives the latter."""
        items = [item for part in parts(content) for item in part.get("items", ())]
        alts = [item.get("description") or "" for item in items]
        shown = "\n".join([said, *alts, *(file.filename for file in message.files)])
        digits: list[str] = DIGEST.findall(shown)
        now = self._world.clock()
        self.transcript.secrets += [Secret(now, message.id, one) for one in digits]
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
