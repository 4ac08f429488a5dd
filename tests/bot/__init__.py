"""Settings, the command line, match files."""
