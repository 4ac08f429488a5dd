"""Statistics of ended matches: ratings, profiles, leaderboards."""
