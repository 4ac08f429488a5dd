"""The spelling of custom_ids: one versioned template a family, no two of which match one id.

| family | spelling | means |
|---|---|---|
| move | `s1:<match>:<seq>:<token>[,<token>…]` | decide at once |
| panel | `p1:<match>:<seq>:<panel>` | open a form to choose in |
| menu | `ch1:<match>:<seq>:<panel>` | a menu of dice on a board; what is ticked decides |
| form | `f1:<match>:<seq>:<panel>` | a form that is handed in |
| lobby | `l1:<match>:<verb>` | accept, decline, join, leave, start, cancel, join with a word |
| word form | `lw1:<match>` | a word for the dice, handed in: its sender is in |
| page | `g1:<match>:<verb>` | of a match: rematch or again, resign, text, why, fair, how, more |
| lesson | `t1:<version>:<path>:<what>` | a choice in the lesson, after those of the path |
| mine | `d1:<what>` | whether to forget the one who presses |
| why | `y1:<match>` | a menu of what can't be done now; the question is what was chosen |
| undo | `u1:<match>:<seq>` | take back the move after which the log had so many entries |
| confirm | `c1:<match>:<seq>:<token>[,<token>…]` | decide, after having been asked |
| plan | `a1:<match>:<verb>` | a plan for one's next turn: make one (ahead), forget it (leave) |
| plan form | `q1:<match>` | a plan that is handed in |
| cancel | `n1:<match>` | don't, after having been asked |
| leaders | `b1:<asker>:<kind>:<era>:<start>:<which>` | another page or time of a leaderboard |
| leaders menu | `k1:<asker>:<era>` | a menu of what a leaderboard orders by |
| history | `h1:<asker>:<user>:<start>:<which>` | another page of somebody's matches |
| me | `m1:<what>[:<on or off>]` | a button of somebody's own settings; what a toggle shall be |
| wish | `w1:<what>` | a menu of somebody's own settings |
| own | `o1:<what>` | a form of somebody's own settings |
| notice | `v1:<match>:<n>:<verb>` | an answer to the notice of event `n`: a vote and the like |
| replay | `r1:<match>:<step>:<verb>` | a moment of a replay: go there, share it; or all of it |
| jump | `j1:<match>:<step>` | a menu with the steps to jump to |
| report | `x1:<match>:<seq>` | something is wrong with the board that told so much |
| report form | `z1:<match>:<seq>` | what is wrong, handed in |
| setting | `e1:<what>[:<on or off>]` | a menu or a button of a server's settings; likewise |
| table | `i1:<whose>:<page>` | a page of a list of matches, from 0 |
| topics | `to1:<book>` | a menu of the topics of the rules or of the commands |
| share | `sh1:<match>:<what>:<verb>` | to share: choose what and where, or share here |
| barred | `ba1:<page>` | a page of the list of those whom a server bars, from 0 |
"""

import re
from dataclasses import dataclass

LONGEST = 100
"""Discord's limit of a custom_id."""

