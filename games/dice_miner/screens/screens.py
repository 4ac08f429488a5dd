"""The screens of Dice Miner, put together."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from cogs.screens.base import ALONE, Advances, Beside, Control, Form, Menu, Option, Scene
from cogs.screens.capabilities import Answer
from engine.core.types import Seat
from engine.games.dice_miner.events import BeerShared
from engine.games.dice_miner.observation import Observation, Phase
from games.dice_miner.screens import forms, plan, remarks, why
from games.dice_miner.screens.brief import tell_briefly
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.controls import controls
from games.dice_miner.screens.story import high_points, tell
from render.charts.invitation import Party, draw_invitation
from render.games.dice_miner.alt import board_text
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.changes import changes
from render.games.dice_miner.last_turn import last_moves, seen
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.salud_move import draw_shout
from render.games.dice_miner.score_sheet import draw_sheet
from render.games.dice_miner.words import phase_name, round_name
from render.picture import Picture
from render.theme import Theme
from render.words import points
from texts import Words


class DiceMinerScreens:
    """Dice Miner on Discord."""

    def headline(self, scene: Scene) -> str:
        """Round and phase."""
        view: Observation = scene.view
        phase = phase_name(scene.words, view)
        if view.phase in (Phase.SETUP, Phase.TIEBREAK, Phase.FINISHED):
            return phase
        return scene.words.say(
            "{round} · {phase}", round=round_name(scene.words, view), phase=phase
        )

    def ask(self, scene: Scene) -> str:
        """What is to be decided now."""
        view: Observation = scene.view
        words = scene.words
        if not scene.to_act:
            return ""
        match view.phase:
            case Phase.SETUP:
                return words.say("Choose your hero.")
            case Phase.EXCAVATION:
                return _excavation(scene, view)
            case Phase.MAGIC | Phase.TIEBREAK:
                return words.say(
                    "Magic: each diamond rerolls one of your dice, never a hazard. Use your "
                    "diamonds one die at a time, or stop."
                )
            case Phase.RECOVERY:
                return words.say(
                    "Chests: choose the dice you keep for the next round. You roll all the "
                    "others again."
                )
            case Phase.FINISHED:
                return ""

    def story(self, scene: Scene, advances: Advances, beside: Beside = ALONE) -> list[str]:
        """What happened, in lines."""
        return tell_briefly(scene, advances, beside) if beside.board else tell(scene, advances)

    def controls(self, scene: Scene) -> list[list[Control | Menu]]:
        """The buttons and menus of the board."""
        return controls(scene)

    def form(self, scene: Scene, seat: Seat, panel: str) -> Form | tuple[str, ...] | None:
        """The form of a panel, or the tokens where there is nothing to choose."""
        return forms.form(scene, seat, panel)

    def tokens(
        self, scene: Scene, seat: Seat, panel: str, values: Mapping[str, Sequence[str]]
    ) -> tuple[str, ...]:
        """What a form or a menu that was handed in decides; raises BadChoice."""
        return forms.tokens(scene, seat, panel, values)

    def plan_form(self, scene: Scene, seat: Seat) -> Form | None:
        """The dice on the mountain."""
        return plan.plan_form(scene, seat)

    def plan_lines(self, scene: Scene, tokens: tuple[str, ...]) -> list[str]:
        """The dice that are planned."""
        return plan.plan_lines(scene, tokens)

    def plan_dropped(self, scene: Scene, why: str) -> str:
        """Why a plan was dropped."""
        return plan.plan_dropped(scene, why)

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        """Dice of the mountain beside the names."""
        return draw_invitation(party, PICTURES, words, theme)

    def rounds(self, scene: Scene) -> int:
        """How many rounds have been scored."""
        return len(scene.view.scored)

    def board(self, scene: Scene, advances: Advances) -> Picture:
        """Mountain and hoards."""
        content = content_of(scene)
        events = [event for made in advances for event in made.events]
        last = last_moves(events, content)
        return draw_board(
            scene.view,
            scene.players,
            scene.words,
            last,
            content.heroes,
            scene.theme,
            changed=changes(events, content),
        )

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """The last ¡Salud! among these entries."""
        events = [event for made in advances for event in made.events]
        for event in reversed(events):
            if isinstance(event, BeerShared):
                return draw_shout(
                    scene.players,
                    event.seat,
                    event.friend,
                    seen(event.rolled, content_of(scene)),
                    scene.words,
                    scene.theme,
                )
        return None

    def high_points(self, scene: Scene, advances: Advances) -> list[tuple[int, str]]:
        """Each ¡Salud!."""
        return high_points(scene, advances)

    def sheet(self, scene: Scene) -> Picture:
        """The score sheet."""
        return draw_sheet(scene.view, scene.players, scene.words, scene.theme)

    def final(self, scene: Scene) -> str:
        """The points of the scored rounds, most first."""
        view: Observation = scene.view
        ranked = sorted(view.seats, key=lambda seat: (seat.place or 0, -seat.points, seat.seat))
        return "\n".join(
            scene.words.say(
                "{player}: **{points}**",
                player=scene.name(seat.seat),
                points=points(scene.words, seat.points),
            )
            for seat in ranked
        )

    def end(self, scene: Scene) -> Picture:
        """The winner's poster; the board where a match ended before its rules say so."""
        if not scene.view.winners:
            return self.board(scene, ())
        return draw_poster(scene.view, scene.players, scene.words, scene.theme)

    def highlight(self, scene: Scene, advances: Advances) -> str:
        """What the points tell, or the beer."""
        return remarks.highlight(scene, advances)

    def text(self, scene: Scene) -> str:
        """The whole table as text."""
        heroes = content_of(scene).heroes
        # Who resigned or lost by the clock was still to act.
        view = scene.view if scene.to_act else replace(scene.view, to_act=())
        return board_text(view, scene.players, scene.words, None, heroes)

    def questions(self, scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
        """What can't be done now: dice of the mountain, beer, dice of one's own."""
        return why.questions(scene, seat)

    def asked(self, scene: Scene, seat: Seat | None) -> Picture:
        """The board with a number on each die that can't be taken."""
        return why.asked(scene, seat)

    def answer(self, scene: Scene, seat: Seat | None, question: str) -> Answer | None:
        """The rule against it, and the dice."""
        return why.answer(scene, seat, question)


def _excavation(scene: Scene, view: Observation) -> str:
    words = scene.words
    if view.salud and view.taken == 0:
        return words.say("¡Salud! Take your first die, from the top (blue) or the side (green).")
    if view.salud:
        return words.say("¡Salud! Take a second die, from the top (blue) or the side (green).")
    if view.beers:
        return words.say("Take a die from the top, or share a beer first and take up to two.")
    return words.say("Take a die from the top.")


SCREENS = DiceMinerScreens()
