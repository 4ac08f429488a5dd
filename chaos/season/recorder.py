"""Writes down what the checks of a season need: who saw what when, when the bot was up."""

import re

from chaos.clicks import clicks, commands
from chaos.ledger import Ledger
from chaos.reading import Json, buttons, text
from chaos.shelf import look_of
from chaos.transcript import Known, Post, Sight, Transcript
from playground import Playground
from playground.model import Message
from playground.permissions import Permission
from playground.world import Event

_USER = re.compile(r"<@(\d+)>")
_NOTICE = re.compile(r"2:notice:(\d+):(\d+):.*")
_SIGHT = ("CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_DELETE", "GUILD_MEMBER", "GUILD_CREATE")
"""How the names of events begin that may change who sees what."""
SEEING = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY


class Recorder:
    """Follows a playground from its start."""

    def __init__(self, playground: Playground, ledger: Ledger, transcript: Transcript) -> None:
        self.notices: dict[int, dict[int, tuple[str, ...]]] = {}
        """By match the messages of notices that can be answered, with their buttons."""
        self._world = playground.world
        self._playground = playground
        self._ledger = ledger
        self._transcript = transcript
        self._pairs: dict[tuple[int, int], bool] = {}
        self._known: dict[int, tuple[int, int]] = {}
        self._up = False
        self._suspended = False
        self._world.listeners.append(self._on_event)
        playground.interactions.memory = float("inf")

    @property
    def up(self) -> bool:
        """Whether a bot runs and is connected."""
        return self._playground.gateway.online and not self._suspended

    def suspend(self, yes: bool) -> None:
        """The processes of the bot stand still, or go on."""
        self._suspended = yes
        self._look_up()

    def look(self) -> None:
        """Note how far each match is that has gone on."""
        now = self._world.clock()
        for match, seq, events in self._ledger.all():
            if self._known.get(match) != (seq, events):
                self._known[match] = (seq, events)
                self._transcript.known.append(Known(now, match, seq, events))

    def reopen(self) -> None:
        """Look into another database from now on, and note how far all matches are there."""
        self._ledger.close()
        self._known.clear()
        self.look()

    def finish(self) -> None:
        """Put all that was done into the transcript."""
        acts = self._playground.interactions.known
        self._transcript.clicks = clicks(acts)
        self._transcript.commands = commands(acts)

    # ------------------------------------------------------------------ what happens

    def _on_event(self, event: Event) -> None:
        if event.name == "BOT_STATUS":
            self._look_up()
        elif event.name.startswith(_SIGHT):
            self._look_around(kept=event.name != "GUILD_MEMBER_UPDATE")
        message = event.message
        if message is None or message.author_id != self._world.bot_id:
            return
        if message.reader_id is None:
            self._heard(message, event.name)

    def _heard(self, message: Message, name: str) -> None:
        for hanging in self.notices.values():
            hanging.pop(message.id, None)
        if name == "MESSAGE_DELETE":
            return
        content: Json = {"components": message.components, "content": message.content}
        said, ids = text(content), tuple(buttons(content))
        found = next((f for i in ids if (f := _NOTICE.fullmatch(i))), None)
        if found is not None and look_of(content) is None:
            self.notices.setdefault(int(found[1]), {})[message.id] = ids
        users = tuple(dict.fromkeys(int(user) for user in _USER.findall(said)))
        for user in users:
            self._watch(user, message.channel_id)
        if name == "MESSAGE_CREATE":
            guild = self._world.home_of(message).guild_id or 0
            now = self._world.clock()
            post = Post(now, message.id, message.channel_id, guild, said, ids, users)
            self._transcript.posts.append(post)

    def _watch(self, user: int, channel: int) -> None:
        if (user, channel) not in self._pairs:
            self._pairs[user, channel] = sees = self._sees(user, channel)
            self._transcript.sights.append(Sight(self._world.clock(), user, channel, sees))

    def _sees(self, user: int, number: int) -> bool:
        channel = self._world.channel(number)
        return channel is not None and self._world.can(user, SEEING, channel)

    def _look_around(self, *, kept: bool) -> None:
        now = self._world.clock()
        for (user, channel), before in self._pairs.items():
            sees = self._sees(user, channel)
            if sees != before:
                self._pairs[user, channel] = sees
                self._transcript.sights.append(Sight(now, user, channel, sees, kept))

    def _look_up(self) -> None:
        if self.up != self._up:
            self._up = self.up
            self._transcript.ups.append((self._world.clock(), self._up))
