"""Fallback screens for a game without its own: facts as text, and a button per action."""

import re
from collections.abc import Mapping, Sequence

from cogs.screens.base import (
    FIELDS_AT_MOST,
    MENU,
    PICK_AT_MOST,
    SESSION,
    Advances,
    BadChoice,
    Beside,
    Control,
    Form,
    FormField,
    GameScreens,
    Menu,
    Moves,
    Option,
    Panel,
    Scene,
    Style,
)
from engine.core.driver import Advance
from engine.core.types import Seat
from render.charts.early_end import draw_early_end
from render.charts.invitation import Party, draw_invitation
from render.game_pictures import GamePictures
from render.names import plain_name
from render.picture import Picture
from render.plain import draw_text
from render.theme import Theme
from texts import Words

ROOM = 20
"""Maximum buttons on a board or panel; more actions are offered in a form."""
PAGE = FIELDS_AT_MOST * PICK_AT_MOST
CHOOSE = "choose"
"""The panel of all actions, or of a range (``choose 100 200``)."""
_PART = re.compile(rf"{CHOOSE}(?: ([0-9]{{1,9}}) ([0-9]{{1,9}}))?")


class PlainScreens(GameScreens):
    """Screens that use the methods of Game only, with actions in their notation.

    A `private` game is played in private sessions.
    """

    def __init__(self, *, private: bool = False) -> None:
        self.in_private = private

    def headline(self, scene: Scene) -> str:
        return scene.game.info.name

    def ask(self, scene: Scene) -> str:
        if not scene.to_act:
            return ""
        if not scene.shared:
            return scene.words.say("Choose what to do.")
        return scene.words.count(
            "{players} chooses what to do.",
            "{players} choose what to do.",
            len(scene.to_act),
            players=scene.names_to_act,
        )

    def story(self, scene: Scene, advances: Advances, beside: Beside = Beside.NOTHING) -> list[str]:
        del beside
        return [_entry_line(scene, advance) for advance in advances]

    def controls(self, scene: Scene) -> list[list[Control | Menu]]:
        if self.in_private and scene.viewer is None and scene.to_act:
            return [[Control(scene.words.say("My move"), panel=SESSION, style=Style.MAIN)]]
        seats = scene.to_act if scene.viewer is None else (scene.viewer,)
        tokens = list(dict.fromkeys(token for seat in seats for token in scene.tokens(seat)))
        return _offered(tokens, scene.words)

    def form(self, scene: Scene, seat: Seat, panel: str) -> Form | Panel | tuple[str, ...] | None:
        tokens = scene.tokens(seat)
        part = _PART.fullmatch(panel)
        if part is None:
            return None
        first, end = int(part[1] or 0), min(int(part[2] or len(tokens)), len(tokens))
        if first >= end:
            return None
        if end - first > PAGE:
            return Panel([_parts(tokens, first, end)])
        return _form(tokens[first:end], scene.words)

    def tokens(
        self, scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
    ) -> tuple[str, ...]:
        chosen = tuple(token for ticked in values.values() for token in ticked)
        if not _PART.fullmatch(panel) or not set(chosen) <= set(scene.tokens(seat)):
            raise BadChoice(scene.words.say("You can't choose that here."))
        if len(chosen) != 1:
            raise BadChoice(scene.words.say("Choose exactly one move. Nothing was decided."))
        return chosen

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        words, game = scene.words, scene.game
        tokens = [game.notation(action) for action in game.plannable(scene.state, seat)[:PAGE]]
        if not tokens:
            return None
        fields = _fields(tokens, words, at_most=3)
        return Form(words.say("Plan ahead"), words.say("Choose what to do."), fields)

    def plan_dropped(self, scene: Scene, why: str) -> str:
        del why
        return scene.words.say("That didn't work.")

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, GamePictures(), words, theme)

    def board(self, scene: Scene, moves: Moves) -> Picture:
        del moves
        return draw_text(scene.game.info.name, self.text(scene).splitlines())

    def text(self, scene: Scene) -> str:
        facts = scene.game.summary(scene.view).items()
        return "\n".join(f"{name}: {value}" for name, value in facts)

    def final(self, scene: Scene) -> str:
        return "\n".join(
            scene.words.say("{player}: {points}", player=scene.name(seat), points=points)
            for seat, points in enumerate(scene.game.scores(scene.state))
        )

    def end(self, scene: Scene, remark: str = "") -> Picture:
        del remark
        outcome, words = scene.game.outcome(scene.state), scene.words
        if scene.early is not None:
            return draw_early_end(scene.early, scene.players, _PLAIN_PICTURES, words, scene.theme)
        if outcome is None:
            return self.board(scene, ())
        names = [plain_name(words, scene.players, seat) for seat in range(len(scene.players))]
        first = [name for name, place in zip(names, outcome.places, strict=True) if place == 1]
        won = words.count(
            "{names} won.", "{names} share the win.", len(first), names=words.listed(first)
        )
        scores = zip(names, scene.game.scores(scene.state), strict=True)
        lines = [words.say("{player}: {points}", player=name, points=n) for name, n in scores]
        alone = len(names) == 1
        return draw_text(scene.game.info.name, lines if alone else [won, *lines])


_PLAIN_PICTURES = GamePictures()


def _entry_line(scene: Scene, advance: Advance[object]) -> str:
    words, token, actor = scene.words, advance.entry.token, advance.entry.actor
    if actor is None:
        return words.say("Luck: {token}", token=token)
    return words.say("{player}: {token}", player=scene.name(actor), token=token)


def _offered(tokens: Sequence[str], words: Words) -> list[list[Control | Menu]]:
    if len(tokens) > ROOM:
        return [[Control(words.say("Choose…"), panel=CHOOSE)]]
    return [[Control(token, tokens=(token,)) for token in tokens]] if tokens else []


def _parts(tokens: Sequence[str], first: int, end: int) -> list[Control | Menu]:
    """Return up to ROOM buttons for parts of these tokens, labelled with their first and last
    token.
    """
    size = PAGE
    while end - first > size * ROOM:
        size *= ROOM
    parts = [(start, min(start + size, end)) for start in range(first, end, size)]
    return [
        Control(f"{tokens[start]} … {tokens[stop - 1]}", panel=f"{CHOOSE} {start} {stop}")
        for start, stop in parts
    ]


def _form(tokens: Sequence[str], words: Words) -> Form:
    return Form(words.say("Your move"), words.say("Choose what to do."), _fields(tokens, words))


def _fields(tokens: Sequence[str], words: Words, at_most: int = 1) -> tuple[FormField, ...]:
    """Return a menu per PICK_AT_MOST tokens; if there are several menus, each can stay empty."""
    pages = [tokens[at : at + PICK_AT_MOST] for at in range(0, len(tokens), PICK_AT_MOST)]
    if len(pages) == 1:
        return (_field(MENU, words.say("Your move"), pages[0], 1, at_most),)
    return tuple(
        _field(f"{MENU}{number}", f"{page[0]} … {page[-1]}", page, 0, at_most)
        for number, page in enumerate(pages)
    )


def _field(name: str, label: str, tokens: Sequence[str], least: int, most: int) -> FormField:
    options = tuple(Option(token, token) for token in tokens)
    return FormField(name, label, options, least, min(most, len(options)))
