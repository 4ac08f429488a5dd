"""Simulated players of practice matches, who press as soon as they can and record their waiting
times.
"""

import asyncio
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from chaos.acting import choices, ticks
from chaos.custom_ids import MATCH, read
from chaos.messages import menus, moves
from cogs.base import custom_id_families as families
from playground import Person, Playground
from playground.component_checker import walk
from playground.luck import Luck
from playground.model import Message, User
from playground.world import Event

FIRST_USER = 840_000_000_000_000_000
PATIENCE = 20.0
"""Seconds until an awaited board counts as lost."""


MATCHES = 8
"""Matches of one member, before the limit on posts refuses another one."""
NEXT_MEMBER = 100_000


class BoardLost(Exception):
    """A press or a command was refused, or no new board followed it."""


@dataclass(frozen=True, slots=True)
class Waited:
    """Milliseconds since a press, as its player experienced them."""

    acknowledged: float
    board: float
    """Until the board, or from an interlude to its board."""
    interlude: float | None = None
    """Until the animation that was shown before the board, if there was one."""


@dataclass
class Seen:
    """The board of one match as last posted or edited."""

    message: int
    offered: list[str]
    over: bool
    at: float
    """Process time."""
    changes: int = 0


@dataclass
class Watched:
    """The boards of all matches in a playground, updated by its events."""

    playground: Playground
    boards: dict[int, Seen] = field(default_factory=dict)
    """By match."""
    interludes: dict[int, float] = field(default_factory=dict)
    """By message: the process time of its latest interlude."""
    _news: dict[int, asyncio.Event] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.playground.world.listeners.append(self._look)

    def news(self, match: int) -> asyncio.Event:
        """Set when the board of this match changes."""
        return self._news.setdefault(match, asyncio.Event())

    def _look(self, event: Event) -> None:
        message = event.message
        if event.name not in ("MESSAGE_CREATE", "MESSAGE_UPDATE") or message is None:
            return
        if message.reader_id is not None:
            return
        if any(file.filename.startswith("interlude-") for file in message.files):
            self.interludes[message.id] = time.perf_counter()
            return
        match, over = _match_of(message)
        if match is None:
            return
        offered = moves({"components": message.components})
        before = self.boards.get(match)
        if not (offered or over) or (before is not None and before.message > message.id):
            return
        changes = 0 if before is None else before.changes + 1
        self.boards[match] = Seen(message.id, offered, over, time.perf_counter(), changes)
        self.news(match).set()


def _match_of(message: Message) -> tuple[int | None, bool]:
    """Return the match shown on a board message, and whether it is over."""
    match, over = None, False
    for part in walk(message.components):
        said = read(part.get("custom_id") or "")
        if said.is_played:
            match = said.match
        elif said.family is MATCH and said.verb == "rematch":
            match, over = said.match, True
    return match, over


def arriving(playground: Playground, number: int) -> Person:
    """Add a member to the server."""
    user = User(FIRST_USER + number, f"digger{number}", f"Digger {number}", f"{number:032x}")
    playground.world.add_member(user)
    return Person(playground, user.id)


class Onlooker:
    """A member who keeps requesting slow replies, such as profiles and animations."""

    def __init__(self, watched: Watched, number: int) -> None:
        self.person = arriving(watched.playground, number)
        self._watched = watched

    async def look(self) -> None:
        """Send requests until cancelled. Refusals count as answers, too."""
        while True:
            match, board = max(self._watched.boards.items())
            for name in ("profile", "leaderboard", "history"):
                await self.person.command(name)
            await self.person.command("replay", {"match": match})
            animation = families.SHARE.spell(match, "film", "here")
            await self.person.press(board.message, animation, unseen=True)


class PracticePlayer:
    """A member who plays practice matches in a row, each against one computer.

    A new member takes over after MATCHES, unless the caller has chosen the `person`.
    """

    def __init__(self, watched: Watched, number: int, person: Person | None = None) -> None:
        self.person = person or arriving(watched.playground, number)
        self.waited: list[Waited] = []
        self._watched = watched
        self._luck = Luck(number)
        self._number = number
        self._changes = person is None
        self._begun = 0
        self.match: int | None = None

    @property
    def board(self) -> Seen:
        """The board of the present match; KeyError before the first one."""
        assert self.match is not None, "the match must have begun"
        return self._watched.boards[self.match]

    async def play(self, until: float) -> None:
        """Play until this process time."""
        while time.perf_counter() < until:
            if self.match is None or self.board.over:
                await self.begin({"rivals": 1})
            await self.press()

    async def begin(self, options: Mapping[str, object]) -> None:
        self._begun += 1
        if self._changes and self._begun > MATCHES:
            self._number += NEXT_MEMBER
            self._begun = 1
            self.person = arriving(self._watched.playground, self._number)
        known = set(self._watched.boards)
        answer = await self.person.command("practice", {**options, "public": True})
        if not answer.ok:
            raise BoardLost(f"/practice: {answer.error}")

        def begun() -> list[int]:
            return [one for one in set(self._watched.boards) - known if self._is_mine(one)]

        (self.match,) = await self.person.playground.wait_for(begun, PATIENCE)

    def _is_mine(self, match: int) -> bool:
        message = self._watched.playground.world.find_message(self._watched.boards[match].message)
        return message is not None and self.person.mention in str(message.components)

    async def press(self) -> None:
        board = self.board
        assert self.match is not None, "the match must have begun"
        news = self._watched.news(self.match)
        news.clear()
        custom_id = self._luck.pick(board.offered)
        playground, begun = self._watched.playground, time.perf_counter()
        message = playground.world.find_message(board.message)
        assert message is not None, "the board must exist"
        menu = menus({"components": message.components}).get(custom_id)
        if menu is None:
            answer = await self.person.press(board.message, custom_id)
        else:
            answer = await self.person.select(
                board.message, custom_id, ticks(menu, luck=self._luck)
            )
        acknowledged = time.perf_counter()
        if answer.modal is not None:
            values = choices(answer.modal, luck=self._luck)
            begun = time.perf_counter()
            answer = await self.person.submit(answer.modal, values)
            acknowledged = time.perf_counter()
        if not answer.ok:
            raise BoardLost(f"{custom_id}: {answer.error}")
        try:
            async with asyncio.timeout(PATIENCE):
                await news.wait()
        except TimeoutError as error:
            raise BoardLost(f"{custom_id}: {answer.message}") from error
        shown = self._watched.interludes.pop(board.message, None)
        self.waited.append(
            Waited(
                (acknowledged - begun) * 1e3,
                (self.board.at - (shown or begun)) * 1e3,
                None if shown is None else (shown - begun) * 1e3,
            )
        )


async def played(players: Sequence[PracticePlayer], seconds: float) -> float:
    """Let the players play for `seconds`; return the actual duration."""
    begun = time.perf_counter()
    await asyncio.gather(*(player.play(begun + seconds) for player in players))
    return time.perf_counter() - begun
