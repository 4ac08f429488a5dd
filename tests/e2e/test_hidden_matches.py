"""A match in a channel that a member can't see is closed to them, by every command and
button."""

from collections.abc import Mapping

import pytest

from bot.match.log.records import Status
from cogs.app.client import SaludClient
from playground import Person, Playground, seed
from tests.e2e import in_process
from tests.e2e.players import Json, text
from tests.e2e.test_servers import answer_to, begin
from tests.e2e.test_unseen_channels import hide
from tests.match.machine import SetClock
from tests.tiers import exhaustive

bot = in_process.bot

TAVERN, QUARRY = seed.TAVERN_ID, seed.QUARRY_ID
UNSEEN = "is played in a channel that you can't see"


@pytest.fixture
def members(people: list[Person]) -> list[Person]:
    return [person for person in people if person.id != seed.OWNER_ID]


async def answered(person: Person, command: str, options: Mapping[str, object]) -> str:
    answer = await person.command(command, options, channel=QUARRY)
    assert answer.message is not None, answer.error
    return text(answer.message)


async def a_message(person: Person) -> Json:
    """Return a private message in the quarry, on which custom_ids can be forged."""
    answer = await person.command("matches", {}, channel=QUARRY)
    assert answer.message is not None, answer.error
    return answer.message


def read(person: Person) -> str:
    return "\n".join(text(message) for message in person.messages(QUARRY))


