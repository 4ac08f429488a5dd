"""Messages deleted minutes ago are posted again, although Discord still knows their nonces."""

import pytest

from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.replay.shareables import TURN, Shareable
from playground import Person, Playground, seed
from tests.e2e import in_process
from tests.e2e.players import boards, moves, text
from tests.e2e.test_lobby import invitation
from tests.e2e.test_servers import answer_to, begin, overviews
from tests.tiers import exhaustive

bot = in_process.bot


@pytest.fixture
def boss(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.OWNER_ID)


@pytest.fixture
def guest(people: list[Person]) -> Person:
    return next(person for person in people if person.id == seed.ADA_ID)


async def brought(bot: SaludClient) -> None:
    """Carry out all due work, after the work in progress, which can have begun before its latest
    cause.
    """
    await bot.services.kit.in_flight.idle()
    await bot.services.queues.idle()
    assert await bot.services.scheduler.look_after() is None
    await bot.services.queues.idle()


async def test_board_of_deleted_thread_comes_to_channel(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    await begin(bot, guest, boss)
    thread = playground.world.guild.channels[int(invitation(guest)["id"])]
    assert boards(guest, thread.id)
    playground.world.delete_channel(thread)
    await playground.wait_for(lambda: boards(guest, seed.TAVERN_ID))
    await brought(bot)
    (board,) = boards(guest, seed.TAVERN_ID)
    assert moves(board)
    assert seed.OWNER_ID not in playground.world.dms, "no false alert"


@exhaustive
async def test_match_returns_to_channel_from_deleted_thread(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    """The channel still has the stripped board of the same state."""
    await answer_to(boss, "settings", place="channel")
    await begin(bot, guest, boss)
    (first,) = boards(guest, seed.TAVERN_ID)
    answer = await guest.command("board", {"match": 1}, channel=seed.QUARRY_ID)
    assert answer.ok, answer.error
    await playground.wait_for(lambda: boards(guest, seed.QUARRY_ID))
    await brought(bot)
    assert boards(guest, seed.TAVERN_ID) == []
    playground.world.delete_channel(playground.world.guild.channels[seed.QUARRY_ID])
    answer = await guest.command("board", {"match": 1})
    assert answer.ok, answer.error
    await brought(bot)
    (board,) = boards(guest, seed.TAVERN_ID)
    assert board["id"] != first["id"]


async def test_overview_comes_back_after_it_was_turned_off(
    playground: Playground, bot: SaludClient, boss: Person, guest: Person
) -> None:
    for _ in range(3):
        panel = await answer_to(boss, "settings", overview=True)
        assert "The overview is here" in text(panel)
        assert len(overviews(guest)) == 1
        await answer_to(boss, "settings", overview=False)
        assert overviews(guest) == []


@exhaustive
async def test_deleted_share_is_posted_again(
    playground: Playground, bot: SaludClient, guest: Person
) -> None:
    await guest.command("practice", {"public": True})
    (board,) = boards(guest, int(invitation(guest)["id"]))
    await guest.press(board, next(i for i in moves(board) if ":take " in i or ":hero " in i))
    await brought(bot)
    press = families.SHARE.spell(1, str(Shareable(TURN, 1)), "here")

    def public() -> set[str]:
        return {m["id"] for m in guest.messages() if not m["flags"] & 64}

    before, posted = public(), list[str]()
    for _ in range(2):
        for _ in range(2):  # a double press is one message
            await guest.press(invitation(guest), press, unseen=True)
            await brought(bot)
        (fresh,) = public() - before
        assert fresh not in posted
        posted.append(fresh)
        message = playground.world.find_message(int(fresh))
        assert message is not None
        playground.world.delete(message)
