# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""That the fuzzer of the command runs, and that commands which misbehave are caught: each kind of fault by a fake one."""

import dataclasses
import os
import random
import struct
import sys
import tempfile
import unittest
import zlib
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import fuzz_command
from mutate import mutate
from seeds import COLS, ROWS, make_seeds, pictures
from verdict import Case, Judge

SAY = f'echo "$3: {COLS} x {ROWS} pixels, 1.00 % edges, 0.10 s, 0.1 Gpx/s, backend cpu, peak memory 9 MiB" >&2'
SUCCEED = f'cp "$here/right.pgm" "$3"; {SAY}'
REFUSE = 'echo "strandline: error: it, there, so" >&2; exit 1'

# What a fake command does, and the kind of fault that it must be accused of.
FAULTS = (
    ("kill -SEGV $$", "crash"),
    ('trap "" TERM; while :; do sleep 0.1; done', "hang"),
    ('trap "echo strandline: interrupted, out >&2; exit 143" TERM; while :; do sleep 0.1; done', "slow"),
    ('trap "exit 9" TERM; while :; do sleep 0.1; done', "status"),
    ("exit 3", "status"),
    ('echo "a.cpp:1:2: runtime error: boom" >&2; exit 1', "sanitizer"),
    (f'touch ".out.pgm.1"; {SUCCEED}', "left behind"),
    (f'touch "$3"; {REFUSE}', "left behind"),
    (f'echo >"$2.aux.xml"; {REFUSE}', "left behind"),
    (f'echo >>"$2"; {SUCCEED}', "input"),
    (f'rm "$2"; {REFUSE}', "input"),
    (SAY, "no output"),
    (f'echo junk >"$3"; {SAY}', "output"),
    (f'cp "$here/wide.pgm" "$3"; {SAY}', "output"),
    (f'cp "$here/wide.pgm" "$3"; {SAY.replace(str(COLS), str(COLS + 1))}', "output"),
    ("exit 1", "error line"),
    ("echo no >&2; exit 1", "error line"),
    (f'echo "ERROR 1: TIFFReadDirectory" >&2; {REFUSE}', "noise"),
    (f'echo "strandline: error: one" >&2; {REFUSE}', "noise"),
    (f"{SUCCEED}; echo done >&2", "noise"),
    (f"{SUCCEED}; echo done", "noise"),
    ('printf "strandline: error: \\033[2J, there, so\\n" >&2; exit 1', "control characters"),
    (f'/usr/bin/python3 -I -S -c "bytearray(120 << 20)"; {REFUSE}', "memory"),
    ('echo "strandline: error: it needs at least 300M of memory, allow more" >&2; exit 1', "memory"),
    (f'case "$*" in *reference*) cp "$here/wrong.pgm" "$3"; {SAY};; *) {SUCCEED};; esac', "bytes"),
    (f'case "$*" in *reference*) {REFUSE};; *) {SUCCEED};; esac', "bytes"),
)


