"""Match files and stored matches for the command line."""

import asyncio
from pathlib import Path

from bot.app.games import load_games
from bot.app.start_check import start_check
from bot.storage.opening import open_database
from engine.core import driver
from engine.core.chance import Stream, commitment
from engine.core.matchfile import Header, write
from engine.core.types import Entry
from tests.match.world import ANN, BEN, World

SEED = bytes(range(32))
CONTRIBUTION = "101+202"


def match_file(*, entries: int = 2_000, revealed: bool = True, seats: int = 2) -> str:
    """Return a match of Dice Miner played by computers, or its beginning."""
    game = load_games().newest("dice-miner")
    stream = Stream(SEED, CONTRIBUTION)
    position = driver.start(game, seats)
    log: list[Entry] = []
    while game.outcome(position.state) is None:
        to_act = sorted(game.to_act(position.state))
        if to_act:
            token = game.notation(game.suggest(position.state, to_act[0]))
            advances = [driver.choose(game, position, to_act[0], token)]
        else:
            advances = list(driver.advance(game, position, stream))
        log += [advance.entry for advance in advances]
        position = advances[-1].position
    seed = SEED.hex() if revealed else None
    header = Header("dice-miner", game.info.rules, seats, commitment(SEED), CONTRIBUTION, seed)
    return write(header, log[:entries])


def store_matches(path: Path) -> None:
    """Store six matches: 1 is over, 2 runs, 3 was resigned, 4 is an invitation, 5 a toy's, 6
    damaged. This version has started on the database.
    """

    async def make() -> None:
        world = await World.open(path)
        try:
            for number in (1, 2, 3):
                loaded = await world.begun(ANN, BEN, lobby=world.dice)
                assert loaded.record.id == number
                most = 2_000 if number == 1 else 30
                await world.play(number, "command line", most=most)
            await world.service.resign(3, BEN)
            await world.dice.challenge(world.asked(ANN), [BEN])
            await world.begun(ANN, BEN)
            await world.begun(ANN, BEN, lobby=world.dice)
        finally:
            await world.close()
        world.sql("UPDATE log SET digest = 'ffff' WHERE match = 6 AND seq = 0")
        start = start_check(load_games(), accept=True)
        await (await open_database(str(path), check=start)).close()

    asyncio.run(make())
