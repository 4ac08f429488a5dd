"""What people are told: every refusal and every trouble in words, and a stop that waits."""

import asyncio
import logging
from types import SimpleNamespace
from typing import Any, cast

import pytest
from discord import Locale
from discord.app_commands import TranslationContextLocation

from bot.match import errors
from bot.match.errors import BoardMovedOn, NotYourTurn, OnlyHost, Refusal
from bot.match.limits import CoolDown
from bot.match.loaded import BrokenMatch
from bot.match.ports import Conflict, StoreTrouble
from cogs import which
from cogs.answers import answered, sentence
from cogs.screens.base import BadChoice
from cogs.translator import CatalogueTranslator
from cogs.trouble import Busy, reason
from tests.cogs.moments import WORDS
from texts import Catalogue

VALUES = {"low": 2, "high": 4, "match": 7, "most": 5, "user": 11, "users": (11, 12)}
KINDS = {
    name: kind
    for module in (errors, which)
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Refusal)
}


@pytest.mark.parametrize("name", KINDS)
def test_every_refusal(name: str) -> None:
    """A sentence of its own, with nothing left to fill in."""
    kind = KINDS[name]
    text = sentence(kind(**VALUES), WORDS)
    assert text.endswith((".", "!"))
    assert "{" not in text
    if kind is not Refusal:
        assert kind.sentence != Refusal.sentence


def test_people_are_named() -> None:
    """Discord turns ids into names; nobody is pinged by a private answer."""
    assert sentence(NotYourTurn(users=(11, 12)), WORDS).endswith("waits for <@11> and <@12>.")
    assert sentence(OnlyHost(user=11), WORDS).startswith("Only <@11>, who ")
    assert "computer" in sentence(NotYourTurn(users=()), WORDS)


class Heard:
    """An interaction that remembers what its user was told."""

    def __init__(self) -> None:
        self.told: list[str] = []
        self.extras: dict[str, bool] = {}
        self.client = SimpleNamespace(busy=Busy(), limits=CoolDown())
        self.user = SimpleNamespace(id=1)
        self.response = SimpleNamespace(is_done=lambda: True)
        self.followup = SimpleNamespace(send=self._send)

    async def _send(self, text: str, *, ephemeral: bool) -> None:
        assert ephemeral, "nobody else hears it"
        self.told.append(text)


async def hear(error: Exception | None, url: str | None = None) -> list[str]:
    """What somebody is told whose wish ends so."""
    heard = Heard()

    async def work() -> None:
        assert not heard.client.busy._idle.is_set()
        if error is not None:
            raise error

    async def board() -> str | None:
        return url

    await answered(cast("Any", heard), WORDS, work(), board)
    await asyncio.wait_for(heard.client.busy.idle(), 1)
    return heard.told


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (BadChoice("Choose two."), "Choose two."),
        (TimeoutError(), "took too long"),
        (StoreTrouble("disk full"), "could not be kept, so it did not count"),
        (Conflict(), "could not be kept, so it did not count"),
        (BrokenMatch("match 1"), "frozen. Nothing was changed"),
        (KeyError("surprise"), "Something went wrong here"),
        (BoardMovedOn(), "The board has moved on"),
    ],
)
async def test_trouble_is_answered(
    error: Exception, said: str, caplog: pytest.LogCaptureFixture
) -> None:
    """One private sentence, in which nothing of the inside shows."""
    caplog.set_level(logging.CRITICAL)
    told = await hear(error)
    assert len(told) == 1
    assert said in told[0]
    assert "disk" not in told[0]
    assert "surprise" not in told[0]


async def test_the_way_to_the_current_board() -> None:
    """Is told only to who pressed on an old one."""
    assert "(https://b.example)" in (await hear(BoardMovedOn(), "https://b.example"))[0]
    assert "example" not in (await hear(NotYourTurn(users=(1,)), "https://b.example"))[0]
    assert await hear(None, "https://b.example") == []


async def test_busy() -> None:
    """Idle when all that was begun has ended, also by an error."""
    busy = Busy()
    await asyncio.wait_for(busy.idle(), 1)
    with busy.working():
        with pytest.raises(LookupError), busy.working():
            raise LookupError
        waiting = asyncio.create_task(busy.idle())
        await asyncio.sleep(0)
        assert not waiting.done()
    await asyncio.wait_for(waiting, 1)


def test_reasons() -> None:
    """Never an empty one."""
    assert reason(OSError("no route")) == "no route"
    assert reason(ConnectionResetError()) == "ConnectionResetError"


async def test_translator(tmp_path: Any) -> None:
    """Texts of commands by the reader's language; None where there is none."""
    header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'
    (tmp_path / "es.po").write_text(header + 'msgid "Resign"\nmsgstr "Rendirse"\n')
    translator = CatalogueTranslator(Catalogue.load(tmp_path))

    async def said(
        text: str,
        locale: Locale,
        location: TranslationContextLocation = TranslationContextLocation.command_description,
    ) -> str | None:
        context = SimpleNamespace(location=location)
        return await translator.translate(
            cast("Any", SimpleNamespace(message=text)), locale, cast("Any", context)
        )

    assert await said("Resign", Locale.spain_spanish) == "Rendirse"
    name = TranslationContextLocation.command_name
    assert await said("Resign", Locale.spain_spanish, name) is None, "names stay as they are"
    assert await said("Resign", Locale.french) is None
    assert await said("Board", Locale.spain_spanish) is None
