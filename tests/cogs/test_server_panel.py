"""The panel of a server's settings, and the meaning of its values."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.interactions.moderators import NotModerator, moderator_of
from cogs.posting.permissions import FILES, SEE, SEND, THREADS, Need, lacking, missing_line, needs
from cogs.preferences.server_settings import (
    CHANNELS,
    FORUM,
    GAME,
    LANGUAGE,
    MOST_CHANNELS,
    PING_KINDS,
    PING_ROLE,
    SETTINGS,
    ServerSettings,
    read,
)
from cogs.server.handlers import NotManager, manager_of
from cogs.server.panel import (
    CHECK,
    MORNING,
    OVERVIEW,
    PAGES,
    TROUBLES,
    PanelPage,
    ServerPanelState,
    language_name,
    page_of,
    panel,
)
from tests.cogs.moments import CATALOGUE, LANGUAGES, WORDS
from tests.cogs.test_layout import check, cut_alike

LABEL, DESCRIPTION = 100, 100
"""Discord's limits for an option of a menu."""
MENUS = (3, 6, 8)
"""Component types: menus of options, roles and channels."""
ALL = discord.Permissions.all()


def house(choices: ServerSettings) -> ServerPanelState:
    """Return a panel state with the maximum number of languages and channels, and with every
    optional line.
    """
    return ServerPanelState(
        choices,
        ("en", "es", "pt_BR"),
        choices.channels,
        overview=True,
        games={"one": "One", "two": "Two"},
        has_days=True,
        has_several_tables=True,
        morning=5,
        troubles=6,
        silenced=True,
        ping_role=7,
        ping_warning="A warning.",
    )


@pytest.mark.parametrize("name", SETTINGS)
def test_every_value_can_be_chosen(name: str) -> None:
    setting = SETTINGS[name]
    for value in setting.options:
        choices = read({name: value})
        assert str(getattr(choices, name)) == value
        menus = {
            part["custom_id"]: part
            for part in check(panel(house(choices), WORDS, page=page_of(name)))
            if "options" in part
        }
        choices_shown = menus[f"2:setting:{name}"]["options"]
        assert [choice["value"] for choice in choices_shown if choice.get("default")] == [value]
        assert len(choices_shown) == len(setting.options)
        for choice in choices_shown:
            assert 0 < len(choice["label"]) <= LABEL
            assert len(choice.get("description") or "") <= DESCRIPTION


def test_first_option_is_the_default() -> None:
    assert read({}) == ServerSettings()
    for name, setting in SETTINGS.items():
        assert str(getattr(ServerSettings(), name)) == next(iter(setting.options))


@given(st.dictionaries(st.sampled_from([*SETTINGS, CHANNELS, "language"]), st.text(max_size=60)))
def test_any_stored_settings_can_be_shown(settings: dict[str, str]) -> None:
    choices = read(settings)
    assert len(choices.channels) <= MOST_CHANNELS
    for page in PanelPage:
        check(panel(house(choices), WORDS, page=page))


def test_maximum_of_channels_is_kept_in_order_and_shown() -> None:
    many = tuple(range(10**17, 10**17 + MOST_CHANNELS))
    choices = read({CHANNELS: ",".join(map(str, many))})
    assert choices.channels == many
    menu, _ = [part for part in check(panel(house(choices), WORDS)) if "default_values" in part]
    assert [int(value["id"]) for value in menu["default_values"]] == list(many)


def test_long_note_is_cut_between_lines() -> None:
    note = "\n".join(f"line {number} {'x' * 90}" for number in range(100))
    first = check(panel(house(ServerSettings()), WORDS, note))
    text = next(part["content"] for part in first if part.get("content", "").startswith("line 0"))
    cut_note, title, _ = text.partition("\n## ")
    assert title
    *lines, last = cut_note.splitlines()
    assert lines == note.splitlines()[: len(lines)]
    assert last == f"… and {100 - len(lines)} more lines."
    assert len(text.splitlines()) > 20


