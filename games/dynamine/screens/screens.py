"""All of DYNAMINE's screens in one object."""

from cogs.screens.base import Advances, GameScreens, Moves, Scene
from engine.games.dynamine.observation import Observation, Phase
from engine.games.dynamine.state import SimpleStage
from games.dynamine.screens import asks as asking
from games.dynamine.screens import controls as choices
from games.dynamine.screens import hints, plan, remarks, why
from games.dynamine.screens import looks as looking
from games.dynamine.screens import story as telling
from games.dynamine.screens.content import content_of, table
from games.dynamine.screens.reason import reason
from render.charts.early_end import draw_early_end
from render.charts.invitation import Party, draw_invitation
from render.games.dynamine.alt import board_text
from render.games.dynamine.board import draw_board, draw_mine, draw_supply
from render.games.dynamine.end import draw_end
from render.games.dynamine.pictures import PICTURES
from render.games.dynamine.sheet import draw_sheet
from render.games.dynamine.words import action_words
from render.picture import Picture
from render.theme import Theme
from render.words import points
from texts import Words


class DynamineScreens(GameScreens):
    """DYNAMINE on Discord, played on the public board."""

    ask = staticmethod(asking.ask)
    controls = staticmethod(choices.controls)
    form = staticmethod(choices.form)
    tokens = staticmethod(choices.tokens)
    story = staticmethod(telling.tell)
    high_points = staticmethod(telling.high_points)
    highlight = staticmethod(remarks.highlight)
    reason = staticmethod(reason)
    plan_form = staticmethod(plan.plan_form)
    plan_lines = staticmethod(plan.plan_lines)
    plan_dropped = staticmethod(plan.plan_dropped)
    looks = staticmethod(looking.looks)
    board_looks = staticmethod(looking.board_looks)
    look = staticmethod(looking.look)
    questions = staticmethod(why.questions)
    asked = staticmethod(why.asked)
    answer = staticmethod(why.answer)
    hint_move = staticmethod(hints.hint_move)
    hint_reasons = staticmethod(hints.hint_reasons)

    def headline(self, scene: Scene) -> str:
        view: Observation = scene.view
        words = scene.words
        if view.phase is Phase.FINISHED:
            return words.say("The mines are dug")
        if view.token is None:
            return words.say("Before round 1")
        action = action_words(words, view.token.action)
        if action:
            return words.count(
                # Translators: For example "Round 3 of 10: 2 points and a move".
                "Round {round} of {rounds}: {count} point and {action}",
                "Round {round} of {rounds}: {count} points and {action}",
                view.token.points,
                round=view.round,
                rounds=view.rounds,
                action=action,
            )
        return words.count(
            "Round {round} of {rounds}: {count} point",
            "Round {round} of {rounds}: {count} points",
            view.token.points,
            round=view.round,
            rounds=view.rounds,
        )

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, PICTURES, words, theme)

    def board(self, scene: Scene, moves: Moves) -> Picture:
        """Draw the mine of the player who made these moves, or else of the acting player."""
        return draw_board(table(scene, moves), scene.words, scene.theme)

    def boards(self, scene: Scene, moves: Moves, panel: str = "") -> tuple[Picture, ...]:
        """Draw the acting player's mine, and the supply while something can be bought."""
        del moves, panel
        shown = table(scene)
        board = draw_board(shown, scene.words, scene.theme)
        if not shown.is_buying:
            return (board,)
        return board, draw_supply(shown, scene.words, scene.theme)

    def text(self, scene: Scene) -> str:
        return board_text(table(scene), scene.words)

    def final(self, scene: Scene) -> str:
        """Return each player's points, highest first; the winner of a tie-break comes first."""
        view: Observation = scene.view
        seats = range(len(view.totals))
        ranked = sorted(seats, key=lambda seat: (_place(view, seat), -view.totals[seat], seat))
        return "\n".join(
            scene.words.say(
                "{player}: **{points}**",
                player=scene.name(seat),
                points=points(scene.words, view.totals[seat]),
            )
            for seat in ranked
        )

    def end(self, scene: Scene, remark: str = "") -> Picture:
        """Draw the winner's picture, or the board of a match that is not over."""
        if scene.early is not None:
            return draw_early_end(scene.early, scene.players, PICTURES, scene.words, scene.theme)
        if not scene.view.places:
            return self.board(scene, ())
        return draw_end(table(scene), scene.words, scene.theme, remark)

    def rounds(self, scene: Scene) -> int:
        return int(scene.state.stage is SimpleStage.FINISHED)

    def sheet(self, scene: Scene) -> Picture:
        return draw_sheet(table(scene), scene.words, scene.theme)

    def moment(self, scene: Scene, advances: Advances) -> Picture | None:
        """Draw the mine that completed the last mission among these entries."""
        content = content_of(scene)
        for advance in reversed(advances):
            for seat, _ in telling.missions_done(
                content, advance.position.state.players, advance.events
            ):
                return draw_mine(table(scene), seat, scene.words, scene.theme)
        return None


def _place(view: Observation, seat: int) -> int:
    return view.places[seat] if view.places else 0


SCREENS = DynamineScreens()
