"""Statistics of finished matches: leaderboards, profiles, histories."""
