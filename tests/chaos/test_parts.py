"""The parts of a run: scenarios, refusals, snapshots, plans and mutants."""

import asyncio
import inspect
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from bot.match.core import change_rows, match_rows
from bot.match.core.store import Store
from bot.match.lobby.errors import OnlyHost
from bot.match.playing.errors import AlreadyCounted, BoardMovedOn, NotYourTurn
from bot.match.tournaments import conductor, progress, stages, trophies
from bot.match.tournaments.conductor import Conductor
from bot.match.tournaments.loaded import Tournaments
from bot.match.tournaments.state import Entrant
from chaos import campaign as campaigns
from chaos.campaign import SEASONS, STORMS, Campaign, Report, campaign
from chaos.checks import CHECKS
from chaos.checks.presses import refusals
from chaos.fork_server import ROOT
from chaos.message_tracker import snapshot_of
from chaos.mutants import MUTANTS
from chaos.mutants.consistency import without_index, without_keys
from chaos.scenario import Scenario
from chaos.storm.plans import plan
from chaos.transcript import Kind, Snapshot
from cogs.posting import posted_message
from cogs.posting.match_threads import MatchThreads
from cogs.posting.posted_message import MessagePlace
from cogs.tournaments import notes, panel
from cogs.tournaments.panel_kind import Panels
from playground.luck import Luck
from tests.tiers import exhaustive


def test_campaign_divides_groups_into_runs_with_their_own_seeds() -> None:
    scenarios = Campaign(matches=180, seed=7, share=50).scenarios()
    dealt = [(scenario.matches, scenario.season) for scenario in scenarios]
    assert dealt == [(50, False), (25, True), (40, False), (25, True), (25, True), (15, True)]
    assert scenarios[0].seed == 7
    assert len({scenario.seed for scenario in scenarios}) == 6


@pytest.mark.parametrize(("only", "season"), [(STORMS, False), (SEASONS, True)])
def test_campaign_of_one_kind_plays_all_groups(only: str, season: bool) -> None:
    scenarios = Campaign(matches=40, seed=7, only=only).scenarios()
    assert sum(scenario.matches for scenario in scenarios) == 40
    assert {scenario.season for scenario in scenarios} == {season}


