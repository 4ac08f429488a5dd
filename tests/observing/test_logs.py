"""The log: one line per event, with fields, plain or as JSON, and without secrets."""

import asyncio
import io
import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from pydantic import SecretStr

from bot.app.settings import Settings
from bot.observing.answer import AnswerOutcome, MeasuredAnswer, working_for
from bot.observing.fields import fields
from bot.observing.log_observer import LogObserver
from bot.observing.logs import log_to
from bot.observing.observer import Request
from bot.observing.secrets import redactor
from tests.bot.shell import ROOT
from tests.observing.test_metrics import answer

TOKEN = "MTIzNDU2Nzg5MDEyMzQ1Njc4.GaBcDe.abcdefghijklmnopqrstuvwxyz0123456789AB"
OTHERS_TOKEN = "OTg3NjU0MzIxMDk4NzY1NDMy.Gxyz_1.ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789ab"
ANSWERS_TOKEN = "aW50ZXJhY3Rpb246MTIzOmFiYw_very-long.and.secret"
PASSWORD = "h%40lf secret: ñ\"'"
log = logging.getLogger("bot.somewhere")


class Log:
    """The log of a test."""

    def __init__(self) -> None:
        self.stream = io.StringIO()

    def begin(self, *, as_json: bool = False, level: int = logging.INFO) -> None:
        """Log to this stream from now on."""
        redact = redactor((TOKEN, "", PASSWORD))
        log_to(self.stream, level, as_json=as_json, redact=redact)

    @property
    def text(self) -> str:
        return self.stream.getvalue()

    @property
    def objects(self) -> list[dict[str, Any]]:
        """Each line, parsed as JSON."""
        return [json.loads(line) for line in self.text.splitlines()]


@pytest.fixture
def logged() -> Iterator[Log]:
    """The log of a test; all loggers are restored afterwards."""
    root = logging.getLogger()
    loggers = [root, *map(logging.getLogger, ("discord", "aiosqlite", "asyncio"))]
    levels, handlers = [logger.level for logger in loggers], root.handlers[:]
    try:
        yield Log()
    finally:
        root.handlers[:] = handlers
        for logger, level in zip(loggers, levels, strict=True):
            logger.setLevel(level)


def sentence(line: str) -> str:
    """Return a plain line without its time."""
    return line.split("] ", 1)[1]


def test_answer_is_one_line_with_outcome_match_and_times(logged: Log) -> None:
    logged.begin()
    LogObserver().answered(answer())
    LogObserver().answered(answer(AnswerOutcome.REFUSED, "NotYourTurn"))
    counted, refused = logged.text.splitlines()
    assert sentence(counted) == (
        "[INFO    ] salud: Button move: counted match=12 server=900 interaction=5 kind=button"
        " name=move outcome=counted acknowledged_ms=1000 committed_ms=2000 board_ms=3000"
        " total_ms=4000"
    )
    assert "Button move: refused, NotYourTurn match=12 " in refused
    assert " outcome=refused reason=NotYourTurn " in refused


def test_json_line_has_numbers_and_ids_as_text(logged: Log) -> None:
    logged.begin(as_json=True)
    LogObserver().answered(answer(AnswerOutcome.FAILED, "StoreTrouble"))
    (line,) = logged.objects
    time = line.pop("time")
    assert len(time) == len("2026-11-23T22:17:43.123Z")
    assert time.endswith("Z")
    assert line == {
        "level": "INFO",
        "logger": "salud",
        "message": "Button move: failed, StoreTrouble",
        "match": 12,
        "server": "900",
        "interaction": "5",
        "kind": "button",
        "name": "move",
        "outcome": "failed",
        "reason": "StoreTrouble",
        "acknowledged_ms": 1000,
        "committed_ms": 2000,
        "board_ms": 3000,
        "total_ms": 4000,
    }


def test_each_event_has_the_field_match(logged: Log) -> None:
    logged.begin(as_json=True)
    observer = LogObserver()
    observer.match_changed(12, 900, "dice-miner", "begun")
    for how in ("posted", "edited"):
        observer.board_shown(12, 900, how)
    observer.timer_ended(12, 0)
    observer.deadline_passed(12, 900, "late", 3)
    assert [line["match"] for line in logged.objects] == [12] * 5
    observer.discord_answered(Request("PATCH", "channels/messages", 404, 0.1, 10008))
    assert (logged.objects[-1]["status"], logged.objects[-1]["code"]) == (404, 10008)


def test_error_without_a_text_is_named(logged: Log) -> None:
    logged.begin()
    log.warning("The process of %s is lost: %s", "pictures", TimeoutError())
    log.warning("The process is lost: %s", OSError("no room"))
    first, second = logged.text.splitlines()
    assert first.endswith("The process of pictures is lost: TimeoutError")
    assert second.endswith("The process is lost: no room")


