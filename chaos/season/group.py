"""A few people who play matches with a pace: some in time, some late, some claim what they can."""

from dataclasses import dataclass

from chaos.ledger import Ledger
from chaos.season.acts import call_off, command, offered, press
from chaos.season.recorder import Recorder
from chaos.season.scenery import House
from chaos.shelf import Hanging, MatchView, Shelf
from chaos.transcript import Kind
from playground import Person
from playground.luck import Luck

PACES = {"live": 2.0, "day": 5.0, "three days": 2.0, "week": 1.0}
"""How often which pace is chosen."""
VOTES = 0.4
"""How often somebody who may choose about a late player does, in one round."""
IN_A_ROW = 2
"""So many moves somebody makes before the others come to act again."""
LEFT = 6
"""Rounds after which an invitation that nobody takes is called off."""


@dataclass(frozen=True, slots=True)
class Habits:
    """What the people of a group are like."""

    people: int
    pace: str
    diligence: float
    """How likely somebody whose turn it is acts in one round."""
    gives_up: int
    """The round in which one of them resigns."""


def habits(luck: Luck) -> Habits:
    """Those of one group."""
    return Habits(
        luck.weighted({2: 7, 3: 2, 4: 1}),
        luck.weighted(PACES),
        luck.pick((0.35, 0.6, 0.9)),
        10 + luck.below(25),
    )


class Group:
    """These people, and all matches that they get into."""

    def __init__(
        self,
        people: list[Person],
        house: House,
        what: Habits,
        shelf: Shelf,
        recorder: Recorder,
        ledger: Ledger,
        luck: Luck,
    ) -> None:
        self.people = people
        self.house = house
        self.habits = what
        self.luck = luck
        self.asks: dict[int, int] = {}
        """How often somebody asked for the board of a match."""
        self._shelf = shelf
        self._recorder = recorder
        self._ledger = ledger
        self._by_id = {person.id: person for person in people}
        _, self.matches = shelf.register([person.id for person in people])
        self._rounds = 0
        self._waited: dict[int, int] = {}

    @property
    def open(self) -> list[int]:
        """The matches that are not over."""
        return [match for match in sorted(self.matches) if not self._ledger.ended(match)]

    @property
    def done(self) -> bool:
        """Whether a match of theirs was begun, and none is under way."""
        return not self.open and any(map(self._began, self.matches))

    def view(self, match: int) -> MatchView:
        """What hangs of a match."""
        return self._shelf.matches.setdefault(match, MatchView(match))

    def board(self) -> Hanging | None:
        """A board that one of them may act on."""
        boards = [board for match in self.open if (board := self.view(match).board()) is not None]
        return next((b for b in boards if set(b.asked) & self._by_id.keys()), None)

    def person(self, user: int) -> Person | None:
        """One of them, if it is one."""
        return self._by_id.get(user)

    async def act(self) -> None:
        """One round: whoever wants to does something."""
        self._rounds += 1
        if not self.open and not self.done:
            await self.challenge()  # also when an invitation ran out while hours passed
            return
        for match in self.open:
            await self._play(match)

    def _began(self, match: int) -> bool:
        stored = self._ledger.stored(match)
        return stored is not None and stored.seq > 0

    async def challenge(self) -> None:
        """Begin a match."""
        host, guests = self.people[0], self.people[1:]
        names = ("opponent", "opponent2", "opponent3")
        options = {n: str(p.id) for n, p in zip(names, guests, strict=False)}
        await command(host, "challenge", {**options, "pace": self.habits.pace})

    async def _play(self, match: int) -> None:
        view = self.view(match)
        lobby, board = view.of_kind(Kind.LOBBY), view.board()
        if board is not None:
            await self._choose(match)
            if self._rounds >= self.habits.gives_up and self.luck.chance(0.3):
                await self.resign(match)
            else:
                await self._move(match)
        elif lobby:
            await self._answer(lobby[-1])

    async def _answer(self, lobby: Hanging) -> None:
        match = lobby.look.match
        self._waited[match] = self._waited.get(match, 0) + 1
        if self._waited[match] >= LEFT:
            if self.luck.chance(0.8):
                await call_off(self.people[0], lobby.message, match)
            return
        for person in self.people[1:]:
            custom_id = next((i for i in lobby.buttons if i.endswith(":accept")), None)
            if custom_id is not None and self.luck.chance(0.8):
                await press(person, lobby.message, custom_id)

    async def _move(self, match: int) -> None:
        for _ in range(IN_A_ROW):
            board = self.view(match).board()
            asked = [] if board is None else [u for u in board.asked if u in self._by_id]
            if board is None or not asked or not self.luck.chance(self.habits.diligence):
                return
            moves = [i for i in board.buttons if i.startswith(("2:move:", "2:panel:", "2:menu:"))]
            if moves:
                await press(
                    self._by_id[self.luck.pick(asked)], board.message, self.luck.pick(moves)
                )

    async def _choose(self, match: int) -> None:
        """Whoever may choose about a late player does, or claims."""
        for message, ids in list(self._recorder.notices.get(match, {}).items()):
            for person in self.people:
                if ids and self.luck.chance(VOTES):
                    claim = [i for i in ids if i.endswith(":claim")]
                    wanted = claim if claim and self.luck.chance(0.5) else list(ids)
                    await press(person, message, self.luck.pick(wanted))
                    break

    async def resign(self, match: int, person: Person | None = None) -> None:
        """Somebody gives up."""
        who = person or self.people[-1]
        answer = await command(who, "resign", {"match": match})
        for custom_id in offered(answer):
            if (
                custom_id.startswith("2:match:")
                and answer is not None
                and answer.message is not None
            ):
                await press(who, int(answer.message["id"]), custom_id)

    async def end(self) -> None:
        """Bring all to its end: everybody gives up, and open invitations are called off."""
        for match in self.open:
            for lobby in self.view(match).of_kind(Kind.LOBBY):
                await call_off(self.people[0], lobby.message, match)
            for person in self.people:
                if match in self.open:
                    await self.resign(match, person)
