"""Worker processes, for tasks that take seconds of a processor.

One interpreter can't search for a move and answer buttons at the same time, so the bot starts
worker processes (`python -m bot.worker`) and talks to them over their standard input and output.
Each message is a pickle after its length (`messages.py`). The first carries the games, so that a
process needs neither their files nor what reads them, and starts fast.

`tasks.py` lists the tasks. `WorkerPool` starts a process when there is none with
time, keeps it for the next task of any kind, and ends it when nothing was asked for a while, so
that its memory returns to the system. Tasks of one kind wait for each other, and never for those
of another kind: a hint takes 2 seconds, the accuracy of a match takes 50.

A process never gets a secret: no token, no address of a database, and the seed of a match only
where everybody can know it, or where the house plays with it. It has a bound of memory and gives
way to everything else. One that is late or has ended is replaced, and its task is lost: those who
asked do without (`WorkerLost`).

Pictures are drawn by another program, `bot.drawing`, which loads Pillow and screens and must be
quick rather than modest. It shares `messages.py` and `process.py`.
"""
