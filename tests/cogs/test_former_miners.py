"""Messages about matches with a forgotten player: they say so, and mention no one."""

from typing import Any, cast

from bot.match.log.events import MatchEventKind
from cogs.board.endings import ending
from cogs.scenes.narration import narrate
from cogs.scenes.series import score_line
from tests.cogs.moments import WORDS
from tests.cogs.test_layout import PICTURE
from tests.cogs.test_papers import book, contents, invitation, scenes
from tests.match.world import ANN, BEN, CAT, World


async def test_end_and_score_name_a_former_miner_without_an_id(world: World) -> None:
    first = (await world.begun(ANN, BEN)).record.id
    await world.play(first, "one")
    again = await world.toys.rematch(first, world.asked(ANN))
    await world.toys.join(again.record.id, BEN, world.interaction())
    await world.people.forget(BEN)
    loaded = await world.matches.load(again.record.id)
    scene = scenes(world, book()).known(loaded, WORDS)
    before = scenes(world, book()).known(await world.matches.load(first), WORDS)
    assert "Former miner" in [player.name for player in before.players]
    lines = narrate(scene, loaded.advances(), loaded.events)
    assert any("a former miner resigned" in line for line in lines)
    pictures = [("end.png", PICTURE), ("sheet.png", PICTURE)]
    text, _ = contents(ending(scene, loaded, lines, pictures))
    former = [event.holder for event in loaded.events if event.kind is MatchEventKind.RESIGNED]
    assert all(str(user) not in text for user in former)
    score = await world.servers.score(again.record.id)
    assert "a former miner" in score_line(score, [ANN, cast("Any", former[0])], WORDS)


async def test_forgotten_player_counts_as_declined_on_the_invitation(world: World) -> None:
    opened = await world.toys.challenge(world.asked(ANN), [BEN, CAT])
    await world.people.forget(BEN)
    text, verbs = await invitation(world, await world.matches.load(opened.record.id))
    assert text.startswith(f"<@{CAT}>: you've been challenged")
    assert "❌ **Former miner** can't make it this time" in text
    assert "accept" in verbs
