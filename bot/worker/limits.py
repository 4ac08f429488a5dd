"""Limits that the bot's helper processes set for themselves.

Without them a helper could take the bot with it. If memory runs out, the kernel ends the process
with the highest `oom_score`, and the bot is often the largest. Helpers therefore raise their own
score, which needs no permission: a lost helper is replaced, and costs at most one answer. A helper
whose bot was killed could also work forever, so each answer has a limit of processor time.
"""

import contextlib
import os
import time
from functools import lru_cache
from pathlib import Path

WORKER, DRAWING = 900, 600
"""Scores of 1,000 that are added to a process's share of the memory. Workers end first, because
drawing is needed for every board.
"""
SLACK = 5.0
"""Seconds of processor time beyond the patience of the bot, which normally ends a late helper."""
MEBIBYTE = 2**20
_SCORE = Path("/proc/self/oom_score_adj")


def limit(mebibytes: int, score: int) -> None:
    """Limit this process's memory, switch its core dumps off and offer it to the kernel first, as
    far as the system can do this.
    """
    with contextlib.suppress(OSError, ValueError):
        _SCORE.write_text(str(max(score, int(_SCORE.read_text()))))
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        resource.setrlimit(resource.RLIMIT_AS, (mebibytes * MEBIBYTE,) * 2)


def limit_time(seconds: float) -> None:
    """Let the system end this process after that much more processor time, and SLACK.

    Calls within one second set the same limit once, because the system calls took 4 % of the time
    of drawing.
    """
    _limit_time(seconds, int(time.monotonic()))


@lru_cache(maxsize=1)
def _limit_time(seconds: float, _now: int) -> None:
    with contextlib.suppress(ImportError, OSError, ValueError):
        import resource

        used, (_, hardest) = sum(os.times()[:2]), resource.getrlimit(resource.RLIMIT_CPU)
        most = int(used + seconds + SLACK) + 1
        if hardest != resource.RLIM_INFINITY:
            most = min(most, hardest)
        resource.setrlimit(resource.RLIMIT_CPU, (most, hardest))