MOVE = r"s1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6}):(?P<tokens>[a-z0-9 ,-]{1,75})"
PANEL = r"p1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6}):(?P<panel>[a-z0-9 -]{1,75})"
MENU = r"ch1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6}):(?P<panel>[a-z0-9 -]{1,75})"
FORM = r"f1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6}):(?P<panel>[a-z0-9 -]{1,75})"
LOBBY = r"l1:(?P<match>[0-9]{1,15}):(?P<verb>accept|decline|join|leave|start|cancel|word)"
WORD_FORM = r"lw1:(?P<match>[0-9]{1,15})"
PAGE = r"g1:(?P<match>[0-9]{1,15}):(?P<verb>rematch|again|resign|text|why|fair|how|more)"
WHY = r"y1:(?P<match>[0-9]{1,15})"
LESSON = r"t1:(?P<version>[0-9]{1,3}):(?P<path>[0-9a-z]{0,16}):(?P<what>[a-z0-9 ]{1,40})"
UNDO = r"u1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6})"
CONFIRM = r"c1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6}):(?P<tokens>[a-z0-9 ,-]{1,75})"
CANCEL = r"n1:(?P<match>[0-9]{1,15})"
LEADERS = (
    r"b1:(?P<asker>[0-9]{1,20}):(?P<kind>[a-z]{1,9}):(?P<era>[a-z]{1,9}):(?P<start>[0-9]{1,9})"
    r":(?P<which>[a-z]{1,9})"
)
LEADERS_MENU = r"k1:(?P<asker>[0-9]{1,20}):(?P<era>[a-z]{1,9})"
HISTORY = (
    r"h1:(?P<asker>[0-9]{1,20}):(?P<user>[0-9]{1,20}):(?P<start>[0-9]{1,9}):(?P<which>[a-z]{1,9})"
)
ME = r"m1:(?P<what>[a-z_]{1,20})(?::(?P<to>on|off))?"
WISH = r"w1:(?P<what>[a-z_]{1,20})"
OWN = r"o1:(?P<what>[a-z_]{1,20})"
NOTICE = (
    r"v1:(?P<match>[0-9]{1,15}):(?P<n>[0-9]{1,6}):(?P<verb>wait|turn|seat|end|offer|claim|back"
    r"|agree|decline|resume|person [0-9]{1,20})"
)
REPLAY = (
    r"r1:(?P<match>[0-9]{1,15}):(?P<step>[0-9]{1,6}):"
    r"(?P<verb>open|first|back|next|last|share|film|turning)"
)
JUMP = r"j1:(?P<match>[0-9]{1,15}):(?P<step>[0-9]{1,6})"
PLAN = r"a1:(?P<match>[0-9]{1,15}):(?P<verb>ahead|leave)"
PLAN_FORM = r"q1:(?P<match>[0-9]{1,15})"
SETTING = r"e1:(?P<what>[a-z_]{1,20})(?::(?P<to>on|off))?"
TABLE = r"i1:(?P<whose>mine|server):(?P<page>[0-9]{1,4})"
TOPICS = r"to1:(?P<book>rules|help)"
BARRED = r"ba1:(?P<page>[0-9]{1,4})"
SHARE = (
    r"sh1:(?P<match>[0-9]{1,15})"
    r":(?P<what>(?:end|film|turn|point|high|feat)[0-9]{0,6}(?:-[a-z]{1,20})?)"
    r":(?P<verb>open|what|where|here)"
)
MINE = r"d1:(?P<what>forget|keep)"
REPORT = r"x1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6})"
REPORT_FORM = r"z1:(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6})"
BUTTONS = (
    MOVE,
    PANEL,
    MENU,
    LOBBY,
    PAGE,
    WHY,
    LESSON,
    MINE,
    UNDO,
    CONFIRM,
    CANCEL,
    LEADERS,
    LEADERS_MENU,
    HISTORY,
    ME,
    WISH,
    NOTICE,
    REPLAY,
    JUMP,
    REPORT,
    PLAN,
    SETTING,
    TABLE,
    BARRED,
    TOPICS,
    SHARE,
)
"""The families that buttons and menus have; others, such as FORM, are those of modals."""


_TO = {True: "on", False: "off"}


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """A match and how much of its log the board told that is being answered."""

    match: int
    seq: int


