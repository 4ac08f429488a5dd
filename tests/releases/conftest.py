"""Tests here run on each release's database; `make test` takes those of the two newest releases."""

import pytest

from tests.releases.fixtures import Fixture, fixtures
from tests.tiers import every

NEWEST = 2


@pytest.fixture(params=every(fixtures()[::-1], NEWEST), ids=lambda fixture: fixture.release)
def fixture(request: pytest.FixtureRequest) -> Fixture:
    stored: Fixture = request.param
    return stored
