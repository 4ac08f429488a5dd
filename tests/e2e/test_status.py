"""The text below the bot's name says how to start."""

from cogs.app.client import STATUS, SaludClient
from playground import Playground
from tests.e2e.in_process import bot as bot


async def test_status_is_there_after_each_new_session(
    playground: Playground, bot: SaludClient
) -> None:
    assert "/help" in STATUS
    assert playground.world.bot_status == STATUS
    playground.world.bot_status, before = "", playground.gateway.identifies
    playground.gateway.invalidate()
    await playground.wait_for(lambda: playground.gateway.identifies > before)
    assert playground.world.bot_status == STATUS
