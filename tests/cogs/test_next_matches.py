"""The next match that waits for a player, offered when their turn in another one ends."""

from typing import Any

from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.board.next_matches import AGAIN
from cogs.preferences.moves import MovePreference
from engine.core import driver
from tests.cogs.offline import Asking, offline, press
from tests.match.world import ANN, BEN, CAT, World


async def add(client: SaludClient, match: int, number: int, user: int = ANN) -> Asking:
    loaded = await client.services.matches.load(match)
    custom_id = families.MOVE.spell(BoardVersion(match, loaded.seq), ("add 1",))
    return await press(client, user, custom_id, number)


async def placed(world: World, *users: int) -> int:
    match = (await world.begun(*users)).record.id
    await world.store.set_place(match, 700 + match)
    return match


def links(asking: Asking) -> dict[str, str]:
    """Return the addresses of link buttons, by label."""
    found: dict[str, str] = {}

    def walk(parts: Any) -> None:
        for part in parts:
            if part.get("url"):
                found[part["label"]] = part["url"]
            walk(part.get("components", ()))

    walk(asking.sent[-1][1])
    return found


async def test_end_of_a_turn_offers_the_match_that_has_waited_longest(world: World) -> None:
    played = await placed(world, ANN, BEN)
    world.clock.time += 60
    newer = await placed(world, ANN, CAT)
    older = await placed(world, BEN, ANN)
    await world.do(older, BEN, "add 1")
    world.clock.time += 60
    await world.do(newer, ANN, "add 1")
    await world.do(newer, CAT, "add 1")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        pressed = await add(client, played, 1)
        (offered,) = pressed.answers
        assert links(pressed) == {"▶ Next (2)": f"https://discord.com/channels/900/{700 + older}"}
    first, second = offered.splitlines()
    assert f"[#{older}]" in first
    assert f"[#{newer}]" in second
    assert "**your turn**" in first


async def test_nothing_is_offered_without_another_match_or_within_a_turn(world: World) -> None:
    """Nor is it in practice, where the turn comes back in a moment, nor to others."""
    played = await placed(world, ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        assert (await add(client, played, 1)).answers == []
        await placed(world, ANN, CAT)
        assert (await add(client, played, 2, BEN)).answers == []
        practice = (await world.toys.practice(world.asked(ANN), 1)).record.id
        await world.store.set_place(practice, 800)
        assert (await add(client, practice, 3)).answers == []


async def test_player_can_turn_the_offer_off(world: World) -> None:
    played, _ = await placed(world, ANN, BEN), await placed(world, ANN, CAT)
    await world.store.set_user_settings(ANN, {MovePreference.NEXT.value: "off"})
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        assert (await add(client, played, 1)).answers == []
        panel = await press(client, ANN, families.MATCH.spell(played, "more"), 2)
        assert [*links(panel)] == ["▶ Next (1)"]
        others = await press(client, BEN, families.MATCH.spell(played, "more"), 3)
        assert links(others) == {}


async def test_double_delivery_offers_once(world: World) -> None:
    played, _ = await placed(world, ANN, BEN), await placed(world, ANN, CAT)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        loaded = await client.services.matches.load(played)
        custom_id = families.MOVE.spell(BoardVersion(played, loaded.seq), ("add 1",))
        first = await press(client, ANN, custom_id, 1)
        again = await press(client, ANN, custom_id, 1)
    assert len(first.answers) == 1
    assert again.answers == []


async def test_quick_turns_offer_the_same_match_once(world: World) -> None:
    played, _ = await placed(world, ANN, BEN), await placed(world, ANN, CAT)
    answers: dict[int, list[str]] = {ANN: [], BEN: []}
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number in range(1, 8):
            loaded = await client.services.matches.load(played)
            user, seat = loaded.people_to_act[0], loaded.seats_to_act[0]
            token, *_ = driver.legal_tokens(loaded.game, driver.Position(loaded.state), seat)
            custom_id = families.MOVE.spell(BoardVersion(played, loaded.seq), (token,))
            answers[user] += (await press(client, user, custom_id, number)).answers
            if number == 5:
                assert len(answers[ANN]) == 1
                world.clock.time += AGAIN
    assert len(answers[ANN]) == 2
    assert answers[BEN] == []
