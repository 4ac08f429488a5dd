"""Days as users type them."""

from datetime import UTC, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cogs.me.days import OFFERED, following, full_date, read, suggested_days
from texts import Catalogue

ATHENS = ZoneInfo("Europe/Athens")
NOW = int(datetime(2026, 11, 21, 18, 0, tzinfo=UTC).timestamp())
"""20:00 on a Saturday in Athens."""
CATALOGUE = Catalogue.load()
WORDS = CATALOGUE.words("en")
DAY = 24 * 3600
FORMS = (
    "3",
    "+5",
    "in 3 days",
    "2 weeks",
    "tomorrow",
    "Friday",
    "fri",
    "Nov 27",
    "27 Nov",
    "27.11.",
)


def moment_of(typed: str, locale: str = "en") -> int | None:
    """Return when a user who types this is back."""
    day = read(typed, ATHENS, NOW, CATALOGUE.words(locale), locale)
    return None if day is None else day.moment


@pytest.mark.parametrize(
    ("typed", "day"),
    [
        ("2026-12-24", "2026-12-24"),
        ("2026/12/24", "2026-12-24"),
        ("24.12.", "2026-12-24"),
        ("24.12.2027", "2027-12-24"),
        ("3.1.", "2027-01-03"),
        ("2026-11-20", "2026-11-20"),
        ("Nov 27", "2026-11-27"),
        ("nov. 27th", "2026-11-27"),
        ("27 Nov", "2026-11-27"),
        ("27th of November", "2026-11-27"),
        ("November 20", "2027-11-20"),
        ("Friday, November 27, 2026", "2026-11-27"),
        ("11/27", "2026-11-27"),
        ("27/11", "2026-11-27"),
        ("29 feb", "2028-02-29"),
        ("tomorrow", "2026-11-22"),
        ("Friday", "2026-11-27"),
        ("next fri", "2026-11-27"),
        ("saturday", "2026-11-28"),
    ],
)
def test_date_begins_in_the_user_s_time_zone(typed: str, day: str) -> None:
    """A date without a year is the next such date."""
    assert moment_of(typed) == int(datetime.fromisoformat(day).replace(tzinfo=ATHENS).timestamp())


@pytest.mark.parametrize(
    ("locale", "typed", "day"),
    [
        ("es", "27 de noviembre", "2026-11-27"),
        ("es", "27 nov", "2026-11-27"),
        ("es", "3/12", "2026-12-03"),
        ("es", "mar 1", "2027-03-01"),
        ("es", "mar", "2026-11-24"),
        ("es", "miercoles", "2026-11-25"),
        ("es", "Nov 27", "2026-11-27"),
        ("es", "el viernes", "2026-11-27"),
        ("es", "hasta el 27 de noviembre", "2026-11-27"),
        ("el", "την Παρασκευή", "2026-11-27"),
        ("el", "ως τις 27 Νοεμβρίου", "2026-11-27"),
        ("el", "27 Νοεμβρίου", "2026-11-27"),
        ("el", "παρασκευη", "2026-11-27"),
        ("de", "27. November", "2026-11-27"),
        ("de", "Mittwoch", "2026-11-25"),
        ("pt-BR", "27 de novembro", "2026-11-27"),
    ],
)
def test_dates_in_the_user_s_language(locale: str, typed: str, day: str) -> None:
    """Dates can also be untranslated, or written without accents."""
    expected = int(datetime.fromisoformat(day).replace(tzinfo=ATHENS).timestamp())
    assert moment_of(typed, locale) == expected


@pytest.mark.parametrize(
    ("locale", "typed"),
    [("en", "the day after tomorrow"), ("es", "pasado mañana"), ("el", "μεθαύριο")],
)
def test_the_day_after_tomorrow_in_the_user_s_language(locale: str, typed: str) -> None:
    today = datetime.fromtimestamp(NOW, ATHENS).date()
    start = datetime.combine(today + timedelta(days=2), time(), ATHENS)
    assert moment_of(typed, locale) == int(start.timestamp())


@pytest.mark.parametrize(
    ("locale", "typed", "days"),
    [
        ("en", "3", 3),
        ("en", "3 days", 3),
        ("en", "in 3 days", 3),
        ("en", "+2", 2),
        ("en", "1 week", 7),
        ("en", "in 2 weeks", 14),
        ("es", "3 días", 3),
        ("es", "dentro de 3 dias", 3),
        ("es", "2 semanas", 14),
        ("es", "una semana", 7),
        ("el", "μια εβδομάδα", 7),
        ("el", "3 ημέρες", 3),
        ("de", "in 3 Tagen", 3),
    ],
)
def test_counts_are_24_hours_each(locale: str, typed: str, days: int) -> None:
    assert moment_of(typed, locale) == NOW + days * DAY


@pytest.mark.parametrize(
    "typed",
    ["", "0", "31.2.", "2026-13-01", "-3", "1e9", "9999", "3 hours", "1 month", "Nov 31",
     "Nov 2027", "Thursday, November 27, 2026", "t", "Nov 27 28", "🍺"],
)  # fmt: skip
def test_unclear_text_is_rejected(typed: str) -> None:
    assert moment_of(typed) is None


@given(st.one_of(st.sampled_from(FORMS), st.from_regex(r"[0-9]{1,3}", fullmatch=True), st.text()))
def test_first_suggestion_means_what_was_typed(typed: str) -> None:
    suggestions = suggested_days(typed, ATHENS, NOW, WORDS)
    assert len(suggestions) <= OFFERED + 1
    meant = moment_of(typed)
    if meant is not None:
        assert moment_of(suggestions[0][1]) == meant


@pytest.mark.parametrize("locale", CATALOGUE.languages)
def test_every_suggestion_is_understood_by_value_and_name(locale: str) -> None:
    words = CATALOGUE.words(locale)
    for name, spelled in suggested_days("", ATHENS, NOW, words, locale):
        assert moment_of(name, locale) == moment_of(spelled, locale) is not None
    assert suggested_days("3", ATHENS, NOW, words)[0][0].startswith(
        full_date(following(ATHENS, NOW)[2], words)
    )


def test_following_days_begin_tomorrow_in_the_user_s_zone() -> None:
    days = [day.isoformat() for day in following(ATHENS, NOW)]
    assert days[:2] == ["2026-11-22", "2026-11-23"]