def test_languages_are_named_in_their_own_language() -> None:
    assert [language_name(language) for language in ("en", "es", "pt_BR")] == [
        "English",
        "Español",
        "Português (Brasil)",
    ]


def test_all_permissions_lack_nothing() -> None:
    for in_thread in (False, True):
        assert lacking(ALL, needs(in_thread=in_thread, overview=True)) == []


def test_without_view_channel_nothing_else_is_named() -> None:
    """A missing View Channel implies that all others are missing."""
    assert lacking(discord.Permissions.none(), needs(in_thread=False)) == [SEE]


@pytest.mark.parametrize("need", needs(in_thread=False, overview=True), ids=lambda n: n.flag)
def test_missing_permission_is_named_by_its_flag(need: Need) -> None:
    permissions = discord.Permissions(ALL.value)
    permissions.update(**{need.flag: False})
    assert lacking(permissions, needs(in_thread=False, overview=True)) == [need]


def test_required_and_useful_permissions_are_told_apart() -> None:
    permissions = discord.Permissions(ALL.value)
    permissions.update(attach_files=False, create_public_threads=False)
    lacked = lacking(permissions, needs(in_thread=False))
    assert lacked == [FILES, THREADS]
    lines = [missing_line(need, WORDS) for need in lacked]
    assert lines[0].startswith("❌ **Attach Files**: no pictures")
    assert lines[1].startswith("⚠️ **Create Public Threads**: no thread")
    assert lacking(permissions, needs(in_thread=False, threads=False)) == [FILES]
    permissions.update(send_messages=False)
    assert SEND in lacking(permissions, needs(in_thread=False))
    assert SEND not in lacking(permissions, needs(in_thread=True)), (
        "threads have a permission of their own"
    )


def asks(**allowed: bool) -> Any:
    return SimpleNamespace(
        guild_id=5,
        is_guild_integration=lambda: True,
        permissions=discord.Permissions(**allowed),
    )


def test_only_managers_may_change_settings() -> None:
    """Discord's own restriction of the command can be lifted, so each press is checked."""
    assert manager_of(asks(manage_guild=True)) == 5
    for other in (asks(), asks(moderate_members=True), asks(manage_messages=True)):
        with pytest.raises(NotManager):
            manager_of(other)


def test_moderators_and_managers_may_moderate() -> None:
    assert moderator_of(asks(moderate_members=True)) == 5
    assert moderator_of(asks(manage_guild=True)) == 5
    for other in (asks(), asks(manage_messages=True)):
        with pytest.raises(NotModerator):
            moderator_of(other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_differ_in_what_phones_show(language: str) -> None:
    for page in PanelPage:
        shown = check(panel(house(ServerSettings()), CATALOGUE.words(language), page=page))
        assert cut_alike(shown) == []


def test_each_page_fits_a_screen_and_leads_to_the_others() -> None:
    """Each setting is on exactly one page, with at most four menus."""
    seen: list[str] = []
    for page in PanelPage:
        parts = check(panel(house(ServerSettings()), WORDS, "A note.", page))
        ids = [part["custom_id"].split(":")[2] for part in parts if "custom_id" in part]
        assert {other.value for other in PanelPage} < set(ids)
        names = [name for name in ids if name not in PAGES]
        assert all(page_of(name) is page for name in names)
        assert len([part for part in parts if part["type"] in MENUS]) <= 4
        seen += names
    assert sorted(seen) == sorted(
        [
            *(*SETTINGS, CHANNELS, FORUM, LANGUAGE, GAME, CHECK, OVERVIEW, MORNING, TROUBLES),
            *(PING_ROLE, PING_KINDS),
        ]
    )


def test_first_page_has_channels_and_language() -> None:
    parts = check(panel(house(ServerSettings()), WORDS))
    menus = [part["custom_id"] for part in parts if part["type"] in MENUS]
    assert menus == [
        "2:setting:channels",
        "2:setting:forum",
        "2:setting:language",
        "2:setting:troubles",
    ]
