"""“Why not?” for a row of the supply, places, tiles to move, and the other Actions.

A question is `row B`, `places`, `moves`, `reroll`, `raven`, `plus`, `card` or `done`.
"""

from collections.abc import Iterator

from cogs.screens.base import PICK_AT_MOST, Option, Scene
from engine.core.types import Seat
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.content import ROWS, CardName, TokenAction
from engine.games.dynamine.mines import neighbours
from engine.games.dynamine.observation import Observation, Phase, SeenTurn
from engine.games.dynamine.state import ENTRANCE, Cell, State
from engine.games.dynamine.why import why_not_move, why_not_place, why_not_take
from games.dynamine.screens.content import content_of, table, tile_icon
from games.dynamine.screens.reasons import reason_words
from render.games.dynamine.board import draw_board, draw_mine, draw_supply
from render.games.dynamine.words import card_name, contents_words, sides_words
from render.picture import Picture
from texts import Words

PLACES, MOVES, REROLL, RAVEN = "places", "moves", "reroll", "raven"
PLUS, CARD, DONE = "plus", "card", "done"


def questions(scene: Scene, seat: Seat | None) -> tuple[Option, ...]:
    if not scene.to_act or seat is None:
        return ()
    return tuple(_questions(scene, seat))[:PICK_AT_MOST]


def asked(scene: Scene, seat: Seat | None) -> Picture:
    del seat
    draw = draw_supply if scene.view.phase is Phase.BUILD else draw_board
    return draw(table(scene), scene.words, scene.theme)


def answer(scene: Scene, seat: Seat | None, question: str) -> tuple[str, Picture | None] | None:
    if seat is None:
        return None
    text = _answer(scene, seat, question)
    if text is None:
        return None
    if question in (PLACES, MOVES):
        picture = draw_mine(table(scene), seat, scene.words, scene.theme)
    elif question.startswith("row "):
        picture = draw_supply(table(scene), scene.words, scene.theme)
    else:
        picture = draw_board(table(scene), scene.words, scene.theme)
    return text, picture


def _answer(scene: Scene, seat: Seat, question: str) -> str | None:
    verb, _, row = question.partition(" ")
    if verb == "row" and len(row) == 1 and row in ROWS:
        return "\n".join(_row(scene, seat, row))
    match question:
        case "places":
            return "\n".join(_places(scene, seat))
        case "moves":
            return "\n".join(_moves(scene, seat))
        case "reroll" | "raven" | "plus" | "card" | "done":
            if question in {token.split()[0] for token in _legal(scene, seat)}:
                return allowed(scene.words)
            return _other(scene, seat, question)
        case _:
            return None


def _legal(scene: Scene, seat: Seat) -> tuple[str, ...]:
    return scene.tokens(seat) if seat in scene.to_act else ()


def _questions(scene: Scene, seat: Seat) -> Iterator[Option]:
    words, view = scene.words, scene.view
    legal = {token.split()[0] for token in _legal(scene, seat)}
    takeable = seat in scene.to_act
    for row in ROWS:
        piles = [pile for pile in view.piles if pile.name[0] == row]
        if not all(takeable and pile.takeable for pile in piles):
            yield Option(words.say("Tiles of row {row}", row=row), f"row {row}", emoji="⛏️")
    if "place" in legal:
        yield Option(words.say("Another place"), PLACES, emoji="📍")
    else:
        yield Option(words.say_as("why not", "Move a tile"), MOVES, emoji="🔀")
    others = (
        (REROLL, words.say("Roll again"), "🎲"),
        (RAVEN, words.say("Use Cave Raven"), "🐦‍⬛"),
        (PLUS, words.say_as("why not", "Spend a +1 token"), "🪙"),
        (CARD, words.say("Take a card"), "🃏"),
        (DONE, words.say("End the turn"), "✅"),
    )
    yield from (Option(label, verb, emoji=e) for verb, label, e in others if verb not in legal)


def _row(scene: Scene, seat: Seat, row: str) -> Iterator[str]:
    words, content, view = scene.words, content_of(scene), scene.view
    for number, pile in enumerate(view.piles):
        if pile.name[0] != row:
            continue
        reason = why_not_take(content, scene.state, seat, number)
        why = words.say("you can build it.") if reason is None else reason_words(scene, reason)
        if pile.top is None:
            yield words.say("- **{pile}**: {why}", pile=pile.name, why=why)
            continue
        shown = [sides_words(words, pile.top.openings), *contents_words(words, pile.top)]
        yield words.say(
            "- **{pile}** {icon} ({tile}): {why}",
            pile=pile.name,
            icon=tile_icon(scene, pile.top),
            tile=", ".join(shown),
            why=why,
        )


