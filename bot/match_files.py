"""Match files on the command line: replay, verify, export."""

import asyncio
import json
from pathlib import Path

from bot.games import GameRegister, load_games
from bot.match.errors import SecretUntilOver
from bot.match.loaded import build
from bot.match.playing.proof import match_file
from bot.replay_pages import page, scene_of
from bot.settings import Settings
from bot.storage.database import open_database
from bot.storage.store import SqliteStore
from cogs.games.installed import InstalledGames
from cogs.screens import GameScreens
from engine.core import driver
from engine.core.matchfile import Opened, open_match, verify
from engine.core.reportfile import split
from texts import Catalogue


class BadFile(Exception):
    """A file that can't be read at all; the sentence says why."""


def _open(path: str) -> Opened:
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise BadFile(f"{path} can't be read: {error.strerror}.") from error
    return open_match(split(data)[0], load_games().game)


def _screens(opened: Opened) -> GameScreens:
    return InstalledGames(load_games()).screens(opened.header.game)


def _reported(path: str) -> tuple[str, ...]:
    """What a report says beside its match; () where the file is no report."""
    return split(Path(path).read_bytes())[1] or ()


def replay_json(path: str) -> str:
    """The last State of a match file as JSON; raises BadFile or BadLine."""
    opened = _open(path)
    state = driver.start(opened.game, opened.header.seats).state
    for _, made in opened.advances():
        state = made.position.state
    return json.dumps(opened.game.summary(opened.game.observe(state, None)))


def replay_text(path: str) -> str:
    """A match file to read, move by move, then the table; raises BadFile or BadLine."""
    opened = _open(path)
    words = Catalogue.load().words()
    state = driver.start(opened.game, opened.header.seats).state
    screens = _screens(opened)
    lines = list(_reported(path))
    for number, made in opened.advances():
        state = made.position.state
        scene = scene_of(opened, state, words, screens)
        actor = "*" if made.entry.actor is None else str(made.entry.actor)
        lines.append(f"{number:>4}  {made.entry.seq} {actor} {made.entry.token}")
        lines += [f"      {line}" for line in screens.story(scene, (made,))]
    scene = scene_of(opened, state, words, screens)
    lines += ["", screens.text(scene)]
    if opened.game.outcome(state) is not None:
        lines += ["", screens.final(scene)]
    return "\n".join(lines).replace("**", "")


def replay_html(path: str, out: str) -> str:
    """Write a match file as a page; gives a sentence about it. Raises BadFile or BadLine."""
    opened = _open(path)
    text = page(opened, _screens(opened))
    data = text.encode()
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise BadFile(f"{out} can't be written: {error.strerror}.") from error
    return f"{out}: {len(data) / 1e6:.1f} MB. Open it in a browser."


def verify_file(path: str) -> None:
    """Prove a match file's dice; raises BadFile, BadLine or NotProvable."""
    verify(_open(path))


async def export(settings: Settings, match: int, games: GameRegister | None = None) -> str:
    """A stored match as a match file; the seed only when the match is over.

    Raises BadFile where there is no such match, or it has not begun, or it goes on and its game
    hides something.
    """
    if not await asyncio.to_thread(Path(settings.salud_database).is_file):
        raise BadFile(f"There is no database {settings.salud_database}.")
    database = await open_database(settings.salud_database)
    try:
        stored = await SqliteStore(database).load(match)
    finally:
        await database.close()
    if stored is None:
        raise BadFile(f"There is no match {match} in {settings.salud_database}.")
    game = (games or load_games()).game(stored.record.game, stored.record.rules)
    if game is None:
        raise BadFile(f"Match {match} is of a game or rules version that is not here.")
    loaded = build(stored, game)
    if loaded.roster.contribution is None:
        raise BadFile(f"Match {match} has not begun.")
    try:
        return match_file(loaded)
    except SecretUntilOver as secret:
        raise BadFile(
            f"Match {match} goes on, and its log would show what its players hold hidden. It can "
            "be exported when it is over."
        ) from secret