class Oracle(unittest.TestCase):
    def setUp(self):
        here = tempfile.TemporaryDirectory(prefix="strandline-fakes-")
        self.addCleanup(here.cleanup)
        self.here = Path(here.name)
        (self.here / "runs").mkdir()
        image = pictures.blocks(ROWS, COLS)
        pictures.write_netpbm(self.here / "right.pgm", image)
        pictures.write_netpbm(self.here / "wrong.pgm", 255 - image)
        pictures.write_netpbm(self.here / "wide.pgm", pictures.blocks(ROWS, COLS + 1))
        pgm = (self.here / "right.pgm").read_bytes()
        self.case = Case("a", "a.pgm", {"a.pgm": pgm}, memory_mib=100, other_cut=("--backend", "reference"))

    def faults_of(self, body, case=None, patience=10.0):
        fake = self.here / "fake"
        fake.write_text(f'#!/bin/sh\nhere="{self.here}"\n{body}\n')
        fake.chmod(0o755)
        return Judge(fake, self.here / "runs", patience, grace=0.3).faults(case or self.case)

    def test_what_behaves_is_not_accused(self):
        self.assertEqual(self.faults_of(SUCCEED), [])
        self.assertEqual(self.faults_of(REFUSE), [])
        self.assertEqual(self.faults_of(f'echo "strandline: warning: it is lossy" >&2; {SUCCEED}'), [])

    def test_each_kind_of_fault_is_found(self):
        for body, kind in FAULTS:
            with self.subTest(body):
                faults = self.faults_of(body, patience=0.6 if "trap" in body else 10.0)
                self.assertTrue(faults, "nothing was found")
                self.assertEqual({fault.split(":")[0] for fault in faults}, {kind}, faults)

    def test_success_with_pixels_that_nobody_can_read(self):
        tiff = pictures.write_tiff(self.here / "a.tif", pictures.blocks(ROWS, COLS), "COMPRESS=DEFLATE").read_bytes()
        whole, damaged = (Case("a", "a.tif", {"a.tif": tiff[:at] + tiff[at + 200 :]}) for at in (len(tiff), 2000))
        self.assertEqual(self.faults_of(SUCCEED, whole), [])
        (fault,) = self.faults_of(SUCCEED, damaged)
        self.assertIn("half right", fault)

    def test_success_with_what_ends_too_early(self):
        pgm = self.case.files["a.pgm"]
        cut = dataclasses.replace(self.case, files={"a.pgm": pgm + b"more"}, length=len(pgm))
        self.assertEqual(self.faults_of(SUCCEED, cut), [])
        by_length = f'[ "$(wc -c <"$2")" -gt {len(pgm)} ] && cp "$here/right.pgm" "$3" || cp "$here/wrong.pgm" "$3"'
        (fault,) = self.faults_of(f"{by_length}; {SAY}", cut)
        self.assertIn("half right", fault)

    def test_what_is_kept_is_what_is_replayed(self):
        case = dataclasses.replace(self.case, length=2000)
        kept = fuzz_command.keep(case, ["crash: ended by SIGSEGV"], self.here / "found")
        self.assertEqual(fuzz_command.load(kept), case)


class Damage(unittest.TestCase):
    def test_the_same_number_gives_the_same_file(self):
        content = bytes(range(256)) * 8
        damaged = [[mutate(content, [b"other"], random.Random(i)) for i in range(200)] for _ in range(2)]
        self.assertEqual(*damaged)
        self.assertGreater(len(set(damaged[0])), 190)
        self.assertGreater(sum(result != content for result in damaged[0]), 190)

    def test_little_is_left_to_damage(self):
        for content in (b"", b"x", b"P5\n"):
            for i in range(200):
                mutate(content, [b"", b"y"], random.Random(i))

    def test_chunks_of_a_png_keep_right_checksums(self):
        chunk = lambda kind, data: struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", bytes(13)) + chunk(b"IDAT", bytes(2000))
        right = 0
        for i in range(100):
            damaged = mutate(content, [b""], random.Random(i))
            right += damaged != content and damaged[8:33] == chunk(damaged[12:16], damaged[16:29])
        self.assertGreater(right, 50)


class Smoke(unittest.TestCase):
    def test_a_few_cases_of_a_fixed_number(self):
        with tempfile.TemporaryDirectory(prefix="strandline-found-") as found:
            bad = fuzz_command.fuzz(seconds=300, seed_number=11, wanted="", found=Path(found), most=8)
        self.assertEqual(bad, 0)

    def test_every_seed_can_be_written_and_whole_it_is_accepted(self):
        seeds = make_seeds()
        self.assertGreaterEqual(len({seed.name for seed in seeds}), 150)
        for seed in seeds[:: len(seeds) // 5]:
            case = Case(seed.name, seed.main, seed.files)
            with tempfile.TemporaryDirectory(prefix="strandline-fuzz-") as folder:
                judge = fuzz_command.judge_in(folder, 60)
                self.assertEqual(judge.faults(case), [])
                self.assertTrue((Path(folder) / case.target).exists(), seed.name)


if __name__ == "__main__":
    unittest.main()
