# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What white is: files with fewer bits than their type, and types that are turned into float first."""

import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_clear_picture, run

ROWS, COLS = 60, 77


class FullScale(CommandTest):
    def test_a_netpbm_file_names_its_own_white(self):
        for maxval in (1, 100, 255, 256, 1023, 65535):
            dtype = np.uint8 if maxval < 256 else np.uint16
            image = pictures.blocks(ROWS, COLS, dtype, white=maxval)
            expected = oracle.edges(image, full_scale=maxval)
            self.assertTrue(is_clear_picture(expected))
            with self.subTest(maxval=maxval):
                self.assert_edges(pictures.write_netpbm(self.path("a.pgm"), image, maxval), expected)

    def test_a_colour_netpbm_file_does_so_too(self):
        for maxval in (100, 1023):
            dtype = np.uint8 if maxval < 256 else np.uint16
            rgb = np.dstack([pictures.blocks(ROWS, COLS, dtype, white=maxval, seed=seed) for seed in (1, 2, 3)])
            expected = oracle.edges(oracle.luma(rgb), full_scale=maxval)
            with self.subTest(maxval=maxval):
                self.assert_edges(pictures.write_netpbm(self.path("a.ppm"), rgb, maxval), expected)

    def test_nbits_of_a_tiff(self):
        for bits, dtype in ((1, np.uint8), (4, np.uint8), (7, np.uint8), (10, np.uint16), (12, np.uint16)):
            white = 2**bits - 1
            image = pictures.blocks(ROWS, COLS, dtype, white=white)
            path = pictures.write_tiff(self.path("a.tif"), image, f"NBITS={bits}")
            with self.subTest(bits=bits):
                self.assert_edges(path, oracle.edges(image, full_scale=white))

    def test_nbits_of_a_png(self):
        for bits in (1, 2, 4):
            white = 2**bits - 1
            image = pictures.blocks(ROWS, COLS, white=white)
            path = pictures.write_copy(self.path("a.png"), image, "PNG", nbits=bits)
            with self.subTest(bits=bits):
                self.assert_edges(path, oracle.edges(image, full_scale=white))


class OtherTypes(CommandTest):
    """Thresholds of signed and floating data are in the picture's own units."""

    def assert_as_float(self, path, image, threshold):
        expected = oracle.edges(image.astype(np.float32), threshold)
        self.assertTrue(is_clear_picture(expected))
        self.assert_edges(path, expected, "--threshold", repr(threshold))

    def test_signed_integers(self):
        for dtype, span in ((np.int8, 200), (np.int16, 40000), (np.int32, 10**7)):
            image = (pictures.blocks(ROWS, COLS, np.float64) * span - span / 2).astype(dtype)
            self.assertTrue((image < 0).any() and (image > 0).any())
            with self.subTest(np.dtype(dtype).name):
                path = pictures.write_tiff(self.path("a.tif"), image)
                self.assert_as_float(path, image, 0.3 * span)

    def test_uint32(self):
        image = (pictures.blocks(ROWS, COLS, np.float64) * 4e9).astype(np.uint32)
        self.assert_as_float(pictures.write_tiff(self.path("a.tif"), image), image, 1.2e9)

    def test_float64(self):
        image = pictures.blocks(ROWS, COLS, np.float64) * 1e-3
        self.assert_as_float(pictures.write_tiff(self.path("a.tif"), image), image, 3e-4)

    def test_values_that_float_cannot_hold_give_a_warning(self):
        exact = (pictures.blocks(ROWS, COLS, np.float64) * 1000).astype(np.int32)
        rounded = exact + 2**25 + 1
        for image, warns in ((exact, False), (rounded, True)):
            path = pictures.write_tiff(self.path("a.tif"), image)
            result = self.edges(path, self.path("out.pgm"), "--threshold", "300", "--overwrite")
            self.assertEqual("warning" in result.err.lower(), warns, result.err)
        exact_doubles = pictures.blocks(ROWS, COLS, np.float32).astype(np.float64)
        path = pictures.write_tiff(self.path("b.tif"), exact_doubles)
        self.assertNotIn("warning", self.edges(path, self.path("b.pgm")).err.lower())

    def test_doubles_beyond_the_range_of_float_are_unknown(self):
        image = pictures.blocks(ROWS, COLS, np.float64)
        image[30, 40] = 1e300
        expected = oracle.edges(np.where(image > 1e38, np.inf, image).astype(np.float32))
        self.assertEqual((expected == 127).sum(), 49)
        self.assert_edges(pictures.write_tiff(self.path("a.tif"), image), expected)


class Rounding(CommandTest):
    def test_each_rounded_value_is_counted_once_under_every_border(self):
        """Border wrap reads the last rows first and some twice."""
        image = np.full((50, 10), 0.1)
        source = pictures.write_tiff(self.path("in.tif"), image)
        for border in ("reflect101", "wrap"):
            with self.subTest(border):
                result = run("edges", source, self.path(border + ".pgm"), "--border", border)
                self.assertEqual(result.status, 0, result.err)
                self.assertRegex(result.err, r"warning: .*\b500\b")


if __name__ == "__main__":
    unittest.main()
