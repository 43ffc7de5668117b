# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Ten thousand million pixels in bounded memory. Takes a minute or more, so it has a file of its own."""

import os
import sys
import unittest

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_sanitized, run_measured, skip_loudly

SIDE = 100_000
MIB = 1 << 20


class Huge(CommandTest):
    def test_100000_x_100000(self):
        if is_sanitized():
            skip_loudly(self, "a sanitizer makes this take an hour and drowns the figure of memory")
        reference = osr.SpatialReference()
        reference.ImportFromEPSG(32725)
        place = (300000.0, 1.0, 0.0, 9100000.0, 0.0, -1.0)
        patch = pictures.blocks(400, 500)
        # Beyond 2^31 and 2^32 pixels, and in the last corner.
        corners = [(0, 0), (21_500, 40_000), (60_001, 99_003), (SIDE - 400, SIDE - 500)]
        source = pictures.write_sparse_tiff(
            self.path("in.tif"), SIDE, SIDE, patches=[(*corner, patch) for corner in corners],
            wkt=reference.ExportToWkt(), geotransform=place,
        )  # fmt: skip
        result = run_measured("edges", source, self.path("out.tif"), "--memory", "512M", timeout=1500)
        self.assertEqual(result.status, 0, result.err)
        print(f"{result.seconds:.0f} s, {result.peak_bytes / MIB:.0f} MiB at peak; {result.err}", file=sys.stderr)
        self.assertLess(result.peak_bytes, 768 * MIB)
        dataset = gdal.Open(str(self.path("out.tif")))
        self.assertEqual((dataset.RasterYSize, dataset.RasterXSize), (SIDE, SIDE))
        self.assertTrue(osr.SpatialReference(dataset.GetProjection()).IsSame(reference))
        self.assertEqual(dataset.GetGeoTransform(), place)
        for corner in corners:
            self.assert_patch(dataset, *corner, patch)
        self.assertEqual(self.files(), ["in.tif", "out.tif"])

    def assert_patch(self, dataset, row, col, patch):
        """The patch with what can be seen of the zeros around it."""
        margin = 20
        room = lambda at, size: (margin if at > 0 else 0, margin if at + size < SIDE else 0)
        around = [room(row, patch.shape[0]), room(col, patch.shape[1])]
        expected = oracle.edges(np.pad(patch, around))
        top, left = row - around[0][0], col - around[1][0]
        actual = dataset.ReadAsArray(left, top, expected.shape[1], expected.shape[0])
        self.assert_same_picture(actual, expected, f"patch at row {row}, column {col}")


if __name__ == "__main__":
    unittest.main()
