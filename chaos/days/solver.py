"""Somebody who solves the puzzle of each day, alone, and tries what does not count."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from bot.match.values.days import day_at, end_of, shifted
from chaos.acting import command, press, resign, shown
from chaos.custom_ids import DAY, SESSION, read
from chaos.database_reader import DatabaseReader
from chaos.days.watcher import DayWatcher
from chaos.games import PlayableGame
from chaos.message_tracker import MessageTracker, content_of
from chaos.messages import Json, buttons, menus
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from playground import Answer, ClientError, Person
from playground.luck import Luck

STAMINA = {1: 1.0, 4: 2.0, 10: 1.0}
"""How many things somebody does in one round, and how often."""
DEVICES = 2
"""So many of their private messages people go on with."""
ACTS = {
    "move": 14.0,
    "move twice": 3.0,
    "take back again and again": 2.0,
    "another device": 1.0,
    "late": 1.0,
    "old buttons": 1.0,
    "another's grid": 1.5,
    "the day before": 0.5,
    "standings": 0.3,
    "a card": 1.0,
    "practice": 0.3,
}
PATIENCE = 5.0
"""Real seconds after which nobody waits for an answer any longer."""
_PLAYED = ("move", "panel", "confirm", "menu")
_SPYING = ("board", "luck", "verify", "replay", "report", "pause")
"""Commands that name a match."""
_BOARD = 0.5
"""How often a practice grid is gone on with on its public board, if there is one."""


class Solver:
    """One person, with all their grids."""

    def __init__(
        self,
        person: Person,
        game: str,
        channels: Sequence[int],
        watcher: DayWatcher,
        tracker: MessageTracker,
        reader: DatabaseReader,
        luck: Luck,
        *,
        brief: bool,
    ) -> None:
        self.person = person
        self.rivals: list[Solver] = []
        self._game = game
        self._channels = tuple(channels)
        self._watcher = watcher
        self._tracker = tracker
        self._reader = reader
        self._luck = luck
        self._stamina = 1 if brief else luck.weighted(STAMINA)
        self._past: list[tuple[int, str]] = []
        _, self._matches = tracker.register([person.id])
        self._acts: dict[str, Callable[[], Awaitable[object]]] = {
            "move": self._move,
            "move twice": self._move_twice,
            "take back again and again": self._take_back,
            "another device": self._open,
            "late": self._move_late,
            "old buttons": self._press_old,
            "another's grid": self._spy,
            "the day before": self._look_back,
            "standings": self._standings,
            "a card": self._post,
            "practice": self._practise,
        }

    async def act(self) -> None:
        """One round: they do as much as they like to."""
        for _ in range(self._stamina):
            await self.step()

    async def step(self) -> None:
        """One thing."""
        if not self._sessions(self._today):
            await self._open()
            return
        await self._acts[self._luck.weighted(ACTS)]()

    async def end(self) -> None:
        """Give up the practice grids; days end by themselves."""
        for match in self._reader.alone(self.person.id):
            await resign(self.person, match)

    # ------------------------------------------------------------------ what they see

    @property
    def _today(self) -> str:
        return day_at(int(self.person.playground.world.clock()))

    def _content(self, message: int) -> Json:
        found = self.person.playground.world.find_message(message)
        return {} if found is None else content_of(found)

    def _ids(self, message: int) -> list[str]:
        content = self._content(message)
        return [*buttons(content), *menus(content, "2:session:")]

    def _sessions(self, day: str | None = None) -> list[int]:
        """Their newest private messages, of one day if it is named; the newest comes last."""
        known = self._reader.day_matches()
        found = []
        for message in self._watcher.sessions[self.person.id][-6:]:
            told = [(one, read(one)) for one in self._ids(message)]
            days = {known[said.match][0] for _, said in told if said.match in known}
            days |= {said.day for _, said in told}
            if told and (day is None or day in days):
                found.append(message)
        return found[-DEVICES:]

    def _played(self, message: int) -> list[str]:
        """What moves or leads to a move in a private message."""
        told = [(one, read(one)) for one in self._ids(message)]
        return [
            one
            for one, said in told
            if said.family is SESSION and said.verb.partition(":")[0] in _PLAYED
        ]

    # ------------------------------------------------------------------ what they do

    async def _open(self) -> None:
        channel = self._luck.pick(self._channels)
        times = 2 if self._luck.chance(0.3) else 1
        await asyncio.gather(*(self._command("daily", channel=channel) for _ in range(times)))

    async def _move(self) -> None:
        sessions = self._sessions()
        if sessions:
            await self._press_in(self._luck.pick(sessions))

    async def _move_twice(self) -> None:
        """At the same moment: in one message, or on two devices."""
        sessions = self._sessions()
        if sessions:
            both = [self._luck.pick(sessions) for _ in range(2)]
            await asyncio.gather(*map(self._press_in, both))

    async def _move_late(self) -> None:
        """In any of their messages, also of a day that is over."""
        messages = self._watcher.sessions[self.person.id]
        if messages:
            await self._press_in(self._luck.pick(messages[-12:]))

    async def _press_in(self, message: int) -> None:
        ids = self._played(message)
        if not ids:
            ids = [one for one in self._ids(message) if read(one).family is SESSION]
        if ids:
            await self._use(message, self._luck.pick(ids))

    async def _use(self, message: int, custom_id: str) -> None:
        self._past.append((message, custom_id))
        del self._past[:-30]
        menu = menus(self._content(message), "2:session:").get(custom_id)
        if menu is None:
            await press(self.person, message, custom_id, luck=self._luck)
            return
        value = self._luck.pick([one["value"] for one in menu["options"]])
        try:
            async with asyncio.timeout(PATIENCE):
                await self.person.select(message, custom_id, [value])
        except (TimeoutError, ClientError):
            return

    async def _take_back(self) -> None:
        for message in self._sessions()[-1:]:
            for _ in range(1 + self._luck.below(4)):
                back = [one for one in self._ids(message) if read(one).verb == "undo"]
                times = 2 if self._luck.chance(0.3) else 1
                for one in back:
                    await asyncio.gather(*(self._use(message, one) for _ in range(times)))

    async def _press_old(self) -> None:
        if self._past:
            message, custom_id = self._luck.pick(self._past)
            await press(self.person, message, custom_id, unseen=True)

    async def _spy(self) -> None:
        """Look at somebody else's grid of today, and try to play in it."""
        if not self.rivals:
            return
        rival = self._luck.pick(self.rivals).person.id
        match = self._reader.match_of(rival, self._today)
        own = self._sessions()
        if match is None or not own:
            return
        stored = self._reader.stored(match)
        seq = 0 if stored is None else stored.seq
        version = families.BoardVersion(match, seq, session=True)
        forged = [
            custom_ids.session(version),
            families.MOVE.spell(version, ("die d8",)),
            families.UNDO.spell(version),
            *(families.MATCH.spell(match, verb) for verb in ("text", "fair", "why", "resign")),
            families.REPLAY.spell(match, 0, "open"),
            families.SHARE.spell(match, "end", "open"),
        ]
        await press(self.person, own[-1], self._luck.pick(forged), unseen=True)
        await self._command(self._luck.pick(_SPYING), {"match": match})

    async def _look_back(self) -> None:
        channel = self._luck.pick(self._channels)
        days = ("yesterday", shifted(self._today, -2), self._today, shifted(self._today, 1))
        answer = await self._command("daily", {"day": self._luck.pick(days)}, channel)
        ids = [one for one in buttons(shown(answer)) if read(one).family is DAY]
        if ids and self._luck.chance(0.3):
            await press(self.person, int(shown(answer)["id"]), self._luck.pick(ids))

    async def _standings(self) -> None:
        span = self._luck.pick(("today", "week", "all"))
        await self._command("leaderboard", {"game": self._game, "by": "day", "time": span})

    async def _post(self) -> None:
        """A card of a grid that is done, asked for twice at the same moment; or too early."""
        messages = self._watcher.sessions[self.person.id][-4:]
        found = [
            (message, one)
            for message in messages
            for one in self._ids(message)
            if read(one).family is DAY and read(one).verb in ("post", "picture")
        ]
        if found:
            message, custom_id = self._luck.pick(found)
            both = [press(self.person, message, custom_id) for _ in range(2)]
            await asyncio.gather(*both)
        elif messages:
            forged = families.DAY.spell(self._today, "post", self._game)
            await press(self.person, messages[-1], forged, unseen=True)

    async def _practise(self) -> None:
        """Begin a grid of their own, or go on with one."""
        boards = [self._tracker.messages(match).board() for match in sorted(self._matches)]
        live = [board for board in boards if board is not None and board.moves]
        if live and self._luck.chance(_BOARD):
            board = self._luck.pick(live)
            await press(self.person, board.message, self._luck.pick(board.moves))
        else:
            await self._command("practice", {"game": self._game})

    async def _command(
        self, name: str, options: Json | None = None, channel: int | None = None
    ) -> Answer | None:
        return await command(self.person, name, options or {}, channel)


def make_solvers(
    people: Sequence[tuple[Person, Sequence[int]]],
    game: PlayableGame,
    watcher: DayWatcher,
    tracker: MessageTracker,
    reader: DatabaseReader,
    luck: Luck,
    *,
    brief: bool,
) -> list[Solver]:
    """These people, each with the channels in which they ask; none if no game has days."""
    daily = game.load().daily
    if not daily:
        return []
    solvers = [
        Solver(
            person,
            daily[0],
            channels,
            watcher,
            tracker,
            reader,
            luck.child(str(number)),
            brief=brief,
        )
        for number, (person, channels) in enumerate(people)
    ]
    for solver in solvers:
        solver.rivals = [other for other in solvers if other is not solver]
    return solvers


def until_midnight(now: float) -> float:
    """Seconds until the day is over, in UTC."""
    return end_of(day_at(int(now))) - now
