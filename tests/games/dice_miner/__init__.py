"""Tests of Dice Miner on Discord."""
