"""Mutants: bugs put into the bot on purpose, to prove that the checks find them.

A check that has never failed proves nothing: it may compare the wrong things, or excuse too much.
So each mutant removes one guarantee of the bot, and a campaign with `--mutant NAME` must fail with
the matching check. The bot itself knows nothing of this: `python -m chaos.bot_main` replaces
functions in its modules before it starts.

The bot guards its important promises in several layers. A press cannot count twice, for example,
because of a lock, a lease, a comparison before the commit, and a unique key. If a mutant removed
only one layer, the others would hide the loss, and the check would seem blind. So each mutant
removes a whole guard, in all of its layers.

docs/chaos.md lists all mutants with the checks that find them.
"""

from chaos.mutants.consistency import CONSISTENCY
from chaos.mutants.days import DAYS
from chaos.mutants.discord import DISCORD
from chaos.mutants.fairness import FAIRNESS
from chaos.mutants.tournaments import TOURNAMENTS

MUTANTS = {**CONSISTENCY, **FAIRNESS, **DAYS, **DISCORD, **TOURNAMENTS}
