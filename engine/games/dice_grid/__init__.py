"""Isegrim's dice grid; docs/dice-grid.md explains its rules."""
