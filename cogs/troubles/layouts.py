"""The message about a server's current problems."""

from collections import Counter
from collections.abc import Sequence

from bot.match.people.troubles import KeptTrouble, Trouble, TroubleKind
from cogs.base.text_limits import listing
from cogs.posting.permissions import IN_FORUM, NEEDS, name_of
from cogs.posting.trouble_causes import CAP, GONE, STUCK, UNEXPLAINED
from cogs.ui.layouts import TEXT_LIMIT, MessageLayout, compose
from texts import Words

NUMBERED = 20


def trouble_layout(
    troubles: Sequence[KeptTrouble], matches: Counter[int], words: Words
) -> MessageLayout:
    """Return cause, effect and remedy of each problem, and a line for solved problems.

    `matches` are the numbers of running matches by channel.
    """
    open_ = [problem.trouble for problem in troubles if not problem.mended]
    mended = [problem.trouble for problem in troubles if problem.mended]
    title = (
        words.say("## 🩺 Something here needs your help")
        if open_
        else words.say("## ✅ All of this is settled")
    )
    lines = [title]
    if any(problem.kind is TroubleKind.FROZEN for problem in open_):
        lines += _frozen(
            [problem.subject for problem in open_ if problem.kind is TroubleKind.FROZEN], words
        )
    for trouble in open_:
        if trouble.kind is not TroubleKind.FROZEN:
            lines += _entry(trouble, matches, words)
    lines += [words.say("✅ {what}: settled.", what=_what(problem, words)) for problem in mended]
    return compose(
        texts=[
            listing(
                lines,
                TEXT_LIMIT,
                lambda left: words.count(
                    "… and {count} more line.", "… and {count} more lines.", left
                ),
            )
        ]
    )


def _entry(trouble: Trouble, matches: Counter[int], words: Words) -> list[str]:
    title = f"### {_what(trouble, words)}"
    if trouble.cause == STUCK or trouble.kind is TroubleKind.UNSEEN:
        return [title, _broken(trouble, words)]
    if trouble.cause == GONE:
        return [title, _gone(matches[trouble.subject], words)]
    if trouble.cause == CAP:
        full = words.say(
            "This server has as many open threads as Discord allows. Archive or delete some of "
            "them."
        )
        return [title, full, _broken(trouble, words)]
    if trouble.cause == UNEXPLAINED:
        text = words.say(
            "Discord has been refusing this for a while: “{reason}”. I keep trying. If it goes on, "
            "tell whoever runs this bot.",
            reason=trouble.reason,
        )
        return [title, _broken(trouble, words), text]
    flags = trouble.cause.split(",")
    known = IN_FORUM if trouble.kind is TroubleKind.FORUMS else NEEDS
    lacking = words.listed(f"**{name_of(flag, words, known)}**" for flag in flags)
    todo = words.count(
        "❌ I lack the permission {permissions} there. Once you give it back, I go on by myself.",
        "❌ I lack the permissions {permissions} there. Once you give them back, I go on by "
        "myself.",
        len(flags),
        permissions=lacking,
    )
    return [title, todo, _broken(trouble, words)]


def _what(trouble: Trouble, words: Words) -> str:
    place = f"<#{trouble.subject}>"
    match trouble.kind:
        case TroubleKind.MATCHES:
            return words.say("Matches in {channel}", channel=place)
        case TroubleKind.INVITATIONS:
            return words.say("Invitations in {channel}", channel=place)
        case TroubleKind.OVERVIEW:
            return words.say("The overview in {channel}", channel=place)
        case TroubleKind.MORNING:
            return words.say("The day's table in {channel}", channel=place)
        case TroubleKind.TOURNAMENTS:
            return words.say("Tournaments in {channel}", channel=place)
        case TroubleKind.EVENTS:
            return words.say("Discord's event of a tournament in {channel}", channel=place)
        case TroubleKind.THREADS:
            return words.say("Threads for matches in {channel}", channel=place)
        case TroubleKind.FORUMS:
            return words.say("Posts for new matches in {channel}", channel=place)
        case TroubleKind.FROZEN:
            return words.say("Match #{match}", match=trouble.subject)
        case TroubleKind.STUCK_MATCH:
            return words.say("Match #{match} is stuck", match=trouble.subject)
        case TroubleKind.UNSEEN:
            return words.say("Match #{match} waits", match=trouble.subject)
        case TroubleKind.STUCK_TOURNAMENT:
            # Translators: {number} is how the bot's log names the tournament.
            return words.say(
                "A tournament is stuck (id {number} in the log)", number=trouble.subject
            )


