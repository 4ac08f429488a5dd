"""A second implementation of Dice Miner's rules, in tables and ints, for players that search.

A search plays a great many rounds for each decision. The normal rules (the rest of
`engine.games.dice_miner`) build frozen States and Events at every step: easy to trust, but slow.
Here a State is one mutable object, a die with its face is one int, and most questions are a table
lookup.

- `tables` holds the lookups of one rules version, `state` the mutable State.
- `choices` lists legal Actions, `moves` applies them, `luck` resolves chance.
- `scoring` computes points from `Counts`, which is updated along with the hoard.
- `exchange` converts States and Actions from and to the normal rules.

Nothing is checked: an illegal Action corrupts the State silently. If this implementation drifted
from the normal rules, a search would optimise for another game.
tests/laws/test_fast_dice_miner.py therefore plays both side by side and compares every State,
choice and outcome.
"""
