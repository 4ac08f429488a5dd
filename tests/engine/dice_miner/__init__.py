"""Tests of Dice Miner, rule by rule."""
