"""Whoever is invited must be able to see where: the host reads it before anything is posted."""

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.players import buttons, promises, text
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import begun, said
from tests.tiers import exhaustive

bot = in_process.bot

TAVERN, QUARRY = seed.TAVERN_ID, seed.QUARRY_ID


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def members(people: list[Person]) -> list[Person]:
    return [person for person in people if person.id != seed.OWNER_ID]


def hide(playground: Playground, channel: int, person: Person) -> None:
    denied = int(Permission.VIEW_CHANNEL)
    playground.world.set_permissions(channel, person.id, deny=denied)


async def test_challenge_names_who_cannot_see_the_channel(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben, cat = members[:3]
    hide(playground, TAVERN, ben)
    await playground.settled()
    told = text(await said(ann, "challenge", opponent=str(cat.id), opponent2=str(ben.id)))
    assert f"{ben.mention} can't see this channel" in told
    assert cat.mention not in told
    assert f"<#{QUARRY}>" in told
    assert [one for one in ann.messages() if promises(one)] == []
    await ann.command("challenge", {"opponent": str(ben.id)}, channel=QUARRY)
    assert [one for one in ann.messages(QUARRY) if promises(one)]


async def test_challenge_without_a_common_channel_says_whom_to_ask(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben = members[:2]
    for channel in list(playground.world.guild.channels):
        hide(playground, channel, ben)
    await playground.settled()
    told = text(await said(ann, "challenge", opponent=str(ben.id)))
    assert "someone who manages this server" in told


@exhaustive
async def test_rematch_names_who_cannot_see_the_channel(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben = members[:2]
    await begun(bot, ann, ben)
    asked = await said(ann, "resign", match=1)
    await ann.press(asked, next(one for one in buttons(asked) if one.endswith(":resign")))
    await brought(bot)
    hide(playground, TAVERN, ben)
    await playground.settled()
    posted = len([one for one in ann.messages() if promises(one)])
    card = ann.messages()[0]
    answer = await ann.press(card, "2:match:1:rematch", unseen=True)
    await brought(bot)
    assert answer.ok
    assert any(f"{ben.mention} can't see <#{TAVERN}> any more" in text(m) for m in ann.messages())
    assert len([one for one in ann.messages() if promises(one)]) == posted


async def test_tournament_warns_players_who_cannot_see_its_channel(
    playground: Playground, bot: SaludClient, boss: Person, members: list[Person]
) -> None:
    *joining, ben = members[:5]
    hide(playground, TAVERN, ben)
    hide(playground, TAVERN, joining[0])
    await playground.settled()
    await said(boss, "tournament create", name="Cup", format="knockout", seats=2)
    for person in joining:
        answer = await person.command("tournament join", {"tournament": 1}, channel=QUARRY)
        assert answer.message is not None
        warned = f"You can't see <#{TAVERN}>" in text(answer.message)
        assert warned == (person is joining[0])
    await said(boss, "tournament start", tournament=1)
    await brought(bot)
    told = await said(
        boss, "tournament substitute", out=str(joining[1].id), into=str(ben.id), tournament=1
    )
    assert f"{ben.mention} can't see <#{TAVERN}>" in text(told)
