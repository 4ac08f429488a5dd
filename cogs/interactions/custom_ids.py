"""The spelling of custom_ids: all that a button, a menu or a form means.

A custom_id is `2:<family>:<fields>`. Messages of the first version, whose custom_ids begin with
a short name in place of `2:<family>`, are still out there, so the families of that time know both.
No custom_id belongs to two families.

| family | before | fields | means |
|---|---|---|---|
| move | s1 | match, seq, tokens by comma | decide at once |
| panel | p1 | match, seq, panel | open a form to choose in |
| menu | ch1 | match, seq, panel | a menu of a board; what is ticked decides |
| form | f1 | match, seq, panel | a form that is handed in |
| confirm | c1 | match, seq, tokens by comma | decide, after a question |
| cancel | n1 | match | don't, after a question |
| undo | u1 | match, seq | take back the move after which the log had seq entries |
| why | y1 | match | a menu of what can't be done now |
| plan | a1 | match, verb | a plan for one's next turn: make one (ahead), drop it (leave) |
| plan-form | q1 | match | a plan that is handed in |
| invitation | l1 | match, verb | accept, decline, join, leave, start, cancel, join with a word |
| word | lw1 | match | a word for the dice, handed in: its sender joins |
| match | g1 | match, verb | rematch or again, resign, text, why, fair, how, more |
| notice | v1 | match, n, verb | an answer to the notice of event n: a vote and the like |
| replay | r1 | match, step, verb | a moment of a replay: go there, share it; or all of it |
| replay-menu | j1 | match, step | a menu of steps to jump to |
| share | sh1 | match, what, verb | choose what to share and where, or share here |
| report, report-form | x1, z1 | match, seq | a problem with the board that told seq entries |
| leaderboard | b1 | asker, ranking, period, start, which, game | another page or period |
| leaderboard-order | k1 | asker, period, game | a menu of what to order by |
| history | h1 | asker, user, start, which, game | another page of somebody's matches |
| matches | i1 | whose, page | a page of a list of matches, from 0 |
| me | m1 | what, on or off | a button of one's own settings |
| me-menu, me-form | w1, o1 | what | a menu or a form of one's own settings |
| setting | e1 | what, on or off | a menu or a button of a server's settings |
| mydata | d1 | what | whether to forget the one who presses |
| barred | ba1 | page | a page of the list of those whom a server bars, from 0 |
| topics | to1 | book, game | a menu of the topics of the rules or of the commands |
| session | | match, seq, verb, what | a board's verb (move, panel, …) in a private session |
| tutorial | t1 | version, path, what | a choice in the tutorial, after those of the path |
"""

import re
from dataclasses import dataclass

LONGEST = 100
"""Discord's limit of a custom_id."""
VERSION = 2
"""What new custom_ids begin with. Those of version 1 begin with a family's short name."""

_MATCH = r"(?P<match>[0-9]{1,15})"
_BOARD = rf"{_MATCH}:(?P<seq>[0-9]{{1,6}})"
_TOKENS = r"(?P<tokens>[a-z0-9 ,-]{1,75})"
_PANEL = r"(?P<panel>[a-z0-9 -]{1,75})"
_SETTING = r"(?P<what>[a-z_]{1,20})"
_SWITCH = r"(?::(?P<to>on|off))?"
_ASKER = r"(?P<asker>[0-9]{1,20})"
_GAME = r"(?::(?P<game>[a-z0-9-]{1,20}))?"
"""Messages made when there was one game name none: it is the first of the register."""


@dataclass(frozen=True, slots=True)
class Family:
    """All custom_ids that mean the same kind of thing."""

    name: str
    before: str | None
    """How version 1 spelled its beginning; messages of that version are still out there. None for
    a family that came later."""
    fields: str
    """A regular expression of what follows."""

    @property
    def template(self) -> str:
        """A regular expression of all of it, in this version and the one before."""
        now = f"{VERSION}:{self.name}"
        return f"{now if self.before is None else f'(?:{now}|{self.before})'}:{self.fields}"

    def spell(self, *fields: object) -> str:
        """The custom_id with these fields."""
        return ":".join((str(VERSION), self.name, *map(str, fields)))


