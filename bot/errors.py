"""Errors that end a command with a message for the operator."""


class OperatorError(Exception):
    """A sentence about the problem and, if known, one with the operator's next step."""

    def __init__(self, found: str, todo: str = "") -> None:
        super().__init__(f"{found} {todo}".rstrip())
        self.found, self.todo = found, todo


def error_text(error: BaseException) -> str:
    """Return the error's text, or its name if it has no text, as TimeoutError() has none."""
    return str(error) or type(error).__name__
