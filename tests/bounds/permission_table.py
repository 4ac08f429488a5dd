"""Everyone's rights: one table of all commands, buttons, menus and forms.

The table states which decisions the handlers must make. tests/bounds/test_permissions.py uses
everything as each kind of user and compares the answers. docs/moderation.md shows the table.
"""

from dataclasses import dataclass
from enum import Enum


class Who(Enum):
    """A kind of user: a column of the table."""

    PLAYER = "player"
    """Sits in the match, or has joined the tournament."""
    FORMER = "former player"
    """Gave up or lost their seat."""
    STRANGER = "other member"
    """Sees the channel, but doesn't play."""
    BARRED = "barred"
    """Is barred by a moderator, and doesn't play."""
    UNSEEING = "can't see the channel"
    """Can't see the place of the match, and doesn't play."""
    MODERATOR = "moderator"
    """Can time members out or manage the server; doesn't play."""
    ELSEWHERE = "moderator of another server"
    """Acts in another server on this server's matches and tournaments."""
    NOWHERE = "outside servers"
    """Is in a direct message, or in a server where only the user has installed the bot."""


EVERYONE = frozenset(Who)
IN_SERVERS = EVERYONE - {Who.NOWHERE}
MEMBERS = IN_SERVERS - {Who.ELSEWHERE}
VIEWERS = MEMBERS - {Who.UNSEEING}


@dataclass(frozen=True, slots=True)
class Rule:
    what: str
    uses: tuple[str, ...]
    """``/command``, ``member:`` and an entry of a member's menu, ``family`` of custom_ids,
    ``family:verb``, or ``message:`` and the name of a permanent public message.
    """
    who: frozenset[Who]


