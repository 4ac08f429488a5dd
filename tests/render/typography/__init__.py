"""Tests of text in any script."""
