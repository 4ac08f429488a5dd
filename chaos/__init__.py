"""The proof that nothing is lost and nothing counts twice: matches played while all goes wrong.

`python -m chaos` lets scripted people play whole matches against the real bot process, in a
playground that misbehaves by a seed, and then checks what must hold (chaos.checks).
"""
