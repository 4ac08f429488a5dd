"""The pictures of the first page."""

import asyncio

import aiohttp

from playground import Card, Playground, Start, Welcome, World

CARDS = (
    Card("Dice", "Roll.", (Start("play", "Play", "Now"),), picture="board", alt="A board"),
    Card("Cards", "Deal.", ()),
)


async def test_picture_is_drawn_once_and_only_when_a_page_asks_for_it() -> None:
    drawn: list[int] = []

    def draw(number: int) -> bytes:
        drawn.append(number)
        return b"picture"

    welcome = Welcome("Games", "Choose.", CARDS, draw)
    playground = Playground(world=World(welcome=welcome))
    await playground.start()
    try:
        assert drawn == []
        shown = welcome.as_json()["cards"]
        assert [card["picture"] for card in shown] == ["/welcome/0.png", None]
        async with aiohttp.ClientSession(playground.url) as session:

            async def ask(address: str) -> tuple[int, bytes]:
                async with session.get(address) as answer:
                    return answer.status, await answer.read()

            answers = await asyncio.gather(*(ask("/welcome/0.png") for _ in range(3)))
            assert answers == [(200, b"picture")] * 3
            assert drawn == [0]
            assert (await ask("/welcome/2.png"))[0] == 404
    finally:
        await playground.stop()
