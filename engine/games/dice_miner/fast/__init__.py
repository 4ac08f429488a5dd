"""A second implementation of Dice Miner's rules, in tables and ints, for players that search.

A search plays thousands of rounds per second of thinking. The rules of record, beside this package,
can't: each step builds frozen States, checks that Actions are legal and produces Events. That makes
them easy to trust and slow. Here a State is one mutable object, a die with its face is one int, and
most questions are a table lookup.

- `tables` holds the lookups of one rules version, `state` the mutable State.
- `choices` lists legal Actions, `moves` applies them, `luck` resolves chance.
- `scoring` counts points from `Counts`, which every change updates along with the hoard.
- `exchange` converts States and Actions from and to the rules of record.

Nothing is checked: an illegal Action corrupts the State silently. The danger of a second
implementation is that it drifts from the first, and a search would then optimise for another game.
tests/laws/test_fast_dice_miner.py plays both side by side and compares every State, choice and
outcome.
"""
