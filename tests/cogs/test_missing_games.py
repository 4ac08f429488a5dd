"""Matches of a game that isn't installed are in nobody's way, and none of their moves are told."""

from bot.games import GameRegister
from tests.cogs.offline import command, offline
from tests.match.world import ANN, BEN, GAMES, World

WITHOUT_TOY = GameRegister(
    {name: versions for name, versions in GAMES.games.items() if name != "toy"}, GAMES.packages
)


async def test_its_log_stays_secret(world: World) -> None:
    """/verify gives no file of a match that goes on, and says why."""
    match = (await world.begun(ANN, BEN)).record.id
    await world.play(match, most=3)
    async with offline(world.path, world.clock, world.seeds, WITHOUT_TOY) as (client, _):
        asking = await command(client, BEN, "verify", 1, {"match": match})
    assert "This match's game isn't installed" in asking.told[0]
    assert [files for _, _, files in asking.sent] == [[]]
