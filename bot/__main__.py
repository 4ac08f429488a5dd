"""The command line: run, play, replay, verify, export, backup, copy and others.

Each command imports only what it needs. Only `run`, `play` and `doctor` load Discord, and only
those and `replay` load Pillow; tests/bot/test_loaded_modules.py has the list.
"""

import argparse
import asyncio
import io
import logging
import os
import sys
from collections.abc import Callable, Sequence
from types import TracebackType

from bot.app.games import load_games
from bot.app.settings import Settings, read_settings, remarks
from bot.errors import OperatorError
from bot.game_register import GameRegister
from bot.match.log.store_errors import BrokenMatch
from engine.core.errors import BadLine, NotProvable
from games.register import INSTALLED
from texts.catalogue import BadCatalogue

REFUSED = (BadCatalogue, BadLine, BrokenMatch, NotProvable, OperatorError)
INCOMPLETE = 3
"""Exit code of `export` if it saved only a part of a match."""
PLAY_DATABASE = "var/playground.db"
PRIVATE = 0o077
"""Permission bits that new files and folders don't grant: databases, backups and reports hold the
seeds of running matches, and ids of people.
"""


def main(
    arguments: Sequence[str] | None = None, load: Callable[[], GameRegister] = load_games
) -> int:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    chosen = _parser().parse_args(arguments)
    before = os.umask(PRIVATE)
    try:
        code = _do(chosen, load)
        sys.stdout.flush()
    except REFUSED as error:
        print(error, file=sys.stderr)  # noqa: T201 - the command line prints
        _tell_systemd(str(error))
        return 1
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    finally:
        os.umask(before)
    return code


def _do(chosen: argparse.Namespace, load: Callable[[], GameRegister]) -> int:
    match chosen.command:
        case "run":
            from bot.app.commands.running import run_bot

            run_bot(load(), _prepare, accept_frozen=chosen.accept_frozen)
        case "play":
            from bot.app.commands.playing import play

            settings = read_settings()
            # Copies of a game must not replace those of a bot in the same folder.
            changes: dict[str, object] = {"salud_backups_kept": 0}
            if "salud_log_level" not in settings.model_fields_set:
                changes["salud_log_level"] = "WARNING"  # players need only the address and warnings
            if "SALUD_DATABASE" not in os.environ:
                changes["salud_database"] = PLAY_DATABASE
            settings = settings.model_copy(update=changes)
            _log_to_stderr(settings)
            asyncio.run(play(settings, chosen.port, accept_frozen=chosen.accept_frozen))
        case "replay":
            _say(_replay(chosen))
        case "withdraw-puzzle":
            from bot.app.commands.withdrawing import withdraw

            _say(asyncio.run(withdraw(read_settings(), chosen.key, load())))
        case "puzzle":
            from bot.app.commands.puzzles import check, show

            checked = check(chosen.file)
            _say(f"{show(chosen.file, solve=chosen.solve)}\n\n{checked}")
        case "verify":
            from bot.app.commands.match_files import verify_file

            _say(verify_file(chosen.file))
        case "export":
            from bot.app.commands.export import export

            text, note, is_incomplete = asyncio.run(export(read_settings(), chosen.match, load()))
            sys.stdout.write(text)
            if note:
                print(note, file=sys.stderr)  # noqa: T201 - the command line prints
            return INCOMPLETE if is_incomplete else 0
        case "backup":
            from bot.app.commands.backups import back_up

            _say(back_up(read_settings(), chosen.file, force=chosen.force))
        case "restore":
            from bot.app.commands.backups import put_back

            _say(put_back(read_settings(), chosen.file))
        case "copy":
            from bot.app.commands.copying import copy

            _say(copy(chosen.source, chosen.target, load(), _say, replay=not chosen.no_replay))
        case "rebuild":
            from bot.app.commands.rebuild import rebuild_all

            text, code = asyncio.run(rebuild_all(read_settings(), load()))
            _say(text)
            return code
        case "hand-over":
            from bot.app.commands.hand_over import hand_over

            _say(hand_over(read_settings()))
        case "forget":
            from bot.app.commands.forget import forget

            _say(asyncio.run(forget(read_settings(), chosen.user, load(), really=chosen.yes)))
        case "doctor":
            from bot.app.doctor.command import doctor

            return asyncio.run(doctor(read_settings, load(), _say))
        case _:
            raise AssertionError("argparse rejects other commands")
    return 0


def _replay(chosen: argparse.Namespace) -> str:
    if chosen.html is not None:
        from bot.app.commands.replay_pages import replay_html

        return replay_html(chosen.file, chosen.html)
    if chosen.json:
        from bot.app.commands.match_files import replay_json

        return replay_json(chosen.file)
    from bot.app.commands.replays import replay_text

    return replay_text(chosen.file)


def _say(text: str) -> None:
    print(text, flush=True)  # noqa: T201 - the command line prints


