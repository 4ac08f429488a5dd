"""Isegrim's dice grid; its rules are told in docs/dice-grid.md."""
