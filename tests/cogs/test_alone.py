"""A match of a game for one seat on Discord, from its card to its end, by buttons."""

from typing import Any

from bot.match.lobby.lobby import Lobby
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from tests.cogs.moments import WORDS, screens
from tests.cogs.offline import discord_of, offline, press
from tests.match.world import ANN, BEN, World


async def test_solitaire_is_played_by_buttons(world: World) -> None:
    """One board, edited after each press, that calls nobody again; then the result, and Rematch."""
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        lobby = Lobby(client.services.matches, client.services.service, "solitaire")
        loaded = await lobby.alone(world.asked(ANN))
        match = loaded.record.id
        await client.services.opener.post(loaded)
        posted = len(discord_of(client).sent)
        number = 10_000
        while loaded.status is Status.RUNNING:
            scene = await client.services.scenes.scene(loaded, WORDS)
            (buttons,) = screens("solitaire").controls(scene)
            tokens: Any = buttons[-1].tokens  # type: ignore[union-attr]
            number += 1
            pressed = families.MOVE.spell(BoardVersion(match, loaded.seq), tokens)
            answer = await press(client, ANN, pressed, number)
            assert answer.told == []
            loaded = await client.services.matches.look(match)
        assert len(discord_of(client).sent) == posted + 1, "only the end is a new message"
        assert "Turning points" not in str(await told(client, match))
        stranger = await press(client, BEN, families.MATCH.spell(match, "rematch"), number + 1)
        assert "not in this match" in stranger.told[0]
        await press(client, ANN, families.MATCH.spell(match, "rematch"), number + 2)
        (again,) = await client.services.matches.store.of_user(loaded.record.guild, ANN)
        assert (await client.services.matches.look(again)).status is Status.RUNNING


async def told(client: SaludClient, match: int) -> Any:
    """What the replay and the proof of a match say to anybody."""
    replay = await press(client, BEN, families.REPLAY.spell(match, 1, "open"), 1)
    proof = await press(client, BEN, families.MATCH.spell(match, "fair"), 2)
    assert "are proven" in proof.told[0]
    return replay.sent
