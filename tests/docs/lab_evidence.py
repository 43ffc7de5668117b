# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Checks a file of evidence that `strandline lab run` wrote: one whole run of all experiments, every gate passed."""

import json
import math
import re

FILE_NAME = re.compile(r"lab-[a-z0-9]+(-[a-z0-9]+)*-\d{4}-\d{2}-\d{2}\.jsonl")
EXPERIMENTS = ["ladder", "constant", "constant-charge", "constant-cache", "constant-api", "banks", "atomics", "transpose", "coalescing",
               "l2-persistence", "nbody", "convolution"]
FACTS = ("card", "compute_capability", "driver", "cuda", "date", "commit", "source_digest")


def is_figure(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value >= 0


def run_faults(lines):
    runs = [line for line in lines if line.get("type") == "run"]
    if len(runs) != 1 or lines[0] is not runs[0]:
        return ["should begin with the one line of its one run"]
    run = runs[0]
    faults = [f"{key} should be a text and is {run.get(key)!r}" for key in FACTS
              if not isinstance(run.get(key), str) or run[key] in ("", "unknown")]
    return faults + (["is of a quick run, which is no measurement"] if run.get("quick") is not False else [])


def summary_faults(name, summary):
    if summary.get("samples", 0) == 0:
        return [] if summary.get("rejected", 0) > 0 else [f"{name} has no samples and none was rejected"]
    return [f"{name}.{key} should be a number and is {summary.get(key)!r}" for key in ("median", "min", "iqr")
            if not is_figure(summary.get(key))]


def experiment_faults(name, lines):
    own = [line for line in lines if line.get("experiment") == name]
    kinds = [line["type"] for line in own]
    faults = [] if kinds[:1] == ["experiment"] and kinds[-1:] == ["end"] else ["did not run to its end"]
    if "row" not in kinds and "skipped" not in kinds:
        faults.append("has neither rows nor a reason why there are none")
    if "verdict" not in kinds and "skipped" not in kinds:
        faults.append("has no verdict")
    faults += [f"failed, {line}" for line in own if line["type"] == "failure"]
    faults += [f"has the gate '{line.get('name')}' not passed" for line in own
               if line["type"] == "gate" and line.get("passed") is not True]
    for line in own:
        for quantity, summary in line.get("measured", {}).items():
            faults += summary_faults(f"{line.get('parameters')}: {quantity}", summary)
    return [f"{name} {fault}" for fault in faults]


def read_lines(path):
    return [json.loads(line) for line in path.read_text().splitlines()]


def file_faults(path):
    """What is wrong with the file, a sentence each."""
    faults = [] if FILE_NAME.fullmatch(path.name) else ["should be named lab-CARD-YYYY-MM-DD.jsonl"]
    try:
        lines = read_lines(path)
    except ValueError as error:
        return [f"evidence/{path.name} has a line that is no JSON, {error}"]
    if not lines or not all(isinstance(line, dict) and "type" in line for line in lines):
        return [f"evidence/{path.name} should have lines that say their type"]
    faults += run_faults(lines)
    for name in EXPERIMENTS:
        faults += experiment_faults(name, lines)
    return [f"evidence/{path.name} {fault}" for fault in faults]


def report_faults(path, root):
    """The page under docs/ that was made from the file must be of this very run."""
    page = root / "docs" / f"{path.stem}.html"
    if not page.is_file():
        return [f"evidence/{path.name} has no docs/{page.name}, make it with `strandline lab report`"]
    facts = read_lines(path)[0]
    missing = [key for key in ("card", "driver", "date", "source_digest") if facts[key] not in page.read_text()]
    return [f"docs/{page.name} does not name the {key} of evidence/{path.name}, make it anew" for key in missing]
