"""Tests of the engine: its core, each game, and the data that games are built from."""
