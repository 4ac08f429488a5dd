from pathlib import Path

from cogs.app import topics

COGS = Path(topics.__file__).parents[1]


def test_every_topic_is_listed() -> None:
    source = Path(topics.__file__).read_text()
    built = {
        file.parent.name for file in COGS.glob("*/handlers.py") if "def build(" in file.read_text()
    }
    assert len(built) > 10
    assert {name for name in built if f"{name}.build" not in source} == set()
