"""The commitment to the dice is public from the start, and never clutters a text."""

import re
from dataclasses import replace
from types import SimpleNamespace

from bot.match.values.contribution import LONGEST
from cogs.fairness.proof import commitments_in
from engine.core.chance import commitment
from render.picture import ALT_LIMIT
from tests.cogs.drawn import board_layouts
from tests.cogs.test_papers import contents, end, invitation, picture
from tests.cogs.test_told import news
from tests.match.world import ANN, BEN, CAT, DAN, World

HEX = re.compile("[0-9a-f]{16}")
"""A run of digits that only a proof has."""
WORD = "W" * LONGEST


async def test_commitment_is_in_the_picture_from_the_start_and_in_no_text(world: World) -> None:
    """File name and alt text have the whole commitment and all contributions so far."""
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
        assert {"fair", "more"} & {*verbs}
    assert len({(await picture(world, loaded))[0] for loaded in cards}) == len(cards), (
        "each picture has a new name"
    )
    text, verbs = await end(world, cards[-1])
    assert HEX.search(text) is None
    assert "more" in verbs
    board, _ = await board_layouts().board(await news(world, await world.begun(ANN, BEN)), 0)
    assert HEX.search(contents(board)[0]) is None


async def test_commitment_is_read_from_picture_or_old_invitation(world: World) -> None:
    """The signature of a URL is not mistaken for a commitment."""
    opened = await world.toys.challenge(world.asked(ANN), [BEN])
    name, alt = await picture(world, opened)
    wanted = commitment(opened.record.seed)
    url = f"https://cdn.example/attachments/1/2/{name}?ex=1&hm={'f' * 64}&"
    item = SimpleNamespace(media=SimpleNamespace(url=url), description=alt)
    gallery = SimpleNamespace(items=[item])
    assert set(commitments_in([SimpleNamespace(children=[gallery])])) == {wanted}
    older = SimpleNamespace(content=f"-# the dice are committed to: `{wanted}` · so far: `1`")
    assert commitments_in([SimpleNamespace(children=[older])]) == [wanted]
    assert commitments_in([SimpleNamespace(content="nothing")]) == []
