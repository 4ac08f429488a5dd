"""Laws: properties of every Game, tested in random matches."""
