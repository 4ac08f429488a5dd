"""Match files told on the command line: as text, as JSON, as a page."""

import json
from pathlib import Path

from bot import match_files
from bot.errors import BadFile
from bot.games import load_games
from bot.replay_pages import page, scene_of
from cogs.games.installed import InstalledGames
from cogs.screens import GameScreens
from engine.core import driver
from engine.core.matchfile import Opened
from texts import Catalogue


def replay_json(path: str) -> str:
    """The last State of a match file as JSON; raises BadFile or BadLine."""
    opened, _ = match_files.opened(path)
    state = driver.start(opened.game, opened.header.seats).state
    for _, made in opened.advances():
        state = made.position.state
    return json.dumps(opened.game.summary(opened.game.observe(state, None)))


def replay_text(path: str) -> str:
    """A match file to read, move by move, then the table; raises BadFile or BadLine."""
    opened, report = match_files.opened(path)
    words = Catalogue.load().words()
    state = driver.start(opened.game, opened.header.seats).state
    screens = _screens(opened)
    lines = list(report)
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
    opened, _ = match_files.opened(path)
    text = page(opened, _screens(opened))
    data = text.encode()
    try:
        Path(out).write_bytes(data)
    except OSError as error:
        raise BadFile(f"{out} can't be written: {error.strerror}.") from error
    return f"{out}: {len(data) / 1e6:.1f} MB. Open it in a browser."


def _screens(opened: Opened) -> GameScreens:
    return InstalledGames(load_games()).screens(opened.header.game)
