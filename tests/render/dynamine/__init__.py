"""Tests of DYNAMINE's pictures."""
