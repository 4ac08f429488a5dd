"""DYNAMINE; docs/dynamine.md explains its rules."""
