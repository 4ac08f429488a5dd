"""Errors for bad input to the engine. An error leaves everything unchanged."""


class EngineError(Exception): ...


class NotLegal(EngineError):
    """The seat is not allowed to do this now."""


class BadToken(EngineError):
    """An outcome of chance that is misspelled or impossible here."""


class BadEntry(EngineError):
    """A log entry that is not legal at its place."""


class BadContent(EngineError):
    """Game data that makes a rules version unplayable."""


class BadLine(EngineError):
    def __init__(self, line: int, reason: str) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class NotProvable(EngineError):
    """A match file without a seed: its dice can't be recomputed."""
