"""Pictures of games with alt texts, independent of Discord and the database."""
