"""The families of custom_ids: all that buttons, menus and forms can mean.

A custom_id is `2:<family>:<fields>`. Messages of the first version, whose custom_ids begin with
a short name in place of `2:<family>`, are still in use, so each family knows both. No custom_id
belongs to two families.

| family | before | fields | means |
|---|---|---|---|
| move | s1 | match, seq, tokens by comma | decide at once |
| panel | p1 | match, seq, panel | open a form to choose in |
| menu | ch1 | match, seq, panel | a menu of a board; what is ticked decides |
| form | f1 | match, seq, panel | a form that is handed in |
| confirm | c1 | match, seq, tokens by comma | decide, after a question |
| cancel | n1 | match | don't, after a question |
| undo | u1 | match, seq | take back the move after which the log had seq entries |
| hint | | match, seq | the best move when the log had so many entries |
| why | y1 | match | a menu of what can't be done now |
| plan | a1 | match, verb | a plan for one's next turn: make one (ahead), drop it (leave) |
| plan-form | q1 | match | a plan that is handed in |
| invitation | l1 | match, verb | accept, decline, join, leave, start, cancel, join with a word |
| word | lw1 | match | a word for the dice, handed in: its sender joins |
| match | g1 | match, verb | rematch or again, resign, text, why, fair, how, more, look at … |
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
| day | | day, verb, game | a day's puzzle: its results, a card to post, a grid to watch |
| tutorial | t1 | version, path, what, game | a choice in a lesson, after those of the path |
| tournament | | tournament, verb | join, leave, be there, one's own part, the file, … |
| tournament-page | | tournament, page | a page of its standings or brackets, from 0; “last” |
| tournaments | | verb, page | a page of past tournaments, or a menu of them to look at one |
"""

import logging
import re
from dataclasses import dataclass

_log = logging.getLogger(__name__)

LONGEST = 100
"""Discord's limit of a custom_id."""
VERSION = 2
"""What new custom_ids begin with; those of version 1 begin with a family's short name."""
strict = False
"""Whether spelling a custom_id that its own family can't read raises Unreadable. True in tests and
in chaos. For players a message with one dead button is better than no message, so the bot itself
only logs an error."""

_MATCH = r"(?P<match>[0-9]{1,15})"
_BOARD = rf"{_MATCH}:(?P<seq>[0-9]{{1,6}})"
_TOKENS = r"(?P<tokens>[A-Za-z0-9 .,-]{1,75})"
_PANEL = r"(?P<panel>[A-Za-z0-9 .-]{1,75})"
_SETTING = r"(?P<what>[a-z_]{1,20})"
_SWITCH = r"(?::(?P<to>on|off))?"
_ASKER = r"(?P<asker>[0-9]{1,20})"
_USER = r"(?P<user>[0-9]{1,18}|[1-8][0-9]{18})"
"""Discord's ids have 17 to 19 digits; a forged one must still fit a column of SQLite."""
_GAME = r"(?::(?P<game>[a-z0-9-]{1,20}))?"
"""Messages made when there was one game name none: it is the first of the register."""


class Unreadable(ValueError):
    """A custom_id that its own family can't read."""


@dataclass(frozen=True, slots=True)
class Family:
    """All custom_ids with the same kind of meaning."""

    name: str
    before: str | None
    """What its custom_ids began with in version 1; None for a family that came later."""
    fields: str
    """A regular expression of the fields."""

    @property
    def template(self) -> str:
        """A regular expression of the whole custom_id, in both versions."""
        now = f"{VERSION}:{self.name}"
        return f"{now if self.before is None else f'(?:{now}|{self.before})'}:{self.fields}"

    def spell(self, *fields: int | str) -> str:
        """Return the custom_id with these fields, which a press of it gives back.

        If it would not, raises Unreadable where `strict`, and otherwise logs an error.
        """
        custom_id = self._joined(fields)
        if not self.fits(*fields):
            if strict:
                raise Unreadable(custom_id)
            _log.error("This custom_id is out of date from the start: %r", custom_id)
        return custom_id

    def fits(self, *fields: int | str) -> bool:
        """Return whether Discord takes the custom_id with these fields and a press of it gives
        them back."""
        custom_id = self._joined(fields)
        return (
            len(custom_id) <= LONGEST
            and not any(":" in str(field) for field in fields)
            and re.fullmatch(self.template, custom_id) is not None
        )

    def _joined(self, fields: tuple[int | str, ...]) -> str:
        return ":".join((str(VERSION), self.name, *map(str, fields)))


