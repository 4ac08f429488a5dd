"""Statistics for single games; each module has the name of the game's folder."""
