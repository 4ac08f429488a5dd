"""Settings, the command line and match files."""