TABLE = (
    Rule(
        "See, export and delete one's own data; one's own settings and days off; open an empty "
        "form",
        (
            *("/mydata show", "/mydata export", "/mydata forget", "mydata", "/me", "me"),
            *(
                "watch:stop",
                "me-menu",
                "me-form",
                "/away",
                "cancel",
                "/report",
                "report",
                "invitation:word",
            ),
        ),
        EVERYONE,
    ),
    Rule(
        "Results of a puzzle of the day once the day is over, and a card of one's own (barred "
        "members can't post it)",
        (
            *("day:results", "day:watch", "day:computer", "day:step", "day:dice", "day:other"),
            *("day:post", "day:picture"),
        ),
        EVERYONE,
    ),
    Rule(
        "Solve puzzles from matches, see their solutions, and post a card (barred members can't "
        "post it)",
        (
            *("/puzzle", "puzzle:today", "puzzle:practice", "puzzle:solution", "puzzle:card"),
            *("puzzle:move", "puzzle:best", "puzzle:other"),
        ),
        EVERYONE,
    ),
    Rule(
        "Help, rules, tutorial, and the profile and history of one's own matches",
        (
            *("/help", "/rules", "/tutorial", "tutorial", "day:how", "topics", "/profile"),
            *("/history", "guide-game:rules", "guide-game:tutorial"),
        ),
        EVERYONE,
    ),
    Rule(
        "Lists of matches and past tournaments, statistics of one's own server and its members "
        "(barred members get statistics in private)",
        (
            *("/matches", "matches", "/leaderboard", "/versus", "leaderboard"),
            *("statistics-game:leaderboard", "statistics-game:profile", "statistics-game:versus"),
            *("statistics-game:history", "leaderboard-order", "history", "/tournament past"),
            *("tournaments:turn", "tournaments:look", "member:Profile", "member:Versus"),
        ),
        IN_SERVERS,
    ),
    Rule(
        "Begin private practice and puzzles",
        ("/practice", "/daily", "day:today", "day:past"),
        EVERYONE - {Who.BARRED},
    ),
    Rule(
        "Begin matches with others in one's own server",
        ("/challenge", "challenge", "member:Challenge", "/open"),
        IN_SERVERS - {Who.BARRED},
    ),
    Rule(
        "Join an open table, offer to take over a late player's seat, practise against stronger "
        "computers after a match",
        ("invitation:accept", "invitation:join", "word", "notice:offer", "match:stronger"),
        VIEWERS - {Who.BARRED},
    ),
    Rule(
        "Get direct messages about a match of others",
        ("watch:ask", "watch:round", "watch:end"),
        VIEWERS - {Who.BARRED},
    ),
    Rule(
        "Start, fill or call off an invitation: its host alone; decline or leave it: its people "
        "alone",
        (
            *("invitation:start", "invitation:fill", "invitation:cancel"),
            *("invitation:decline", "invitation:leave"),
        ),
        frozenset(),
    ),
    Rule(
        "Look at a match: board, replay, luck, proof, accuracy; report a problem with it; prepare "
        "to share it",
        (
            *("/board", "/salud", "/replay", "/luck", "/verify", "/accuracy", "report-form"),
            *("match:text", "match:why", "match:fair", "match:how", "match:rules", "match:more"),
            *(
                "match:look",
                "match:watch",
                "match:part",
                "which",
                "why",
                "replay-menu",
                "replay:open",
            ),
            *("replay:first", "replay:back", "replay:next"),
            *("replay:last", "replay:film", "replay:turning", "replay:accuracy"),
            *("share:open", "share:what"),
        ),
        VIEWERS,
    ),
    Rule(
        "See a match named in a message that stays in a channel: overview, public statistics, "
        "shared post",
        ("message:overview", "message:versus", "message:share"),
        VIEWERS,
    ),
    Rule(
        "Share a match in a channel",
        ("share:where", "share:here", "share:now"),
        VIEWERS - {Who.BARRED},
    ),
    Rule(
        "Start a new practice match of the same game",
        ("match:new",),
        VIEWERS - {Who.BARRED},
    ),
    Rule(
        "Play: move, take back, plan, hint, pause, resign, ask for a rematch, vote on late players",
        (
            *("move", "panel", "menu", "form", "confirm", "undo", "hint", "/hint", "/plan"),
            *("plan:ahead", "plan:leave", "plan-form", "/pause", "/resume", "/resign"),
            *("match:resign", "match:rematch", "match:again", "notice:wait", "notice:turn"),
            *("notice:seat", "notice:end", "notice:person", "notice:claim", "notice:agree"),
            *("notice:decline", "notice:resume", "session:open", "session:undo", "session:move"),
            *("session:confirm", "session:panel", "session:menu", "session:form"),
        ),
        frozenset({Who.PLAYER}),
    ),
    Rule(
        "Take back a seat that was lost by being late",
        ("notice:back",),
        frozenset({Who.PLAYER, Who.FORMER}),
    ),
    Rule(
        "Look at a tournament, check in, stay in it",
        (
            *("/tournament standings", "/tournament mine", "/tournament export"),
            *("tournament:here", "tournament:mine", "tournament:file", "tournament:stay"),
            "tournament-page",
        ),
        MEMBERS,
    ),
    Rule(
        "Join a tournament",
        ("/tournament join", "tournament:join"),
        MEMBERS - {Who.BARRED},
    ),
    Rule(
        "Leave a tournament",
        ("/tournament leave", "tournament:leave", "tournament:out"),
        frozenset({Who.PLAYER}),
    ),
    Rule(
        "End a match of this server; run a tournament of this server",
        (
            *("/moderate end", "/tournament start", "/tournament end", "/tournament extend"),
            *("/tournament adjudicate", "/tournament substitute", "/tournament edit"),
        ),
        frozenset({Who.MODERATOR}),
    ),
    Rule(
        "Bar members of one's own server, make tournaments there, change its settings (settings: "
        "only with Manage Server)",
        (
            *("/moderate bar", "/moderate unbar", "/moderate barred", "barred", "/settings"),
            *("setting", "/tournament create"),
        ),
        frozenset({Who.MODERATOR, Who.ELSEWHERE}),
    ),
)
"""One rule for everything that can be used."""


def table_as_markdown() -> str:
    rows = [["", *(who.value for who in Who)], ["---", *("---" for _ in Who)]]
    rows += [[rule.what, *("✅" if who in rule.who else "—" for who in Who)] for rule in TABLE]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)
