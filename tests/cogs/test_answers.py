"""The words of every refusal and every failure, and a shutdown that waits for answers."""

import asyncio
import logging
from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest
from discord import AppCommandOptionType, Locale, User, app_commands
from discord.app_commands import TranslationContextLocation

from bot.match.lobby.errors import OnlyHost
from bot.match.log.store_errors import BrokenMatch, Conflict, StoreTrouble, Unfinished, Unsure
from bot.match.people.limits import CoolDown
from bot.match.playing.errors import BoardMovedOn, NotYourTurn
from bot.match.timing.errors import AwayTooLong
from bot.match.values import errors
from bot.match.values.errors import Refusal
from bot.observing.answer import MeasuredAnswer, current
from cogs.base.discord_errors import (
    DISCORD_TROUBLE,
    is_brief,
    is_passing,
    reason,
    wait_of,
)
from cogs.interactions.answers import Interactions, note_counted, sentence
from cogs.interactions.command_errors import error_text
from cogs.interactions.translator import CatalogueTranslator
from cogs.interactions.which import Unclear
from cogs.runtime.in_flight import InFlight
from cogs.scenes import lookup as which
from cogs.screens.base import BadChoice
from tests.cogs.moments import WORDS
from tests.patience import PATIENCE
from texts import Catalogue

VALUES = {
    "example": "2026-11-21",
    "high": 4,
    "low": 2,
    "match": 7,
    "most": 5,
    "until": 1_764_000_000,
    "user": 11,
    "users": (11, 12),
}
KINDS = {
    name: kind
    for module in (errors, which)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Refusal) and kind is not Unclear
}
"""Every refusal; `Unclear` has only subclasses with sentences."""


@pytest.mark.parametrize("name", KINDS)
def test_every_refusal_has_a_complete_sentence_of_its_own(name: str) -> None:
    kind = KINDS[name]
    text = sentence(kind(**VALUES), WORDS)
    assert text.endswith((".", "!"))
    assert "{" not in text
    if kind is not Refusal:
        assert kind.sentence != Refusal.sentence


def test_refusals_name_players_by_mention() -> None:
    """Discord turns ids into names, and a private answer pings no one."""
    assert sentence(NotYourTurn(users=(11, 12)), WORDS).endswith("waiting for <@11> and <@12>.")
    assert sentence(OnlyHost(user=11), WORDS).startswith("Only <@11>, who ")
    assert "computer" in sentence(NotYourTurn(users=()), WORDS)


@pytest.mark.parametrize(
    ("language", "month"), [("en", "In December"), ("es", "En diciembre"), ("el", "Δεκέμβριος:")]
)
def test_a_month_has_its_name_in_the_reader_s_language(language: str, month: str) -> None:
    refusal = AwayTooLong(budget=7, month=date(2026, 12, 1), days=3)
    text = sentence(refusal, Catalogue.load().words(language))
    assert month in text
    assert "2026" not in text


class Plain(app_commands.Transformer):
    pass


class Counts:
    """A store that knows whether one interaction has counted; it raises a given error instead."""

    def __init__(self, press: object = None, opened: object = None) -> None:
        self._press = press
        self._opened = opened

    async def press(self, _: int) -> object:
        return _given(self._press)

    async def opened(self, _: int) -> object:
        return _given(self._opened)

    async def has_counted(self, _: int) -> bool:
        return (await self.press(_) or await self.opened(_)) is not None


def _given(value: object) -> object:
    if isinstance(value, Exception):
        raise value
    return value


class Heard:
    def __init__(self, store: Counts | None = None) -> None:
        self.id = 5
        self.answers: list[str] = []
        self.extras: dict[str, bool] = {}
        self.observed: list[MeasuredAnswer] = []
        matches = SimpleNamespace(store=store or Counts(), observer=self)
        self.in_flight = InFlight()
        kit = SimpleNamespace(matches=matches, catalogue=SimpleNamespace(words=lambda _: WORDS))
        boards = SimpleNamespace(current=self.board)
        self.interactions = Interactions(
            cast("Any", kit), cast("Any", None), cast("Any", boards), CoolDown(), self.in_flight
        )
        self.url: str | None = None
        self.locale = Locale.american_english
        self.user = SimpleNamespace(id=1)
        self.type = discord.InteractionType.component
        self.data = {"component_type": 2, "custom_id": "2:move:12:87:take t03"}
        self.guild_id = 900
        self.is_guild_integration = lambda: True
        self.permissions = discord.Permissions.none()
        self.response = SimpleNamespace(is_done=lambda: True)
        self.followup = SimpleNamespace(send=self._send)

    def answered(self, answer: MeasuredAnswer) -> None:
        self.observed.append(answer)

    async def board(self, _: int) -> str | None:
        return self.url

    async def _send(self, text: str, *, ephemeral: bool, **_: object) -> None:
        assert ephemeral, "the answer is private"
        self.answers.append(text)


async def hear(
    error: Exception | None,
    url: str | None = None,
    *,
    store: Counts | None = None,
    counts: bool = False,
) -> list[str]:
    return (await heard_of(error, url, store=store, counts=counts)).answers


