"""What is shown of matches that are over: leaderboards, profiles, histories."""
