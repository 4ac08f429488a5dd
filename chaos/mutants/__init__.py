"""Mutants: bugs put into the bot on purpose, to prove that the checks find them.

A check that has never failed proves nothing: it may compare the wrong things, or excuse too much.
So each mutant removes one guarantee of the bot, and a campaign with `--mutant NAME` must fail with
the matching check. The bot itself knows nothing of this: `python -m chaos.bot_main` replaces
functions in its modules before it starts.

The bot guards its important promises in several layers. A press cannot count twice, for example,
because of a lock, a lease, a comparison before the commit, and a unique key. If a mutant removed
only one layer, the others would hide the loss, and the check would seem blind. So each mutant
removes a whole guard, in all of its layers.

| mutant | removed or broken guarantee |
|---|---|
| lock | the locks of each match in the process, and the lease between processes |
| unique | the unique keys of log and presses, and the comparison before a commit |
| post-first | commit before post: moves are shown first and stored later |
| anywhere | `/board` moves a match to whatever place it is used in |
| commit-clock | clocks run from the commit, regardless of boards seen, pauses and agreements |
| denial | every answer says that the press did not count |
| flip | a toggle is reversed instead of set to the wanted value |
| echo | messages with pings are sent four times, so that no limit helps |
| numbers | a backup is restored without the bot's own command |
| own-luck | each player has their own seed on a day |
| peek | players can see other players' matches of a day before it ends |
| long-day | a day ends three hours late |
| seat-again | a table has one match: each begins twice |
| deaf | some joins of tournaments are confirmed but not stored |
| upside-down | results of tables are reversed |
| drop-out | a player of a tournament is dropped without a reason |
| wall-clock | downtimes do not extend rounds |
| old-panel | the panel of a tournament is never edited |
| kept-seat | matches do not follow their tournament's seats, decisions and end |
| gone-seat | players who are out get a seat at a new table |
| two-seats | a player sits at two tables in a round |
| no-movers | leagues have no promotion and relegation |
| one-group | a league is not divided into groups |
| last-first | final standings are reversed |
| all-trophies | every place wins a trophy, not only the first three |
| old-notes | a note's nonce lacks the time, so after a restore an old note has the same nonce |
| in-channel | instead of waiting for a thread, the match is played in its channel |
| one-nonce | a board whose first message was deleted gets no second nonce |
| strangers | messages name people whom clients don't know, without mentions |
| blank | pings have no line for lock screens, only the layout |
| early-draw | the seed of a draw is on the panel before the start |
"""

from chaos.mutants.consistency import CONSISTENCY
from chaos.mutants.days import DAYS
from chaos.mutants.discord import DISCORD
from chaos.mutants.fairness import FAIRNESS
from chaos.mutants.tournaments import TOURNAMENTS

MUTANTS = {**CONSISTENCY, **FAIRNESS, **DAYS, **DISCORD, **TOURNAMENTS}
