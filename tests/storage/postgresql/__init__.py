"""Tests of PostgreSQL only."""
