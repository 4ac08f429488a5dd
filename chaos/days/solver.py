"""A player who solves the daily puzzles, and also tries actions that must not count."""

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
"""Weights of the numbers of actions that a player does in a row."""
DEVICES = 2
"""Number of open sessions that a player uses."""
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
"""Real seconds that people wait for an answer."""
_PLAYED = ("move", "panel", "confirm", "menu")
_SPYING = ("board", "luck", "verify", "replay", "report", "pause")
_BOARD = 0.5
"""Chance to continue a practice match instead of starting another."""


class Solver:
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
        for _ in range(self._stamina):
            await self.step()

    async def step(self) -> None:
        if not self._sessions(self._today):
            await self._open()
            return
        await self._acts[self._luck.weighted(ACTS)]()

    async def end(self) -> None:
        for match in self._reader.own_matches(self.person.id):
            await resign(self.person, match)

    # ------------------------------------------------------------------ the player's view

    @property
    def _today(self) -> str:
        return day_at(int(self.person.playground.world.clock()))

    def _content(self, message: int) -> Json:
        shown_message = self.person.playground.world.find_message(message)
        return {} if shown_message is None else content_of(shown_message)

    def _ids(self, message: int) -> list[str]:
        content = self._content(message)
        return [*buttons(content), *menus(content, "2:session:")]

    def _sessions(self, day: str | None = None) -> list[int]:
        day_matches = self._reader.day_matches()
        sessions = []
        for message in self._watcher.sessions[self.person.id][-6:]:
            parsed = [(custom_id, read(custom_id)) for custom_id in self._ids(message)]
            days = {
                day_matches[button.match][0] for _, button in parsed if button.match in day_matches
            }
            days |= {button.day for _, button in parsed}
            if parsed and (day is None or day in days):
                sessions.append(message)
        return sessions[-DEVICES:]

    def _played(self, message: int) -> list[str]:
        parsed = [(custom_id, read(custom_id)) for custom_id in self._ids(message)]
        return [
            custom_id
            for custom_id, button in parsed
            if button.family is SESSION and button.verb.partition(":")[0] in _PLAYED
        ]

    # ------------------------------------------------------------------ the player's actions

    async def _open(self) -> None:
        channel = self._luck.pick(self._channels)
        times = 2 if self._luck.chance(0.3) else 1
        await asyncio.gather(*(self._command("daily", channel=channel) for _ in range(times)))

    async def _move(self) -> None:
        sessions = self._sessions()
        if sessions:
            await self._press_in(self._luck.pick(sessions))

    async def _move_twice(self) -> None:
        sessions = self._sessions()
        if sessions:
            picked = [self._luck.pick(sessions) for _ in range(2)]
            await asyncio.gather(*map(self._press_in, picked))

    async def _move_late(self) -> None:
        messages = self._watcher.sessions[self.person.id]
        if messages:
            await self._press_in(self._luck.pick(messages[-12:]))

    async def _press_in(self, message: int) -> None:
        ids = self._played(message)
        if not ids:
            ids = [
                custom_id for custom_id in self._ids(message) if read(custom_id).family is SESSION
            ]
        if ids:
            await self._use(message, self._luck.pick(ids))

    async def _use(self, message: int, custom_id: str) -> None:
        self._past.append((message, custom_id))
        del self._past[:-30]
        menu = menus(self._content(message), "2:session:").get(custom_id)
        if menu is None:
            await press(self.person, message, custom_id, luck=self._luck)
            return
        value = self._luck.pick([option["value"] for option in menu["options"]])
        try:
            async with asyncio.timeout(PATIENCE):
                await self.person.select(message, custom_id, [value])
        except (TimeoutError, ClientError):
            return

    async def _take_back(self) -> None:
        for message in self._sessions()[-1:]:
            for _ in range(1 + self._luck.below(4)):
                undo_buttons = [
                    custom_id for custom_id in self._ids(message) if read(custom_id).verb == "undo"
                ]
                times = 2 if self._luck.chance(0.3) else 1
                for custom_id in undo_buttons:
                    await asyncio.gather(*(self._use(message, custom_id) for _ in range(times)))

    async def _press_old(self) -> None:
        if self._past:
            message, custom_id = self._luck.pick(self._past)
            await press(self.person, message, custom_id, unseen=True)

    async def _spy(self) -> None:
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
        # Past days played again are in no table that the checks know.
        parsed = {custom_id: read(custom_id) for custom_id in buttons(shown(answer))}
        looks = ("results", "computer", "dice")
        ids = [
            name for name, meant in parsed.items() if meant.family is DAY and meant.verb in looks
        ]
        if ids and self._luck.chance(0.3):
            await press(self.person, int(shown(answer)["id"]), self._luck.pick(ids))

    async def _standings(self) -> None:
        span = self._luck.pick(("today", "week", "all"))
        await self._command("leaderboard", {"game": self._game, "by": "day", "time": span})

    async def _post(self) -> None:
        messages = self._watcher.sessions[self.person.id][-4:]
        cards = [
            (message, custom_id)
            for message in messages
            for custom_id in self._ids(message)
            if read(custom_id).family is DAY and read(custom_id).verb in ("post", "picture")
        ]
        if cards:
            message, custom_id = self._luck.pick(cards)
            await asyncio.gather(*(press(self.person, message, custom_id) for _ in range(2)))
        elif messages:
            forged = families.DAY.spell(self._today, "post", self._game)
            await press(self.person, messages[-1], forged, unseen=True)

    async def _practise(self) -> None:
        boards = [self._tracker.messages(match).board() for match in sorted(self._matches)]
        live = [board for board in boards if board is not None and board.moves]
        if live and self._luck.chance(_BOARD):
            board = self._luck.pick(live)
            await press(self.person, board.message, self._luck.pick(board.moves))
        else:
            await self._command("practice", {"game": self._game, "public": True})

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
    """Return the seconds until the day ends, in UTC."""
    return end_of(day_at(int(now))) - now
