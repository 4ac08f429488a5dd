"""The families of custom_ids: everything that a button, menu or form can mean.

A custom_id is `2:<family>:<fields>`. Messages of version 1, whose custom_ids begin with a short
prefix instead of `2:<family>`, are still in use, so each family reads both. A custom_id belongs to
at most one family.

| family | version 1 | fields | meaning |
|---|---|---|---|
| move | s1 | match, seq, tokens by comma | play a move immediately |
| panel | p1 | match, seq, panel | open a form with the choices of a move |
| menu | ch1 | match, seq, panel | play the options ticked in a board's menu |
| form | f1 | match, seq, panel | play the move chosen in a submitted form |
| confirm | c1 | match, seq, tokens by comma | play the move that the question was about |
| cancel | n1 | match | answer the question with no, and play nothing |
| undo | u1 | match, seq | take back the last move of a log with seq entries |
| hint | | match, seq | show the best move at log length seq |
| why | y1 | match | a menu of moves that are impossible now |
| plan | a1 | match, verb | make (ahead) or drop (leave) a plan for the next turn |
| plan-form | q1 | match | submit a plan |
| invitation | l1 | match, verb | accept, decline, join, leave, start, fill, cancel, word |
| word | lw1 | match | submit a word for the dice, and join |
| challenge | | opponent, game | challenge this user, or the member chosen in a menu (“anyone”) |
| match | g1 | match, verb | rematch or again, stronger, resign, text, why, fair, how, more, … |
| notice | v1 | match, n, verb | answer the notice about event n, for example vote |
| replay | r1 | match, step, verb | show or share a step of a replay, or the whole match |
| replay-menu | j1 | match, step | a menu of steps |
| share | sh1 | match, what, verb | choose what to share and where, or share it here |
| report, report-form | x1, z1 | match, seq | report a problem with the board at log length seq |
| leaderboard | b1 | asker, ranking, period, start, which, game | another page or period |
| leaderboard-order | k1 | asker, period, game | a menu of rankings |
| history | h1 | asker, user, start, which, game | another page of a user's matches |
| statistics-game | | verb, asker, user | a menu of games below an answer about statistics |
| matches | i1 | whose, page | a page of a list of matches, counted from 0 |
| me | m1 | what, on or off | a button of the user's own settings |
| me-menu, me-form | w1, o1 | what | a menu or form of the user's own settings |
| setting | e1 | what, on or off | a menu or button of a server's settings |
| mydata | d1 | what | forget the user, keep everything, or allow puzzles from their matches |
| barred | ba1 | page | a page of the list of barred users, counted from 0 |
| topics | to1 | book, game | a menu of the topics of /rules or /help |
| guide-game | | verb | a menu of games below /rules or /tutorial |
| session | | match, seq, verb, what | a board's button or menu in a private session |
| day | | day, verb, game | a daily puzzle: results, post, today, past, step 12 … |
| puzzle | | puzzle, verb, game | a puzzle: answer with move 2, step best 3 of a line, solution, … |
| tutorial | t1 | version, path, what, game | a choice in a lesson, after the choices in path |
| tournament | | tournament, verb | join, leave, check in, own matches, file, … |
| tournament-page | | tournament, page | a page of standings or brackets from 0, or “last” |
| tournaments | | verb, page | a page of past tournaments, or a menu of them |
| watch | | match, verb | offer (ask), choose (round, end) or stop messages about a match |
| which | | command, options | a menu of what a command can mean, which runs it with the options |
"""

import logging
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

_log = logging.getLogger(__name__)

LONGEST = 100
"""Discord's limit of a custom_id."""
VERSION = 2
strict = False
"""Whether to raise Unreadable for a custom_id that its own family can't read. True in tests and in
chaos; the bot itself only logs an error, because one dead button is better than a missing message.
"""


@dataclass(frozen=True, slots=True)
class BoardVersion:
    """A board as of one log length."""

    match: int
    seq: int
    session: bool = False


