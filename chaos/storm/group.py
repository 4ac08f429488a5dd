"""Groups of people who play matches to the end by pressing offered buttons, without knowing the
rules.
"""

import asyncio

from chaos.acting import challenge, command, press, resign, shown
from chaos.custom_ids import INVITATION, UNDO
from chaos.message_tracker import LiveMessage, MatchMessages, MessageTracker
from chaos.messages import text
from chaos.storm.misuse import Misuse
from chaos.storm.participants import Participants
from chaos.storm.plans import TablePlan
from chaos.transcript import Kind
from playground import Person
from playground.luck import Luck

CURIOUS, REGRETS = 0.05, 0.1
"""Chances that a player presses any button instead of a move, and that a player takes a move back.
"""
WORRIED, SURE = 3, 12
"""Timeouts without news after which a group asks for the board or tries again to begin a match. If
the bot confirmed the beginning, the group waits for SURE timeouts before it tries again.
"""
IMPATIENT = 0.2
"""Chance to ask for the board of a match that has no place in Discord."""
REFUSED = 3
"""Number of answers without a match after which people go to another channel."""


class Group:
    def __init__(
        self,
        people: list[Person],
        plan: TablePlan,
        participants: Participants,
        tracker: MessageTracker,
        luck: Luck,
    ) -> None:
        self.people = people
        self.plan = plan
        self.presses = 0
        self.doing = "has not begun"
        self._participants = participants
        self._tracker = tracker
        self._luck = luck
        self._misuse = Misuse(participants, luck.child("misuse"))
        self._by_id = {person.id: person for person in people}
        self._news, self.matches = tracker.register([person.id for person in people])
        self._resigned = False
        self._refused = 0
        self._waits: dict[int, int] = {}
        self._tried: dict[int, tuple[int, int | None]] = {}
        """The message and seq of the latest action, by match."""

    async def play(self) -> None:
        while not self.matches:
            self.doing = "begins a match"
            await self._begin()
        while unfinished := [match for match in sorted(self.matches) if not self._over(match)]:
            self._news.clear()
            await self._step(self._tracker.matches[unfinished[0]])
        self.doing = "has finished"

    def _over(self, match: int) -> bool:
        return bool(self._tracker.matches[match].of_kind(Kind.END))

    async def _hear_news(self) -> bool:
        """Wait for news. Return False after a timeout."""
        try:
            async with asyncio.timeout(self._participants.impatience):
                await self._news.wait()
        except TimeoutError:
            return False
        return True

    async def _begin(self) -> None:
        await self._participants.may_act()
        host, guests = self.people[0], self.people[1:]
        if guests:
            answer = await challenge(host, guests)
        else:
            answer = await command(host, "practice", {"public": True, "rivals": self.plan.rivals})
        for _ in range(SURE if answer is not None and answer.ok else WORRIED):
            if self.matches:
                return
            await self._hear_news()
            self._news.clear()
        if answer is not None and not self.matches:
            self._note_refusal()

    def _note_refusal(self) -> None:
        """Change the channel after several refusals: some kinds of channel allow no matches."""
        self._refused += 1
        if self._refused == REFUSED:
            for person in self._all_people():
                person.channel_id = self._participants.stranger.channel_id

    def _all_people(self) -> list[Person]:
        return self.people

    # ------------------------------------------------------------------ single steps

    async def _step(self, messages: MatchMessages) -> None:
        await self._participants.may_act()
        match, board, lobby = messages.match, messages.board(), messages.of_kind(Kind.LOBBY)
        tried = self._tried.get(match)
        if board is not None and tried == (board.message, board.snapshot.seq):
            self.doing = f"waits for the result of a press on {_name(board)}"
        elif board is not None and set(board.asked) & self._by_id.keys():
            self._tried[match] = (board.message, board.snapshot.seq)
            self.doing = f"plays on {_name(board)}"
            if self._wants_to_resign(board):
                await self._resign(board)
            else:
                await self._turn(match, board)
        elif board is None and lobby and not messages.past:
            self.doing = f"answers the invitation {lobby[-1].message}"
            if tried != (lobby[-1].message, None):
                self._tried[match] = (lobby[-1].message, None)
                await self._accept(lobby[-1])
        else:
            self.doing = "waits for a board"
        if await self._hear_news():
            self._waits[match] = 0
        else:
            await self._after_timeout(messages, begun=bool(messages.past) or not lobby)

    async def _after_timeout(self, messages: MatchMessages, *, begun: bool) -> None:
        match = messages.match
        waits = self._waits[match] = self._waits.get(match, 0) + 1
        self._tried.pop(match, None)
        if not begun or waits % WORRIED or self._over(match):
            return
        if self._tracker.has_place(match) or self._luck.chance(IMPATIENT):
            await self._ask(match)

    async def _accept(self, lobby: LiveMessage) -> None:
        for accept in lobby.of_family(INVITATION, "accept"):
            for person in self.people[1:]:
                await self._misuse.before(
                    person, lobby.message, accept, self._tracker, lobby.snapshot.match
                )
                await self._press(person, lobby.message, accept)

    async def _turn(self, match: int, board: LiveMessage) -> None:
        mine = [self._by_id[user] for user in board.asked if user in self._by_id]
        person = self._luck.pick(mine)
        custom_id = self._choose(board)
        stranger = self._luck.pick(self.people)
        if stranger is person:
            stranger = self._participants.stranger
        await self._misuse.before(stranger, board.message, custom_id, self._tracker, match)
        await self._take_back(board)
        self.presses += 1
        custom_ids = [custom_id]
        if self._misuse.twice():
            custom_ids.append(self._choose(board))
        await asyncio.gather(*(self._press(person, board.message, i) for i in custom_ids))

    def _choose(self, board: LiveMessage) -> str:
        moves = board.moves
        if not moves or self._luck.chance(CURIOUS):
            return self._luck.pick(list(board.buttons))
        return self._luck.pick(moves)

    async def _take_back(self, board: LiveMessage) -> None:
        undo_buttons = board.of_family(UNDO)
        if undo_buttons and self._luck.chance(REGRETS):
            await self._press(self._luck.pick(self.people), board.message, undo_buttons[0])

    async def _press(self, person: Person, message: int, custom_id: str) -> None:
        await press(
            person,
            message,
            custom_id,
            game=self._participants.game,
            luck=self._luck,
            forms=2 if self._misuse.twice() else 1,
        )

    # ------------------------------------------------------------------ commands

    def _wants_to_resign(self, board: LiveMessage) -> bool:  # noqa: ARG002 - tournaments count boards
        after = self.plan.resigns_after
        return after is not None and not self._resigned and self.presses >= after

    async def _resign(self, board: LiveMessage) -> None:
        self.doing = "resigns"
        answer = await resign(self.people[-1], board.snapshot.match, self._channel(board.channel))
        if answer is not None:
            self._resigned = "resigned" in text(shown(answer)) or await self._hear_news()

    async def _ask(self, match: int) -> None:
        self.doing = "asks for the board"
        transcript = self._tracker.transcript
        transcript.ask_for_board(match)
        shown_in = [r.channel for r in transcript.revisions if r.snapshot.match == match]
        channel = self._channel(shown_in[-1] if shown_in else 0)
        await command(self._asker(match), "board", {"match": match}, channel)

    def _asker(self, match: int) -> Person:  # noqa: ARG002 - every member is in every match
        return self.people[0]

    def _channel(self, channel: int) -> int:
        world = self.people[0].playground.world
        return channel if world.channel(channel) is not None else self.people[0].channel_id


def _name(board: LiveMessage) -> str:
    return f"board {board.message}, seq {board.snapshot.seq}"
