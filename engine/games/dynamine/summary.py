"""The match as printed by ``replay --json`` (dynamine.md, Match files)."""

from dataclasses import asdict

from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.content import Reward
from engine.games.dynamine.observation import Observation, Phase


def summary(seen: Observation) -> dict[str, object]:
    tops = {pile.name: None if pile.top is None else pile.top.name for pile in seen.piles}
    return {
        "finished": seen.phase is Phase.FINISHED,
        "to_act": list(seen.to_act),
        "phase": seen.phase.value,
        "round": seen.round,
        "token": None if seen.token is None else seen.token.number,
        "budget": None if seen.turn is None else seen.turn.budget,
        "mines": [
            {
                "tiles": {cell_name(placed.cell): placed.tile.name for placed in mine.tiles},
                "depth": mine.depth,
                "veins": mine.count(Reward.VEINS),
                "cards": [held.card.name.value for held in mine.cards],
                "plus": mine.plus,
            }
            for mine in seen.mines
        ],
        "piles": {pile.name: len(pile.tiles) for pile in seen.piles},
        **({"tops": tops} if seen.shuffled else {}),
        "face_up": [card.name.value for card in seen.face_up],
        "totals": list(seen.totals),
        "scores": [asdict(mine.score) for mine in seen.mines],
        "places": list(seen.places),
    }
