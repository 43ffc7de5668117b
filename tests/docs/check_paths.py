# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Checks that every path which the documents name exists in the tree."""

import pathlib
import re
import sys

DOCUMENTS = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md",
             *[f"docs/{name}.md" for name in ("arithmetic", "lab", "performance")],
             *[f"docs/lessons/{name}.md" for name in ("README", "constant_memory", "bank_conflicts", "image_pipeline")]]

# `src/cpu/edges.cpp`, `./dev`, [text](docs/arithmetic.md), ![alt](docs/images/x.png)
IN_BACKTICKS = re.compile(r"`((?:include|src|apps|tests|bench|fuzz|examples|docs|testdata|cmake|\.ci)(?:/[\w.+-]+)*/?)`")
IN_LINKS = re.compile(r"\]\((?!https?:|#|mailto:)([^)#\s]+)[^)]*\)")


def named_paths(document):
    text = document.read_text()
    yield from IN_BACKTICKS.findall(text)
    for target in IN_LINKS.findall(text):
        yield str(document.parent.joinpath(target))


def main(root):
    missing = []
    count = 0
    for name in DOCUMENTS:
        for path in named_paths(root / name):
            count += 1
            if not root.joinpath(path).exists():
                missing.append(f"{name} names {path}, which does not exist")
    print("\n".join(missing) or f"{count} paths in {len(DOCUMENTS)} documents exist")
    # A pattern that finds nothing would pass for ever.
    return 1 if missing or count < 20 else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve()))
