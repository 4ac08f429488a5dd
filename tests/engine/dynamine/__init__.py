"""Tests of the rules of DYNAMINE."""
