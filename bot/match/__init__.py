"""The match service: the rules about players, time and storage around the rules of games."""
