"""What hangs in the channels now: the newest board of each match, kept up to date by events."""

import asyncio
import re
from dataclasses import dataclass, field

from chaos.ledger import Ledger
from chaos.reading import Json, buttons, menus, named, parts, text
from chaos.transcript import Gone, Kind, Look, Secret, Showing, Transcript
from playground import Playground
from playground.model import Message
from playground.world import Event

BOARDS = re.compile(r"2:(?:move|panel|menu):(\d+):(\d+):.*")
LOBBIES = re.compile(r"2:invitation:(\d+):.*")
ENDS = re.compile(r"2:match:(\d+):rematch")
_CARD = re.compile(r"2:match:(\d+):again")
_HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{64}(?![0-9a-f])")
_USER = re.compile(r"<@(\d+)>")


@dataclass(slots=True)
class Hanging:
    """A message that shows something of a match."""

    message: int
    channel: int
    look: Look
    buttons: tuple[str, ...]
    """The custom_ids of its buttons and of its menus of dice."""
    asked: tuple[int, ...]
    """Whom it asks to act."""


@dataclass(slots=True)
class MatchView:
    """All that hangs of one match."""

    match: int
    hanging: dict[int, Hanging] = field(default_factory=dict)
    """By message."""
    past: list[tuple[int, str]] = field(default_factory=list)
    """(message, custom_id) of buttons that were shown once."""

    def of_kind(self, kind: Kind) -> list[Hanging]:
        """The messages of a kind, oldest first."""
        found = [hanging for hanging in self.hanging.values() if hanging.look.kind is kind]
        return sorted(found, key=lambda hanging: hanging.message)

    def boards(self) -> list[Hanging]:
        """The boards that can be played on, oldest first."""
        return self.of_kind(Kind.BOARD)

    def board(self) -> Hanging | None:
        """The newest board."""
        found = self.boards()
        return found[-1] if found else None


def look_of(message: Json) -> Look | None:
    """What a message shows of a match; None where nothing can be pressed on it."""
    for custom_id in (*buttons(message), *menus(message)):
        if found := BOARDS.fullmatch(custom_id):
            return Look(Kind.BOARD, int(found[1]), int(found[2]))
        if found := LOBBIES.fullmatch(custom_id):
            return Look(Kind.LOBBY, int(found[1]), None)
        if found := ENDS.fullmatch(custom_id):
            return Look(Kind.END, int(found[1]), None)
        if found := _CARD.fullmatch(custom_id):
            return Look(Kind.CARD, int(found[1]), None)
    return None


class Shelf:
    """Follows all messages of a playground, and writes down what was seen."""

    def __init__(self, playground: Playground, ledger: Ledger, transcript: Transcript) -> None:
        self.transcript = transcript
        self.matches: dict[int, MatchView] = {}
        self._world = playground.world
        self._token = playground.token
        self._ledger = ledger
        self._match_of: dict[int, int] = {}
        """By message."""
        self._bells: dict[int, asyncio.Event] = {}
        """By user."""
        self._group_of: dict[int, set[int]] = {}
        """Matches by user."""
        self._world.listeners.append(self._on_event)

    def register(self, users: list[int]) -> tuple[asyncio.Event, set[int]]:
        """A bell that rings when anything changes for these people, and their matches."""
        bell, matches = asyncio.Event(), set[int]()
        for user in users:
            self._bells[user] = bell
            self._group_of[user] = matches
        return bell, matches

    def _on_event(self, event: Event) -> None:
        message, channel = event.message, event.channel
        if event.name in ("THREAD_DELETE", "CHANNEL_DELETE") and channel is not None:
            for number in channel.messages:
                self._gone(number)
        elif message is None or message.author_id != self._world.bot_id:
            return
        elif message.reader_id is not None:
            self._ring({message.reader_id})
        elif event.name == "MESSAGE_DELETE":
            self._gone(message.id)
        else:
            self._seen(message, posted=event.name == "MESSAGE_CREATE")

    def _seen(self, message: Message, *, posted: bool) -> None:
        content: Json = {"components": message.components, "content": message.content}
        said = text(content)
        items = [item for part in parts(content) for item in part.get("items", ())]
        alts = [item.get("description") or "" for item in items]
        shown = "\n".join([said, *alts, *(file.filename for file in message.files)])
        digits = _HEX.findall(shown)
        now = self._world.clock()
        self.transcript.secrets += [Secret(now, message.id, one) for one in digits]
        if self._token in shown:
            self.transcript.token_shown.append(message.id)
        look = look_of(content)
        before = self._forget(message.id)
        if look is None:
            if before is not None:
                self.transcript.gone.append(Gone(now, message.id, deleted=False))
                self._ring(self._people(before.match))
            return
        view = self.matches.setdefault(look.match, MatchView(look.match))
        pressable = (*buttons(content), *menus(content))
        asked = tuple(int(user) for user in named(content))
        view.hanging[message.id] = Hanging(message.id, message.channel_id, look, pressable, asked)
        self._match_of[message.id] = look.match
        if look.kind is Kind.BOARD:
            view.past += [(message.id, custom_id) for custom_id in pressable[:3]]
            del view.past[:-30]
        stored = self._ledger.stored(look.match)
        promised = tuple(digits) if look.kind is Kind.LOBBY else ()
        showing = Showing(
            now, message.id, message.channel_id, look, posted, stored, asked, promised
        )
        self.transcript.showings.append(showing)
        if posted:
            here = self._world.guild_of(self._world.home_of(message)).members
            self.transcript.missed += [(message.id, user) for user in asked if user not in here]
        people = {int(user) for user in _USER.findall(said)}
        for user in people & self._group_of.keys():
            self._group_of[user].add(look.match)
        self._ring(people | self._people(look.match))

    def _people(self, match: int) -> set[int]:
        return {user for user, matches in self._group_of.items() if match in matches}

    def _gone(self, number: int) -> None:
        self.transcript.gone.append(Gone(self._world.clock(), number, deleted=True))
        before = self._forget(number)
        if before is not None:
            self._ring(self._people(before.match))

    def _forget(self, number: int) -> MatchView | None:
        match = self._match_of.pop(number, None)
        if match is None:
            return None
        view = self.matches[match]
        del view.hanging[number]
        return view

    def _ring(self, users: set[int]) -> None:
        for user in users & self._bells.keys():
            self._bells[user].set()