@pytest.mark.parametrize("verb", ["join", "word"])
async def test_open_table_in_hidden_channel_cannot_be_joined(
    playground: Playground, bot: SaludClient, members: list[Person], verb: str
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await answer_to(ann, "open", seats=2)
    verified = await eve.command("verify", {"match": 1}, channel=QUARRY)
    assert verified.message is not None
    assert UNSEEN in text(verified.message)
    if verb == "join":
        await eve.forge(verified.message, "2:invitation:1:join")
    else:
        form = await eve.press(verified.message, "2:invitation:1:word", unseen=True)
        assert form.modal is not None
        await eve.submit(form.modal, {"word": "mine"})
    await playground.settled()
    loaded = await bot.services.matches.load(1)
    assert loaded.roster.joined == (ann.id,)
    await cat.forge(await a_message(cat), "2:invitation:1:join")
    await playground.settled()
    assert (await bot.services.matches.load(1)).status is Status.RUNNING


async def test_match_in_hidden_channel_is_shown_only_to_players(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await answer_to(ann, "practice", public=True)
    number = {"match": 1}
    commands = ("board", "luck", "verify", "replay", "plan", "resign")
    for over in (False, True):
        if over:
            await bot.services.service.resign(1, ann.id)
        for command in commands[: None if not over else 4]:
            assert UNSEEN in await answered(eve, command, number), command
            assert UNSEEN not in await answered(cat, command, number), command
            if command in ("luck", "verify", "replay"):
                assert UNSEEN not in await answered(ann, command, number), command
    for custom_id in ("2:replay:1:1:next", "2:match:1:fair", "2:share:1:end:open"):
        before = read(eve).count(UNSEEN)
        await eve.forge(await a_message(eve), custom_id)
        await playground.settled()
        assert read(eve).count(UNSEEN) == before + 1, custom_id


async def test_list_of_all_matches_says_nothing_of_hidden_ones(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, eve, cat = members[:3]
    hide(playground, TAVERN, eve)
    await playground.settled()
    await answer_to(ann, "practice", public=True)
    assert "Ada" in await answered(cat, "matches", {"whose": "server"})
    listed = await answered(eve, "matches", {"whose": "server"})
    assert "Ada" not in listed
    assert "🔒 #1" in listed


async def published(playground: Playground, bot: SaludClient, clock: SetClock) -> None:
    await playground.settled()
    clock.time += 31
    await bot.services.kit.kit.projector.look_after()
    await bot.services.queues.idle()
    await playground.settled()


async def test_overview_names_matches_that_its_readers_can_look_at(
    playground: Playground, bot: SaludClient, people: list[Person], clock: SetClock
) -> None:
    boss, ann, ben, eve = people[:4]
    await begin(bot, ann, ben)
    answer = await boss.command("settings", {"overview": True}, channel=QUARRY)
    assert answer.ok, answer.error

    def overview() -> str:
        (message,) = [m for m in eve.messages(QUARRY) if "Whose turn it is" in text(m)]
        return text(message)

    await published(playground, bot, clock)
    assert "Ada" in overview()
    assert "🔒" not in overview()
    hide(playground, TAVERN, eve)
    await published(playground, bot, clock)
    for secret in ("Ada", "Bruno", "#1", str(TAVERN)):
        assert secret not in overview()
    assert "🔒 1 match where" in overview()
    hide(playground, QUARRY, eve)
    await published(playground, bot, clock)
    playground.world.set_permissions(QUARRY, eve.id)
    playground.world.set_permissions(TAVERN, eve.id)
    await published(playground, bot, clock)
    assert "[#1]" in overview()


async def test_public_statistics_name_no_match_in_hidden_channel(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    """Private statistics name it to members who can see the channel."""
    ann, ben, eve, cat = members[:4]
    await begin(bot, ann, ben)
    await bot.services.service.resign(1, ben.id)
    hide(playground, TAVERN, eve)
    await playground.settled()
    versus = {"member": str(ben.id)}
    compared = await answered(ann, "versus", versus)
    assert "#1" not in compared
    assert "🔒 1 match where" in compared
    answer = await ann.command("versus", versus)
    assert answer.message is not None, answer.error
    assert "#1" in text(answer.message), "every reader of the tavern can see the match"
    history = {"member": str(ann.id)}
    assert "#1" in await answered(cat, "history", history)
    assert "#1" not in await answered(eve, "history", history)
    assert "Bruno" not in await answered(eve, "history", history)


async def test_match_in_hidden_channel_is_not_shared_elsewhere(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben, eve = members[:3]
    await begin(bot, ann, ben)
    await bot.services.service.resign(1, ben.id)
    hide(playground, TAVERN, eve)
    await playground.settled()
    await ann.forge(await a_message(ann), "2:share:1:end:here")
    await playground.settled()
    assert "nothing was shared" in read(ann)
    assert "Match #1" not in read(eve)
    playground.world.set_permissions(TAVERN, eve.id)
    await playground.settled()
    await ann.forge(await a_message(ann), "2:share:1:end:here")
    await playground.settled()
    assert "Match #1" in read(eve)


async def test_card_and_old_board_say_nothing_of_match_moved_to_hidden_channel(
    playground: Playground, bot: SaludClient, members: list[Person]
) -> None:
    ann, ben, eve = members[:3]
    await begin(bot, ann, ben)
    hide(playground, QUARRY, eve)
    await playground.settled()
    moved = await ann.command("board", {"match": 1}, channel=QUARRY)
    assert moved.ok, moved.error
    await bot.services.kit.in_flight.idle()
    await bot.services.service.resign(1, ben.id)
    await bot.services.kit.boards.show(1)
    await playground.settled()
    places = [TAVERN, *playground.world.guild.channels]
    visible_messages = [
        m for place in dict.fromkeys(places) if place != QUARRY for m in eve.messages(place)
    ]
    visible = "\n".join(str(message) for message in visible_messages)
    assert f"channels/{seed.GUILD_ID}/{QUARRY}" not in visible
    assert "Match #1 is over" in visible
    assert "result-1" not in visible


@exhaustive
async def test_tournament_links_tables_only_for_those_who_can_look(
    playground: Playground, bot: SaludClient, people: list[Person]
) -> None:
    boss, eve, cat, *joining = people[:7]
    await answer_to(boss, "tournament create", name="Cup", format="knockout", seats=2)
    for person in joining:
        await answer_to(person, "tournament join", tournament=1)
    await answer_to(boss, "tournament start", tournament=1)
    panel = await playground.wait_for(
        lambda: next((m for m in eve.messages() if "[#2]" in text(m)), None)
    )
    cup = {"tournament": 1}
    assert "[#2]" in await answered(cat, "tournament standings", cup)
    hide(playground, TAVERN, eve)
    await playground.settled()
    standings = await answered(eve, "tournament standings", cup)
    assert "⚔️" in standings
    assert "[#" not in standings
    hide(playground, QUARRY, eve)
    playground.world.set_permissions(TAVERN, eve.id)
    await playground.settled()
    seated = await players(bot, 2)
    player = next(person for person in joining if person.id in seated)
    moved = await player.command("board", {"match": 2}, channel=QUARRY)
    assert moved.ok, moved.error
    await bot.services.service.resign(3, min(await players(bot, 3)))

    def lines() -> str:
        return next(text(m) for m in eve.messages() if m["id"] == panel["id"])

    await playground.wait_for(lambda: lines().count("⚔️") == 1)
    assert "[#" not in lines()


async def players(bot: SaludClient, match: int) -> frozenset[int]:
    return frozenset((await bot.services.matches.load(match)).roster.people)
