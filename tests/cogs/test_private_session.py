"""Private sessions: a match played in messages that only one person sees."""

from collections.abc import Sequence
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
from cogs.screens.base import SESSION
from tests.cogs.offline import Asking, command, hand_in, offline, press
from tests.cogs.test_hidden_hands import begun, board, buttons
from tests.games.solitaire.screens import IN_PRIVATE
from tests.match.world import ANN, BEN, CAT, EVE, GAMES, World


async def opened(client: SaludClient, user: int, loaded: Loaded, number: int) -> Asking:
    """Let somebody open their session from the public board."""
    button = families.PANEL.spell(BoardVersion(loaded.record.id, loaded.seq), SESSION)
    return await press(client, user, button, number)


def offers(asking: Asking) -> dict[str, str]:
    """The custom_ids of the buttons in what somebody was sent last, by their labels."""
    found: dict[str, str] = {}

    def walk(parts: Sequence[Any]) -> None:
        for part in parts:
            if part.get("type") == 2:
                found[part["label"]] = part["custom_id"]
            walk(part.get("components", ()))

    walk(asking.sent[-1][1])
    return found


async def used(client: SaludClient, user: int, session: Asking, label: str, number: int) -> Asking:
    """Let somebody press a button of their session."""
    return await press(client, user, offers(session)[label], number, private=True)


async def look(client: SaludClient, loaded: Loaded) -> Loaded:
    """The match as it is now."""
    return await client.services.matches.look(loaded.record.id)


async def test_each_in_their_own(world: World) -> None:
    """Everybody sees their hand and what they may do; who waits is told for whom, and comes back
    in the same message once it is their turn."""
    loaded = await begun(world)
    hands = loaded.state.hands
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await opened(client, ANN, loaded, 1)
        assert buttons(ann) == ["keep", *(f"swap {card}" for card in hands[0])]
        assert f"hand: {list(hands[0])}" in str(ann.sent)
        ben = await opened(client, BEN, loaded, 2)
        assert f"hand: {list(hands[1])}" in str(ben.sent)
        assert buttons(ben) == ["Refresh"]
        assert f"waiting for <@{ANN}>" in ben.told[0]
        ann = await used(client, ANN, ann, "keep", 3)
        assert ann.edited
        assert buttons(ann) == ["Refresh"]
        assert f"waiting for <@{BEN}>" in ann.told[0]
        ben = await used(client, BEN, ben, "Refresh", 4)
        assert ben.edited
        assert buttons(ben) == ["keep", *(f"swap {card}" for card in hands[1])]


async def test_sealed_choices_leak_nowhere(world: World) -> None:
    """A card that was played while others still choose is told in its player's session alone."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number, user in enumerate((ANN, BEN, CAT)):
            session = await opened(client, user, await look(client, loaded), 10 * number + 1)
            await used(client, user, session, "keep", 10 * number + 2)
        now = await look(client, loaded)
        card, hand = now.state.hands[0][-1], f"hand: {list(now.state.hands[0])}"
        ann = await opened(client, ANN, now, 40)
        ben = await opened(client, BEN, now, 41)
        ann = await used(client, ANN, ann, f"play {card}", 42)
        assert f"play {card}" in ann.told[0]
        assert hand in str(ann.sent)
        after = await look(client, loaded)
        cat = await opened(client, CAT, after, 43)
        assert "a secret move" in cat.told[0], "that they have chosen is no secret"
        ben = await used(client, BEN, ben, f"play {now.state.hands[1][0]}", 44)
        for others in (ben.sent, cat.sent, await board(client, await look(client, loaded))):
            assert f"play {card}" not in str(others)
            assert hand not in str(others)
        await used(client, CAT, cat, f"play {now.state.hands[2][0]}", 45)
        shown = (await look(client, loaded)).state.shown
        assert shown[0][0] == card, "all cards of a round count when all have played"


async def test_it_goes_on_after_a_restart(world: World) -> None:
    """Each press by another process; all that a session means is in its buttons."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await opened(client, ANN, loaded, 1)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await used(client, ANN, ann, "keep", 2)
        assert (await look(client, loaded)).seats_to_act == (1,)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        again = await used(client, ANN, ann, "Refresh", 3)
        assert again.told == ann.told


