"""The games that Salud plays, each in a package of its own."""
