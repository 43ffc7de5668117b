# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Prints the digest of the sources that a figure about a card speaks of: src/cuda and the public header, or with the
argument `lab` the experiments and the harness, whose digest lab/source_digest.cmake builds into the command."""

import hashlib
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".cpp", ".cu", ".cuh", ".hpp"}


def digested_files(root=ROOT):
    sources = [path for path in (root / "src/cuda").rglob("*") if path.suffix in SUFFIXES]
    return sorted(path.relative_to(root).as_posix() for path in [*sources, root / "include/strandline/cuda.hpp"])


def digested_files_of_lab(root=ROOT):
    # What is printed, compared and drawn of the figures doesn't change them.
    sources = [path for path in (root / "lab").glob("*/*")
               if path.suffix in SUFFIXES and path.name != "about.cpp" and path.parent.name != "results"]
    return sorted(path.relative_to(root).as_posix() for path in [*sources, root / "include/strandline/warp_cost.hpp"])


def digest_of(names, root=ROOT):
    """16 hexadecimal digits that change when one of the files, its name or its contents does."""
    whole = hashlib.sha256()
    for name in names:
        contents = hashlib.sha256((root / name).read_bytes()).hexdigest()
        whole.update(f"{contents}  {name}\n".encode())
    return whole.hexdigest()[:16]


def source_digest(root=ROOT):
    return digest_of(digested_files(root), root)


def source_digest_of_lab(root=ROOT):
    return digest_of(digested_files_of_lab(root), root)


if __name__ == "__main__":
    print(source_digest_of_lab() if sys.argv[1:] == ["lab"] else source_digest())