def _prepare(settings: Settings) -> None:
    _log_to_stderr(settings)
    _track_errors(settings)


def _log_to_stderr(settings: Settings) -> None:
    import discord

    from bot.observing.logs import log_to
    from bot.observing.secrets import redactor

    level = logging.getLevelNamesMapping()[settings.salud_log_level]
    as_json = settings.salud_log_format == "json"
    log_to(sys.stderr, level, as_json=as_json, redact=redactor(settings.secrets))
    discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # Salud never uses voice
    # Python's own handler would print a fatal error outside the log, including secrets.
    sys.excepthook = _log_end
    for found, todo in remarks(os.environ):
        logging.getLogger("bot").warning("%s %s", found, todo)


def _log_end(kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
    logging.getLogger("bot").critical("An error ended the bot", exc_info=(kind, error, trace))
    _tell_systemd(f"An error ended the bot: {kind.__name__}. The log has its details.")


def _tell_systemd(why: str) -> None:
    from bot.app import systemd

    systemd.unwell(why)


def _track_errors(settings: Settings) -> None:
    if settings.salud_sentry_dsn.get_secret_value():
        from bot.app.error_tracking.sentry import track_errors

        track_errors(settings)


def _parser() -> argparse.ArgumentParser:
    titles = ", ".join(game.title for game in INSTALLED)
    parser = argparse.ArgumentParser(
        prog="python -m bot", description=f"Asynchronous games on Discord: {titles}."
    )
    commands = parser.add_subparsers(dest="command", required=True)
    running = commands.add_parser("run", help="serve Discord with the token DISCORD_TOKEN")
    playing = commands.add_parser("play", help="play in a browser, with no account and no token")
    playing.add_argument("--port", type=_port, default=8080, help="port of the page")
    for starting in (running, playing):
        starting.add_argument(
            "--accept-frozen",
            action="store_true",
            help="start although this version can't read some matches, and freeze them",
        )
    replaying = commands.add_parser("replay", help="print a match file move by move")
    replaying.add_argument("file")
    formats = replaying.add_mutually_exclusive_group()
    formats.add_argument("--json", action="store_true", help="print the last position as JSON")
    formats.add_argument(
        "--html", metavar="OUT", help="write a page that shows the match turn by turn"
    )
    withdrawing = commands.add_parser(
        "withdraw-puzzle", help="withdraw a faulty puzzle, and remove its results"
    )
    withdrawing.add_argument("key", help="the puzzle's 16 hex digits, the name of its file")
    puzzling = commands.add_parser("puzzle", help="show and check a puzzle file")
    puzzling.add_argument("file")
    puzzling.add_argument("--solve", action="store_true", help="show the solution, too")
    verifying = commands.add_parser("verify", help="verify the dice of a match file")
    verifying.add_argument("file")
    exporting = commands.add_parser("export", help="write a stored match as a match file")
    exporting.add_argument("match", type=_match, help="number of the match, with or without #")
    backing = commands.add_parser("backup", help="copy the database, even while the bot runs")
    backing.add_argument("file")
    backing.add_argument("--force", action="store_true", help="replace an existing file")
    commands.add_parser(
        "rebuild", help="recompute leaderboards, profiles and due times from the matches"
    )
    restoring = commands.add_parser("restore", help="restore a copy (stop the bot first)")
    restoring.add_argument(
        "file", nargs="?", help="the copy; on PostgreSQL run pg_restore and leave this out"
    )
    copying = commands.add_parser("copy", help="copy one database to another (stop the bot first)")
    copying.add_argument("source", metavar="FROM", help="a file, or postgresql://…")
    copying.add_argument("target", metavar="TO", help="an empty database of either kind")
    copying.add_argument(
        "--no-replay",
        action="store_true",
        help="don't replay the matches; the bot will verify them later",
    )
    commands.add_parser("doctor", help="check everything that the bot needs, and suggest remedies")
    commands.add_parser("hand-over", help="give the database to the bot of another application")
    forget = commands.add_parser("forget", help="forget a user who can't use /mydata any more")
    forget.add_argument("user", type=_user, help="the user's Discord id")
    forget.add_argument("--yes", action="store_true", help="confirm: this can't be undone")
    return parser


def _port(text: str) -> int:
    return _number(text, 0, 65_535, "a port is a number from 0 to 65535")


def _user(text: str) -> int:
    return _number(text, 1, (1 << 63) - 1, "a user id has at most 19 digits")


def _match(text: str) -> int:
    return _number(text.removeprefix("#"), 0, 10**15 - 1, "a match is named by its number")


def _number(text: str, least: int, most: int, otherwise: str) -> int:
    """Parse a number in plain digits within these bounds; `otherwise` is the error message."""
    plain = text.isascii() and text.isdigit() and len(text) <= len(str(most))
    if not plain or not least <= int(text) <= most:
        raise argparse.ArgumentTypeError(otherwise)
    return int(text)


if __name__ == "__main__":
    sys.exit(main())
