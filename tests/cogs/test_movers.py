"""A board names whose turn it is, and offers only presses that the bot accepts."""

from dataclasses import replace

import pytest

from bot.match.log.loaded import Loaded
from bot.match.playing.decisions import seat_to_act
from bot.match.values.errors import Refusal
from cogs.board import layouts
from cogs.games.installed import InstalledGames
from cogs.screens import Menu, Scene
from cogs.screens.base import GameScreens, Option
from engine.games.dice_miner.observation import Phase
from tests.cogs.drawn import board_layouts
from tests.cogs.moments import WORDS, moments, screens
from tests.cogs.test_layout import BUTTON, TEXT, check
from tests.cogs.test_papers import book, contents, scenes
from tests.cogs.test_told import families, news
from tests.match.world import ANN, BEN, CAT, GAMES, World


async def texts(world: World, loaded: Loaded) -> str:
    update = await news(world, loaded)
    times = await world.pace.timekeeper.times(loaded)
    layout, _ = await board_layouts().board(replace(update, times=times), 0)
    return "\n".join(part["content"] for part in check(layout) if part["type"] == TEXT)


def top(loaded: Loaded) -> str:
    return next(str(lying.die.name) for lying in loaded.observe().mountain if lying.takeable)


async def excavating(world: World, *people: int) -> tuple[int, Loaded, int]:
    """Return a match in its first excavation, and the user in turn."""
    match = (await world.begun(*people, lobby=world.dice)).record.id
    loaded = await world.play(match, "heroes", most=len(people))
    (user,) = loaded.people_to_act
    return match, loaded, user


async def test_thinking_computer_leaves_only_the_take_back_and_more(world: World) -> None:
    world.take_back = 2
    world.use(world.store)
    match = (await world.dice.practice(world.asked(ANN), 1)).record.id
    loaded = await world.matches.load(match)
    while loaded.observe().phase is Phase.SETUP or ANN not in loaded.people_to_act:
        world.clock.time += 2
        loaded = await world.service.go_on(match)
        if ANN in loaded.people_to_act and loaded.observe().phase is Phase.SETUP:
            loaded = await world.play(match, "hero", most=1)
    assert "Take a die from the top." in await texts(world, loaded)
    loaded = (await world.do(match, ANN, f"take {top(loaded)}")).loaded
    shown = await texts(world, loaded)
    assert "is thinking… Changed your mind? Take it back now." in shown
    assert "Take a die" not in shown
    assert await families(await news(world, loaded)) == {"undo", "match"}


async def test_question_of_a_shared_board_names_the_mover(world: World) -> None:
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.matches.load(match)
    scene = await scenes(world, book()).scene(loaded, WORDS)
    (seat,) = loaded.movers
    assert f"{scene.name(seat)} chooses a hero." in await texts(world, loaded)
    loaded = await world.play(match, "heroes", most=2)
    (seat,) = loaded.movers
    assert f"{scene.name(seat)} takes a die from the top" in await texts(world, loaded)


async def test_board_of_several_says_who_can_take_back_before_a_computer_moves(
    world: World,
) -> None:
    world.take_back = 2
    world.use(world.store)
    match, loaded, first = await excavating(world, ANN, BEN, CAT)
    second = loaded.roster.holders[(loaded.movers[0] + 1) % 3]
    assert second is not None
    await world.service.resign(match, second)
    loaded = (await world.do(match, first, f"take {top(loaded)}")).loaded
    scene = await scenes(world, book()).scene(loaded, WORDS)
    name = scene.name(loaded.roster.holders.index(first))
    assert f"thinking… {name} can still take the move back." in await texts(world, loaded)
    assert "move" not in await families(await news(world, loaded))


async def test_paused_board_offers_no_move_and_calls_no_one(world: World) -> None:
    match, loaded, first = await excavating(world, ANN, BEN)
    await world.do(match, first, f"take {top(loaded)}")
    for user in (ANN, BEN):
        loaded = await world.pace.pauses.pause(match, user)
    shown = await texts(world, loaded)
    assert "`/resume` ends the pause." in shown
    assert "turn" not in shown
    assert not {"move", "undo", "menu", "panel"} & await families(await news(world, loaded))
    loaded = await world.pace.pauses.resume(match, ANN)
    assert {"move", "undo"} <= await families(await news(world, loaded))


async def test_every_offered_move_is_accepted_from_some_player(world: World) -> None:
    """Also while others have decided, and after a seat has gone to a computer."""
    match = (await world.begun(ANN, BEN, CAT)).record.id
    before = await world.toy(match, "11 add 1", "12 add 2", "13 add 1", "12 bid 1")
    after = await world.service.resign(match, ANN)
    assert after.people_to_act == (CAT,)
    for loaded in (before, after):
        layout, _ = await board_layouts().board(await news(world, loaded), 0)
        offered = [
            part["custom_id"].split(":")[-1]
            for part in check(layout)
            if part["type"] == BUTTON and ":move:" in part["custom_id"]
        ]
        assert offered == ["bid 0", "bid 1", "bid 2"]
        assert any(accepts(loaded, user) for user in (ANN, BEN, CAT))


@pytest.mark.parametrize(
    ("most", "left"), [(40, {"how", "rules", "look"}), (18, {"look"}), (17, set())]
)
async def test_crowded_board_leaves_out_buttons_that_more_has(
    world: World, monkeypatch: pytest.MonkeyPatch, most: int, left: set[str]
) -> None:
    monkeypatch.setattr(layouts, "ROOMY", most)
    monkeypatch.setattr(GameScreens, "board_looks", lambda *_: (Option("Mine", "mine 1"),))
    update = await news(world, await world.begun(ANN, BEN, lobby=world.dice))
    guide = InstalledGames(GAMES).guide("dice-miner")
    layout, _ = await board_layouts().board(replace(update, guide=guide), 0)
    _, verbs = contents(layout)
    assert {verb.split()[0] for verb in verbs} & {"how", "rules", "look"} == left
    assert "more" in verbs


def accepts(loaded: Loaded, user: int) -> bool:
    try:
        seat_to_act(loaded, user, loaded.seq)
    except Refusal:
        return False
    return True


def test_only_players_who_still_choose_have_a_menu() -> None:
    """A computer that chooses chests at the same time needs none."""
    scenes_with_menus = (
        moment.scene()
        for moment in moments()
        if moment.scene().view.phase is Phase.RECOVERY and len(moment.scene().to_act) > 1
    )
    scene = next(here for here in scenes_with_menus if len(menus(here)) > 1)
    seat = scene.to_act[0]
    assert menus(replace(scene, to_act=(seat,))) <= {f"keep {seat}"}


def menus(scene: Scene) -> set[str]:
    groups = screens("dice-miner").controls(scene)
    return {menu.panel for group in groups for menu in group if isinstance(menu, Menu)}
