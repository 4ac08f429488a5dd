"""Accuracy: each player's figure with its uncertainty, and links to the costliest decisions."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.values.days import end_of
from bot.worker.pool import WorkerLate
from bot.worker.process import WorkerFull
from bot.worker.tasks import FindDecisions, SearchDecisions
from cogs.replay import accuracy as replay_accuracy
from cogs.replay import handlers
from cogs.replay.accuracy import (
    accuracy_panel,
    by_player,
    moment,
    step_of,
    win_chances,
)
from cogs.replay.timeline import Timeline, timeline_of
from cogs.screens import Scene
from cogs.screens.hint_words import move_words
from engine.core.accuracy import Weighed, choices
from engine.core.game import AnyGame
from render.players import Player
from tests.cogs.offline import command, offline, press
from tests.cogs.test_daily import WITH_DAY, daily, played
from tests.cogs.test_layout import check
from tests.cogs.test_papers import book, scenes
from tests.cogs.test_private_session import offers
from tests.cogs.test_replay import custom_ids, texts
from tests.match.world import ANN, BEN, CAT, DAN, World
from tests.tiers import full_or
from tests.workers import answer_tasks, find_accuracy, find_nothing
from texts import Catalogue

WORDS = Catalogue.load().words()


async def solitaire(world: World) -> Loaded:
    """Play a match of a game whose decisions can be searched."""
    lobby = world._lobby("solitaire")
    match = (await lobby.practice(world.asked(ANN), 0)).record.id
    return await world.play(match, "accuracy")


def weighed_of(loaded: Loaded, *lost: float) -> list[Weighed]:
    """Return weighed decisions of the match; the first ones lose the points in `lost`."""
    decisions = choices(loaded.game, loaded.seats, loaded.advances())
    weighed = []
    for number, decision in enumerate(decisions):
        loss = lost[number] if number < len(lost) else 0.0
        legal = loaded.game.legal_actions(decision.state, decision.seat)
        other = next(token for token in map(loaded.game.notation, legal) if token != decision.token)
        best = other if loss else decision.token
        weighed.append(
            Weighed(decision.seq, decision.seat, decision.token, best, loss, 0.0, 0.1, 3.0)
        )
    return weighed


async def test_accuracy_is_computed_once_for_command_and_button(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await solitaire(world)
    match = loaded.record.id
    find_accuracy(monkeypatch, tuple(weighed_of(loaded, 4.0)))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        first = await command(client, ANN, "accuracy", 1, {"match": match})
        find_nothing(monkeypatch)
        again = await press(client, BEN, f"2:replay:{match}:1:accuracy", 2)
        replay = await command(client, ANN, "replay", 3, {"match": match})
        replay_from_here = offers(first)["Replay from here"]
        step = await press(client, ANN, replay_from_here, 4, private=True)
    assert first.answers == again.answers
    assert "## 🎯 Accuracy in match" in first.answers[0]
    assert "4.0 points clearly given away" in first.answers[0]
    assert f"2:replay:{match}:1:accuracy" in str(replay.sent)
    assert "Replay of match" in step.answers[0]


async def test_lost_commits_make_a_known_accuracy_doubtful(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The match can end in another way when its lost end is played again."""
    loaded = await solitaire(world)
    options = {"match": loaded.record.id}
    find_accuracy(monkeypatch, tuple(weighed_of(loaded, 4.0)))
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        first = await command(client, ANN, "accuracy", 1, options)
        find_accuracy(monkeypatch, tuple(weighed_of(loaded, 5.0)))
        again = await command(client, ANN, "accuracy", 2, options)
        await client.services.matches.store.setbacks.report()
        after = await command(client, ANN, "accuracy", 3, options)
    assert "4.0 points clearly given away" in first.answers[0]
    assert first.answers == again.answers
    assert "5.0 points clearly given away" in after.answers[0]


