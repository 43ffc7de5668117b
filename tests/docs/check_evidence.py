# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Checks the files under evidence/: that every row is whole, and that the documents' tables say what the files say. Says
which evidence is older than the kernels, but does not fail for that: only a machine with a card can make new evidence."""

import json
import math
import pathlib
import re
import sys

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT / folder) for folder in ("bench/gpu", "lab", "scripts")]

import lab_evidence  # noqa: E402
import lab_table  # noqa: E402
import markdown_table  # noqa: E402
import source_digest  # noqa: E402
import table  # noqa: E402

FILE_NAME = re.compile(r"gpu-[a-z0-9]+(-[a-z0-9]+)*-\d{4}-\d{2}-\d{2}\.jsonl")
TABLE = re.compile(r"<!-- table (\w+) of (\S+) -->\n\n(.*?)\n\n<!-- end of table -->", re.DOTALL)
TABLE_BEGINS = "<!-- table "

NUMBERS = {"rows", "cols", "median_ms", "samples", "gpx_per_s", "bytes_per_pixel"}
TEXTS = {"operation", "pixel_type", "backend", "border", "card", "compute_capability", "driver", "cuda", "commit",
         "source_digest"}
OF_THE_WHOLE_FILE = ("card", "compute_capability", "driver", "commit", "source_digest")


def is_positive(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value) and value > 0


def row_faults(row):
    if not isinstance(row, dict):
        return ["is no object"]
    faults = [f"{key} should be a number above 0 and is {row.get(key)!r}" for key in sorted(NUMBERS)
              if not is_positive(row.get(key))]
    faults += [f"{key} should be a text and is {row.get(key)!r}" for key in sorted(TEXTS)
               if not isinstance(row.get(key), str) or row[key] in ("", "unknown")]
    if row.get("iqr_ms") != 0 and not is_positive(row.get("iqr_ms")):
        faults.append(f"iqr_ms should be a number and is {row.get('iqr_ms')!r}")
    if "ratio_to_copy" not in row or row["ratio_to_copy"] is not None and not is_positive(row["ratio_to_copy"]):
        faults.append("ratio_to_copy should be a number above 0, or null where no copy ran beside it")
    for key in row:  # a ratio without the peer's rate can't be judged
        peer = key.removeprefix("ratio_to_")
        if peer != key and row[key] is not None and not is_positive(row.get(f"{peer}_gpx_per_s")):
            faults.append(f"{key} is there but {peer}_gpx_per_s is not")
    if not faults and not math.isclose(row["gpx_per_s"], row["rows"] * row["cols"] / row["median_ms"] / 1e6, rel_tol=1e-3):
        faults.append("gpx_per_s is not rows * cols over median_ms")
    return faults


def file_faults(path):
    faults = [] if FILE_NAME.fullmatch(path.name) else ["should be named gpu-CARD-YYYY-MM-DD.jsonl"]
    rows = []
    for number, line in enumerate(path.read_text().splitlines(), start=1):
        try:
            row = json.loads(line)
        except ValueError as error:
            faults.append(f"line {number} is no JSON, {error}")
            continue
        faults += [f"line {number}: {fault}" for fault in row_faults(row)]
        rows.append(row)
    if not rows:
        faults.append("has no rows")
    for key in OF_THE_WHOLE_FILE:
        values = {str(row.get(key)) for row in rows if isinstance(row, dict)}
        if len(values) > 1:
            faults.append(f"is of one run, but its rows have several values of {key}: {', '.join(sorted(values))}")
    return [f"evidence/{path.name} {fault}" for fault in faults]


def table_faults(document, root):
    text = document.read_text()
    found = TABLE.findall(text)
    name = document.relative_to(root)
    if len(found) != text.count(TABLE_BEGINS):
        yield f"{name} has a table of evidence that does not end, take the whole output of bench/gpu/table.py or lab/lab_table.py"
    for kind, source, body in found:
        is_of_lab = source.startswith("evidence/lab-")
        tables, program = (lab_table.LAB_TABLES, "lab/lab_table.py") if is_of_lab else (table.TABLES, "bench/gpu/table.py")
        if kind not in tables or not source.startswith("evidence/") or not (root / source).is_file():
            yield f"{name} has a table '{kind}' of {source}, and there is no such table or file"
        elif markdown_table.markdown(*tables[kind](markdown_table.read_rows(root / source))) != body:
            yield f"{name} has a table that differs from `python3 {program} {source} {kind}`"


def is_file_of_lab(path):
    return path.name.startswith("lab-")


def older_parts(path, root):
    """What of the file was measured with other sources than there are now."""
    lines = markdown_table.read_rows(path)
    if not is_file_of_lab(path):
        return [] if lines[0]["source_digest"] == source_digest.source_digest(root) else ["all of it"]
    digests = {line["experiment"]: line.get("source_digest") for line in lines if line["type"] == "experiment"}
    if None in digests.values():  # written before experiments had digests of their own
        return [] if lines[0]["source_digest"] == source_digest.source_digest_of_lab(root) else ["all of it"]
    now = source_digest.source_digests_of_experiments(root)
    return [name for name, digest in digests.items() if digest != now.get(name)]


def say_age(files, root):
    for path in files:
        older = older_parts(path, root)
        if older:
            print(f"*** evidence/{path.name} IS OLDER THAN THE KERNELS: {', '.join(older)}; "
                  "./dev gpu on a machine with a card makes new evidence")
        else:
            print(f"evidence/{path.name} is of the kernels as they are")
    if not files:
        print("*** THERE IS NO EVIDENCE: ./dev gpu on a machine with a card makes it")


def check(root):
    """Prints what it finds; returns the faults."""
    files = sorted((root / "evidence").glob("*.jsonl"))
    faults = []
    for path in files:
        faults += lab_evidence.file_faults(path) if is_file_of_lab(path) else file_faults(path)
    if not faults:
        faults = [fault for path in files if is_file_of_lab(path) for fault in lab_evidence.report_faults(path, root)]
    if not faults:  # a table can't be made of broken rows
        documents = [*root.glob("*.md"), *root.glob("docs/**/*.md"), *root.glob("evidence/*.md")]
        faults = [fault for document in sorted(documents) for fault in table_faults(document, root)]
        say_age(files, root)
    print("\n".join(faults) or f"{len(files)} files of evidence and what is said of them are in order")
    return faults


if __name__ == "__main__":
    sys.exit(1 if check(pathlib.Path(sys.argv[1]).resolve()) else 0)