MOVE = Family("move", "s1", f"{_BOARD}:{_TOKENS}")
PANEL = Family("panel", "p1", f"{_BOARD}:{_PANEL}")
MENU = Family("menu", "ch1", f"{_BOARD}:{_PANEL}")
FORM = Family("form", "f1", f"{_BOARD}:{_PANEL}")
INVITATION = Family(
    "invitation", "l1", rf"{_MATCH}:(?P<verb>accept|decline|join|leave|start|cancel|word)"
)
WORD_FORM = Family("word", "lw1", _MATCH)
MATCH = Family("match", "g1", rf"{_MATCH}:(?P<verb>rematch|again|resign|text|why|fair|how|more)")
WHY = Family("why", "y1", _MATCH)
TUTORIAL = Family(
    "tutorial",
    "t1",
    r"(?P<version>[0-9]{1,3}):(?P<path>[0-9a-z]{0,16}):(?P<what>[a-z0-9 ]{1,40})",
)
UNDO = Family("undo", "u1", _BOARD)
CONFIRM = Family("confirm", "c1", f"{_BOARD}:{_TOKENS}")
CANCEL = Family("cancel", "n1", _MATCH)
LEADERBOARD = Family(
    "leaderboard",
    "b1",
    rf"{_ASKER}:(?P<ranking>[a-z]{{1,20}}):(?P<period>[a-z]{{1,9}}):(?P<start>[0-9]{{1,9}})"
    rf":(?P<which>[a-z]{{1,9}}){_GAME}",
)
LEADERBOARD_MENU = Family("leaderboard-order", "k1", rf"{_ASKER}:(?P<period>[a-z]{{1,9}}){_GAME}")
HISTORY = Family(
    "history",
    "h1",
    rf"{_ASKER}:(?P<user>[0-9]{{1,20}}):(?P<start>[0-9]{{1,9}}):(?P<which>[a-z]{{1,9}}){_GAME}",
)
ME = Family("me", "m1", _SETTING + _SWITCH)
ME_MENU = Family("me-menu", "w1", _SETTING)
ME_FORM = Family("me-form", "o1", _SETTING)
NOTICE = Family(
    "notice",
    "v1",
    rf"{_MATCH}:(?P<n>[0-9]{{1,6}}):(?P<verb>wait|turn|seat|end|offer|claim|back"
    r"|agree|decline|resume|person [0-9]{1,20})",
)
REPLAY = Family(
    "replay",
    "r1",
    rf"{_MATCH}:(?P<step>[0-9]{{1,6}}):"
    r"(?P<verb>open|first|back|next|last|share|film|turning)",
)
REPLAY_MENU = Family("replay-menu", "j1", rf"{_MATCH}:(?P<step>[0-9]{{1,6}})")
PLAN = Family("plan", "a1", rf"{_MATCH}:(?P<verb>ahead|leave)")
PLAN_FORM = Family("plan-form", "q1", _MATCH)
SETTING = Family("setting", "e1", _SETTING + _SWITCH)
MATCHES = Family("matches", "i1", r"(?P<whose>mine|server):(?P<page>[0-9]{1,4})")
TOPICS = Family("topics", "to1", rf"(?P<book>rules|help){_GAME}")
BARRED = Family("barred", "ba1", r"(?P<page>[0-9]{1,4})")
SHARE = Family(
    "share",
    "sh1",
    rf"{_MATCH}"
    r":(?P<what>(?:end|film|turn|point|high|feat)[0-9]{0,6}(?:-[a-z]{1,20})?)"
    r":(?P<verb>open|what|where|here)",
)
MYDATA = Family("mydata", "d1", r"(?P<what>forget|keep)")
REPORT = Family("report", "x1", _BOARD)
REPORT_FORM = Family("report-form", "z1", _BOARD)
SESSION = Family(
    "session",
    None,
    rf"{_BOARD}:(?P<verb>open|undo|(?:move|confirm|panel|menu|form):(?P<what>[a-z0-9 ,-]{{1,75}}))",
)
BUTTONS = (
    MOVE,
    PANEL,
    MENU,
    INVITATION,
    MATCH,
    WHY,
    TUTORIAL,
    MYDATA,
    UNDO,
    CONFIRM,
    CANCEL,
    LEADERBOARD,
    LEADERBOARD_MENU,
    HISTORY,
    ME,
    ME_MENU,
    NOTICE,
    REPLAY,
    REPLAY_MENU,
    REPORT,
    PLAN,
    SETTING,
    MATCHES,
    BARRED,
    TOPICS,
    SHARE,
    SESSION,
)
"""The families of buttons and menus."""
FAMILIES = (*BUTTONS, FORM, PLAN_FORM, WORD_FORM, ME_FORM, REPORT_FORM)
"""All of them, those of forms too."""


_TO = {True: "on", False: "off"}


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """A match and how much of its log the board told that is being answered."""

    match: int
    seq: int
    session: bool = False
    """Whether that board is a private session: what is pressed there is answered there."""

    @property
    def fields(self) -> tuple[int, int]:
        """As custom_ids spell it."""
        return self.match, self.seq


