"""Pairing and standings: pure functions of results and a published seed.

Entrants are numbers, tables are tuples of them in the order of seats, and points are quarter
points. The same values give the same result on every machine, so anyone can check a pairing.
"""
