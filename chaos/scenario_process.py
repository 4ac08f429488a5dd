"""One scenario in its own process: reads a Scenario and prints a Report, both as JSON."""

import asyncio
import json
import signal
import sys
from dataclasses import asdict
from pathlib import Path

from chaos.campaign import Report, run_and_check
from chaos.scenario import Scenario


def main() -> None:
    scenario, folder = Scenario(**json.loads(sys.argv[1])), Path(sys.argv[2])
    print(json.dumps(asdict(asyncio.run(_run(scenario, folder)))))  # noqa: T201 - it is read


async def _run(scenario: Scenario, folder: Path) -> Report:
    """Run the scenario; SIGTERM ends it early, a second one without checks."""
    interrupted = asyncio.Event()
    running = asyncio.create_task(run_and_check(scenario, folder, interrupted=interrupted))

    def interrupt() -> None:
        if interrupted.is_set():
            running.cancel()
        interrupted.set()

    asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, interrupt)
    return await running


if __name__ == "__main__":
    main()
