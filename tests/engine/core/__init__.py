"""Tests of the parts that all games share."""
