"""The command line: exit codes and single sentences, never a traceback."""

import json
import os
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot.app.settings import Settings
from tests.bot.samples import match_file
from tests.bot.shell import ROOT, Shell
from tests.patience import PATIENCE


def test_run_without_a_token_names_the_setting_and_the_alternative(shell: Shell) -> None:
    output = shell.refused("run")
    assert "DISCORD_TOKEN" in output
    assert "make play" in output


@pytest.mark.parametrize("command", [("run",), ("play", "--port", "0"), ("export", "1")])
def test_invalid_log_level_is_refused_first(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, command: tuple[str, ...]
) -> None:
    monkeypatch.setenv("SALUD_LOG_LEVEL", "LOUD")
    assert shell.refused(*command).startswith("The setting SALUD_LOG_LEVEL can't be used")


@pytest.mark.usefixtures("nowhere")
@pytest.mark.parametrize("database", [None, "var/another.db"])
def test_game_makes_no_backups(monkeypatch: pytest.MonkeyPatch, database: str | None) -> None:
    """The folder of backups has those of a bot."""
    if database is not None:
        monkeypatch.setenv("SALUD_DATABASE", database)
    played: list[Settings] = []

    async def play(settings: Settings, _port: int, **_: bool) -> None:
        played.append(settings)

    monkeypatch.setattr("bot.app.commands.playing.play", play)
    assert command_line.main(["play"]) == 0
    assert [settings.salud_backups_kept for settings in played] == [0]
    assert played[0].salud_database == (database or command_line.PLAY_DATABASE)


def test_unexpected_error_is_logged_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "very.secret")
    monkeypatch.setenv("SALUD_LOG_FORMAT", "json")

    async def run(*_: object) -> None:
        raise ValueError("very.secret is in it")

    monkeypatch.setattr("bot.app.assembly.run", run)
    with pytest.raises(ValueError, match=r"very\.secret") as ended:
        command_line.main(["run"])
    sys.excepthook(ended.type, ended.value, ended.tb)
    line = json.loads(capsys.readouterr().err)
    assert line["level"] == "CRITICAL"
    assert line["exc_info"].endswith("ValueError: *** is in it")


@pytest.fixture
def port_in_use() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        yield listening.getsockname()[1]


def test_port_in_use_is_named_and_no_database_created(shell: Shell, port_in_use: int) -> None:
    assert shell.refused("play", "--port", str(port_in_use)).startswith(
        f"Port {port_in_use} is in use"
    )
    assert not Path("var").exists()


def test_unwritable_database_is_named(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "x.y.z")
    monkeypatch.setenv("SALUD_DATABASE", "/proc/none/salud.db")
    output = shell.refused("run")
    assert output == (
        "The database /proc/none/salud.db can't be used: No such file or directory: /proc/none."
        " Name a place where files can be written."
    )


