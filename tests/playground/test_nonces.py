"""Enforced nonces: one message per author and nonce within some minutes."""

import pytest

from playground import Playground, seed
from playground.messages import NONCE_LIFE
from tests.playground.conftest import Clock, Rest

TAVERN = f"/channels/{seed.TAVERN_ID}/messages"
QUARRY = f"/channels/{seed.QUARRY_ID}/messages"
BODY = {"content": "Board", "nonce": "b1", "enforce_nonce": True}


async def test_nonce_returns_message_of_other_channel(rest: Rest, playground: Playground) -> None:
    _, posted = await rest("POST", TAVERN, json=BODY)
    status, answer = await rest("POST", QUARRY, json={**BODY, "content": "Another"})
    assert (status, answer["id"], answer["channel_id"]) == (200, posted["id"], str(seed.TAVERN_ID))
    assert playground.world.guild.channels[seed.QUARRY_ID].messages == {}


async def test_nonce_of_deleted_message_is_unknown_message(rest: Rest, clock: Clock) -> None:
    _, posted = await rest("POST", TAVERN, json=BODY)
    await rest("DELETE", f"{TAVERN}/{posted['id']}")
    for channel in (TAVERN, QUARRY):
        status, answer = await rest("POST", channel, json=BODY)
        assert (status, answer["code"], answer["message"]) == (404, 10008, "Unknown Message")
    clock.now += NONCE_LIFE
    assert (await rest("POST", TAVERN, json=BODY))[0] == 200


async def test_nonce_of_message_in_deleted_channel_is_unknown_message(
    rest: Rest, playground: Playground
) -> None:
    await rest("POST", QUARRY, json=BODY)
    playground.world.delete_channel(playground.world.guild.channels[seed.QUARRY_ID])
    status, answer = await rest("POST", TAVERN, json=BODY)
    assert (status, answer["code"]) == (404, 10008)


@pytest.mark.parametrize("more", [{"enforce_nonce": False}, {"nonce": "b2"}])
async def test_other_nonce_or_unenforced_is_posted(rest: Rest, more: dict[str, object]) -> None:
    _, posted = await rest("POST", TAVERN, json=BODY)
    status, answer = await rest("POST", TAVERN, json={**BODY, **more})
    assert status == 200
    assert answer["id"] != posted["id"]


async def test_nonce_is_forgotten_after_minutes(rest: Rest, clock: Clock) -> None:
    _, posted = await rest("POST", TAVERN, json=BODY)
    clock.now += NONCE_LIFE - 1
    assert (await rest("POST", TAVERN, json=BODY))[1]["id"] == posted["id"]
    clock.now += 1
    assert (await rest("POST", TAVERN, json=BODY))[1]["id"] != posted["id"]
