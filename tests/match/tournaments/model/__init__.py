"""An independent model of docs/tournaments.md, and random tournaments compared with it."""