@pytest.mark.parametrize("command", [("run",), ("play", "--port", "0")])
def test_start_names_settings_that_are_ignored(
    command: tuple[str, ...],
    nowhere: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (nowhere / ".env").write_text("SALUD_TIK=3\nSee the wiki.\nSALUD_TICK\n")
    monkeypatch.setenv("SALUD_DATABSE", "x.db")
    monkeypatch.setenv("SALUD_DATABASE", "/proc/none/x.db")  # so that the bot ends early
    assert command_line.main(command) == 1
    warnings = [line for line in capsys.readouterr().err.splitlines() if "WARNING" in line]
    unknown = "Unknown setting: SALUD_DATABSE, SALUD_TIK. Correct the name: .env.example lists all"
    assert [line.partition("bot: ")[2] for line in warnings] == [
        f"{unknown} settings.",
        "Unreadable line of .env: 2, 3. Write NAME=value there, or begin the line with #.",
    ]


def test_folder_in_place_of_the_database_is_named(
    shell: Shell, nowhere: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (nowhere / "matches").mkdir()
    monkeypatch.setenv("DISCORD_TOKEN", "x.y.z")
    monkeypatch.setenv("SALUD_DATABASE", "matches")
    assert shell.refused("run") == (
        "The database matches can't be used: It is a folder: matches. Name a file in a folder."
    )


NO_MATCH = {
    "empty": b"",
    "other text": b"Dear diary,\n",
    "binary": bytes(range(256)),
    "other version": b"salud-match 2\n",
    "header only": b"salud-match 1\ngame: dice-miner\n",
    "unknown game": b"salud-match 1\ngame: chess\nrules: 1\n",
}


@pytest.mark.parametrize("command", ["replay", "verify"])
@pytest.mark.parametrize("content", NO_MATCH)
def test_first_wrong_line_of_a_match_file_is_named(
    shell: Shell, nowhere: Path, command: str, content: str
) -> None:
    (nowhere / "file").write_bytes(NO_MATCH[content])
    assert shell.refused(command, "file").startswith("line ")


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_missing_file_and_folder_are_refused(shell: Shell, nowhere: Path, command: str) -> None:
    assert shell.refused(command, "none.match") == (
        "none.match can't be read: No such file or directory."
    )
    assert shell.refused(command, str(nowhere)).endswith("can't be read: Is a directory.")


@pytest.mark.parametrize(
    "arguments",
    [
        (),
        ("dance",),
        ("replay",),
        ("verify", "a", "b"),
        ("export", "twelve"),
        ("export", "-1"),
        ("export", "１"),
        ("export", "9" * 20),
        ("play", "--port", "http"),
        ("play", "--port", "65536"),
        ("play", "--port", "-1"),
        ("play", "--port", "6553500"),
    ],
)
def test_invalid_arguments_print_usage(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit) as caught:
        command_line.main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err


HUGE = ("9" * 19, "9223372036854775808", "9" * 30, "1" * 5_000, "-1", "1e9", "١", "0x10", " ", "")
NUMBERS = ("export", "forget", "play --port")


@pytest.mark.parametrize("command", NUMBERS)
@pytest.mark.parametrize("number", HUGE)
def test_invalid_or_too_large_numbers_print_usage(
    command: str, number: str, capsys: pytest.CaptureFixture[str], nowhere: Path
) -> None:
    with pytest.raises(SystemExit) as caught:
        command_line.main([*command.split(), number])
    assert caught.value.code == 2
    assert "usage: python -m bot" in capsys.readouterr().err
    assert not Path("var").exists()


def test_leading_zeros_do_not_make_a_port_valid() -> None:
    for text in ("0080801", "000065536", "0" * 9 + "99999"):
        with pytest.raises(SystemExit):
            command_line.main(["play", "--port", text])


@pytest.mark.parametrize("user", ["1", "9223372036854775807"])
def test_largest_possible_numbers_are_accepted(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, nowhere: Path, user: str
) -> None:
    monkeypatch.setenv("SALUD_DATABASE", "salud.db")
    assert shell.ok("forget", user) == f"Nothing is stored about the user {user}.\n"
    assert shell.refused("export", "9" * 15).startswith("There is no match")


def test_each_numeric_argument_is_tested() -> None:
    parser = command_line._parser()
    (commands,) = [action for action in parser._actions if action.choices]
    assert isinstance(commands.choices, dict)
    numeric = [
        " ".join([name, *action.option_strings])
        for name, command in commands.choices.items()
        for action in command._actions
        if action.type is not None
    ]
    assert sorted(numeric) == sorted(NUMBERS)


def test_help_lists_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        command_line.main(["--help"])
    assert caught.value.code == 0
    output = capsys.readouterr().out
    for command in ("run", "play", "replay", "verify", "export", "backup", "restore"):
        assert command in output


def test_interrupted_command_exits_with_130(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command_line, "_do", interrupt)
    assert command_line.main(["replay", "x"]) == 130


def python(*arguments: str, **environment: str) -> subprocess.Popen[bytes]:
    """Start the bot's command line as a separate process."""
    return subprocess.Popen(
        [sys.executable, "-m", "bot", *arguments],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
    )


def test_closed_pipe_causes_no_traceback(nowhere: Path) -> None:
    """A shell closes the pipe in `… | head`."""
    (nowhere / "file").write_text(match_file(entries=60))
    process = python("replay", "file")
    assert process.stdout is not None
    process.stdout.close()
    assert process.stderr is not None
    assert process.stderr.read() == b""
    assert process.wait(PATIENCE) == 1


def test_characters_outside_the_terminals_encoding_are_replaced(nowhere: Path) -> None:
    (nowhere / "file").write_text(match_file(entries=60))
    out, err = python("replay", "file", PYTHONIOENCODING="ascii").communicate(timeout=PATIENCE)
    assert err == b""
    assert b"took" in out
    assert out.isascii()


def test_export_names_a_missing_database_and_creates_none(
    shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "mistyped" / "saldu.db"
    monkeypatch.setenv("SALUD_DATABASE", str(path))
    assert shell.refused("export", "1") == f"There is no database {path}."
    assert not path.parent.exists()
