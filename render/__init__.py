"""Pictures of games, and the words that go with them; knows neither Discord nor the database."""
