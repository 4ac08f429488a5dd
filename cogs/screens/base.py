"""The interface that shows a game on Discord. Contains values only, and does not use discord.py."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Any

from cogs.base.markup import bold, escaped
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.types import Entry, Event, Seat
from render.charts.early_end import EarlyEnd
from render.charts.invitation import Party
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words

PICK_AT_MOST = 25
MENU = "menu"
"""Field name for values from a board's menu; values from forms have their field's name."""
SESSION = "session"
"""The panel of the button that opens the presser's private session."""
LOOKS = 15
"""Maximum number of parts that `GameScreens.looks` offers: three rows of buttons."""
FIELDS_AT_MOST = 4
"""Maximum menus of a form; Discord accepts five parts, and one is the text."""


class Style(Enum):
    MAIN = "main"
    CALM = "calm"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Control:
    """A button of a board: it plays `tokens` immediately, or opens `panel`."""

    label: str
    tokens: tuple[str, ...] = ()
    panel: str | None = None
    emoji: str | None = None
    style: Style = Style.CALM
    name: str = ""
    """Full description of the move, if the label is too short."""


@dataclass(frozen=True, slots=True)
class Option:
    label: str
    value: str
    """Unique in its field, at most 100 characters."""
    hint: str | None = None
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu on a board; when the player closes it, its ticked options are submitted to `panel`."""

    panel: str
    label: str
    """Says who chooses, and how many options to tick."""
    options: tuple[Option, ...]
    """1 to PICK_AT_MOST options."""
    at_least: int
    at_most: int


@dataclass(frozen=True, slots=True)
class FormField:
    name: str
    label: str
    options: tuple[Option, ...]
    """1 to PICK_AT_MOST options."""
    at_least: int
    at_most: int
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Form:
    title: str
    text: str
    fields: tuple[FormField, ...]
    """1 to FIELDS_AT_MOST fields."""


@dataclass(frozen=True, slots=True)
class Panel:
    controls: list[list[Control | Menu]]
    """Groups of controls, each on a new row, at most 4 rows in total."""
    ask: str = ""
    """The question about these controls; "" to repeat that of `GameScreens.ask`."""
    name: str = ""
    """Set once the panel is open."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A match at one moment, as it is shown to one reader or to all."""

    game: AnyGame
    state: Any
    to_act: tuple[Seat, ...]
    """Seats that must decide now, in seat order; () when the match is over."""
    players: tuple[Player, ...]
    """Players by seat; names are harmless but not escaped."""
    words: Words
    screens: "GameScreens"
    viewer: Seat | None = None
    """The seat for whose private message it is made; None for the public."""
    shared: bool = False
    """Whether several players read this scene, so that its texts name the player in turn."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """The game's emoji as written in messages, by name; any can be missing."""
    theme: Theme = USUAL
    day: date | None = None
    former: tuple[tuple[Seat, int, Player], ...] = ()
    """Earlier players of a seat, each with the log length at which they left, in order."""
    computers: Mapping[Seat, Player] = field(default_factory=dict)
    """The computer of each seat that one holds, or took over for a turn or for good."""
    early: EarlyEnd | None = None
    """Set if the match stopped before its rules decided it; `end` then draws this."""
    view: Any = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "view", self.game.observe(self.state))

    def name(self, seat: Seat) -> str:
        """Return the player's name in bold, escaped."""
        return bold(self.players[seat].name)

    @property
    def names_to_act(self) -> str:
        """Return the names of the players who must decide now, listed."""
        return self.words.listed(map(self.name, self.to_act))

    def at(self, seq: int) -> "Scene":
        """Return this scene with the players that it had when the log had `seq` entries."""
        players = list(self.players)
        for seat, until, player in reversed(self.former):
            if seq < until:
                players[seat] = player
        return self if tuple(players) == self.players else replace(self, players=tuple(players))

    def with_movers(self, seats: tuple[Seat, ...]) -> "Scene":
        """Return this scene with these seats to act; itself if they are, because building a scene
        takes a tenth of the time of a board.
        """
        return self if seats == self.to_act else replace(self, to_act=seats)

    @property
    def drawn(self) -> "Scene":
        """This scene for a board's picture, which needs neither the state nor emoji. Sending them
        to the drawing process would take a third of the time.
        """
        scene = copy(self)
        object.__setattr__(scene, "state", None)
        object.__setattr__(scene, "icons", {})
        return scene

    @property
    def spoken(self) -> "Scene":
        players = tuple(replace(player, name=escaped(player.name)) for player in self.players)
        former = tuple(
            (seat, until, replace(player, name=escaped(player.name)))
            for seat, until, player in self.former
        )
        return replace(self, players=players, former=former)

    def tokens(self, seat: Seat) -> tuple[str, ...]:
        """Return the seat's legal actions as tokens."""
        return tuple(
            self.game.notation(action) for action in self.game.legal_actions(self.state, seat)
        )


