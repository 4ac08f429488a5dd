"""Layouts of a match's messages: board, score sheet, end, old board."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from discord import ui

from bot.match.log.loaded import Loaded
from bot.match.playing.undo import retractor
from cogs.base import custom_id_families as families
from cogs.base.markup import bold
from cogs.base.text_limits import ROOMY
from cogs.board.clock_lines import clock_lines
from cogs.board.end_pictures import draw_end, draw_sheet
from cogs.board.endings import ending
from cogs.board.pictures import board_and_moment
from cogs.board.table_talk import computer_remark
from cogs.board.updates import BoardUpdate
from cogs.drawing.queue import DrawingQueue
from cogs.posting.posted_message import Content
from cogs.scenes.end_stories import end_story
from cogs.scenes.narration import narrate
from cogs.screens import Scene
from cogs.screens.base import SESSION, Beside, Control, Menu, moves_of
from cogs.ui.layouts import (
    MessageLayout,
    board_rows,
    compose,
    match_button,
    more_button,
    plan_button,
    rows_of,
    text_button,
    undo_button,
)
from cogs.ui.match_controls import board_looks, look_rows
from engine.core.driver import without_undone
from render.picture import Picture
from texts import Words


class BoardLayouts:
    def __init__(self, drawing: DrawingQueue) -> None:
        self._drawing = drawing

    async def board(self, update: BoardUpdate, base: int) -> Content:
        """Return the board with the story from entry `base` on, or the end of a finished match.

        The story starts earlier if an acting player's last turn ended before `base`.
        """
        loaded, scene, words = update.loaded, update.scene, update.scene.words
        match, since = loaded.record.id, update.start_for_readers(base)
        game_screens = scene.screens
        lines = narrate(scene, update.advances[since:], update.events(since), _beside(update))
        line = computer_remark(loaded, scene, update.advances, base)
        lines += [] if line is None else [line]
        if update.over:
            story, end, sheet = await draw_end(self._drawing, scene, loaded)
            lines = [*story, *lines]
            pictures = [(f"end-{match}{end.suffix}", end)]
            if sheet is not None:
                pictures.append((f"sheet-{match}{sheet.suffix}", sheet))
            above = _end_pings(update, words)
            after = [*update.after_match, *filter(None, [_table(update)])]
            layout = ending(scene, loaded, lines, pictures, update.score, after, above)
            return Content(layout, pictures)
        moves = moves_of(without_undone(update.advances[since:]))
        moments = game_screens.moments_on_boards and not update.quiet
        new = without_undone(update.advances[base:]) if moments else None
        drawn, moment = await self._drawing.draw(partial(board_and_moment, scene.drawn, moves, new))
        headline = words.say("**{headline}**", headline=game_screens.headline(scene))
        galleries = [[named] for named in _named(loaded, drawn)]
        if moment is not None:
            galleries.insert(0, [(f"moment-{match}-{loaded.seq}{moment.suffix}", moment)])
        board = families.BoardVersion(match, loaded.seq)

        def arranged(*, guide: bool = True, looks: bool = True) -> MessageLayout:
            explaining = update.guide.match_buttons(match, words) if guide else []
            return compose(
                above=_your_turn(update, words),
                texts=[update.guide.first_lines(loaded.game, words)],
                story="\n".join(lines),
                galleries=galleries,
                below=["\n".join(filter(None, [headline, _question(update)])), _table(update)],
                rows=[
                    *board_rows(board, _offered(scene, loaded)),
                    *rows_of([[*explaining, *_tools(update, board)]]),
                    *look_rows(match, board_looks(scene) if looks else ()),
                ],
            )

        composed = arranged()
        if composed.total_children_count > ROOMY:  # “More” has the other buttons
            composed = arranged(guide=False)
        if composed.total_children_count > ROOMY:
            composed = arranged(guide=False, looks=False)
        return Content(composed, [pair for gallery in galleries for pair in gallery])

    async def interlude(
        self, update: BoardUpdate, draw: Callable[[], Picture]
    ) -> tuple[Content, float]:
        """Return the message that shows an animation alone, and its length in seconds."""
        words, loaded = update.scene.words, update.loaded
        picture = await self._drawing.draw(draw)
        name = f"interlude-{loaded.record.id}-{loaded.seq}{picture.suffix}"
        pictures = [(name, picture)]
        # Translators: Below an animation, which the board replaces when it ends.
        layout = compose(galleries=[pictures], below=[words.say("-# … and then the board.")])
        return Content(layout, pictures), picture.seconds

    async def sheet(self, update: BoardUpdate, number: int) -> Content:
        """Return the score sheet after a round, counted from 0."""
        picture = await draw_sheet(self._drawing, update.scene)
        assert picture is not None, "a round is scored on a sheet"
        pictures = [(sheet_name(update.loaded.record.id, number) + picture.suffix, picture)]
        return Content(compose(galleries=[pictures]), pictures)

    async def end(self, scene: Scene, remark: str) -> Picture:
        return await self._drawing.draw(partial(scene.screens.end, scene, remark))

    async def copy(self, update: BoardUpdate, above: str) -> Content:
        loaded, scene = update.loaded, update.scene
        game_screens = scene.screens
        advances = update.advances[update.start_for_readers(update.shown_seq) :]
        if update.over:
            _, caption = await end_story(scene, loaded)
            pictures = _named(loaded, [await self.end(scene, caption)])
        else:
            moves = moves_of(without_undone(advances))
            drawn = await self._drawing.draw(partial(game_screens.boards, scene.drawn, moves))
            pictures = _named(loaded, drawn)
        headline = scene.words.say("**{headline}**", headline=game_screens.headline(scene))
        galleries = [[named] for named in pictures]
        return Content(compose(above=above, galleries=galleries, below=[headline]), pictures)

    def old_board(self, update: BoardUpdate, elsewhere: str | None = None) -> MessageLayout:
        """Return the story of the moves on an old board, and the address of a new board
        elsewhere.
        """
        progress = update.progress
        story_advances = update.advances[progress.base : update.shown_seq]
        lines = narrate(
            update.scene,
            story_advances,
            update.events(progress.base, progress.events),
            _beside(update),
        )
        if elsewhere is not None:
            lines.append(update.scene.words.say("➡️ The match goes on here: {url}", url=elsewhere))
        return compose(texts=["\n".join(lines)]) if lines else earlier_board(update.scene.words)


def _named(loaded: Loaded, pictures: Sequence[Picture]) -> list[tuple[str, Picture]]:
    """Return file names for the pictures of one moment, new for each moment because of caches."""
    stem = f"board-{loaded.record.id}-{loaded.seq}"
    return [
        (f"{stem}{f'-{number}' if number else ''}{picture.suffix}", picture)
        for number, picture in enumerate(pictures)
    ]


def _beside(update: BoardUpdate) -> Beside:
    return Beside.BOARD_AND_SHEET if update.over or not update.quiet else Beside.BOARD


def _tools(update: BoardUpdate, board: families.BoardVersion) -> list[ui.Item[Any]]:
    loaded, match, words = update.loaded, board.match, update.scene.words
    tools = []
    if retractor(loaded) is not None:
        # Translators: A button: undo your last move.
        tools.append(undo_button(board, words.say("Take back")))
    if _may_plan(loaded):
        # Translators: A button: choose the dice of your next turn in advance.
        tools.append(plan_button(match, "ahead", words.say("Plan"), "📝"))
    if loaded.movers:
        tools += _why(match, update.scene, words)
    if update.text_readers:
        tools.append(text_button(match, words))
    return [*tools, more_button(match, words)]


def _why(match: int, scene: Scene, words: Words) -> list[ui.Item[Any]]:
    screens = scene.screens
    if not any(screens.questions(scene, seat) for seat in scene.to_act):
        return []
    return [match_button(match, "why", words.say("Why not?"), emoji="❓")]


def _table(update: BoardUpdate) -> str:
    return f"-# {update.table}" if update.table else ""


def _may_plan(loaded: Loaded) -> bool:
    """Return whether a waiting player can plan the next turn."""
    game, waiting = loaded.game, set(range(loaded.seats)) - set(loaded.seats_to_act)
    people = [seat for seat, holder in enumerate(loaded.roster.holders) if holder is not None]
    if not loaded.roster.is_shared:
        return False
    return any(game.plannable(loaded.state, seat) for seat in waiting & {*people})


def earlier_board(words: Words) -> MessageLayout:
    return compose(texts=[words.say("An earlier board.")])


def loss(words: Words, loaded: Loaded) -> MessageLayout:
    kept = loaded.log[-1].at if loaded.log else loaded.record.created
    text = words.say(
        # Translators: posted once in the place of a match, above its board.
        "Salud's data went back to an earlier state, so the latest moves of this match are lost. "
        "Everything until <t:{at}:D>, <t:{at}:T> still counts, and the board below continues from "
        "there.",
        at=kept,
    )
    return compose(texts=[text])


def sheet_name(match: int, number: int) -> str:
    return f"sheet-{match}-{number + 1}"


def _end_pings(update: BoardUpdate, words: Words) -> str:
    if not update.end_pings:
        return ""
    users = words.listed(f"<@{user}>" for user in update.end_pings)
    return words.say("{users}: the match is over!", users=users)


def _your_turn(update: BoardUpdate, words: Words) -> str:
    """Return the lines for the acting players; their mentions ping in a post, but not in
    an edit.
    """
    lines = [*_whose_turn(update, words), *_company(update, words)]
    if update.text_readers:
        readers = words.listed(f"<@{user}>" for user in update.text_readers)
        lines.append(words.say("📖 {users}: “Board as text” reads it to you.", users=readers))
    return "\n".join(lines)


def _company(update: BoardUpdate, words: Words) -> list[str]:
    """Return the line that adds people to a new thread whose first board doesn't ping them.

    Discord adds users whom an edit mentions, without a ping: discord-needle #107.
    """
    record, roster = update.loaded.record, update.loaded.roster
    if update.progress.message is not None or record.place == record.channel:
        return []
    others = [user for user in roster.people if user not in update.loaded.people_to_act]
    if not others:
        return []
    users = words.listed(f"<@{user}>" for user in others)
    return [words.say("-# 👥 Also here: {users}", users=users)]


def _whose_turn(update: BoardUpdate, words: Words) -> list[str]:
    """Return the lines that call the acting players; [] if no player can move now."""
    if not update.loaded.movers:
        return []
    people = update.loaded.people_to_act
    users = words.listed(f"<@{user}>" for user in people)
    if len(people) == 1:
        call = words.say("{user}, it's your turn **now**.", user=users)
    else:
        call = words.say("{users}, choose **now**, in any order.", users=users)
    return [call, *clock_lines(update.times, people, words)]


def _question(update: BoardUpdate) -> str:
    """Return the sentences above the buttons: the question to the acting players, or the reason why
    no player can move now.
    """
    loaded, scene = update.loaded, update.scene
    if loaded.roster.paused is not None:
        return "\n".join(clock_lines(update.times, (), scene.words))
    if loaded.movers:
        return scene.screens.ask(scene.with_movers(loaded.movers))
    return thinking_line(scene, loaded)


def thinking_line(scene: Scene, loaded: Loaded) -> str:
    """Return who thinks while a computer must act, and who can still take a move back."""
    words = scene.words
    lines = [_who_thinks(scene, loaded)]
    seat = retractor(loaded)
    if seat is not None and scene.shared:
        lines.append(words.say("{player} can still take the move back.", player=scene.name(seat)))
    elif seat is not None:
        lines.append(words.say("Changed your mind? Take it back now."))
    return " ".join(lines)


def _who_thinks(scene: Scene, loaded: Loaded) -> str:
    computers = scene.computers
    seat = next((seat for seat in loaded.computers_to_act if seat in computers), None)
    if seat is None:  # for a former miner
        return scene.words.say("A computer is thinking…")
    return scene.words.say("{player} is thinking…", player=bold(computers[seat].name))


def _offered(scene: Scene, loaded: Loaded) -> list[list[Control | Menu]]:
    """Return the controls that accept a press now.

    Moves of computers, and all moves in a pause, would be refused. A private session opens at any
    time.
    """
    screens = scene.screens
    if loaded.movers:
        return screens.controls(scene.with_movers(loaded.movers))
    groups = screens.controls(scene)
    if loaded.movers:
        return groups
    sessions = (
        [control for control in group if isinstance(control, Control) and control.panel == SESSION]
        for group in groups
    )
    return [[*group] for group in sessions if group]