def _places(scene: Scene, seat: Seat) -> Iterator[str]:
    words, content, state = scene.words, content_of(scene), scene.state
    view: Observation = scene.view
    if view.turn is None or view.turn.seat != seat or view.turn.placing is None:
        yield words.say("Choose a tile first.")
        return
    placing = view.turn.placing
    yield words.say(
        "A tile is never turned. It lies beside your mine, and where it touches a tile both must "
        "be open or both closed; at least one side must be open to open. This one is open at "
        "{sides}.",
        sides=sides_words(words, placing.tile.openings),
    )
    cells: dict[str, list[str]] = {}
    for cell in _around(view, seat):
        reason = why_not_place(content, state, seat, cell)
        if reason is not None:
            cells.setdefault(reason_words(scene, reason), []).append(cell_name(cell))
    for why, names in cells.items():
        # Translators: Cells of a mine, for example 2.-1 and 3.0, and why a tile can't lie there.
        yield words.say("- **{cells}**: {why}", cells=words.listed(names), why=why)


def _around(view: Observation, seat: Seat) -> list[Cell]:
    """Return the cells next to a mine, including the cell of the tile that is being moved."""
    occupied = {ENTRANCE, *(seen.cell for seen in view.mines[seat].tiles)}
    beside = {other for cell in occupied for _, other, _ in neighbours(cell) if other[0] > 0}
    assert view.turn is not None, "a tile must have been taken or picked up"
    start = view.turn.placing.start if view.turn.placing is not None else None
    return sorted((beside - occupied) | ({start} if start is not None else set()))


def _moves(scene: Scene, seat: Seat) -> Iterator[str]:
    """Yield a line for each tile that can't be moved, or a single line if one reason applies to
    all.
    """
    words, content, state = scene.words, content_of(scene), scene.state
    tiles = scene.view.mines[seat].tiles
    reasons = [(seen, why_not_move(content, state, seat, seen.cell)) for seen in tiles]
    barred = [(seen, reason_words(scene, why)) for seen, why in reasons if why is not None]
    if not tiles:
        yield words.say("Your mine has no tile to move. The entrance stays.")
    elif not barred:
        yield allowed(words)
    elif len(barred) == len(tiles) and len({why for _, why in barred}) == 1:
        yield words.say("- **Every tile**: {why}", why=barred[0][1])
    else:
        for seen, why in barred:
            yield words.say(
                "- **{cell}** {icon}: {why}",
                cell=cell_name(seen.cell),
                icon=tile_icon(scene, seen.tile),
                why=why,
            )


def _other(scene: Scene, seat: Seat, question: str) -> str:
    words, view, state = scene.words, scene.view, scene.state
    turn = view.turn
    if turn is None or turn.seat != seat:
        return words.say("It isn't your turn.")
    if view.phase is Phase.GUESS:
        return words.say("Guess first: then the die is rolled.")
    if turn.placing is not None:
        return words.say("Place the tile first, or take that back.")
    match question:
        case "reroll":
            return _reroll(words, view, state)
        case "raven":
            return _raven(scene, seat)
        case "plus":
            return _plus(words, view, seat)
        case _:
            return _card(scene, turn)


def _reroll(words: Words, view: Observation, state: State) -> str:
    if view.token is None or view.token.action is not TokenAction.REROLL:
        return words.say("Only a round token with a reroll allows it, and this round's has none.")
    assert state.turn.begun, "only an earlier Action can forbid a reroll"
    return words.say("The reroll comes first, before anything else is done after the roll.")


def _raven(scene: Scene, seat: Seat) -> str:
    words, raven = scene.words, CardName.RAVEN
    name = card_name(words, raven)
    mine = [held for held in scene.view.mines[seat].cards if held.card.name is raven]
    if mine:
        return words.say("You have used {card} already. It works once a match.", card=name)
    return words.say("You don't have the card {card}.", card=name)


def _plus(words: Words, view: Observation, seat: Seat) -> str:
    if view.mines[seat].plus:
        return words.say("You got that +1 token in this turn. Spend it from your next turn on.")
    return words.say("You have no +1 token. Tiles with a token bring one.")


def _card(scene: Scene, turn: SeenTurn) -> str:
    words, icons = scene.words, content_of(scene).icons_face
    if not scene.view.face_up:
        return words.say("No card is left on the table.")
    if turn.die != icons:
        return words.say("Only a {number} on the die brings a card.", number=icons)
    return words.say("The {number} on the die has brought a card or a move already.", number=icons)


def allowed(words: Words) -> str:
    return words.say("You can do that now: use the board's buttons.")
