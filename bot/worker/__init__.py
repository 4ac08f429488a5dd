"""Worker processes, for tasks that take seconds of a processor.

A Python process can't search for a move and answer buttons at the same time. So the bot starts
worker processes (`python -m bot.worker`) and talks to them over standard input and output, in
pickles (`messages.py`). The first message contains the games, so a process needs neither their
files nor the code that reads them. `tasks.py` lists the tasks, and `pool.py` distributes them.

A process never gets a secret: no token, no address of a database, and the seed of a match only if
it is public or the house plays with it. Its memory is limited and its priority low. A process that
is late or has ended is replaced, and its task is lost: the caller does without (`WorkerLost`).

Another program, `bot.drawing`, draws pictures with `messages.py` and `process.py`. It loads Pillow
and screens, and must be fast rather than modest.
"""
