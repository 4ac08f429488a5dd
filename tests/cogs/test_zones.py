"""Time zones and times of day as users type them."""

from zoneinfo import ZoneInfo, available_timezones

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cogs.base.text_limits import OPTIONS
from cogs.me.typed import between, clock, minute_of
from cogs.me.zones import display_name, find, local, resolve


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
def test_zone_is_found_by_city_country_name_or_offset(typed: str, zone: str) -> None:
    assert resolve(typed) == zone


@pytest.mark.parametrize(
    "typed", ["", "Atlantis", "argentina", "../etc/passwd", "+15", "-13", "Factory", "a"]
)
def test_unknown_or_ambiguous_zone_is_refused(typed: str) -> None:
    assert resolve(typed) is None


def test_country_suggests_its_zones_main_one_first() -> None:
    """Countries can be named in the user's language."""
    assert find("spain")[0] == "Europe/Madrid"
    assert find("españa", "es")[0] == "Europe/Madrid"
    assert "Atlantic/Canary" in find("spain")
    assert find("españa") == []


@settings(deadline=None)  # the first search reads the names of all zones
@given(st.text(max_size=30))
def test_every_suggestion_is_a_zone_and_fits(typed: str) -> None:
    zones = find(typed)
    assert len(zones) <= OPTIONS
    assert set(zones) <= available_timezones()
    meant = resolve(typed)
    assert meant is None or ZoneInfo(meant)


@pytest.mark.parametrize("zone", ["Etc/GMT-2", "Etc/GMT+11", "Europe/Athens", "UTC"])
def test_zone_name_can_be_typed(zone: str) -> None:
    assert resolve(display_name(zone)) == zone
    assert "GMT" not in display_name(zone)


def test_local_time() -> None:
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
def test_time_of_day_in_many_notations(typed: str, minute: int) -> None:
    assert minute_of(typed) == minute


@pytest.mark.parametrize("typed", ["", "25", "24:01", "7:60", "13 pm", "0 am", "noon", "-3", "7:3"])
def test_other_text_is_no_time_of_day(typed: str) -> None:
    assert minute_of(typed) is None


@given(st.integers(0, 24 * 60 - 1))
def test_every_time_is_read_back(minute: int) -> None:
    assert minute_of(clock(minute)) == minute


def test_range_of_two_times_needs_a_dash_or_a_word() -> None:
    assert between("22:30-7") == (1350, 420)
    assert between("22 to 6") == (1320, 360)
    assert between("10pm – 7am") == (1320, 420)
    assert between("de 22:30 a 7:30") == (1350, 450)
    assert between("22:30 hasta las 7:30") == (1350, 450)
    assert between("από τις 22:30 έως τις 7:30") == (1350, 450)
    for typed in ("22:30", "22-", "1-2-3", "none", ""):
        assert between(typed) is None
