"""The families of custom_ids: everything that a button, menu or form can mean.

A custom_id is `2:<family>:<fields>` and belongs to at most one family. 2 is the version of this
form; messages from before release 0.2.0 used another one, so their buttons are out of date.

| family | fields | meaning |
|---|---|---|
| move | match, seq, tokens by comma | play a move immediately |
| panel | match, seq, panel | open a form with the choices of a move |
| menu | match, seq, panel | play the options ticked in a board's menu |
| form | match, seq, panel | play the move chosen in a submitted form |
| confirm | match, seq, tokens by comma | play the move that the question was about |
| cancel | match | answer the question with no, and play nothing |
| undo | match, seq | take back the last move of a log with seq entries |
| hint | match, seq | show the best move at log length seq |
| why | match | a menu of moves that are impossible now |
| plan | match, verb | make (ahead) or drop (leave) a plan for the next turn |
| plan-form | match | submit a plan |
| invitation | match, verb | accept, decline, join, leave, start, fill, cancel, word |
| word | match | submit a word for the dice, and join |
| challenge | opponent, game | challenge this user, or the member chosen in a menu (“anyone”) |
| match | match, verb | rematch or again, stronger, resign, text, why, fair, how, more, … |
| notice | match, n, verb | answer the notice about event n, for example vote |
| replay | match, step, verb | show a step of a replay, or the whole match |
| replay-menu | match, step | a menu of steps |
| share | match, what, verb | choose what to share and where, or share it here |
| report, report-form | match, seq | report a problem with the board at log length seq |
| leaderboard | asker, ranking, period, start, which, game | another page or period |
| leaderboard-order | asker, period, game | a menu of rankings |
| history | asker, user, start, which, game | another page of a user's matches |
| statistics-game | verb, asker, user | a menu of games below an answer about statistics |
| matches | whose, page | a page of a list of matches, counted from 0 |
| me | what, on or off | a button of the user's own settings |
| me-menu, me-form | what | a menu or form of the user's own settings |
| setting | what, on or off | a menu or button of a server's settings |
| mydata | what | forget the user, keep everything, or allow puzzles from their matches |
| barred | page | a page of the list of barred users, counted from 0 |
| topics | book, game | a menu of the topics of /rules or /help |
| guide-game | verb | a menu of games below /rules or /tutorial |
| session | match, seq, verb, what | a board's button or menu in a private session |
| day | day, verb, game | a daily puzzle: results, post, today, past, step 12 … |
| puzzle | puzzle, verb, game | a puzzle: answer with move 2, step best 3 of a line, solution, … |
| tutorial | version, path, what, game | a choice in a lesson, after the choices in path |
| tournament | tournament, verb | join, leave, check in, own matches, file, … |
| tournament-page | tournament, page | a page of standings or brackets from 0, or “last” |
| tournaments | verb, page | a page of past tournaments, or a menu of them |
| watch | match, verb | offer (ask), choose (round, end) or stop messages about a match |
| which | command, options | a menu of what a command can mean, which runs it with the options |
"""

import logging
import re
from collections.abc import Callable, Iterator
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
class Field:
    """A field of custom_ids: its pattern, and how to write and read it."""

    name: str
    regex: str
    value: Callable[[str], Any] = str
    """Reads the value from its text, "" if the field is missing."""
    text: Callable[[Any], str] = str
    optional: bool = False
    """Whether the field can be missing, for the values None and "". Only the last field can be."""

    @property
    def pattern(self) -> str:
        group = f"(?P<{self.name}>{self.regex})"
        return f"(?::{group})?" if self.optional else group

    def write(self, value: Any) -> Iterator[str]:
        if not self.optional or value not in (None, ""):
            yield self.text(value)

    def read(self, match: re.Match[str]) -> Any:
        return self.value(match[self.name] or "")


class BoardField(Field):
    """Two fields: match and log length."""

    @property
    def pattern(self) -> str:
        return r"(?P<match>[0-9]{1,15}):(?P<seq>[0-9]{1,6})"

    def write(self, value: Any) -> Iterator[str]:
        yield from (str(value.match), str(value.seq))

    def read(self, match: re.Match[str]) -> BoardVersion:
        return BoardVersion(int(match["match"]), int(match["seq"]))


