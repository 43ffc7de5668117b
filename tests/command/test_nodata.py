# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Pixels without data: what their 7x7 neighbourhood touches is 127, everything else is as if they were not there."""

import json
import os
import sys
import unittest

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_clear_picture, run

ROWS, COLS = 70, 90


def holes(rows=ROWS, cols=COLS):
    """True where there is data: holes alone, in a lump, at the frame, in a corner."""
    valid = np.ones((rows, cols), bool)
    valid[30, 40] = valid[10:20, 60:75] = valid[0, 20] = valid[-1, -1] = valid[50, 0] = False
    return valid


class NodataTest(CommandTest):
    def assert_nodata(self, path, image, valid, declared=True, threshold=0.30):
        """`image` is what the file holds; in the holes the oracle sees other values, which must not matter."""
        for border in ("reflect101", "zero", "wrap"):
            filled = np.where(valid, image, np.flipud(image)).astype(image.dtype)
            expected = oracle.edges(filled, threshold, border, valid=valid)
            self.assertTrue(is_clear_picture(expected) and (expected == 127).any())
            options = ("--border", border, "--threshold", repr(threshold))
            self.assert_edges(path, expected, *options, suffix=".tif")
        self.assert_declares(self.path("edges-result.tif"), declared)

    def assert_declares(self, target, declared):
        dataset = gdal.Open(str(target))
        self.assertEqual(dataset.GetRasterBand(1).GetNoDataValue(), 127 if declared else None)


