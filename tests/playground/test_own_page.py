"""Other pages in the player's browser can't use the playground."""

import aiohttp
import pytest

from playground import Playground, seed
from tests.tiers import every

FORWARD = {"seconds": 60}


async def status(playground: Playground, path: str, **headers: str) -> int:
    async with (
        aiohttp.ClientSession() as session,
        session.post(f"{playground.url}{path}", json=FORWARD, headers=headers) as answer,
    ):
        return answer.status


async def test_own_page_and_programs_are_served(playground: Playground) -> None:
    port = playground.url.rpartition(":")[2]
    for headers in (
        {},
        {"Origin": playground.url},
        {"Host": f"localhost:{port}", "Origin": f"http://localhost:{port}"},
        {"Host": f"[::1]:{port}", "Origin": f"http://[::1]:{port}"},
        {"Host": "192.168.0.7"},
    ):
        assert await status(playground, "/client/forward", **headers) == 400, "no movable clock"


@pytest.mark.parametrize(
    "headers",
    every(
        (
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://127.0.0.1:1"},
            {"Host": "evil.example"},
            {"Host": "evil.example", "Origin": "http://evil.example"},
            {"Host": "127.0.0.1.evil.example"},
        ),
        5,
    ),
)
async def test_other_pages_are_refused(playground: Playground, headers: dict[str, str]) -> None:
    assert await status(playground, "/client/forward", **headers) == 403
    assert await status(playground, "/api/v10/users/@me", **headers) == 403
    async with aiohttp.ClientSession() as session:
        for path in (f"/client/ws?user={seed.ADA_ID}", "/client/clock", "/gateway"):
            with pytest.raises(aiohttp.WSServerHandshakeError) as caught:
                await session.ws_connect(f"{playground.url}{path}", headers=headers)
            assert caught.value.status == 403


async def test_post_of_a_form_is_refused(playground: Playground) -> None:
    async with aiohttp.ClientSession() as session:
        for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
            url, headers = f"{playground.url}/client/forward", {"Content-Type": kind}
            async with session.post(url, data=b'{"seconds": 60}', headers=headers) as answer:
                assert answer.status == 415