def move(board_version: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of a move."""
    return f"s1:{board_version.match}:{board_version.seq}:{','.join(tokens)}"


def panel(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a button that opens a form."""
    return f"p1:{board_version.match}:{board_version.seq}:{name}"


def menu(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a menu of a board."""
    return f"ch1:{board_version.match}:{board_version.seq}:{name}"


def form(board_version: BoardVersion, name: str) -> str:
    """The custom_id of a form."""
    return f"f1:{board_version.match}:{board_version.seq}:{name}"


def lobby(match: int, verb: str) -> str:
    """The custom_id of a button of an invitation."""
    return f"l1:{match}:{verb}"


def word_form(match: int) -> str:
    """The custom_id of the form that asks for a word for the dice."""
    return f"lw1:{match}"


def page(match: int, verb: str) -> str:
    """The custom_id of a button that is about a match as a whole."""
    return f"g1:{match}:{verb}"


def why(match: int) -> str:
    """The custom_id of the menu of what can't be done."""
    return f"y1:{match}"


def undo(board_version: BoardVersion) -> str:
    """The custom_id of a button that takes the last move back."""
    return f"u1:{board_version.match}:{board_version.seq}"


def confirm(board_version: BoardVersion, tokens: tuple[str, ...]) -> str:
    """The custom_id of a move that its player was asked about."""
    return f"c1:{board_version.match}:{board_version.seq}:{','.join(tokens)}"


def cancel(match: int) -> str:
    """The custom_id of a button that leaves a move that its player was asked about."""
    return f"n1:{match}"


def me(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a button of somebody's own settings; `on` is what a toggle shall be.

    Pressed twice it means the same; buttons of older versions turn a toggle around.
    """
    return f"m1:{what}" if on is None else f"m1:{what}:{_TO[on]}"


def wish(what: str) -> str:
    """The custom_id of a menu of somebody's own settings."""
    return f"w1:{what}"


def notice(match: int, n: int, verb: str) -> str:
    """The custom_id of a button of the notice of match event `n`."""
    return f"v1:{match}:{n}:{verb}"


def own(what: str) -> str:
    """The custom_id of a form of somebody's own settings."""
    return f"o1:{what}"


def replay(match: int, step: int, verb: str) -> str:
    """The custom_id of a button of a replay."""
    return f"r1:{match}:{step}:{verb}"


def share(match: int, what: str, verb: str) -> str:
    """The custom_id of a button or menu of sharing; `what` as cogs/share/shareables.py spells it."""
    return f"sh1:{match}:{what}:{verb}"


def jump(match: int, step: int) -> str:
    """The custom_id of a replay's menu, shown at that step."""
    return f"j1:{match}:{step}"


def lesson(version: int, path: str, what: str) -> str:
    """The custom_id of a button of the lesson."""
    return f"t1:{version}:{path}:{what}"


def leaders(asker: int, kind: str, era: str, start: int, which: str) -> str:
    """The custom_id of a button of a leaderboard; `which` keeps those of one message apart."""
    return f"b1:{asker}:{kind}:{era}:{start}:{which}"


def leaders_menu(asker: int, era: str) -> str:
    """The custom_id of the menu of what a leaderboard orders by."""
    return f"k1:{asker}:{era}"


def history(asker: int, user: int, start: int, which: str) -> str:
    """The custom_id of a button of a history."""
    return f"h1:{asker}:{user}:{start}:{which}"


def plan(match: int, verb: str) -> str:
    """The custom_id of a button about a plan."""
    return f"a1:{match}:{verb}"


def plan_form(match: int) -> str:
    """The custom_id of the form in which one plans."""
    return f"q1:{match}"


def setting(what: str, *, on: bool | None = None) -> str:
    """The custom_id of a menu or a button of a server's settings; `on` as in `me`."""
    return f"e1:{what}" if on is None else f"e1:{what}:{_TO[on]}"


def wanted(to: str | None) -> bool | None:
    """What a toggle shall be, as a custom_id says it; None in those of older versions."""
    return None if to is None else to == _TO[True]


def table(whose: str, page: int) -> str:
    """The custom_id of a page of a list of matches."""
    return f"i1:{whose}:{page}"


def topics(book: str) -> str:
    """The custom_id of a menu of topics, of ``rules`` or of ``help``."""
    return f"to1:{book}"


def barred(page: int) -> str:
    """The custom_id of a page of the list of those whom a server bars."""
    return f"ba1:{page}"


def mine(what: str) -> str:
    """The custom_id of an answer to whether somebody wants to be forgotten."""
    return f"d1:{what}"


def report(board_version: BoardVersion) -> str:
    """The custom_id of a button that reports a problem."""
    return f"x1:{board_version.match}:{board_version.seq}"


def report_form(board_version: BoardVersion) -> str:
    """The custom_id of the form of such a report."""
    return f"z1:{board_version.match}:{board_version.seq}"


def is_button(custom_id: str) -> bool:
    """Whether this is the custom_id of a button or menu of this version."""
    return any(re.fullmatch(family, custom_id) for family in BUTTONS)
