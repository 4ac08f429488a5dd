"""One scenario in its own process: reads a Scenario and prints a Report, both as JSON."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from chaos.campaign import run_and_check
from chaos.scenario import Scenario


def main() -> None:
    scenario, folder = Scenario(**json.loads(sys.argv[1])), Path(sys.argv[2])
    print(json.dumps(asdict(asyncio.run(run_and_check(scenario, folder)))))  # noqa: T201 - it is read


if __name__ == "__main__":
    main()
