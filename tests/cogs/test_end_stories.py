"""The end of a match: its story, the largest difference, the next step, and early ends."""

import re
from dataclasses import replace

import pytest

from bot.match.playing.practice import stronger_level
from bot.match.statistics.results import places
from cogs.base.markup import bold, unformatted
from cogs.board.first_match import guide_for_newcomers
from cogs.games.guide import GameGuide
from cogs.scenes.end_stories import caption, end_story, reason
from cogs.ui.layouts import compose
from engine.core.types import Level
from engine.games.dice_miner.difference import difference
from games.dice_miner.screens.story import tell, worth_telling
from render.players import Player
from tests.cogs.moments import WORDS, match, scene
from tests.cogs.test_papers import book, contents, kit, scenes
from tests.match.world import ANN, BEN, CAT, DAN, World


async def test_played_match_leads_with_its_story_and_the_largest_difference(world: World) -> None:
    number = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.play(number, "lead")
    shown = scenes(world, book()).known(loaded, WORDS)
    found = difference(loaded.state)
    assert found is not None
    story, why = (await end_story(shown, loaded))[0]
    assert story.startswith("### ")
    assert "made the biggest difference" in why
    assert f"{found.mine} point" in why
    ann_and_ben = replace(shown, players=(Player("Ann"), Player("Ben")))
    line = caption(ann_and_ben, loaded)
    assert re.search("Ann|Ben", line)
    assert "**" not in line
    assert line in ann_and_ben.screens.end(ann_and_ben, line).alt


async def test_match_that_a_player_left_has_no_reason(world: World) -> None:
    number = (await world.begun(ANN, BEN, CAT, lobby=world.dice)).record.id
    await world.play(number, "left", most=8)
    await world.service.resign(number, CAT)
    loaded = await world.play(number, "left")
    assert reason(scenes(world, book()).known(loaded, WORDS), loaded) == ""


async def test_resignation_draws_the_winner_without_points(world: World) -> None:
    number = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.service.resign(number, ANN)
    shown = scenes(world, book()).known(loaded, WORDS)
    named = replace(shown, players=(Player("Ada"), Player("Chloé")))
    assert shown.early is not None
    assert shown.early.title.endswith("wins!")
    assert shown.early.reason.endswith("resigned")
    assert shown.early.places == (2, 1)
    alt = named.screens.end(named).alt
    assert alt.endswith("Place 1: Chloé. Place 2: Ada.")
    assert "point" not in alt
    assert "hero" not in alt


async def test_match_without_a_result_has_a_card_without_places(world: World) -> None:
    number = (await world.begun(ANN, BEN)).record.id
    loaded = await world.service.call_off(number, DAN)
    shown = scenes(world, book()).known(loaded, WORDS)
    assert shown.early is not None
    assert shown.early.places == ()
    assert shown.screens.end(shown).alt.startswith("The match ended without a result. A moderator")


async def test_win_against_a_computer_leads_to_the_next_level(world: World) -> None:
    seen = set()
    for taste in range(12):
        practice = await world.toys.practice(world.asked(ANN), 1, Level.APPRENTICE)
        loaded = await world.play(practice.record.id, str(taste))
        won = places(loaded)[0] == 1
        seen.add(won)
        assert (stronger_level(loaded) is not None) is won
        if seen == {True, False}:
            return
    pytest.fail(f"every match ended alike: {seen}")


async def test_people_are_offered_a_rematch_only(world: World) -> None:
    loaded = await world.play((await world.begun(ANN, BEN)).record.id, "people")
    assert stronger_level(loaded) is None


async def test_new_player_reads_the_goal_until_their_first_choice(world: World) -> None:
    number = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.matches.load(number)
    guide = await guide_for_newcomers(kit(world), loaded)
    text = guide.first_lines(loaded.game, WORDS)
    assert "Your first match?" in text
    assert "Alchemist" in text
    _, verbs = contents(compose(texts=[text], rows=[guide.match_buttons(number, WORDS)]))
    assert verbs == ["how", "rules"]
    (chooser,) = loaded.people_to_act
    token = loaded.game.notation(loaded.game.legal_actions(loaded.state, loaded.seats_to_act[0])[0])
    await world.do(number, chooser, token)
    await world.play(number, "first")
    again = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    assert await guide_for_newcomers(kit(world), await world.matches.load(again)) == GameGuide()
    toy = (await world.begun(ANN, BEN)).record.id
    assert await guide_for_newcomers(kit(world), await world.matches.load(toy)) == GameGuide()


async def test_first_match_counts_for_the_game_that_was_finished(world: World) -> None:
    await world.play((await world.begun(ANN, BEN)).record.id, "toy")
    number = (await world.begun(ANN, BEN, lobby=world.dice)).record.id
    loaded = await world.matches.load(number)
    guide = await guide_for_newcomers(kit(world), loaded)
    assert "Your first match?" in guide.first_lines(loaded.game, WORDS)


def test_wand_is_put_away_only_by_players_who_used_it() -> None:
    for taste, prefer in (("c", "spend"), ("d", "keep")):
        moments = match(2, taste, prefer)
        for moment in moments:
            lines = tell(scene(moment.position.state), moment.fresh)
            if any("wand" in line for line in lines):
                assert any("rerolled" in line for line in lines)
        assert all(
            "wand" not in line
            for line in tell(scene(moments[-1].position.state), moments[-1].fresh)
        )
    assert worth_telling(()) == []


@pytest.mark.parametrize("name", ["Ada", "*_~`|[]<", "1. a", "@everyone", "\\", "עברית"])
def test_unformatted_text_has_the_plain_name(name: str) -> None:
    assert unformatted(f"{bold(name)} won by **3**.") == f"{name} won by 3."
