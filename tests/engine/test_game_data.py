"""The register of games and its data files."""

import shutil
from pathlib import Path
from pkgutil import resolve_name

import pytest

from bot.app.games import DATA, load_games
from bot.errors import OperatorError
from engine.games.dice_miner.rules import DiceMiner
from engine.games.dice_miner.state import SimpleStage
from tests.engine.dice_miner.table import after, table

FILE = "dice-miner/rules-1.toml"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the data, for tests that break it."""
    copy = tmp_path / "games"
    shutil.copytree(DATA, copy)
    return copy


def spoil(data: Path, old: str, new: str) -> None:
    """Replace a text in rules version 1."""
    file = data / FILE
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")


def second(data: Path, text: str) -> None:
    (data / "dice-miner/rules-2.toml").write_text(text, encoding="utf-8")


def miner(data: Path, rules: int) -> DiceMiner:
    game = load_games(data).game("dice-miner", rules)
    assert isinstance(game, DiceMiner)
    return game


def test_the_register() -> None:
    games = load_games()
    assert games.names == ("dice-miner", "dice-grid", "dynamine")
    newest = games.newest("dice-miner")
    assert newest is games.game("dice-miner", newest.info.rules)
    assert newest.info.name == "dice-miner"
    assert newest.info.seats == range(2, 5)
    assert games.game("dice-miner", 999) is None
    assert games.game("chess", 1) is None
    with pytest.raises(KeyError):
        games.newest("chess")


def test_each_folder_of_data_has_a_game() -> None:
    for folder in DATA.iterdir():
        package = resolve_name(f"games.{folder.name.replace('-', '_')}:GAME")
        assert package.name == folder.name
        assert package.load_rules(folder)


def test_later_version_contains_only_its_changes(data: Path) -> None:
    second(
        data,
        """
        rules = 2
        extends = 1

        [[kinds]]
        kind = "hazard"
        count = { value = 10, mark = "P", source = "rulebook" }
        faces = [
          { shows = "rockfall 1", mark = "P", source = "a die" },
          { shows = "rockfall 1", mark = "P", source = "a die" },
          { shows = "dragon 1", mark = "P", source = "a die" },
          { shows = "dragon 3", mark = "P", source = "a die" },
          { shows = "dragon 4", mark = "P", source = "a die" },
          { shows = "beer", mark = "P", source = "a die" },
        ]

        [rulings.tiebreaks_at_most]
        value = 1
        mark = "H"
        source = "house ruling"
        """,
    )
    first, corrected = miner(data, 1), miner(data, 2)
    assert corrected == load_games(data).newest("dice-miner")
    assert corrected.info.rules == 2
    assert corrected.content.rulings.tiebreaks_at_most == 1
    assert corrected.content.rulings.second_may_be_declined
    assert [face.count for face in corrected.content.kinds[1].faces] == [1, 1, 1, 3, 4, 1]
    assert first.content.kinds[0] == corrected.content.kinds[0]
    assert first.content.heroes == corrected.content.heroes
    assert first == load_games().game("dice-miner", 1)


def test_version_can_extend_an_extending_version(data: Path) -> None:
    second(
        data,
        'rules = 2\nextends = 1\n[rulings.tiebreaks_at_most]\nvalue = 0\nmark = "H"\nsource = "x"',
    )
    (data / "dice-miner/rules-3.toml").write_text(
        'rules = 3\nextends = 2\n[[heroes]]\nhero = "engineer"\nfaces = ["tunnel 3"]\n'
        'mark = "S"\nsource = "x"',
        encoding="utf-8",
    )
    three = miner(data, 3)
    assert three.content.rulings.tiebreaks_at_most == 0
    assert [face.count for face in three.content.heroes[2].faces] == [3]
    tie = table(SimpleStage.TIEBREAK_ROLL, "t01=1", "t02=1", tied=(0, 1), magic_start=0)
    state = after(tie, "* roll t01=6,t02=6", game=three)
    assert three.outcome(state) is not None


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("rules = 1", "rules = 2", "'rules' must be 1, as in the file's name"),
        ("rules = 1", "rules = true", "'rules' must be 1"),
        ("rules = 1", "", "'rules' must be 1"),
        ("rules = 1", "rules = ", "line"),
        ("rules = 1", "rules = 1\nextends = 1", "'extends' must be"),
        ("rules = 1", "rules = 1\nextends = [1]", "'extends' must be"),
        ("rules = 1", "rules = 1\ntitle = 'x'", "'title': Extra inputs"),
        ("value = 27", "value = '27'", "'kinds.0.count.value': Input should be a valid integer"),
        ("value = 27", "value = 0", "1 to 99 tunnel dice"),
        ("value = 27", "value = 2", "enough dice"),
        ('mark = "S"', 'mark = "X"', "'kinds.0.faces.0.mark': Input should be 'P', 'S' or 'H'"),
        ('source = "the printed hero"', 'source = ""', "'heroes.0.source'"),
        ('"tunnel 1", mark', '"tunnel", mark', "'tunnel' is not a face"),
        ('"tunnel 1", mark', '"tunnel 10", mark', "'tunnel 10' is not a face"),
        ('"tunnel 1", mark', '"cave 1", mark', "'cave 1' is not a face"),
        ('"tunnel 1", mark', '"beer", mark', "beer on face 6 and no other"),
        ('"beer", mark', '"beer 1", mark', "'beer 1' is not a face"),
        ('kind = "tunnel"', 'kind = "stone"', "'kinds.0.kind'"),
        ('kind = "tunnel"', 'kind = "hazard"', "in die order"),
        ('hero = "engineer"', 'hero = "alchemist"', "each hero must be listed once"),
        ("rows = [2, 3, 4, 5, 6]", "rows = [20]", None),
        ("rows = [2, 3, 4, 5, 6]", "rows = [2, 2]", "one die more than the row above"),
        ("value = 3\n", "value = 9\n", "enough dice"),
        ("value = true", "value = 1", "second_may_be_declined.value': Input should be a valid b"),
        ("value = 20", "value = -1", "tie-breaks can't be negative"),
        ("[rulings.tiebreaks_at_most]", "[rulings.tiebreaks]", "'rulings.tiebreaks"),
    ],
)
def test_broken_file_is_refused_with_file_and_field(
    data: Path, old: str, new: str, sentence: str | None
) -> None:
    spoil(data, old, new)
    if sentence is None:
        assert miner(data, 1).content.rows == (20,)
        return
    with pytest.raises(OperatorError) as caught:
        load_games(data)
    assert str(data / FILE) in str(caught.value)
    assert sentence in str(caught.value)


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("rules = 2\nextends = 3", "'extends' must be the number of an earlier"),
        ("rules = 2\nextends = 2", "'extends' must be the number of an earlier"),
        ("rules = 2\nextends = '1'", "'extends' must be the number of an earlier"),
        ("rules = 2", "Field required"),
        ("rules = 2\nextends = 1\n[[kinds]]\nkind = 'stone'", "'kinds': each entry must change"),
        ("rules = 2\nextends = 1\n[[kinds]]\nkind = 'tool'", "'kinds.2.count': Field required"),
        (
            "rules = 2\nextends = 1\n[[heroes]]\nhero = 'engineer'\n[[heroes]]\nhero='engineer'",
            "'heroes': each entry must change another known 'hero'",
        ),
        ("rules = 2\nextends = 1\nkinds = [1]", "'kinds': each entry must change"),
        ("rules = 2\nextends = 1\nkinds = 1", "'kinds'"),
        ("rules = 2\nextends = 1\nrulings = 1", "'rulings'"),
        ("rules = 2\nextends = 1\n[rulings.x]\nvalue = 1", "'rulings.x'"),
        ("rules = 2\nextends = 1\n[rounds]\nvalue = 3", "'rounds.mark': Field required"),
    ],
)
def test_broken_later_version_is_refused_with_its_name(
    data: Path, text: str, sentence: str
) -> None:
    second(data, text)
    with pytest.raises(OperatorError) as caught:
        load_games(data)
    assert "rules-2.toml" in str(caught.value)
    assert sentence in str(caught.value)


def test_missing_misnamed_or_binary_file_is_refused(data: Path, tmp_path: Path) -> None:
    with pytest.raises(OperatorError, match=r"there is no rules-1\.toml"):
        load_games(tmp_path / "nowhere")
    other = data / "dice-miner/rules-01.toml"
    other.write_text("rules = 1", encoding="utf-8")
    with pytest.raises(OperatorError, match="files here must be named"):
        load_games(data)
    other.unlink()
    (data / FILE).write_bytes(b"\xff")
    with pytest.raises(OperatorError, match="utf-8"):
        load_games(data)
