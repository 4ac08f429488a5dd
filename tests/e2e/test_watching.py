"""Members who watch a match get direct messages about it."""

from functools import partial

import pytest

from bot.match.lobby.lobby import MatchRequest
from bot.match.log.records import Status
from bot.match.people.servers import Bar
from bot.match.people.watching import MOST, Every, Watch, finished_rounds
from bot.match.timing import quiet_hours
from cogs.app.client import SaludClient
from engine.core.chance import Stream
from playground import Person, Playground, seed
from playground.model import Push
from playground.permissions import Permission
from tests.e2e.in_process import bot as bot
from tests.e2e.players import Json, answered, buttons, text
from tests.match.machine import SetClock
from tests.tiers import every, exhaustive

ASK, ROUND, END, STOP = (f"2:watch:1:{verb}" for verb in ("ask", "round", "end", "stop"))


class Seats:
    """A running match of two, played without its buttons, and a third member."""

    def __init__(
        self, playground: Playground, bot: SaludClient, clock: SetClock, people: list[Person]
    ) -> None:
        self.playground, self.bot, self.clock = playground, bot, clock
        self.ann, self.ben, self.cat = people[:3]
        self.presses = 10**18

    async def begin(self, game: str = "dynamine") -> Json:
        options = {"opponent": str(self.ben.id), "game": game}
        assert (await self.ann.command("challenge", options)).ok
        (card,) = [m for m in self.ben.messages() if buttons(m, "2:invitation:")]
        await self.ben.press(card, "2:invitation:1:accept")
        running: Json = await self.playground.wait_for(partial(self._card, card["id"]))
        self.bot.services.scheduler.every = 1e9  # from now on, `later` looks for due work
        return running

    def _card(self, number: str) -> Json | None:
        return next(
            (m for m in self.cat.messages() if m["id"] == number and ASK in buttons(m)), None
        )

    async def watch(self, card: Json, verb: str = ROUND) -> None:
        question = await self.ask(self.cat, card)
        assert (await self.cat.press(question, verb)).ok
        await self.playground.wait_for(lambda: STOP in buttons(self.answer()))

    async def ask(self, person: Person, card: Json) -> Json:
        """Press the card's button, and return the private answer."""
        before = len(answered(person))
        answer = await person.press(card, ASK)
        assert answer.ok, answer.error
        await self.playground.wait_for(lambda: len(answered(person)) > before)
        return answered(person)[-1]

    def answer(self) -> Json:
        return answered(self.cat)[-1]

    def heard(self) -> list[Push]:
        return [push for push in self.cat.pushes() if not push.place]

    async def finish_rounds(self, number: int) -> None:
        while True:
            loaded = await self.bot.services.matches.load(1)
            if finished_rounds(loaded) >= number or loaded.status is not Status.RUNNING:
                return
            user = loaded.people_to_act[0]
            seat = loaded.roster.holders.index(user)
            legal = [loaded.game.notation(a) for a in loaded.game.legal_actions(loaded.state, seat)]
            token = legal[Stream(bytes(32), "watched").number(loaded.seq, len(legal))]
            self.presses += 1
            await self.bot.services.service.press(1, user, loaded.seq, (token,), self.presses)

    async def later(self, seconds: int = 61) -> None:
        await self.playground.settled()
        self.clock.time += seconds
        await self.bot.services.scheduler.look_after()
        await self.bot.services.queues.idle()
        await self.playground.settled()

    async def watches(self) -> tuple[Watch, ...]:
        return await self.bot.services.stores.watches.of_match(1)


@pytest.fixture
def seats(playground: Playground, bot: SaludClient, clock: SetClock, people: list[Person]) -> Seats:
    return Seats(playground, bot, clock, people)


async def test_watcher_hears_of_rounds_and_of_the_end_in_private_only(seats: Seats) -> None:
    card = await seats.begin()
    await seats.watch(card)
    public = len(seats.ann.messages())
    (hello,) = seats.heard()
    assert hello.preview.startswith("🔔 You'll get a direct message when a round of match #1 ends")
    await seats.later()
    assert len(seats.heard()) == 1, "no round has ended"
    await seats.finish_rounds(1)
    await seats.later()
    assert seats.heard()[1].preview.startswith("🔔 Match #1 (DYNAMINE): round 1 is over. ")
    await seats.finish_rounds(3)
    await seats.later()
    await seats.later()
    assert len(seats.heard()) == 3, "two rounds share a message"
    assert seats.heard()[2].preview.startswith("🔔 Match #1 (DYNAMINE): rounds 2 to 3 are over.")
    assert "<" not in seats.heard()[2].preview, "a lock screen shows mentions and times as codes"
    await seats.finish_rounds(99)
    await seats.later()
    assert seats.heard()[3].preview.startswith("🏁 Match #1 (DYNAMINE) is over. ")
    assert await seats.watches() == ()
    await seats.later(9999)
    assert len(seats.heard()) == 4
    assert seats.cat.pings() == []
    assert len(seats.ann.messages()) == public, "nothing is posted in the channel"


