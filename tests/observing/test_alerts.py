"""Each alert rule fires when it should, and only then."""

import copy

import pytest

from bench import alerts
from tests.machine import needs_promtool


def test_each_rule_has_firing_and_quiet_cases() -> None:
    cases = alerts.cases()
    assert alerts.lacking(cases) == []
    without = {**cases, "SaludDown": {"firing": cases["SaludDown"]["firing"]}}
    assert alerts.lacking(without) == ["SaludDown: quiet"]


@needs_promtool
def test_rules_fire_and_keep_quiet_as_their_cases_say() -> None:
    assert alerts.complaints(alerts.cases()) == ""


@needs_promtool
def test_wrong_case_is_reported() -> None:
    cases = copy.deepcopy(alerts.cases())
    down = cases["SaludDown"]
    swapped = {**cases, "SaludDown": {"firing": down["quiet"], "quiet": down["firing"]}}
    complaints = alerts.complaints(swapped)
    for name in ("SaludDown, firing 1", "SaludDown, quiet 1"):
        assert name in complaints
    assert "SaludUnwell" not in complaints


def test_missing_promtool_is_reported(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(alerts, "promtool", lambda: None)
    assert alerts.main() == 0
    assert "not tested, because promtool is not installed" in capsys.readouterr().out
