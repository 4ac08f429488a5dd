"""A campaign: several runs, each in its own playground, checked and summed up."""

import asyncio
import json
import signal
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from chaos.bot_processes import ProcessSource
from chaos.checks import CHECKS, run_checks
from chaos.evidence import gather
from chaos.fleet.fleet import fleet
from chaos.fork_server import ROOT
from chaos.scenario import Scenario
from chaos.season.season import season
from chaos.storm.storm import storm
from chaos.transcript_lines import lines

Say = Callable[[str], None]
SHOWN = 8
AT_LEAST, EACH = 240.0, 12.0
"""Real seconds for a run, and for each of its matches."""
AT_LEAST_IN_FLEETS = 600.0
"""The same for a fleet, because its long faults take a minute each."""
SEASON = 25
"""Largest number of groups in a season: each round waits for all of them."""
STORMS, SEASONS = "storms", "seasons"
EXCERPT = 12
TRANSCRIPT = "transcript.txt"


@dataclass(frozen=True, slots=True)
class Campaign:
    matches: int
    seed: int
    faults: bool = True
    timeout: float | None = None
    """Real seconds for each run; None for a limit that grows with its matches."""
    share: int = 50
    jobs: int = 2
    mutant: str | None = None
    only: str | None = None
    game: str = ""
    processes: int = 0
    """If not 0: all runs are fleets with this number of processes."""
    postgresql: bool = False
    pgbouncer: str = ""

    def scenarios(self) -> list[Scenario]:
        """Return the runs, with half of the groups in storms and half in seasons, in turn.

        Each run has its own seed; the first has the campaign's, so a failure can be repeated alone.
        """
        scenarios: list[Scenario] = []
        seed = self.seed
        only = STORMS if self.processes else self.only
        seasons = {STORMS: 0, SEASONS: self.matches}.get(only or "", self.matches // 2)
        left = {False: self.matches - seasons, True: seasons}
        while any(left.values()):
            season = bool(left[True]) and (not left[False] or len(scenarios) % 2 == 1)
            part = min(left[season], min(self.share, SEASON) if season else self.share)
            at_least = AT_LEAST_IN_FLEETS if self.processes else AT_LEAST
            timeout = at_least + EACH * part if self.timeout is None else self.timeout
            scenarios.append(
                Scenario(
                    part,
                    seed,
                    self.faults,
                    timeout,
                    mutant=self.mutant,
                    season=season,
                    game=self.game,
                    processes=self.processes,
                    postgresql=self.postgresql,
                    pgbouncer=self.pgbouncer,
                )
            )
            left[season] -= part
            seed += 1_000_003
        return scenarios


@dataclass(slots=True)
class Report:
    seed: int
    matches: int = 0
    presses: int = 0
    kills: int = 0
    faults: int = 0
    seconds: float = 0.0
    interrupted: bool = False
    problems: dict[str, list[str]] = field(default_factory=dict)
    schedule: list[str] = field(default_factory=list)


async def run_and_check(
    scenario: Scenario,
    folder: Path,
    source: ProcessSource | None = None,
    interrupted: asyncio.Event | None = None,
) -> Report:
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    play = fleet if scenario.processes else season if scenario.season else storm
    result = await play(scenario, folder, source, interrupted)
    text = "\n".join(lines(result.transcript))
    await asyncio.to_thread((folder / TRANSCRIPT).write_text, text, encoding="utf-8")
    evidence = await gather(result)
    return Report(
        seed=scenario.seed,
        matches=len(evidence.matches) + len(evidence.broken),
        presses=len(result.transcript.clicks),
        kills=result.kills,
        faults=result.faults,
        seconds=result.seconds,
        interrupted=result.transcript.interrupted,
        problems=await asyncio.to_thread(run_checks, evidence),
        schedule=result.schedule,
    )


async def _elsewhere(scenario: Scenario, folder: Path) -> Report:
    """Run and check a scenario in a separate process, so that runs can use several cores.

    If cancelled, end the run early, and return the report about its part that was played.
    """
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "chaos.scenario_process", json.dumps(asdict(scenario)), str(folder)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
        start_new_session=True,  # Ctrl+C must not end its bots before it has recorded everything
    )
    reading = asyncio.create_task(process.communicate())
    while not reading.done():
        try:
            await asyncio.shield(reading)
        except asyncio.CancelledError:
            process.terminate()
    printed, _ = reading.result()
    if process.returncode != 0:
        problem = {"ran": [f"the run failed with exit code {process.returncode}, see above"]}
        return Report(scenario.seed, problems=problem)
    return Report(**json.loads(printed))


async def campaign(settings: Campaign, folder: Path, say: Say) -> int:
    """Run and check all scenarios; return 0 if all were played to the end, and all checks hold.

    SIGINT and SIGTERM end the runs early; then their findings so far are reported.
    """
    scenarios = settings.scenarios()
    runs = f"in {len(scenarios)} runs; {folder}"
    say(f"chaos: {settings.matches} tables, seed {settings.seed}, {runs}")
    slots = asyncio.Semaphore(settings.jobs)

    async def one(scenario: Scenario) -> Report:
        async with slots:
            report = await _elsewhere(scenario, folder / str(scenario.seed))
        _report(report, say)
        return report

    tasks = [asyncio.create_task(one(scenario)) for scenario in scenarios]

    def interrupt() -> None:
        say("chaos: interrupted; the runs stop their bots and check what was played")
        for run in tasks:
            run.cancel()

    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, interrupt)
    try:
        await asyncio.wait(tasks)
    finally:
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)
    reports = [run.result() for run in tasks if not run.cancelled()]
    is_complete = len(reports) == len(scenarios) and not any(r.interrupted for r in reports)
    failed = sorted({name for report in reports for name in report.problems})
    matches, presses, kills, faults = (
        sum(getattr(report, name) for report in reports)
        for name in ("matches", "presses", "kills", "faults")
    )
    holds = f"all {len(CHECKS)} checks hold"
    if failed:
        holds = f"{len(failed)} of {len(CHECKS)} checks failed: {', '.join(failed)}"
    if not is_complete:
        holds += " until the interruption"
    say(
        f"chaos: {matches:,} matches, {presses:,} presses, {kills:,} kills,"
        f" {faults:,} faults: {holds}"
    )
    return 0 if is_complete and not failed else 1


def _report(report: Report, say: Say) -> None:
    say(
        f"seed {report.seed}: {report.matches} matches, {report.presses} presses,"
        f" {report.kills} kills, {report.faults} faults in {report.seconds:.0f} s"
        f"{', interrupted' if report.interrupted else ''}{'' if report.problems else ': all holds'}"
    )
    sentences = {check.name: check.sentence for check in CHECKS}
    for name, problems in report.problems.items():
        say(f"  FAILED {name}: {sentences.get(name, '')} ({len(problems)})")
        for line in problems[:SHOWN]:
            say(f"    {line}")
    if report.problems:
        for line in report.schedule[-EXCERPT:]:
            say(f"  {line}")
