"""Pictures of games, and their alt texts. Knows neither Discord nor the database."""
