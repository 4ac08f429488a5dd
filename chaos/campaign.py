"""A campaign: several runs, each a playground of its own, judged and summed up."""

import asyncio
import json
import sys
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path

from chaos.checks import CHECKS, judge
from chaos.evidence import gather
from chaos.nursery import ROOT
from chaos.run import Order, run
from chaos.season.season import season

Say = Callable[[str], None]
SHOWN = 8
"""Lines shown of one check that failed."""
AT_LEAST, EACH = 240.0, 12.0
"""Real seconds that a run may take, and as many more for each of its matches."""
SEASON = 25
"""Tables in one season at most: each round waits for all of them."""
STORMS, SEASONS = "storms", "seasons"
EXCERPT = 12
"""Lines of the schedule shown after a failure."""


TRANSCRIPT = "transcript.txt"
"""What was seen, in the folder of each run."""


@dataclass(frozen=True, slots=True)
class Campaign:
    """What is wanted."""

    matches: int
    seed: int
    wild: bool = True
    patience: float | None = None
    """Real seconds for each run; None: as its matches need."""
    share: int = 50
    jobs: int = 2
    plant: str | None = None
    only: str | None = None
    """STORMS or SEASONS, where not both are wanted."""

    def orders(self) -> list[Order]:
        """The runs, each with a seed of its own; the first one's is the campaign's.

        Half of the tables play in storms, the others in seasons, by turns.
        """
        orders: list[Order] = []
        seed = self.seed
        seasons = {STORMS: 0, SEASONS: self.matches}.get(self.only or "", self.matches // 2)
        left = {False: self.matches - seasons, True: seasons}
        while any(left.values()):
            season = bool(left[True]) and (not left[False] or len(orders) % 2 == 1)
            part = min(left[season], min(self.share, SEASON) if season else self.share)
            patience = AT_LEAST + EACH * part if self.patience is None else self.patience
            order = Order(part, seed, self.wild, patience, plant=self.plant, season=season)
            orders.append(order)
            left[season] -= part
            seed += 1_000_003
        return orders


@dataclass(slots=True)
class Verdict:
    """One run, judged."""

    seed: int
    matches: int = 0
    presses: int = 0
    kills: int = 0
    faults: int = 0
    seconds: float = 0.0
    problems: dict[str, list[str]] = field(default_factory=dict)
    schedule: list[str] = field(default_factory=list)


async def judged(order: Order, folder: Path) -> Verdict:
    """Run and judge in this process."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    outcome = await (season if order.season else run)(order, folder)
    told = "\n".join(outcome.transcript.lines())
    await asyncio.to_thread((folder / TRANSCRIPT).write_text, told, encoding="utf-8")
    evidence = await gather(outcome)
    return Verdict(
        seed=order.seed,
        matches=len(evidence.matches) + len(evidence.broken),
        presses=len(outcome.transcript.clicks),
        kills=outcome.kills,
        faults=outcome.faults,
        seconds=outcome.seconds,
        problems=await asyncio.to_thread(judge, evidence),
        schedule=outcome.schedule,
    )


async def _elsewhere(order: Order, folder: Path) -> Verdict:
    """Run and judge in a process of its own: it has a core to itself."""
    await asyncio.to_thread(folder.mkdir, parents=True, exist_ok=True)
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        *("-m", "chaos.share", json.dumps(asdict(order)), str(folder)),
        cwd=ROOT,
        stdout=asyncio.subprocess.PIPE,
    )
    printed, _ = await process.communicate()
    if process.returncode != 0:
        problem = {"ran": [f"the run broke with exit code {process.returncode}, see above"]}
        return Verdict(order.seed, problems=problem)
    return Verdict(**json.loads(printed))


async def campaign(wanted: Campaign, folder: Path, say: Say) -> int:
    """Do all runs and say how they went; gives the exit code."""
    orders = wanted.orders()
    say(f"chaos: {wanted.matches} tables, seed {wanted.seed}, in {len(orders)} runs; {folder}")
    slots = asyncio.Semaphore(wanted.jobs)

    async def one(order: Order) -> Verdict:
        async with slots:
            verdict = await _elsewhere(order, folder / str(order.seed))
        _report(verdict, say)
        return verdict

    verdicts = await asyncio.gather(*(one(order) for order in orders))
    failed = sorted({name for verdict in verdicts for name in verdict.problems})
    matches, presses, kills, faults = (
        sum(getattr(verdict, name) for verdict in verdicts)
        for name in ("matches", "presses", "kills", "faults")
    )
    holds = f"all {len(CHECKS)} checks hold"
    if failed:
        holds = f"{len(failed)} of {len(CHECKS)} checks failed: {', '.join(failed)}"
    say(
        f"chaos: {matches:,} matches, {presses:,} presses, {kills:,} kills,"
        f" {faults:,} faults: {holds}"
    )
    return 1 if failed else 0


def _report(verdict: Verdict, say: Say) -> None:
    say(
        f"seed {verdict.seed}: {verdict.matches} matches, {verdict.presses} presses,"
        f" {verdict.kills} kills, {verdict.faults} faults in {verdict.seconds:.0f} s"
        f"{'' if verdict.problems else ': all holds'}"
    )
    sentences = {check.name: check.sentence for check in CHECKS}
    for name, problems in verdict.problems.items():
        say(f"  FAILED {name}: {sentences.get(name, '')} ({len(problems)})")
        for line in problems[:SHOWN]:
            say(f"    {line}")
    if verdict.problems:
        for line in verdict.schedule[-EXCERPT:]:
            say(f"  {line}")
