"""The command line: run, play, replay, verify, export, backup, restore, rebuild and others."""

import argparse
import asyncio
import io
import logging
import os
import sys
from collections.abc import Callable, Sequence

import discord

from bot import backups, hand_over, match_files, rebuild
from bot import forget as forgetting
from bot.allocator import keep_small
from bot.app import CannotRun, play, run
from bot.games import BadGameData, GameRegister, load_games
from bot.match.loaded import BrokenMatch
from bot.match.store_errors import StoreTrouble
from bot.match_files import BadFile
from bot.settings import BadSettings, Settings, read_settings
from engine.core.errors import BadLine, NotProvable
from games.register import INSTALLED
from texts.catalogue import BadCatalogue

REFUSED = (
    BadCatalogue,
    BadFile,
    BadGameData,
    BadLine,
    BadSettings,
    BrokenMatch,
    CannotRun,
    NotProvable,
    StoreTrouble,
)
"""What ends the program with one sentence."""
PLAY_DATABASE = "var/playground.db"


def main(
    arguments: Sequence[str] | None = None, load: Callable[[], GameRegister] = load_games
) -> int:
    """Run a command with the games that `load` gives; returns the exit code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    chosen = _parser().parse_args(arguments)
    try:
        _do(chosen, load)
        sys.stdout.flush()
    except REFUSED as error:
        print(error, file=sys.stderr)  # noqa: T201 - the command line speaks
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    return 0


def _do(chosen: argparse.Namespace, load: Callable[[], GameRegister]) -> None:
    match chosen.command:
        case "run":
            keep_small()
            settings = read_settings()
            _log_to_stderr(settings)
            asyncio.run(run(settings, load()))
        case "play":
            keep_small()
            settings = read_settings()
            if "SALUD_DATABASE" not in os.environ:
                settings = settings.model_copy(
                    update={"salud_database": PLAY_DATABASE, "salud_backups_kept": 0}
                )
            _log_to_stderr(settings)
            asyncio.run(play(settings, chosen.port))
        case "replay":
            _say(_replay(chosen))
        case "verify":
            match_files.verify_file(chosen.file)
            _say("verified")
        case "export":
            text = asyncio.run(match_files.export(read_settings(), chosen.match, load()))
            sys.stdout.write(text)
        case "backup":
            _say(backups.back_up(read_settings(), chosen.file, force=chosen.force))
        case "restore":
            _say(backups.put_back(read_settings(), chosen.file))
        case "rebuild":
            _say(asyncio.run(rebuild.rebuild_all(read_settings())))
        case "hand-over":
            _say(hand_over.hand_over(read_settings()))
        case "forget":
            done = forgetting.forget(read_settings(), chosen.user, really=chosen.yes)
            _say(asyncio.run(done))
        case _:
            raise AssertionError("argparse knows the commands")


def _replay(chosen: argparse.Namespace) -> str:
    if chosen.html is not None:
        return match_files.replay_html(chosen.file, chosen.html)
    return (
        match_files.replay_json(chosen.file)
        if chosen.json
        else match_files.replay_text(chosen.file)
    )


def _say(text: str) -> None:
    print(text)  # noqa: T201 - the command line speaks


def _log_to_stderr(settings: Settings) -> None:
    level = logging.getLevelNamesMapping()[settings.salud_log_level]
    discord.utils.setup_logging(level=level, root=True)
    logging.getLogger("discord").setLevel(max(level, logging.WARNING))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # it never speaks


def _titles() -> str:
    return ", ".join(game.title for game in INSTALLED)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m bot", description=f"Asynchronous matches on Discord of {_titles()}."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("run", help="serve Discord with the token DISCORD_TOKEN")
    playing = commands.add_parser("play", help="play in a browser, with no account and no token")
    playing.add_argument("--port", type=_port, default=8080, help="where the page is served")
    replaying = commands.add_parser("replay", help="tell a match file, move by move")
    replaying.add_argument("file")
    how = replaying.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="the last position as JSON")
    how.add_argument("--html", metavar="OUT", help="write a page that shows it turn by turn")
    verifying = commands.add_parser("verify", help="prove the dice of a match file")
    verifying.add_argument("file")
    exporting = commands.add_parser("export", help="write a stored match as a match file")
    exporting.add_argument("match", type=_match, help="its number, with or without #")
    backing = commands.add_parser("backup", help="copy the database, also while the bot runs")
    backing.add_argument("file")
    backing.add_argument("--force", action="store_true", help="replace a file that is there")
    commands.add_parser(
        "rebuild", help="work leaderboards, profiles and due times out again from the matches"
    )
    restoring = commands.add_parser("restore", help="put a copy back, while no bot runs")
    restoring.add_argument("file")
    commands.add_parser(
        "hand-over", help="let the bot of another application own the database from now on"
    )
    forget = commands.add_parser("forget", help="forget a user who can't use /mydata any more")
    forget.add_argument("user", type=_user, help="the number that Discord gives them")
    forget.add_argument("--yes", action="store_true", help="do it; it can't be taken back")
    return parser


def _port(text: str) -> int:
    return _number(text, 0, 65_535, "a port is a number from 0 to 65535")


def _user(text: str) -> int:
    return _number(text, 1, (1 << 63) - 1, "a user has a number of at most 19 digits")


def _match(text: str) -> int:
    return _number(text.removeprefix("#"), 0, 10**15 - 1, "a match has a number")


def _number(text: str, least: int, most: int, otherwise: str) -> int:
    """A number in plain digits, within these bounds; argparse tells `otherwise`."""
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not plain or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(otherwise)
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
