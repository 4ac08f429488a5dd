"""Match files and tournament files on the command line, without Discord, Pillow or a database."""

import json
from pathlib import Path

from bot.app.games import load_games
from bot.errors import OperatorError
from bot.match.tournaments.files import HEADER, BadTournament, replay_events
from engine.core import driver
from engine.core.errors import NotProvable
from engine.core.matchfile import Opened, open_match, verify
from engine.core.puzzlefile import match_of
from engine.core.reportfile import INCOMPLETE, split


def open_match_file(path: str) -> tuple[Opened, tuple[str, ...]]:
    """Open a match file; return it with the lines of its report, and why it is incomplete."""
    match, report = split(match_of(read_bytes(path)))
    match, why = split(match, INCOMPLETE)
    return open_match(match, load_games().game), (*(why or ()), *(report or ()))


def read_bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise OperatorError(f"{path} can't be read: {error.strerror}.") from error


def verify_file(path: str) -> str:
    """Return a sentence about the proof. Raise OperatorError, BadLine or NotProvable."""
    text = read_bytes(path)
    if not text.startswith(HEADER.encode()):
        _, why = split(text, INCOMPLETE)
        try:
            verify(open_match_file(path)[0])
        except NotProvable as error:
            raise NotProvable(_with_gap(f"{error}.", why) if why else str(error)) from error
        return _with_gap("The dice of these entries are verified.", why) if why else "verified"
    try:
        on_trust = replay_events(text.decode(), load_games()).on_trust
    except (BadTournament, UnicodeDecodeError) as bad:
        raise OperatorError(f"{path}: {bad}") from bad
    if not on_trust:
        return "verified"
    return (
        "verified, except for events that were decided under earlier rules and are taken on trust: "
        + ", ".join(map(str, on_trust))
    )


def _with_gap(text: str, why: tuple[str, ...]) -> str:
    return " ".join((text, "The file is not the whole match as it was played:", *why))


def replay_json(path: str) -> str:
    file, _ = open_match_file(path)
    state = driver.start(file.game, file.header.seats).state
    for _, advance in file.advances():
        state = advance.position.state
    return json.dumps(file.game.summary(file.game.observe(state)))
