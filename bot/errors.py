"""What ends a command with one sentence for the operator."""


class BadFile(Exception):
    """A file that can't be read, written or made; the sentence says why."""


class CannotRun(Exception):
    """Why the bot does not run."""
