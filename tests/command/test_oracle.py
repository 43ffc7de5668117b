# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The oracle against slower and simpler ways to say the same: rationals, loops, and pictures with a known answer."""

import os
import sys
import unittest
from fractions import Fraction

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle


def round_to_float32(value):
    """The float32 nearest to a Fraction, ties to even, by looking at the neighbours."""
    guess = np.float32(float(value))
    candidates = [guess, np.nextafter(guess, np.float32(np.inf)), np.nextafter(guess, np.float32(-np.inf))]
    distance = lambda f: (abs(Fraction(float(f)) - value), int(f.view(np.int32)) & 1)
    return min(candidates, key=distance)


def index(i, size, border):
    """Which index stands for i, found by walking; None outside the frame."""
    while not 0 <= i < size:
        if border == "zero":
            return None
        if border == "replicate":
            i = min(max(i, 0), size - 1)
        elif border == "wrap":
            i += size if i < 0 else -size
        elif border == "reflect":
            i = -1 - i if i < 0 else 2 * size - 1 - i
        else:
            i = 0 if size == 1 else (-i if i < 0 else 2 * size - 2 - i)
    return i


def convolve(image, weights, border):
    """Correlation by four loops on Python integers."""
    rows, cols = len(image), len(image[0])
    radius = len(weights) // 2
    result = [[0] * cols for _ in range(rows)]
    for r in range(rows):
        for c in range(cols):
            for i, line in enumerate(weights):
                for j, weight in enumerate(line):
                    y, x = index(r + i - radius, rows, border), index(c + j - radius, cols, border)
                    result[r][c] += 0 if y is None or x is None else weight * image[y][x]
    return result


class FusedMultiplyAdd(unittest.TestCase):
    def test_is_rounded_once(self):
        random = np.random.default_rng(1)
        a, b, c = (random.standard_normal(4000).astype(np.float32) for _ in range(3))
        # Sums that cancel almost wholly and sums with a far smaller addend are where two roundings differ from one.
        c[:1000] = -(a[:1000] * b[:1000])
        c[1000:2000] *= np.float32(2.0**-30)
        c[2000:3000] = ((c[2000:3000] * 2**20).astype(np.int32) * 2.0**-8).astype(np.float32)
        exact = lambda x, y, z: Fraction(float(x)) * Fraction(float(y)) + Fraction(float(z))
        expected = [round_to_float32(exact(*xyz)) for xyz in zip(a, b, c)]
        np.testing.assert_array_equal(oracle._fma(a, b, c), np.array(expected, np.float32))

    def test_a_case_that_two_roundings_get_wrong(self):
        a, b, c = np.float32(1 + 2.0**-12), np.float32(1 + 2.0**-12), np.float32(2.0**-60)
        # a * b = 1 + 2^-11 + 2^-24 lies half way between two floats; c breaks the tie upwards.
        self.assertEqual(float(oracle._fma(a, b, c)), 1 + 2.0**-11 + 2.0**-23)
        self.assertEqual(float(np.float32(float(a) * float(b) + float(c))), 1 + 2.0**-11)


class Integers(unittest.TestCase):
    BLUR = [[i * j for j in (1, 4, 6, 4, 1)] for i in (1, 4, 6, 4, 1)]
    SOBEL_X = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]]
    SOBEL_Y = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]]

    def test_equal_loops_on_python_integers(self):
        random = np.random.default_rng(2)
        for border in oracle.BORDERS:
            for shape in ((1, 1), (1, 6), (5, 1), (2, 3), (7, 9)):
                for dtype, white in ((np.uint8, 255), (np.uint16, 65535)):
                    image = random.integers(0, white, shape, dtype, endpoint=True)
                    expected = self.edges_by_loops(image.tolist(), 0.2 * white * 256, border)
                    actual = oracle.edges(image, 0.2, border)
                    np.testing.assert_array_equal(actual, expected, f"{border} {shape} {dtype}")

    def edges_by_loops(self, image, threshold, border):
        blurred = convolve(image, self.BLUR, border)
        gx, gy = convolve(blurred, self.SOBEL_X, border), convolve(blurred, self.SOBEL_Y, border)
        square = np.array(gx, object) ** 2 + np.array(gy, object) ** 2
        # Random values lie on the threshold or not within rounding of it, so exact rationals decide the same.
        limit = Fraction(threshold) ** 2
        self.assertTrue(all(s == limit or abs(s - limit) > limit / 10**6 for s in square.ravel()))
        return np.where(square > limit, 255, 0).astype(np.uint8)

    def test_a_constant_has_no_edges_but_the_frame_that_zero_invents(self):
        image = np.full((20, 20), 200, np.uint8)
        for border in oracle.BORDERS:
            result = oracle.edges(image, 0.1, border)
            self.assertEqual(result.any(), border == "zero", border)
            self.assertFalse(result[3:-3, 3:-3].any(), border)

    def test_an_edge_is_strictly_above_the_threshold(self):
        image = np.zeros((12, 12), np.uint8)
        image[:, 6:] = 16
        gradient = Fraction(16 * 10 * 16 * 4)  # between columns 4 and 6 of the blurred step lie 10/16 of its height
        exact = float(gradient / (255 * 256))
        self.assertEqual(np.float32(np.float64(exact) * 255.0 * 256), np.float32(float(gradient)))
        self.assertEqual(oracle.edges(image, exact)[6, 5], 0)
        self.assertEqual(oracle.edges(image, exact * 0.9999)[6, 5], 255)


class Floats(unittest.TestCase):
    def test_agree_with_integers_where_both_are_exact(self):
        random = np.random.default_rng(3)
        for border in oracle.BORDERS:
            for shape in ((1, 1), (1, 8), (6, 1), (2, 2), (9, 14)):
                image = random.integers(0, 255, shape, np.uint8, endpoint=True)
                expected = oracle.edges(image, 0.3, border)
                actual = oracle.edges(image.astype(np.float32), 0.3, border, full_scale=255)
                np.testing.assert_array_equal(actual, expected, f"{border} {shape}")

    def test_turning_by_half_commutes(self):
        image = np.random.default_rng(4).standard_normal((40, 51)).astype(np.float32)
        for border in oracle.BORDERS:
            turned = oracle.edges(image[::-1, ::-1], 2.0, border)[::-1, ::-1]
            np.testing.assert_array_equal(turned, oracle.edges(image, 2.0, border), border)


class Nodata(unittest.TestCase):
    def test_seven_by_seven_around_one_pixel(self):
        valid = np.ones((20, 20), bool)
        valid[10, 8] = False
        result = oracle.edges(np.zeros((20, 20), np.uint8), valid=valid)
        expected = np.zeros((20, 20), np.uint8)
        expected[7:14, 5:12] = 127
        np.testing.assert_array_equal(result, expected)

    def test_only_wrap_carries_it_to_the_other_side(self):
        image = np.zeros((20, 20), np.float32)
        image[0, 10] = np.nan
        for border in oracle.BORDERS:
            result = oracle.edges(image, border=border)
            self.assertTrue((result[:4, 7:14] == 127).all(), border)
            self.assertEqual((result == 127).sum(), 49 if border == "wrap" else 28, border)


if __name__ == "__main__":
    unittest.main()
