"""Unexpected errors, sent to Sentry if a setting asks for it: docs/errors.md."""
