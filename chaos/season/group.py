"""Groups of people who play at a pace: some on time, some late, some claiming every win."""

from dataclasses import dataclass

from chaos.acting import call_off, challenge, press, resign
from chaos.custom_ids import INVITATION, read
from chaos.database_reader import DatabaseReader
from chaos.games import PlayableGame
from chaos.message_tracker import LiveMessage, MatchMessages, MessageTracker
from chaos.season.recorder import Recorder
from chaos.season.servers import ServerSetup
from chaos.transcript import Kind
from playground import Person
from playground.luck import Luck

PEOPLE = {2: 7.0, 3: 2.0, 4: 1.0}
PACES = {"live": 2.0, "day": 5.0, "three days": 2.0, "week": 1.0}
VOTES = 0.4
IN_A_ROW = 2
LEFT = 6
"""Rounds after which the host calls off an invitation without answers."""


@dataclass(frozen=True, slots=True)
class Habits:
    people: int
    pace: str
    diligence: float
    """Chance that a player whose turn it is acts in one round."""
    gives_up: int
    """The round in which a player resigns."""


def habits(luck: Luck, game: PlayableGame) -> Habits:
    seats = game.load().newest(game.name).info.seats
    return Habits(
        luck.weighted({n: often for n, often in PEOPLE.items() if n in seats}),
        luck.weighted(PACES),
        luck.pick((0.35, 0.6, 0.9)),
        10 + luck.below(25),
    )


class Group:
    def __init__(
        self,
        people: list[Person],
        server: ServerSetup,
        habits: Habits,
        game: PlayableGame,
        tracker: MessageTracker,
        recorder: Recorder,
        reader: DatabaseReader,
        luck: Luck,
    ) -> None:
        self.people = people
        self.server = server
        self.habits = habits
        self.game = game
        self.luck = luck
        self._tracker = tracker
        self._recorder = recorder
        self._reader = reader
        self._by_id = {person.id: person for person in people}
        _, self.matches = tracker.register([person.id for person in people])
        self._rounds = 0
        self._waited: dict[int, int] = {}

    @property
    def open(self) -> list[int]:
        return [match for match in sorted(self.matches) if not self._reader.ended(match)]

    @property
    def done(self) -> bool:
        """Whether the group has played a match, and none is under way."""
        return not self.open and any(map(self._began, self.matches))

    def messages(self, match: int) -> MatchMessages:
        return self._tracker.messages(match)

    def board(self) -> LiveMessage | None:
        boards = [b for match in self.open if (b := self.messages(match).board()) is not None]
        return next((b for b in boards if set(b.asked) & self._by_id.keys()), None)

    def asked(self, board: LiveMessage) -> list[Person]:
        return [self._by_id[user] for user in board.asked if user in self._by_id]

    async def press(self, person: Person, message: int, custom_id: str) -> None:
        await press(person, message, custom_id, game=self.game, luck=self.luck)

    async def act(self) -> None:
        self._rounds += 1
        if not self.open and not self.done:
            await self._challenge()  # also after an invitation has expired
            return
        for match in self.open:
            await self._play(match)

    def _began(self, match: int) -> bool:
        stored = self._reader.stored(match)
        return stored is not None and stored.seq > 0

    async def _challenge(self) -> None:
        await challenge(self.people[0], self.people[1:], pace=self.habits.pace)

    async def _play(self, match: int) -> None:
        messages = self.messages(match)
        lobby, board = messages.of_kind(Kind.LOBBY), messages.board()
        if board is not None:
            await self._vote(match)
            if self._rounds >= self.habits.gives_up and self.luck.chance(0.3):
                await resign(self.people[-1], match)
            else:
                await self._move(match)
        elif lobby:
            await self._answer(lobby[-1])

    async def _answer(self, lobby: LiveMessage) -> None:
        match = lobby.snapshot.match
        self._waited[match] = self._waited.get(match, 0) + 1
        if self._waited[match] >= LEFT:
            if self.luck.chance(0.8):
                await call_off(self.people[0], lobby.message, match)
            return
        for accept in lobby.of_family(INVITATION, "accept"):
            for person in self.people[1:]:
                if self.luck.chance(0.8):
                    await press(person, lobby.message, accept)

    async def _move(self, match: int) -> None:
        for _ in range(IN_A_ROW):
            board = self.messages(match).board()
            asked = [] if board is None else self.asked(board)
            if board is None or not asked or not self.luck.chance(self.habits.diligence):
                return
            if board.moves:
                await self.press(self.luck.pick(asked), board.message, self.luck.pick(board.moves))

    async def _vote(self, match: int) -> None:
        for message, ids in list(self._recorder.notices.get(match, {}).items()):
            for person in self.people:
                if ids and self.luck.chance(VOTES):
                    claim = [i for i in ids if read(i).verb == "claim"]
                    choices = claim if claim and self.luck.chance(0.5) else list(ids)
                    await press(person, message, self.luck.pick(choices))
                    break

    async def end(self) -> None:
        for match in self.open:
            for lobby in self.messages(match).of_kind(Kind.LOBBY):
                await call_off(self.people[0], lobby.message, match)
            for person in self.people:
                if match in self.open:
                    await resign(person, match)
