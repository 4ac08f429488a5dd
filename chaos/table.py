"""People who play one match to its end by pressing what is offered, knowing no rule."""

import asyncio
from collections.abc import Mapping

from chaos.mischief import Mischief
from chaos.plans import Plan
from chaos.reading import buttons, choices, text, use
from chaos.shelf import Hanging, MatchView, Shelf
from chaos.stage import Stage
from chaos.transcript import Kind
from playground import Answer, ClientError, Person
from playground.luck import Luck

ANSWERED = 5.0
"""Real seconds after which nobody waits for an answer any longer."""
IMPATIENT = 1.5
"""Real seconds without news after which a press is tried again."""
CURIOUS, REGRETS = 0.05, 0.1
"""How often something is pressed that is no move, and how often a move is taken back."""
WORRIED, SURE = 3, 12
"""After so many of those in a row, people ask for the board, or begin another match: who was
answered waits for longer."""


class Table:
    """A few people and all the matches that they get into."""

    def __init__(
        self, people: list[Person], plan: Plan, stage: Stage, shelf: Shelf, luck: Luck
    ) -> None:
        self.people = people
        self.plan = plan
        self.presses = 0
        self.asks = 0
        self.doing = "has not begun"
        """What it does now, for who looks for a fault."""
        self._stage = stage
        self._shelf = shelf
        self._luck = luck
        self._mischief = Mischief(stage, luck.child("mischief"))
        self._by_id = {person.id: person for person in people}
        self._bell, self.matches = shelf.register([person.id for person in people])
        self._resigned = False
        self._waits: dict[int, int] = {}
        self._tried: dict[int, tuple[int, int | None]] = {}
        """The message and seq that was acted on last, by match."""

    async def play(self) -> None:
        """Play until all that was begun is over."""
        while not self.matches:
            self.doing = "begins a match"
            await self._begin()
        while unfinished := [match for match in sorted(self.matches) if not self._over(match)]:
            self._bell.clear()
            await self._step(self._shelf.matches[unfinished[0]])
        self.doing = "is done"

    def _over(self, match: int) -> bool:
        return bool(self._shelf.matches[match].of_kind(Kind.END))

    async def _news(self, seconds: float) -> bool:
        """Wait until something changes for these people; False when nothing did."""
        try:
            async with asyncio.timeout(seconds):
                await self._bell.wait()
        except TimeoutError:
            return False
        return True

    # ------------------------------------------------------------------ before the start

    async def _begin(self) -> None:
        await self._stage.may_act()
        host, guests = self.people[0], self.people[1:]
        if guests:
            names = ("opponent", "opponent2", "opponent3")
            options = {n: str(p.id) for n, p in zip(names, guests, strict=False)}
            answer = await self._command(host, "challenge", options)
        else:
            answer = await self._command(host, "practice", {"rivals": self.plan.rivals})
        for _ in range(SURE if answer is not None and answer.ok else WORRIED):
            if self.matches:
                return
            await self._news(IMPATIENT)
            self._bell.clear()

    async def _command(
        self, person: Person, name: str, options: Mapping[str, object], channel: int | None = None
    ) -> Answer | None:
        try:
            async with asyncio.timeout(ANSWERED):
                return await person.command(name, options, channel=channel)
        except (TimeoutError, ClientError):
            return None

    # ------------------------------------------------------------------ one thing after the other

    async def _step(self, view: MatchView) -> None:
        await self._stage.may_act()
        waits = self._waits.get(view.match, 0)
        board = view.board()
        lobby = view.of_kind(Kind.LOBBY)
        if board is not None and self._tried.get(view.match) == (board.message, board.look.seq):
            self.doing = f"waits for what comes of board {board.message}, seq {board.look.seq}"
        elif board is not None and set(board.asked) & self._by_id.keys():
            self._tried[view.match] = (board.message, board.look.seq)
            self.doing = f"plays on board {board.message}, seq {board.look.seq}"
            if self._wants_to_resign():
                await self._resign(board)
            else:
                await self._turn(view, board)
        elif board is None and lobby and not view.past:
            self.doing = f"answers the invitation {lobby[-1].message}"
            if self._tried.get(view.match) != (lobby[-1].message, None):
                self._tried[view.match] = (lobby[-1].message, None)
                await self._accept(lobby[-1])
        else:
            self.doing = "waits for a board"
        if await self._news(IMPATIENT):
            self._waits[view.match] = 0
            return
        self._waits[view.match] = waits + 1
        self._tried.pop(view.match, None)
        if (
            not self._over(view.match)
            and waits % WORRIED == WORRIED - 1
            and (view.past or not lobby)
        ):
            await self._ask(view.match)

    async def _accept(self, lobby: Hanging) -> None:
        accept = next((i for i in lobby.buttons if i.endswith(":accept")), None)
        if accept is None:
            return
        for person in self.people[1:]:
            await self._mischief.before(
                person, lobby.message, accept, self._shelf, lobby.look.match
            )
            await self._press(person, lobby.message, accept)

    async def _turn(self, view: MatchView, board: Hanging) -> None:
        mine = [self._by_id[user] for user in board.asked if user in self._by_id]
        person = self._luck.pick(mine)
        custom_id = self._choose(board)
        stranger = self._luck.pick(self.people)
        if stranger is person:
            stranger = self._stage.stranger
        mischief = self._mischief
        await mischief.before(stranger, board.message, custom_id, self._shelf, view.match)
        await self._take_back(board)
        self.presses += 1
        if mischief.twice():
            other = self._choose(board)
            pair = [self._press(person, board.message, i) for i in (custom_id, other)]
            await asyncio.gather(*pair)
        else:
            await self._press(person, board.message, custom_id)

    def _choose(self, board: Hanging) -> str:
        """Mostly a move; now and then something else that the board offers."""
        moves = [i for i in board.buttons if i.startswith(("2:move:", "2:panel:", "2:menu:"))]
        if not moves or self._luck.chance(CURIOUS):
            return self._luck.pick(list(board.buttons))
        return self._luck.pick(moves)

    async def _take_back(self, board: Hanging) -> None:
        """Somebody wants a move back; it may not be theirs, or too late."""
        back = [i for i in board.buttons if i.startswith("2:undo:")]
        if back and self._luck.chance(REGRETS):
            await self._press(self._luck.pick(self.people), board.message, back[0])

    async def _press(self, person: Person, message: int, custom_id: str) -> None:
        """Press a button, and hand in the form that it opens."""
        try:
            async with asyncio.timeout(ANSWERED):
                answer = await use(person, message, custom_id)
                if answer.modal is None:
                    return
                chosen = choices(answer.modal)
                again = 2 if self._mischief.twice() else 1
                forms = [person.submit(answer.modal, chosen) for _ in range(again)]
                await asyncio.gather(*forms)
        except (TimeoutError, ClientError):
            return

    # ------------------------------------------------------------------ commands

    def _wants_to_resign(self) -> bool:
        after = self.plan.resigns_after
        return after is not None and not self._resigned and self.presses >= after

    async def _resign(self, board: Hanging) -> None:
        self.doing = "resigns"
        person, match = self.people[-1], board.look.match
        answer = await self._command(person, "resign", {"match": match}, self._room(board.channel))
        if answer is None or answer.message is None:
            return
        for custom_id in buttons(answer.message, "2:match:"):
            await self._press(person, int(answer.message["id"]), custom_id)
            self._resigned = "resigned" in text(answer.message) or await self._news(IMPATIENT)

    async def _ask(self, match: int) -> None:
        """Ask for the board, where it was played if that is still there."""
        self.doing = "asks for the board"
        self.asks += 1
        asked = self._shelf.transcript.asked
        asked[match] = asked.get(match, 0) + 1
        places = [s.channel for s in self._shelf.transcript.showings if s.look.match == match]
        room = self._room(places[-1] if places else 0)
        await self._command(self.people[0], "board", {"match": match}, room)

    def _room(self, channel: int) -> int:
        """This channel, or the table's own where it is gone."""
        world = self.people[0].playground.world
        return channel if world.channel(channel) is not None else self.people[0].channel_id