MOVE = Family("move", "s1", f"{_BOARD}:{_TOKENS}")
PANEL = Family("panel", "p1", f"{_BOARD}:{_PANEL}")
MENU = Family("menu", "ch1", f"{_BOARD}:{_PANEL}")
FORM = Family("form", "f1", f"{_BOARD}:{_PANEL}")
INVITATION = Family(
    "invitation", "l1", rf"{_MATCH}:(?P<verb>accept|decline|join|leave|start|fill|cancel|word)"
)
WORD_FORM = Family("word", "lw1", _MATCH)
MATCH = Family(
    "match",
    "g1",
    rf"{_MATCH}:(?P<verb>rematch|again|resign|text|why|fair|how|more|look [a-z0-9 .-]{{1,20}})",
)
HINT = Family("hint", None, _BOARD)
WHY = Family("why", "y1", _MATCH)
TUTORIAL = Family(
    "tutorial",
    "t1",
    r"(?P<version>[0-9]{1,3}):(?P<path>[0-9a-z]{0,16})"
    rf":(?P<what>[A-Za-z0-9 .,-]{{1,40}}){_GAME}",
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
    rf"{_ASKER}:{_USER}:(?P<start>[0-9]{{1,9}}):(?P<which>[a-z]{{1,9}}){_GAME}",
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
    r"(?P<verb>open|first|back|next|last|share|film|turning|accuracy)",
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
    rf"{_BOARD}:(?P<verb>open|undo"
    r"|(?:move|confirm|panel|menu|form):(?P<what>[A-Za-z0-9 .,-]{1,75}))",
)
DAY = Family(
    "day",
    None,
    r"(?P<day>[0-9]{4}-[0-9]{2}-[0-9]{2}):(?P<verb>results|post|picture|watch|computer)"
    r":(?P<game>[a-z0-9-]{1,20})",
)
_TOURNAMENT = r"(?P<tournament>[0-9]{1,15})"
TOURNAMENT = Family(
    "tournament",
    None,
    rf"{_TOURNAMENT}:(?P<verb>join|leave|here|mine|file|out|stay)",
)
TOURNAMENT_PAGE = Family("tournament-page", None, rf"{_TOURNAMENT}:(?P<page>[0-9]{{1,4}}|last)")
TOURNAMENTS = Family("tournaments", None, r"(?P<verb>turn|look):(?P<page>[0-9]{1,4})")
FAMILIES = tuple(one for one in list(globals().values()) if isinstance(one, Family))
"""All families that are defined above."""
_NAMES = {
    **{f"{VERSION}:{one.name}": one.name for one in FAMILIES},
    **{one.before: one.name for one in FAMILIES if one.before is not None},
}
"""By how their custom_ids begin."""
FORMS = (FORM, PLAN_FORM, WORD_FORM, ME_FORM, REPORT_FORM)
BUTTONS = tuple(family for family in FAMILIES if family not in FORMS)
"""The families of buttons and menus. SESSION also has forms."""


def read(custom_id: str) -> tuple[Family, re.Match[str]] | None:
    """The family of a custom_id and its fields by name; None if it has no family."""
    for family in FAMILIES:
        if found := re.fullmatch(family.template, custom_id):
            return family, found
    return None


def name_of(custom_id: str) -> str:
    """The name of its family, as far as its beginning tells; `unknown` if it has none."""
    first, _, rest = custom_id.partition(":")
    begins = first if first in _NAMES else f"{first}:{rest.partition(':')[0]}"
    return _NAMES.get(begins, "unknown")


def match_of(custom_id: str) -> int | None:
    """The match that a custom_id names; None if it names none."""
    found = read(custom_id)
    number = None if found is None else found[1].groupdict().get("match")
    return None if number is None else int(number)


def is_button(custom_id: str) -> bool:
    """Whether this is the custom_id of a button or menu that this version answers."""
    found = read(custom_id)
    return found is not None and found[0] in BUTTONS
