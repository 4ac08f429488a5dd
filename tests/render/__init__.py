"""Tests that pictures are correct, legible, small, and the same on every machine."""