Advances = Sequence[Advance[Any]]


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """An entry of the log and its effects. Pictures need no positions, which would take most of the
    way to the drawing process.
    """

    entry: Entry
    events: tuple[Event, ...]


Moves = Sequence[PlayedMove]


def moves_of(advances: Advances) -> Moves:
    return tuple(PlayedMove(advance.entry, advance.events) for advance in advances)


class Beside(Enum):
    """The pictures posted with a story, which therefore leaves out their content."""

    NOTHING = "nothing"
    BOARD = "board"
    BOARD_AND_SHEET = "board and sheet"


class BadChoice(Exception):
    """An invalid submission, with a sentence for its sender.

    `mendable` if other ticks in the same menu would be valid.
    """

    def __init__(self, sentence: str, *, mendable: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.mendable = mendable


class GameScreens(ABC):
    """The screens of a game. Those that aren't abstract are optional: the default offers nothing.

    Texts and pictures are for the scene's viewer. Drawing runs in another process or a worker
    thread. The optional screens of a daily puzzle are in day_screens.py.
    """

    in_private: bool = False
    """Whether matches are played in private messages, which the panel SESSION of the public board
    opens. Their controls are those of a scene with a viewer.
    """
    moments_on_boards: bool = True
    """Whether boards show `moment`. They needn't if `interlude` has just shown it."""

    @abstractmethod
    def headline(self, scene: Scene) -> str:
        """Return the state of the match in one line."""

    @abstractmethod
    def ask(self, scene: Scene) -> str:
        """Return a sentence or two that ask the acting players to move; "" when the match
        is over.

        If the scene is `shared`, name these players instead of addressing the reader.
        """

    @abstractmethod
    def story(self, scene: Scene, advances: Advances, beside: Beside = Beside.NOTHING) -> list[str]:
        """Return lines about the effects of these entries, except those that the pictures show."""

    @abstractmethod
    def controls(self, scene: Scene) -> list[list[Control | Menu]]:
        """Return buttons and menus in groups, each on a new row; at most 5 rows in total.

        A row holds 5 buttons or one menu, so a menu is its own group.
        """

    @abstractmethod
    def form(self, scene: Scene, seat: Seat, panel: str) -> Form | Panel | tuple[str, ...] | None:
        """Return the viewer's next form, tokens if no choice is left, or None if the panel is not
        available.
        """

    @abstractmethod
    def tokens(
        self, scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
    ) -> tuple[str, ...]:
        """Return the tokens of a submitted form or menu; raise BadChoice.

        The ticks of a menu are under the key MENU.
        """

    @abstractmethod
    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        """Draw the players, the invited people, and those who declined."""

    @abstractmethod
    def board(self, scene: Scene, moves: Moves) -> Picture:
        """Draw the board, with the effects of the latest moves; the scene can lack its state."""

    @abstractmethod
    def text(self, scene: Scene) -> str:
        """Return the whole board as text, for people who play without the picture."""

    @abstractmethod
    def final(self, scene: Scene) -> str:
        """Return the points as text, one line per seat."""

    @abstractmethod
    def end(self, scene: Scene, remark: str = "") -> Picture:
        """Draw the result: winner and points, with a sentence about the match."""

    # ------------------------------------------------------------------ boards

    def boards(self, scene: Scene, moves: Moves, panel: str = "") -> tuple[Picture, ...]:
        """Draw one or two pictures of a running match, shown one below the other; the scene can
        lack its state. If a panel is open, its part can be enlarged.

        `board` still draws a single picture, for replays and animations.
        """
        del panel
        return (self.board(scene, moves),)

    def rounds(self, scene: Scene) -> int:
        """Return how many rounds are over, each with a score sheet."""
        del scene
        return 0

    def sheet(self, scene: Scene) -> Picture | None:
        del scene
        return None

    def looks(self, scene: Scene) -> tuple[Option, ...]:
        """Return up to LOOKS parts of the table; a value has at most 20 characters from `a-z`,
        `0-9`, blank, `.` and `-`.
        """
        del scene
        return ()

    def board_looks(self, scene: Scene) -> tuple[Option, ...]:
        """Return up to 4 of these parts, each with a button below the board and the result."""
        del scene
        return ()

    def look(self, scene: Scene, what: str) -> Picture | None:
        del scene, what
        return None

    # ------------------------------------------------------------------ plans, “Why not?”, hints

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """Return the form, or None if the seat can't plan.

        Each field holds one choice, starting with the preferred one. The submitted values are
        tokens.
        """
        del scene, seat
        return None

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]:
        del scene
        return list(tokens)

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """Explain in a sentence why a plan was dropped; `why` comes from Game.plan_broken, or is
        GONE.
        """
        del scene, why
        return ""

    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """Return up to PICK_AT_MOST impossible moves that this seat (None: a spectator) can ask
        about.
        """
        del scene, seat
        return ()

    def asked(self, scene: Scene, seat: Seat | None) -> Picture:
        """Draw the board with all these moves."""
        del seat
        return self.board(scene, ())

    def answer(
        self, scene: Scene, seat: Seat | None, question: str
    ) -> tuple[str, Picture | None] | None:
        """Return the rule that answers one of `questions`, and a picture that marks the obstacles;
        None for an unknown question.
        """
        del scene, seat, question
        return None

    def hint_move(self, scene: Scene, seat: Seat, token: str) -> str:
        """Return the move as an instruction: “Take 💎 2 gems”."""
        del scene, seat
        return f"`{token}`"

    def hint_reasons(self, scene: Scene, seat: Seat, token: str) -> tuple[str, ...]:
        """Return sentences in favour of a legal move, the strongest first; () if no number supports
        it.

        Use only numbers that follow from the rules at this moment. Never state luck or other
        players' decisions as certain.
        """
        del scene, seat, token
        return ()

    def puzzle_kind(self, words: Words, kind: str) -> str:
        """Return a question that names the kind of a puzzle without favouring a move; "" for an
        unknown kind.
        """
        del words, kind
        return ""

    # ------------------------------------------------------------------ great moments

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """Draw the most remarkable of these entries; the scene can lack its state."""
        del scene, advances
        return None

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """Return the seq and a title of each entry that `moment` draws."""
        del scene, advances
        return []

    def interlude(self, scene: Scene, advances: Advances) -> Callable[[], Picture] | None:
        """Return the function that draws the animation of these entries, or None if they have
        none. It is shown alone, before the board with its result (interludes.py).

        The animation plays once, and neither its first frame nor its alt text reveals the result.
        """
        del scene, advances
        return None

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """Describe the most remarkable fact of a match that ended by its rules, in a sentence for
        its result card; "" if there is none.
        """
        del scene, advances
        return ""

    def reason(self, scene: Scene, advances: Advances) -> str:
        """Describe the largest difference between winner and runner-up of a match that ended by its
        rules, in whole sentences; "" if points alone did not decide.
        """
        del scene, advances
        return ""
