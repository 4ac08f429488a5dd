"""Catalogues and their template."""
