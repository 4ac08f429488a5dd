"""Errors that end a command with one sentence for the operator."""


class BadFile(Exception): ...


class BadGameData(Exception): ...


class CannotRun(Exception): ...


def named(error: BaseException) -> str:
    """Return the error's text, or its name if it has no text, as TimeoutError() has none."""
    return str(error) or type(error).__name__
