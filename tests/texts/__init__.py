"""Tests of catalogues and their template."""