def move(board_version: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of a move."""
    return _on_board(MOVE, board_version, ",".join(tokens))


def panel(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a button that opens a form."""
    return _on_board(PANEL, board_version, name)


def menu(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a menu of a board."""
    return _on_board(MENU, board_version, name)


def form(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a form."""
    return _on_board(FORM, board_version, name)


def invitation(match: int, verb: str) -> str:
    """The custom_id of a button of an invitation."""
    return INVITATION.spell(match, verb)


def word_form(match: int) -> str:
    """The custom_id of the form that asks for a word for the dice."""
    return WORD_FORM.spell(match)


def match(match: int, verb: str) -> str:
    """The custom_id of a button that is about a match as a whole."""
    return MATCH.spell(match, verb)


def why(match: int) -> str:
    """The custom_id of the menu of what can't be done."""
    return WHY.spell(match)


def undo(board_version: BoardVersion) -> str:
    """The custom_id of a button that takes the last move back."""
    return _on_board(UNDO, board_version)


def confirm(board_version: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of a move that its player was asked about."""
    return _on_board(CONFIRM, board_version, ",".join(tokens))


def cancel(board_version: BoardVersion) -> str:
    """The custom_id of a button that leaves a move that its player was asked about."""
    if board_version.session:
        return session(board_version)
    return CANCEL.spell(board_version.match)


def session(board_version: BoardVersion) -> str:
    """The custom_id of a button that shows a private session as it is now."""
    return SESSION.spell(*board_version.fields, "open")


def _on_board(family: Family, board_version: BoardVersion, *what: str) -> str:
    """The custom_id of something on a board, or on a private session."""
    if board_version.session:
        return SESSION.spell(*board_version.fields, family.name, *what)
    return family.spell(*board_version.fields, *what)


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle is set to.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return ME.spell(what) if on is None else ME.spell(what, _TO[on])


def me_menu(what: str) -> str:
    """The custom_id of a menu of somebody's own settings."""
    return ME_MENU.spell(what)


def notice(match: int, n: int, verb: str) -> str:
    """The custom_id of a button of the notice of match event `n`."""
    return NOTICE.spell(match, n, verb)


def me_form(what: str) -> str:
    """The custom_id of a form of somebody's own settings."""
    return ME_FORM.spell(what)


def replay(match: int, step: int, verb: str) -> str:
    """The custom_id of a button of a replay."""
    return REPLAY.spell(match, step, verb)


def share(match: int, what: str, verb: str) -> str:
    """The custom_id of a button or menu of sharing; see cogs/share/shareables.py."""
    return SHARE.spell(match, what, verb)


def replay_menu(match: int, step: int) -> str:
    """The custom_id of a replay's menu, shown at that step."""
    return REPLAY_MENU.spell(match, step)


def tutorial(version: int, path: str, what: str) -> str:
    """The custom_id of a button of the lesson."""
    return TUTORIAL.spell(version, path, what)


def leaderboard(asker: int, ranking: str, period: str, start: int, which: str, game: str) -> str:
    """The custom_id of a button of a leaderboard; `which` keeps those of one message apart."""
    return LEADERBOARD.spell(asker, ranking, period, start, which, game)


def leaderboard_menu(asker: int, period: str, game: str) -> str:
    """The custom_id of the menu of what a leaderboard orders by."""
    return LEADERBOARD_MENU.spell(asker, period, game)


def history(asker: int, user: int, start: int, which: str, game: str) -> str:
    """The custom_id of a button of a history."""
    return HISTORY.spell(asker, user, start, which, game)


def plan(match: int, verb: str) -> str:
    """The custom_id of a button about a plan."""
    return PLAN.spell(match, verb)


def plan_form(match: int) -> str:
    """The custom_id of the form in which one plans."""
    return PLAN_FORM.spell(match)


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return SETTING.spell(what) if on is None else SETTING.spell(what, _TO[on])


def switched(to: str | None) -> bool | None:
    """What a toggle is set to; None from custom_ids that only turn it around."""
    return None if to is None else to == _TO[True]


def matches(whose: str, page: int) -> str:
    """The custom_id of a page of a list of matches."""
    return MATCHES.spell(whose, page)


def topics(book: str, game: str = "") -> str:
    """The custom_id of a menu of topics, of ``rules`` or of ``help``; no game: the default one."""
    return TOPICS.spell(book, game) if game else TOPICS.spell(book)


def barred(page: int) -> str:
    """The custom_id of a page of the list of those whom a server bars."""
    return BARRED.spell(page)


def mydata(what: str) -> str:
    """The custom_id of an answer to whether somebody wants to be forgotten."""
    return MYDATA.spell(what)


def report(board_version: BoardVersion) -> str:
    """The custom_id of a button that reports a problem."""
    return REPORT.spell(*board_version.fields)


def report_form(board_version: BoardVersion) -> str:
    """The custom_id of the form of such a report."""
    return REPORT_FORM.spell(*board_version.fields)


def read(custom_id: str) -> tuple[Family, re.Match[str]] | None:
    """The family of a custom_id and what its fields say, by name; None if it has none."""
    for family in FAMILIES:
        if found := re.fullmatch(family.template, custom_id):
            return family, found
    return None


def match_of(custom_id: str) -> int | None:
    """The match that a custom_id names; None if it names none."""
    found = read(custom_id)
    number = None if found is None else found[1].groupdict().get("match")
    return None if number is None else int(number)


def is_button(custom_id: str) -> bool:
    """Whether this is the custom_id of a button or menu that this version answers."""
    found = read(custom_id)
    return found is not None and found[0] in BUTTONS
