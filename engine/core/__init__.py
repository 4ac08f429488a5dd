"""Code that every Game shares: the base class, the log, chance, the driver, match files."""
