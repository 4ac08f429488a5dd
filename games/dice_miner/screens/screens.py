"""All of Dice Miner's screens in one object."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from cogs.screens.base import Advances, Beside, GameScreens, Moves, Scene
from engine.games.dice_miner.events import BeerShared
from engine.games.dice_miner.observation import Observation, Phase
from games.dice_miner.screens import forms, hints, plan, puzzles, remarks, why
from games.dice_miner.screens.brief import tell_briefly
from games.dice_miner.screens.content import content_of
from games.dice_miner.screens.controls import controls
from games.dice_miner.screens.reason import reason
from games.dice_miner.screens.story import high_points, tell
from render.charts.early_end import draw_early_end
from render.charts.invitation import Party, draw_invitation
from render.games.dice_miner.alt import board_text
from render.games.dice_miner.board import draw_board
from render.games.dice_miner.changes import changes
from render.games.dice_miner.last_turn import last_moves, seen_die
from render.games.dice_miner.pictures import PICTURES
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.salud_move import draw_shout
from render.games.dice_miner.score_sheet import draw_sheet
from render.games.dice_miner.words import phase_name, round_name
from render.picture import Picture
from render.theme import Theme
from render.words import points
from texts import Words


class DiceMinerScreens(GameScreens):
    moments_on_boards = False
    controls = staticmethod(controls)
    form = staticmethod(forms.form)
    tokens = staticmethod(forms.tokens)
    plan_form = staticmethod(plan.plan_form)
    plan_lines = staticmethod(plan.plan_lines)
    plan_dropped = staticmethod(plan.plan_dropped)
    high_points = staticmethod(high_points)
    highlight = staticmethod(remarks.highlight)
    reason = staticmethod(reason)
    questions = staticmethod(why.questions)
    asked = staticmethod(why.asked)
    answer = staticmethod(why.answer)
    hint_move = staticmethod(hints.hint_move)
    hint_reasons = staticmethod(hints.hint_reasons)
    puzzle_kind = staticmethod(puzzles.puzzle_kind)

    def headline(self, scene: Scene) -> str:
        view: Observation = scene.view
        phase = phase_name(scene.words, view)
        if view.phase in (Phase.SETUP, Phase.TIEBREAK, Phase.FINISHED):
            return phase
        return scene.words.say(
            "{round} · {phase}", round=round_name(scene.words, view), phase=phase
        )

    def ask(self, scene: Scene) -> str:
        view: Observation = scene.view
        words = scene.words
        if not scene.to_act:
            return ""
        if scene.shared:
            return _named(scene, view)
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

    def story(self, scene: Scene, advances: Advances, beside: Beside = Beside.NOTHING) -> list[str]:
        if beside is Beside.NOTHING:
            return tell(scene, advances)
        return tell_briefly(scene, advances, beside)

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, PICTURES, words, theme)

    def rounds(self, scene: Scene) -> int:
        return len(scene.view.scored)

    def board(self, scene: Scene, moves: Moves) -> Picture:
        content = content_of(scene)
        events = [event for move in moves for event in move.events]
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
        """Draw the last ¡Salud! among these entries."""
        events = [event for advance in advances for event in advance.events]
        for event in reversed(events):
            if isinstance(event, BeerShared):
                return draw_shout(
                    scene.players,
                    event.seat,
                    event.friend,
                    seen_die(event.rolled, content_of(scene)),
                    scene.words,
                    scene.theme,
                )
        return None

    def interlude(self, scene: Scene, advances: Advances) -> Callable[[], Picture] | None:
        """Animate the last ¡Salud! that a person shouted or received."""
        computers = [player.computer for player in scene.players]
        for event in (event for advance in reversed(advances) for event in advance.events):
            if isinstance(event, BeerShared) and not (
                computers[event.seat] and computers[event.friend]
            ):
                die = seen_die(event.rolled, content_of(scene))
                return partial(
                    draw_shout,
                    scene.players,
                    event.seat,
                    event.friend,
                    die,
                    scene.words,
                    scene.theme,
                    suspense=True,
                )
        return None

    def sheet(self, scene: Scene) -> Picture:
        return draw_sheet(scene.view, scene.players, scene.words, scene.theme)

    def final(self, scene: Scene) -> str:
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

    def end(self, scene: Scene, remark: str = "") -> Picture:
        """Draw the winner's poster, or the board of a match that is not over."""
        players, words, theme = scene.players, scene.words, scene.theme
        if scene.early is not None:
            return draw_early_end(scene.early, players, PICTURES, words, theme)
        if not scene.view.winners:
            return self.board(scene, ())
        return draw_poster(scene.view, players, words, theme, remark)

    def text(self, scene: Scene) -> str:
        heroes = content_of(scene).heroes
        # A player who resigned or ran out of time was still to act.
        view = scene.view if scene.to_act else replace(scene.view, to_act=())
        return board_text(view, scene.players, scene.words, None, heroes)


def _excavation(scene: Scene, view: Observation) -> str:
    words = scene.words
    if view.salud and view.taken == 0:
        return words.say("¡Salud! Take your first die, from the top (blue) or the side (green).")
    if view.salud:
        return words.say("¡Salud! Take a second die, from the top (blue) or the side (green).")
    if view.beers:
        return words.say("Take a die from the top, or share a beer first and take up to two.")
    return words.say("Take a die from the top.")


def _named(scene: Scene, view: Observation) -> str:
    """Return the question of a board that several players read, with the names of those who
    decide.
    """
    words, player = scene.words, scene.names_to_act
    match view.phase:
        case Phase.SETUP:
            return words.say("{player} chooses a hero.", player=player)
        case Phase.EXCAVATION if view.salud and view.taken == 0:
            return words.say(
                "¡Salud! {player} takes a first die, from the top (blue) or the side (green).",
                player=player,
            )
        case Phase.EXCAVATION if view.salud:
            return words.say(
                "¡Salud! {player} takes a second die, from the top (blue) or the side (green).",
                player=player,
            )
        case Phase.EXCAVATION if view.beers:
            return words.say(
                "{player} takes a die from the top, or shares a beer first and takes up to two.",
                player=player,
            )
        case Phase.EXCAVATION:
            return words.say("{player} takes a die from the top.", player=player)
        case Phase.MAGIC | Phase.TIEBREAK:
            return words.say(
                "Magic: with each diamond, {player} rerolls a die, never a hazard, one at a time, "
                "or stops.",
                player=player,
            )
        case Phase.RECOVERY:
            return words.count(
                "Chests: {players} chooses the dice to keep for the next round. All the others "
                "are rolled again.",
                "Chests: {players} choose the dice to keep for the next round. All the others "
                "are rolled again.",
                len(scene.to_act),
                players=player,
            )
        case Phase.FINISHED:
            return ""


SCREENS = DiceMinerScreens()
