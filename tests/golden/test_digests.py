"""The digests of all recorded States stay as they are, because databases have stored them."""

import pytest

from tests.golden.digests import FOLDER, current, recorded
from tests.golden.test_golden import GAMES

NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
each_version = pytest.mark.parametrize("name", NAMES)


@each_version
def test_every_recorded_state_has_its_digest(name: str) -> None:
    matches = current()[name]["matches"]
    for match, digests in recorded(name)["matches"].items():
        for number, line in enumerate(digests):
            assert matches[match][number] == line, f"{match}, line {number}: see digests.py"
        assert len(matches[match]) == len(digests)


@each_version
def test_fields_of_states_are_as_recorded(name: str) -> None:
    """Each changed field is a reason to look at the game's canonical.py: see digests.py."""
    assert current()[name]["fields"] == recorded(name)["fields"]


def test_digests_of_every_golden_match_are_recorded() -> None:
    assert {name: set(content["matches"]) for name, content in current().items()} == {
        name: set(recorded(name)["matches"]) for name in NAMES
    }
    versions = {f"{name}-{GAMES.newest(name).info.rules}" for name in GAMES.names}
    assert versions <= set(NAMES)
