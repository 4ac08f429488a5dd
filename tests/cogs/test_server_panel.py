"""The panel of a server's settings, and what its values mean."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.interactions.moderators import NotModerator, moderator_of
from cogs.posting.permissions import FILES, SEE, SEND, THREADS, Need, lacking, needs, told
from cogs.preferences.server_settings import (
    CHANNELS,
    MOST_CHANNELS,
    SETTINGS,
    ServerSettings,
    read,
)
from cogs.server.handlers import NotManager, manager_of
from cogs.server.panel import ServerPanelState, language_name, panel
from tests.cogs.moments import CATALOGUE, LANGUAGES, WORDS
from tests.cogs.test_layout import check, cut_alike

LABEL, DESCRIPTION = 100, 100
"""Discord's limits for an option of a menu."""
ALL = discord.Permissions.all()


def house(choices: ServerSettings) -> ServerPanelState:
    """A server with as many languages and channels as can be, and all else there is."""
    return ServerPanelState(
        choices,
        ("en", "es", "pt_BR"),
        choices.channels,
        overview=True,
        games={"one": "One", "two": "Two"},
        has_days=True,
        morning=5,
        troubles=6,
        silenced=True,
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_every_value_can_be_chosen(name: str) -> None:
    """The panel shows the one that holds, within Discord's limits."""
    setting = SETTINGS[name]
    for option in setting.options:
        choices = read({name: option.value})
        assert str(getattr(choices, name)) == option.value
        menus = {
            part["custom_id"]: part
            for part in check(panel(house(choices), WORDS))
            if "options" in part
        }
        shown = menus[f"2:setting:{name}"]["options"]
        assert [one["value"] for one in shown if one.get("default")] == [option.value]
        assert len(shown) == len(setting.options)
        for one in shown:
            assert 0 < len(one["label"]) <= LABEL
            assert len(one.get("description") or "") <= DESCRIPTION


def test_the_first_value_is_the_default() -> None:
    """A server that has set nothing."""
    assert read({}) == ServerSettings()
    for name, setting in SETTINGS.items():
        assert str(getattr(ServerSettings(), name)) == setting.options[0].value


@given(st.dictionaries(st.sampled_from([*SETTINGS, CHANNELS, "language"]), st.text(max_size=60)))
def test_nonsense_is_not_chosen(settings: dict[str, str]) -> None:
    """Whatever is stored, what is read can be shown."""
    choices = read(settings)
    assert len(choices.channels) <= MOST_CHANNELS
    check(panel(house(choices), WORDS))


def test_as_many_channels_as_there_can_be() -> None:
    """They are kept in order, and the panel shows them."""
    many = tuple(range(10**17, 10**17 + MOST_CHANNELS))
    choices = read({CHANNELS: ",".join(map(str, many))})
    assert choices.channels == many
    menu, _ = [part for part in check(panel(house(choices), WORDS)) if "default_values" in part]
    assert [int(value["id"]) for value in menu["default_values"]] == list(many)


def test_a_long_note_is_cut_between_lines() -> None:
    """What is missing in many channels: as much as has room, and the panel with it."""
    note = "\n".join(f"line {number} {'x' * 90}" for number in range(100))
    first = check(panel(house(ServerSettings()), WORDS, note))
    text = next(part["content"] for part in first if part.get("content", "").startswith("line 0"))
    said, title, _ = text.partition("\n## ")
    assert title
    *kept, last = said.splitlines()
    assert kept == note.splitlines()[: len(kept)]
    assert last == f"… and {100 - len(kept)} more lines."
    assert len(text.splitlines()) > 20


def test_languages_by_their_own_names() -> None:
    """As their speakers write them."""
    assert [language_name(one) for one in ("en", "es", "pt_BR")] == [
        "English",
        "Español",
        "Português (Brasil)",
    ]


def test_nothing_is_missing() -> None:
    """With all permissions, in a thread and in a channel."""
    for in_thread in (False, True):
        assert lacking(ALL, needs(in_thread=in_thread, overview=True)) == []


def test_without_view_channel_nothing_else_is_named() -> None:
    """It takes all others with it."""
    assert lacking(discord.Permissions.none(), needs(in_thread=False)) == [SEE]


@pytest.mark.parametrize("need", needs(in_thread=False, overview=True), ids=lambda n: n.flag)
def test_each_is_missed_by_its_flag(need: Need) -> None:
    """A permission that is taken away is the one that is named."""
    some = discord.Permissions(ALL.value)
    some.update(**{need.flag: False})
    assert lacking(some, needs(in_thread=False, overview=True)) == [need]


def test_what_is_missing_is_told() -> None:
    """What can't be done without, and what only works less well."""
    some = discord.Permissions(ALL.value)
    some.update(attach_files=False, create_public_threads=False)
    lacked = lacking(some, needs(in_thread=False))
    assert lacked == [FILES, THREADS]
    lines = [told(need, WORDS) for need in lacked]
    assert lines[0].startswith("❌ **Attach Files**: no pictures")
    assert lines[1].startswith("⚠️ **Create Public Threads**: no thread")
    assert lacking(some, needs(in_thread=False, threads=False)) == [FILES]
    some.update(send_messages=False)
    assert SEND in lacking(some, needs(in_thread=False))
    assert SEND not in lacking(some, needs(in_thread=True)), "a thread goes by its own permission"


def asks(**allowed: bool) -> Any:
    """An interaction of somebody with these permissions alone."""
    return SimpleNamespace(
        guild_id=5,
        is_guild_integration=lambda: True,
        permissions=discord.Permissions(**allowed),
    )


def test_who_may_change_settings() -> None:
    """Asked at each press, whatever Discord lets through."""
    assert manager_of(asks(manage_guild=True)) == 5
    for other in (asks(), asks(moderate_members=True), asks(manage_messages=True)):
        with pytest.raises(NotManager):
            manager_of(other)


def test_who_may_moderate() -> None:
    """Those who may time members out, and those who manage the server."""
    assert moderator_of(asks(moderate_members=True)) == 5
    assert moderator_of(asks(manage_guild=True)) == 5
    for other in (asks(), asks(manage_messages=True)):
        with pytest.raises(NotModerator):
            moderator_of(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_differ_in_what_phones_show(language: str) -> None:
    assert cut_alike(check(panel(house(ServerSettings()), CATALOGUE.words(language)))) == []


def test_components_leave_headroom() -> None:
    """The next setting needs three."""
    check(panel(house(ServerSettings()), WORDS, "A note."))
