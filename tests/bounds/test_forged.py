"""Every forged interaction gets a private, true answer, and has no other effect."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from discord import AppCommandOptionType, app_commands
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import Family
from playground import Person, seed
from playground.person import Answer
from tests.bounds.custom_ids import FORM_FAMILIES
from tests.bounds.forging import (
    FIELDS,
    FORGER,
    FORMS,
    STRANGER,
    VALUES,
    Act,
    Stage,
    forged,
    forgery,
    stage,
)
from tests.bounds.tour import commands
from tests.tiers import every, full_or

FEW = settings(max_examples=full_or(20, 5), phases=(Phase.generate,))
"""Few examples per family, because each takes a long time to run. They are short, so failures
are not shrunk."""
LARGEST = 2**53
"""Discord's limit for integers in options."""
TEXTS = (
    *("x", "", "0", "-1", "1e400", "9999-12-31", "0000-00-00", "\u202e", "*_~`|<" * 20, "x" * 6000),
    # Digits of other scripts, only some of which `int` accepts, and numbers too large for a column
    # or for `int`.
    *("１", "٣", "൧", "²", "①", "𝟙", str(2**63), "9" * 30, "9" * 5000),
    *("9" * 20 + "/1.0.1.1", "1/" + "9" * 20 + ".0.1.1", "1/1.0.1.1", "١/١.٠.١.١", "1/-1.-1.-1.-1"),
    *("\u0301\u200d\ufe0f", "Z" + "\u0335\u0310" * 40, "\u3164", "👩\u200d👩\u200d👧" * 30, "\x00"),
    *("\u2066\u2067שלום", "\N{ARABIC LIGATURE BISMILLAH AR-RAHMAN AR-RAHEEM}" * 60, "\n" * 50),
)
OPTIONS: dict[AppCommandOptionType, tuple[object, ...]] = {
    AppCommandOptionType.string: TEXTS,
    AppCommandOptionType.integer: (0, 1, -1, LARGEST, -LARGEST, 10**15),
    AppCommandOptionType.number: (0.0, -1e300, 1e300),
    AppCommandOptionType.boolean: (True, False),
    AppCommandOptionType.user: (str(FORGER), str(seed.BOT_ID), str(seed.OWNER_ID)),
    AppCommandOptionType.channel: (str(seed.TAVERN_ID), str(seed.QUARRY_ID)),
}
"""Extreme values of options; clients don't send values that an option excludes."""


@pytest.fixture(scope="module")
def everything(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stage]:
    """A server with matches of every game, for all tests of this module."""
    with stage(tmp_path_factory.mktemp("forged")) as shared:
        yield shared


@pytest.fixture
def server(everything: Stage, caplog: pytest.LogCaptureFixture) -> Stage:
    everything.log = caplog
    return everything


def is_allowed(family: Family, custom_id: str) -> bool:
    """Return whether a barred user may do this too.

    They can have their own data forgotten, test the pings that only they get, and turn the pages
    of a message that answered their own command.
    """
    match = re.fullmatch(family.template, custom_id)
    fields = match.groupdict() if match else {}
    is_own = fields.get("what") == "test" or fields.get("asker") == str(FORGER)
    return is_own or family is families.MYDATA


@pytest.mark.parametrize("family", families.BUTTONS, ids=lambda family: family.name)
def test_forged_components_change_nothing(server: Stage, family: Family) -> None:
    """Buttons, and menus with values that were never offered, on the user's own message or a
    public one."""

    @FEW
    @given(forged(family), st.none() | VALUES, st.booleans())
    def holds(custom_id: str, values: list[str] | None, own: bool) -> None:
        act = forgery(custom_id, own=own, values=values)
        server.answered(STRANGER, act)
        if is_allowed(family, custom_id):
            server.answered(FORGER, act)
        else:
            server.changes_nothing(act)

    holds()


