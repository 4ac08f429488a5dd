"""Error reports: their content, without private data."""

import logging
import platform
import subprocess
import sys
from collections.abc import Callable, Iterator
from types import SimpleNamespace
from typing import Any, ClassVar, cast

import discord
import pytest
import sentry_sdk
from pydantic import SecretStr
from sentry_sdk.envelope import Envelope
from sentry_sdk.transport import Transport

from bot.app.error_tracking.events import AGAIN, HEALS
from bot.app.error_tracking.sentry import track_errors
from bot.app.settings import BadSettings, Settings
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.values.errors import NoSuchMatch
from bot.observing.answer import MeasuredAnswer, working_for
from bot.version import VERSION
from tests.bot.shell import ROOT, Shell
from tests.tiers import exhaustive

TOKEN = "MTAwMDAwMDAwMDAwMDAwMDAw.GabcdE.0123456789abcdefghijklmnopqrstuvwxyz01"
PASSWORD = "pass%20word"
SEED = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08"
NAME, TYPED = "Żółta Gęś", "meet me at noon"
DATABASE = f"postgresql://salud:{PASSWORD}@db.internal/salud"
WEBHOOK = "https://discord.com/api/webhooks/830000000000000100/aW50ZXJhY3Rpb24tdG9rZW4/messages"
ANSWER = "https://discord.com/api/v10/interactions/77/c2VjcmV0LWludGVyYWN0aW9u/callback"
DSN = "https://0123456789abcdef0123456789abcdef@sentry.test/42"
PRIVATE = (
    TOKEN,
    PASSWORD,
    "pass word",
    SEED,
    NAME,
    "Gęś",
    TYPED,
    "noon",
    "aW50ZXJhY3Rpb24tdG9rZW4",
    "c2VjcmV0LWludGVyYWN0aW9u",
    "db.internal",
    str(ROOT),
    platform.node(),
)
_log = logging.getLogger("cogs.tests")


