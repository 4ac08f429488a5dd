"""Tests of DYNAMINE on Discord."""
