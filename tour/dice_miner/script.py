"""The script: Ada challenges Bruno, they play to the end, and Chloé shows the result elsewhere."""

from collections.abc import Callable
from dataclasses import dataclass, field

from bot.match.log.loaded import Loaded
from chaos.custom_ids import read
from chaos.messages import Json, buttons, moves, parts, pictures, text
from cogs.base import custom_id_families as families
from engine.games.dice_miner.observation import Observation, Phase
from playground import Person, seed
from tour.actions import Actions, Camera
from tour.dice_miner.choice import UserInput, choose
from tour.stage import Stage

MATCH = 1
MOST = 200
"""Upper bound on the decisions in a match of two."""
LAST = 3
"""Number of dice left on the mountain from which the end is near."""


@dataclass
class Tour:
    stage: Stage
    actions: Actions
    camera: Camera
    facts: dict[str, str] = field(default_factory=dict)
    """Facts about this match for the page's captions."""
    shown: set[str] = field(default_factory=set)
    decisions: list[tuple[int, UserInput]] = field(default_factory=list)

    def __post_init__(self) -> None:
        def person(number: int) -> Person:
            return Person(self.stage.playground, number)

        self.ada, self.bruno = person(seed.ADA_ID), person(seed.BRUNO_ID)
        self.chloe = person(seed.CHLOE_ID)
        self.thread = 0

    async def play(self) -> Loaded:
        """Return the finished match."""
        await self._begin()
        for _ in range(MOST):
            loaded = await self._loaded()
            if loaded.outcome is not None:
                break
            await self._decide(loaded)
        else:
            raise AssertionError("the match does not end")
        await self._end()
        assert loaded.outcome is not None, "the match must have ended"
        scores = {
            loaded.roster.holders[seat]: points for seat, points in enumerate(loaded.outcome.scores)
        }
        winner = max((self.ada, self.bruno), key=lambda player: scores[player.id])
        self.facts["winner"] = self._name(winner)
        self.facts["most"], self.facts["least"] = map(str, sorted(scores.values(), reverse=True))
        return loaded

    # ------------------------------------------------------------------ before

    async def _begin(self) -> None:
        await self.stage.later(1)
        await self.actions.challenge(self.ada, self.bruno)
        accept = families.INVITATION.spell(MATCH, "accept")
        invitation = await self._message(self.bruno, seed.TAVERN_ID, has(accept))
        await self._shot("invitation", self.bruno, invitation)
        await self.actions.press(self.bruno, invitation, families.MATCH.spell(MATCH, "how"))
        primer = await self._message(
            self.bruno, seed.TAVERN_ID, lambda m: bool(m["flags"] & 64) and bool(pictures(m))
        )
        await self._shot("how-to-play", self.bruno, primer)
        self.bruno.dismiss(primer)
        await self.stage.later(4)
        await self.actions.press(self.bruno, invitation, accept)
        self.thread = int(invitation["id"])
        await self._board()
        await self.stage.idle()
        await self._shot("accepted", self.ada, self._now(self.ada, invitation))

    # ------------------------------------------------------------------ the match

    async def _decide(self, loaded: Loaded) -> None:
        board = await self._board()
        seat = loaded.seats_to_act[0]
        holder = loaded.roster.holders[seat]
        person = self.ada if holder == self.ada.id else self.bruno
        choice = choose(loaded, seat, board)
        view: Observation = loaded.observe()
        for name in moments(view):
            if name == "beer":
                self.facts.setdefault("beer", self._name(person))
            await self._shot(name, person, board)
        menu = menu_moment(view, choice)
        if menu is not None and menu not in self.shown:
            self.shown.add(menu)
            await self.camera.opened(menu, person, board, choice.custom_id, choice.ticks)
        self.decisions.append((person.id, choice))
        if choice.ticks:
            await self.actions.tick(person, board, choice.custom_id, choice.ticks)
        else:
            await self.actions.press(person, board, choice.custom_id)
        await self._wait_for_board(loaded)
        await self.stage.later(3 if view.salud else 17)
        if any(token.startswith("salud ") for token in read(choice.custom_id).tokens):
            other = self.bruno if person is self.ada else self.ada
            self.facts.setdefault("giver", self._name(person))
            self.facts.setdefault("friend", self._name(other))
            await self._shot("salud", person, await self._board())
        now: Observation = (await self._loaded()).observe()
        sheet = self._last(lambda m: any("sheet" in name for name, _ in pictures(m)))
        if sheet is not None and now.round == 1 and now.phase is Phase.RECOVERY:
            ada, bruno = (hoard.points for hoard in now.seats)
            self.facts.setdefault("gap", str(abs(ada - bruno)))
            await self._shot("sheet", person, sheet)

    async def _wait_for_board(self, before: Loaded) -> None:
        wait = self.stage.playground.wait_for
        old = before.seq

        def gone_on() -> bool:
            board = self._find_board()
            return board is None or read(moves(board)[0]).seq != old

        await wait(gone_on)
        await self.stage.idle()

    # ------------------------------------------------------------------ after

    async def _end(self) -> None:
        ended = await self._message(
            self.ada, self.thread, has(families.MATCH.spell(MATCH, "rematch"))
        )
        await self._shot("end", self.ada, ended)
        await self.actions.press(self.ada, ended, families.MATCH.spell(MATCH, "more"))
        proves = families.MATCH.spell(MATCH, "fair")
        more = await self._message(self.ada, self.thread, has(proves))
        await self.actions.press(self.ada, more, proves)
        fair = await self._message(self.ada, self.thread, lambda m: "Seed" in text(m))
        await self._shot("fair", self.ada, fair)
        card = await self._message(
            self.chloe, seed.TAVERN_ID, has(families.MATCH.spell(MATCH, "again"))
        )
        await self._shot("result", self.chloe, card)
        await self.stage.later(1)
        await self.actions.press(self.chloe, card, families.REPLAY.spell(MATCH, 1, "open"))
        replay = await self._message(
            self.chloe, seed.TAVERN_ID, lambda m: bool(m["flags"] & 64) and bool(pictures(m))
        )
        await self._shot("replay", self.chloe, replay)
        self.chloe.dismiss(replay)
        share = next(i for i in buttons(card, "2:share:") if i.endswith(":open"))
        await self.actions.press(self.chloe, card, share)
        panel = await self._message(
            self.chloe, seed.TAVERN_ID, lambda m: bool(m["flags"] & 64) and "📣" in text(m)
        )
        await self._shot("share", self.chloe, panel)
        where = next(i for i in _ids(panel) if i.startswith("2:share:") and i.endswith(":where"))
        await self.stage.later(2)
        await self.actions.tick(self.chloe, panel, where, [str(seed.QUARRY_ID)])
        posted = await self._message(self.chloe, seed.QUARRY_ID, lambda m: "📣" in text(m))
        await self._shot("shared", self.bruno, posted)
        await self.stage.later(10)
        await self.actions.run(self.bruno, "leaderboard", seed.QUARRY_ID)
        leaders = await self._message(self.bruno, seed.QUARRY_ID, has("2:leaderboard:"))
        await self._shot("leaderboard", self.bruno, leaders)

    # ------------------------------------------------------------------ helpers

    async def _loaded(self) -> Loaded:
        return await self.stage.client.services.matches.load(MATCH)

    async def _shot(self, name: str, person: Person, message: Json) -> None:
        if name not in self.shown:
            self.shown.add(name)
            shoot = self.camera.desk if name == "desktop" else self.camera.shot
            await shoot(name, person, message)

    def _name(self, person: Person) -> str:
        user = self.stage.playground.world.users[person.id]
        return user.global_name or user.username

    def _find_board(self) -> Json | None:
        return self._last(lambda m: bool(moves(m)))

    def _last(self, passes: Callable[[Json], bool]) -> Json | None:
        matches = (m for m in reversed(self.ada.messages(self.thread)) if passes(m))
        return next(matches, None)

    async def _board(self) -> Json:
        board: Json = await self.stage.playground.wait_for(self._find_board)
        return board

    async def _message(self, person: Person, channel: int, passes: Callable[[Json], bool]) -> Json:
        def find() -> Json | None:
            return next((m for m in reversed(person.messages(channel)) if passes(m)), None)

        await self.stage.playground.wait_for(find)
        await self.stage.idle()
        message = find()
        assert message is not None, "the message must still exist"
        return message

    def _now(self, person: Person, message: Json) -> Json:
        channel = int(message["channel_id"])
        return next(m for m in person.messages(channel) if m["id"] == message["id"])


def has(start: str) -> Callable[[Json], bool]:
    """Return a test for messages with a button whose custom_id starts like this."""
    return lambda message: bool(buttons(message, start))


def _ids(message: Json) -> list[str]:
    return [str(part["custom_id"]) for part in parts(message) if "custom_id" in part]


def moments(view: Observation) -> list[str]:
    """Return the names of the pictures for which this board can serve."""
    match view.phase:
        case Phase.SETUP:
            return ["heroes"] if len(view.free_heroes) == 6 else []
        case Phase.EXCAVATION:
            names = ["first-turn"]
            if view.beers:
                names.append("beer")
            if view.salud and view.taken == 1:
                names.append("second-die")
            if view.round == 1 and len(view.mountain) <= 14 and not view.salud:
                names += ["later-round", "desktop"]
            if view.round == 2 and len(view.mountain) <= LAST:
                names.append("last-dice")
            return names
        case _:
            return []


def menu_moment(view: Observation, choice: UserInput) -> str | None:
    """Return the name of the picture for which the next menu can serve."""
    if len(choice.ticks) < 2:  # a menu for a single die closes automatically
        return None
    return {Phase.MAGIC: "magic-menu", Phase.RECOVERY: "keep-menu"}.get(view.phase)
