"""The command line: run a campaign and print whether all checks hold."""

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from chaos.campaign import SEASONS, STORMS, Campaign, campaign
from chaos.mutants import MUTANTS


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the campaign; return 0 only if every check holds."""
    options = _parser().parse_args(arguments)
    settings = Campaign(
        matches=options.matches,
        seed=options.seed,
        faults=not options.plain,
        timeout=options.patience,
        share=options.share,
        jobs=options.jobs,
        mutant=options.mutant,
        game=options.game,
        only=options.only,
        processes=options.fleet,
        postgresql=options.postgresql or bool(options.pgbouncer),
        pgbouncer=options.pgbouncer,
    )
    folder = Path(options.folder or tempfile.mkdtemp(prefix="salud-chaos-"))
    folder.mkdir(parents=True, exist_ok=True)
    return asyncio.run(campaign(settings, folder, _say))


def _say(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - a command-line tool prints


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m chaos",
        description="Play whole matches while everything fails, and check the results.",
    )
    parser.add_argument("--matches", type=_count, default=20, help="number of tables that play")
    parser.add_argument("--seed", type=int, default=7, help="decides which faults happen when")
    parser.add_argument("--only", choices=(STORMS, SEASONS), help="only one kind of runs")
    parser.add_argument(
        "--fleet",
        type=_count,
        default=0,
        help="number of processes that share the shards of 400 servers",
    )
    parser.add_argument(
        "--postgresql", action="store_true", help="store the fleet's matches in PostgreSQL"
    )
    parser.add_argument(
        "--pgbouncer",
        choices=("session", "transaction"),
        default="",
        help="connect the fleet to PostgreSQL through PgBouncer in this mode",
    )
    parser.add_argument("--plain", action="store_true", help="inject no faults")
    parser.add_argument("--jobs", type=_count, default=2, help="number of runs at the same time")
    parser.add_argument(
        "--share", type=_count, default=50, help="largest number of tables in one run"
    )
    parser.add_argument("--patience", type=float, help="time limit of one run, in seconds")
    parser.add_argument("--folder", help="folder for databases and logs")
    parser.add_argument(
        *("--mutant", "--plant"), choices=sorted(MUTANTS), help="break the bot on purpose"
    )
    parser.add_argument("--game", default="", help="the game: a name, or module:attribute")
    return parser


def _count(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1")
    return number


if __name__ == "__main__":
    sys.exit(main())
