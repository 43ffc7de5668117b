# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Prints the digest of the sources that a figure about a card speaks of: src/cuda and the public header."""

import hashlib
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIXES = {".cpp", ".cu", ".cuh", ".hpp"}


def digested_files(root=ROOT):
    sources = [path for path in (root / "src/cuda").rglob("*") if path.suffix in SUFFIXES]
    return sorted(path.relative_to(root).as_posix() for path in [*sources, root / "include/strandline/cuda.hpp"])


def source_digest(root=ROOT):
    """16 hexadecimal digits that change when one of the files, its name or its contents does."""
    whole = hashlib.sha256()
    for name in digested_files(root):
        contents = hashlib.sha256((root / name).read_bytes()).hexdigest()
        whole.update(f"{contents}  {name}\n".encode())
    return whole.hexdigest()[:16]


if __name__ == "__main__":
    print(source_digest())
