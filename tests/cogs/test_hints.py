"""/hint: a private answer with the best move for a player without human opponents."""

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
from engine.core.advice import Advised
from engine.core.thinking import Assessed
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
    return families.HINT.spell(BoardVersion(loaded.record.id, loaded.seq if seq is None else seq))


async def test_real_hint_is_legal_and_has_a_reason(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This test alone runs the search in its worker process."""
    monkeypatch.setattr(Advise, "late", PATIENCE)  # a process starts slowly on a busy machine
    await world.dice.practice(world.asked(ANN), 1)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        advice = await command(client, ANN, "hint", 1, {})
    (text,) = advice.answers
    assert text.startswith("### 💡 Choose the ")
    assert "that counts in each of the 3 rounds to come." in text


async def test_same_hint_is_searched_once(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded = await world.toys.practice(world.asked(ANN), 1)
    find(monkeypatch, (Advised("add 3", Assessed("", 0.5, 3.0, 0.0)),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        first = await command(client, ANN, "hint", 1, {})
        find_nothing(monkeypatch)
        again = await press(client, ANN, button(loaded), 2)
    assert first.answers == again.answers
    assert "`add 3`" in first.answers[0]


async def test_only_a_player_without_opponents_gets_a_hint(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_nothing(monkeypatch)
    practice = await world.toys.practice(world.asked(ANN), 1)
    shared = await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        watcher = await press(client, BEN, button(practice), 1)
        advice = [
            await press(client, user, button(shared), number)
            for number, user in enumerate((ANN, BEN), start=2)
        ]
    assert "You're not in this match" in watcher.answers[0]
    refusals = [answer.answers[0] for answer in advice]
    assert any(ONLY in text for text in refusals), "the player in turn reads why"
    assert all(ONLY in text or "not your turn" in text for text in refusals)


async def test_no_hint_after_the_others_left(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The result of a match between people can still count."""
    find_nothing(monkeypatch)
    match = (await world.begun(ANN, BEN, CAT)).record.id
    await world.service.resign(match, BEN)
    await world.service.resign(match, CAT)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        loaded = await client.services.matches.load(match)
        advice = await press(client, ANN, button(loaded), 1)
    assert loaded.status is Status.RUNNING
    assert ONLY in advice.answers[0]


async def test_hint_on_an_old_board_or_a_finished_match_is_refused(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_nothing(monkeypatch)
    loaded = await world.toys.practice(world.asked(ANN), 1)
    match = loaded.record.id
    await world.do(match, ANN, "add 1")
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        late = await press(client, ANN, button(loaded), 1)
        await world.service.resign(match, ANN)
        over = await command(client, ANN, "hint", 2, {"match": match})
    assert "The board has moved on" in late.answers[0]
    assert over.answers == ["This match is over."]


async def test_any_decision_of_a_finished_match_gets_a_hint(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await world.begun(ANN, BEN)
    loaded = await world.play(loaded.record.id, "past")
    assert loaded.status is Status.OVER
    first = next(entry for entry in loaded.entries if entry.actor is not None)
    rolled = next(entry for entry in loaded.entries if entry.actor is None)
    find(monkeypatch, (Advised("add 3", Assessed("", 0.5, 3.0, 0.0)),))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        advice = await press(client, BEN, button(loaded, first.seq), 1)
        luck = await press(client, BEN, button(loaded, rolled.seq), 2)
        beyond = await press(client, BEN, button(loaded, loaded.seq), 3)
    assert "`add 3`" in advice.answers[0]
    assert "nothing to decide" in luck.answers[0]
    assert "nothing to decide" in beyond.answers[0]


async def test_daily_puzzle_gets_hints_from_the_next_day_on(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everyone has the same dice that day."""
    find_nothing(monkeypatch)
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        await daily(client, ANN, 1)
        match = await world.days.match_of("solitaire", world.daily.today(), ANN)
        assert match is not None
        loaded = await client.services.matches.load(match)
        seq = next(entry.seq for entry in loaded.entries if entry.actor is not None)
        early = await press(client, ANN, button(loaded, seq), 2)
        now = await command(client, ANN, "hint", 3, {"match": match})
        world.clock.passes(end_of(world.daily.today()) - world.clock.time)
        find(monkeypatch, (Advised("close 1", Assessed("", 0.5, 30.0, 1.0)),))
        after = await press(client, ANN, button(loaded, seq), 4)
    assert "the same dice today" in early.answers[0]
    assert "the same dice today" in now.answers[0]
    assert "### 💡" in after.answers[0]


async def test_hint_button_is_offered_only_to_a_lone_player_in_turn(world: World) -> None:
    practice = await world.toys.practice(world.asked(ANN), 1)
    shared = await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        hints = {}
        number = 0
        for loaded in (practice, shared):
            for user in (ANN, BEN):
                number += 1
                more = families.MATCH.spell(loaded.record.id, "more")
                panel = await press(client, user, more, number)
                hints[loaded is practice, user] = offers(panel).get("Hint")
    assert hints.pop((True, ANN)) == button(practice)
    assert {*hints.values()} == {None}


def moment() -> tuple[Scene, list[str]]:
    chosen = next(
        moment
        for moment in random_match(2, "hints")
        if isinstance(moment.position.state.stage, Excavation)
        and len(moment.position.state.mountain) > 3
    )
    seat = chosen.position.state.stage.seat
    scene = replace(chosen.scene(), viewer=seat, players=(Player("Ann"), Player("Ben")))
    return scene, list(driver.legal_tokens(scene.game, chosen.position, seat))


def advice(*values: tuple[float, float, float]) -> str:
    scene, tokens = moment()
    moves = [
        Advised(token, Assessed("", *value)) for token, value in zip(tokens, values, strict=False)
    ]
    assert scene.viewer is not None
    return hint_text(scene, scene.viewer, moves)


def test_hint_names_two_moves_if_they_are_within_the_error() -> None:
    sure = advice((0.6, 5.0, 0.2), (0.5, 2.0, 0.2))
    assert sure.count("Take **") == 2, "once in the heading, once for the next best in small print"
    assert "+3.0 ± 0.6 points against the next best: Take **B**" in sure
    assert "or:" not in sure.splitlines()[0]
    close = advice((0.5, 2.1, 0.2), (0.5, 2.0, 0.2))
    assert ", or: Take **B**" in close.splitlines()[0]
    assert "would toss a coin here: +0.1 ± 0.6 points" in close
    wins = advice((0.7, 1.0, 0.1), (0.5, 2.0, 0.1))
    assert "fewer points (−1.0 ± 0.3) and more wins" in wins
    assert "70% against 50%" in wins


def test_exact_values_have_no_margin() -> None:
    """Rerolls are computed to the last face."""
    same = advice((0.5, 2.0, 0.0), (0.5, 2.0, 0.0))
    assert ", or: Take **B**" in same.splitlines()[0]
    assert "these two are worth the same" in same
    better = advice((0.5, 2.5, 0.0), (0.5, 2.0, 0.0))
    assert "expects +0.5 points against the next best: Take **B**" in better
    assert "±" not in better.splitlines()[-1]


def test_hint_without_a_search_names_the_foreman() -> None:
    scene, tokens = moment()
    assert scene.viewer is not None
    text = hint_text(scene, scene.viewer, [Advised(tokens[0])])
    assert "the foreman would do" in text
    assert "king" not in text


def test_hint_is_translated_into_every_language() -> None:
    scene, tokens = moment()
    catalogue = Catalogue.load()
    assert scene.viewer is not None
    moves = [Advised(token, Assessed("", 0.5, 1.0, 0.2)) for token in tokens[:2]]
    texts = set()
    for language in catalogue.languages:
        translated = replace(scene, words=catalogue.words(language))
        texts.add(hint_text(translated, scene.viewer, moves))
    assert len(texts) == len(catalogue.languages)
