"""Problem reports as files in a folder, for the operator."""

import logging
from pathlib import Path

_log = logging.getLogger(__name__)

MOST = 500


class ReportFolder:
    def __init__(self, folder: str) -> None:
        self._folder = Path(folder) if folder else None

    def keep(self, name: str, text: str) -> bool:
        if self._folder is None:
            return False
        path = self._folder / name
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            if not path.exists() and sum(1 for _ in self._folder.iterdir()) >= MOST:
                _log.error("%s holds %d reports: move them away", self._folder, MOST)
                return False
            path.write_text(text, encoding="utf-8", newline="\n")
        except OSError as error:
            _log.error("A report can't be kept: %s", error)
            return False
        return True
