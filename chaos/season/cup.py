"""Tournaments and leagues played over days during a season's faults.

Some players never move, so rounds end by their deadline. A backup is restored while the tournaments
run, so each of them lives through parts of its time twice.
"""

import asyncio
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from chaos.acting import command, press, resign
from chaos.cups.watcher import PanelWatcher
from chaos.database_reader import DatabaseReader
from chaos.games import PlayableGame
from chaos.message_tracker import MessageTracker
from cogs.base import custom_id_families as families
from cogs.interactions.which import option_value
from playground import Person
from playground.luck import Luck

OPEN, RUNNING, CREATED = "open", "running", ""
MOVES, RESIGNS, MEDDLES = 0.8, 0.25, 0.15
"""Chance that a player acts in one round of the season, that they resign instead of moving, and
that the moderator interferes.
"""
HOURS = 6


@dataclass(frozen=True, slots=True)
class SeasonCupPlan:
    options: Mapping[str, object]
    """The options of `/tournament create`, without the name."""
    people: int


LEAGUES: tuple[SeasonCupPlan, ...] = (
    SeasonCupPlan({"format": "league", "seats": 4, "days": 2, "pace": "day"}, 9),
    SeasonCupPlan({"format": "league", "seats": 3, "days": 4, "pace": "day"}, 8),
    SeasonCupPlan({"format": "league", "seats": 2, "days": 3, "pace": "live"}, 8),
)
OTHERS: tuple[SeasonCupPlan, ...] = (
    SeasonCupPlan({"format": "swiss", "rounds": 5, "days": 2, "pace": "day"}, 5),
    SeasonCupPlan({"format": "swiss", "rounds": 4, "seats": 3, "days": 2, "pace": "day"}, 7),
    SeasonCupPlan({"format": "knockout", "days": 3, "pace": "day"}, 7),
    SeasonCupPlan({"format": "knockout", "seats": 4, "days": 4, "pace": "day"}, 7),
    SeasonCupPlan({"format": "round robin", "days": 3, "pace": "three days"}, 4),
    SeasonCupPlan({"format": "groups", "seats": 4, "days": 4, "pace": "day"}, 8),
)
"""Each lasts at least ten days, so that it is still running when the backup is restored."""


def season_cups(luck: Luck, seats: Container[int]) -> list[SeasonCupPlan]:
    chosen_plans = []
    for plans in (LEAGUES, OTHERS):
        fitting = [plan for plan in plans if plan.options.get("seats", 2) in seats]
        if fitting and 2 in seats:
            chosen_plans.append(luck.pick(fitting))
    return chosen_plans


class SeasonCup:
    def __init__(
        self,
        name: str,
        plan: SeasonCupPlan,
        moderator: Person,
        people: Sequence[Person],
        spare: Person,
        game: PlayableGame,
        tracker: MessageTracker,
        panels: PanelWatcher,
        reader: DatabaseReader,
        luck: Luck,
        *,
        unruly: bool,
    ) -> None:
        self.name = name
        self._plan = plan
        self._moderator = moderator
        self._people = list(people)
        self._spare = spare
        self._game = game
        self._tracker = tracker
        self._panels = panels
        self._reader = reader
        self._luck = luck
        self._unruly = unruly
        self._by_id = {person.id: person for person in (*people, spare)}
        _, self.matches = tracker.register(list(self._by_id))

    @property
    def number(self) -> int | None:
        """Its number; None before its creation, or after a restore undid that."""
        return next(iter(self._reader.tournaments(self.name)), None)

    @property
    def done(self) -> bool:
        return self._status not in (CREATED, OPEN, RUNNING) and not self._unfinished()

    @property
    def _status(self) -> str:
        number = self.number
        return CREATED if number is None else self._reader.tournaments(self.name)[number]

    def _unfinished(self) -> list[int]:
        return [match for match in sorted(self.matches) if not self._reader.ended(match)]

    # ------------------------------------------------------------------ rounds of the season

    async def act(self) -> None:
        number, status = self.number, self._status
        if number is None:
            await self._manage("create", {"name": self.name, **self._plan.options})
        elif status == OPEN:
            await self._fill(number)
        else:
            await asyncio.gather(*(self._move(match) for match in self._unfinished()))
            if status == RUNNING and self._unruly and self._luck.chance(MEDDLES):
                await self._meddle(number)

    async def _fill(self, number: int) -> None:
        entered = self._reader.entered(number)
        missing = [person for person in self._people if person.id not in entered]
        if missing:
            await asyncio.gather(*(self._press(number, person, "join") for person in missing))
        else:
            await self._manage("start", {"tournament": option_value(number)})

    async def _move(self, match: int) -> None:
        board = self._tracker.messages(match).board()
        if board is None:
            return
        idle = self._people[0].id
        asked = [self._by_id[user] for user in board.asked if user in self._by_id and user != idle]
        if not asked or not self._luck.chance(MOVES):
            return
        person = self._luck.pick(asked)
        if self._luck.chance(RESIGNS) or not board.moves:
            await resign(person, match)
        else:
            move = self._luck.pick(board.moves)
            await press(person, board.message, move, game=self._game, luck=self._luck)

    async def _meddle(self, number: int) -> None:
        person = self._luck.pick(self._people)
        match self._luck.pick(("extend", "decide", "substitute", "withdraw", "join")):
            case "extend":
                await self._manage("extend", {"tournament": option_value(number), "hours": HOURS})
            case "decide":
                await self._decide(number)
            case "substitute":
                into = str(self._luck.pick((person, self._spare)).id)
                people = {"out": str(person.id), "into": into}
                await self._manage("substitute", {"tournament": option_value(number), **people})
            case "withdraw":
                await self._press(number, person, "out")
            case _:
                late = self._luck.pick((person, self._spare))
                await self._press(number, late, "join")

    async def _decide(self, number: int) -> None:
        tables = self._reader.tables(number)
        if tables:
            match = self._luck.pick(sorted(tables))
            winner = self._luck.pick([*map(str, self._reader.holders(match)), "-"])
            values = {"tournament": option_value(number), "table": tables[match], "winner": winner}
            await self._manage("adjudicate", {**values, "reason": "They agreed."})

    async def _press(self, number: int, person: Person, verb: str) -> None:
        panel = self._panels.panel(number)
        if panel is not None:
            custom_id = families.TOURNAMENT.spell(number, verb)
            await press(person, panel.id, custom_id, unseen=True)

    async def _manage(self, verb: str, options: dict[str, object]) -> None:
        await command(self._moderator, f"tournament {verb}", options)

    # ------------------------------------------------------------------ the end

    async def end(self) -> None:
        is_league = self._plan.options["format"] == "league"
        for number, status in self._reader.tournaments(self.name).items():
            if status == OPEN or (status == RUNNING and is_league):
                await self._manage("end", {"tournament": option_value(number)})
        for match in self._unfinished():
            for user in self._reader.holders(match):
                if user in self._by_id:
                    await resign(self._by_id[user], match)
