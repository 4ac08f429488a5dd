"""What fixes the dice is public from the beginning, and stands in nobody's way."""

import re
from dataclasses import replace
from types import SimpleNamespace

from bot.match.values.contribution import LONGEST
from cogs.fairness.proof import committed
from engine.core.chance import commitment
from render.picture import ALT_LIMIT
from tests.cogs.drawn import board_layouts
from tests.cogs.test_papers import end, invitation, picture, told
from tests.cogs.test_told import news
from tests.match.world import ANN, BEN, CAT, DAN, World

HEX = re.compile("[0-9a-f]{16}")
"""So many such digits in a row are part of a proof."""
WORD = "W" * LONGEST


async def test_the_dice_are_promised_before_anybody_joins(world: World) -> None:
    """The whole commitment is in the picture's file name and in its alt text, and stays the same;
    what was brought so far is there too, whole. Nothing of it is in a text, on any card."""
    opened = await world.dice.challenge(replace(world.asked(ANN), word=WORD), [BEN, CAT, DAN])
    seed = opened.record.seed
    cards = [opened]
    cards += [await world.dice.join(opened.record.id, user, 7, WORD) for user in (BEN, CAT, DAN)]
    cards.append(await world.play(opened.record.id, "ends"))
    for loaded in cards:
        name, alt = await picture(world, loaded)
        brought = "+".join([f"={WORD}"] * len(loaded.roster.joined))
        assert re.findall("[0-9a-f]{64}", name) == [commitment(seed)]
        assert re.findall("[0-9a-f]{64}", alt) == [commitment(seed)]
        assert alt.endswith(f": {brought}")
        assert len(alt) <= ALT_LIMIT
        text, verbs = await invitation(world, loaded)
        assert HEX.search(text) is None
        assert "fair" in verbs
    assert len({(await picture(world, loaded))[0] for loaded in cards}) == len(cards), "new names"
    text, verbs = await end(world, cards[-1])
    assert HEX.search(text) is None
    assert "fair" in verbs
    board, _ = await board_layouts().board(await news(world, await world.begun(ANN, BEN)), 0)
    assert HEX.search(told(board)[0]) is None


async def test_what_a_message_promises_is_read_from_it(world: World) -> None:
    """From the picture, in older invitations from the text; the signature of an address is none."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    name, alt = await picture(world, opened)
    wanted = commitment(opened.record.seed)
    url = f"https://cdn.example/attachments/1/2/{name}?ex=1&hm={'f' * 64}&"
    item = SimpleNamespace(media=SimpleNamespace(url=url), description=alt)
    gallery = SimpleNamespace(items=[item])
    assert set(committed([SimpleNamespace(children=[gallery])])) == {wanted}
    older = SimpleNamespace(content=f"-# the dice are committed to: `{wanted}` · so far: `1`")
    assert committed([SimpleNamespace(children=[older])]) == [wanted]
    assert committed([SimpleNamespace(content="nothing")]) == []
