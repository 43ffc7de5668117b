# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What a file or a name says is told on one line and can't command the terminal: it is a stranger's."""

import os
import re
import sys
import unittest

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import CommandTest, run

CLEAR_SCREEN = "\x1b[2J"
RED = "\u009b31m"  # as ESC [ 31 m, by the controls beyond ASCII
FORGED = "\nstrandline: error: forged"
CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class Strangers(CommandTest):
    def assert_harmless(self, text, *words):
        self.assertNotRegex(text, CONTROL)
        self.assertNotIn(FORGED, text)
        for word in words:
            self.assertIn(word, text)

    def test_descriptions_of_bands(self):
        image = np.dstack([pictures.blocks(20, 30, np.uint16, seed=seed) for seed in range(2)])
        path = pictures.write_tiff(self.path("a.tif"), image, "PHOTOMETRIC=MINISBLACK")
        dataset = gdal.Open(str(path), gdal.GA_Update)
        dataset.GetRasterBand(1).SetDescription(f"caf\xe9 {RED}\x7f{FORGED}")
        dataset = None
        told = "caf\xe9 \\x9b31m\\x7f strandline"
        result = run("edges", path, self.path("out.pgm"))
        self.assert_error(result, "--band")
        self.assert_harmless(result.err, told)
        self.assert_harmless(run("info", path).out, told)

    def test_the_name_of_a_reference_system(self):
        wkt = f'LOCAL_CS["by {CLEAR_SCREEN}{FORGED}",UNIT["metre",1]]'
        path = pictures.write_tiff(
            self.path("a.tif"), pictures.blocks(20, 30), wkt=wkt, geotransform=(0, 1, 0, 0, 0, -1)
        )
        self.assert_harmless(run("info", path).out, "by \\x1b[2J strandline")

    def test_names_of_files(self):
        path = pictures.write_netpbm(self.path(f"{CLEAR_SCREEN}{FORGED}.pgm"), pictures.blocks(20, 30))
        result = run("edges", path, self.path(f"{CLEAR_SCREEN}{FORGED}.jpg"))  # JPEG brings a warning
        self.assertEqual(result.status, 0, result.err)
        self.assert_harmless(result.err, "warning: ", "\\x1b[2J strandline")
        result = run("edges", path, path)
        self.assert_error(result, "itself")
        self.assert_harmless(result.err, "\\x1b[2J strandline")
        self.assert_harmless(run("edges", self.path("none" + CLEAR_SCREEN), self.path("out.pgm")).err, "none\\x1b[2J")


if __name__ == "__main__":
    unittest.main()
