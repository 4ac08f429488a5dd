"""Errors that end a command with one sentence for the operator."""


class BadFile(Exception): ...


class CannotRun(Exception): ...
