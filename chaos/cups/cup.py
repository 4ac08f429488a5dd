"""One tournament with its players and a moderator who does everything twice.

The players know neither the rules of the game nor those of tournaments: they press Join, and play
every match that begins.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence

from chaos.acting import command, press, resign, shown
from chaos.cups.plans import CupPlan
from chaos.cups.watcher import PanelWatcher
from chaos.database_reader import DatabaseReader
from chaos.message_tracker import LiveMessage, MessageTracker
from chaos.messages import text
from chaos.storm.group import Group
from chaos.storm.participants import Participants
from chaos.storm.plans import TablePlan
from cogs.base import custom_id_families as families
from cogs.interactions.which import option_value
from playground import Person
from playground.luck import Luck

OPEN, RUNNING = "open", "running"
TWICE, CHANGES_MIND, FORBIDDEN, LOOKS = 0.3, 0.2, 0.2, 0.1
"""Chance that a player presses twice at the same moment, leaves and returns, does something
forbidden, or looks at something.
"""
MEDDLES = 0.2
MOST = 3
LEAVES = 3
"""Largest number of times that a player leaves before the start: the bot allows five joins per
hour.
"""
AT_ONCE = 3
SETTLES = 0.3
"""Real seconds between two checks for missing players before the start."""
HOURS = 5
LOOKING = ("mine", "standings", "export")


class Cup(Group):
    def __init__(
        self,
        name: str,
        terms: CupPlan,
        moderator: Person,
        people: Sequence[Person],
        spare: Person,
        barred: Person,
        participants: Participants,
        tracker: MessageTracker,
        panels: PanelWatcher,
        reader: DatabaseReader,
        luck: Luck,
    ) -> None:
        plan = TablePlan(len(people), 0, terms.presses)
        super().__init__([*people, spare], plan, participants, tracker, luck)
        self.name = name
        self._terms = terms
        self._moderator = moderator
        self._takers = list(people)
        self._spare = spare
        self._barred = barred
        self._panels = panels
        self._reader = reader
        self._pressed: dict[int, int] = {}
        self.done = False
        self._left: Counter[int] = Counter()
        self._meddled = 0
        self._withdrawn = False
        self._meddling: tuple[Callable[[int], Awaitable[object]], ...] = (
            self._adjudicate,
            self._substitute,
            self._extend,
            self._withdraw,
            self._delete_panel,
        )
        if terms.seasons:
            self._meddling += (self._join_again, self._join_late)

    async def play(self) -> None:
        tournament, doubles = await self._made()
        for double in doubles:
            await self._end_double(double)
        while self._status(tournament) == OPEN:
            self._news.clear()
            await self._participants.may_act()
            await self._fill(tournament)
        while self._status(tournament) == RUNNING or self._unfinished():
            self._news.clear()
            await self._go_on(tournament)
        self.doing, self.done = "has finished", True

    async def _made(self) -> tuple[int, list[int]]:
        while not (tournaments := self._reader.tournaments(self.name)):
            self.doing = f"makes {self.name}"
            await self._make()
        tournament, *doubles = tournaments
        return tournament, doubles

    def _status(self, tournament: int) -> str:
        return self._reader.tournaments(self.name).get(tournament, "")

    def _over(self, match: int) -> bool:
        return self._reader.ended(match)

    def _unfinished(self) -> list[int]:
        return [match for match in sorted(self.matches) if not self._over(match)]

    # ------------------------------------------------------------------ before the start

    async def _make(self) -> None:
        await self._participants.may_act()
        answer = await self._manage("create", {"name": self.name, **self._terms.options})
        await self._hear_news()
        if answer is not None and not self._reader.tournaments(self.name):
            self._note_refusal()

    def _all_people(self) -> list[Person]:
        return [*self.people, self._moderator, self._barred]

    async def _end_double(self, double: int) -> None:
        """End a tournament that was created again because an answer was lost."""
        self.doing = f"ends the double {double}"
        while self._status(double) in (OPEN, RUNNING):
            await self._participants.may_act()
            await self._manage("end", {"tournament": option_value(double)})
            # A command that the bot has not registered yet is refused immediately.
            await asyncio.sleep(SETTLES)

    async def _fill(self, tournament: int) -> None:
        entered = self._reader.entered(tournament)
        missing = [person for person in self._takers if person.id not in entered]
        fickle = [person for person in self._takers if self._left[person.id] < LEAVES]
        if self._misbehaves(FORBIDDEN):
            await self._join_barred(tournament)
        if missing:
            self.doing = f"waits for {len(missing)} people in tournament {tournament}"
            await asyncio.gather(*(self._join(tournament, person) for person in missing))
        elif fickle and self._misbehaves(CHANGES_MIND):
            person = self._luck.pick(fickle)
            self._left[person.id] += 1
            await self._leave(tournament, person)
        else:
            self.doing = f"starts tournament {tournament}"
            await self._start(tournament)
        if self._misbehaves(LOOKS):
            await self._extend(tournament)
        if self._misbehaves(LOOKS):
            await self._look(tournament)
        await asyncio.sleep(SETTLES)

    async def _join(self, tournament: int, person: Person) -> None:
        times = 2 if self._misbehaves(TWICE) else 1
        if self._misbehaves(FORBIDDEN):
            await self._forbidden(tournament, person)
        await asyncio.gather(*(self._press_panel(tournament, person, "join") for _ in range(times)))

    async def _join_barred(self, tournament: int) -> None:
        answer = await command(self._moderator, "moderate bar", {"member": str(self._barred.id)})
        if "can't start or join" in text(shown(answer)):
            await self._press_panel(tournament, self._barred, "join")

    async def _leave(self, tournament: int, person: Person) -> None:
        times = 2 if self._misbehaves(TWICE) else 1
        leave = (self._press_panel(tournament, person, "leave") for _ in range(times))
        await asyncio.gather(*leave)

    async def _start(self, tournament: int) -> None:
        start = [self._manage("start", {"tournament": option_value(tournament)}) for _ in range(2)]
        if self._misbehaves(TWICE):
            start.append(self._press_panel(tournament, self._luck.pick(self._takers), "join"))
        await asyncio.gather(*start)

    async def _forbidden(self, tournament: int, person: Person) -> None:
        """Do something that only a moderator can do, or that no user can do now."""
        person_not_allowed = self._luck.pick((person, self._participants.stranger))
        verbs = ("start", "end", "extend", "adjudicate", "here", "out")
        match verb := self._luck.pick(verbs):
            case "here" | "out":
                await self._press_panel(tournament, person_not_allowed, verb)
            case "extend":
                await command(
                    person_not_allowed,
                    "tournament extend",
                    {"tournament": option_value(tournament), "hours": 1},
                )
            case "adjudicate":
                await self._decide(tournament, person_not_allowed, "1.0.1.1", str(person.id))
            case _:
                await command(
                    person_not_allowed,
                    f"tournament {verb}",
                    {"tournament": option_value(tournament)},
                )

    async def _press_panel(self, tournament: int, person: Person, verb: str) -> object:
        """Press a button of the panel even if it is missing; without a panel, use the command."""
        panel = self._panels.panel(tournament)
        if panel is None:
            return await command(
                person, f"tournament {verb}", {"tournament": option_value(tournament)}
            )
        custom_id = families.TOURNAMENT.spell(tournament, verb)
        return await press(person, panel.id, custom_id, unseen=True)

    # ------------------------------------------------------------------ while it runs

    async def _go_on(self, tournament: int) -> None:
        self.doing = f"waits for matches of tournament {tournament}"
        if self._has_played_its_seasons(tournament):
            await self._participants.may_act()
            await self._manage("end", {"tournament": option_value(tournament)})
        if self._terms.unruly and self._meddled < MOST and self._luck.chance(MEDDLES):
            await self._participants.may_act()
            self._meddled += 1
            await self._luck.pick(self._meddling)(tournament)
        unfinished = self._unfinished()
        if not unfinished:
            await self._hear_news()
            return
        acting = sorted(unfinished, key=lambda _: self._luck.below(1 << 30))[:AT_ONCE]
        await asyncio.gather(*(self._step(self._tracker.matches[match]) for match in acting))

    def _has_played_its_seasons(self, tournament: int) -> bool:
        """Return whether the moderator must end the league, which never ends automatically."""
        seasons = self._terms.seasons
        if not seasons or self._status(tournament) != RUNNING:
            return False
        return self._reader.stages_over(tournament) >= seasons

    def _wants_to_resign(self, board: LiveMessage) -> bool:
        match = board.snapshot.match
        self._pressed[match] = self._pressed.get(match, 0) + 1
        return self._pressed[match] > self._terms.presses

    async def _resign(self, board: LiveMessage) -> None:
        asked = [self._by_id[user] for user in board.asked if user in self._by_id]
        await resign(self._luck.pick(asked), board.snapshot.match, self._channel(board.channel))

    def _asker(self, match: int) -> Person:
        seated = [self._by_id[u] for u in self._reader.holders(match) if u in self._by_id]
        return seated[0] if seated else self.people[0]

    # ------------------------------------------------------------------ the moderator's actions

    async def _adjudicate(self, tournament: int) -> None:
        tables = self._reader.tables(tournament)
        if not tables:
            return
        match = self._luck.pick(sorted(tables))
        winner = self._luck.pick([*map(str, self._reader.holders(match)), "-"])
        decide = (
            self._decide(tournament, self._moderator, tables[match], winner)
            for _ in range(2 if self._misbehaves(TWICE) else 1)
        )
        await asyncio.gather(*decide)

    async def _decide(self, tournament: int, person: Person, table: str, winner: str) -> None:
        values = {"tournament": option_value(tournament), "table": table, "winner": winner}
        await command(person, "tournament adjudicate", {**values, "reason": "They <@1> agreed."})

    async def _substitute(self, tournament: int) -> None:
        out = self._luck.pick(self._takers)
        people = {"out": str(out.id), "into": str(self._spare.id)}
        await self._manage("substitute", {"tournament": option_value(tournament), **people})

    async def _extend(self, tournament: int) -> None:
        await self._manage("extend", {"tournament": option_value(tournament), "hours": HOURS})

    async def _withdraw(self, tournament: int) -> None:
        if self._withdrawn:
            return
        self._withdrawn = True
        await self._press_panel(tournament, self._luck.pick(self._takers), "out")

    async def _join_again(self, tournament: int) -> None:
        await self._press_panel(tournament, self._luck.pick(self._takers), "join")

    async def _join_late(self, tournament: int) -> None:
        await self._press_panel(tournament, self._spare, "join")

    async def _delete_panel(self, tournament: int) -> None:
        """Delete the panel if the bot has stored it: no user is faster than that."""
        panel = self._panels.panel(tournament)
        if panel is not None and panel.id == self._reader.panel(tournament):
            self._moderator.playground.world.delete(panel)

    async def _manage(self, verb: str, options: dict[str, object]) -> object:
        return await command(self._moderator, f"tournament {verb}", options)

    async def _look(self, tournament: int) -> None:
        verb, person = self._luck.pick(LOOKING), self._luck.pick(self.people)
        await command(person, f"tournament {verb}", {"tournament": option_value(tournament)})

    def _misbehaves(self, often: float) -> bool:
        return self._participants.misbehave and self._luck.chance(often)
