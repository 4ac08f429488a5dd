"""A recorded match of two easy computers up to its last turn, where the lesson continues."""

from engine.games.dynamine.content import COLUMNS, ROWS

_TOPS = ",".join(f"{row}{column}a" for row in ROWS for column in COLUMNS)
"""Each pile begins with its first tile."""
TOKENS = tuple(
    f"""
start 1; missions well,halls; cards sapphire2,barrel,raven; tops {_TOPS}; turn 6; roll 4; take F5;
place 2.0; done; top F5b; roll 4; take A5; place 2.0; done; top A5b; turn 7; roll 1; reroll;
roll 1; card sapphire2; cards torches; take C3; place 3.0; done; top C3b; roll 3; reroll; roll
3; take B5; place 2.-1; done; top B5b; turn 10; guess 1; roll 1; card torches; cards altar; take
B3; place 2.-1; done; top B3b; guess 1; roll 6; take F6; place 2.-2; take D1; place 2.-3; done;
top D1b; top F6b; turn 4; roll 3; take C4; place 4.0; done; top C4b; roll 2; take B3; place 2.1;
done; top B3c; turn 2; roll 2; take D4; place 2.-2; done; top D4b; roll 1; card altar; cards
plan; take C2; place 1.-2; take D1; place 3.-2; done; top C2b; top D1c; turn 3; roll 2; take A4;
place 2.-3; done; top A4b; roll 4; take C6; place 4.-2; done; top C6b; turn 9; guess 1; roll 5;
take D6; place 5.0; done; top D6b; guess 1; roll 5; take C6; place 5.-2; done; turn 8; roll 3;
reroll; roll 1; card plan; cards ring; take D3; place 6.0; move 2.-3; place 5.-1; move 2.-2;
place 5.1; done; top D3b; roll 1; reroll; roll 2; take A4; place 6.-2; done; top A4c; turn 5;
roll 4; take A6; place 5.2; move 2.-1; place 5.3; done; top A6b; roll 1; card ring; cards
sapphire1; take A3; place 5.-3; done; top A3b; turn 1; roll 4; take A6; place 5.4; take D1;
place 1.1; done; roll 1
""".replace("\n", " ")
    .strip()
    .split("; ")
)
"""Luck and decisions, in order. Seat 1 starts each round; at the end seat 0 has rolled a 1."""
