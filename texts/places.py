"""Where a text is read, for translators: the comment that its entry gets by itself."""

import tomllib
from pathlib import Path, PurePath

PLACES = {
    "bot/": "Anywhere",
    "bot/match/errors": "Why something that a player did was refused; private",
    "bot/replay_pages.py": "The page with a replay that opens in a browser",
    "cogs/": "A message of the bot",
    "cogs/timing/absences.py": "The channel: who is away or back",
    "cogs/interactions/answers.py": "A private answer: what went wrong",
    "cogs/moderation/bars.py": "Moderators: the list of who is barred",
    "cogs/server/settings.py": "/settings: what a server can choose, and each choice",
    "cogs/client.py": "A private answer to a command or button that can't work",
    "cogs/invitations/handlers.py": "A private answer to who begins, answers or repeats a match",
    "cogs/play/handlers.py": "A private answer to a button",
    "cogs/statistics/cog.py": "/leaderboard, /profile, /versus, /history, and their options",
    "cogs/statistics/": "Leaderboards, profiles, histories and achievements",
    "cogs/statistics/head_to_head.py": "/versus: two players compared",
    "cogs/statistics/histories.py": "/history: one line a match",
    "cogs/statistics/after_match.py": "The end of a match: ratings and achievements",
    "cogs/statistics/leaderboards.py": "/leaderboard",
    "cogs/statistics/luck.py": "How lucky somebody was, on their profile and in /luck",
    "cogs/statistics/profiles.py": "/profile: one player's numbers",
    "cogs/guide/cog.py": "/rules",
    "cogs/notices/late_layouts.py": "The notice that somebody is late, and the vote on it",
    "cogs/fairness/cog.py": "/verify and /luck, and their options",
    "cogs/fairness/luck.py": "/luck: how lucky the dice of a match were",
    "cogs/invitations/cog.py": "The commands /challenge, /open and /practice, and their options",
    "cogs/matches/lists.py": "/matches: the list of running matches",
    "cogs/lessons/": "/tutorial: the command, and around every lesson",
    "cogs/me/": "/me: one's own settings",
    "cogs/moderation/": "/moderate: commands of moderators, and their answers",
    "cogs/privacy/": "/mydata: what is stored about a person",
    "cogs/ui/names.py": "A name in place of one that can't be shown",
    "cogs/notices/layouts.py": "A notice in the match's thread or in a direct message",
    "cogs/overview/layouts.py": "The overview of all matches, pinned in a channel",
    "cogs/timing/": "Commands and lines about time: pauses, days off, lateness",
    "cogs/matches/past_lookup.py": "The choice of a finished match",
    "cogs/play/planner.py": "A player's own plan for the next turn; private",
    "cogs/board/clock_lines.py": "Below a board: how much time is left",
    "cogs/play/why_not.py": "“Why not?”: the private panel that explains the rules",
    "cogs/board/layouts.py": "Around a board: who is to act, and the buttons that all boards have",
    "cogs/board/endings.py": "The end of a match",
    "cogs/invitations/host_messages.py": "To the host of an invitation",
    "cogs/invitations/layouts.py": "The invitation to a match, and its buttons",
    "cogs/play/more.py": "Behind “More” on a board",
    "cogs/posting/permission_alerts.py": "To a server's owner: permissions are missing",
    "cogs/posting/permissions.py": "A permission, by Discord's own name, or what fails without it",
    "cogs/posting/places.py": "Where matches may be played",
    "cogs/board/series.py": "The end of a rematch: wins so far",
    "cogs/board/match_places.py": "The name of a match's thread",
    "cogs/board/narration.py": "Above a board: what has happened since the last one",
    "cogs/timing/reminders.py": "A reminder, in a thread or a direct message",
    "cogs/replay": "/replay: a match turn by turn, and its turning points",
    "cogs/report/": "The report of a problem",
    "cogs/games/": "Which game a command means; an answer if there is no such game",
    "games/": "A message of the bot about a game",
    "cogs/board/scenes.py": "The name of a computer player",
    "cogs/screens/plain.py": "A board of any game, in words",
    "cogs/screens/statistics.py": "Statistics of a game that has no words of its own",
    "cogs/server": "/settings: the panel of a server, and its answers",
    "cogs/server/cog.py": "/settings: the command and its options",
    "cogs/play/cog.py": "The commands /board, /matches, /resign and /plan, and their answers",
    "cogs/play/questions.py": "The private answer to a move",
    "cogs/fairness/proof.py": "/verify: the proof of the dice",
    "cogs/matches/lookup.py": "The choice of a match",
    "render/": "A picture",
    "render/charts/achievement.py": "The picture of an achievement, in words",
    "render/charts/head_to_head.py": "The picture of two players compared, in words",
    "render/charts/invitation.py": "The picture of an invitation",
    "render/charts/leaderboard.py": "The picture of a leaderboard, in words",
    "render/charts/profile.py": "The picture of a profile, in words",
}
"""By the beginning of a file's path; the longest that fits counts."""
for _file in sorted((Path(__file__).parent.parent / "games").glob("*/places.toml")):
    PLACES |= tomllib.loads(_file.read_text(encoding="utf-8"))


def place(path: PurePath) -> str:
    """Where the texts of a file, given from the project's root, are read; "" if nobody knows."""
    fits = [start for start in PLACES if path.as_posix().startswith(start)]
    return PLACES[max(fits, key=len)] if fits else ""
