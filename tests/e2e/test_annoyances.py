"""Tricks that annoy, played on Discord, and what people can set against challenges."""

from bot.match.people.pings import ALLOWED
from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e import in_process
from tests.e2e.players import Json, boards, buttons, text
from tests.e2e.test_lobby import invitation
from tests.e2e.test_servers import begun, said, used
from tests.match.machine import SetClock
from tests.tiers import exhaustive

bot = in_process.bot


async def looked_after(bot: SaludClient) -> None:
    """Do what is due, and wait until it is done."""
    assert await bot.services.scheduler.look_after() is None
    await bot.services.queues.idle()


async def test_challenge_and_cancel(bot: SaludClient, people: list[Person]) -> None:
    """The invitations stand and can be accepted; few of them ping, and nobody reads of a limit."""
    ann, ben = people[1], people[2]
    for number in range(1, 8):
        told = await said(ann, "challenge", opponent=str(ben.id))
        assert "is posted" in text(told)
        if number < 7:
            await ann.press(told["id"], f"2:invitation:{number}:cancel")
            await bot.services.in_flight.idle()
    assert len(ben.pings()) == ALLOWED.pair[0].pings
    await ben.press(invitation(ann)["id"], "2:invitation:7:accept")
    await bot.services.in_flight.idle()
    assert "has started" in text(invitation(ann))


async def test_challenges_are_refused(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """Of all, of somebody, or only their pings; the host reads the same of the first two."""
    ann, ben, cat = people[1], people[2], people[3]
    await said(ben, "me", challenges="none")
    refused = text(await said(ann, "challenge", opponent=str(ben.id)))
    assert f"No challenges reach {ben.mention} right now" in refused
    panel = await said(ben, "me", challenges="pinged")
    panel = await used(bot, ben, panel, "2:me-menu:refused", [str(ann.id)])
    assert f"These people can't challenge you: {ann.mention}" in text(panel)
    assert text(await said(ann, "challenge", opponent=str(ben.id))) == refused
    assert "is posted" in text(await said(cat, "challenge", opponent=str(ben.id)))
    assert len(ben.pings()) == 1
    panel = await used(bot, ben, panel, "2:me-menu:refused", [])
    assert "can't challenge you" not in text(panel)
    panel = await used(bot, ben, panel, "2:me-menu:challenges", ["quiet"])
    assert "don't ping you" in text(panel)
    assert "is posted" in text(await said(ann, "challenge", opponent=str(ben.id)))
    assert len(ben.pings()) == 1
    listed = text(await said(ben, "matches"))
    assert listed.count("**your answer**") == 2, "it stands quietly"
    assert ben.mention in text(invitation(ann))


async def test_a_pause_is_taken_back(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    """Within its minute nobody else has read a word of it."""
    ann, ben = people[1], people[2]
    await begun(bot, ann, ben)
    thread = int(invitation(ann)["id"])
    before = len(ben.messages(thread))
    asked = await said(ann, "pause", match=1)
    assert "asked in a minute" in text(asked)
    (back,) = buttons(asked, "2:notice:")
    assert (await ann.press(asked, back)).ok
    await bot.services.in_flight.idle()
    assert "nobody is asked any more" in text(ann.messages()[-1])
    clock.time += 120
    await looked_after(bot)
    assert len(ben.messages(thread)) == before
    await said(ann, "pause", match=1)
    clock.time += 60
    await looked_after(bot)
    (notice,) = [m for m in ben.messages(thread) if "would like to pause" in text(m)]
    assert int(notice["id"]) in ben.pings()


@exhaustive
async def test_away_is_one_message(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    """For three matches of a channel; away and back at once is none."""
    ann, ben = people[1], people[2]
    for _ in range(3):
        await begun(bot, ann, ben)

    def told(person: Person) -> list[Json]:
        threads = [c.id for c in playground.world.guild.channels.values() if c.thread is not None]
        every = [*person.messages(), *(m for place in threads for m in person.messages(place))]
        return [m for m in every if "Their clock is stopped" in text(m)]

    async def stood() -> None:
        await looked_after(bot)
        clock.time += 60
        await looked_after(bot)

    gone = await said(ann, "away", until="2 days")
    await ann.press(gone["id"], "2:me:back")
    await bot.services.in_flight.idle()
    await stood()
    assert told(ben) == []
    pings = len(playground.world.pings)
    await said(ann, "away", until="2 days")
    assert told(ben) == []
    await stood()
    assert len(told(ben)) == 1
    assert len(playground.world.pings) == pings
    for place in (c.id for c in playground.world.guild.channels.values() if c.thread is not None):
        board = text(boards(ben, place)[-1])
        assert ("is away until" in board) == (f"🏖️ {ann.mention}" in board)


@exhaustive
async def test_tests_of_notifications_end(bot: SaludClient, people: list[Person]) -> None:
    """They ping whoever asks, and the channel gets no more of them than of other pings."""
    ann = people[1]
    panel = await said(ann, "me")
    for _ in range(5):
        await ann.press(panel["id"], "2:me:test")
        await bot.services.in_flight.idle()
    assert len(ann.pings()) == ALLOWED.pair[0].pings
    assert "enough for now" in text(ann.messages()[-1])
