# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The pixels: every type, border and a choice of sizes and thresholds against the oracle, byte for byte."""

import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_clear_picture

SIZES = ((1, 1), (1, 2), (2, 1), (3, 2), (1, 9), (4, 7), (7, 4), (6, 6), (33, 70))
TYPES = (np.uint8, np.uint16, np.float32)


class Arithmetic(CommandTest):
    def write(self, image, name="in"):
        """The simplest file of a type: PGM for integers, PFM for floats."""
        if image.dtype == np.float32:
            return pictures.write_pfm(self.path(name + ".pfm"), image)
        return pictures.write_netpbm(self.path(name + ".pgm"), image)

    def test_every_type_and_border_on_every_size(self):
        for dtype in TYPES:
            for shape in SIZES:
                image = pictures.blocks(*shape, dtype, seed=shape[0] * 100 + shape[1], block=3)
                path = self.write(image)
                for border in oracle.BORDERS:
                    with self.subTest(dtype=np.dtype(dtype).name, shape=shape, border=border):
                        expected = oracle.edges(image, 0.30, border)
                        self.assert_edges(path, expected, "--threshold", "0.30", "--border", border)

    def test_the_defaults_are_threshold_0_30_and_reflect101(self):
        for dtype in TYPES:
            image = pictures.blocks(61, 83, dtype)
            expected = oracle.edges(image, 0.30, "reflect101")
            self.assertTrue(is_clear_picture(expected))
            for other in ((0.29, "reflect101"), (0.31, "reflect101"), (0.30, "reflect"), (0.30, "wrap")):
                self.assertTrue((oracle.edges(image, *other) != expected).any(), "a picture that tells the defaults")
            self.assert_edges(self.write(image), expected)

    def test_thresholds(self):
        for dtype in TYPES:
            image = pictures.blocks(50, 64, dtype, block=9)
            path = self.write(image)
            for threshold in ("0", "1e-9", "0.05", "0.5", "1", "2.5", "100"):
                expected = oracle.edges(image, float(threshold))
                self.assert_edges(path, expected, "--threshold", threshold)

    def test_threshold_zero_finds_nothing_on_a_constant(self):
        for dtype in TYPES:
            image = np.full((9, 30), 1 if dtype == np.float32 else 200, dtype)
            self.assert_edges(self.write(image), np.zeros((9, 30), np.uint8), "--threshold", "0")

    def test_an_edge_is_strictly_above_the_threshold(self):
        image = np.zeros((12, 12), np.uint8)
        image[:, 6:] = 16
        path = self.write(image)
        exact = 16 * 10 * 16 * 4 / (255 * 256)  # the very gradient at columns 5 and 6
        self.assertEqual(self.edges_array(path, "--threshold", repr(exact))[6, 5], 0)
        self.assertEqual(self.edges_array(path, "--threshold", repr(exact * 0.9999))[6, 5], 255)

    def test_the_extremes_of_the_types_do_not_overflow(self):
        for dtype in (np.uint8, np.uint16):
            image = np.zeros((40, 40), dtype)
            image[:, 20:] = np.iinfo(dtype).max
            image[15:30, 7:9] = np.iinfo(dtype).max
            for threshold in ("0.01", "1", "2", "2.49"):
                self.assert_edges(self.write(image), oracle.edges(image, float(threshold)), "--threshold", threshold)

    def test_float_values_of_all_magnitudes(self):
        random = np.random.default_rng(11)
        for scale in (1e-30, 1e-6, 1.0, 1e6, 1e12, 1e16):
            image = (random.standard_normal((30, 41)) * scale).astype(np.float32)
            expected = oracle.edges(image, 0.4 * scale)
            self.assertTrue(is_clear_picture(expected) or scale == 1e-30, scale)
            self.assert_edges(self.write(image), expected, "--threshold", repr(0.4 * scale))

    def test_a_gradient_too_large_for_float_is_unknown(self):
        image = np.zeros((30, 30), np.float32)
        image[:, 15:] = 1e30
        expected = oracle.edges(image)
        self.assertEqual(set(np.unique(expected)), {0, 127})
        self.assert_edges(self.write(image), expected)

    def test_negative_values_matter_by_their_differences_only(self):
        image = pictures.blocks(40, 40, np.float32)
        shifted = np.round(image * 64).astype(np.float32)
        expected = oracle.edges(shifted, 20)
        self.assertTrue(is_clear_picture(expected))
        self.assert_edges(self.write(shifted - 1000), expected, "--threshold", "20")


if __name__ == "__main__":
    unittest.main()
