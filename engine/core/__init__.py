"""Code that every Game shares: the protocol, the log, chance, the driver, match files."""
