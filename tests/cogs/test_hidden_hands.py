"""A match with hidden hands shows each reader only what the rules allow."""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bot.commands.export import export
from bot.errors import BadFile
from bot.match.core.boards import BoardProgress
from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded, build
from bot.match.log.records import LogEntry, Status, Stored
from bot.match.playing.proof import match_file
from bot.match.values.errors import SecretUntilOver
from bot.settings import Settings
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.board.updates import compare
from cogs.scenes.narration import recap
from cogs.screens.base import SESSION
from engine.core import driver
from engine.core.driver import Advance
from engine.core.types import Entry
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import WORDS, screens
from tests.cogs.offline import Asking, command, hand_in, offline, press
from tests.games import TWINS
from tests.games.secret_hand.rules import SecretHand
from tests.laws.playouts import QUICK, Table, playouts
from tests.match.machine import CountedSeeds, SetClock
from tests.match.world import ANN, BEN, CAT, EVE, GAMES, World
from tests.tiers import full_or

GAME = SecretHand()
TABLE = Table(GAME, 3)
SEATED = (ANN, BEN, CAT)
NUMBER = 77_000


async def begin(world: World) -> Loaded:
    lobby = Lobby(world.matches, world.service, GAME.info.name)
    return await world.begun(*SEATED, lobby=lobby)


async def new_match(path: Path) -> Stored:
    world = await World.open(path)
    try:
        stored = await world.store.load((await begin(world)).record.id)
    finally:
        await world.close()
    assert stored is not None
    return stored


def with_log(stored: Stored, log: Sequence[Entry]) -> Stored:
    advances = driver.replay(GAME, len(SEATED), log)
    entries = tuple(
        LogEntry(advance.entry, driver.digest(GAME, advance.position.state), stored.record.created)
        for advance in advances
    )
    return replace(stored, log=entries, seq=len(entries))


async def all_told(client: SaludClient, stored: Stored, user: int) -> list[Any]:
    loaded, match = build(stored, GAME), stored.record.id

    async def look(_: int) -> Loaded:
        return loaded

    async def load(_: int) -> Stored:
        return stored

    client.services.matches.look = look  # type: ignore[assignment,method-assign]
    client.services.matches.store.load = load  # type: ignore[assignment,method-assign]
    version = BoardVersion(match, loaded.seq)
    answers: list[Asking] = []
    for number, custom_id in enumerate(
        (
            *(families.MATCH.spell(match, verb) for verb in ("text", "why", "more", "fair")),
            families.PANEL.spell(version, SESSION),
            families.PANEL.spell(version, "choose"),
            custom_ids.session(replace(version, session=True)),
            families.PANEL.spell(replace(version, session=True), "choose"),
            families.PLAN.spell(match, "ahead"),
            families.REPLAY.spell(match, 1, "open"),
            families.REPLAY.spell(match, 99, "open"),
            *([families.REPLAY.spell(match, 1, "film")] if user == EVE else ()),
            families.REPLAY.spell(match, 1, "turning"),
            families.SHARE.spell(match, "film", "open"),
        )
    ):
        answers.append(await press(client, user, custom_id, NUMBER + number))
    received: list[Any] = []
    form = families.REPORT_FORM.spell(version)
    answers.append(await command(client, user, "luck", NUMBER + 50, {"match": match}))
    answers.append(await hand_in(client, user, form, NUMBER + 60, {"said": "odd"}))
    for answer in answers:
        received += [answer.answers, answer.sent]
    received.append(await client.services.kit.match_lists.line(loaded, user, WORDS))
    received.append(await client.services.kit.overviews.layouts._line(loaded, WORDS))
    received.append(await board(client, loaded))
    seat = loaded.roster.seat_of(user)
    scene = await client.services.kit.scenes.scene(loaded, WORDS, seat)
    received.append(recap(scene, loaded, user))
    game_screens = screens(GAME.info.name)
    picture = game_screens.board(scene, ())
    received += [
        picture.data,
        picture.alt,
        game_screens.headline(scene),
        game_screens.controls(scene),
    ]
    if seat in loaded.seats_to_act:
        received.append(game_screens.form(scene, seat, "choose"))
    return received


