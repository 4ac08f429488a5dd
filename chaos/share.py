"""One run of a campaign as a process of its own: takes an Order, prints a Verdict, both as JSON."""

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from chaos.campaign import judged
from chaos.run import Order


def main() -> None:
    """Run what the arguments say."""
    order, folder = Order(**json.loads(sys.argv[1])), Path(sys.argv[2])
    print(json.dumps(asdict(asyncio.run(judged(order, folder)))))  # noqa: T201 - it is read


if __name__ == "__main__":
    main()
