"""Tests of the rules of the dice grid, one for each ruling."""
