"""Who meets whom, and who is ahead: pure functions of results and a published seed.

Entrants are their numbers here, tables are tuples of them in the order of seats, and points are
quarter points. The same values give the same answer everywhere, so everybody can check a pairing.
"""