def _tokens(text: str) -> tuple[str, ...]:
    return tuple(text.split(","))


def _is_on(text: str) -> bool | None:
    return text == "on" if text else None


def _on_or_off(value: bool) -> str:
    return "on" if value else "off"


_MATCH = Field("match", "[0-9]{1,15}", int)
_BOARD = BoardField("board", "")
_TOKENS = Field("tokens", "[A-Za-z0-9 .,-]{1,75}", _tokens, ",".join)
"""A seat's decision, as tokens separated by commas."""
_PANEL = Field("panel", "[A-Za-z0-9 .-]{1,75}")
_SETTING = Field("what", "[a-z_]{1,20}")
_SWITCH = Field("to", "on|off", _is_on, _on_or_off, optional=True)
"""The new state of a toggle; None for a button that is none."""
_ID = "[0-9]{1,18}|[1-8][0-9]{18}|9[01][0-9]{17}|92[01][0-9]{16}"
"""Discord's ids have 17 to 19 digits; a forged one must still fit a column of SQLite."""
_ASKER, _USER = Field("asker", _ID, int), Field("user", _ID, int)
_GAME = Field("game", "[a-z0-9-]{1,20}")
_ANY_GAME = Field("game", _GAME.regex, optional=True)
"""Without a game, the register's first one is meant."""
_TOURNAMENT = Field("tournament", "[0-9]{1,15}", int)
_PAGE = Field("page", "[0-9]{1,4}", int)
_STEP = Field("step", "[0-9]{1,6}", int)
_START = Field("start", "[0-9]{1,9}", int)
_PERIOD = Field("period", "[a-z]{1,9}")
_WHICH = Field("which", "[a-z]{1,9}")


class Unreadable(ValueError): ...


@dataclass(frozen=True, slots=True)
class Family:
    name: str
    parts: tuple[Field, ...]
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
        return f"{VERSION}:{self.name}:{self.fields}"

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


