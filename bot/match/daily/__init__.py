"""Games of the day: the same dice for everybody, one match a person, until midnight in UTC."""
