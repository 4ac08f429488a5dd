"""Games of the day: the same dice for all players, one match each, until midnight in UTC."""
