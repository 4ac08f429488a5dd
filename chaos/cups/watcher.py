"""A record of the messages that show tournaments, and of the events on them."""

import re

from chaos.custom_ids import PANELS, read
from chaos.message_tracker import content_of
from chaos.messages import DIGEST, buttons, pictures, text
from chaos.transcript import PanelSight, Transcript
from playground import Playground
from playground.model import Message
from playground.world import Event

_PICTURE = re.compile(r"^tournament-(\d+)-(\d+)\b")


class PanelWatcher:
    def __init__(self, playground: Playground, transcript: Transcript) -> None:
        self._world = playground.world
        self._transcript = transcript
        self._panels: dict[int, int] = {}
        self._world.listeners.append(self._on_event)

    def panel(self, tournament: int) -> Message | None:
        numbers = (
            message_id
            for message_id, of_tournament in self._panels.items()
            if of_tournament == tournament
        )
        messages = (self._world.find_message(number) for number in sorted(numbers, reverse=True))
        return next((message for message in messages if message is not None), None)

    def _on_event(self, event: Event) -> None:
        message = event.message
        if message is None or message.author_id != self._world.bot_id:
            return
        if event.name != "MESSAGE_DELETE" and message.reader_id is None:
            self._seen(message, posted=event.name == "MESSAGE_CREATE")

    def _seen(self, message: Message, *, posted: bool) -> None:
        content = content_of(message)
        parsed = [read(custom_id) for custom_id in buttons(content)]
        numbers = {button.tournament for button in parsed if button.family in PANELS} - {None}
        names = [file.filename for file in message.files]
        named = [_PICTURE.match(name) for name in names]
        shows = next((int(match[2]) for match in named if match), None)
        tournament = next(iter(numbers), self._panels.get(message.id))
        if tournament is None:
            return
        self._panels[message.id] = tournament
        alts = [alt for _, alt in pictures(content)]
        promised = tuple(DIGEST.findall("\n".join([text(content), *alts, *names])))
        where = message.id, message.channel_id, tournament
        sight = PanelSight(self._world.clock(), *where, shows, posted, promised)
        self._transcript.panels.append(sight)
