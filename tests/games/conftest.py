"""A world for tests that ask for one."""

from tests.match.conftest import world

__all__ = ["world"]
