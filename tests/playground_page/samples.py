"""Discord objects for the page's tests: a small server, its members, commands and messages."""

from typing import Any

JSON = dict[str, Any]

GUILD_ID = "100000000000000001"
GENERAL = "200000000000000001"
SIDE = "200000000000000002"
THREAD = "200000000000000003"
ALICE: JSON = {"id": "300000000000000001", "username": "alice", "global_name": "Alice"}
BOB: JSON = {"id": "300000000000000002", "username": "bob", "global_name": "Bob <b>Builder</b>"}
BOT: JSON = {"id": "300000000000000009", "username": "Tester", "bot": True}

V2 = 1 << 15
PRIVATE = 1 << 6
LOADING = 1 << 7

COMMANDS: list[JSON] = [
    {"id": "41", "name": "practice", "description": "Play at once", "type": 1, "options": []},
    {
        "id": "42",
        "name": "challenge",
        "description": "Ask somebody to play",
        "type": 1,
        "options": [
            {"name": "who", "description": "Whom to ask", "type": 6, "required": True},
            {"name": "rounds", "description": "How many", "type": 4, "min_value": 1},
            {
                "name": "pace",
                "description": "How fast",
                "type": 3,
                "choices": [{"name": "Slow", "value": "s"}, {"name": "Fast", "value": "f"}],
            },
        ],
    },
    {
        "id": "43",
        "name": "show",
        "description": "Show things",
        "type": 1,
        "options": [
            {
                "name": "match",
                "description": "Show a match",
                "type": 1,
                "options": [
                    {
                        "name": "id",
                        "description": "Which match",
                        "type": 3,
                        "required": True,
                        "autocomplete": True,
                    }
                ],
            },
        ],
    },
]


def ready(messages: list[JSON] | None = None) -> JSON:
    return {
        "guild": {"id": GUILD_ID, "name": "Test Server", "roles": []},
        "bot": BOT,
        "members": [
            {"user": ALICE, "nick": None, "bot": False},
            {"user": BOB, "nick": None, "bot": False},
            {"user": BOT, "nick": None, "bot": True},
        ],
        "channels": [
            {"id": GENERAL, "type": 0, "name": "general", "position": 0},
            {"id": SIDE, "type": 0, "name": "side", "position": 1},
            {"id": THREAD, "type": 11, "name": "a-thread", "parent_id": GENERAL},
        ],
        "commands": COMMANDS,
        "messages": {GENERAL: messages or []},
        "bot_online": True,
    }


def message(number: int, content: str = "", **more: Any) -> JSON:
    """Return a message of the bot in #general; higher numbers are newer."""
    return {
        "id": str(400000000000000000 + number),
        "channel_id": GENERAL,
        "author": BOT,
        "content": content,
        "timestamp": f"2026-03-01T12:{number % 60:02}:00+00:00",
        "edited_timestamp": None,
        "type": 0,
        "flags": 0,
        "mentions": [],
        "attachments": [],
        "embeds": [],
        "components": [],
        **more,
    }


def layout(number: int, *components: JSON, **more: Any) -> JSON:
    """Return a Components V2 message of the bot."""
    return message(number, flags=V2, components=list(components), **more)


def text(content: str) -> JSON:
    return {"type": 10, "content": content}


def row(*components: JSON) -> JSON:
    return {"type": 1, "components": list(components)}


def button(custom_id: str, label: str, style: int = 1, **more: Any) -> JSON:
    return {"type": 2, "custom_id": custom_id, "label": label, "style": style, **more}
