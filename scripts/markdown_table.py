# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Tables in Markdown from a file of evidence. What `main` prints goes into a document as it is, the two comments around it
included: tests/docs/check_evidence.py makes the table again and compares."""

import json
import pathlib
import sys


def read_rows(path):
    return [json.loads(line) for line in pathlib.Path(path).read_text().splitlines()]


def figure(value, digits):
    return "-" if value is None else f"{round(value, digits) + 0.0:.{digits}f}"  # + 0.0: no minus before zero


def markdown(head, body):
    """The first column to the left, the others to the right."""
    lines = [head, [":---", *["---:"] * (len(head) - 1)], *body]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def marked_table(path, kind, tables):
    """With the comments that name its source. `path` is from the repository's root; `tables` has a function for each kind."""
    return f"<!-- table {kind} of {path} -->\n\n{markdown(*tables[kind](read_rows(path)))}\n\n<!-- end of table -->"


def main(program, tables):
    """One table, or all of them."""
    if len(sys.argv) not in (2, 3) or sys.argv[2:] and sys.argv[2] not in tables:
        sys.exit(f"usage: python3 {program} evidence/FILE [{'|'.join(tables)}]")
    print("\n\n".join(marked_table(sys.argv[1], kind, tables) for kind in sys.argv[2:] or tables))
