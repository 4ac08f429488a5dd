"""Tests of the dice grid on Discord."""
