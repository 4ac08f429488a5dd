"""An independent model of docs/tournaments.md, compared with random tournaments."""
