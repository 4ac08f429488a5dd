"""The bot with a fault planted in it: `CHAOS_PLANT` names it (chaos.plants)."""

import os
import sys

from bot.__main__ import main
from chaos.plants import PLANTS

if __name__ == "__main__":
    PLANTS[os.environ["CHAOS_PLANT"]]()
    sys.exit(main(["run"]))
