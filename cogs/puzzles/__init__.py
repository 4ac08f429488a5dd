"""/puzzle: decisions from matches to solve, their solutions, and the results of a day."""
