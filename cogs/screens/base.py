"""What a game must give so that Discord can show it. Values only: no discord.py here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date
from enum import Enum
from typing import Any, Protocol

from cogs.base.markup import bold, escaped
from engine.core.driver import Advance
from engine.core.game import AnyGame
from engine.core.types import Seat
from render.charts.invitation import Party
from render.picture import Picture
from render.players import Player
from render.theme import USUAL, Theme
from texts import Words

PICK_AT_MOST = 25
"""How many options a select can hold."""
MENU = "menu"
"""The name under which values come from a menu of a board; those of forms have their field's."""
SESSION = "session"
"""The panel of a board's button that opens its presser's private session."""
FIELDS_AT_MOST = 4
"""How many selects a form can hold beside its text; Discord takes five parts."""


class Style(Enum):
    """How much a button stands out."""

    MAIN = "main"
    CALM = "calm"
    GOOD = "good"
    GRAVE = "grave"


@dataclass(frozen=True, slots=True)
class Control:
    """A button of a board: it decides at once by `tokens`, or opens the form or panel `panel`."""

    label: str
    tokens: tuple[str, ...] = ()
    panel: str | None = None
    emoji: str | None = None
    style: Style = Style.CALM
    name: str = ""
    """What it does, where the label is too short to say so."""


@dataclass(frozen=True, slots=True)
class Option:
    """One thing to pick in a menu or a form."""

    label: str
    value: str
    """What is handed in: unique in its field, at most 100 characters."""
    hint: str | None = None
    emoji: str | None = None


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu on a board: closing it decides `panel` with all that is ticked."""

    panel: str
    label: str
    """Whose choice it is and how many may be ticked."""
    options: tuple[Option, ...]
    """1 to PICK_AT_MOST of them."""
    at_least: int
    at_most: int


@dataclass(frozen=True, slots=True)
class FormField:
    """One select of a form."""

    name: str
    label: str
    options: tuple[Option, ...]
    """1 to PICK_AT_MOST of them."""
    at_least: int
    at_most: int
    hint: str | None = None


@dataclass(frozen=True, slots=True)
class Form:
    """What a seat chooses in, privately."""

    title: str
    text: str
    """One or two sentences: what this is, and what may be chosen."""
    fields: tuple[FormField, ...]
    """1 to FIELDS_AT_MOST of them."""


@dataclass(frozen=True, slots=True)
class Panel:
    """A part of what a seat may press, shown in its private session; see SessionScreens."""

    controls: list[list[Control | Menu]]
    """Groups that begin a new row each, at most 4 rows in all."""


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment of a match as one viewer may see it."""

    game: AnyGame
    state: Any
    """For the Game's own functions: it holds what the viewer may not know. Screens of a game that
    hides something show the view alone."""
    to_act: tuple[Seat, ...]
    """The seats that must decide now, in seat order; () when the match is over."""
    players: tuple[Player, ...]
    """Who sits where; names are harmless but not escaped."""
    words: Words
    screens: "GameScreens"
    """Those of its game."""
    viewer: Seat | None = None
    """Whose Observation the view is; None: the public's."""
    icons: Mapping[str, str] = field(default_factory=dict)
    """How emoji of this game are written in a message, by name; some or all may be missing."""
    theme: Theme = USUAL
    """The colours of its pictures."""
    day: date | None = None
    """The day whose puzzle it is; None: it is of no day."""
    former: tuple[tuple[Seat, int, Player], ...] = ()
    """Who sat in a seat until the log had so many entries, the earliest first."""
    view: Any = field(init=False)
    """The viewer's Observation of the state."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "view", self.game.observe(self.state, self.viewer))

    @property
    def hides_hands(self) -> bool:
        """Whether this is the public's view of a game in which seats hold something hidden."""
        return self.game.info.hidden and self.viewer is None

    def name(self, seat: Seat) -> str:
        """What the seat is called, in bold and unable to break the text around it."""
        return bold(self.players[seat].name)

    def at(self, seq: int) -> "Scene":
        """This moment with the players who sat there when the log had `seq` entries."""
        players = list(self.players)
        for seat, until, player in reversed(self.former):
            if seq < until:
                players[seat] = player
        return self if tuple(players) == self.players else replace(self, players=tuple(players))

    @property
    def spoken(self) -> "Scene":
        """This moment with names escaped, so that they can stand in a message."""
        players = tuple(replace(player, name=escaped(player.name)) for player in self.players)
        former = tuple(
            (seat, until, replace(player, name=escaped(player.name)))
            for seat, until, player in self.former
        )
        return replace(self, players=players, former=former)

    def tokens(self, seat: Seat) -> tuple[str, ...]:
        """All that the seat may decide now, as tokens; () where the viewer may not know that."""
        if self.game.info.hidden and seat != self.viewer:
            return ()
        return tuple(
            self.game.notation(action) for action in self.game.legal_actions(self.state, seat)
        )


Advances = Sequence[Advance[Any]]


@dataclass(frozen=True, slots=True)
class Beside:
    """Which pictures are posted with a story: what they show it need not tell."""

    board: bool = False
    """The board, which marks what has changed."""
    sheet: bool = False
    """The score sheet of each round."""


ALONE = Beside()
"""A story that nothing is beside tells everything."""


class BadChoice(Exception):
    """What was handed in can't be taken; the sentence says why, and is shown to its sender.

    It is `mendable` where other ticks in the same menu can be taken.
    """

    def __init__(self, sentence: str, *, mendable: bool = False) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.mendable = mendable


class GameScreens(Protocol):
    """What every game's screens give. What some give beside it is in capabilities.py.

    All texts and pictures are for the scene's viewer. Pictures are drawn
    in another process or a worker thread.
    """

    def headline(self, scene: Scene) -> str:
        """Where the match stands, in one line."""

    def ask(self, scene: Scene) -> str:
        """What those to act are asked to do, in a sentence or two; empty when it is over."""

    def story(self, scene: Scene, advances: Advances, beside: Beside = ALONE) -> list[str]:
        """What these entries did, in lines: everything, or what pictures beside it leave out.

        Of a running match with hidden hands they are as `disclosed` gives them for the viewer.
        """

    def controls(self, scene: Scene) -> list[list[Control | Menu]]:
        """Buttons and menus, in groups that begin a new row each; at most 5 rows in all.

        A row holds 5 buttons or one menu, so a menu is a group of its own. Where the scene
        `hides_hands` they must not depend on what a seat holds: a button opens a panel.
        """

    def form(self, scene: Scene, seat: Seat, panel: str) -> Form | Panel | tuple[str, ...] | None:
        """What the seat, which is the viewer, chooses in next; tokens where nothing is left to
        choose; None if that panel isn't open."""

    def tokens(
        self, scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
    ) -> tuple[str, ...]:
        """What a form or a menu that was handed in decides; raises BadChoice.

        What was ticked in a menu is under MENU.
        """

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        """Who plays, is awaited or declined, as a picture."""

    def board(self, scene: Scene, advances: Advances) -> Picture:
        """The board, with what these last entries did."""

    def text(self, scene: Scene) -> str:
        """The whole board as text, for those who play without the picture."""

    def final(self, scene: Scene) -> str:
        """The points in text, a line a seat."""

    def end(self, scene: Scene) -> Picture:
        """The end of a match as a picture that says who won, and everybody's points."""
