# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The bytes of the result never depend on how the picture was cut, on threads, memory, backend or file layout."""

import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_clear_picture, run

# More than the bands of a small --memory hold, so that there are cuts.
ROWS, COLS = 1300, 1500


def backends():
    """The names that `strandline backends` says can run here."""
    lines = [line.split() for line in run("backends").out.splitlines()]
    return [words[0] for words in lines if "yes" in words]


class Cuts(CommandTest):
    def assert_cuts_do_not_matter(self, image, valid=None, border="reflect101"):
        expected = oracle.edges(image, 0.3, border, valid=valid)
        self.assertTrue(is_clear_picture(expected))
        for layout in ((), ("TILED=YES", "COMPRESS=DEFLATE", "ZLEVEL=1")):
            path = pictures.write_tiff(self.path("a.tif"), image, *layout, mask=valid)
            for threads, memory in ((1, "200M"), (2, "200M"), (4, "256M"), (2, "512M"), (4, "2G")):
                options = ("--threads", str(threads), "--memory", memory, "--border", border)
                self.assert_edges(path, expected, *options, message=str(layout))

    def test_u8(self):
        self.assert_cuts_do_not_matter(pictures.blocks(ROWS, COLS))

    def test_u16_under_wrap(self):
        self.assert_cuts_do_not_matter(pictures.blocks(ROWS, COLS, np.uint16), border="wrap")

    def test_f32_under_zero(self):
        self.assert_cuts_do_not_matter(pictures.blocks(ROWS, COLS, np.float32), border="zero")

    def test_a_mask(self):
        valid = np.random.default_rng(6).random((ROWS, COLS)) > 0.001
        self.assert_cuts_do_not_matter(pictures.blocks(ROWS, COLS), valid)

    def test_a_tall_and_narrow_picture(self):
        image = pictures.blocks(50_000, 40)
        path = pictures.write_netpbm(self.path("a.pgm"), image)
        for border in ("reflect101", "wrap"):
            expected = oracle.edges(image, border=border)
            for memory in ("200M", "2G"):
                self.assert_edges(path, expected, "--memory", memory, "--border", border)


class Backends(CommandTest):
    def test_every_backend_writes_the_same_bytes(self):
        names = backends()
        self.assertTrue({"reference", "cpu"} <= set(names), names)
        for dtype in (np.uint8, np.uint16, np.float32):
            image = pictures.blocks(211, 307, dtype)
            valid = np.random.default_rng(6).random(image.shape) > 0.002
            path = pictures.write_tiff(self.path("a.tif"), image, mask=valid)
            for border in oracle.BORDERS:
                expected = oracle.edges(image, 0.3, border, valid=valid)
                for name in [*names, "auto"]:
                    self.assert_edges(path, expected, "--backend", name, "--border", border)

    def test_two_runs_write_the_same_file(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(900, 1100))
        for suffix in (".tif", ".png", ".pgm"):
            first, second = self.path("1" + suffix), self.path("2" + suffix)
            self.edges(path, first, "--threads", "1")
            self.edges(path, second, "--threads", "4")
            self.assertEqual(first.read_bytes(), second.read_bytes(), suffix)


if __name__ == "__main__":
    unittest.main()
