"""The line that a lock screen shows for a board that pings players."""

from cogs.base.markup import plain
from cogs.board.updates import BoardUpdate
from cogs.posting.lock_screen import push_names, span

LONG = 110
"""Maximum characters, which leave room for the first mention."""


def push_line(update: BoardUpdate, now: int) -> str:
    """Return turn and state of the match in a few words, from public information only.

    `now` is in seconds since 1970.
    """
    scene, loaded, words = update.scene, update.loaded, update.scene.words
    match, people = loaded.record.id, loaded.people_to_act
    if update.over:
        return words.say("🏁 Match #{match} is over", match=match)
    if not people:
        return words.say("Match #{match} goes on", match=match)
    holders = loaded.roster.holders
    called = [seat for seat in range(loaded.seats) if holders[seat] in (update.pings or people)]
    names = [scene.players[seat].name for seat in range(loaded.seats) if seat not in called]
    facts = [plain(scene.screens.headline(scene))]
    due = [time.due for user in people if (time := update.times.of(user)) and time.due is not None]
    if due and min(due) > now:
        # Translators: {time} is for example “18 h”.
        facts.append(words.say("{time} left", time=span(min(due) - now, words)))
    # Translators: On a lock screen; the people who are called follow.
    turn = words.say("🎲 Your turn now in match #{match}", match=match)
    against = turn
    if names:
        against = words.say(
            "🎲 Your turn now in match #{match} against {players}",
            match=match,
            players=push_names(names, words),
        )
    versions = [
        f"{against} ({' · '.join(facts)})",
        f"{against} ({facts[-1]})",
        f"{turn} ({facts[-1]})",
        turn,
    ]
    return next((line for line in versions if len(line) <= LONG), turn)
