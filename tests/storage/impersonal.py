"""The columns of the schema that hold no user.

bot/storage/base/personal_data.py has those that do.

A new column belongs in one of the two: ask what it tells about people, and of which server or
match it is, so that it goes when that does.
"""

from collections.abc import Mapping

IMPERSONAL: Mapping[str, tuple[str, ...]] = {
    "match": (
        *("id", "game", "rules", "seats", "seed", "guild", "channel", "created", "expires"),
        *("place", "invitation", "shown_seq", "shown_base", "shown_rounds", "shown_events"),
        *("shown_message", "shown_place", "status", "seq", "events", "computer_due", "frozen"),
        *("lease_owner", "lease_until", "stale_message", "stale_place", "pace"),
        *("follows", "untold", "host_told", "shown_called", "former", "life"),
        *("card_told", "card_changes", "day", "tournament", "tournament_table"),
        # The interaction that asked for it; taken away where its host is forgotten.
        "opened_by",
    ),
    "log": ("match", "seq", "actor", "token", "digest", "at"),
    # The interactions of whoever is forgotten are taken away with them.
    "press": ("interaction", "match", "first", "count"),
    # `detail` of a vote for a person names them; what joined a match is an interaction.
    "match_event": ("match", "n", "after_seq", "kind", "seat", "detail", "at"),
    "holder": ("match", "guild"),
    "guild_setting": ("guild", "name", "value"),
    "user_setting": ("name", "value"),
    "deadline": ("match", "kind", "at", "soonest", "stamp"),
    "absence": ("since", "until"),
    "alive": ("id", "at"),
    "downtime": ("since", "until"),
    "notice": ("match", "n", "stamp", "told", "open", "place", "message", "tried", "posted"),
    "reminder": ("match", "since", "sent", "at"),
    # When and since when, of one match; the user is among what is held of people.
    "call": ("match", "asked", "posted", "began", "seen", "unseen", "why", "blind", "look"),
    "left_place": ("match", "place"),
    "plan": ("match", "seq", "tokens", "due"),
    "derived": ("name", "version"),
    "took_part": ("guild", "game", "ended", "match"),
    "result": (
        *("match", "guild", "game", "seat", "ended", "place", "points", "fate", "whole"),
        *("fewest", "rated", "before_mu", "before_sigma", "mu", "sigma"),
        *("stats", "counted", "earned"),
    ),
    # Of former miners only.
    "kept_rating": ("match", "user", "mu", "sigma"),
    "tally": (
        *("guild", "game", "period", "matches", "placed", "wins", "whole", "points", "best"),
        *("best_match", "rating", "rated", "win_rate", "average"),
    ),
    "tally_count": ("guild", "game", "period", "name", "count"),
    "gift": ("guild", "game", "name", "match", "count"),
    "achievement": ("guild", "game", "name", "match"),
    "bar": ("guild", "at"),
    # `person` is a keyed hash: only who names somebody can find whether it is theirs.
    "forgotten_bar": ("guild", "person", "at"),
    "bar_key": ("id", "secret"),
    "overview": ("channel", "guild", "message", "edited", "changes", "told"),
    "former": ("number", "match", "tournament"),
    "forgetting": ("since",),
    # A cause names a match and an event.
    # `forgotten_sender` and `person` are keyed hashes, as in `forgotten_bar`.
    "ping": ("id", "cause", "at", "forgotten_sender"),
    "refusal": ("at",),
    "forgotten_refusal": ("person", "at"),
    "rest_news": ("stamp", "told", "noticed", "until", "hours", "sent"),
    "server": ("guild", "gone"),
    "numbering": ("id", "given", "base", "since"),
    "life": ("n", "first"),
    "owner": ("id", "application"),
    "sweep": ("id", "wanted", "done"),
    # Everybody's: what the computer plays there is its own.
    "day": ("game", "day", "rules", "seed", "opening", "computer", "computer_points"),
    "day_match": ("game", "day", "match", "points"),
    "day_guild": ("guild", "game", "day"),
    "day_tally": ("guild", "game", "period", "days", "points", "average"),
    "shard_process": ("process", "shards", "until"),
    "shard_lease": ("shards", "shard", "process", "until", "connected"),
    "shard_count": ("id", "shards"),
    "shard_identify": ("bucket", "at"),
    "morning": ("guild", "channel", "told", "tried"),
    # What Discord said of a request, which names nobody.
    "trouble": (
        *("guild", "kind", "subject", "cause", "reason", "since", "told", "message", "mended"),
    ),
    "trouble_channel": ("guild", "channel", "told", "refused"),
    "tournament": (
        *("id", "guild", "channel", "created", "seed", "status", "name", "game", "events", "due"),
        *("panel", "shown", "told", "ended", "former"),
        # The interaction that asked for it; taken away where its host is forgotten.
        "opened_by",
    ),
    # `detail` names entrants by their numbers.
    "tournament_event": ("tournament", "n", "kind", "at", "detail"),
    "tournament_person": ("guild", "tournament"),
    "trophy": ("guild", "tournament", "stage", "place", "entrants", "name", "game", "at"),
    # `person` is a keyed hash, as in `forgotten_bar`.
    "day_forgotten": ("game", "day", "person"),
}
"""By table; `former` numbers and negative ids are nobody's."""
