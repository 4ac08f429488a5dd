"""Tests of the dice grid's pictures."""
