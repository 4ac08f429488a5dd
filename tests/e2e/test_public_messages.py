"""Limits on what one user can make the bot post: nothing if barred, and no flood."""

import pytest

from bot.match.people.limits import MESSAGES
from bot.match.people.servers import Bar
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.model import EPHEMERAL
from tests.e2e import in_process
from tests.e2e.players import Json, buttons, text
from tests.e2e.test_servers import answer_to
from tests.match.machine import SetClock
from tests.tiers import every

bot = in_process.bot


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


def public(playground: Playground, person: Person) -> list[Json]:
    channels = list(playground.world.guild.channels)
    return [
        message
        for channel in channels
        for message in person.messages(channel)
        if not message["flags"] & EPHEMERAL
    ]


async def resigned(bot: SaludClient, user: int) -> None:
    for match in await bot.services.matches.store.of_user(seed.GUILD_ID, user):
        await bot.services.service.resign(match, user)
        await bot.services.kit.boards.show(match)


@pytest.mark.parametrize(
    ("command", "options"),
    every(
        [("leaderboard", {}), ("profile", {}), ("versus", {"member": str(seed.OWNER_ID)})],
        rows=True,
    ),
)
async def test_statistics_of_barred_people_are_private(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    command: str,
    options: dict[str, str],
) -> None:
    ann, eve = [person for person in people if person.id != seed.OWNER_ID][:2]
    turned = await answer_to(eve, "leaderboard", by="wins")
    await bot.services.stores.servers.bar(seed.GUILD_ID, Bar(eve.id, seed.OWNER_ID, 5))
    before = len(public(playground, ann))
    assert (await answer_to(eve, command, **options))["flags"] & EPHEMERAL
    for custom_id in buttons(turned, "2:leaderboard:"):
        await eve.press(turned, custom_id)
    await playground.settled()
    assert len(public(playground, ann)) == before
    assert not (await answer_to(ann, command, **options))["flags"] & EPHEMERAL


async def test_repeated_practice_does_not_flood_a_server(
    playground: Playground,
    bot: SaludClient,
    people: list[Person],
    clock: SetClock,
) -> None:
    ann, eve = [person for person in people if person.id != seed.OWNER_ID][:2]
    before, refused = len(public(playground, ann)), 0
    for _ in range(14):
        answer = await eve.command("practice", {"public": True})
        assert answer.message is not None, answer.error
        assert answer.message["flags"] & EPHEMERAL
        refused += "had a lot posted" in text(answer.message)
        await resigned(bot, eve.id)
    await playground.settled()
    assert refused == 4
    assert len(public(playground, ann)) - before <= MESSAGES[0][0]
    assert (await answer_to(eve, "leaderboard"))["flags"] & EPHEMERAL, (
        "answers above the limit are private"
    )
    assert "has started" in text(await answer_to(ann, "practice", public=True)), (
        "other members are not limited"
    )
    clock.time += MESSAGES[0][1]
    assert "has started" in text(await answer_to(eve, "practice", public=True))


async def test_bar_shows_tournaments_of_the_barred(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    eve = next(person for person in people if person is not boss)
    await answer_to(boss, "tournament create", name="Autumn *Cup*", format="knockout", seats=2)
    await answer_to(eve, "tournament join", tournament=1)
    answer = text(await answer_to(boss, "moderate bar", member=str(eve.id)))
    assert "still entered in" in answer
    assert "(T1)" in answer
    other = next(person for person in people if person not in (boss, eve))
    assert "still entered" not in text(await answer_to(boss, "moderate bar", member=str(other.id)))


async def test_bar_names_the_commands_for_tournament_matches(
    playground: Playground, bot: SaludClient, boss: Person, people: list[Person]
) -> None:
    """`/moderate end` would refuse them."""
    await answer_to(boss, "tournament create", name="Cup", format="knockout", seats=2)
    for person in people:
        await answer_to(person, "tournament join", tournament=1)
    await answer_to(boss, "tournament start", tournament=1)
    await playground.settled()
    eve = next(person for person in people if person is not boss)
    assert len(await bot.services.matches.store.of_user(seed.GUILD_ID, eve.id)) == 1
    answer = text(await answer_to(boss, "moderate bar", member=str(eve.id)))
    assert "</tournament adjudicate:" in answer
    assert "</moderate end:" not in answer


async def test_refused_matches_do_not_count(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    ann, eve = [person for person in people if person.id != seed.OWNER_ID][:2]
    for _ in range(12):
        answer = text(await answer_to(eve, "challenge", opponent=str(eve.id)))
        assert "had a lot posted" not in answer
    assert "is posted" in text(await answer_to(eve, "challenge", opponent=str(ann.id)))
