"""All of DYNAMINE's screens in one object."""

from typing import assert_never

from cogs.screens.base import Advances, Scene
from engine.games.dynamine.observation import Observation, Phase, SeenTurn
from engine.games.dynamine.state import Finished
from games.dynamine.screens import controls as choices
from games.dynamine.screens import hints, plan, remarks, why
from games.dynamine.screens import looks as looking
from games.dynamine.screens import story as telling
from games.dynamine.screens.content import card_icon, content_of, table, tile_icon
from games.dynamine.screens.worth import gain_words
from render.charts.invitation import Party, draw_invitation
from render.games.dynamine.alt import board_text
from render.games.dynamine.board import draw_board, draw_mine
from render.games.dynamine.end import draw_end
from render.games.dynamine.pictures import PICTURES
from render.games.dynamine.scene import letter_of
from render.games.dynamine.sheet import draw_sheet
from render.games.dynamine.words import action_words, card_gives, card_name, tile_words
from render.picture import Picture
from render.theme import Theme
from render.words import points
from texts import Words

PREVIEWS = 6
"""Largest number of places that get a line of text each. If there are more, only the buttons and
the picture show them.
"""


class DynamineScreens:
    """DYNAMINE on Discord, played on the public board."""

    controls = staticmethod(choices.controls)
    form = staticmethod(choices.form)
    tokens = staticmethod(choices.tokens)
    story = staticmethod(telling.tell)
    high_points = staticmethod(telling.high_points)
    highlight = staticmethod(remarks.highlight)
    plan_form = staticmethod(plan.plan_form)
    plan_lines = staticmethod(plan.plan_lines)
    plan_dropped = staticmethod(plan.plan_dropped)
    looks = staticmethod(looking.looks)
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

    def ask(self, scene: Scene) -> str:
        view: Observation = scene.view
        words, turn = scene.words, view.turn
        if not scene.to_act or turn is None:
            return ""
        match view.phase:
            case Phase.GUESS if scene.shared:
                return words.say(
                    "{player} guesses the next roll, and has 1 more to spend if it comes true.",
                    player=scene.names_to_act,
                )
            case Phase.GUESS:
                return words.say(
                    "Guess what you'll roll. If you're right, you have 1 more to spend."
                )
            case Phase.BUILD:
                return "\n".join(_building(scene, turn))
            case Phase.PLACE:
                return "\n".join(_placing(scene, turn))
            case Phase.SETUP | Phase.FINISHED:
                return ""
            case _:
                assert_never(view.phase)

    def invitation(self, party: Party, words: Words, theme: Theme) -> Picture:
        return draw_invitation(party, PICTURES, words, theme)

    def board(self, scene: Scene, advances: Advances) -> Picture:
        del advances
        return draw_board(table(scene), scene.words, scene.theme)

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

    def end(self, scene: Scene) -> Picture:
        """Draw the winner's picture, or the board if the match ended early."""
        if not scene.view.places:
            return self.board(scene, ())
        return draw_end(table(scene), scene.words, scene.theme)

    def rounds(self, scene: Scene) -> int:
        return int(isinstance(scene.state.stage, Finished))

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


def _building(scene: Scene, turn: SeenTurn) -> list[str]:
    words, view = scene.words, scene.view
    lines = [_spending_named(scene, turn) if scene.shared else _spending(scene, turn)]
    moves = sum(count for _, count in turn.rights)
    if moves and turn.movable and scene.shared:
        lines.append(
            words.count(
                "🔀 {player} may move {count} outer tile.",
                "🔀 {player} may move {count} outer tiles.",
                moves,
                player=scene.names_to_act,
            )
        )
    elif moves and turn.movable:
        lines.append(
            words.count(
                "🔀 You may move {count} outer tile.",
                "🔀 You may move {count} outer tiles.",
                moves,
            )
        )
    if turn.may_take_card:
        line = words.say("The 1 on the die brings you one of these cards, or a move:")
        if scene.shared:
            line = words.say(
                "The 1 on the die brings {player} one of these cards, or a move:",
                player=scene.names_to_act,
            )
        lines.append(line)
        lines += [
            words.say(
                "{icon} **{card}**: {gives}",
                icon=card_icon(scene, card),
                card=card_name(words, card.name),
                gives=card_gives(words, card),
            )
            for card in view.face_up
        ]
    return lines


def _spending(scene: Scene, turn: SeenTurn) -> str:
    words = scene.words
    left = words.count(
        "**{count}** point to spend", "**{count}** points to spend", turn.budget or 0
    )
    if not turn.budget:
        return words.say("Nothing is left to spend.")
    if any(pile.takeable for pile in scene.view.piles):
        return words.say("{points}: choose a tile, or end your turn.", points=left)
    return words.say("{points}, but no tile that you can pay for fits.", points=left)


def _spending_named(scene: Scene, turn: SeenTurn) -> str:
    words, player = scene.words, scene.names_to_act
    if not turn.budget:
        return words.say("{player} has nothing left to spend.", player=player)
    if any(pile.takeable for pile in scene.view.piles):
        return words.count(
            "{player} chooses a tile, with **{count}** point to spend, or ends the turn.",
            "{player} chooses a tile, with **{count}** points to spend, or ends the turn.",
            turn.budget,
            player=player,
        )
    return words.count(
        "{player} has **{count}** point to spend, but no tile at that price fits.",
        "{player} has **{count}** points to spend, but no tile at that price fits.",
        turn.budget,
        player=player,
    )


def _placing(scene: Scene, turn: SeenTurn) -> list[str]:
    words, placing = scene.words, turn.placing
    assert placing is not None, "a tile must have been taken or picked up"
    icon, tile = tile_icon(scene, placing.tile), tile_words(words, placing.tile)
    lines = [words.say("Where to? {icon} {tile}", icon=icon, tile=tile)]
    if scene.shared:
        lines = [
            words.say(
                # Translators: A player chooses where to build a tile: “Ada places 🟫 gallery”.
                "{player} places {icon} {tile}",
                player=scene.names_to_act,
                icon=icon,
                tile=tile,
            )
        ]
    if len(placing.places) <= PREVIEWS:
        lines += [
            gain_words(words, place, letter_of(number))
            for number, place in enumerate(placing.places)
        ]
    return lines


SCREENS = DynamineScreens()