@dataclass(frozen=True, slots=True)
class Text:
    """A field of custom_ids: its pattern, and how to write and read it."""

    name: str
    regex: str
    optional: bool = False
    """Whether the field is missing in older custom_ids; it is then read as empty. Only the last
    field can be optional.
    """

    @property
    def pattern(self) -> str:
        group = f"(?P<{self.name}>{self.regex})"
        return f"(?::{group})?" if self.optional else group

    def write(self, value: Any) -> Iterator[str]:
        if not self.optional or value:
            yield str(value)

    def read(self, match: re.Match[str]) -> Any:
        return self.value(match[self.name] or "")

    def value(self, text: str) -> Any:
        return text


class Number(Text):
    def value(self, text: str) -> int:
        return int(text)


class Tokens(Text):
    """A seat's decision, as tokens separated by commas."""

    def write(self, value: Any) -> Iterator[str]:
        yield ",".join(value)

    def value(self, text: str) -> tuple[str, ...]:
        return tuple(text.split(","))


class Switch(Text):
    """The new state of a toggle; None in old custom_ids, which invert the state."""

    def write(self, value: Any) -> Iterator[str]:
        if value is not None:
            yield "on" if value else "off"

    def value(self, text: str) -> bool | None:
        return text == "on" if text else None


class Board(Text):
    """Two fields: match and log length."""

    @property
    def pattern(self) -> str:
        return r"(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6})"

    def write(self, value: Any) -> Iterator[str]:
        yield from (str(value.match), str(value.seq))

    def read(self, match: re.Match[str]) -> BoardVersion:
        return BoardVersion(int(match["match"]), int(match["seq"]))


_MATCH = Number("match", "[0-9]{1,15}")
_BOARD = Board("board", "")
_TOKENS = Tokens("tokens", "[A-Za-z0-9 .,-]{1,75}")
_PANEL = Text("panel", "[A-Za-z0-9 .-]{1,75}")
_SETTING = Text("what", "[a-z_]{1,20}")
_SWITCH = Switch("to", "on|off", optional=True)
_ID = "[0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17}|92[01][0-9]{16}"
"""Discord's ids have 17 to 19 digits; a forged one must still fit a column of SQLite."""
_ASKER, _USER = Number("asker", _ID), Number("user", _ID)
_GAME = Text("game", "[a-z0-9-]{1,20}", optional=True)
"""Missing in messages that are older than the second game; they mean the register's first game."""
_TOURNAMENT = Number("tournament", "[0-9]{1,15}")
_PAGE = Number("page", "[0-9]{1,4}")
_STEP = Number("step", "[0-9]{1,6}")
_START = Number("start", "[0-9]{1,9}")
_PERIOD = Text("period", "[a-z]{1,9}")
_WHICH = Text("which", "[a-z]{1,9}")


class Unreadable(ValueError): ...


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    before: str | None
    """Prefix in version 1; None for newer families."""
    parts: tuple[Text, ...]
    in_session: bool = False
    """Whether private sessions use SESSION instead."""
    form: bool = False

    @property
    def fields(self) -> str:
        first, *others = self.parts
        rest = (part.pattern if part.optional else f":{part.pattern}" for part in others)
        return "".join((first.pattern, *rest))

    @property
    def template(self) -> str:
        now = f"{VERSION}:{self.name}"
        return f"{now if self.before is None else f'(?:{now}|{self.before})'}:{self.fields}"

    def read(self, custom_id: str) -> tuple[Any, ...] | None:
        match = re.fullmatch(self.template, custom_id)
        return None if match is None else self.values(match)

    def values(self, match: re.Match[str]) -> tuple[Any, ...]:
        """Return the values of a custom_id that matches the template."""
        return tuple(part.read(match) for part in self.parts)

    def spell(self, *values: Any) -> str:
        """Return the custom_id; if it is unreadable, raise Unreadable in `strict` mode, or else log
        an error.
        """
        custom_id = self._joined(values)
        if not self.fits(*values):
            if strict:
                raise Unreadable(custom_id)
            _log.error("This custom_id is out of date from the start: %r", custom_id)
        return custom_id

    def fits(self, *values: Any) -> bool:
        """Return whether Discord accepts the custom_id and a press can read its values back."""
        custom_id, family = self._joined(values), SESSION if self._session(values) else self
        return (
            len(custom_id) <= LONGEST
            and not any(":" in field for field in self._written(values))
            and re.fullmatch(family.template, custom_id) is not None
        )

    def _session(self, values: tuple[Any, ...]) -> bool:
        return self.in_session and bool(values[0].session)

    def _written(self, values: tuple[Any, ...]) -> list[str]:
        pairs = zip(self.parts, values, strict=False)  # an optional last value can be missing
        return [field for part, value in pairs for field in part.write(value)]

    def _joined(self, values: tuple[Any, ...]) -> str:
        fields = self._written(values)
        if self._session(values):
            match, seq, *rest = fields
            return ":".join((str(VERSION), SESSION.name, match, seq, self.name, *rest))
        return ":".join((str(VERSION), self.name, *fields))


