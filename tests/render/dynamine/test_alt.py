"""The table as text has the same facts as the picture, enough to play by."""

from dataclasses import replace

from engine.core.driver import Position
from engine.games.dynamine.actions import cell_name
from engine.games.dynamine.observation import Phase
from engine.games.dynamine.state import State
from render.games.dynamine.alt import (
    alt_text,
    board_text,
    mine_facts,
    place_words,
    preview_facts,
    supply_text,
)
from render.games.dynamine.emoji import TILES, card_emoji, emoji_pictures, tile_code, tile_emoji
from render.games.dynamine.end import draw_end
from render.games.dynamine.scene import PastTurn, TableScene
from render.games.dynamine.sheet import end_facts, is_tied, reward_facts, tie_levels
from render.games.dynamine.words import tile_words
from render.picture import ALT_LIMIT
from render.samples import PLAYERS
from tests.engine.dynamine.table import CONTENT, GAME, building, play
from tests.render.dynamine.tables import WORDS, match


def test_text_lists_every_possible_action() -> None:
    for scene in match(3):
        view, turn = scene.view, scene.view.turn
        text, alt = board_text(scene, WORDS), alt_text(scene, WORDS)
        assert len(alt) <= ALT_LIMIT
        if turn is None:
            continue
        if turn.budget is not None:
            assert f"{turn.budget} building point" in alt
        lines = text.splitlines()
        for pile in view.piles:
            if pile.takeable and pile.top is not None:
                described = f"{pile.name} {tile_words(WORDS, pile.top)}"
                (line,) = [line for line in lines if line.startswith("Can be built")]
                assert described in line
        for cell in turn.movable:
            assert f"{scene.letters[cell]} {cell_name(cell)}" in text
        if turn.placing is not None:
            for place in turn.placing.places:
                assert f"{scene.letters[place.cell]}: {place_words(place, WORDS)}" in alt


def test_text_lists_every_mine_and_the_supply() -> None:
    scene = [scene for scene in match(4) if scene.view.phase is Phase.BUILD][-1]
    text = board_text(scene, WORDS)
    for mine in scene.view.mines:
        for tile in mine.tiles:
            assert f"{cell_name(tile.cell)} {tile.tile.openings.letters}" in text
    for spot in scene.mine(scene.large).ends:
        assert cell_name(spot.cell) in text
    for pile in scene.view.piles:
        if pile.top is not None:
            assert f"{pile.name} {tile_words(WORDS, pile.top)} ×{len(pile.tiles)}" in text
    for seat, total in enumerate(scene.view.totals):
        assert f"{('Ana', 'Benjamín 🦊', 'Χρυσάνθη', 'Salud')[seat]} has {total} points" in text


def test_a_preview_names_the_joined_tiles_and_the_gain() -> None:
    placing = [scene for scene in match(4) if scene.placing is not None]
    scene = next(
        scene
        for scene in placing
        if any(one.bonus for one in scene.placing.places)  # type: ignore[union-attr]
    )
    assert scene.placing is not None
    place = next(one for one in scene.placing.places if one.bonus)
    tile, described = preview_facts(scene, place.token, WORDS)
    assert tile_words(WORDS, scene.placing.tile) in tile
    assert described.startswith(f"{scene.letters[place.cell]}: {cell_name(place.cell)}, joins ")
    assert f"+{place.bonus} building point" in described
    rewards = place.gained.rewards
    assert rewards, "the sample place leads a reward"
    assert f", {place.gained.total - rewards:+} (" in described
    assert described.endswith(f", rewards {rewards:+} for now.")


def test_supply_lists_what_can_be_bought_and_every_tile() -> None:
    for scene in (match(2)[0], match(4)[1], match(4)[120]):
        alt = supply_text(scene, WORDS)
        names = ", ".join(pile.name for pile in scene.view.piles if pile.takeable)
        assert len(alt) <= ALT_LIMIT
        assert not names or alt.startswith(f"Can be built: {names}.")
        assert "Supply A: " in alt


def test_tie_of_two_says_that_neither_gets_the_reward() -> None:
    scene = match(2)[-1]
    reward = replace(scene.view.rewards[2], counts=(4, 4), points=(0, 0))
    tied = replace(scene, view=replace(scene.view, rewards=(reward,)))
    assert [*reward_facts(tied, WORDS)] == [
        "Most altars: a tie with 4 each, so neither player gets it."
    ]
    assert is_tied(reward)
    assert not is_tied(replace(reward, counts=(0, 0))), "nobody has any"


def test_end_facts_list_winner_and_places() -> None:
    scene = match(2)[-1]
    facts = end_facts(scene, WORDS)
    assert facts[0].endswith("won.")
    assert facts[-1].startswith("Place 2: ")
    assert alt_text(scene, WORDS).startswith(facts[0])


def test_result_describes_the_mine_of_the_winner() -> None:
    scene = match(2)[-1]
    winner = scene.winners[0]
    assert scene.large == winner
    alt = draw_end(scene, WORDS).alt
    for fact in mine_facts(scene, winner, WORDS)[1:3]:
        assert fact in alt


def test_picture_of_a_past_turn_names_its_player() -> None:
    scene = next(scene for scene in match(3) if scene.view.turn is not None)
    assert scene.view.turn is not None
    mover = (scene.view.turn.seat + 1) % 3
    past = replace(scene, past=PastTurn(mover, 4))
    assert past.large == mover
    assert not past.is_buying
    alt = alt_text(past, WORDS)
    assert f"The turn of {PLAYERS[mover].name}." in alt
    assert "Can be built" not in alt


def test_every_tile_and_card_has_an_emoji() -> None:
    pictures = emoji_pictures()
    assert {tile_code(tile) for tile in CONTENT.tiles} == set(TILES.split())
    named = {tile_emoji(tile) for tile in CONTENT.tiles}
    named |= {card_emoji(card.name) for card in CONTENT.cards}
    assert named == set(pictures)
    assert all(len(name) <= 32 and name.replace("_", "").isalnum() for name in pictures)
    assert all(len(data) < 64 * 1024 for data in pictures.values())


def test_a_tie_is_broken_by_the_deepest_level_that_differs() -> None:
    scene = match(4)[-1]
    deep = [
        sum(level.tiles for level in mine.levels if level.level == 5) for mine in scene.view.mines
    ]
    winner = deep.index(max(deep))
    assert deep.count(max(deep)) == 1, "the sample match has a unique deepest mine"
    places = tuple(1 if seat == winner else 2 for seat in range(4))
    tied = replace(scene, view=replace(scene.view, totals=(9,) * 4, places=places))
    assert tie_levels(tied) == (5,)
    assert "A tie: tiles on the deep levels decided." in alt_text(tied, WORDS)
    shared = replace(scene, view=replace(tied.view, places=(1,) * 4))
    assert "decided" not in alt_text(shared, WORDS)
    assert alt_text(shared, WORDS).split(".")[0].endswith("share the win")


def test_new_tiles_are_marked_until_the_reader_has_had_a_turn() -> None:
    first = play(building({}, {}), "take F1", "place 2.0", "done", "roll 3")
    later = play(first, "done", "turn 2", "roll 3", "done", "roll 3")

    def new(position: Position[State], reader: int | None) -> list[str]:
        scene = TableScene(GAME.observe(position.state), PLAYERS[:2], reader)
        return [cell_name(tile.cell) for tile in scene.new_tiles(0)]

    assert new(first, None) == ["2.0"], "in public, for seat 1, whose turn it is"
    assert new(first, 0) == []
    assert new(later, None) == new(later, 1) == []
    assert (first.state.turn_number(1), later.state.turn_number(1)) == (1, 3)
