"""Faults put into the bot's own code, to show that the checks find them.

Nothing of the bot knows of this: `python -m chaos.bot_main` changes its modules before it starts.
Each layer of the bot would hide the loss of another, so each mutant takes away a whole guard.

| mutant | what is gone or broken |
|---|---|
| lock | the locks of each match in the process, and the lease between processes |
| unique | the unique keys of log and presses, and the comparison before a commit |
| post-first | the order of commit and post: what counted is shown first and kept later |
| anywhere | `/board` takes a match to wherever anybody uses it |
| commit-clock | time runs from the commit, whatever was shown, seen, paused or agreed |
| denial | every answer says that it did not count |
| flip | a setting that is on or off is turned, whatever was wanted |
| echo | what pings somebody is sent four times, so that no limit helps |
| numbers | a copy of the database is put back without the bot's own command |
| own-luck | everybody has a seed of their own on a day |
| peek | everybody sees everybody's match of a day, also while it goes on |
| long-day | a day ends three hours late |
| seat-again | that a table has one match: each begins twice |
| deaf | some joins of tournaments are answered and not kept |
| upside-down | results of tables, turned round |
| drop-out | the reason for which a player of a tournament is dropped |
| wall-clock | that downtimes move the ends of rounds |
| old-panel | the edits of a tournament's panel |
| kept-seat | what matches follow: seats, decisions and ends of their tournament |
| gone-seat | that players who are out get no seat at a new table |
| two-seats | that each player sits at one table in a round |
| no-movers | promotion and relegation in leagues |
| one-group | that a league is cut into groups |
| last-first | the order of final standings |
| all-trophies | that three places win a trophy |
| old-notes | the time in the nonce of a tournament's note: after a restore an old note has it |
| in-channel | waiting for a thread: the match is played in its channel without a word |
| one-nonce | the second nonce of a board whose first message was deleted |
| strangers | mentions: messages name people whom clients don't know |
| blank | the line for lock screens: a ping is the layout alone |
| early-draw | the secret of a draw: its seed is on the panel |
"""

from chaos.mutants.consistency import CONSISTENCY
from chaos.mutants.days import DAYS
from chaos.mutants.discord import DISCORD
from chaos.mutants.fairness import FAIRNESS
from chaos.mutants.tournaments import TOURNAMENTS

MUTANTS = {**CONSISTENCY, **FAIRNESS, **DAYS, **DISCORD, **TOURNAMENTS}
"""By name: what breaks the bot in this process, before it starts."""
