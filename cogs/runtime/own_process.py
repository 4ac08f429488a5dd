"""Work that thinks for long, in a process of its own: it would hold up everybody's answers."""

import asyncio
import sys
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def program(module: str) -> tuple[str, ...]:
    """The command that runs a module of this project."""
    return (sys.executable, "-m", module)


async def answer_of(command: Sequence[str], text: str, patience: float) -> bytes:
    """What a program prints for a text on its standard input.

    Raises TimeoutError after `patience` seconds, and RuntimeError if the program fails.
    """
    process = await asyncio.create_subprocess_exec(
        *command,
        cwd=ROOT,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(patience):
            out, _ = await process.communicate(text.encode())
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode:
        raise RuntimeError(f"{command[-1]} ended with {process.returncode}")
    return out
