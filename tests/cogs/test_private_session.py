"""Private sessions: matches played in messages that only one user sees."""

import asyncio
from collections.abc import Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import replace
from typing import Any

import pytest

from bot.game_register import GamePackage
from bot.match.core.boards import BoardProgress
from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.storage.base.database import Database
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.board import interludes
from cogs.board.updates import compare
from cogs.screens import Scene
from cogs.screens.base import SESSION, Advances
from cogs.screens.plain import PlainScreens
from render.picture import Picture
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import WORDS
from tests.cogs.offline import Asking, command, hand_in, offline, press
from tests.games.solitaire.screens import IN_PRIVATE
from tests.match.world import ANN, BEN, EVE, GAMES, World


async def begin(world: World) -> Loaded:
    lobby = Lobby(world.matches, world.service, "solitaire")
    return await lobby.alone(world.asked(ANN))


def private(
    world: World, package: GamePackage = IN_PRIVATE
) -> AbstractAsyncContextManager[tuple[SaludClient, Database]]:
    """Run a client in which solitaire is played in private sessions."""
    games = replace(GAMES, packages={**GAMES.packages, "solitaire": package})
    return offline(world.path, world.clock, world.seeds, games)


async def board(client: SaludClient, loaded: Loaded) -> list[Any]:
    """Return the public board, the copy of an earlier one, and a stripped one, with their files."""
    scene = await client.services.kit.scenes.scene(loaded, WORDS)
    planners = await client.services.service.automatic.planners(loaded)
    update = await compare(loaded, BoardProgress(-1, 0, 0, 0, None, None), scene, [], planners)
    messages = board_layouts()
    content = await messages.board(update, 0)
    copy = await messages.copy(update, "here")
    half = replace(update, progress=BoardProgress(loaded.seq // 2, 0, 0, 9, 700, 800))
    return [
        *(parts(layout) for layout in (content.layout, copy.layout, messages.old_board(half))),
        [
            (name, picture.data, picture.alt)
            for name, picture in (*content.pictures, *copy.pictures)
        ],
    ]


def parts(layout: Any) -> Any:
    return layout.to_components()


def buttons(asking: Asking) -> list[str]:
    labels: list[str] = []

    def walk(parts: Sequence[Any]) -> None:
        for part in parts:
            labels.extend([part["label"]] if part.get("type") == 2 and "label" in part else [])
            walk(part.get("components", ()))

    walk([part for _, parts, _ in asking.sent for part in parts])
    return [label for label in labels if label != "Board as text"]


async def open_session(client: SaludClient, user: int, loaded: Loaded, number: int) -> Asking:
    button = families.PANEL.spell(BoardVersion(loaded.record.id, loaded.seq), SESSION)
    return await press(client, user, button, number)


def offers(asking: Asking) -> dict[str, str]:
    return offers_of(asking.sent[-1][1])


def offers_of(components: Sequence[Any]) -> dict[str, str]:
    buttons: dict[str, str] = {}

    def walk(parts: Sequence[Any]) -> None:
        for part in parts:
            if part.get("type") == 2 and "custom_id" in part:
                buttons[part["label"]] = part["custom_id"]
            walk(part.get("components", ()))

    walk(components)
    return buttons


async def use(client: SaludClient, user: int, session: Asking, label: str, number: int) -> Asking:
    return await press(client, user, offers(session)[label], number, private=True)


async def look(client: SaludClient, loaded: Loaded) -> Loaded:
    return await client.services.matches.load(loaded.record.id)


async def test_animation_comes_alone_before_the_board_of_a_session(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(interludes, "sleep", sleep)
    animated = replace(IN_PRIVATE, screens=f"{__name__}:ANIMATED")
    loaded = await begin(world)
    async with private(world, animated) as (client, _):
        session = await open_session(client, ANN, loaded, 1)
        assert waits == [], "no new entry has an animation"
        session = await use(client, ANN, session, next(iter(offers(session))), 2)
        assert waits == [turning().seconds]
        (_, alone, *_), (_, board_parts, *_) = session.sent[-2:]
        assert "interlude" in str(alone)
        assert [*offers_of(alone)] == ["Refresh"], "a way on if the bot is killed"
        assert "interlude" not in str(board_parts)
        assert len(offers_of(board_parts)) > 1


def turning() -> Picture:
    return Picture(b"GIF89a;", 1, 2, "a card turns", ".gif", 2.7)


class Animated(PlainScreens):
    def interlude(self, scene: Scene, advances: Advances) -> Callable[[], Picture] | None:
        del scene
        return turning if advances else None


ANIMATED = Animated(private=True)


async def test_session_continues_after_a_restart(world: World) -> None:
    """Everything a session needs is in its buttons."""
    loaded = await begin(world)
    async with private(world) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
    async with private(world) as (client, _):
        ann = await use(client, ANN, ann, buttons(ann)[0], 2)
        after = await look(client, loaded)
        assert after.seq > loaded.seq
    async with private(world) as (client, _):
        version = BoardVersion(loaded.record.id, after.seq, session=True)
        again = await press(client, ANN, custom_ids.session(version), 3, private=True)
        assert again.answers == ann.answers


async def test_repeated_or_late_press_counts_once_and_is_explained(world: World) -> None:
    loaded = await begin(world)
    async with private(world) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        move, other = buttons(ann)[:2]
        after = await use(client, ANN, ann, move, 2)
        seq = (await look(client, loaded)).seq
        delivered_twice = await use(client, ANN, ann, move, 2)
        assert buttons(delivered_twice) == buttons(after)
        tapped_twice = await use(client, ANN, ann, move, 3)
        assert tapped_twice.edited
        assert "already" in tapped_twice.answers[0]
        late = await use(client, ANN, ann, other, 4)
        assert "board has moved on" in late.answers[0]
        assert buttons(late) == buttons(after)
        assert (await look(client, loaded)).seq == seq


@pytest.mark.parametrize("verb", ["move:close 9", "confirm:close 9", "panel:choose", "menu:choose"])
async def test_forged_button_shows_strangers_nothing(world: World, verb: str) -> None:
    loaded = await begin(world)
    match, seq = loaded.record.id, loaded.seq
    async with private(world) as (client, _):
        forged = f"2:session:{match}:{seq}:{verb}"
        stranger = await press(client, EVE, forged, 1, private=True)
        assert "not in this match" in stranger.answers[0]
        assert "close" not in str(stranger.sent)
        assert (await look(client, loaded)).seq == seq


async def test_form_in_a_session_leads_back_to_it(world: World) -> None:
    loaded = await begin(world)
    version = BoardVersion(loaded.record.id, loaded.seq, session=True)
    async with private(world) as (client, _):
        offered = buttons(await open_session(client, ANN, loaded, 1))
        form = await press(client, ANN, families.PANEL.spell(version, "choose"), 2, private=True)
        assert form.answers == ["form Your move"]
        window = form.sent[0]["custom_id"]
        assert window == families.FORM.spell(version, "choose")
        bad = await hand_in(client, ANN, window, 3, {"menu": ["close 99"]})
        assert "can't choose that" in bad.answers[0]
        assert buttons(bad) == offered
        done = await hand_in(client, ANN, window, 4, {"menu": [offered[0]]})
        assert buttons(done) not in ([], offered)


async def test_confirmation_replaces_the_session_and_leads_back(world: World) -> None:
    loaded = await begin(world)
    async with private(world) as (client, _):
        await command(client, ANN, "me", 1, {"confirm": True})
        ann = await open_session(client, ANN, loaded, 2)
        question = await use(client, ANN, ann, buttons(ann)[0], 3)
        assert question.edited
        assert "is that your move?" in question.answers[0]
        back = await use(client, ANN, question, "Cancel", 4)
        assert buttons(back) == buttons(ann)
        assert (await look(client, loaded)).seq == loaded.seq
        done = await use(client, ANN, question, "Confirm", 5)
        assert buttons(done) not in ([], buttons(ann))


async def test_deleted_session_is_sent_again_with_its_picture(world: World) -> None:
    loaded = await begin(world)
    async with private(world) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        move = offers(ann)[buttons(ann)[0]]
        sent = await press(client, ANN, move, 2, private=True, deleted=True)
        assert not sent.edited
        assert buttons(sent) not in ([], buttons(ann))
        ((name, data),) = sent.sent[-1][2]
        assert name.startswith(f"mine-{loaded.record.id}-")
        assert len(data) > 100


async def test_public_board_leads_to_the_session_which_ends_with_the_match(world: World) -> None:
    loaded = await begin(world)
    async with private(world) as (client, _):
        public = str((await board(client, loaded))[0])
        assert "My move" in public
        assert "close" not in public.replace("closed", "")
        session = await open_session(client, ANN, loaded, 1)
        taken_back = 0
        for number in range(2, 60):
            labels = offers(session)
            if not labels:
                break
            if "Take back" in labels and not taken_back:
                taken_back += 1
                session = await use(client, ANN, session, "Take back", number)
                continue
            session = await use(client, ANN, session, next(iter(labels)), number)
            assert session.edited
        assert taken_back
        assert (await look(client, loaded)).status is Status.OVER
        assert "This match is over." in session.answers[0]


async def test_forged_session_of_a_game_without_sessions_is_refused(world: World) -> None:
    lobby = Lobby(world.matches, world.service, "dice-miner")
    loaded = await world.begun(ANN, BEN, lobby=lobby)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        version = BoardVersion(loaded.record.id, loaded.seq, session=True)
        (seat,), game = loaded.seats_to_act, loaded.game
        token = game.notation(game.legal_actions(loaded.state, seat)[0])
        user = loaded.people_to_act[0]
        for number, forged in enumerate(
            (custom_ids.session(version), families.MOVE.spell(version, (token,)))
        ):
            refused = await press(client, user, forged, number, private=True)
            assert "rules don't allow that" in refused.answers[0]
        assert (await look(client, loaded)).seq == loaded.seq


async def test_slow_answer_shows_a_move_from_another_device(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await begin(world)
    async with private(world) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        pictures = client.services.topics.play.boards.sessions.private_pictures
        draw, match = pictures.draw, loaded.record.id
        moving: list[asyncio.Task[Asking]] = []

        async def draw_late(work: Any) -> Any:
            monkeypatch.undo()
            moving.append(asyncio.create_task(use(client, ANN, ann, buttons(ann)[0], 3)))
            while (await client.services.matches.load(match)).seq == loaded.seq:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0)
            return await draw(work)

        monkeypatch.setattr(pictures, "draw", draw_late)
        version = BoardVersion(match, loaded.seq, session=True)
        late = await press(client, ANN, custom_ids.session(version), 2, private=True)
        (moved,) = await asyncio.gather(*moving)
        assert offers(late) == offers(moved)
        assert offers(late) not in ({}, offers(ann))
