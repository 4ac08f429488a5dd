"""Each kind of user gets the answer that the table of permissions promises, for every use."""

from collections import Counter
from pathlib import Path

import pytest

from tests.bounds.people import town, uses
from tests.bounds.permission_table import TABLE, Rule, Who, table_as_markdown
from tests.tiers import every

PAGE = Path(__file__).parents[2] / "docs" / "moderation.md"
QUICK = ("/board", "/moderate end", "word", "share:here", "/tournament join")
"""The cases of `make test`: one use of each kind of check."""
CASES = [(rule, use) for rule in TABLE for use in rule.uses]


@pytest.mark.parametrize(
    ("rule", "use"),
    every(CASES, lambda case: case[1] in QUICK, rows=True),
    ids=lambda value: value.replace("/", "command ") if isinstance(value, str) else "",
)
def test_each_kind_of_user_can_do_what_the_table_says(rule: Rule, use: str, tmp_path: Path) -> None:
    """Users without the right come first, because the others can end the match."""
    with town(tmp_path, daily=use.startswith("session")) as place:
        place.prepare(use)
        for who in sorted(Who, key=lambda who: who in rule.who):
            before = place.public_messages()
            assert place.denies(who, use) is (who not in rule.who), (who, place.reason)
            if who is Who.NOWHERE:
                denied = place.denies(who, use, installed=True)
                assert denied is (who not in rule.who), ("installed", place.reason)
            if who not in rule.who:
                assert place.public_messages() == before, f"{who} has changed a public message"


def test_table_names_everything_once(tmp_path: Path) -> None:
    with town(tmp_path) as place:
        everything = uses(place.bot)
    named = Counter(use for rule in TABLE for use in rule.uses)
    assert sorted(named.elements()) == sorted(set(everything))


def test_page_shows_the_table() -> None:
    """Paste the output of `table_as_markdown`."""
    assert table_as_markdown() in PAGE.read_text()
