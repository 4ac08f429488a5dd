"""The stored palette colours are the ones that would be chosen today."""

import json

from render.chosen_colours import KEPT, choose, chosen, digest
from tests.render.record import choices
from tests.tiers import exhaustive


def test_stored_colours_match_the_current_palettes() -> None:
    """If it fails, `python -m tests.render.record` updates them."""
    needed = choices()
    assert {digest(*choice) for choice in needed} == set(
        json.loads(KEPT.read_text(encoding="utf-8"))
    )
    quickest = min(needed, key=lambda choice: choice[0].width * choice[0].height)
    assert chosen(*quickest) == choose(*quickest)


@exhaustive
def test_a_changed_sample_ignores_stored_colours() -> None:
    sample, count, kept = choices()[0]
    sample.paste((1, 250, 3), (0, 0, 200, 200))
    assert (
        min(sum(map(abs, (r - 1, g - 250, b - 3))) for r, g, b in chosen(sample, count, kept)) < 9
    )
