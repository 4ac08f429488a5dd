"""Evidence of a flawless run of three matches, made without Discord, for tests to spoil."""

from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import fields, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bot.match.log.loaded import Loaded
from bot.match.log.records import Press
from chaos.checks import logs
from chaos.checks.pings import turns
from chaos.evidence import Evidence
from chaos.transcript import (
    Checkpoint,
    Interaction,
    Kind,
    Remaining,
    Removal,
    Revision,
    Role,
    Room,
    Secret,
    Snapshot,
    Stop,
    Stored,
    Subject,
    Transcript,
)
from engine.core import driver
from engine.core.chance import commitment
from engine.core.errors import BadLine
from engine.core.matchfile import Header, Opened, open_match, write
from playground.model import PUBLIC_THREAD, TEXT
from tests.chaos.season_evidence import fair_season
from tests.match.world import ANN, BEN, CAT, World

TOKEN = "a.token.of.nobody"
PLACE = 77


class Story:
    def __init__(self) -> None:
        self.evidence = Evidence(Transcript(), TOKEN)
        self._message = 1000

    def tell(self, loaded: Loaded, presses: list[Press]) -> None:
        match, transcript = loaded.record.id, self.evidence.transcript
        users = loaded.roster.holders
        transcript.rooms[loaded.record.channel] = Room(TEXT, None)
        transcript.rooms[PLACE] = Room(PUBLIC_THREAD, loaded.record.channel)
        promised = (commitment(loaded.record.seed),)
        lobby = self.show(Snapshot(Kind.LOBBY, match, None), Stored(0, 1, over=False), promised)
        transcript.pings += [(lobby, user) for user in loaded.roster.invited]
        calls = {turn.first: turn for turn in turns(loaded) if not turn.own}
        board = 0
        for press in presses:
            seq = press.first
            board = self.show(Snapshot(Kind.BOARD, match, seq), Stored(seq, 6, over=False))
            transcript.pings += [
                (board, turn.user) for first, turn in calls.items() if first == seq
            ]
            actor = loaded.log[seq].entry.actor
            assert actor is not None, "a press begins with an entry of its person"
            user = users[actor]
            assert user is not None, "computers don't press"
            spot = f"2:move:{match}:{seq}:{loaded.log[seq].entry.token}"
            click = Interaction(press.interaction, 1.0 * seq, user, spot, True, ())
            transcript.clicks.append(click)
            at = transcript.revisions[-1].at + 0.5
            transcript.removals.append(Removal(at, board, deleted=False))
        end = self.show(Snapshot(Kind.END, match, None), Stored(loaded.seq, 7, over=True))
        at, stored = float(self._message), Stored(loaded.seq, 7, over=True)
        card = Revision(at, lobby, PLACE, Snapshot(Kind.CARD, match, None), False, stored)
        transcript.revisions.append(card)
        transcript.remaining += [
            Remaining(0.5, end, Subject(Role.BOARD, match), Snapshot(Kind.END, match, None)),
            Remaining(0.5, lobby, Subject(Role.INVITATION, match), card.snapshot),
        ]
        ended = float(loaded.roster.ended or 0) + 0.5
        transcript.secrets.append(Secret(ended, end, loaded.record.seed.hex()))
        self.evidence.matches[match] = loaded
        self.evidence.presses += presses
        self.evidence.exports[match] = self.evidence.printed[match] = _export(loaded)

    def show(self, look: Snapshot, stored: Stored, promised: tuple[str, ...] = ()) -> int:
        self._message += 1
        at, number = float(self._message), self._message
        revision = Revision(at, number, PLACE, look, True, stored, promised=promised)
        self.evidence.transcript.revisions.append(revision)
        return self._message


def _export(loaded: Loaded) -> str:
    seed = loaded.record.seed
    header = Header(
        game=loaded.record.game,
        rules=loaded.record.rules,
        seats=loaded.seats,
        commitment=commitment(seed),
        contribution=loaded.roster.contribution or "",
        seed=seed.hex(),
    )
    return write(header, loaded.entries)


_MADE: list[Evidence] = []


def _once(find: Callable[..., Any]) -> Callable[..., Any]:
    """Memoise by identity: tests never change the objects."""
    results: dict[tuple[int, ...], tuple[object, Any]] = {}

    def found(*values: Any) -> Any:
        key = tuple(map(id, values))
        if key not in results:
            results[key] = values, find(*values)
        return results[key][1]

    return found


@pytest.fixture(scope="package", autouse=True)
def replay_once() -> Iterator[None]:
    read = Opened.advances
    read_all = _once(lambda opened: tuple(read(opened)))

    def advances(opened: Opened) -> Iterator[Any]:
        try:
            return iter(read_all(opened))
        except BadLine:
            return read(opened)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Loaded, "advances", _once(Loaded.advances))
        patch.setattr(Opened, "advances", advances)
        patch.setattr(driver, "digest", _once(driver.digest))
        patch.setattr(logs, "open_match", cache(open_match))
        yield


@pytest.fixture
async def flawless(tmp_path: Path) -> Evidence:
    if not _MADE:
        world = await World.open(tmp_path / "salud.db")
        try:
            _MADE.append(await _played(world))
        finally:
            await world.close()
        game = _MADE[0].game
        _MADE[0].game = replace(game, missing=_once(game.missing), load=cache(game.load))
    return copied(_MADE[0])


async def _played(world: World) -> Evidence:
    story = Story()
    for people in ((ANN, BEN), (ANN, BEN, CAT), (CAT,)):
        if len(people) == 1:
            begun = await world.dice.practice(world.asked(people[0]), 1)
        else:
            begun = await world.begun(*people, lobby=world.dice)
        over = await world.play(begun.record.id, "chaos")
        presses = [Press(*row) for row in world.rows()["press"]]
        mine = [press for press in presses if press.match == over.record.id]
        story.tell(over, sorted(mine, key=lambda press: press.first))
    story.evidence.log = "all quiet"
    story.evidence.transcript.stops.append(Stop(0.2, 0))
    match = next(iter(story.evidence.matches))
    point = Checkpoint(1.0, match, Stored(5, 6, over=False), ((1, 5),))
    story.evidence.transcript.checkpoints.append(point)
    return story.evidence


def copied(evidence: Evidence) -> Evidence:
    return Evidence(
        **{
            **{item.name: copy(getattr(evidence, item.name)) for item in fields(evidence)},
            "transcript": Transcript(
                **{
                    item.name: copy(getattr(evidence.transcript, item.name))
                    for item in fields(Transcript)
                }
            ),
        }
    )


@pytest.fixture
async def season(tmp_path: Path) -> Evidence:
    return await fair_season(tmp_path / "salud.db")
