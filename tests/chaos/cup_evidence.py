"""Evidence of a flawless tournament of four, for tests to spoil."""

from dataclasses import replace
from pathlib import Path

from bot.match.tournaments.events import TournamentEventKind
from bot.match.tournaments.fold import fold
from bot.match.tournaments.records import TournamentRequest
from bot.match.tournaments.steps import MatchState
from bot.match.tournaments.terms import Format, Terms
from chaos.checks.panels import NOTED
from chaos.evidence import Evidence, read_tournaments
from chaos.transcript import (
    Interaction,
    PanelSight,
    Posting,
    Remaining,
    Role,
    Secret,
    Subject,
    Transcript,
)
from cogs.tournaments.notes import note_nonce
from engine.core.chance import commitment
from tests.match.tournaments.organizing import organizer
from tests.match.world import ANN, BEN, CAT, DAN, EVE, GUILD, World

HOST, PLACE, PANEL = EVE, 77, 7001
NAME = "Autumn Cup"


async def held_cup(path: Path) -> Evidence:
    """Return a tournament with a champion, in which a moderator decided the first table."""
    world = await World.open(path)
    try:
        service = organizer(world)
        request = TournamentRequest(GUILD, PLACE, HOST, world.interaction())
        created = await service.create(request, Terms(NAME, "toy", Format.KNOCKOUT))
        number = created.row.id
        for user in (ANN, BEN, CAT, DAN):
            await service.join(number, user)
        world.clock.passes(60)
        tournament = await service.start(number, HOST)
        first = tournament.state.open_tables[0]
        winner = tournament.state.entrants[first.seats[0]].user
        await service.adjudicate(number, HOST, first.id, winner, "They agreed.")
        while tournament.state.open_tables:
            for table in tournament.state.open_tables:
                match = tournament.matches.get(table.id)
                if match is not None and tournament.match_states[table.id] is MatchState.RUNNING:
                    await world.play(match, "chaos")
            world.clock.passes(60)
            tournament = await service.advance(number)
        rows = await service.store.matches(number)
        matches = {row.match: await world.matches.load(row.match) for row in rows}
    finally:
        await world.close()
    transcript = Transcript(ended=float(world.clock.time) + 60.0)
    evidence = Evidence(transcript, "a.token", matches, tournaments=read_tournaments(path))
    _tell(evidence, number)
    return evidence


def _tell(evidence: Evidence, number: int) -> None:
    transcript, rows = evidence.transcript, evidence.tournaments[number]
    now = fold(rows.events)
    starts = next(e for e in rows.events if e.kind is TournamentEventKind.STARTED)
    press = f"2:tournament:{number}:join"
    for event in rows.events:
        at, message = float(event.at), PANEL + 1 + event.n
        if event.kind is TournamentEventKind.JOINED and event.user is not None:
            answer = f"You're in **{NAME}**! Your matches begin by themselves."
            click = Interaction(message, at, event.user, press, True, (answer,))
            transcript.clicks.append(click)
        if event.kind in (*NOTED, TournamentEventKind.FINISHED):
            posting = Posting(at, message, PLACE, note_nonce(number, event), "A note.")
            transcript.postings.append(posting)
        commitments = (now.commitment,) if event.n < starts.n else ()
        where = PANEL, PLACE, number
        sight = PanelSight(at, *where, event.n + 1, event.n == 0, commitments)
        transcript.panels.append(sight)
    for _, match in rows.matches:
        card = Posting(float(starts.at), 8000 + match, PLACE, f"i{match}", "A card.")
        transcript.postings.append(card)
        promised = commitment(evidence.matches[match].record.seed)
        transcript.secrets.append(Secret(card.at, card.message, promised))
    transcript.remaining.append(Remaining(1.0, PANEL, Subject(Role.TOURNAMENT, number), None))
    transcript.secrets += [
        Secret(float(starts.at) - 30, PANEL, now.commitment),
        Secret(float(starts.at) + 5, PANEL, rows.seed.hex()),
    ]
    announced = len(rows.events)
    evidence.tournaments[number] = replace(rows, shown=announced, told=announced)
