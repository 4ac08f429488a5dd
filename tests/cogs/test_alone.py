"""A match of a single-player game on Discord, from its card to its end, by buttons."""

from typing import Any

from bot.match.lobby.lobby import Lobby
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from tests.cogs.moments import WORDS, screens
from tests.cogs.offline import discord_of, offline, press
from tests.match.world import ANN, BEN, World


async def test_solitaire_is_played_on_one_board_and_rematched(world: World) -> None:
    """The board is edited after each press and pings no one again."""
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        lobby = Lobby(client.services.matches, client.services.service, "solitaire")
        loaded = await lobby.alone(world.asked(ANN))
        match = loaded.record.id
        await client.services.kit.opener.post(loaded)
        posted = len(discord_of(client).sent)
        number = 10_000
        while loaded.status is Status.RUNNING:
            scene = await client.services.kit.scenes.scene(loaded, WORDS)
            (buttons,) = screens("solitaire").controls(scene)
            tokens: Any = buttons[-1].tokens  # type: ignore[union-attr]
            number += 1
            pressed = families.MOVE.spell(BoardVersion(match, loaded.seq), tokens)
            answer = await press(client, ANN, pressed, number)
            assert answer.answers == []
            loaded = await client.services.matches.load(match)
        assert len(discord_of(client).sent) == posted + 1, "only the end is a new message"
        assert "Turning points" not in str(await replay_of(client, match))
        stranger = await press(client, BEN, families.MATCH.spell(match, "rematch"), number + 1)
        assert "not in this match" in stranger.answers[0]
        await press(client, ANN, families.MATCH.spell(match, "rematch"), number + 2)
        (again,) = await client.services.matches.store.of_user(loaded.record.guild, ANN)
        assert (await client.services.matches.load(again)).status is Status.RUNNING


async def replay_of(client: SaludClient, match: int) -> Any:
    """Return the messages of a match's replay, after checking its proof."""
    replay = await press(client, BEN, families.REPLAY.spell(match, 1, "open"), 1)
    proof = await press(client, BEN, families.MATCH.spell(match, "fair"), 2)
    assert "are proven" in proof.answers[0]
    return replay.sent
