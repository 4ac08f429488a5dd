"""The state of a running match in a few lines, for its card."""

from bot.match.log.loaded import Loaded
from cogs.screens import Scene


def progress_lines(scene: Scene, loaded: Loaded) -> list[str]:
    """Return round, score and whose turn it is."""
    words, screens = scene.words, scene.screens
    lines = [words.say("**{headline}**", headline=screens.headline(scene))]
    if loaded.seats > 1:  # alone, the headline has the score
        lines.append(" · ".join(screens.final(scene).splitlines()))
    if loaded.roster.paused is not None:
        lines.append(words.say("⏸️ The match is paused."))
    elif loaded.people_to_act:
        players = words.listed(scene.name(seat) for seat in loaded.seats_to_act)
        # Translators: Whose turn it is, on the card of a match: one player or several.
        lines.append(words.say("🟢 To move: {players}", players=players))
    else:
        lines.append(words.say("🤖 A computer is to move."))
    return lines