async def board(client: SaludClient, loaded: Loaded) -> list[Any]:
    """Return the public board, the copy of an earlier one, and a stripped one, with their files."""
    scene = await client.services.kit.scenes.scene(loaded, WORDS)
    pending = await client.services.service.automatic.pending(loaded)
    update = await compare(loaded, BoardProgress(-1, 0, 0, 0, None, None), scene, [], pending)
    messages = board_layouts()
    content = await messages.board(update, 0)
    copy = await messages.copy(update, "here")
    half = replace(update, progress=BoardProgress(loaded.seq // 2, 0, 0, 9, 700, 800))
    return [
        *(parts(layout) for layout in (content.layout, copy.layout, messages.stripped(half))),
        [
            (name, picture.data, picture.alt)
            for name, picture in (*content.pictures, *copy.pictures)
        ],
    ]


def parts(layout: Any) -> Any:
    return layout.to_components()


def moment(data: st.DataObject) -> tuple[Advance[Any], ...]:
    advances = data.draw(playouts(TABLE)).advances
    waits = [n + 1 for n, advance in enumerate(advances) if GAME.to_act(advance.position.state)]
    return advances[: data.draw(st.sampled_from(waits))]


@settings(QUICK, max_examples=full_or(3, 1), phases=[Phase.explicit, Phase.generate])
@given(data=st.data())
def test_nothing_secret_is_told(data: st.DataObject) -> None:
    """Twins differ only in facts that a reader must not know; readers get the same from both."""
    advances = moment(data)
    shift = data.draw(st.integers(1, 5))

    def rotated(cards: list[int]) -> list[int]:
        return [*cards[shift:], *cards[:shift]] if len(cards) > shift else cards[::-1]

    async def compare() -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "salud.db"
            stored = await new_match(path)
            async with offline(path, SetClock(), CountedSeeds()) as (client, _):
                own = with_log(stored, [advance.entry for advance in advances])
                for viewer, user in ((None, EVE), *enumerate(SEATED)):
                    twin = with_log(stored, TWINS["secret-hand"](advances, viewer, rotated))
                    mine = await all_told(client, own, user)
                    assert mine == await all_told(client, twin, user), user

    asyncio.run(compare())


def buttons(asking: Asking) -> list[str]:
    labels: list[str] = []

    def walk(parts: Sequence[Any]) -> None:
        for part in parts:
            labels.extend([part["label"]] if part.get("type") == 2 and "label" in part else [])
            walk(part.get("components", ()))

    walk([part for _, parts, _ in asking.sent for part in parts])
    return [label for label in labels if label != "Board as text"]


async def test_finished_match_discloses_everything(world: World) -> None:
    match = (await begin(world)).record.id
    loaded = await world.play(match, "hidden", most=4)
    with pytest.raises(SecretUntilOver):
        match_file(loaded, world.clock.now())
    await world.service.resign(match, ANN)
    loaded = await world.play(match, "hidden")
    assert loaded.status is Status.OVER
    assert loaded.outcome is not None
    assert "deal" in match_file(loaded, world.clock.now())
    assert loaded.disclosed(loaded.advances(), None) == loaded.advances()
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        recap_arguments = (await client.services.kit.scenes.scene(loaded, WORDS)), loaded
        assert any("play" in line for line in recap(*recap_arguments, EVE))
        proof = await press(client, EVE, families.MATCH.spell(match, "fair"), 1)
        assert "are proven" in proof.answers[0]


async def test_plan_from_a_hidden_hand_is_carried_out_and_shown_to_no_one(world: World) -> None:
    match = (await begin(world)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        loaded = await client.services.matches.look(match)
        card = loaded.state.hands[1][0]
        form = await press(client, BEN, families.PLAN.spell(match, "ahead"), 1)
        assert f"swap {card}" in str(form.sent)
        await hand_in(client, BEN, families.PLAN_FORM.spell(match), 2, {"menu": [f"swap {card}"]})
        await press(client, ANN, families.MOVE.spell(BoardVersion(match, loaded.seq), ("keep",)), 3)
        after = await client.services.matches.look(match)
        assert (1, f"swap {card}") in [(entry.actor, entry.token) for entry in after.entries]
        assert f"swap {card}" not in str(await board(client, after))


async def test_commands_that_the_game_lacks_are_refused_in_words(world: World) -> None:
    match = (await begin(world)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        loaded = await client.services.matches.look(match)
        version = BoardVersion(match, loaded.seq)
        await press(client, ANN, families.MOVE.spell(version, ("keep",)), 1)
        undo = families.UNDO.spell(BoardVersion(match, loaded.seq + 1))
        assert "can't be taken back in this game" in (await press(client, ANN, undo, 2)).answers[0]
        why = await press(client, ANN, families.MATCH.spell(match, "why"), 3)
        assert "nothing to ask" in why.answers[0]
        luck = await command(client, ANN, "luck", 4, {"match": match})
        assert "how lucky" in luck.answers[0]
        after = await client.services.matches.look(match)
        assert after.seq == loaded.seq + 1
        labels = str((await board(client, after))[0])
        assert "Take back" not in labels
        assert "Why not?" not in labels
        assert "Plan" in labels, "waiting players can plan"


async def test_export_waits_until_the_match_is_over(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The operator may be a player."""
    monkeypatch.setattr("bot.commands.export.load_games", lambda: GAMES)
    settings = Settings(salud_database=str(world.path))
    match = (await begin(world)).record.id
    with pytest.raises(BadFile, match="contains hidden"):
        await export(settings, match)
    await world.play(match, "exported")
    assert "\nseed: " in (await export(settings, match)).text
