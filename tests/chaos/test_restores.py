"""The checks of restores: actions of lost generations count once."""

from dataclasses import replace
from pathlib import Path

from bot.match.values.times import DAY
from chaos.checks import lateness, restores
from chaos.evidence import Evidence, LifeEvidence
from tests.chaos.cup_evidence import held_cup
from tests.chaos.season_evidence import start_of


def _restored(evidence: Evidence, **changes: object) -> LifeEvidence:
    matches = {
        match: replace(loaded, record=replace(loaded.record, **changes))  # type: ignore[arg-type]
        for match, loaded in evidence.matches.items()
    }
    began = start_of(evidence) + 30 * DAY
    life = LifeEvidence(0.0, began, matches, [], {}, frozenset())
    evidence.past_lives.append(life)
    return life


def test_number_of_another_match_is_found(season: Evidence) -> None:
    _restored(season)
    assert restores.numbers_again(season) == []
    season.past_lives.clear()
    _restored(season, seed=b"another seed of thirty-two bytes")
    assert restores.numbers_again(season) == ["the number 1 was given again"]


async def test_number_of_another_tournament_is_found(tmp_path: Path) -> None:
    cup = await held_cup(tmp_path / "salud.db")
    ((number, rows),) = cup.tournaments.items()
    lost = replace(rows, seed=b"another seed of thirty-two bytes")
    life = LifeEvidence(0.0, 1.0, {}, [], {}, frozenset(), tournaments={number: lost})
    assert restores.numbers_again(cup) == []
    cup.past_lives.append(life)
    assert restores.numbers_again(cup) == [f"the number {number} was given again"]
    match = min(cup.matches)
    cup.past_lives[0] = replace(life, tournaments={match: rows})
    assert restores.numbers_again(cup) == [f"the number {match} was given again"]


def test_inherited_events_are_judged_in_their_first_life(season: Evidence) -> None:
    season.transcript.revisions.clear()
    assert len(lateness.late_too_early(season)) == 1
    _restored(season)
    assert len(lateness.late_too_early(season)) == 1
