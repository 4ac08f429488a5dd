"""The command line: play, check, say what holds."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from chaos.campaign import SEASONS, STORMS, Campaign, campaign
from chaos.mutants import MUTANTS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run; returns 0 only if every check holds."""
    chosen = _parser().parse_args(arguments)
    wanted = Campaign(
        matches=chosen.matches,
        seed=chosen.seed,
        faults=not chosen.plain,
        timeout=chosen.patience,
        share=chosen.share,
        jobs=chosen.jobs,
        mutant=chosen.mutant,
        game=chosen.game,
        only=chosen.only,
        processes=chosen.fleet,
        postgresql=chosen.postgresql,
    )
    folder = Path(chosen.folder or tempfile.mkdtemp(prefix="salud-chaos-"))
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(campaign(wanted, folder, _say))


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - the command line speaks


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m chaos", description="Whole matches while everything goes wrong."
    )
    parser.add_argument("--matches", type=_count, default=20, help="how many tables play")
    parser.add_argument("--seed", type=int, default=7, help="decides what goes wrong")
    parser.add_argument("--only", choices=(STORMS, SEASONS), help="one kind of runs")
    parser.add_argument(
        "--fleet", type=_count, default=0, help="so many processes share shards, and 400 servers"
    )
    parser.add_argument("--postgresql", action="store_true", help="the fleet's matches are there")
    parser.add_argument("--plain", action="store_true", help="nothing goes wrong")
    parser.add_argument("--jobs", type=_count, default=2, help="playgrounds at the same time")
    parser.add_argument("--share", type=_count, default=50, help="tables in one playground")
    parser.add_argument("--patience", type=float, help="seconds for one playground")
    parser.add_argument("--folder", help="where databases and logs are left")
    parser.add_argument(
        *("--mutant", "--plant"), choices=sorted(MUTANTS), help="break the bot on purpose"
    )
    parser.add_argument("--game", default="", help="what is played: a name, or module:attribute")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
