"""Attempts to annoy others on Discord, and users' defences against challenges."""

from bot.match.people.pings import OF_PAIR
from cogs.app.client import SaludClient
from playground import Person, Playground
from tests.e2e import in_process
from tests.e2e.players import Json, boards, buttons, text
from tests.e2e.test_lobby import invitation
from tests.e2e.test_servers import answer_to, begin, use_control
from tests.match.machine import SetClock
from tests.tiers import exhaustive

bot = in_process.bot


async def looked_after(bot: SaludClient) -> None:
    assert await bot.services.scheduler.look_after() is None
    await bot.services.queues.idle()


async def test_repeated_challenges_stay_valid_but_rarely_ping(
    bot: SaludClient, people: list[Person]
) -> None:
    ann, ben = people[1], people[2]
    for number in range(1, 8):
        answer = await answer_to(ann, "challenge", opponent=str(ben.id))
        assert "is posted" in text(answer)
        if number < 7:
            await ann.press(answer["id"], f"2:invitation:{number}:cancel")
            await bot.services.kit.in_flight.idle()
    assert len(ben.pings()) == OF_PAIR[0][0]
    await ben.press(invitation(ann)["id"], "2:invitation:7:accept")
    await bot.services.kit.in_flight.idle()
    assert "To move:" in text(invitation(ann))


async def test_challenges_can_be_refused_from_all_or_one_or_kept_quiet(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    """The host can't tell the first two apart."""
    ann, ben, cat = people[1], people[2], people[3]
    await answer_to(ben, "me", challenges="none")
    refused = text(await answer_to(ann, "challenge", opponent=str(ben.id)))
    assert f"No challenges reach {ben.mention} right now" in refused
    panel = await answer_to(ben, "me", challenges="pinged")
    panel = await use_control(bot, ben, panel, "2:me-menu:refused", [str(ann.id)])
    assert f"These people can't challenge you: {ann.mention}" in text(panel)
    assert text(await answer_to(ann, "challenge", opponent=str(ben.id))) == refused
    assert "is posted" in text(await answer_to(cat, "challenge", opponent=str(ben.id)))
    assert len(ben.pings()) == 1
    panel = await use_control(bot, ben, panel, "2:me-menu:refused", [])
    assert "can't challenge you" not in text(panel)
    panel = await use_control(bot, ben, panel, "2:me-menu:challenges", ["quiet"])
    assert "don't ping you" in text(panel)
    assert "is posted" in text(await answer_to(ann, "challenge", opponent=str(ben.id)))
    assert len(ben.pings()) == 1
    listed = text(await answer_to(ben, "matches"))
    assert listed.count("**your answer**") == 2, "the invitation is listed without a ping"
    assert ben.mention in text(invitation(ann))


async def test_pause_withdrawn_within_a_minute_is_seen_by_no_one(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[1], people[2]
    await begin(bot, ann, ben)
    thread = int(invitation(ann)["id"])
    before = len(ben.messages(thread))
    request = await answer_to(ann, "pause", match=1)
    assert "asked in a minute" in text(request)
    (back,) = buttons(request, "2:notice:")
    assert (await ann.press(request, back)).ok
    await bot.services.kit.in_flight.idle()
    assert "nobody is asked any more" in text(ann.messages()[-1])
    clock.time += 120
    await looked_after(bot)
    assert len(ben.messages(thread)) == before
    await answer_to(ann, "pause", match=1)
    clock.time += 60
    await looked_after(bot)
    (notice,) = [m for m in ben.messages(thread) if "would like to pause" in text(m)]
    assert int(notice["id"]) in ben.pings()


@exhaustive
async def test_absence_is_announced_once_per_channel_if_it_lasts(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    ann, ben = people[1], people[2]
    for _ in range(3):
        await begin(bot, ann, ben)

    def announcements(person: Person) -> list[Json]:
        threads = [c.id for c in playground.world.guild.channels.values() if c.thread is not None]
        every = [*person.messages(), *(m for place in threads for m in person.messages(place))]
        return [m for m in every if "Their clock is stopped" in text(m)]

    async def stood() -> None:
        await looked_after(bot)
        clock.time += 60
        await looked_after(bot)

    gone = await answer_to(ann, "away", until="2 days")
    await ann.press(gone["id"], "2:me:back")
    await bot.services.kit.in_flight.idle()
    await stood()
    assert announcements(ben) == []
    pings = len(playground.world.pings)
    await answer_to(ann, "away", until="2 days")
    assert announcements(ben) == []
    await stood()
    assert len(announcements(ben)) == 1
    assert len(playground.world.pings) == pings
    for place in (c.id for c in playground.world.guild.channels.values() if c.thread is not None):
        board = text(boards(ben, place)[-1])
        assert ("is away until" in board) == (f"🏖️ {ann.mention}" in board)


@exhaustive
async def test_test_notifications_are_limited_like_pings(
    bot: SaludClient, people: list[Person]
) -> None:
    ann = people[1]
    panel = await answer_to(ann, "me")
    for _ in range(5):
        await ann.press(panel["id"], "2:me:test")
        await bot.services.kit.in_flight.idle()
    assert len(ann.pings()) == OF_PAIR[0][0]
    assert "enough for now" in text(ann.messages()[-1])