async def test_pressed_twice_and_late(world: World) -> None:
    """It counts once; the session says so above the match as it is now."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await opened(client, ANN, loaded, 1)
        await used(client, ANN, ann, "keep", 2)
        seq = (await look(client, loaded)).seq
        delivered_twice = await used(client, ANN, ann, "keep", 2)
        assert buttons(delivered_twice) == ["Refresh"]
        tapped_twice = await used(client, ANN, ann, "keep", 3)
        assert tapped_twice.edited
        assert "already" in tapped_twice.told[0]
        late = await used(client, ANN, ann, buttons(ann)[1], 4)
        assert "It's not your turn" in late.told[0]
        assert buttons(late) == ["Refresh"]
        assert (await look(client, loaded)).seq == seq


@pytest.mark.parametrize("verb", ["move:keep", "confirm:keep", "panel:choose", "menu:choose"])
async def test_forged_by_somebody_else(world: World, verb: str) -> None:
    """Whoever has no seat sees nothing; another player sees their own, and nothing has changed."""
    loaded = await begun(world)
    match, seq = loaded.record.id, loaded.seq
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        forged = f"2:session:{match}:{seq}:{verb}"
        stranger = await press(client, EVE, forged, 1, private=True)
        assert "not in this match" in stranger.told[0]
        ben = await press(client, BEN, forged, 2, private=True)
        assert "not your turn" in ben.told[0]
        assert str(list(loaded.state.hands[0])) not in str(ben.sent)
        assert (await look(client, loaded)).seq == seq


async def test_a_form_in_a_session(world: World) -> None:
    """Of a game with many actions: the session goes on below what was chosen, or refused."""
    loaded = await begun(world)
    version = BoardVersion(loaded.record.id, loaded.seq, session=True)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        form = await press(client, ANN, families.PANEL.spell(version, "choose"), 1, private=True)
        assert form.told == ["form Your move"]
        window = form.sent[0]["custom_id"]
        assert window == families.FORM.spell(version, "choose")
        bad = await hand_in(client, ANN, window, 2, {"menu": ["swap 99"]})
        assert "can't choose that" in bad.told[0]
        assert "keep" in buttons(bad)
        done = await hand_in(client, ANN, window, 3, {"menu": ["keep"]})
        assert buttons(done) == ["Refresh"]


async def test_a_question_first(world: World) -> None:
    """In place of the session; either answer leads back to it."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        await command(client, ANN, "me", 1, {"confirm": True})
        ann = await opened(client, ANN, loaded, 2)
        question = await used(client, ANN, ann, "keep", 3)
        assert question.edited
        assert "is that your move?" in question.told[0]
        back = await used(client, ANN, question, "Cancel", 4)
        assert buttons(back) == buttons(ann)
        assert (await look(client, loaded)).seq == loaded.seq
        done = await used(client, ANN, question, "Confirm", 5)
        assert buttons(done) == ["Refresh"]


async def test_a_deleted_session_is_sent_again(world: World) -> None:
    """The move has counted; what comes next is in a new private message, its picture too."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await opened(client, ANN, loaded, 1)
        keep = offers(ann)["keep"]
        sent = await press(client, ANN, keep, 2, private=True, deleted=True)
        assert not sent.edited
        assert buttons(sent) == ["Refresh"]
        ((name, data),) = sent.sent[-1][2]
        assert name.startswith(f"mine-{loaded.record.id}-")
        assert len(data) > 100


async def test_to_the_end(world: World) -> None:
    """Then it says that the match is over, with the points."""
    loaded = await begun(world)
    sessions: dict[int, Asking] = {}
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        for number in range(100, 300, 2):
            now = await look(client, loaded)
            if now.status is Status.OVER:
                break
            user = now.people_to_act[0]
            session = sessions.get(user) or await opened(client, user, now, number)
            if "Refresh" in offers(session):
                session = await used(client, user, session, "Refresh", number)
            label = next(one for one in offers(session) if one not in ("Refresh", "Take back"))
            sessions[user] = await used(client, user, session, label, number + 1)
        assert now.status is Status.OVER
        assert all(one.edited for one in sessions.values())
        assert "This match is over." in sessions[user].told[0]
        assert offers(sessions[user]) == {}


async def test_a_game_for_one_is_played_in_it(world: World) -> None:
    """Where its screens say so: one button on the board, and all else in the session, with moves
    taken back."""
    games = replace(GAMES, packages={**GAMES.packages, "solitaire": IN_PRIVATE})
    lobby = Lobby(world.matches, world.service, "solitaire")
    loaded = await lobby.alone(world.asked(ANN))
    async with offline(world.path, world.clock, world.seeds, games) as (client, _):
        public = str((await board(client, loaded))[0])
        assert "My move" in public
        assert "close" not in public.replace("closed", "")
        session = await opened(client, ANN, loaded, 1)
        taken_back = 0
        for number in range(2, 60):
            labels = offers(session)
            if not labels:
                break
            if "Take back" in labels and not taken_back:
                taken_back += 1
                session = await used(client, ANN, session, "Take back", number)
                continue
            session = await used(client, ANN, session, next(iter(labels)), number)
        assert taken_back
        assert (await look(client, loaded)).status is Status.OVER
        assert "This match is over." in session.told[0]


async def test_a_game_without_sessions(world: World) -> None:
    """A forged button of one is refused, and changes nothing."""
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
            assert "rules don't allow that" in refused.told[0]
        assert (await look(client, loaded)).seq == loaded.seq


async def test_the_last_answer_shows_the_last_move(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one device is answered the same person moves on another: neither is left behind."""
    loaded = await begun(world)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        ann = await opened(client, ANN, loaded, 1)
        pictures = client.services.play.sessions.private_pictures
        draw = pictures.draw

        async def draw_late(work: Any) -> Any:
            monkeypatch.undo()
            await used(client, ANN, ann, "keep", 3)
            return await draw(work)

        monkeypatch.setattr(pictures, "draw", draw_late)
        version = BoardVersion(loaded.record.id, loaded.seq, session=True)
        late = await press(client, ANN, custom_ids.session(version), 2, private=True)
        assert "Refresh" in offers(late)
        assert "keep" not in offers(late)
