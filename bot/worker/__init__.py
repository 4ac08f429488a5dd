"""Worker processes, for tasks that need seconds of processor time.

A Python process can't search for a move and answer buttons at the same time. So the bot starts
worker processes (`python -m bot.worker`) and exchanges pickles with them over standard input and
output (`messages.py`). The first message contains the games, so a process needs neither their files
nor the code that reads them. `tasks.py` lists the tasks, and `pool.py` distributes them.

A process never gets a secret: no token, no address of a database, and the seed of a match only if
it is public or the house plays with it. Its memory is limited and its priority low. A process that
is late or has ended is replaced. Its task is lost, and the caller must manage without the result
(`WorkerLost`).

Another program, `bot.app.drawing`, draws pictures and communicates through the same `messages.py`
and `process.py`. It loads Pillow and screens. Pictures must be ready quickly, so it runs with
normal priority and no memory limit.
"""
