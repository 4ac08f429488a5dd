"""Tests of the charts that every game has."""
