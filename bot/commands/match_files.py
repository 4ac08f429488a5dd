"""Match files and tournament files on the command line, without Discord, Pillow or a database."""

import json
from pathlib import Path

from bot.errors import BadFile
from bot.games import load_games
from bot.match.tournaments.files import HEADER, BadTournament
from bot.match.tournaments.files import verify as verify_tournament
from engine.core import driver
from engine.core.matchfile import Opened, open_match, verify
from engine.core.puzzlefile import match_of
from engine.core.reportfile import split


def opened(path: str) -> tuple[Opened, tuple[str, ...]]:
    match, report = split(match_of(read_bytes(path)))
    return open_match(match, load_games().game), report or ()


def read_bytes(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise BadFile(f"{path} can't be read: {error.strerror}.") from error


def verify_file(path: str) -> None:
    """Raise BadFile, BadLine or NotProvable."""
    text = read_bytes(path)
    if not text.startswith(HEADER.encode()):
        verify(opened(path)[0])
        return
    try:
        verify_tournament(text.decode())
    except (BadTournament, UnicodeDecodeError) as bad:
        raise BadFile(f"{path}: {bad}") from bad


def replay_json(path: str) -> str:
    file, _ = opened(path)
    state = driver.start(file.game, file.header.seats).state
    for _, advance in file.advances():
        state = advance.position.state
    return json.dumps(file.game.summary(file.game.observe(state, None)))
