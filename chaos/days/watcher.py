"""A record of each player's private sessions, and of all public messages about daily puzzles."""

import re
from collections import defaultdict

from chaos.custom_ids import SESSION, read
from chaos.database_reader import DatabaseReader
from chaos.message_tracker import content_of
from chaos.messages import DIGEST, buttons, menus, pictures, text
from chaos.transcript import DaySight, Secret, Transcript
from playground import Playground
from playground.model import Message
from playground.world import Event

_NUMBER = re.compile(r"^(?:mine|card)-(\d+)\b")
_TEXTS = ("match", "txt", "json", "tournament")


class DayWatcher:
    def __init__(
        self, playground: Playground, reader: DatabaseReader, transcript: Transcript
    ) -> None:
        self.sessions: defaultdict[int, list[int]] = defaultdict(list)
        self._world = playground.world
        self._reader = reader
        self._transcript = transcript
        self._world.listeners.append(self._on_event)

    def _on_event(self, event: Event) -> None:
        message = event.message
        if message is None or message.author_id != self._world.bot_id:
            return
        if event.name != "MESSAGE_DELETE":
            self._seen(message)

    def _seen(self, message: Message) -> None:
        content = content_of(message)
        ids = [*buttons(content), *menus(content, "2:")]
        parsed = [read(button) for button in ids]
        days = tuple(sorted({button.day for button in parsed} - {""}))
        named = [_NUMBER.match(name) for name, _ in pictures(content)]
        matches = {int(match[1]) for match in named if match}
        matches |= {button.match for button in parsed if button.match is not None}
        seq = next((button.seq for button in parsed if button.family is SESSION), None)
        reader = message.reader_id
        session = reader is not None and (seq is not None or days)
        if session and reader is not None and message.id not in self.sessions[reader]:
            self.sessions[reader].append(message.id)
        files = [
            file.content.decode(errors="replace")
            for file in message.files
            if file.filename.endswith(_TEXTS)
        ]
        alts = [f"{name} {alt}" for name, alt in pictures(content)]
        shown_text = "\n".join([text(content), *alts])
        now = self._world.clock()
        searched = files if reader is None else [shown_text, *files]
        for digits in (run for part in searched for run in DIGEST.findall(part)):
            self._transcript.secrets.append(Secret(now, message.id, digits))
        day_matches = self._reader.day_matches()
        of_days = tuple(sorted(matches & day_matches.keys()))
        stored = self._reader.stored(of_days[0]) if of_days else None
        if of_days or days or reader is None:
            channel = self._world.home_of(message)
            sight = DaySight(
                now,
                message.id,
                reader,
                channel.guild_id or 0,
                of_days,
                days,
                seq,
                stored,
                shown_text,
            )
            self._transcript.sights.append(sight)
