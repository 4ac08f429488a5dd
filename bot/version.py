"""Which version of Salud this is, as in CHANGELOG.md and pyproject.toml."""

VERSION = "0.1.0"
