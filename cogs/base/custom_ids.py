"""Spells custom_ids: a function for each family; custom_id_families.py says what its fields are."""

import re
from dataclasses import dataclass

from cogs.base import custom_id_families as families

LARGEST_MATCH = 10**15 - 1
"""The largest number of a match that fits; see custom_id_families.py."""
_TO = {True: "on", False: "off"}

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


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """A board: its match, and how many entries of the log it showed."""

    match: int
    seq: int
    session: bool = False
    """Whether that board is a private session: what is pressed there is answered there."""

    @property
    def fields(self) -> tuple[int, int]:
        """As the fields of a custom_id."""
        return self.match, self.seq


def move(board: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of a move."""
    return _on_board(families.MOVE, board, ",".join(tokens))


def panel(board: BoardVersion, name: str) -> str:
    """The custom_id of a button that opens a form."""
    return _on_board(families.PANEL, board, name)


def menu(board: BoardVersion, name: str) -> str:
    """The custom_id of a menu of a board."""
    return _on_board(families.MENU, board, name)


def form(board: BoardVersion, name: str) -> str:
    """The custom_id of a form."""
    return _on_board(families.FORM, board, name)


def undo(board: BoardVersion) -> str:
    """The custom_id of a button that takes the last move back."""
    return _on_board(families.UNDO, board)


def confirm(board: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of the button that confirms a move."""
    return _on_board(families.CONFIRM, board, ",".join(tokens))


def can_confirm(board: BoardVersion, tokens: tuple[str, ...]) -> bool:
    """Return whether a button that confirms a move can name all its tokens."""
    family, fields = _place(families.CONFIRM, board, ",".join(tokens))
    return family.fits(*fields)


def cancel(board: BoardVersion) -> str:
    """A button that leaves a move that its player was asked about."""
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    """A button that shows a private session as it is now."""
    return families.SESSION.spell(*board.fields, "open")


def _on_board(family: families.Family, board: BoardVersion, *what: str) -> str:
    """Something on a board, or on a private session."""
    family, fields = _place(family, board, *what)
    return family.spell(*fields)


def _place(
    family: families.Family, board: BoardVersion, *what: str
) -> tuple[families.Family, tuple[int | str, ...]]:
    """The family and the fields of something on a board, or on a private session."""
    if board.session:
        return families.SESSION, (*board.fields, family.name, *what)
    return family, (*board.fields, *what)


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle is set to.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return families.ME.spell(what, *_switch(on))


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return families.SETTING.spell(what, *_switch(on))


def _switch(on: bool | None) -> tuple[str, ...]:
    return () if on is None else (_TO[on],)


def switched(to: str | None) -> bool | None:
    """What a toggle is set to; None from custom_ids that only turn it around."""
    return None if to is None else to == _TO[True]


def topics(book: str, game: str = "") -> str:
    """The custom_id of a menu of topics, of ``rules`` or of ``help``; no game: the default one."""
    return families.TOPICS.spell(book, game) if game else families.TOPICS.spell(book)


def hint(board: BoardVersion) -> str:
    """The custom_id of a button that asks for a hint."""
    return families.HINT.spell(*board.fields)


def report(board: BoardVersion) -> str:
    """The custom_id of a button that reports a problem."""
    return families.REPORT.spell(*board.fields)


def report_form(board: BoardVersion) -> str:
    """The custom_id of the form of a report."""
    return families.REPORT_FORM.spell(*board.fields)


def tutorial(version: int, path: str, what: str, game: str = "") -> str:
    """A choice in a lesson after those of the path; no game: the first that has a lesson."""
    return families.TUTORIAL.spell(version, path, what, *([game] if game else []))


def number_in(value: str) -> int | None:
    """Return the id or number that was chosen in a menu; None if the database can't hold it."""
    return int(value) if re.fullmatch("[0-9]{1,18}|[1-8][0-9]{18}", value) else None
