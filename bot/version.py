"""The version of Salud. pyproject.toml reads it here; CHANGELOG.md and Dockerfile name it too."""

VERSION = "0.3.0"
