"""Colours that were chosen once are those that would be chosen today."""

import json

from render.chosen_colours import KEPT, choose, chosen, digest
from tests.render.record import choices
from tests.tiers import exhaustive


def test_all_are_kept() -> None:
    """Of every palette, and no others: `python -m tests.render.record` writes them again."""
    made = choices()
    assert {digest(*choice) for choice in made} == set(json.loads(KEPT.read_text(encoding="utf-8")))
    quickest = min(made, key=lambda choice: choice[0].width * choice[0].height)
    assert chosen(*quickest) == choose(*quickest)


@exhaustive
def test_a_new_sample_is_looked_at() -> None:
    """Where something is drawn differently, nothing that was kept is taken for it."""
    sample, count, kept = choices()[0]
    sample.paste((1, 250, 3), (0, 0, 200, 200))
    assert (
        min(sum(map(abs, (r - 1, g - 250, b - 3))) for r, g, b in chosen(sample, count, kept)) < 9
    )
