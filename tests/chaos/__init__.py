"""Tests of chaos: its checks find planted faults, and a short run passes them."""