async def test_accuracy_needs_a_finished_match(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    find_nothing(monkeypatch)
    running = await world.begun(ANN, BEN)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await press(client, ANN, f"2:replay:{running.record.id}:1:accuracy", 1)
    assert answer.answers == ["This match isn't over yet."]


async def test_daily_puzzle_gets_its_accuracy_the_next_day(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A better move would reveal the dice to others."""
    find_nothing(monkeypatch)
    async with offline(world.path, world.clock, world.seeds, WITH_DAY) as (client, _):
        session = await daily(client, ANN, 1)
        await played(client, session, 100)
        match = await world.days.match_of("solitaire", world.daily.today(), ANN)
        assert match is not None
        early = await command(client, ANN, "accuracy", 200, {"match": match})
        world.clock.passes(end_of(world.daily.today()) - world.clock.time)
        loaded = await client.services.matches.load(match)
        find_accuracy(monkeypatch, tuple(weighed_of(loaded)))
        after = await command(client, ANN, "accuracy", 201, {"match": match})
    assert "the same dice today" in early.answers[0]
    assert "100 ± 0 of 100" in after.answers[0]
    assert "Nobody gave away anything" in after.answers[0]


async def test_late_worker_process_asks_the_player_to_try_again(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def late(_: AnyGame, __: object) -> object:
        raise WorkerLate("the process is late")

    answer_tasks(monkeypatch, late)
    match = (await solitaire(world)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await command(client, ANN, "accuracy", 1, {"match": match})
    assert answer.answers == ["That took too long. Nothing changed: try again."]


async def test_failure_of_a_slow_answer_withdraws_its_progress(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A message “The result should be here …” must not stay beside the error."""

    async def late(_: AnyGame, __: object) -> object:
        raise WorkerLate("the process is late")

    answer_tasks(monkeypatch, late)
    monkeypatch.setattr("cogs.interactions.context.PATIENCE", 0.0)
    match = (await solitaire(world)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await command(client, ANN, "accuracy", 1, {"match": match})
    progress, error = answer.answers
    assert "Weighing every decision" in progress
    assert error == "That took too long. Nothing changed: try again."
    assert answer.removed


async def test_slow_accuracy_first_says_when_it_will_be_ready(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded = await solitaire(world)
    find_accuracy(monkeypatch, tuple(weighed_of(loaded)))
    monkeypatch.setattr("cogs.interactions.context.PATIENCE", 0.0)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        slow = await command(client, ANN, "accuracy", 1, {"match": loaded.record.id})
        known = await command(client, ANN, "accuracy", 2, {"match": loaded.record.id})
    latest = world.clock.now() + 9
    assert f"result should be here <t:{latest}:R>." in slow.answers[0]
    assert "Accuracy in match" in slow.answers[1]
    assert len(slow.answers) == 2
    assert "Accuracy in match" in known.answers[-1]


async def test_accuracy_that_takes_long_shows_what_is_certain_and_is_refined(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Losses that are not checked yet are not listed, and widen the margin."""
    loaded = await solitaire(world)
    weighed, shown = weighed_of(loaded, 4.0), asyncio.Event()

    async def answer(game: AnyGame, task: Any) -> object:
        if isinstance(task, FindDecisions):
            return task.run(game)
        if isinstance(task, SearchDecisions) and not task.again:
            return tuple(found for found in weighed if found.seq in task.seqs), 0.0
        await shown.wait()
        seqs = (
            task.seqs if isinstance(task, SearchDecisions) else [loss.seq for loss in task.losses]
        )
        return tuple(found for found in weighed if found.seq in seqs), 0.0

    async def show(*arguments: Any) -> None:
        await really(*arguments)
        shown.set()

    really = handlers._answer
    answer_tasks(monkeypatch, answer)
    monkeypatch.setattr(handlers, "_answer", show)
    monkeypatch.setattr(replay_accuracy, "SOON", 0.0)
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answered = await command(client, ANN, "accuracy", 1, {"match": loaded.record.id})
    first, last = answered.answers
    assert "I'm still weighing" in first
    assert "0.0 points clearly given away" in first
    assert "I'm still weighing" not in last
    assert "4.0 points clearly given away" in last


async def test_lack_of_memory_is_answered_truthfully(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fill(_: AnyGame, __: object) -> object:
        raise WorkerFull("the process needs more memory than it is allowed")

    answer_tasks(monkeypatch, fill)
    match = (await solitaire(world)).record.id
    async with offline(world.path, world.clock, world.seeds) as (client, _):
        answer = await command(client, ANN, "accuracy", 1, {"match": match})
    assert "needs more memory than I can use" in answer.answers[0]


async def test_curve_shows_everyone_s_chances_and_marks_costly_turns(world: World) -> None:
    timeline, scene = await dice(world)
    weighed = weighed_of(timeline.loaded, 3.0)
    layout, [(name, picture)] = accuracy_panel(timeline, scene, weighed, WORDS)
    chances = win_chances(timeline)
    assert len(chances) == len(timeline.turns) + 1
    assert all(sum(shares) == pytest.approx(1) for shares in chances)
    assert f"attachment://{name}" in str(layout.to_components())
    for seat, player in enumerate(scene.players):
        last = round(100 * chances[-1][seat])
        assert f"{player.name}: " in picture.alt
        assert f"{last}% in the end" in picture.alt
    bare = accuracy_panel(timeline, scene, weighed_of(timeline.loaded), WORDS)[1][0][1]
    assert bare.data != picture.data, "a dot marks the costly turn"
    assert picture.width != picture.height


async def dice(world: World) -> tuple[Timeline, Scene]:
    """Play a match of four players with the longest names."""
    match = (await world.begun(ANN, BEN, CAT, DAN, lobby=world.dice)).record.id
    loaded = await world.play(match, "accuracy")
    return timeline_of(loaded), await scenes(world, book()).scene(loaded, WORDS)


async def test_panel_fits_in_every_language(world: World) -> None:
    timeline, scene = await dice(world)
    weighed = weighed_of(timeline.loaded, *(float(9 - number % 5) for number in range(60)))
    catalogue = Catalogue.load()
    for language in catalogue.languages:
        words = catalogue.words(language)
        check(accuracy_panel(timeline, replace(scene, words=words), weighed, words)[0])
    layout, _ = accuracy_panel(timeline, scene, weighed, WORDS)
    match = timeline.loaded.record.id
    replays = {custom_id for custom_id in custom_ids(layout) if custom_id.startswith("2:replay:")}
    hints = {custom_id for custom_id in custom_ids(layout) if custom_id.startswith("2:hint:")}
    assert len(replays) >= 4
    assert len(hints) == 4, "one decision per player"
    for decision in weighed:
        if f"2:hint:{match}:{decision.seq}" in hints:
            assert f"2:replay:{match}:{step_of(timeline, decision.seq)}:open" in replays


async def test_costly_decisions_of_one_turn_share_a_replay_button(world: World) -> None:
    """Discord refuses a message in which two buttons have the same custom_id."""
    match = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    timeline = timeline_of(await world.play(match, "accuracy"))
    scene = await scenes(world, book()).scene(timeline.loaded, WORDS)
    shared = 0
    for first in range(0, len(weighed_of(timeline.loaded)) - 2, full_or(1, 6)):
        weighed = weighed_of(timeline.loaded, *[0.0] * first, 3.0, 2.0, 1.0)
        costly = [decision for decision in weighed if decision.lost]
        layout, _ = accuracy_panel(timeline, scene, weighed, WORDS)
        check(layout)
        steps = {step_of(timeline, decision.seq) for decision in costly}
        assert {custom_id for custom_id in custom_ids(layout) if "replay" in custom_id} == {
            f"2:replay:{match}:{step}:open" for step in steps
        }
        assert {f"2:hint:{match}:{decision.seq}" for decision in costly} <= {*custom_ids(layout)}
        text = texts(layout)
        assert all(f"Turn {step} · " in text for step in steps)
        assert text.count("points given away") == len(costly)
        shared += len(steps) < len(costly)
    assert shared


async def test_costliest_decisions_are_shown_with_the_better_move(world: World) -> None:
    timeline, scene = await dice(world)
    weighed = weighed_of(timeline.loaded, 1.0, 2.0, 3.0)
    text = texts(accuracy_panel(timeline, scene, weighed, WORDS)[0])
    costly = max(weighed, key=lambda decision: decision.lost)
    then = moment(timeline, scene, costly)
    assert move_words(then, costly.seat, costly.token) in text
    assert f"Better: {move_words(then, costly.seat, costly.best)}" in text
    assert "**3.0 ± 0.2** points given away" in text


async def test_shared_seat_is_split_between_its_players(world: World) -> None:
    timeline, scene = await dice(world)
    weighed = weighed_of(timeline.loaded)
    seat = weighed[0].seat
    half = weighed[len(weighed) // 2].seq
    shared = replace(scene, former=((seat, half, Player("Former")),))
    players = [
        (player, own)
        for player, own in by_player(timeline, shared, weighed)
        if all(decision.seat == seat for decision in own)
    ]
    (former,) = (own for player, own in players if player.name == "Former")
    assert all(decision.seq < half for decision in former)
    assert sum(len(own) for _, own in players) == sum(decision.seat == seat for decision in weighed)


async def test_stand_in_s_turn_counts_for_no_one(world: World) -> None:
    timeline, scene = await dice(world)
    weighed = weighed_of(timeline.loaded)
    stand_in = weighed[5]
    roster = replace(timeline.loaded.roster, stood_in=((stand_in.seat, stand_in.seq),))
    loaded: Any = replace(timeline.loaded, roster=roster)
    left = by_player(replace(timeline, loaded=loaded), scene, weighed)
    counted = {other.seq for _, own in left for other in own}
    assert stand_in.seq not in counted
    assert len(weighed) - len(counted) <= 3
