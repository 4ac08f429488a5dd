"""The story of a finished match: a remarkable fact, and the largest difference.

All functions but `end_story` are slow, because they read the whole log: call them in a thread.
"""

import asyncio
from dataclasses import replace

from bot.match.log.loaded import Loaded
from bot.match.statistics.results import leavers
from cogs.base.markup import unformatted
from cogs.base.mentions import mention
from cogs.scenes.early_ends import deciding_event
from cogs.scenes.narration import event_line
from cogs.screens import Scene
from render.names import drawn_name


async def end_story(scene: Scene, loaded: Loaded) -> tuple[list[str], str]:
    """Return the first lines below the result, and the caption of the picture. Both are empty for
    a match that did not end by its rules, because its last events already tell the reason.
    """
    if loaded.outcome is None:
        return [], ""
    return await asyncio.to_thread(_end_story, scene, loaded)


def _end_story(scene: Scene, loaded: Loaded) -> tuple[list[str], str]:
    lines = filter(None, [story(scene, loaded), reason(scene, loaded)])
    return list(lines), caption(scene, loaded)


def story(scene: Scene, loaded: Loaded) -> str:
    """Return a headline about the end of a match, or ""."""
    words = scene.words
    if loaded.outcome is None:
        ended = deciding_event(loaded)
        return "" if ended is None else words.say("### {line}", line=event_line(scene, ended))
    left_early = [user for _, user in leavers(loaded)]
    line = remark(scene, loaded)
    if left_early and not line:
        left = words.listed(mention(user, words) for user in dict.fromkeys(left_early))
        line = words.say("{players} left on the way.", players=left)
    return words.say("### {line}", line=line) if line else ""


def remark(scene: Scene, loaded: Loaded) -> str:
    """Return the most remarkable fact of a match; "" if players left it or changed."""
    return scene.screens.highlight(scene, loaded.advances()) if _played_out(loaded) else ""


def caption(scene: Scene, loaded: Loaded) -> str:
    """Return the remark for a picture: with names that can be drawn, and without markup."""
    players = tuple(
        replace(player, name=drawn_name(scene.words, scene.players, seat))
        for seat, player in enumerate(scene.players)
    )
    return unformatted(remark(replace(scene, players=players), loaded))


def reason(scene: Scene, loaded: Loaded) -> str:
    """Return the largest difference between winner and runner-up; "" without one."""
    return scene.screens.reason(scene, loaded.advances()) if _played_out(loaded) else ""


def _played_out(loaded: Loaded) -> bool:
    same = loaded.roster.holders == loaded.roster.original
    return loaded.outcome is not None and same and not leavers(loaded)
