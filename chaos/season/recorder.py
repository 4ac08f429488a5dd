"""Records for a season's checks: what each user saw and when, and when the bot was up."""

from chaos.custom_ids import NOTICE, read
from chaos.database_reader import DatabaseReader
from chaos.message_tracker import content_of, snapshot_of
from chaos.messages import buttons, mentioned, text
from chaos.transcript import Post, Progress, Transcript, Visibility
from playground import Playground
from playground.model import Message
from playground.permissions import Permission
from playground.world import Event

_SIGHT = ("CHANNEL_UPDATE", "CHANNEL_DELETE", "THREAD_DELETE", "GUILD_MEMBER", "GUILD_CREATE")
SEEING = Permission.VIEW_CHANNEL | Permission.READ_MESSAGE_HISTORY


class Recorder:
    def __init__(
        self, playground: Playground, reader: DatabaseReader, transcript: Transcript
    ) -> None:
        self.notices: dict[int, dict[int, tuple[str, ...]]] = {}
        """Notices with buttons: custom_ids by match and message."""
        self._world = playground.world
        self._playground = playground
        self._reader = reader
        self._transcript = transcript
        self._pairs: dict[tuple[int, int], bool] = {}
        self._known: dict[int, tuple[int, int]] = {}
        self._up = False
        self._suspended = False
        self._world.listeners.append(self._on_event)

    @property
    def up(self) -> bool:
        return self._playground.gateway.online and not self._suspended

    def suspend(self, yes: bool) -> None:
        self._suspended = yes
        self._look_up()

    def look(self) -> None:
        now = self._world.clock()
        for match, seq, events in self._reader.all():
            if self._known.get(match) != (seq, events):
                self._known[match] = (seq, events)
                self._transcript.progress.append(Progress(now, match, seq, events))

    def reopen(self) -> None:
        self._reader.close()
        self._known.clear()
        self.look()

    # ------------------------------------------------------------------ events

    def _on_event(self, event: Event) -> None:
        if event.name == "BOT_STATUS":
            self._look_up()
        elif event.name.startswith(_SIGHT):
            self._look_around(reported=event.name != "GUILD_MEMBER_UPDATE")
        message = event.message
        if message is None or message.author_id != self._world.bot_id:
            return
        if message.reader_id is None:
            self._note_post(message, event.name)

    def _note_post(self, message: Message, name: str) -> None:
        for live in self.notices.values():
            live.pop(message.id, None)
        if name == "MESSAGE_DELETE":
            return
        content = content_of(message)
        shown_text, ids = text(content), tuple(buttons(content))
        notice = next((button for i in ids if (button := read(i)).family is NOTICE), None)
        if notice is not None and notice.match is not None and snapshot_of(content) is None:
            self.notices.setdefault(notice.match, {})[message.id] = ids
        users = mentioned(shown_text)
        for user in users:
            self._watch(user, message.channel_id)
        if name == "MESSAGE_CREATE":
            guild = self._world.home_of(message).guild_id or 0
            now = self._world.clock()
            post = Post(now, message.id, message.channel_id, guild, shown_text, ids, users)
            self._transcript.posts.append(post)

    def _watch(self, user: int, channel: int) -> None:
        if (user, channel) not in self._pairs:
            self._pairs[user, channel] = sees = self._sees(user, channel)
            self._transcript.visibility.append(Visibility(self._world.clock(), user, channel, sees))

    def _sees(self, user: int, number: int) -> bool:
        channel = self._world.channel(number)
        return channel is not None and self._world.can(user, SEEING, channel)

    def _look_around(self, *, reported: bool) -> None:
        now = self._world.clock()
        for (user, channel), before in self._pairs.items():
            sees = self._sees(user, channel)
            if sees != before:
                self._pairs[user, channel] = sees
                self._transcript.visibility.append(Visibility(now, user, channel, sees, reported))

    def _look_up(self) -> None:
        if self.up != self._up:
            self._up = self.up
            self._transcript.ups.append((self._world.clock(), self._up))
