"""/hint: the best move to who plays alone, in private, and to nobody else."""

from dataclasses import replace

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.values.days import end_of
from bot.worker.tasks import Advise
from cogs.base import custom_id_families as families
from cogs.base.custom_ids import BoardVersion
from cogs.hints.handlers import hint_text
from cogs.screens import Scene
from engine.core import driver
from engine.core.advice import Advised, Searched
from engine.games.dice_miner.state import Excavation
from render.players import Player
from tests.cogs.moments import match as random_match
from tests.cogs.offline import command, offline, press
from tests.cogs.test_daily import WITH_DAY, daily
from tests.cogs.test_private_session import offers
from tests.match.world import ANN, BEN, CAT, World
from tests.patience import PATIENCE
from tests.workers import find, find_nothing
from texts import Catalogue

ONLY = "Hints are for practice"


def button(loaded: Loaded, seq: int | None = None) -> str:
    """The button that asks for a hint on the board of now, or of some entries."""
    return families.HINT.spell(BoardVersion(loaded.record.id, loaded.seq if seq is None else seq))


async def test_a_real_hint_in_practice(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The process that thinks reads the match, and its answer is legal and has a reason."""
    monkeypatch.setattr(Advise, "late", PATIENCE)  # a process starts slowly on a busy machine
    await world.dice.practice(world.asked(ANN), 1)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        told = await command(client, ANN, "hint", 1, {})
    (text,) = told.told
    assert text.startswith("### 💡 Choose the ")
    assert "that counts in each of the 3 rounds to come." in text


async def test_twice_is_thought_about_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """By command or by button; the answers are the same."""
    loaded = await world.toys.practice(world.asked(ANN), 1)
    find(monkeypatch, (Advised("add 3", Searched(0.5, 3.0, 0.0)),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        first = await command(client, ANN, "hint", 1, {})
        find_nothing(monkeypatch)
        again = await press(client, ANN, button(loaded), 2)
    assert first.told == again.told
    assert "`add 3`" in first.told[0]


async def test_nobody_else_gets_one(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither who watches a practice, nor who plays with others; nothing is thought about."""
    find_nothing(monkeypatch)
    practice = await world.toys.practice(world.asked(ANN), 1)
    shared = await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        watcher = await press(client, BEN, button(practice), 1)
        told = [
            await press(client, user, button(shared), number)
            for number, user in enumerate((ANN, BEN), start=2)
        ]
    assert "You're not in this match" in watcher.told[0]
    refused = [one.told[0] for one in told]
    assert any(ONLY in one for one in refused), "to whose turn it is"
    assert all(ONLY in one or "not your turn" in one for one in refused)


async def test_not_after_somebody_has_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that two began stays theirs: its result may count."""
    find_nothing(monkeypatch)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        loaded = await client.services.matches.look(match)
        told = await press(client, ANN, button(loaded), 1)
    assert loaded.status is Status.RUNNING
    assert ONLY in told.told[0]


async def test_late(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The board that was pressed has moved on, or the match is over."""
    find_nothing(monkeypatch)
    loaded = await world.toys.practice(world.asked(ANN), 1)
    match = loaded.record.id
    await world.do(match, ANN, "add 1")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        late = await press(client, ANN, button(loaded), 1)
        await world.service.resign(match, ANN)
        over = await command(client, ANN, "hint", 2, {"match": match})
    assert "The board has moved on" in late.told[0]
    assert over.told == ["This match is over."]


async def test_any_decision_of_a_past_match(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of any match, as it helps nobody any more; luck decides nothing."""
    loaded = await world.begun(ANN, BEN)
    loaded = await world.play(loaded.record.id, "past")
    assert loaded.status is Status.OVER
    first = next(entry for entry in loaded.entries if entry.actor is not None)
    rolled = next(entry for entry in loaded.entries if entry.actor is None)
    find(monkeypatch, (Advised("add 3", Searched(0.5, 3.0, 0.0)),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        told = await press(client, BEN, button(loaded, first.seq), 1)
        luck = await press(client, BEN, button(loaded, rolled.seq), 2)
        beyond = await press(client, BEN, button(loaded, loaded.seq), 3)
    assert "`add 3`" in told.told[0]
    assert "nothing to decide" in luck.told[0]
    assert "nothing to decide" in beyond.told[0]


async def test_a_puzzle_of_the_day_on_the_day_after(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not before, as everybody has the same dice."""
    find_nothing(monkeypatch)
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        await daily(client, ANN, 1)
        match = await world.days.match_of("solitaire", world.daily.today(), ANN)
        assert match is not None
        loaded = await client.services.matches.look(match)
        seq = next(entry.seq for entry in loaded.entries if entry.actor is not None)
        early = await press(client, ANN, button(loaded, seq), 2)
        now = await command(client, ANN, "hint", 3, {"match": match})
        world.clock.passes(end_of(world.daily.today()) - world.clock.time)
        find(monkeypatch, (Advised("close 1", Searched(0.5, 30.0, 1.0)),))
        after = await press(client, ANN, button(loaded, seq), 4)
    assert "the same dice today" in early.told[0]
    assert "the same dice today" in now.told[0]
    assert "### 💡" in after.told[0]


async def test_where_it_is_offered(world: World) -> None:
    """Behind “More” to who plays alone and has to decide, and to nobody else."""
    practice = await world.toys.practice(world.asked(ANN), 1)
    shared = await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        found = {}
        number = 0
        for loaded in (practice, shared):
            for user in (ANN, BEN):
                number += 1
                more = families.MATCH.spell(loaded.record.id, "more")
                panel = await press(client, user, more, number)
                found[loaded is practice, user] = offers(panel).get("Hint")
    assert found.pop((True, ANN)) == button(practice)
    assert {*found.values()} == {None}


def moment() -> tuple[Scene, list[str]]:
    """Somebody takes a die in Dice Miner, and their legal moves."""
    here = next(
        one
        for one in random_match(2, "hints")
        if isinstance(one.position.state.stage, Excavation) and len(one.position.state.mountain) > 3
    )
    seat = here.position.state.stage.seat
    scene = replace(here.scene(), viewer=seat, players=(Player("Ann"), Player("Ben")))
    return scene, list(driver.legal_tokens(scene.game, here.position, seat))


def told(*found: tuple[float, float, float]) -> str:
    """What is said where a search found these of the first legal moves, the best first."""
    scene, tokens = moment()
    moves = [Advised(token, Searched(*one)) for token, one in zip(tokens, found, strict=False)]
    assert scene.viewer is not None
    return hint_text(scene, scene.viewer, moves)


def test_how_sure_it_is() -> None:
    """Two moves within the error are both named; otherwise the lead over the next is told."""
    sure = told((0.6, 5.0, 0.2), (0.5, 2.0, 0.2))
    assert sure.count("Take **") == 2, "one in the heading, and the next best in small print"
    assert "+3.0 ± 0.6 points against the next best: Take **B**" in sure
    assert "or:" not in sure.splitlines()[0]
    close = told((0.5, 2.1, 0.2), (0.5, 2.0, 0.2))
    assert ", or: Take **B**" in close.splitlines()[0]
    assert "can't tell these two apart: +0.1 ± 0.6 points" in close
    wins = told((0.7, 1.0, 0.1), (0.5, 2.0, 0.1))
    assert "fewer points (−1.0 ± 0.3) and more wins" in wins
    assert "70% against 50%" in wins


def test_what_is_exact_has_no_margin() -> None:
    """Rerolls are weighed to the last face: equal ones are equal, and no error is claimed."""
    same = told((0.5, 2.0, 0.0), (0.5, 2.0, 0.0))
    assert ", or: Take **B**" in same.splitlines()[0]
    assert "these two are worth the same" in same
    better = told((0.5, 2.5, 0.0), (0.5, 2.0, 0.0))
    assert "expects +0.5 points against the next best: Take **B**" in better
    assert "±" not in better.splitlines()[-1]


def test_without_a_search_it_says_so() -> None:
    """The foreman's choice is named as what it is."""
    scene, tokens = moment()
    assert scene.viewer is not None
    text = hint_text(scene, scene.viewer, [Advised(tokens[0])])
    assert "the foreman would do" in text
    assert "king" not in text


def test_in_the_languages_of_its_readers() -> None:
    """A hint is whole in each of them."""
    scene, tokens = moment()
    catalogue = Catalogue.load()
    assert scene.viewer is not None
    moves = [Advised(token, Searched(0.5, 1.0, 0.2)) for token in tokens[:2]]
    texts = set()
    for language in catalogue.languages:
        there = replace(scene, words=catalogue.words(language))
        texts.add(hint_text(there, scene.viewer, moves))
    assert len(texts) == len(catalogue.languages)
