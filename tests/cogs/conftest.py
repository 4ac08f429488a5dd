"""Fixtures of the tests of what needs no Discord."""

from tests.match.conftest import world

__all__ = ["world"]
