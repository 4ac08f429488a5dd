"""Invited users must be able to see the channel: the host learns of problems before anything is
posted."""

import pytest

from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from playground.permissions import Permission
from tests.e2e import in_process
from tests.e2e.players import buttons, promises, text
from tests.e2e.test_nonces import brought
from tests.e2e.test_servers import answer_to, begin
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
    answer = text(await answer_to(ann, "challenge", opponent=str(cat.id), opponent2=str(ben.id)))
    assert f"{ben.mention} can't see this channel" in answer
    assert cat.mention not in answer
    assert f"<#{QUARRY}>" in answer
    assert [message for message in ann.messages() if promises(message)] == []
    await ann.command("challenge", {"opponent": str(ben.id)}, channel=QUARRY)
    assert [message for message in ann.messages(QUARRY) if promises(message)]


async def test_challenge_without_a_common_channel_says_whom_to_ask(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben = members[:2]
    for channel in list(playground.world.guild.channels):
        hide(playground, channel, ben)
    await playground.settled()
    answer = text(await answer_to(ann, "challenge", opponent=str(ben.id)))
    assert "someone who manages this server" in answer


@exhaustive
async def test_rematch_names_who_cannot_see_the_channel(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben = members[:2]
    await begin(bot, ann, ben)
    question = await answer_to(ann, "resign", match=1)
    await ann.press(
        question,
        next(custom_id for custom_id in buttons(question) if custom_id.endswith(":resign")),
    )
    await brought(bot)
    hide(playground, TAVERN, ben)
    await playground.settled()
    posted = len([message for message in ann.messages() if promises(message)])
    card = ann.messages()[0]
    answer = await ann.press(card, "2:match:1:rematch", unseen=True)
    await brought(bot)
    assert answer.ok
    assert any(f"{ben.mention} can't see <#{TAVERN}> any more" in text(m) for m in ann.messages())
    assert len([message for message in ann.messages() if promises(message)]) == posted


async def test_tournament_warns_players_who_cannot_see_its_channel(
    playground: Playground, bot: SaludClient, boss: Person, members: list[Person]
) -> None:
    *joining, ben = members[:5]
    hide(playground, TAVERN, ben)
    hide(playground, TAVERN, joining[0])
    await playground.settled()
    await answer_to(boss, "tournament create", name="Cup", format="knockout", seats=2)
    for person in joining:
        answer = await person.command("tournament join", {"tournament": 1}, channel=QUARRY)
        assert answer.message is not None
        warned = f"You can't see <#{TAVERN}>" in text(answer.message)
        assert warned == (person is joining[0])
    await answer_to(boss, "tournament start", tournament=1)
    await brought(bot)
    warning = await answer_to(
        boss, "tournament substitute", out=str(joining[1].id), into=str(ben.id), tournament=1
    )
    assert f"{ben.mention} can't see <#{TAVERN}>" in text(warning)
