"""The private offer of direct messages about a match, and these messages."""

from collections.abc import Sequence
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.log.records import Status
from bot.match.people.watching import Every, has_rounds
from cogs.base import custom_id_families as families
from cogs.board.endings import tells_winner
from cogs.screens import Scene
from cogs.ui import widgets
from cogs.ui.layouts import MessageLayout, compose
from texts import Words


def stop_button(match: int, words: Words) -> ui.Item[Any]:
    # Translators: A button: send me no more messages about this match.
    return widgets.button(families.WATCH.spell(match, "stop"), words.say("Stop"), emoji="🔕")


def choice_layout(loaded: Loaded, every: Every | None, words: Words) -> MessageLayout:
    """Return the question, with the current choice, if there is one."""
    match = loaded.record.id
    if every is None:
        text = words.say(
            "When should I send you a direct message about match #{match}? Only you see it.",
            match=match,
        )
    else:
        text = chosen_text(match, every, words)
    rows: list[ui.Item[Any]] = []
    if has_rounds(loaded) and every is not Every.ROUND:
        # Translators: A button: send me a message at the end of each round of a match.
        rows.append(_button(match, Every.ROUND, words.say("Each round")))
    if every is not Every.END:
        # Translators: A button: send me a message when a match is over, and not before.
        rows.append(_button(match, Every.END, words.say("Only the end")))
    if every is not None:
        rows.append(stop_button(match, words))
    return compose(texts=[text], rows=[rows])


def chosen_text(match: int, every: Every, words: Words) -> str:
    if every is Every.ROUND:
        return words.say(
            "🔔 You'll get a direct message when a round of match #{match} ends, and when the "
            "match ends.",
            match=match,
        )
    return words.say("🔔 You'll get a direct message when match #{match} ends.", match=match)


def stopped_layout(match: int, words: Words) -> MessageLayout:
    text = words.say("🔕 You'll get no more messages about match #{match}.", match=match)
    return compose(texts=[text])


def news_text(loaded: Loaded, scene: Scene, title: str, rounds: Sequence[int]) -> str:
    """Return a direct message about the end of the match or of these rounds. A lock
    screen shows it without markup.
    """
    words, match = scene.words, loaded.record.id
    over = loaded.status is not Status.RUNNING
    if over:
        lines = [words.say("🏁 Match #{match} ({game}) is over.", match=match, game=title)]
    elif len(rounds) == 1:
        lines = [
            words.say(
                "🔔 Match #{match} ({game}): round {round} is over.",
                match=match,
                game=title,
                round=rounds[0],
            )
        ]
    else:
        lines = [
            words.say(
                "🔔 Match #{match} ({game}): rounds {first} to {last} are over.",
                match=match,
                game=title,
                first=rounds[0],
                last=rounds[-1],
            )
        ]
    if not over or tells_winner(loaded):
        lines.append(" · ".join(scene.screens.final(scene).splitlines()))
    return "\n".join(lines)


def _button(match: int, every: Every, label: str) -> ui.Item[Any]:
    return widgets.button(families.WATCH.spell(match, every.value), label, emoji="🔔")
