"""Match files as text on the command line, move by move."""

from typing import Any

from bot.app.commands import match_files
from bot.app.games import load_games
from cogs.screens import GameScreens, Scene
from cogs.screens.installed import screens_of
from engine.core import driver
from engine.core.game import AnyGame
from engine.core.matchfile import Opened
from render.players import Player
from texts import Catalogue, Words


def replay_text(path: str) -> str:
    opened, report = match_files.open_match_file(path)
    words = Catalogue.load().words()
    state = driver.start(opened.game, opened.header.seats).state
    screens = opened_screens(opened)
    lines = list(report)
    for number, advance in opened.advances():
        state = advance.position.state
        scene = scene_of(opened, state, words, screens)
        actor = "*" if advance.entry.actor is None else str(advance.entry.actor)
        lines.append(f"{number:>4}  {advance.entry.seq} {actor} {advance.entry.token}")
        lines += [f"      {line}" for line in screens.story(scene, (advance,))]
    scene = scene_of(opened, state, words, screens)
    lines += ["", screens.text(scene)]
    if opened.game.outcome(state) is not None:
        lines += ["", screens.final(scene)]
    return "\n".join(lines).replace("**", "")


def scene_of(opened: Opened, state: Any, words: Words, screens: GameScreens) -> Scene:
    return scene_for(opened.game, opened.header.seats, state, words, screens)


def scene_for(game: AnyGame, seats: int, state: Any, words: Words, screens: GameScreens) -> Scene:
    players = tuple(Player(words.say("Seat {seat}", seat=seat)) for seat in range(seats))
    return Scene(game, state, tuple(sorted(game.to_act(state))), players, words, screens)


def opened_screens(opened: Opened) -> GameScreens:
    return screens_of(load_games(), opened.header.game)
