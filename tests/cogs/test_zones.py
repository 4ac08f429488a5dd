"""Time zones and times of day as people type them."""

from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.base.text_limits import OPTIONS
from cogs.me.typed import between, clock, minute_of
from cogs.me.zones import find, local, resolve, shown


@pytest.mark.parametrize(
    ("typed", "zone"),
    [
        ("madrid", "Europe/Madrid"),
        ("Sao Paulo", "America/Sao_Paulo"),
        ("São Paulo", "America/Sao_Paulo"),
        ("new-york", "America/New_York"),
        ("europe/athens", "Europe/Athens"),
        ("US/Eastern", "US/Eastern"),
        ("greece", "Europe/Athens"),
        ("+2", "Etc/GMT-2"),
        ("utc-5", "Etc/GMT+5"),
        ("UTC", "UTC"),
    ],
)
def test_one_zone_is_meant(typed: str, zone: str) -> None:
    """A city, a country with one zone, a name in any letters, an offset."""
    assert resolve(typed) == zone


@pytest.mark.parametrize(
    "typed", ["", "Atlantis", "argentina", "../etc/passwd", "+15", "-13", "Factory", "a"]
)
def test_none_is_meant(typed: str) -> None:
    """Unknown, or several."""
    assert resolve(typed) is None


def test_countries_offer_their_zones() -> None:
    """Its main one first; known in the reader's language, too."""
    assert find("spain")[0] == "Europe/Madrid"
    assert find("españa", "es")[0] == "Europe/Madrid"
    assert "Atlantic/Canary" in find("spain")
    assert find("españa") == []


@settings(deadline=None)  # the first search reads the names of all zones
@given(st.text(max_size=30))
def test_whatever_is_typed(typed: str) -> None:
    """What is found can be used, and fits into Discord's list."""
    found = find(typed)
    assert len(found) <= OPTIONS
    assert set(found) <= available_timezones()
    meant = resolve(typed)
    assert meant is None or ZoneInfo(meant)


@pytest.mark.parametrize("zone", ["Etc/GMT-2", "Etc/GMT+11", "Europe/Athens", "UTC"])
def test_what_is_shown_can_be_typed(zone: str) -> None:
    """And means the same."""
    assert resolve(shown(zone)) == zone
    assert "GMT" not in shown(zone)


def test_local_time() -> None:
    """The time of day there."""
    assert local("Etc/UTC", 1_700_000_000) == "22:13"
    assert local("Europe/Madrid", 1_700_000_000) == "23:13"


@pytest.mark.parametrize(
    ("typed", "minute"),
    [
        ("22:30", 1350),
        ("7", 420),
        ("7.15", 435),
        ("22h30", 1350),
        ("8 h", 480),
        ("10 pm", 1320),
        ("12am", 0),
        ("12 p.m.", 720),
        ("24:00", 0),
        (" 0:05 ", 5),
    ],
)
def test_times(typed: str, minute: int) -> None:
    """As people write them."""
    assert minute_of(typed) == minute


@pytest.mark.parametrize("typed", ["", "25", "24:01", "7:60", "13 pm", "0 am", "noon", "-3", "7:3"])
def test_no_times(typed: str) -> None:
    """Not a time of day."""
    assert minute_of(typed) is None


@given(st.integers(0, 24 * 60 - 1))
def test_times_are_read_back(minute: int) -> None:
    """As they are shown."""
    assert minute_of(clock(minute)) == minute


def test_two_times() -> None:
    """With a dash or a word; anything else is none."""
    assert between("22:30-7") == (1350, 420)
    assert between("22 to 6") == (1320, 360)
    assert between("10pm – 7am") == (1320, 420)
    for typed in ("22:30", "22-", "1-2-3", "none", ""):
        assert between(typed) is None