class DeclaredValue(NodataTest):
    def test_of_each_type(self):
        integers = ((np.uint8, 0), (np.uint8, 255), (np.uint8, 131), (np.uint16, 0), (np.uint16, 65535))
        for dtype, nodata in (*integers, (np.float32, -9999)):
            image = pictures.blocks(ROWS, COLS, dtype)
            image[image == nodata] = 1 if nodata == 0 else nodata - 1
            image[~holes()] = nodata
            path = pictures.write_tiff(self.path("a.tif"), image, nodata=nodata)
            with self.subTest(dtype=np.dtype(dtype).name, nodata=nodata):
                self.assert_nodata(path, image, holes())

    def test_of_types_that_become_float(self):
        lowest = {np.int16: -32768, np.int32: -(2**31), np.float64: -1.7976931348623157e308}
        for dtype, nodata in lowest.items():
            image = np.round(pictures.blocks(ROWS, COLS, np.float64) * 1000 - 500).astype(dtype)
            image[~holes()] = nodata
            path = pictures.write_tiff(self.path("a.tif"), image, nodata=nodata)
            with self.subTest(np.dtype(dtype).name):
                as_float = np.where(holes(), image, 0).astype(np.float32)
                self.assert_nodata(path, as_float, holes(), threshold=300.0)

    def test_the_lowest_float_as_other_programs_round_it(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        image[~holes()] = np.finfo(np.float32).min
        for nodata in (float(np.finfo(np.float32).min), -3.40282346638529e38, -3.4028235e38):
            path = pictures.write_tiff(self.path("a.tif"), image, nodata=nodata)
            with self.subTest(nodata):
                self.assert_nodata(path, image, holes())

    def test_nan(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        image[~holes()] = np.nan
        self.assert_nodata(pictures.write_tiff(self.path("a.tif"), image, nodata=np.nan), image, holes())

    def test_a_value_that_no_pixel_has(self):
        image = pictures.blocks(ROWS, COLS)
        image[image == 3] = 4
        expected = oracle.edges(image)
        for nodata in (3, 300, -1, 3.5):
            path = pictures.write_tiff(self.path("a.tif"), image, nodata=nodata)
            with self.subTest(nodata):
                self.assert_edges(path, expected, suffix=".tif")
                self.assert_declares(self.path("edges-result.tif"), True)

    def test_only_the_chosen_band_counts(self):
        image = np.dstack([pictures.blocks(ROWS, COLS, seed=seed) for seed in (1, 2)])
        image[image == 0] = 1
        image[..., 0][~holes()] = 0
        path = pictures.write_tiff(self.path("a.tif"), image, "PHOTOMETRIC=MINISBLACK", nodata=0)
        self.assert_edges(path, oracle.edges(image[..., 0].copy(), valid=holes()), "--band", "1")
        self.assert_edges(path, oracle.edges(image[..., 1].copy()), "--band", "2")

    def test_everything_is_nodata(self):
        path = pictures.write_tiff(self.path("a.tif"), np.zeros((20, 30), np.uint8), nodata=0)
        self.assert_edges(path, np.full((20, 30), 127, np.uint8))


class MasksAndAlpha(NodataTest):
    def test_an_internal_mask(self):
        for dtype in (np.uint8, np.uint16, np.float32):
            image = pictures.blocks(ROWS, COLS, dtype)
            path = pictures.write_tiff(self.path("a.tif"), image, mask=holes())
            with self.subTest(np.dtype(dtype).name):
                self.assert_nodata(path, image, holes())

    def test_a_mask_in_a_file_beside_the_picture(self):
        image = pictures.blocks(ROWS, COLS)
        gdal.SetConfigOption("GDAL_TIFF_INTERNAL_MASK", "NO")
        self.addCleanup(gdal.SetConfigOption, "GDAL_TIFF_INTERNAL_MASK", "YES")
        path = pictures.write_tiff(self.path("a.tif"), image, mask=holes())
        self.assertEqual(self.files(), ["a.tif", "a.tif.msk"])
        self.assert_nodata(path, image, holes())

    def test_a_mask_of_a_tiled_colour_picture(self):
        rgb = np.dstack([pictures.blocks(ROWS, COLS, seed=seed) for seed in (1, 2, 3)])
        options = ("PHOTOMETRIC=RGB", "TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=16", "COMPRESS=DEFLATE")
        path = pictures.write_tiff(self.path("a.tif"), rgb, *options, mask=holes())
        self.assert_nodata(path, oracle.luma(rgb), holes())

    def test_alpha_is_a_mask_and_any_other_opacity_is_data(self):
        random = np.random.default_rng(5)
        alpha = np.where(holes(), random.integers(1, 256, (ROWS, COLS)), 0).astype(np.uint8)
        rgb = np.dstack([pictures.blocks(ROWS, COLS, seed=seed) for seed in (1, 2, 3)])
        gray = rgb[..., 0].copy()
        files = {
            pictures.write_copy(self.path("rgba.png"), rgb, "PNG", alpha=alpha): oracle.luma(rgb),
            pictures.write_tiff(self.path("rgba.tif"), rgb, "PHOTOMETRIC=RGB", alpha=alpha): oracle.luma(rgb),
            pictures.write_copy(self.path("gray-alpha.png"), gray, "PNG", alpha=alpha): gray,
            pictures.write_tiff(self.path("gray-alpha.tif"), gray, alpha=alpha): gray,
        }
        for path, image in files.items():
            with self.subTest(path.name):
                self.assert_nodata(path, image, holes())

    def test_alpha_of_16_bits(self):
        image = pictures.blocks(ROWS, COLS, np.uint16)
        # 1 of 65535 is data too: no rounding to eight bits on the way.
        alpha = np.where(holes(), np.where(np.arange(COLS) % 2, 1, 65535), 0).astype(np.uint16)
        for path in (
            pictures.write_copy(self.path("a.png"), image, "PNG", alpha=alpha),
            pictures.write_tiff(self.path("a.tif"), image, alpha=alpha),
        ):
            with self.subTest(path.name):
                self.assert_nodata(path, image, holes())

    def test_a_transparent_palette_entry(self):
        indices = pictures.blocks(ROWS, COLS, white=6)
        indices[~holes()] = 7
        palette = [(i * 36, i * 36, i * 36, 0 if i == 7 else 255) for i in range(8)]
        path = pictures.write_copy(self.path("a.png"), indices, "PNG", palette=palette)
        gray = np.minimum(indices.astype(np.int64) * 36, 255).astype(np.uint8)
        self.assert_edges(path, oracle.edges(gray, valid=holes()))

    def test_opaque_alpha_declares_nodata_all_the_same(self):
        image = pictures.blocks(ROWS, COLS)
        path = pictures.write_tiff(self.path("a.tif"), image, alpha=np.full((ROWS, COLS), 255, np.uint8))
        self.assert_edges(path, oracle.edges(image), suffix=".tif")
        self.assert_declares(self.path("edges-result.tif"), True)


class SeveralSources(NodataTest):
    def test_a_declared_value_and_a_mask_elsewhere(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        by_mask = np.ones((ROWS, COLS), bool)
        by_mask[40:50, 30:35] = False
        image[~holes()] = -9999
        path = pictures.write_tiff(self.path("a.tif"), image, nodata=-9999, mask=by_mask)
        self.assert_nodata(path, image, holes() & by_mask)
        result = self.edges(path, self.path("out.tif"))
        self.assertIn(", mask: nodata value -9999 and the file's mask,", result.err)

    def near_infrared(self):
        """Four bands of bytes, which GDAL writes as RGB and alpha unless told otherwise; 0 on the water."""
        rgb = np.dstack([pictures.blocks(ROWS, COLS, seed=seed) for seed in (1, 2, 3)])
        infrared = np.where(holes(), pictures.blocks(ROWS, COLS, seed=4) // 2 + 20, 0).astype(np.uint8)
        return pictures.write_tiff(self.path("a.tif"), np.dstack([rgb, infrared])), rgb, infrared

    def test_the_user_says_what_is_a_mask(self):
        path, rgb, infrared = self.near_infrared()
        luma = oracle.luma(rgb)
        self.assert_edges(path, oracle.edges(luma, valid=holes()))
        self.assert_edges(path, oracle.edges(luma), "--mask", "none", suffix=".tif")
        self.assert_declares(self.path("edges-result.tif"), False)
        self.assert_edges(path, oracle.edges(infrared), "--mask", "none", "--band", "4")
        self.assert_edges(path, oracle.edges(rgb[..., 0].copy(), valid=holes()), "--mask", "4", "--band", "1")
        self.assert_edges(path, oracle.edges(infrared, valid=holes()), "--mask", "4", "--band", "4")

    def test_what_was_taken_as_mask_is_told(self):
        path, _, _ = self.near_infrared()
        for option, told in (("auto", "alpha in band 4"), ("none", "none"), ("4", "band 4")):
            with self.subTest(option):
                result = self.edges(path, self.path("out.tif"), "--overwrite", "--mask", option)
                self.assertIn(f", mask: {told},", result.err)
                self.assertEqual("warning" in result.err, option == "auto")
                result = self.edges(path, self.path("out.tif"), "--overwrite", "--mask", option, "--progress", "json")
                self.assertEqual(json.loads(result.err.splitlines()[-1])["mask"], told)
                self.assertRegex(run("info", path, "--mask", option).out, rf"(?m)^mask +{told}$")

    def test_masks_that_make_no_sense(self):
        path, _, _ = self.near_infrared()
        for mask in ("0", "-1", "x", "", "1.5", "99999999999"):
            self.assert_refused(path, "mask", "auto", options=(f"--mask={mask}",), status=2)
        self.assert_refused(path, "mask", "band 5", options=("--mask", "5"))
        plain = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(20, 30))
        self.assert_refused(plain, "mask", options=("--mask", "1"))
        self.assert_edges(plain, oracle.edges(pictures.blocks(20, 30)), "--mask", "none")


class UndeclaredInFloats(NodataTest):
    def test_nan_and_infinity(self):
        for bad in (np.nan, np.inf, -np.inf):
            image = pictures.blocks(ROWS, COLS, np.float32)
            image[~holes()] = bad
            for path in (
                pictures.write_tiff(self.path("a.tif"), image),
                pictures.write_pfm(self.path("a.pfm"), image),
            ):
                with self.subTest(bad=bad, file=path.name):
                    self.assert_nodata(path, image, holes())

    def test_beside_a_declared_value(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        image[~holes()] = -1
        image[40, 70], image[60, 30] = np.nan, np.inf
        path = pictures.write_tiff(self.path("a.tif"), image, nodata=-1)
        self.assert_nodata(path, np.nan_to_num(image), holes() & np.isfinite(image))


class NotDeclared(NodataTest):
    def test_when_the_input_has_none(self):
        for dtype in (np.uint8, np.uint16, np.float32):
            image = pictures.blocks(ROWS, COLS, dtype)
            path = pictures.write_tiff(self.path("a.tif"), image)
            with self.subTest(np.dtype(dtype).name):
                self.assert_edges(path, oracle.edges(image), suffix=".tif")
                self.assert_declares(self.path("edges-result.tif"), False)

    def test_a_png_output_holds_unknown_pixels_and_no_file_lies_beside_it(self):
        image = pictures.blocks(ROWS, COLS)
        path = pictures.write_tiff(self.path("a.tif"), image, mask=holes())
        self.edges(path, self.path("out.png"))
        self.assert_same_picture(pictures.read(self.path("out.png")), oracle.edges(image, valid=holes()))
        self.assertEqual(self.files(), ["a.tif", "out.png"])


if __name__ == "__main__":
    unittest.main()