def concern_match_12() -> None:
    answer = current()
    assert answer is not None, "an interaction is being answered"
    answer.match = 12


async def heard_of(
    error: Exception | None,
    url: str | None = None,
    *,
    store: Counts | None = None,
    counts: bool = False,
) -> Heard:
    heard = Heard(store)
    heard.url = url
    async with heard.interactions.reporting_errors(cast("Any", heard)):
        assert not heard.in_flight._idle.is_set()
        concern_match_12()
        if counts:
            note_counted(cast("Any", heard))
        if error is not None:
            raise error
    await asyncio.wait_for(heard.in_flight.idle(), PATIENCE)
    return heard


def http_error(code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    return discord.HTTPException(response, {"code": code, "message": "No"})


CLOUDFLARE = "<html>\r\n<head><title>503 Service Temporarily Unavailable</title></head></html>"


def server_error(status: int, text: str, **headers: str) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="", headers=headers)
    return discord.HTTPException(response, text)


@pytest.mark.parametrize(
    ("error", "expected"),
    [
        (BadChoice("Choose two."), "Choose two."),
        (TimeoutError(), "took too long"),
        (StoreTrouble("disk full"), "couldn't be saved, so it didn't count"),
        (Conflict(), "couldn't be saved, so it didn't count"),
        (BrokenMatch("match 1"), "This match is frozen"),
        (discord.RateLimited(60.0), "Discord is limiting how much I can do"),
        (server_error(503, CLOUDFLARE), "Discord is having trouble (503)"),
        (server_error(429, CLOUDFLARE), "Discord is limiting how much I can do"),
        (KeyError("surprise"), "Something went wrong"),
        (BoardMovedOn(), "The board has moved on"),
    ],
)
async def test_failure_is_answered_in_one_sentence_without_internals(
    error: Exception, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    answers = await hear(error)
    assert len(answers) == 1
    assert expected in answers[0]
    assert "disk" not in answers[0]
    assert "surprise" not in answers[0]


DID_NOT, DID, UNKNOWN = "it didn't count", "It counted, but I can't show it", "can't tell right now"
FULL = StoreTrouble("disk full")


@pytest.mark.parametrize(
    ("error", "store", "expected"),
    [
        (FULL, Counts(), DID_NOT),
        (FULL, Counts(press="one"), DID),
        (FULL, Counts(opened="one"), DID),
        (Conflict(), Counts(press="one"), DID),
        (TimeoutError(), Counts(press="one"), DID),
        (TimeoutError(), Counts(), "Nothing changed"),
        (FULL, Counts(press=FULL), UNKNOWN),
        (FULL, Counts(opened=FULL), UNKNOWN),
        (Unsure("lost"), Counts(), UNKNOWN),
        (Unfinished("busy"), Counts(), DID),
    ],
)
async def test_answer_follows_the_store_when_the_outcome_is_unclear(
    error: Exception, store: Counts, expected: str, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    (answer,) = await hear(error, store=store)
    assert expected in answer


@pytest.mark.parametrize(
    "error",
    [FULL, Conflict(), TimeoutError(), KeyError("surprise"), BrokenMatch("1"), BoardMovedOn()],
)
async def test_failure_after_it_counted_never_asks_to_try_again(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.CRITICAL)
    (answer,) = await hear(error, store=Counts(FULL), counts=True)
    assert answer.startswith(DID)
    assert "No need to do it again" in answer


async def test_refusal_is_answered_even_if_the_current_board_cannot_be_found(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.CRITICAL)
    heard = Heard()

    async def board(_: int) -> str | None:
        raise FULL

    heard.interactions.boards = cast("Any", SimpleNamespace(current=board))
    async with heard.interactions.reporting_errors(cast("Any", heard)):
        concern_match_12()
        raise BoardMovedOn
    assert heard.answers == ["The board has moved on. Nothing changed."]


async def test_link_to_the_current_board_answers_only_a_stale_press() -> None:
    assert "(https://b.example)" in (await hear(BoardMovedOn(), "https://b.example"))[0]
    assert "example" not in (await hear(NotYourTurn(users=(1,)), "https://b.example"))[0]
    assert await hear(None, "https://b.example") == []


async def test_in_flight_is_idle_once_all_work_has_ended() -> None:
    in_flight = InFlight()
    await asyncio.wait_for(in_flight.idle(), PATIENCE)
    with in_flight.working():
        with pytest.raises(LookupError), in_flight.working():
            raise LookupError
        waiting = asyncio.create_task(in_flight.idle())
        await asyncio.sleep(0)
        assert not waiting.done()
    await asyncio.wait_for(waiting, PATIENCE)


def test_long_rate_limit_passes_after_the_time_that_discord_gives() -> None:
    limited = discord.RateLimited(299.2)
    assert isinstance(limited, DISCORD_TROUBLE)
    assert (is_passing(limited), is_brief(limited), wait_of(limited)) == (True, False, 300)
    cut = OSError("cut")
    assert (is_passing(cut), is_brief(cut), wait_of(cut)) == (True, True, 0)


def test_limit_without_via_passes() -> None:
    limited = server_error(429, CLOUDFLARE)
    assert (is_passing(limited), is_brief(limited), wait_of(limited)) == (True, False, 0)
    assert wait_of(server_error(429, CLOUDFLARE, **{"Retry-After": "40"})) == 40
    edits: Any = SimpleNamespace(status=429, reason="")
    assert is_passing(discord.HTTPException(edits, {"code": 30046, "message": "Maximum edits"}))
    assert not is_passing(http_error(30046))


@pytest.mark.parametrize(
    ("status", "text", "expected"),
    [
        (503, CLOUDFLARE, "503 Service Unavailable"),
        (
            503,
            "upstream connect error or disconnect/reset before headers",
            "503 Service Unavailable",
        ),
        (429, CLOUDFLARE, "429 Too Many Requests"),
        (403, CLOUDFLARE, "403 Forbidden"),
        (522, "<!DOCTYPE html>", "522"),
    ],
)
def test_reason_of_a_failing_server_is_its_status(status: int, text: str, expected: str) -> None:
    assert reason(server_error(status, text)) == expected


def test_reason_is_never_empty() -> None:
    assert reason(OSError("no route")) == "no route"
    assert reason(ConnectionResetError()) == "ConnectionResetError"


async def test_translator_knows_descriptions_but_not_names(tmp_path: Any) -> None:
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "es.po").write_text(header + 'msgid "Resign"\nmsgstr "Rendirse"\n')
    translator = CatalogueTranslator(Catalogue.load(tmp_path))

    async def translate(
        text: str,
        locale: Locale,
        location: TranslationContextLocation = TranslationContextLocation.command_description,
    ) -> str | None:
        context = SimpleNamespace(location=location, data=None)
        return await translator.translate(
            cast("Any", SimpleNamespace(message=text)), locale, cast("Any", context)
        )

    assert await translate("Resign", Locale.spain_spanish) == "Rendirse"
    name = TranslationContextLocation.command_name
    assert await translate("Resign", Locale.spain_spanish, name) is None, "names are not translated"
    assert await translate("Resign", Locale.french) is None
    assert await translate("Board", Locale.spain_spanish) is None


@pytest.mark.parametrize(
    ("error", "phrase"),
    [
        (app_commands.NoPrivateMessage(), "only in servers"),
        (app_commands.CommandNotFound("old", []), "type it again"),
        (
            app_commands.TransformerError("x", AppCommandOptionType.user, Plain()),
            "One of your options",
        ),
        (app_commands.CommandOnCooldown(app_commands.Cooldown(1, 1), 1), "too fast"),
        (app_commands.MissingPermissions(["manage_guild"]), "can't use this command"),
    ],
)
def test_expected_failures_are_sentences(error: app_commands.AppCommandError, phrase: str) -> None:
    assert phrase in (error_text(error, WORDS) or "")


def test_option_that_names_a_former_member_is_explained() -> None:
    """Discord sends a user instead of a member."""
    data = {"id": "7", "username": "x", "discriminator": "0", "avatar": None}
    user = User(state=cast("Any", None), data=cast("Any", data))
    error = app_commands.TransformerError(user, AppCommandOptionType.user, Plain())
    assert (error_text(error, WORDS) or "").startswith("<@7> is no longer in this server")


def test_bugs_are_not_expected_failures() -> None:
    error = app_commands.CommandInvokeError(cast("Any", SimpleNamespace(name="x")), KeyError("y"))
    assert error_text(error, WORDS) is None


@pytest.mark.parametrize(
    ("error", "counts", "outcome"),
    [
        (None, False, ("answered", None)),
        (None, True, ("counted", None)),
        (BoardMovedOn(), False, ("refused", "BoardMovedOn")),
        (BadChoice("Choose two."), False, ("refused", "BadChoice")),
        (StoreTrouble("disk full"), False, ("failed", "StoreTrouble")),
        (StoreTrouble("disk full"), True, ("counted", "StoreTrouble")),
        (Unfinished("disk full"), False, ("counted", "Unfinished")),
        (KeyError("surprise"), False, ("failed", "KeyError")),
        (http_error(10062), False, ("late", "Discord 10062")),
        (http_error(50013), False, ("failed", "Discord 50013")),
    ],
)
async def test_answers_are_observed_once_with_outcome_and_reason(
    error: Exception | None, counts: bool, outcome: tuple[str, str | None]
) -> None:
    heard = await heard_of(error, counts=counts)
    (answer,) = heard.observed
    assert (answer.kind, answer.name, answer.interaction, answer.server) == (
        "button",
        "move",
        5,
        900,
    )
    assert (answer.outcome.value, answer.reason) == outcome
    assert (answer.committed is not None) is (outcome[0] == "counted")
    assert answer.ended is not None


async def test_cool_down_is_observed_as_a_refusal() -> None:
    heard = Heard()
    heard.interactions.limits = CoolDown(burst=1)
    for _ in range(2):
        async with heard.interactions.reporting_errors(cast("Any", heard)):
            heard.interactions.admit(cast("Any", heard))
    assert [answer.reason for answer in heard.observed] == [None, "TooFast"]