async def test_button_in_a_direct_message_stops_all_messages(seats: Seats) -> None:
    await seats.watch(await seats.begin(), END)
    await seats.finish_rounds(2)
    await seats.later()
    assert len(seats.heard()) == 1, "only the end is wanted"
    dm = seats.playground.world.dm_with(seats.cat.id).id
    (message,) = seats.cat.messages(dm)
    assert [*buttons(message)] == [STOP]
    answer = await seats.cat.press(message, STOP)
    assert answer.ok, answer.error
    await seats.playground.wait_for(
        lambda: any("no more messages" in text(m) for m in seats.cat.messages(dm))
    )
    await seats.finish_rounds(99)
    await seats.later()
    assert len(seats.heard()) == 1


async def test_closed_direct_messages_are_reported_when_choosing(seats: Seats) -> None:
    card = await seats.begin()
    seats.playground.world.closed_dms.add(seats.cat.id)
    await seats.cat.press(await seats.ask(seats.cat, card), ROUND)
    await seats.playground.wait_for(
        lambda: "can't send you direct messages" in text(seats.answer())
    )
    assert await seats.watches() == ()


@exhaustive
async def test_watch_ends_when_direct_messages_are_closed_later(seats: Seats) -> None:
    await seats.watch(await seats.begin())
    seats.playground.world.closed_dms.add(seats.cat.id)
    await seats.finish_rounds(1)
    await seats.later()
    assert await seats.watches() == ()


@exhaustive
async def test_quiet_hours_put_a_message_off(seats: Seats) -> None:
    await seats.watch(await seats.begin())
    hours = {quiet_hours.ZONE: "UTC", quiet_hours.FROM: "22:00", quiet_hours.UNTIL: "7:00"}
    await seats.bot.services.matches.store.set_user_settings(seats.cat.id, hours)
    day = 24 * 3600
    await seats.later(day - seats.clock.time % day)  # midnight
    await seats.finish_rounds(2)
    await seats.later()
    assert len(seats.heard()) == 1
    await seats.later(7 * 3600)
    (push,) = seats.heard()[1:]
    assert push.preview.startswith("🔔 Match #1 (DYNAMINE): rounds 1 to 2 are over.")


@pytest.mark.parametrize("why", every(["channel", "barred", "plays"], 1))
async def test_those_who_may_not_look_any_more_hear_nothing(seats: Seats, why: str) -> None:
    await seats.watch(await seats.begin())
    services, user = seats.bot.services, seats.cat.id
    if why == "channel":
        hidden = int(Permission.VIEW_CHANNEL)
        seats.playground.world.set_permissions(seed.TAVERN_ID, user, deny=hidden)
    elif why == "barred":
        await services.stores.servers.bar(seed.GUILD_ID, Bar(user, seed.OWNER_ID, 1))
    else:
        await services.stores.watches.drop(1, user)
        watch = Watch(1, seats.ann.id, Every.ROUND)
        await services.stores.watches.put(watch)
    await seats.finish_rounds(1)
    await seats.later()
    assert len(seats.heard()) == 1
    assert await seats.watches() == ()


def _asked(seats: Seats, number: int) -> MatchRequest:
    return MatchRequest(seed.GUILD_ID, seed.TAVERN_ID, seats.ann.id, 10**17 + number)


async def test_players_the_barred_and_those_with_many_watches_are_refused(seats: Seats) -> None:
    card = await seats.begin()
    assert "You play in this match" in text(await seats.ask(seats.ann, card))
    watches = seats.bot.services.stores.watches
    question = await seats.ask(seats.cat, card)
    for user in range(50):
        await watches.put(Watch(1, 10**17 + user, Every.END))
    await seats.cat.press(question, END)
    await seats.playground.wait_for(lambda: "50 people already get" in text(seats.answer()))
    await watches.drop(1, 10**17)
    for number in range(2, MOST + 2):
        await seats.bot.services.domain.lobby.practice(_asked(seats, number), 1)
        await watches.put(Watch(number, seats.cat.id, Every.END))
    await seats.cat.press(question, END)
    await seats.playground.wait_for(lambda: "messages about 10 matches" in text(seats.answer()))
    bar = Bar(seats.cat.id, seed.OWNER_ID, 1)
    await seats.bot.services.stores.servers.bar(seed.GUILD_ID, bar)
    assert "barred" in text(await seats.ask(seats.cat, card))
    assert seats.heard() == []
