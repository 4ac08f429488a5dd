"""`python -m bench.alerts`: check the alert rules, and play the cases of each with promtool.

`monitoring/alerts.yml` has the rules, `monitoring/alert_cases.yml` for each rule series after which
it fires, and series after which it is quiet. A part of `make check`; without promtool it only says
so.
"""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

MONITORING = Path(__file__).parent.parent / "monitoring"
RULES, CASES = MONITORING / "alerts.yml", MONITORING / "alert_cases.yml"
CONFIG = MONITORING / "prometheus.yml"
MISSING = "promtool is not installed (apt-get install prometheus)"
FIRING, QUIET = "firing", "quiet"

Cases = Mapping[str, Mapping[str, list[Any]]]


def promtool() -> str | None:
    """Return the path of the program; None for a missing one, which `.ci/bare` makes unusable."""
    return shutil.which("promtool")


def rules() -> dict[str, Any]:
    groups = yaml.safe_load(RULES.read_text(encoding="utf-8"))["groups"]
    return {rule["alert"]: rule for group in groups for rule in group["rules"]}


def cases() -> Cases:
    # As text: 0x20 is not hexadecimal here.
    loaded: Cases = yaml.load(CASES.read_text(encoding="utf-8"), yaml.BaseLoader)  # noqa: S506
    return loaded


def lacking(all_cases: Cases) -> list[str]:
    """Return the rules that lack a case of either kind, and cases of no rule."""
    names = rules().keys()
    wanted = {f"{name}: {kind}" for name in names for kind in (FIRING, QUIET)}
    present = {
        f"{name}: {kind}"
        for name, kinds in all_cases.items()
        for kind, entries in kinds.items()
        if entries
    }
    return sorted(wanted ^ present)


def unit_tests(all_cases: Cases) -> Iterator[dict[str, Any]]:
    """Yield each case as a test of promtool, which compares all labels and annotations."""
    all_rules = rules()
    for name, kinds in all_cases.items():
        rule = all_rules[name]
        for kind, entries in kinds.items():
            for number, case in enumerate(entries, 1):
                alert = {
                    "exp_labels": {**rule["labels"], **case.get("labels", {})},
                    "exp_annotations": {**rule["annotations"], "summary": case.get("summary")},
                }
                yield {
                    "name": f"{name}, {kind} {number}",
                    "interval": "1m",
                    "input_series": [
                        {"series": series, "values": values}
                        for series, values in case["series"].items()
                    ],
                    "alert_rule_test": [
                        {
                            "alertname": name,
                            "eval_time": case["at"],
                            "exp_alerts": [alert] if kind == FIRING else [],
                        }
                    ],
                }


def complaints(all_cases: Cases) -> str:
    """Return promtool's complaints about the files and the cases; "" if there are none."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "cases.json")  # JSON is YAML, too
        content = {"rule_files": [str(RULES)], "tests": [*unit_tests(all_cases)]}
        file.write_text(json.dumps(content), encoding="utf-8")
        outputs = [
            _promtool("check", "rules", str(RULES)),
            _promtool("check", "config", str(CONFIG)),
            _promtool("test", "rules", str(file)),
        ]
    return "\n".join(filter(None, outputs))


def _promtool(*arguments: str) -> str:
    program = promtool()
    assert program is not None, "the caller has checked it"
    done = subprocess.run(  # noqa: S603 - our own arguments
        [program, *arguments], capture_output=True, text=True, check=False
    )
    return f"{done.stdout}{done.stderr}".strip() if done.returncode else ""


def main() -> int:
    if promtool() is None:
        print(f"Alerts: not tested, because {MISSING}")  # noqa: T201 - a program that prints
        return 0
    all_cases = cases()
    problems = "\n".join(filter(None, [*lacking(all_cases), complaints(all_cases)]))
    print(problems or f"Alerts: {len(rules())} rules fire and keep quiet as they should")  # noqa: T201
    return int(bool(problems))


if __name__ == "__main__":
    sys.exit(main())
