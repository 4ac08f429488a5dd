"""Unexpected errors, sent to Sentry where a setting asks for it: docs/errors.md."""
