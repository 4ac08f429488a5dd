"""Checks of the bot's notifications and mentions."""

import re
from collections.abc import Iterable

from playground.mentions import text_of, unresolved
from playground.message_objects import message_json
from playground.model import Push
from playground.world import World

_TOPIC = re.compile(r"#\d+|🔔|🙋|🏆|📅")
"""Topic of a ping: a match, a test, a tournament or the table of a day."""
_CUT_LATE = re.compile(r"@[^@]{0,40}…$|[.!?:] ")
"""A preview cut within its list of mentioned users, or after its first sentence."""


def bot_pushes(world: World) -> list[Push]:
    bot = world.bot.global_name or world.bot.username
    return [push for push in world.pushes if push.author == bot]


def push_faults(pushes: Iterable[Push]) -> list[str]:
    """Return notifications that are blank, and pings with too little or too much text."""
    return [
        f"{push.place}: the notification of user {push.user_id} is {push.preview!r}"
        for push in pushes
        if _is_faulty(push)
    ]


def _is_faulty(push: Push) -> bool:
    if not push.preview or "@unknown" in push.preview:
        return True
    if not push.is_ping:
        return False
    is_cut = push.preview.endswith("…") and not _CUT_LATE.search(push.preview)
    # Markup such as a timestamp that only the app renders.
    is_raw = re.search(r"<[@#t:/]", push.preview) is not None
    return is_cut or is_raw or not _TOPIC.search(push.preview)


def unknown_users(world: World) -> list[str]:
    """Return the bot's public messages in which clients of large servers show @unknown-user."""
    messages = [
        message_json(world, message)
        for channel in world.rooms()
        for message in channel.messages.values()
        if message.author_id == world.bot_id and not message.is_ephemeral
    ]
    return [
        f"@unknown-user for {users} in {text_of(shown['content'], shown['components'])!r}"
        for shown in messages
        if (users := unresolved(shown))
    ]
