"""Metrics for Prometheus: all that the dashboard, the alerts and docs/metrics.md mention."""

import asyncio
import contextlib
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import AsyncIterator, Iterable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.app.metrics.figures import StoredFigures
from bot.app.metrics.serving import Live, Metrics
from bot.errors import OperatorError
from bot.match.timing.common_clock import Reading
from bot.observing.answer import AnswerOutcome, MeasuredAnswer
from bot.observing.observer import Observer, Request, all_of
from bot.storage.base.database import Database
from cogs.app.client import SaludClient
from tests.bot.shell import ROOT
from tests.cogs.offline import offline
from tests.fresh import fresh
from tests.match.machine import CountedSeeds, SetClock
from tests.tiers import exhaustive

HERE = "127.0.0.1"
MONITORING = ROOT / "monitoring"
DASHBOARD = (MONITORING / "grafana.json").read_text(encoding="utf-8")
ALERTS = (MONITORING / "alerts.yml").read_text(encoding="utf-8")
PAGE = (ROOT / "docs/metrics.md").read_text(encoding="utf-8")
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)
NAMED = re.compile(r"\b((?:salud|process|python)_[a-z_]+)(?:\{([^}]*)\})?")
"""A metric in an expression, with its label conditions if any."""


class Steps:
    """A monotonic clock that advances by a second at each reading."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1
        return self.now


def answer(
    outcome: AnswerOutcome = AnswerOutcome.COUNTED, reason: str | None = None
) -> MeasuredAnswer:
    """Return a press acknowledged after one second, committed after two, shown after three."""
    press = MeasuredAnswer("button", "move", 5, 900, Steps(), match=12)
    press.note_acknowledged()
    press.note_committed()
    press.note_shown()
    press.end(outcome, reason)
    return press


def test_error_of_one_observer_is_logged_and_reaches_no_other(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_: str) -> None:
        raise LookupError

    heard: list[str] = []
    observers = Observer(), Observer()
    for observer, method in zip(observers, (fail, heard.append), strict=True):
        monkeypatch.setattr(observer, "task_failed", method)
    all_of(*observers).task_failed("a")
    assert heard == ["a"]
    assert "An error in an observer" in caplog.text


def observe_all(metrics: Metrics) -> None:
    """Report every kind of event once, through several observers."""
    observers = all_of(metrics)
    observers.answered(answer())
    observers.answered(answer(AnswerOutcome.REFUSED, "NotYourTurn"))
    observers.answered(answer(AnswerOutcome.FAILED, "StoreTrouble"))
    observers.match_changed(12, 900, "dice-miner", "begun")
    observers.deadline_passed(12, 900, "late", 3.0)
    observers.board_shown(12, 900, "posted")
    observers.timer_ended(12, 0.0)
    observers.thought_ended("found", 2.0)
    observers.job_done("show", "done", 12)
    observers.picture_drawn("board_and_moment", "boards", 0.01, 0.2)
    observers.picture_failed("board_and_moment", "boards")
    observers.discord_answered(Request("POST", "channels/messages", 200, 0.1))
    observers.discord_answered(Request("POST", "channels/messages", 403, 0.1, 50013))
    observers.discord_answered(Request("POST", "channels/messages", 429, 0.1, 0, "shared", 2.5))
    observers.discord_unreachable("channels/messages", OSError("no way"))
    observers.request_waited(0.5)
    observers.round_done(0.01)
    observers.task_failed("scheduler")
    observers.item_failed("tournaments", "frozen")
    observers.committed(3, 0.01, durable=True)
    observers.not_committed(2)
    observers.commit_repeated()


def free_port() -> int:
    """Return a free port that the system assigns to no connection.

    Tests on other workers open connections before the port is used, so it is outside of Linux's own
    range. Each process begins its search elsewhere.
    """
    for number in range(1000):
        port = 10_000 + (os.getpid() * 37 + number) % 20_000
        with contextlib.suppress(OSError), socket.create_server((HERE, port)):
            return port
    raise AssertionError("no port is free")


async def scrape(port: int) -> str:
    """Return the metrics, as Prometheus reads them."""
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{HERE}:{port}/metrics") as at,
    ):
        assert at.status == 200
        return await at.text()


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[tuple[SaludClient, Database]]:
    """A client without a connection, and its database."""
    path = Path(fresh(tmp_path / "salud.db"))
    async with offline(path, SetClock(), CountedSeeds()) as client_and_database:
        yield client_and_database


async def wait_for_gauges(metrics: Metrics) -> Live:
    """Wait until the gauges have read the database once. The next reading is a minute later."""
    live = metrics._live
    assert live is not None
    while live.figures is None:  # noqa: ASYNC110 - the database is read meanwhile
        await asyncio.sleep(0)
    return live


@pytest.fixture
async def scraped(here: tuple[SaludClient, Database]) -> str:
    """The metrics of a bot after every kind of event."""
    client, database = here
    metrics, port = Metrics("sqlite"), free_port()
    async with metrics.serving(HERE, port, client, database):
        observe_all(metrics)
        live = await wait_for_gauges(metrics)
        states = {"open": 1, "running": 2, "over": 3, "frozen": 0}
        clock = client.services.matches.clock
        now, elapsed = clock.now(), clock.steady() + clock.ahead()
        client.services.ownership.share()
        client.services.ownership.hold((0,), 1, Reading(now, now, elapsed))
        live.figures = StoredFigures(states, 4, {"deadline": now - 60, "reminder": now + 60})
        socket_ = SimpleNamespace(open=True, latency=0.04, _keep_alive=None)
        shard = SimpleNamespace(id=0, ws=socket_)
        client._AutoShardedClient__shards[0] = shard  # type: ignore[attr-defined]
        try:
            return await scrape(port)
        finally:
            client._AutoShardedClient__shards.clear()  # type: ignore[attr-defined]


def samples(text: str) -> dict[str, list[tuple[dict[str, str], float]]]:
    """Return labels and value of all samples, by name."""
    by_name: dict[str, list[tuple[dict[str, str], float]]] = {}
    for name, labels, value in SAMPLE.findall(text):
        pairs = dict(re.findall(r'(\w+)="([^"]*)"', labels))
        by_name.setdefault(name, []).append((pairs, float(value)))
    return by_name


def value(text: str, metric: str, **labels: str) -> float:
    """Return the value of the only sample with these labels."""
    (only_value,) = [
        number
        for sample_labels, number in samples(text)[metric]
        if labels.items() <= sample_labels.items()
    ]
    return only_value


async def test_events_are_counted_with_labels(scraped: str) -> None:
    assert value(scraped, "salud_answers_total", outcome="counted") == 1
    assert value(scraped, "salud_refusals_total", reason="NotYourTurn") == 1
    assert value(scraped, "salud_failures_total", reason="StoreTrouble") == 1
    # Each of the three was acknowledged after one second of its clock, and ended after four.
    assert value(scraped, "salud_answer_acknowledge_seconds_sum") == 3
    assert value(scraped, "salud_answer_commit_seconds_sum") == 6
    assert value(scraped, "salud_answer_board_seconds_sum") == 9
    assert value(scraped, "salud_answer_seconds_sum") == 12
    assert value(scraped, "salud_discord_errors_total", status="403", code="50013") == 1
    assert value(scraped, "salud_discord_rate_limits_total", scope="shared") == 1
    assert value(scraped, "salud_discord_rate_limit_seconds_total") == 2.5
    assert value(scraped, "salud_database_errors_total") == 2
    assert value(scraped, "salud_database_batch_size_sum") == 3
    assert value(scraped, "salud_matches", state="running") == 2
    assert value(scraped, "salud_boards_behind") == 4
    assert value(scraped, "salud_oldest_due_seconds", what="deadline") == 60
    assert value(scraped, "salud_oldest_due_seconds", what="reminder") == 0
    assert value(scraped, "salud_gateway_latency_seconds", shard="0") == 0.04
    assert value(scraped, "salud_shard_connected", shard="0") == 1
    assert value(scraped, "salud_shards_held") == 1
    assert value(scraped, "process_resident_memory_bytes") > 0


async def test_labels_name_no_user_server_or_match(scraped: str) -> None:
    """The number of label values does not grow with use."""
    own = {
        name: found_samples
        for name, found_samples in samples(scraped).items()
        if name.startswith("salud_")
    }
    labels = {
        label
        for found_samples in own.values()
        for sample_labels, _ in found_samples
        for label in sample_labels
    }
    assert labels <= {
        *("kind", "name", "outcome", "reason", "method", "route", "status", "code", "scope"),
        *("game", "change", "how", "picture", "queue", "job", "task", "durable", "state", "what"),
        *("shard", "le", "version", "database"),
    }


def expressions() -> Iterable[str]:
    """Yield all expressions of the dashboard and the alerts."""
    board: Any = json.loads(DASHBOARD)
    for panel in board["panels"]:
        yield from (target["expr"] for target in panel.get("targets", ()))
    yield from re.findall(r"^        expr: >-\n          (.+)$", ALERTS, re.MULTILINE)


async def test_metrics_and_labels_of_all_expressions_exist(scraped: str) -> None:
    exposed = samples(scraped)
    asked = [named for expression in expressions() for named in NAMED.findall(expression)]
    assert len(asked) > 40
    for name, conditions in asked:
        assert name in exposed, name
        labels = {label for sample_labels, _ in exposed[name] for label in sample_labels}
        wanted = set(re.findall(r"(\w+)\s*[=!]", conditions))
        assert wanted - {"job"} <= labels, f"{name} has no {wanted - labels}"


async def test_docs_list_exactly_the_exposed_metrics(scraped: str) -> None:
    exposed = set(re.findall(r"^# TYPE (salud_\w+) ", scraped, re.MULTILINE))
    documented = set(re.findall(r"^\| `(salud_\w+)`", PAGE, re.MULTILINE))
    assert documented == exposed


def test_each_alert_has_a_remedy_and_a_chapter() -> None:
    names = re.findall(r"^      - alert: (\w+)$", ALERTS, re.MULTILINE)
    anchors = re.findall(r"^          runbook: docs/metrics\.md#(\S+)$", ALERTS, re.MULTILINE)
    assert len(names) == len(set(names)) == len(anchors) == ALERTS.count("todo: >-") > 10
    headings = re.findall(r"^###? (.+)$", PAGE, re.MULTILINE)
    chapters = {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}
    assert set(anchors) <= chapters
    assert all(f"`{name}`" in PAGE for name in names)


def test_dashboard_and_prometheus_files_fit_compose() -> None:
    board: Any = json.loads(DASHBOARD)
    assert "__inputs" not in board
    sources = {panel["datasource"]["uid"] for panel in board["panels"] if "datasource" in panel}
    assert sources == {"prometheus"}
    ids = [panel["id"] for panel in board["panels"]]
    assert len(ids) == len(set(ids))
    asks = (MONITORING / "prometheus.yml").read_text(encoding="utf-8")
    assert "names: [bot]" in asks
    assert "port: 9100" in asks
    assert "- alerts.yml" in asks
    for text in (asks, ALERTS):
        assert "\t" not in text
        assert all(len(line) - len(line.lstrip()) in range(0, 16, 2) for line in text.splitlines())


async def test_bot_does_not_start_without_its_metrics(here: tuple[SaludClient, Database]) -> None:
    with socket.create_server((HERE, 0)) as listening:
        port = listening.getsockname()[1]
        with pytest.raises(OperatorError, match=rf"SALUD_METRICS={HERE}:{port}: .+\. Give another"):
            async with Metrics("sqlite").serving(HERE, port, *here):
                pass


async def test_only_the_leader_counts_matches(here: tuple[SaludClient, Database]) -> None:
    """Otherwise the sum over all processes would count matches more than once."""
    client, database = here
    metrics, port = Metrics("sqlite"), free_port()
    async with metrics.serving(HERE, port, client, database):
        live = await wait_for_gauges(metrics)
        live.figures = StoredFigures({"open": 1}, 0, {})
        assert "salud_matches{" in await scrape(port)
        client.services.ownership.share()
        assert "salud_matches{" not in await scrape(port)


@exhaustive
def test_prometheus_client_is_imported_only_if_enabled() -> None:
    code = (
        "import sys, bot.app.assembly\n"
        "from bot.app.observation import observers\n"
        "from bot.app.settings import Settings\n"
        "observers(Settings(salud_metrics=''))\n"
        "assert not {name for name in sys.modules if name.startswith('prometheus')}\n"
        "observers(Settings(salud_metrics='127.0.0.1:9100'))\n"
        "assert 'prometheus_client' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