@pytest.mark.parametrize("failing", [True, False])
async def test_failure_shows_seed_and_schedule_and_sets_the_exit_code(
    failing: bool, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    async def elsewhere(scenario: Scenario, folder: Path) -> Report:
        del folder
        report = Report(scenario.seed, matches=scenario.matches, presses=617, kills=28, faults=395)
        if failing and scenario.seed == 7:
            report.problems["once"] = ["match 3: board 5 twice"]
            report.schedule.append("1.00 s: kill")
        return report

    monkeypatch.setattr(campaigns, "_elsewhere", elsewhere)
    printed: list[str] = []
    code = await campaign(Campaign(matches=20, seed=7, share=10), tmp_path, printed.append)
    assert code == int(failing)
    start = "chaos: 20 matches, 1,234 presses, 56 kills, 790 faults: "
    if failing:
        assert printed[-1] == f"{start}1 of {len(CHECKS)} checks failed: once"
        assert any("seed 7" in line for line in printed)
        assert "  1.00 s: kill" in printed
    else:
        assert printed[-1] == f"{start}all {len(CHECKS)} checks hold"


def test_pattern_matches_every_refusal_but_already_counted() -> None:
    pattern = refusals()
    for sentence in (
        NotYourTurn.sentence.format(users="<@1> and <@2>"),
        OnlyHost.sentence.format(user="<@1>"),
        BoardMovedOn.sentence,
        "That couldn't be saved, so it didn't count. Try again later.",
    ):
        assert pattern.search(sentence)
    assert not pattern.search(AlreadyCounted.sentence)
    assert not pattern.search("It counted, but I can't show the board in its place.")


@pytest.mark.parametrize(
    ("custom_id", "look"),
    [
        ("2:move:3:14:take t01", Snapshot(Kind.BOARD, 3, 14)),
        ("2:panel:3:14:keep", Snapshot(Kind.BOARD, 3, 14)),
        ("2:invitation:3:accept", Snapshot(Kind.LOBBY, 3, None)),
        ("2:match:3:rematch", Snapshot(Kind.END, 3, None)),
        ("2:match:3:again", Snapshot(Kind.CARD, 3, None)),
        ("2:match:3:resign", None),
    ],
)
def test_buttons_determine_the_snapshot(custom_id: str, look: Snapshot | None) -> None:
    button = {"type": 2, "custom_id": custom_id}
    message = {"components": [{"type": 1, "components": [button]}]}
    assert snapshot_of(message) == look
    button["disabled"] = "yes"
    assert snapshot_of(message) is None


def test_plans_follow_from_the_seed() -> None:
    plans = [plan(Luck(7, "table", number)) for number in range(200)]
    assert plans == [plan(Luck(7, "table", number)) for number in range(200)]
    assert {group_plan.people for group_plan in plans} == {1, 2, 3, 4}


def test_targets_of_mutants_exist() -> None:
    assert set(MUTANTS) == {
        *("lock", "unique", "post-first"),
        *("anywhere", "commit-clock", "denial", "flip", "echo", "numbers"),
        *("own-luck", "peek", "long-day"),
        *("in-channel", "one-nonce", "strangers", "blank"),
        *("seat-again", "deaf", "upside-down", "old-panel", "early-draw", "kept-seat"),
        "drop-out",
        "wall-clock",
        *("gone-seat", "two-seats", "no-movers", "one-group", "last-first", "all-trophies"),
        "old-notes",
    }
    for name in ("commit", "head", "load", "press", "lease"):
        assert callable(getattr(Store, name))
    for owner, name in (
        (Conductor, "_begin"),
        (Conductor, "_result"),
        (conductor, "extension"),
        (progress, "extension"),
        (progress.Facts, "due_by"),
        (Tournaments, "append"),
        (conductor, "due_events"),
        (Panels, "edit"),
        (Entrant, "plays"),
        (stages, "ladder_after"),
        (stages, "divisions"),
        (stages, "standings"),
        (trophies, "PLACES"),
        (notes, "note_nonce"),
        (panel, "_footer"),
        (change_rows, "table_match_of"),
        (MatchThreads, "_may_wait"),
        (posted_message, "_allowed"),
        (MessagePlace, "post"),
    ):
        assert hasattr(owner, name)
    assert callable(match_rows.press)
    assert "rows.commit(" in inspect.getsource(Store.commit)
    assert " press(" in inspect.getsource(match_rows.commit)


MUTATED = """
import bot.match.timing.clocks, bot.match.core.store
import cogs.interactions.answers, cogs.play.commands, discord
from chaos.mutants.fairness import FAIRNESS

def changed():
    return {
        "commit-clock": {bot.match.timing.clocks.Stops.due},
        "denial": {cogs.interactions.answers.tell},
        "flip": {bot.match.core.store.Store.set_user_settings},
        "echo": {discord.abc.Messageable.send},
        "anywhere": {cogs.play.commands.PlayCommands.board.callback},
        "numbers": set(),
    }

before = changed()
for name, mutate in FAIRNESS.items():
    mutate()
    assert not before[name] & changed()[name], name
"""
"""Runs in its own process, because mutants can't be undone."""


@exhaustive
def test_mutants_replace_every_import() -> None:
    process = subprocess.run(
        [sys.executable, "-c", MUTATED], cwd=ROOT, capture_output=True, check=False
    )
    assert process.returncode == 0, process.stderr.decode()


async def test_without_index_a_table_can_have_two_matches(tmp_path: Path) -> None:
    path = str(tmp_path / "salud.db")
    await asyncio.to_thread(without_index, path, "match_tournament")
    connection = sqlite3.connect(path)
    query = connection.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()
    connection.close()
    assert ("match_tournament",) not in query
    assert ("tournament_opened_by",) in query


async def test_without_keys_an_interaction_can_be_stored_twice(tmp_path: Path) -> None:
    path = str(tmp_path / "salud.db")
    for _ in range(2):
        await asyncio.to_thread(without_keys, path)
    connection = sqlite3.connect(path)
    for _ in range(2):
        connection.execute("INSERT INTO press VALUES (1, 1, 0, 1)")
        connection.execute("INSERT INTO log VALUES (1, 0, 0, 'take t01', 'd', 0)")
    assert connection.execute("SELECT count(*) FROM press").fetchone() == (2,)
    assert connection.execute("SELECT count(*) FROM log").fetchone() == (2,)
    connection.close()
