import pytest

from bench import prose

PLAIN = "The board shows the mountain, and every player picks one die from its top. " * 6
TRANSLATED = "What is due is said at once, and nobody may ask for more of it. " * 6


def telltales(path: str, source: str) -> list[str]:
    return [phrase for passage in prose.passages(path, source) for phrase, _ in passage.telltales()]


@pytest.mark.parametrize(
    ("sentence", "phrase"),
    [
        ("Do what is due.", "what is"),
        ("Players read the rules: who is late loses.", "who is"),
        ("Nobody answers.", "Nobody"),
        ("The host is told.", "is told"),
        ("It keeps all of them.", "of them"),
        ("The match goes on.", "goes on"),
        ("The player who is to act.", "is to act"),
        ("It fails, as there is no thread.", "as there"),
        ("Where there is a picture, send it.", "Where there"),
        ("Answer at once.", "at once"),
        ("A player may join.", "may join"),
        ("None if it has no thread.", "None if"),
    ],
)
def test_each_phrase_is_found(sentence: str, phrase: str) -> None:
    assert phrase in telltales("a.py", f'"""{sentence}"""')


@pytest.mark.parametrize(
    "sentence",
    [
        "Tell players what kind of die it is.",
        "The players who joined get a message.",
        "Return None if the match has no thread.",
        "A match that may have ended can be opened again.",
        "So many matches end at night that mornings are quiet.",
    ],
)
def test_plain_sentences_have_no_telltale(sentence: str) -> None:
    assert telltales("a.py", f'"""{sentence}"""') == []


def test_docstrings_attributes_and_comments_are_read_but_no_code() -> None:
    source = (
        '"""Nobody."""\n'
        "# It goes\n"
        "# on.\n"
        'NAMES = "somebody"\n'
        '"""Everybody\'s name."""\n'
        "X = 1  # noqa: nobody\n"
    )
    assert telltales("a.py", source) == ["Nobody", "Everybody", "goes on"]


def test_markdown_is_read_without_code_and_links() -> None:
    source = "Nobody, `somebody`, [text](what-is.md)\n```\neverybody\n```\nanybody\n"
    assert telltales("a.md", source) == ["Nobody", "anybody"]


def test_a_file_has_a_limit() -> None:
    rows = list(prose.complaints({"a.md": TRANSLATED, "b.md": PLAIN * 200}))
    assert len([row for row in rows if not row.startswith("  ")]) == 1
    assert rows[0].startswith("a.md: ")
    assert "  a.md:1: “nobody”: an indefinite person" in "\n".join(rows)


def test_a_short_file_is_not_measured() -> None:
    assert list(prose.complaints({"a.md": "Nobody may ask.", "b.md": PLAIN * 9})) == []


def test_the_project_has_a_limit() -> None:
    files = {f"{n}.md": "Nobody may ask." for n in range(9)} | {"a.md": PLAIN}
    (row,) = prose.complaints(files)
    assert row.startswith("The project: ")


def test_a_change_has_a_limit_of_its_own() -> None:
    sentence = "The bot posts the board and waits for the next player for a day.\n"
    files = {"a.md": sentence * 300 + "Nobody asks, and nobody answers. " + sentence * 5}
    assert list(prose.complaints(files, {"a.md": {1, 2, 3, 4, 5}})) == []
    rows = list(prose.complaints(files, {"a.md": {301, 302, 303, 304}}))
    assert rows[0].startswith("This change: ")
    assert rows[1].startswith("  a.md:301: “Nobody”")


def test_changed_lines_are_read_from_a_diff() -> None:
    diff = "--- a/x.py\n+++ b/x.py\n@@ -1,2 +3,2 @@ def x\n+a\n+b\n@@ -9 +11 @@\n+c\n"
    assert prose.changed_lines(diff) == {"x.py": {3, 4, 11}}


@pytest.mark.parametrize(
    ("subject", "is_accepted"),
    [
        ("boards: repost a deleted board", True),
        ("engine, render: name the seats", True),
        ("boards: let the host repost", False),
        ("Repost deleted boards", False),
        ("boards: " + "x" * 60, False),
    ],
)
def test_subjects_of_commits_have_a_form(subject: str, is_accepted: bool) -> None:
    assert (list(prose.complaints({}, {}, (subject,))) == []) == is_accepted
