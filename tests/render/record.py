"""Draw the reference pictures anew: ``python -m tests.render.record``; then look at each."""

from pathlib import Path

from render.games.dice_miner.board import draw_board
from render.games.dice_miner.poster import draw_poster
from render.games.dice_miner.sheet import draw_sheet
from render.games.dice_miner.toast import draw_toast
from render.picture import Picture
from tests.render.dice_miner.views import ALL, HEROES, WORDS, Table

FOLDER = Path(__file__).parent / "references"


def board(table: Table) -> Picture:
    """The board of a table laid out by hand."""
    return draw_board(table.view, table.players, WORDS, table.last, HEROES)


def drawings() -> dict[str, Picture]:
    """The pictures that are kept, by name."""
    made = {f"board-{name}": board(ALL[name]()) for name in ("salud", "crowded", "keeping")}
    end = ALL["finished"]()
    made["sheet"] = draw_sheet(end.view, end.players, WORDS)
    made["poster"] = draw_poster(end.view, end.players, WORDS)
    made["toast"] = draw_toast("Ana", "Benjamín", WORDS)
    return made


def main() -> None:
    """Write them all."""
    FOLDER.mkdir(exist_ok=True)
    for name, picture in drawings().items():
        (FOLDER / f"{name}.png").write_bytes(picture.data)


if __name__ == "__main__":
    main()
