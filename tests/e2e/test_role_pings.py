"""The role that a server has chosen: pinged once by a first post, within the server's limit."""

import pytest

from cogs.app.client import SaludClient
from cogs.base import custom_ids as ids
from cogs.server.panel import PanelPage
from playground import Person, Playground, seed
from playground.errors import Json
from playground.model import Role
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.players import answered, parts, text
from tests.e2e.test_forums import chosen, known_forum
from tests.match.machine import SetClock
from tests.tiers import every, exhaustive

bot = in_process.bot
HOUR = 3600


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def ada(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


@pytest.fixture
def players(playground: Playground) -> Role:
    """A mentionable role of two members."""
    world = playground.world
    role = Role(world.snowflakes.new(), "Players", 0, 3, mentionable=True)
    world.add_role(role)
    for user in (seed.BRUNO_ID, seed.CHLOE_ID):
        world.set_roles(user, [role.id])
    return role


async def settings(boss: Person) -> Json:
    answer = await boss.command("settings")
    assert answer.message is not None
    shown = await boss.press(answer.message, ids.setting(PanelPage.PINGS.value))
    assert shown.ok, shown.error
    await boss.playground.settled()
    return answered(boss)[-1]


async def choose(boss: Person, name: str, values: list[str]) -> str:
    panel = await settings(boss)
    answer = await boss.select(panel, ids.setting(name), values)
    assert answer.ok, answer.error
    await boss.playground.settled()
    return text(answered(boss)[-1])


def role_pings(playground: Playground) -> list[tuple[int, str]]:
    return [(push.user_id, push.preview) for push in playground.world.pushes]


async def open_table(person: Person) -> str:
    answer = await person.command("open")
    assert answer.ok, answer.error
    await person.playground.settled()
    return text(answered(person)[-1])


async def test_open_table_pings_the_chosen_role_once(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    ada: Person,
    players: Role,
    clock: SetClock,
) -> None:
    assert "wasn't pinged" not in await open_table(ada)
    assert role_pings(playground) == [], "off by default"
    assert "✅ I ping <@&" in await choose(boss, "ping_role", [str(players.id)])
    answer = await open_table(ada)
    assert "wasn't pinged" not in answer
    line = "🎲 Ada opens a table for Dice Miner: match #2 @Players"
    assert role_pings(playground) == [(seed.BRUNO_ID, line), (seed.CHLOE_ID, line)]
    (join,) = [
        message
        for message in ada.messages()
        if any(part.get("custom_id") == "2:invitation:2:join" for part in parts(message))
    ]
    bruno = Person(playground, seed.BRUNO_ID)
    assert (await bruno.press(join, "2:invitation:2:join")).ok
    await playground.settled()
    assert len(role_pings(playground)) == 2, "an edit pings nobody"

    answer = await open_table(ada)
    assert f"🔕 <@&{players.id}> wasn't pinged" in answer
    assert f"<t:{clock.now() + 6 * HOUR}:R>" in answer
    assert len(role_pings(playground)) == 2
    clock.passes(6 * HOUR)
    assert "wasn't pinged" not in await open_table(ada)
    assert len(role_pings(playground)) == 4


@exhaustive
async def test_tournament_pings_the_role_with_its_first_panel_only(
    playground: Playground, bot: SaludClient, boss: Person, players: Role, clock: SetClock
) -> None:
    await choose(boss, "ping_role", [str(players.id)])
    created = await boss.command("tournament create", {"name": "Cup", "format": "knockout"})
    assert created.ok, created.error
    await playground.settled()
    line = "🏆 New tournament: Cup. Registration is open! @Players"
    assert role_pings(playground) == [(seed.BRUNO_ID, line), (seed.CHLOE_ID, line)]
    clock.passes(24 * HOUR)
    panel = next(m for m in boss.messages() if "Nobody is in yet." in text(m))
    place = playground.world.find_message(int(panel["id"]))
    assert place is not None
    playground.world.delete(place)
    await playground.wait_for(lambda: any("Nobody is in yet." in text(m) for m in boss.messages()))
    await playground.settled()
    assert len(role_pings(playground)) == 2, "a panel that replaces a deleted one pings nobody"


@exhaustive
async def test_kinds_that_are_off_ping_nobody(
    playground: Playground, bot: SaludClient, boss: Person, ada: Person, players: Role
) -> None:
    await choose(boss, "ping_role", [str(players.id)])
    assert "New tournaments" in await choose(boss, "ping_kinds", ["tournament"])
    assert "wasn't pinged" not in await open_table(ada)
    assert "No message pings" in await choose(boss, "ping_kinds", [])
    await boss.command("tournament create", {"name": "Cup", "format": "knockout"})
    await playground.settled()
    assert role_pings(playground) == []


async def test_roles_that_cannot_be_pinged_are_refused_or_warned_about(
    playground: Playground, bot: SaludClient, boss: Person, ada: Person, players: Role
) -> None:
    assert "I never ping everyone" in await choose(boss, "ping_role", [str(seed.GUILD_ID)])
    assert "belongs to an app" in await choose(boss, "ping_role", [str(seed.BOT_ROLE_ID)])
    players.mentionable = False
    playground.world.change_role(players.id)
    assert f"⚠️ I can't ping <@&{players.id}>" in await choose(boss, "ping_role", [str(players.id)])
    assert f"⚠️ I can't ping <@&{players.id}>" in await open_table(ada)
    assert role_pings(playground) == []
    allow = Permission.MENTION_EVERYONE
    playground.world.set_permissions(seed.TAVERN_ID, seed.BOT_ID, allow=allow)
    assert "can't ping" not in await open_table(ada)
    assert len(role_pings(playground)) == 2


@pytest.mark.parametrize("allowed", every(["channel", "forum"], 2))
async def test_forum_decides_whether_a_table_posted_there_can_ping(
    playground: Playground,
    bot: SaludClient,
    boss: Person,
    ada: Person,
    players: Role,
    allowed: str,
) -> None:
    world = playground.world
    players.mentionable = False
    world.change_role(players.id)
    forum = await known_forum(playground, bot)
    places = {"channel": seed.TAVERN_ID, "forum": forum.id}
    world.set_permissions(forum.id, seed.BOT_ID, allow=Permission.MANAGE_CHANNELS)
    await playground.settled()
    await chosen(bot, boss, forum)
    await choose(boss, "ping_role", [str(players.id)])
    bits = Permission.MANAGE_CHANNELS | Permission.MENTION_EVERYONE
    world.set_permissions(places[allowed], seed.BOT_ID, allow=bits)
    warned = f"⚠️ I can't ping <@&{players.id}>" in await open_table(ada)
    assert len(role_pings(playground)) == (2 if allowed == "forum" else 0)
    assert warned == (allowed == "channel")
    await chosen(bot, boss, None)
    answer = await open_table(ada)
    if allowed == "channel":
        assert "wasn't pinged" not in answer, "the first table has left the limit alone"
        assert len(role_pings(playground)) == 2
    else:
        assert "can't ping" in answer


@exhaustive
async def test_deleted_role_is_dropped_with_a_notice(
    playground: Playground, bot: SaludClient, boss: Person, ada: Person, players: Role
) -> None:
    await choose(boss, "ping_role", [str(players.id)])
    playground.world.delete_role(players.id)
    await playground.settled()
    assert "ping" not in await open_table(ada)
    answer = await boss.command("settings")
    assert answer.message is not None
    assert "The role that I pinged was deleted" in text(answer.message)
    assert "deleted" not in text(await settings(boss))


@exhaustive
async def test_forged_choices_are_refused(
    playground: Playground, bot: SaludClient, boss: Person, ada: Person, players: Role
) -> None:
    panel = await settings(boss)
    assert "can't see this role" in text(await forged(boss, panel, "ping_role", ["5"]))
    assert "isn't in the list" in text(await forged(boss, panel, "ping_kinds", ["all"]))


async def forged(boss: Person, panel: Json, name: str, values: list[str]) -> Json:
    answer = await boss.forge(panel, ids.setting(name), values=values)
    assert answer.ok, answer.error
    await boss.playground.settled()
    return answered(boss)[-1]
