"""Tests here run on each release's database."""

import pytest

from tests.releases.fixtures import Fixture, fixtures


@pytest.fixture(params=fixtures(), ids=lambda fixture: fixture.release)
def fixture(request: pytest.FixtureRequest) -> Fixture:
    stored: Fixture = request.param
    return stored
