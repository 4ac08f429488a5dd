"""What is sent of errors, and what is not; a transport of the test's own takes it all."""

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

from bot.error_tracking.events import AGAIN, HEALS
from bot.error_tracking.sentry import track_errors
from bot.match.log.store_errors import Conflict, StoreTrouble
from bot.match.values.errors import NoSuchMatch
from bot.observing.answer import Answer, working_for
from bot.settings import BadSettings, Settings
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
    """Keeps what would be sent."""

    envelopes: ClassVar[list[bytes]] = []

    def capture_envelope(self, envelope: Envelope) -> None:
        """Keep it."""
        self.envelopes.append(envelope.serialize())


@pytest.fixture
def clock() -> list[float]:
    """The time, in seconds."""
    return [1000.0]


@pytest.fixture
def events(
    clock: list[float],
) -> Iterator[Callable[[], list[dict[str, Any]]]]:
    """What has been sent since the last look; for as long as the test lasts."""
    track_errors(settings(), Taken, lambda: clock[0])
    assert not sentry_sdk.get_client().should_send_default_pii()

    def look() -> list[dict[str, Any]]:
        found = [Envelope.deserialize(one).get_event() for one in Taken.envelopes]
        Taken.envelopes.clear()
        return [cast("dict[str, Any]", one) for one in found]

    yield look
    Taken.envelopes.clear()
    sentry_sdk.get_client().close()
    sentry_sdk.get_global_scope().set_client(None)


def settings() -> Settings:
    """Of a bot with secrets."""
    return Settings(
        discord_token=SecretStr(TOKEN),
        salud_database=DATABASE,
        salud_sentry_dsn=SecretStr(DSN),
    )


def gone_wrong(*texts: str) -> None:
    """Raise an error with these texts, in a frame that knows them all."""
    kept = {"texts": texts, "url": WEBHOOK}
    try:
        raise KeyError(*texts)
    except KeyError as error:
        error.add_note(f"while asking {ANSWER} for {kept}")
        raise ValueError(f"{kept} of {NAME} at {WEBHOOK}") from error


def fail(error: Exception, message: str = "A job of match %d went wrong", *values: object) -> None:
    """Log an error with its traceback."""
    try:
        raise error
    except type(error):
        _log.exception(message, *(values or (7,)))


def test_nothing_private_is_sent(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Of an error whose texts, notes, variables and line of the log are full of it."""
    sentry_sdk.add_breadcrumb(message=f"{NAME} pressed {TYPED}")
    sentry_sdk.set_user({"username": NAME})
    sentry_sdk.set_tag("who", NAME)
    answer = Answer("button", "move", interaction=830, server=900, match=12)
    with working_for(answer):
        try:
            gone_wrong(TOKEN, PASSWORD, SEED, NAME, TYPED, DATABASE)
        except ValueError:
            _log.exception("%s typed %s in match %d", NAME, TYPED, 12, extra={"seed": SEED})
    sent = b"".join(Taken.envelopes).decode()
    assert [one for one in PRIVATE if one in sent] == []
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


def test_the_match_of_background_work(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Is the one that the log names."""
    fail(ValueError(TYPED))
    (event,) = events()
    assert event["tags"] == {"match": "7"}
    assert event["exception"]["values"][0]["value"] == ""


def test_what_ends_the_process(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Is sent, with no line of the log."""
    try:
        gone_wrong(NAME)
    except ValueError as error:
        sys.excepthook(ValueError, error, error.__traceback__)
    assert NAME not in b"".join(Taken.envelopes).decode()
    (event,) = events()
    assert event["exception"]["values"][-1]["mechanism"]["handled"] is False
    assert "tags" not in event


def test_codes_of_libraries(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Say what the texts can't."""
    response = cast("Any", SimpleNamespace(status=400, reason="Bad Request"))
    fail(discord.HTTPException(response, {"code": 50035, "message": TYPED}))
    fail(FileNotFoundError(2, TYPED, "/home/zoltan/salud"))
    sent = b"".join(Taken.envelopes).decode()
    assert TYPED not in sent
    assert "zoltan" not in sent
    assert [one["exception"]["values"][0]["value"] for one in events()] == [
        "status 400, code 50035",
        "ENOENT",
    ]


def test_lines_of_others_are_not_quoted(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Libraries put values into them before they log."""
    try:
        raise ValueError(TYPED)
    except ValueError:
        logging.getLogger("asyncio").exception("Task exception was never retrieved: %s" % TYPED)  # noqa: G002, UP031
    assert TYPED not in b"".join(Taken.envelopes).decode()
    (event,) = events()
    assert event["logger"] == "asyncio"
    assert "logentry" not in event


def test_what_is_expected(events: Callable[[], list[dict[str, Any]]]) -> None:
    """Refusals, what Discord refuses, networks, and lines without an error."""
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


def test_a_database_that_heals(
    events: Callable[[], list[dict[str, Any]]], clock: list[float]
) -> None:
    """Is nobody's business; one that doesn't is, once in AGAIN seconds."""
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


def test_the_same_error_again_and_again(
    events: Callable[[], list[dict[str, Any]]], clock: list[float]
) -> None:
    """Is sent once in AGAIN seconds; another one at once."""
    for number in range(100):
        fail(ValueError(number))
        clock[0] += 1
    fail(TypeError())
    assert len(events()) == 2
    clock[0] += AGAIN
    fail(ValueError())
    assert len(events()) == 1


@pytest.mark.parametrize("dsn", ["nonsense", "https://sentry.test/1", "https://key@sentry.test/x"])
def test_no_dsn(dsn: str, shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    """One sentence, which does not repeat it."""
    monkeypatch.setenv("SALUD_SENTRY_DSN", dsn)
    said = shell.refused("run")
    assert said.startswith("The setting SALUD_SENTRY_DSN can't be used")
    assert dsn not in said
    with pytest.raises(BadSettings):
        track_errors(Settings(salud_sentry_dsn=SecretStr(dsn)))


@exhaustive
def test_off_it_loads_nothing() -> None:
    """sentry_sdk is imported where SALUD_SENTRY_DSN asks for it, and only there."""
    code = (
        "import sys, bot.app\n"
        "from bot.__main__ import _track_errors\n"
        "from bot.settings import Settings\n"
        "_track_errors(Settings(salud_sentry_dsn=''))\n"
        "assert 'sentry_sdk' not in sys.modules\n"
        f"_track_errors(Settings(salud_sentry_dsn='{DSN}'))\n"
        "assert 'sentry_sdk' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True)
