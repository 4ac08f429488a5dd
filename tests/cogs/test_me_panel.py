"""The panel of a user's own settings: correct, and within Discord's limits."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.match.lobby.challenges import CHALLENGES, MOST_REFUSED, ChallengePreference
from bot.match.timing.reminding import DAYS, FirstReminder, ReminderPlace, ReminderSettings
from cogs.base import custom_id_families as families
from cogs.base import custom_ids
from cogs.me.panel import TOGGLES, PersonalSettings, absence_panel, panel, time_form
from tests.cogs.moments import CATALOGUE, LANGUAGES, WORDS
from tests.cogs.offline import is_button
from tests.cogs.test_layout import TEXT, check, cut_alike

MENU, USER_MENU = 3, 5
owns = st.builds(
    PersonalSettings,
    reminder_settings=st.builds(
        ReminderSettings,
        when=st.sampled_from(FirstReminder),
        times=st.integers(0, 3),
        after=st.sampled_from(DAYS),
        where=st.sampled_from(ReminderPlace),
    ),
    now=st.just(1_795_000_000),
    zone=st.sampled_from((None, "America/Argentina/ComodRivadavia")),
    quiet=st.one_of(st.none(), st.tuples(st.integers(0, 1439), st.integers(0, 1439))),
    on=st.frozensets(st.sampled_from([toggle.name for toggle in TOGGLES])),
    away=st.one_of(st.none(), st.just(1_795_100_000)),
    left=st.integers(0, 7),
    taken=st.sampled_from(ChallengePreference),
    refused=st.lists(st.integers(10**18, 10**19), max_size=MOST_REFUSED, unique=True).map(tuple),
)


@given(owns)
def test_panel_shows_the_chosen_values(own: PersonalSettings) -> None:
    components = check(panel(own, WORDS))
    chosen = {}
    for menu in (part for part in components if part["type"] == MENU):
        assert 1 <= len(menu["options"]) <= 25
        assert all(len(option["label"]) <= 100 for option in menu["options"])
        (chosen[menu["custom_id"]],) = (o["value"] for o in menu["options"] if o["default"])
    assert chosen == {
        families.ME_MENU.spell("when"): own.reminder_settings.when.value,
        families.ME_MENU.spell("times"): str(own.reminder_settings.times),
        families.ME_MENU.spell("after"): str(own.reminder_settings.after),
        families.ME_MENU.spell("where"): own.reminder_settings.where.value,
        families.ME_MENU.spell(CHALLENGES): own.taken.value,
    }
    (menu,) = (part for part in components if part["type"] == USER_MENU)
    assert [int(value["id"]) for value in menu.get("default_values", [])] == list(own.refused)
    text = "".join(part["content"] for part in components if part["type"] == TEXT)
    assert (
        all(f"<@{user}>" in text for user in own.refused) or own.taken is ChallengePreference.NONE
    )
    spelled = [part["custom_id"] for part in components if "custom_id" in part]
    assert all(is_button(custom_id) for custom_id in spelled)


@given(owns)
def test_only_an_absent_user_can_come_back(own: PersonalSettings) -> None:
    components = check(absence_panel(own, WORDS))
    assert any(part.get("custom_id") == custom_ids.me("back") for part in components) == (
        own.away is not None
    )


@pytest.mark.parametrize(("left", "said"), [(1, "1 more day "), (3, "3 more days ")])
def test_days_are_counted_in_singular_and_plural(left: int, said: str) -> None:
    components = check(absence_panel(PersonalSettings(ReminderSettings(), 0, left=left), WORDS))
    assert said in "".join(part["content"] for part in components if part["type"] == TEXT)


@given(owns)
def test_form_is_prefilled_with_the_settings(own: PersonalSettings) -> None:
    window: dict[str, Any] = time_form(own, WORDS).to_dict()
    assert len(window["title"]) <= 45
    fields = [label["component"] for label in window["components"]]
    assert [field["custom_id"] for field in fields] == ["zone", "from", "until"]
    assert fields[0].get("value", "") == (own.zone or "")


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_differ_in_what_phones_show(language: str) -> None:
    own = PersonalSettings(ReminderSettings(), 1_795_000_000, away=1_795_100_000)
    words = CATALOGUE.words(language)
    for layout in (panel(own, words), absence_panel(own, words)):
        assert cut_alike(check(layout)) == []
