"""Tests of the Discord layer without Discord."""