def test_routine_work_is_not_logged(logged: Log) -> None:
    """An idle bot logs nothing."""
    logged.begin()
    observer = LogObserver()
    observer.round_done(0.01)
    observer.committed(1, 0.01, durable=False)
    observer.board_shown(12, 900, "stripped")
    observer.discord_answered(Request("POST", "channels/messages", 200, 0.1))
    observer.discord_answered(Request("POST", "channels/messages", 429, 0.1, 0, "shared", 1.0))
    observer.request_waited(0.1)
    observer.job_done("show", "done", 12)
    observer.picture_drawn("board", "boards", 0, 0.1)
    logging.getLogger("discord.gateway").info("Shard ID 0 has sent the RESUME payload.")
    assert logged.text == ""


async def test_line_during_an_answer_has_its_interaction(logged: Log) -> None:
    """Work for everyone has none."""
    logged.begin(as_json=True)
    with working_for(MeasuredAnswer("button", "move", 5, 900, match=12)):
        log.warning("Discord refuses something")
        await asyncio.create_task(log_info("A part of it"))
        log.info("Own fields stay", extra=fields(match=13))
        with working_for(None):
            log.info("Something else")
    log.warning("Match %d is frozen: %s", 14, "why")
    log.info("No match here")
    ids = [(line.get("match"), line.get("interaction")) for line in logged.objects]
    assert ids == [(12, "5"), (12, "5"), (13, "5"), (None, None), (14, None), (None, None)]


async def log_info(text: str) -> None:
    log.info(text)


LEAKS = {
    "the token itself": f"token {TOKEN} is bad",
    "another token": f"token {OTHERS_TOKEN} is bad",
    "a header": "Authorization: Bot 0123456789abcdefghijklmnop",
    "an answer": f"POST https://discord.com/api/v10/interactions/123/{ANSWERS_TOKEN}/callback",
    "an edit": f"PATCH https://discord.com/api/v10/webhooks/9/{ANSWERS_TOKEN}/messages/@original",
    "an end of a path": f"https://discord.com/api/webhooks/9/{ANSWERS_TOKEN}?wait=true",
    "an address": "postgresql://salud:tr0ub4dor&3@db.example:5432/salud is down",
    "an address without a user": "postgresql://:tr0ub4dor&3@db.example/salud is down",
    "a connection string": "host=db password='tr0ub4dor&3' user=salud",
    "a password": f"the password {PASSWORD} is bad",
}
SECRETS = (
    TOKEN,
    OTHERS_TOKEN,
    ANSWERS_TOKEN,
    PASSWORD,
    "tr0ub4dor&3",
    "0123456789abcdefghijklmnop",
)


@pytest.mark.parametrize("as_json", [False, True])
@pytest.mark.parametrize("leak", LEAKS)
def test_no_line_contains_a_secret(logged: Log, leak: str, *, as_json: bool) -> None:
    """In sentences, arguments, fields, exceptions and lines of libraries."""
    logged.begin(as_json=as_json)
    text = LEAKS[leak]
    log.warning("A warning: " + text)  # noqa: G003 - as a library might build it
    logging.getLogger("discord.http").warning("We are limited. %s", text)
    log.info("A field", extra=fields(reason=text))
    try:
        raise OSError(text)
    except OSError:
        log.exception("It went wrong")
    logged_text = logged.text
    if as_json:
        logged_text = "\n".join(str(value) for line in logged.objects for value in line.values())
    assert logged_text.count("***") >= 4
    assert not [secret for secret in SECRETS if secret in logged_text]
    assert "It went wrong" in logged_text
    assert "OSError" in logged_text


def test_hosts_routes_ids_and_times_are_not_masked(logged: Log) -> None:
    logged.begin()
    log.info(
        "POST /channels/12/messages of bot.match.stores 2026-11-23T22:17:43.123456Z to db.host"
    )
    log.info("postgresql://db.example/salud is https://discord.com/api/v10/webhooks/9/x/messages/7")
    assert "***" in logged.text.splitlines()[1]
    assert logged.text.count("***") == 1
    assert "messages/7" in logged.text


def test_event_with_several_lines_is_one_line(logged: Log) -> None:
    logged.begin()
    log.info("400 Bad Request: Invalid Form Body\nIn content: too long", extra=fields(why="a b"))
    (line,) = logged.text.splitlines()
    assert line.endswith('Invalid Form Body In content: too long why="a b"')


def test_secrets_of_settings_are_the_token_and_both_spellings_of_the_password() -> None:
    settings = Settings(
        discord_token=SecretStr(TOKEN), salud_database="postgresql://salud:a%40b@host/salud"
    )
    assert set(settings.secrets) == {TOKEN, "a%40b", "a@b"}
    assert set(Settings(salud_database="var/salud.db").secrets) == {""}


def test_json_logger_is_imported_only_if_enabled() -> None:
    code = (
        "import logging, sys\n"
        "from bot.observing.logs import log_to\n"
        "from bot.observing.secrets import redactor\n"
        "log_to(sys.stderr, logging.INFO, as_json=False, redact=redactor())\n"
        "assert 'pythonjsonlogger' not in sys.modules\n"
        "log_to(sys.stderr, logging.INFO, as_json=True, redact=redactor())\n"
        "assert 'pythonjsonlogger' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
