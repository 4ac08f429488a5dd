"""Errors that end a command with one sentence for the operator."""


class BadFile(Exception):
    """A file that can't be read, written or created; the sentence has the reason."""


class CannotRun(Exception):
    """The bot can't run; the sentence has the reason."""
