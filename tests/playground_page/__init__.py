"""Tests of the playground's page, in a real browser, against a stand-in server."""