def _broken(trouble: Trouble, words: Words) -> str:
    match trouble.kind:
        case TroubleKind.MATCHES:
            return words.say(
                "Boards can't be shown there, so nobody sees whose turn it is. No match is lost. "
                "Players can also go on elsewhere: `/board` in another channel moves their match."
            )
        case TroubleKind.INVITATIONS:
            return words.say("Invitations can't be posted there, so nobody can join.")
        case TroubleKind.OVERVIEW:
            return words.say("The message that says whose turn it is there is out of date.")
        case TroubleKind.MORNING:
            return words.say("The table of each day's puzzle can't be posted there.")
        case TroubleKind.TOURNAMENTS:
            return words.say(
                "The message about a tournament there is out of date, and what its people have to "
                "know isn't posted. The tournament goes on, and nothing of it is lost."
            )
        case TroubleKind.EVENTS:
            return words.say(
                "The event is missing, or doesn't show the latest times. The tournament itself "
                "isn't affected."
            )
        case TroubleKind.THREADS:
            return words.say(
                "Matches are played in the channel itself, with a new message for each turn. Once "
                "threads work again, one of the players can move a match: `/board thread:True`. "
                "Used by a moderator, it moves all matches of a tournament. To have no threads at "
                "all, choose “In the channel” in `/settings`."
            )
        case TroubleKind.FORUMS:
            return words.say(
                "Instead, new matches are in the channel where someone started them. `/settings` "
                "has another forum, or none."
            )
        case TroubleKind.STUCK_MATCH:
            return words.say(
                "Something is due in this match, and I keep failing at it, so its clock may not "
                "go on. Nothing of it is lost, and all other matches go on. I try again every "
                "hour. Please tell whoever runs this bot: the log says more."
            )
        case TroubleKind.UNSEEN:
            return words.say(
                "This match of a tournament has waited for a day for a player who can't see or use "
                "its place. You can show them the channel, unlock the thread, or decide the table: "
                "`/tournament adjudicate`."
            )
        case TroubleKind.STUCK_TOURNAMENT:
            return words.say(
                "Something is due in this tournament, and I keep failing at it. Nothing of it is "
                "lost, and all others go on. I try again every hour. Please tell whoever runs "
                "this bot: the log says more."
            )
        case TroubleKind.FROZEN:
            raise AssertionError("frozen matches are told together")


def _gone(matches: int, words: Words) -> str:
    return words.count(
        "This channel is gone, and {count} match was played there. It isn't lost: one of its "
        "players can use `/board` in another channel, and it goes on there.",
        "This channel is gone, and {count} matches were played there. None is lost: one player of "
        "each can use `/board` in another channel, and it goes on there.",
        max(matches, 1),
    )


def _frozen(matches: Sequence[int], words: Words) -> list[str]:
    named = [f"#{match}" for match in matches[:NUMBERED]]
    if len(matches) > NUMBERED:
        named.append(words.say("{count} more", count=len(matches) - NUMBERED))
    return [
        "### "
        + words.count(
            "Match {matches} is frozen",
            "Matches {matches} are frozen",
            len(matches),
            matches=words.listed(named),
        ),
        words.count(
            "I can't read its moves correctly, so nobody can play on. Nothing of it is deleted, "
            "and all other matches go on.",
            "I can't read their moves correctly, so nobody can play on. Nothing of them is "
            "deleted, and all other matches go on.",
            len(matches),
        ),
        words.count(
            "- If it's running, a moderator can end it without a result: `/moderate end`.",
            "- A moderator can end each one that is running, without a result: `/moderate end`.",
            len(matches),
        ),
        words.count(
            "- Whoever runs this bot finds the reason in its log. They can save the match, and go "
            "back to the version of the bot before, or wait for one that can read it. Then it goes "
            "on by itself.",
            "- Whoever runs this bot finds the reason in its log. They can save the matches, and "
            "go back to the version of the bot before, or wait for one that can read them. Then "
            "they go on by themselves.",
            len(matches),
        ),
    ]
