# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Too few files or threads, or too little memory at the start: the picture or one line of error within seconds, and nothing left."""

import os
import resource
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_sanitized, run, skip_loudly

NOBODY = 65534
PATIENCE_S = 20  # a run takes a tenth of a second; one that waits for what never comes takes for ever


class Shortage(CommandTest):
    def setUp(self):
        super().setUp()
        self.image = pictures.blocks(600, 700)
        self.source = pictures.write_tiff(self.path("in.tif"), self.image)
        self.expected = oracle.edges(self.image)

    def assert_ends_well(self, limit, value, target="out.tif", **options):
        with self.subTest(limit=limit, value=value, target=target):
            before = self.snapshot()
            result = run(
                "edges", self.source, self.path(target), "--quiet", timeout=PATIENCE_S,
                preexec_fn=lambda: resource.setrlimit(limit, (value, value)), **options,
            )  # fmt: skip
            if result.status == 127:  # the loader's, before the program begins
                return result.status
            if result.status == 0:
                self.assert_same_picture(pictures.read(self.path(target)), self.expected)
                self.path(target).unlink()
            else:
                self.assert_error(result)
            self.assertEqual(self.snapshot(), before)
            return result.status

    def test_files(self):
        ends = [self.assert_ends_well(resource.RLIMIT_NOFILE, n, t) for n in (4, 5, 8) for t in ("out.tif", "out.png")]
        self.assertIn(1, ends, "few enough for an error")

    def test_memory(self):
        if is_sanitized():
            skip_loudly(self, "sanitizers reserve terabytes of addresses")
        sizes = [mib << 20 for mib in range(170, 310, 20)]
        ends = [self.assert_ends_well(resource.RLIMIT_AS, n, t) for n in sizes for t in ("out.tif", "out.png")]
        self.assertIn(1, ends, "little enough for an error")

    def test_threads(self):
        if os.geteuid() != 0:
            skip_loudly(self, "root becomes a user without other processes, so that the limit counts this program's")
        self.folder.chmod(0o777)
        self.source.chmod(0o644)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
        try:
            run("--version", **options)
        except PermissionError:
            skip_loudly(self, "the executable can't be reached by an unprivileged user")
        ends = [self.assert_ends_well(resource.RLIMIT_NPROC, n, **options) for n in (1, 3, 4, 5, 6)]
        self.assertEqual(ends[0], 1, "not even the thread that waits for signals")


if __name__ == "__main__":
    unittest.main()
