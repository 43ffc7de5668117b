# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Fuzzes the command that STRANDLINE names by damaged files: each case follows from a seed number and its own number."""

import argparse
import collections
import dataclasses
import functools
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "command"))
from mutate import mutate
from seeds import make_seeds
from strandline_command import executable, is_sanitized
from verdict import Case, Judge

_SUFFIXES = (".pgm",) * 6 + (".tif",) * 4 + (".png",) * 2 + (".jpg", ".jp2", ".img", ".bmp", ".gif", ".webp")
_OPTIONS = {"--border": ("zero", "replicate", "wrap"), "--band": ("1",), "--threads": ("1",), "--mask": ("none", "auto")}
_MEMORY_MIB = (128, 160, 200, 256, 512)
_CUTS = (("--backend", "reference"), ("--threads", "1"), ("--threads", "4", "--backend", "reference"))
# Text has no length, and GDAL's driver makes up what a PCIDSK file lacks.
_ANY_LENGTH = ("aaigrid", "pcidsk")
_MOST_OF_A_KIND = 3  # cases kept of one seed with one kind of fault
_SANITIZER_OPTIONS = "allocator_may_return_null=1:detect_leaks=0:handle_segv=1"


def make_case(seeds, seed_number, index):
    """A seed, the damage to one of its files and the options, all by lot. One in ten only ends early."""
    lot = random.Random(f"{seed_number}:{index}")
    seed = lot.choice(seeds)
    files = dict(seed.files)
    length = lot.randrange(len(files[seed.main])) if lot.random() < 0.1 and seed.name not in _ANY_LENGTH else None
    if length is None and lot.random() < 0.9:
        name = lot.choice((seed.main, lot.choice(sorted(files))))
        files[name] = mutate(files[name], [next(iter(other.files.values())) for other in seeds], lot)
    options = ()
    for name, values in _OPTIONS.items():
        if lot.random() < 0.15:
            options += (name, lot.choice(values))
    suffix = lot.choice(_SUFFIXES)
    other_cut = lot.choice(_CUTS) if lot.random() < 0.3 and "--threads" not in options and suffix == ".pgm" else ()
    name = f"{seed.name}-{seed_number}-{index}"
    return Case(name, seed.main, files, suffix, lot.choice(_MEMORY_MIB), options, other_cut, length)


def keep(case, faults, folder):
    """The input files and what was seen, for replay()."""
    kept = folder / case.name
    kept.mkdir(parents=True, exist_ok=True)
    for name, content in case.files.items():
        (kept / name).write_bytes(content)
    fields = {key: value for key, value in dataclasses.asdict(case).items() if key != "files"}
    (kept / "case.json").write_text(json.dumps({**fields, "files": list(case.files), "faults": faults}, indent=1))
    return kept


def load(kept):
    fields = json.loads((kept / "case.json").read_text())
    fields.pop("faults")
    files = {name: (kept / name).read_bytes() for name in fields.pop("files")}
    as_tuples = {key: tuple(value) if isinstance(value, list) else value for key, value in fields.items()}
    return Case(files=files, **as_tuples)


_is_sanitized = functools.cache(is_sanitized)  # it reads the whole program


def judge_in(folder, patience):
    return Judge(executable(), folder, patience, is_sanitized=_is_sanitized())


def examine(case, patience):
    """What is wrong with the case, told twice: what a busy machine did once is not the command's fault."""
    with tempfile.TemporaryDirectory(prefix="strandline-fuzz-") as folder:
        judge = judge_in(folder, patience)
        faults = judge.faults(case)
        if not faults and case.name.endswith("7"):
            faults = judge.faults_of_info(case)
        if not faults:
            return []
        again = judge_in(folder, 3 * patience)
        return again.faults(case) or again.faults_of_info(case) or [f"once: {fault}" for fault in faults]


def fuzz(seconds, seed_number, wanted, found, first=0, most=None, patience=20.0):
    """The number of cases with faults."""
    seeds = make_seeds(wanted)
    print(f"{len(seeds)} seeds, seed number {seed_number}, for {seconds} s: {executable()}", flush=True)
    end, index = time.monotonic() + seconds, first
    kinds = collections.Counter()
    bad = 0
    while time.monotonic() < end and (most is None or index < first + most):
        case = make_case(seeds, seed_number, index)
        faults = examine(case, patience)
        index += 1
        if not faults:
            continue
        bad += 1
        kind = (case.name.rsplit("-", 2)[0], faults[0].split(":")[0])
        kinds[kind] += 1
        if kinds[kind] <= _MOST_OF_A_KIND:
            _tell(case, faults, keep(case, faults, found))
    print(f"{index - first} cases, {bad} with faults; seed number {seed_number}", flush=True)
    return bad


def _tell(case, faults, kept):
    print(f"FOUND {case.name}: {'; '.join(faults)}")
    print(f"  replay: STRANDLINE={executable()} {sys.executable} {Path(__file__).resolve()} --replay {kept}", flush=True)


def replay(kept, patience):
    faults = examine(load(kept), patience)
    print("\n".join(faults) or "nothing is wrong")
    return len(faults)


def parse(arguments):
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("seconds", nargs="?", type=float, default=60)
    parser.add_argument("--seed", type=int, default=int.from_bytes(os.urandom(4), "big"), help="the seed number")
    parser.add_argument("--seeds", default="", metavar="WORD", help="only seeds with this word in their name")
    parser.add_argument("--first", type=int, default=0, metavar="INDEX", help="the case to begin with")
    parser.add_argument("--most", type=int, metavar="N", help="the number of cases at most")
    parser.add_argument("--found", type=Path, default=Path("found-command"), help="where cases with faults are kept")
    parser.add_argument("--patience", type=float, default=20, metavar="SECONDS", help="how long a run may take")
    parser.add_argument("--replay", type=Path, metavar="FOLDER", help="run one case that was kept")
    return parser.parse_args(arguments)


def main():
    options = parse(sys.argv[1:])
    os.environ.setdefault("ASAN_OPTIONS", _SANITIZER_OPTIONS)
    if options.replay:
        return 1 if replay(options.replay, options.patience) else 0
    bad = fuzz(
        options.seconds, options.seed, options.seeds, options.found, options.first, options.most, options.patience
    )
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