MOVE = Family("move", (_BOARD, _TOKENS), in_session=True)
PANEL = Family("panel", (_BOARD, _PANEL), in_session=True)
MENU = Family("menu", (_BOARD, _PANEL), in_session=True)
FORM = Family("form", (_BOARD, _PANEL), in_session=True, form=True)
_INVITED = Field("verb", "accept|decline|join|leave|start|fill|cancel|word")
INVITATION = Family("invitation", (_MATCH, _INVITED))
WORD_FORM = Family("word", (_MATCH,), form=True)
CHALLENGE = Family("challenge", (Field("opponent", f"anyone|{_ID}"), _GAME))
_OF_MATCH = Field(
    "verb",
    "rematch|again|stronger|part|new|resign|text|why|fair|how|rules|more|watch"
    "|look [a-z0-9 .-]{1,20}",
)
MATCH = Family("match", (_MATCH, _OF_MATCH))
HINT = Family("hint", (_BOARD,))
WHY = Family("why", (_MATCH,))
TUTORIAL = Family(
    "tutorial",
    (
        Field("version", "[0-9]{1,3}", int),
        Field("path", "[0-9a-z]{0,16}"),
        Field("what", "[A-Za-z0-9 .,-]{1,40}"),
        _ANY_GAME,
    ),
)
UNDO = Family("undo", (_BOARD,), in_session=True)
CONFIRM = Family("confirm", (_BOARD, _TOKENS), in_session=True)
CANCEL = Family("cancel", (_MATCH,))
LEADERBOARD = Family(
    "leaderboard",
    (_ASKER, Field("ranking", "[a-z]{1,20}"), _PERIOD, _START, _WHICH, _GAME),
)
LEADERBOARD_MENU = Family("leaderboard-order", (_ASKER, _PERIOD, _GAME))
HISTORY = Family("history", (_ASKER, _USER, _START, _WHICH, _GAME))
EVERY_GAME = "-"
"""Means all games, in place of a game's name; no game has this name."""
_STATISTICS = Field("verb", "leaderboard|profile|versus|history")
STATISTICS_GAME = Family("statistics-game", (_STATISTICS, _ASKER, _USER))
ME = Family("me", (_SETTING, _SWITCH))
ME_MENU = Family("me-menu", (_SETTING,))
ME_FORM = Family("me-form", (_SETTING,), form=True)
_ANSWER = Field(
    "verb", f"wait|turn|seat|end|offer|claim|back|agree|decline|resume|person (?:{_ID})"
)
NOTICE = Family("notice", (_MATCH, Field("n", "[0-9]{1,6}", int), _ANSWER))
_MOMENT = Field("verb", "open|first|back|next|last|film|turning|accuracy")
REPLAY = Family("replay", (_MATCH, _STEP, _MOMENT))
REPLAY_MENU = Family("replay-menu", (_MATCH, _STEP))
PLAN = Family("plan", (_MATCH, Field("verb", "ahead|leave")))
PLAN_FORM = Family("plan-form", (_MATCH,), form=True)
SETTING = Family("setting", (_SETTING, _SWITCH))
MATCHES = Family("matches", (Field("whose", "mine|server"), _PAGE))
TOPICS = Family("topics", (Field("book", "rules|help"), _ANY_GAME))
GUIDE_GAME = Family("guide-game", (Field("verb", "rules|tutorial"),))
BARRED = Family("barred", (_PAGE,))
_SHARED = Field("what", "(?:end|film|turn|point|high|feat)[0-9]{0,6}(?:-[a-z]{1,20})?")
SHARE = Family("share", (_MATCH, _SHARED, Field("verb", "open|what|where|here|now")))
MYDATA = Family("mydata", (Field("what", "forget|keep|puzzles-on|puzzles-off"),))
REPORT = Family("report", (_BOARD,))
REPORT_FORM = Family("report-form", (_BOARD,), form=True)
_IN_SESSION = "open|undo|(?:move|confirm|panel|menu|form):(?P<what>[A-Za-z0-9 .,-]{1,75})"
SESSION = Family("session", (_BOARD, Field("verb", _IN_SESSION)))
DAY = Family(
    "day",
    (
        Field("day", "[0-9]{4}-[0-9]{2}-[0-9]{2}"),
        Field(
            "verb", "results|post|picture|watch|computer|today|past|other|dice|how|step [0-9]{1,6}"
        ),
        _GAME,
    ),
)
PUZZLE = Family(
    "puzzle",
    (
        Field("puzzle", "[0-9a-f]{16}|-"),
        Field("verb", "today|practice|solution|card|(?:move|best|other) [0-9]{1,2}"),
        _ANY_GAME,
    ),
)
_ENTRANT = Field("verb", "join|leave|here|mine|file|out|stay")
TOURNAMENT = Family("tournament", (_TOURNAMENT, _ENTRANT))
TOURNAMENT_PAGE = Family("tournament-page", (_TOURNAMENT, Field("page", "[0-9]{1,4}|last")))
TOURNAMENTS = Family("tournaments", (Field("verb", "turn|look"), _PAGE))
WHICH = Family(
    "which",
    (
        Field("command", "[a-z-]{1,32}(?: [a-z-]{1,32})?"),
        Field("options", "[A-Za-z0-9_.~%=,-]{0,80}"),
    ),
)
WATCH = Family("watch", (_MATCH, Field("verb", "ask|round|end|stop")))
FAMILIES = tuple(one for one in list(globals().values()) if isinstance(one, Family))
_BY_NAME = {family.name: family for family in FAMILIES}
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
    pressed = _BY_NAME[name]
    return pressed, (board, *(part.value(fields) for part in pressed.parts[1:]))


def read(custom_id: str) -> tuple[Family, re.Match[str]] | None:
    family = _family(custom_id)
    match = None if family is None else re.fullmatch(family.template, custom_id)
    return None if family is None or match is None else (family, match)


def name_of(custom_id: str) -> str:
    family = _family(custom_id)
    return "unknown" if family is None else family.name


def _family(custom_id: str) -> Family | None:
    version, _, rest = custom_id.partition(":")
    return _BY_NAME.get(rest.partition(":")[0]) if version == str(VERSION) else None
