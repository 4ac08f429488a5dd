"""Tools for translators and artists, which the running bot doesn't need."""
