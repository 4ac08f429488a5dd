"""What can be wrong with what the engine is given. An error leaves everything unchanged."""


class EngineError(Exception):
    """Anything that the engine refuses."""


class NotLegal(EngineError):
    """The seat may not do this now."""


class BadToken(EngineError):
    """An outcome of chance that is not spelled as the notation wants, or not possible here."""


class BadEntry(EngineError):
    """A log entry that is not legal where it stands."""


class BadContent(EngineError):
    """Content of a rules version with which the game can't be played."""


class BadLine(EngineError):
    """A line of a match file that is refused."""

    def __init__(self, line: int, reason: str) -> None:
        """Remember the line, counted from 1, and why."""
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason


class NotProvable(EngineError):
    """A match file without a seed: its dice can't be recomputed."""
