"""The last message of a match: the winner, and buttons for rematch, replay and more."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.people.servers import SeriesScore
from bot.match.playing.practice import stronger_level
from bot.match.statistics.results import places
from bot.match.values.days import day_at
from cogs.board.day_panel import play_today_button
from cogs.scenes.series import score_line
from cogs.screens import Scene
from cogs.screens.base import Style
from cogs.screens.day_screens import DayScreens
from cogs.ui.challenges import challenge_rows
from cogs.ui.layouts import MessageLayout, compose, match_button, more_button, rows_of
from cogs.ui.match_controls import (
    RESULT,
    board_looks,
    has_turning_points,
    look_rows,
    replay_button,
    share_button,
)
from engine.core.types import Level
from render.picture import Picture
from texts import Words, mark


def ending(
    scene: Scene,
    loaded: Loaded,
    lines: Sequence[str],
    pictures: Sequence[tuple[str, Picture]],
    score: SeriesScore | None = None,
    after_match: Sequence[str] = (),
    above: str = "",
) -> MessageLayout:
    """Return the layout of the last message; `above` pings people.

    The rematch button stays after a request, because the request can come to nothing.
    """
    words = scene.words
    match, rematch = loaded.record.id, loaded.roster.rematch
    headline = [] if tells_winner(loaded) else [winner(scene, loaded)]
    below = []
    if score is not None:
        below.append(_series_score(scene, loaded, score))
    if rematch is not None:
        below.append(words.say("🔁 The rematch is match #{match}.", match=rematch))
    below.append("\n".join(after_match))
    further = next_step(scene, loaded)
    style = Style.MAIN if further is None else Style.CALM
    again = rematch_button(loaded, "rematch", words, style)
    first, beside = ([again], []) if further is None else ([further], [again])
    back = [*beside, replay_button(match, 1, "open", words.say("Replay"), "⏯️")]
    if has_turning_points(loaded):
        back.append(replay_button(match, 1, "turning", words.say("Turning points"), "⚡"))
    # Who practises in private shares the result with one press.
    verb = "now" if loaded.record.private else "open"
    back.append(share_button(match, RESULT, words.say("Share"), verb))
    back.append(more_button(match, words))
    return compose(
        above=above,
        galleries=[[picture] for picture in pictures],
        story="\n".join([*headline, *lines]),
        below=below,
        rows=[
            first,
            *rows_of([back]),
            *look_rows(match, board_looks(scene)),
            *challenge_rows(scene.game, words),
        ],
    )


def next_step(scene: Scene, loaded: Loaded) -> ui.Item[Any] | None:
    """Return the button that leads on: to the reader's part in the match's tournament, to stronger
    computers after a win against weaker ones, and to today's puzzle after a match for one.
    Otherwise a rematch is best: return None.
    """
    words, level = scene.words, stronger_level(loaded)
    if loaded.record.table is not None:
        # Translators: A button: the reader's own matches in a tournament.
        return match_button(loaded.record.id, "part", words.say("My part"), Style.MAIN, "🏆")
    if level is not None:
        label = words.say(_FACE[level])
        return match_button(loaded.record.id, "stronger", label, Style.MAIN, "⛏️")
    if loaded.seats == 1 and loaded.outcome is not None and isinstance(scene.screens, DayScreens):
        day = day_at(loaded.roster.ended or loaded.record.created)
        return play_today_button(scene.screens, loaded.record.game, day, words)
    return None


def rematch_button(loaded: Loaded, verb: str, words: Words, style: Style) -> ui.Item[Any]:
    if loaded.in_tournament:
        # Translators: A button after a match of a tournament; the new match is outside it.
        label, style = words.say("Friendly rematch"), Style.CALM
    else:
        label = words.say("Rematch")
    return match_button(loaded.record.id, verb, label, style, "🔁")


# Translators: Buttons after a win: play against a computer of this level.
_FACE = {
    Level.MINER: mark("Face a miner"),
    Level.FOREMAN: mark("Face a foreman"),
    Level.KING: mark("Face the king under the mountain"),
}


def _series_score(scene: Scene, loaded: Loaded, score: SeriesScore) -> str:
    people = [user for user in loaded.roster.original if user is not None]
    return score_line(score, people, scene.words)


def tells_winner(loaded: Loaded) -> bool:
    """Return whether the picture of the end already shows the actual winner.

    The picture follows the game's rules alone, by which a player who has left can win.
    """
    return loaded.outcome is not None and loaded.outcome.places == places(loaded)


def winner(scene: Scene, loaded: Loaded) -> str:
    words = scene.words
    winners = [seat for seat, place in enumerate(places(loaded)) if place == 1]
    if loaded.roster.void is not None:
        return words.say("## The match ended without a result")
    if not winners:
        left = [scene.name(seat) for seat in loaded.roster.resigned]
        if not left:
            return words.say("## The match is over")
        return words.count(
            "## 🏳️ {players} resigned",
            "## 🏳️ {players} resigned",
            len(left),
            players=words.listed(left),
        )
    if len(winners) == 1:
        return words.say("## 🏆 {player} wins!", player=scene.name(winners[0]))
    return words.say(
        "## 🏆 {players} share the win!",
        players=words.listed(scene.name(seat) for seat in winners),
    )
