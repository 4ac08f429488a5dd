"""Spells custom_ids: a function for each family; custom_id_families.py says what its fields are."""

import re

from cogs.base import custom_id_families as families
from cogs.base.custom_id_families import BoardVersion as BoardVersion

LARGEST_MATCH = 10**15 - 1
"""The largest number of a match that fits; see custom_id_families.py."""

invitation = families.INVITATION.spell
word_form = families.WORD_FORM.spell
match = families.MATCH.spell
why = families.WHY.spell
notice = families.NOTICE.spell
plan = families.PLAN.spell
plan_form = families.PLAN_FORM.spell
replay = families.REPLAY.spell
replay_menu = families.REPLAY_MENU.spell
share = families.SHARE.spell
day = families.DAY.spell
leaderboard = families.LEADERBOARD.spell
leaderboard_menu = families.LEADERBOARD_MENU.spell
history = families.HISTORY.spell
matches = families.MATCHES.spell
barred = families.BARRED.spell
me_menu = families.ME_MENU.spell
me_form = families.ME_FORM.spell
mydata = families.MYDATA.spell
tournament = families.TOURNAMENT.spell
tournament_page = families.TOURNAMENT_PAGE.spell
tournaments = families.TOURNAMENTS.spell
move = families.MOVE.spell
panel = families.PANEL.spell
menu = families.MENU.spell
form = families.FORM.spell
undo = families.UNDO.spell
confirm = families.CONFIRM.spell
topics = families.TOPICS.spell
hint = families.HINT.spell
report = families.REPORT.spell
report_form = families.REPORT_FORM.spell
tutorial = families.TUTORIAL.spell
can_confirm = families.CONFIRM.fits
"""Whether a button that confirms a move can name all its tokens."""


def cancel(board: BoardVersion) -> str:
    """A button that leaves a move that its player was asked about."""
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    """A button that shows a private session as it is now."""
    return families.SESSION.spell(board, "open")


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle is set to.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return families.ME.spell(what, on)


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return families.SETTING.spell(what, on)


def number_in(value: str) -> int | None:
    """Return the id or number that was chosen in a menu; None if the database can't hold it."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
