"""A world for each test that asks."""

from tests.match.conftest import world

__all__ = ["world"]
