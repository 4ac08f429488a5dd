"""Private sessions: matches played in messages that only one user sees."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from bot.match.lobby.lobby import Lobby
from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from cogs.app.client import SaludClient
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.base.custom_ids import BoardVersion
from cogs.board import interludes
from cogs.screens import Scene
from cogs.screens.base import SESSION, Advances
from cogs.screens.plain import PlainScreens
from render.picture import Picture
from tests.cogs.offline import Asking, command, hand_in, offline, press
from tests.cogs.test_hidden_hands import begin, board, buttons
from tests.games.solitaire.screens import IN_PRIVATE
from tests.match.world import ANN, BEN, CAT, EVE, GAMES, World


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
    return await client.services.matches.look(loaded.record.id)


async def test_each_player_sees_their_own_hand_and_whose_turn_it_is(world: World) -> None:
    loaded = await begin(world)
    hands = loaded.state.hands
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        assert buttons(ann) == ["keep", *(f"swap {card}" for card in hands[0])]
        assert f"hand: {list(hands[0])}" in str(ann.sent)
        ben = await open_session(client, BEN, loaded, 2)
        assert f"hand: {list(hands[1])}" in str(ben.sent)
        assert buttons(ben) == ["Refresh"]
        assert f"waiting for <@{ANN}>" in ben.answers[0]
        ann = await use(client, ANN, ann, "keep", 3)
        assert ann.edited
        assert buttons(ann) == ["Refresh"]
        assert f"waiting for <@{BEN}>" in ann.answers[0]
        ben = await use(client, BEN, ben, "Refresh", 4)
        assert ben.edited
        assert buttons(ben) == ["keep", *(f"swap {card}" for card in hands[1])]


async def test_animation_comes_alone_before_the_board_of_a_session(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(interludes, "sleep", sleep)
    animated = replace(IN_PRIVATE, screens=f"{__name__}:ANIMATED")
    games = replace(GAMES, packages={**GAMES.packages, "solitaire": animated})
    lobby = Lobby(world.matches, world.service, "solitaire")
    loaded = await lobby.alone(world.asked(ANN))
    async with offline(world.path, world.clock, world.seeds, games) as (client, _):
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


async def test_sealed_choices_leak_nowhere(world: World) -> None:
    loaded = await begin(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number, user in enumerate((ANN, BEN, CAT)):
            session = await open_session(client, user, await look(client, loaded), 10 * number + 1)
            await use(client, user, session, "keep", 10 * number + 2)
        now = await look(client, loaded)
        card, hand = now.state.hands[0][-1], f"hand: {list(now.state.hands[0])}"
        ann = await open_session(client, ANN, now, 40)
        ben = await open_session(client, BEN, now, 41)
        ann = await use(client, ANN, ann, f"play {card}", 42)
        assert f"play {card}" in ann.answers[0]
        assert hand in str(ann.sent)
        after = await look(client, loaded)
        cat = await open_session(client, CAT, after, 43)
        assert "a secret move" in cat.answers[0], "the fact of a choice is not secret"
        ben = await use(client, BEN, ben, f"play {now.state.hands[1][0]}", 44)
        for others in (ben.sent, cat.sent, await board(client, await look(client, loaded))):
            assert f"play {card}" not in str(others)
            assert hand not in str(others)
        await use(client, CAT, cat, f"play {now.state.hands[2][0]}", 45)
        revealed = (await look(client, loaded)).state.shown
        assert revealed[0][0] == card, "cards are revealed once all have played"


async def test_session_continues_after_a_restart(world: World) -> None:
    """Everything a session needs is in its buttons."""
    loaded = await begin(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await use(client, ANN, ann, "keep", 2)
        assert (await look(client, loaded)).seats_to_act == (1,)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        again = await use(client, ANN, ann, "Refresh", 3)
        assert again.answers == ann.answers


async def test_repeated_or_late_press_counts_once_and_is_explained(world: World) -> None:
    loaded = await begin(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        await use(client, ANN, ann, "keep", 2)
        seq = (await look(client, loaded)).seq
        delivered_twice = await use(client, ANN, ann, "keep", 2)
        assert buttons(delivered_twice) == ["Refresh"]
        tapped_twice = await use(client, ANN, ann, "keep", 3)
        assert tapped_twice.edited
        assert "already" in tapped_twice.answers[0]
        late = await use(client, ANN, ann, buttons(ann)[1], 4)
        assert "It's not your turn" in late.answers[0]
        assert buttons(late) == ["Refresh"]
        assert (await look(client, loaded)).seq == seq


@pytest.mark.parametrize("verb", ["move:keep", "confirm:keep", "panel:choose", "menu:choose"])
async def test_forged_button_shows_strangers_nothing_and_players_their_own(
    world: World, verb: str
) -> None:
    loaded = await begin(world)
    match, seq = loaded.record.id, loaded.seq
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        forged = f"2:session:{match}:{seq}:{verb}"
        stranger = await press(client, EVE, forged, 1, private=True)
        assert "not in this match" in stranger.answers[0]
        ben = await press(client, BEN, forged, 2, private=True)
        assert "not your turn" in ben.answers[0]
        assert str(list(loaded.state.hands[0])) not in str(ben.sent)
        assert (await look(client, loaded)).seq == seq


async def test_form_in_a_session_leads_back_to_it(world: World) -> None:
    loaded = await begin(world)
    version = BoardVersion(loaded.record.id, loaded.seq, session=True)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        form = await press(client, ANN, families.PANEL.spell(version, "choose"), 1, private=True)
        assert form.answers == ["form Your move"]
        window = form.sent[0]["custom_id"]
        assert window == families.FORM.spell(version, "choose")
        bad = await hand_in(client, ANN, window, 2, {"menu": ["swap 99"]})
        assert "can't choose that" in bad.answers[0]
        assert "keep" in buttons(bad)
        done = await hand_in(client, ANN, window, 3, {"menu": ["keep"]})
        assert buttons(done) == ["Refresh"]


async def test_confirmation_replaces_the_session_and_leads_back(world: World) -> None:
    loaded = await begin(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        await command(client, ANN, "me", 1, {"confirm": True})
        ann = await open_session(client, ANN, loaded, 2)
        question = await use(client, ANN, ann, "keep", 3)
        assert question.edited
        assert "is that your move?" in question.answers[0]
        back = await use(client, ANN, question, "Cancel", 4)
        assert buttons(back) == buttons(ann)
        assert (await look(client, loaded)).seq == loaded.seq
        done = await use(client, ANN, question, "Confirm", 5)
        assert buttons(done) == ["Refresh"]


async def test_deleted_session_is_sent_again_with_its_picture(world: World) -> None:
    loaded = await begin(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        keep = offers(ann)["keep"]
        sent = await press(client, ANN, keep, 2, private=True, deleted=True)
        assert not sent.edited
        assert buttons(sent) == ["Refresh"]
        ((name, data),) = sent.sent[-1][2]
        assert name.startswith(f"mine-{loaded.record.id}-")
        assert len(data) > 100


async def test_session_ends_with_the_match(world: World) -> None:
    loaded = await begin(world)
    sessions: dict[int, Asking] = {}
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number in range(100, 300, 2):
            now = await look(client, loaded)
            if now.status is Status.OVER:
                break
            user = now.people_to_act[0]
            session = sessions.get(user) or await open_session(client, user, now, number)
            if "Refresh" in offers(session):
                session = await use(client, user, session, "Refresh", number)
            label = next(
                label for label in offers(session) if label not in ("Refresh", "Take back")
            )
            sessions[user] = await use(client, user, session, label, number + 1)
        assert now.status is Status.OVER
        assert all(session.edited for session in sessions.values())
        assert "This match is over." in sessions[user].answers[0]
        assert offers(sessions[user]) == {}


async def test_single_player_game_can_be_played_in_a_session(world: World) -> None:
    games = replace(GAMES, packages={**GAMES.packages, "solitaire": IN_PRIVATE})
    lobby = Lobby(world.matches, world.service, "solitaire")
    loaded = await lobby.alone(world.asked(ANN))
    async with offline(world.path, world.clock, world.seeds, games) as (client, _):
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
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await open_session(client, ANN, loaded, 1)
        pictures = client.services.topics.play.boards.sessions.private_pictures
        draw, match = pictures.draw, loaded.record.id
        keeping: list[asyncio.Task[Any]] = []

        async def draw_late(work: Any) -> Any:
            monkeypatch.undo()
            keeping.append(asyncio.create_task(use(client, ANN, ann, "keep", 3)))
            while (await client.services.matches.look(match)).seq == loaded.seq:  # noqa: ASYNC110 - no event
                await asyncio.sleep(0)
            return await draw(work)

        monkeypatch.setattr(pictures, "draw", draw_late)
        version = BoardVersion(match, loaded.seq, session=True)
        late = await press(client, ANN, custom_ids.session(version), 2, private=True)
        await asyncio.gather(*keeping)
        assert "Refresh" in offers(late)
        assert "keep" not in offers(late)