MOVE = Family("move", "s1", (_BOARD, _TOKENS), in_session=True)
PANEL = Family("panel", "p1", (_BOARD, _PANEL), in_session=True)
MENU = Family("menu", "ch1", (_BOARD, _PANEL), in_session=True)
FORM = Family("form", "f1", (_BOARD, _PANEL), in_session=True, form=True)
_INVITED = Text("verb", "accept|decline|join|leave|start|fill|cancel|word")
INVITATION = Family("invitation", "l1", (_MATCH, _INVITED))
WORD_FORM = Family("word", "lw1", (_MATCH,), form=True)
CHALLENGE = Family("challenge", None, (Text("opponent", f"anyone|{_ID}"), _GAME))
_OF_MATCH = Text(
    "verb",
    "rematch|again|stronger|part|new|resign|text|why|fair|how|rules|more|watch"
    "|look [a-z0-9 .-]{1,20}",
)
MATCH = Family("match", "g1", (_MATCH, _OF_MATCH))
HINT = Family("hint", None, (_BOARD,))
WHY = Family("why", "y1", (_MATCH,))
TUTORIAL = Family(
    "tutorial",
    "t1",
    (
        Number("version", "[0-9]{1,3}"),
        Text("path", "[0-9a-z]{0,16}"),
        Text("what", "[A-Za-z0-9 .,-]{1,40}"),
        _GAME,
    ),
)
UNDO = Family("undo", "u1", (_BOARD,), in_session=True)
CONFIRM = Family("confirm", "c1", (_BOARD, _TOKENS), in_session=True)
CANCEL = Family("cancel", "n1", (_MATCH,))
LEADERBOARD = Family(
    "leaderboard",
    "b1",
    (_ASKER, Text("ranking", "[a-z]{1,20}"), _PERIOD, _START, _WHICH, _GAME),
)
LEADERBOARD_MENU = Family("leaderboard-order", "k1", (_ASKER, _PERIOD, _GAME))
HISTORY = Family("history", "h1", (_ASKER, _USER, _START, _WHICH, _GAME))
EVERY_GAME = "-"
"""Means all games, in place of a game's name; no game has this name."""
_STATISTICS = Text("verb", "leaderboard|profile|versus|history")
STATISTICS_GAME = Family("statistics-game", None, (_STATISTICS, _ASKER, _USER))
ME = Family("me", "m1", (_SETTING, _SWITCH))
ME_MENU = Family("me-menu", "w1", (_SETTING,))
ME_FORM = Family("me-form", "o1", (_SETTING,), form=True)
_ANSWER = Text("verb", f"wait|turn|seat|end|offer|claim|back|agree|decline|resume|person (?:{_ID})")
NOTICE = Family("notice", "v1", (_MATCH, Number("n", "[0-9]{1,6}"), _ANSWER))
_MOMENT = Text("verb", "open|first|back|next|last|share|film|turning|accuracy")
REPLAY = Family("replay", "r1", (_MATCH, _STEP, _MOMENT))
REPLAY_MENU = Family("replay-menu", "j1", (_MATCH, _STEP))
PLAN = Family("plan", "a1", (_MATCH, Text("verb", "ahead|leave")))
PLAN_FORM = Family("plan-form", "q1", (_MATCH,), form=True)
SETTING = Family("setting", "e1", (_SETTING, _SWITCH))
MATCHES = Family("matches", "i1", (Text("whose", "mine|server"), _PAGE))
TOPICS = Family("topics", "to1", (Text("book", "rules|help"), _GAME))
GUIDE_GAME = Family("guide-game", None, (Text("verb", "rules|tutorial"),))
BARRED = Family("barred", "ba1", (_PAGE,))
_SHARED = Text("what", "(?:end|film|turn|point|high|feat)[0-9]{0,6}(?:-[a-z]{1,20})?")
SHARE = Family("share", "sh1", (_MATCH, _SHARED, Text("verb", "open|what|where|here|now")))
MYDATA = Family("mydata", "d1", (Text("what", "forget|keep|puzzles-on|puzzles-off"),))
REPORT = Family("report", "x1", (_BOARD,))
REPORT_FORM = Family("report-form", "z1", (_BOARD,), form=True)
_IN_SESSION = "open|undo|(?:move|confirm|panel|menu|form):(?P<what>[A-Za-z0-9 .,-]{1,75})"
SESSION = Family("session", None, (_BOARD, Text("verb", _IN_SESSION)))
DAY = Family(
    "day",
    None,
    (
        Text("day", "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        Text(
            "verb", "results|post|picture|watch|computer|today|past|other|dice|how|step [0-9]{1,6}"
        ),
        Text("game", "[a-z0-9-]{1,20}"),
    ),
)
PUZZLE = Family(
    "puzzle",
    None,
    (
        Text("puzzle", "[0-9a-f]{16}|-"),
        Text("verb", "today|practice|solution|card|(?:move|best|other) [0-9]{1,2}"),
        _GAME,
    ),
)
_ENTRANT = Text("verb", "join|leave|here|mine|file|out|stay")
TOURNAMENT = Family("tournament", None, (_TOURNAMENT, _ENTRANT))
TOURNAMENT_PAGE = Family("tournament-page", None, (_TOURNAMENT, Text("page", "[0-9]{1,4}|last")))
TOURNAMENTS = Family("tournaments", None, (Text("verb", "turn|look"), _PAGE))
WHICH = Family(
    "which",
    None,
    (
        Text("command", "[a-z-]{1,32}(?: [a-z-]{1,32})?"),
        Text("options", "[A-Za-z0-9_.~%=,-]{0,80}"),
    ),
)
WATCH = Family("watch", None, (_MATCH, Text("verb", "ask|round|end|stop")))
FAMILIES = tuple(one for one in list(globals().values()) if isinstance(one, Family))
_BY_PREFIX = {
    **{f"{VERSION}:{one.name}": one for one in FAMILIES},
    **{one.before: one for one in FAMILIES if one.before is not None},
}
FORMS = tuple(family for family in FAMILIES if family.form)
BUTTONS = tuple(family for family in FAMILIES if not family.form)
"""Families of buttons and menus; SESSION also has forms."""


def meant(family: Family, values: tuple[Any, ...]) -> tuple[Family, tuple[Any, ...]]:
    """Return a press's family and values; for SESSION, those of the same button on the public
    board.
    """
    if family is not SESSION:
        return family, values
    board, (name, _, fields) = replace(values[0], session=True), values[1].partition(":")
    if name == "open":
        return family, (board,)
    pressed = _BY_PREFIX[f"{VERSION}:{name}"]
    return pressed, (board, *(part.value(fields) for part in pressed.parts[1:]))


def read(custom_id: str) -> tuple[Family, re.Match[str]] | None:
    family = _family(custom_id)
    match = None if family is None else re.fullmatch(family.template, custom_id)
    return None if family is None or match is None else (family, match)


def name_of(custom_id: str) -> str:
    family = _family(custom_id)
    return "unknown" if family is None else family.name


def _family(custom_id: str) -> Family | None:
    first, _, rest = custom_id.partition(":")
    return _BY_PREFIX.get(first) or _BY_PREFIX.get(f"{first}:{rest.partition(':')[0]}")


def match_of(custom_id: str) -> int | None:
    family_and_fields = read(custom_id)
    number = None if family_and_fields is None else family_and_fields[1].groupdict().get("match")
    return None if number is None else int(number)