@pytest.mark.parametrize("family", FORM_FAMILIES, ids=lambda family: family.name)
def test_forged_forms_change_nothing(server: Stage, family: Family) -> None:
    """The forms were never opened, and have fields of other forms."""

    @FEW
    @given(forged(family), FORMS, st.booleans())
    def holds(custom_id: str, fields: dict[str, list[str] | str], own: bool) -> None:
        act = forgery(custom_id, own=own, fields=fields)
        server.answered(STRANGER, act)
        server.changes_nothing(act)

    holds()


@pytest.mark.parametrize(
    "custom_id",
    [":", "x", "2:", "🍺", "s1:１:2:pass", "2:move:１:2:pass", "2:day:２０２６-01-01:post:x"],
)
def test_custom_id_of_no_family_is_out_of_date(server: Stage, custom_id: str) -> None:
    """Python would accept digits of other scripts."""
    server.changes_nothing(forgery(custom_id, own=False))
    server.changes_nothing(forgery(custom_id, own=True, fields={}))
    assert "out of date" in str(server.answers)


@pytest.mark.parametrize("verb", ["tournaments:look:0", "day:2023-11-15:watch:dice-grid"])
def test_ids_that_no_database_holds_choose_nothing(server: Stage, verb: str) -> None:
    for value in ("9" * 30, str(2**63), "\uff11"):
        server.changes_nothing(forgery(f"2:{verb}", own=True, values=[value]))


@pytest.mark.parametrize("day", [*FIELDS["day"], "2023-11-15", "2023-11-16"])
def test_impossible_days_change_nothing(server: Stage, day: str) -> None:
    """Python's last day, the day before the first daily puzzle, future days, and other texts."""
    for verb in ("results", "post", "picture", "watch", "computer"):
        server.changes_nothing(forgery(f"2:day:{day}:{verb}:dice-grid", own=True))


def extreme(data: st.DataObject, command: app_commands.Command[Any, ..., Any]) -> dict[str, object]:
    given_options = {}
    for parameter in command.parameters:
        if parameter.required or data.draw(st.booleans()):
            choices = tuple(choice.value for choice in parameter.choices)
            value = data.draw(st.sampled_from(choices or OPTIONS[parameter.type]))
            given_options[parameter.display_name] = value
    return given_options


def used(command: str, options: dict[str, object]) -> Act:
    async def use(user: Person, there: Stage) -> Answer:
        del there
        return await user.command(command, options)

    return use


def check_extremes(server: Stage, command: app_commands.Command[Any, ..., Any]) -> None:
    @settings(max_examples=full_or(4, 1), phases=(Phase.generate,))
    @given(st.data(), st.sampled_from((FORGER, STRANGER)))
    def holds(data: st.DataObject, user: int) -> None:
        server.answered(user, used(command.qualified_name, extreme(data, command)))

    holds()


def test_commands_with_extreme_options_are_answered(server: Stage) -> None:
    for command in commands(server.tour.bot):
        check_extremes(server, command)


USUAL: dict[str, object] = {"table": "1.0.1.1", "winner": "1"}
"""Valid option values, without which a command would not read its other options."""


def usual_value(parameter: app_commands.Parameter) -> object:
    choices = [choice.value for choice in parameter.choices]
    return (choices or OPTIONS[parameter.type])[0]


@pytest.mark.parametrize("text", every(TEXTS, lambda text: "/1." in text and text[0] == "9"))
def test_odd_texts_are_answered_in_every_option(server: Stage, text: str) -> None:
    """The owner of the server also sends them, because owners can use moderators' commands."""
    for command in commands(server.tour.bot):
        texts = [
            parameter
            for parameter in command.parameters
            if parameter.type is AppCommandOptionType.string and not parameter.choices
        ]
        needed = {
            parameter.display_name: USUAL.get(parameter.display_name, usual_value(parameter))
            for parameter in command.parameters
            if parameter.required
        }
        for parameter in texts:
            options = {**needed, parameter.display_name: text}
            for user in (STRANGER, seed.OWNER_ID):
                server.answered(user, used(command.qualified_name, options))