class Taken(Transport):
    """A transport that stores envelopes instead of sending them."""

    envelopes: ClassVar[list[bytes]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        self.envelopes.append(envelope.serialize())


@pytest.fixture
def clock() -> list[float]:
    """The time, in seconds."""
    return [1000.0]


@pytest.fixture
def events(
    clock: list[float],
) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """A function that returns the events since the last call."""
    track_errors(settings(), Taken, lambda: clock[0])
    assert not sentry_sdk.get_client().should_send_default_pii()

    def look() -> list[dict[str, Any]]:
        decoded = [Envelope.deserialize(item).get_event() for item in Taken.envelopes]
        Taken.envelopes.clear()
        return [cast("dict[str, Any]", item) for item in decoded]

    yield look
    Taken.envelopes.clear()
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def settings() -> Settings:
    """Return settings with secrets."""
    return Settings(
        discord_token=SecretStr(TOKEN),
        salud_database=DATABASE,
        salud_sentry_dsn=SecretStr(DSN),
    )


def gone_wrong(*texts: str) -> None:
    """Raise an error with these texts, in a frame that has them all."""
    values = {"texts": texts, "url": WEBHOOK}
    try:
        raise KeyError(*texts)
    except KeyError as error:
        error.add_note(f"while asking {ANSWER} for {values}")
        raise ValueError(f"{values} of {NAME} at {WEBHOOK}") from error


def fail(error: Exception, message: str = "A job of match %d went wrong", *values: object) -> None:
    """Log an error with its traceback."""
    try:
        raise error
    except type(error):
        _log.exception(message, *(values or (7,)))


def test_report_contains_no_private_text(events: Callable[[], list[dict[str, Any]]]) -> None:
    """The error has private text in its messages, notes, variables and log line."""
    sentry_sdk.add_breadcrumb(message=f"{NAME} pressed {TYPED}")
    sentry_sdk.set_user({"username": NAME})
    sentry_sdk.set_tag("who", NAME)
    answer = MeasuredAnswer("button", "move", interaction=830, server=900, match=12)
    with working_for(answer):
        try:
            gone_wrong(TOKEN, PASSWORD, SEED, NAME, TYPED, DATABASE)
        except ValueError:
            _log.exception("%s typed %s in match %d", NAME, TYPED, 12, extra={"seed": SEED})
    sent = b"".join(Taken.envelopes).decode()
    assert [text for text in PRIVATE if text in sent] == []
    (event,) = events()
    assert event["release"] == f"salud@{VERSION}"
    assert event["tags"] == {"match": "12", "server": "900", "interaction": "830"}
    assert event["logentry"] == {"message": "%s typed %s in match %d"}
    first, last = event["exception"]["values"]
    assert (first["type"], last["type"]) == ("KeyError", "ValueError")
    frame = last["stacktrace"]["frames"][-1]
    assert (frame["function"], frame["filename"]) == (
        "gone_wrong",
        "tests/bot/test_error_tracking.py",
    )
    assert "raise ValueError(" in frame["context_line"]
    assert "vars" not in frame


def test_report_of_background_work_names_the_logged_match(
    events: Callable[[], list[dict[str, Any]]],
) -> None:
    fail(ValueError(TYPED))
    (event,) = events()
    assert event["tags"] == {"match": "7"}
    assert event["exception"]["values"][0]["value"] == ""


def test_error_that_ends_the_process_is_reported_without_a_log_line(
    events: Callable[[], list[dict[str, Any]]],
) -> None:
    try:
        gone_wrong(NAME)
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    assert NAME not in b"".join(Taken.envelopes).decode()
    (event,) = events()
    assert event["exception"]["values"][-1]["mechanism"]["handled"] is False
    assert "tags" not in event


def test_report_has_the_codes_of_library_errors(events: Callable[[], list[dict[str, Any]]]) -> None:
    response = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    fail(discord.HTTPException(response, {"code": 50035, "message": TYPED}))
    fail(FileNotFoundError(2, TYPED, "/home/zoltan/salud"))
    sent = b"".join(Taken.envelopes).decode()
    assert TYPED not in sent
    assert "zoltan" not in sent
    assert [event["exception"]["values"][0]["value"] for event in events()] == [
        "status 400, code 50035",
        "ENOENT",
    ]


def test_log_lines_of_libraries_are_not_sent(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Libraries format values into their messages before logging."""
    try:
        raise ValueError(TYPED)
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved: %s" % TYPED)  # noqa: G002, UP031
    assert TYPED not in b"".join(Taken.envelopes).decode()
    (event,) = events()
    assert event["logger"] == "asyncio"
    assert "logentry" not in event


def test_expected_errors_are_not_reported(events: Callable[[], list[dict[str, Any]]]) -> None:
    response = cast("Any", SimpleNamespace(status=403, reason="Forbidden"))
    trouble = cast("Any", SimpleNamespace(status=503, reason="Unavailable"))
    for error in (
        NoSuchMatch(),
        Conflict(),
        discord.Forbidden(response, {"code": 50013, "message": "No"}),
        discord.DiscordServerError(trouble, "No"),
        ConnectionResetError(),
        TimeoutError(),
        ExceptionGroup("two", [TimeoutError(), ConnectionResetError()]),
    ):
        fail(error)
    _log.error("Match %d is frozen: %s", 7, TYPED)
    _log.warning("A job of match %d waits", 7, exc_info=ValueError(TYPED))
    assert events() == []
    fail(ExceptionGroup("two", [TimeoutError(), ValueError()]))
    assert len(events()) == 1


def test_database_error_is_reported_only_if_it_lasts_and_rarely(
    events: Callable[[], list[dict[str, Any]]], clock: list[float]
) -> None:
    for _ in range(3):
        for _ in range(10):
            fail(StoreTrouble("no"))
            clock[0] += 20
        clock[0] += HEALS
    assert events() == []
    for _ in range(int(HEALS + AGAIN) // 20):
        fail(StoreTrouble("no"))
        clock[0] += 20
    assert len(events()) == 1


def test_repeated_error_is_reported_once_per_period(
    events: Callable[[], list[dict[str, Any]]], clock: list[float]
) -> None:
    for number in range(100):
        fail(ValueError(number))
        clock[0] += 1
    fail(TypeError())
    assert len(events()) == 2
    clock[0] += AGAIN
    fail(ValueError())
    assert len(events()) == 1


@pytest.mark.parametrize("dsn", ["nonsense", "https://sentry.test/1", "https://key@sentry.test/x"])
def test_invalid_dsn_is_refused_without_repeating_it(
    dsn: str, shell: Shell, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SALUD_SENTRY_DSN", dsn)
    error = shell.refused("run")
    assert error.startswith("The setting SALUD_SENTRY_DSN can't be used")
    assert dsn not in error
    with pytest.raises(BadSettings):
        track_errors(Settings(salud_sentry_dsn=SecretStr(dsn)))


@exhaustive
def test_sentry_sdk_is_imported_only_if_enabled() -> None:
    code = (
        "import sys, bot.app.assembly\n"
        "from bot.__main__ import _track_errors\n"
        "from bot.app.settings import Settings\n"
        "_track_errors(Settings(salud_sentry_dsn=''))\n"
        "assert 'sentry_sdk' not in sys.modules\n"
        f"_track_errors(Settings(salud_sentry_dsn='{DSN}'))\n"
        "assert 'sentry_sdk' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
