# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Prints the digest of the sources that a figure about a card speaks of: src/cuda and the public header, or with the
argument `lab` that of the whole lab and of each experiment, which lab/source_digest.cmake builds into the program."""

import hashlib
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".cpp", ".cu", ".cuh", ".hpp"}
MODEL = "include/strandline/warp_cost.hpp"
INCLUDE = re.compile(r'^#include "([a-z0-9_]+/[a-z0-9_]+)\.[a-z]+"', re.MULTILINE)


def digested_files(root=ROOT):
    sources = [path for path in (root / "src/cuda").rglob("*") if path.suffix in SUFFIXES]
    return sorted(path.relative_to(root).as_posix() for path in [*sources, root / "include/strandline/cuda.hpp"])


def sources_of_lab(root=ROOT):
    # What is printed, compared and drawn of the figures doesn't change them.
    return [path.relative_to(root).as_posix() for path in (root / "lab").glob("*/*")
            if path.suffix in SUFFIXES and path.name != "about.cpp" and path.parent.name not in ("results", "report")]


def files_of_experiment(folder, root=ROOT):
    """Its folder, the harness, and what they include of other folders, with all that bears the included header's name."""
    sources = sources_of_lab(root)
    files = {name for name in sources if name.startswith((f"lab/{folder}/", "lab/harness/"))}
    waiting = list(files)
    while waiting:
        for include in INCLUDE.findall((root / waiting.pop()).read_text()):
            named = {name for name in sources if name.startswith(f"lab/{include}")} - files
            files |= named
            waiting += named
    return files


def digest_of(names, root=ROOT):
    """16 hexadecimal digits that change when one of the files, its name or its contents does."""
    whole = hashlib.sha256()
    for name in sorted(names):
        contents = hashlib.sha256((root / name).read_bytes()).hexdigest()
        whole.update(f"{contents}  {name}\n".encode())
    return whole.hexdigest()[:16]


def source_digest(root=ROOT):
    return digest_of(digested_files(root), root)


def source_digest_of_lab(root=ROOT):
    return digest_of([*sources_of_lab(root), MODEL], root)


def source_digests_of_experiments(root=ROOT):
    """By the name that users type."""
    folders = [about.parent.name for about in sorted((root / "lab").glob("*/about.cpp"))]
    return {folder.replace("_", "-"): digest_of([*files_of_experiment(folder, root), MODEL], root) for folder in folders}


if __name__ == "__main__":
    if sys.argv[1:] == ["lab"]:
        print(source_digest_of_lab())
        for name, digest in source_digests_of_experiments().items():
            print(f"{name} {digest}")
    else:
        print(source_digest())
