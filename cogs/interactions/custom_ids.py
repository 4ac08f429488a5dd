"""Spells custom_ids: a function for each family, with its fields as arguments."""

from dataclasses import dataclass

from cogs.interactions import custom_id_families as families

LARGEST_MATCH = 10**15 - 1
"""The largest number of a match that fits; see custom_id_families.py."""
_TO = {True: "on", False: "off"}


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


def invitation(match: int, verb: str) -> str:
    """The custom_id of a button of an invitation."""
    return families.INVITATION.spell(match, verb)


def word_form(match: int) -> str:
    """The custom_id of the form that asks for a word for the dice."""
    return families.WORD_FORM.spell(match)


def match(match: int, verb: str) -> str:
    """The custom_id of a button that is about a match as a whole."""
    return families.MATCH.spell(match, verb)


def why(match: int) -> str:
    """The custom_id of the menu of what can't be done."""
    return families.WHY.spell(match)


def undo(board: BoardVersion) -> str:
    """The custom_id of a button that takes the last move back."""
    return _on_board(families.UNDO, board)


def confirm(board: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of the button that confirms a move."""
    return _on_board(families.CONFIRM, board, ",".join(tokens))


def cancel(board: BoardVersion) -> str:
    """A button that leaves a move that its player was asked about."""
    return session(board) if board.session else families.CANCEL.spell(board.match)


def session(board: BoardVersion) -> str:
    """A button that shows a private session as it is now."""
    return families.SESSION.spell(*board.fields, "open")


def _on_board(family: families.Family, board: BoardVersion, *what: str) -> str:
    """Something on a board, or on a private session."""
    if board.session:
        return families.SESSION.spell(*board.fields, family.name, *what)
    return family.spell(*board.fields, *what)


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle is set to.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return families.ME.spell(what) if on is None else families.ME.spell(what, _TO[on])


def me_menu(what: str) -> str:
    """The custom_id of a menu of somebody's own settings."""
    return families.ME_MENU.spell(what)


def notice(match: int, n: int, verb: str) -> str:
    """The custom_id of a button of the notice of match event `n`."""
    return families.NOTICE.spell(match, n, verb)


def me_form(what: str) -> str:
    """The custom_id of a form of somebody's own settings."""
    return families.ME_FORM.spell(what)


def replay(match: int, step: int, verb: str) -> str:
    """The custom_id of a button of a replay."""
    return families.REPLAY.spell(match, step, verb)


def share(match: int, what: str, verb: str) -> str:
    """The custom_id of a button or menu of sharing; see cogs/share/shareables.py."""
    return families.SHARE.spell(match, what, verb)


def replay_menu(match: int, step: int) -> str:
    """The custom_id of a replay's menu, shown at that step."""
    return families.REPLAY_MENU.spell(match, step)


def tutorial(version: int, path: str, what: str) -> str:
    """The custom_id of a button of the tutorial."""
    return families.TUTORIAL.spell(version, path, what)


def leaderboard(asker: int, ranking: str, period: str, start: int, which: str, game: str) -> str:
    """The custom_id of a button of a leaderboard; `which` keeps those of one message apart."""
    return families.LEADERBOARD.spell(asker, ranking, period, start, which, game)


def leaderboard_menu(asker: int, period: str, game: str) -> str:
    """The custom_id of the menu of what a leaderboard orders by."""
    return families.LEADERBOARD_MENU.spell(asker, period, game)


def history(asker: int, user: int, start: int, which: str, game: str) -> str:
    """The custom_id of a button of a history."""
    return families.HISTORY.spell(asker, user, start, which, game)


def plan(match: int, verb: str) -> str:
    """The custom_id of a button about a plan."""
    return families.PLAN.spell(match, verb)


def plan_form(match: int) -> str:
    """The custom_id of the form of a plan."""
    return families.PLAN_FORM.spell(match)


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return families.SETTING.spell(what) if on is None else families.SETTING.spell(what, _TO[on])


def switched(to: str | None) -> bool | None:
    """What a toggle is set to; None from custom_ids that only turn it around."""
    return None if to is None else to == _TO[True]


def matches(whose: str, page: int) -> str:
    """The custom_id of a page of a list of matches."""
    return families.MATCHES.spell(whose, page)


def topics(book: str, game: str = "") -> str:
    """The custom_id of a menu of topics, of ``rules`` or of ``help``; no game: the default one."""
    return families.TOPICS.spell(book, game) if game else families.TOPICS.spell(book)


def barred(page: int) -> str:
    """The custom_id of a page of the list of bars."""
    return families.BARRED.spell(page)


def mydata(what: str) -> str:
    """The custom_id of an answer to the question whether to forget somebody."""
    return families.MYDATA.spell(what)


def report(board: BoardVersion) -> str:
    """The custom_id of a button that reports a problem."""
    return families.REPORT.spell(*board.fields)


def report_form(board: BoardVersion) -> str:
    """The custom_id of the form of a report."""
    return families.REPORT_FORM.spell(*board.fields)
