"""The columns of the schema that name no user.

bot/storage/base/personal_data.py lists those that do. Add each new column to one of the two. First
find out what it reveals about people, and to which server or match it belongs, so that it is
deleted with them.
"""

from collections.abc import Mapping

IMPERSONAL: Mapping[str, tuple[str, ...]] = {
    "match": (
        *("id", "game", "rules", "seats", "seed", "guild", "channel", "created", "expires"),
        *("place", "invitation", "status", "seq", "events", "computer_due", "frozen", "pace"),
        *("follows", "former", "generation"),
        *("day", "opening"),
        *("tournament", "tournament_table", "private", "forum"),
        # The interaction of the request; deleted when the host is forgotten.
        "opened_by",
    ),
    "log": ("match", "seq", "actor", "token", "digest", "at"),
    # Interactions of forgotten users are deleted.
    "press": ("interaction", "match", "first", "count"),
    # `detail` of a vote names a person; the `detail` of a join is an interaction.
    "match_event": ("match", "n", "after_seq", "kind", "seat", "detail", "at"),
    "holder": ("match", "guild"),
    "guild_setting": ("guild", "name", "value"),
    "user_setting": ("name", "value"),
    "deadline": ("match", "kind", "at", "soonest", "stamp"),
    "absence": ("since", "until"),
    "alive": ("id", "at"),
    "downtime": ("since", "until"),
    # Times of one match; the user is in personal_data.py.
    "turn_alert": ("match", "asked", "posted", "began", "seen", "unseen", "why", "blind", "look"),
    "left_place": ("match", "place"),
    "plan": ("match", "seq", "tokens", "due"),
    # The kind of messages about a match; the user is in personal_data.py.
    "watch": ("match", "every"),
    "derived": ("name", "version"),
    "took_part": ("guild", "game", "ended", "match"),
    "result": (
        *("match", "guild", "game", "seat", "ended", "place", "points", "fate", "whole"),
        *("fewest", "rated", "before_mu", "before_sigma", "mu", "sigma"),
        *("stats", "counted", "earned"),
    ),
    # Only of former miners.
    "kept_rating": ("match", "user", "mu", "sigma"),
    "tally": (
        *("guild", "game", "period", "matches", "placed", "wins", "whole", "points", "best"),
        *("best_match", "rating", "rated", "win_rate", "average"),
    ),
    "tally_count": ("guild", "game", "period", "name", "count"),
    "gift": ("guild", "game", "name", "match", "count"),
    "achievement": ("guild", "game", "name", "match"),
    "bar": ("guild", "at"),
    # `person` is a keyed hash: checking it needs the user's id.
    "forgotten_bar": ("guild", "person", "at"),
    "bar_key": ("id", "secret"),
    "message": (
        *("kind", "subject", "part", "guild", "wanted", "shown", "place", "message"),
        *("due", "failures", "owner", "until", "posted", "detail"),
    ),
    "former": ("number", "match", "tournament"),
    "forgetting": ("since",),
    # A cause names a match and an event.
    # `forgotten_sender` is a keyed hash like the `person` of `forgotten_bar`.
    "ping": ("id", "cause", "at", "forgotten_sender"),
    "refusal": ("at",),
    "forgotten_refusal": ("person", "at"),
    "absence_news": ("stamp", "told", "noticed", "until", "hours", "sent"),
    "server": ("guild", "gone"),
    "numbering": ("id", "given", "base", "since"),
    "generation": ("n", "first", "lost"),
    "commit_mark": ("process", "mark", "at"),
    "owner": ("id", "application"),
    "sweep": ("id", "wanted", "done"),
    # Shared by all users; includes the computer's own game.
    "day": ("game", "day", "rules", "seed", "opening", "computer", "computer_points"),
    "day_match": ("game", "day", "match", "points"),
    "day_guild": ("guild", "game", "day"),
    "day_tally": ("guild", "game", "period", "days", "points", "average"),
    "puzzle": (
        *("key", "game", "kind", "difficulty", "mu", "sigma", "source", "text", "withdrawn"),
    ),
    "puzzle_day": ("game", "day", "puzzle", "voided"),
    "puzzle_answer": (
        *("puzzle", "game", "n", "day", "at", "first", "second", "result", "puzzle_mu"),
        *("puzzle_sigma", "mu", "sigma"),
    ),
    "puzzle_guild": ("guild", "game", "day"),
    "puzzle_news": ("puzzle",),
    "puzzle_mined": ("match",),
    "shard_process": ("process", "shards", "until", "silent"),
    "shard_downtime": ("shards", "shard", "since", "until"),
    "shard_lease": ("shards", "shard", "process", "until", "connected"),
    "shard_count": ("id", "shards"),
    "shard_identify": ("bucket", "at"),
    "role_ping": ("guild", "cause", "role", "at"),
    # Discord's answer to a request, which names no user.
    "trouble": ("guild", "kind", "subject", "cause", "reason", "since", "part", "mended"),
    "trouble_channel": ("guild", "channel", "told"),
    "tournament": (
        *(
            "id",
            "guild",
            "channel",
            "forum",
            "created",
            "seed",
            "status",
            "name",
            "game",
            "events",
            "due",
        ),
        *("ended", "former"),
        # The interaction of the request; deleted when the host is forgotten.
        "opened_by",
    ),
    # `detail` names entrants by their numbers.
    "tournament_event": ("tournament", "n", "kind", "at", "detail"),
    "tournament_person": ("guild", "tournament"),
    "trophy": ("guild", "tournament", "stage", "place", "entrants", "name", "game", "at"),
    # `person` is a keyed hash like that of `forgotten_bar`.
    "day_forgotten": ("game", "day", "person"),
}
"""The columns by table. Numbers of `former`, and negative ids, belong to no user."""
