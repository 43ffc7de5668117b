# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Where on the Earth the pixels lie: kept where the output's format can, said aloud where it can't."""

import os
import sys
import unittest

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import TESTDATA, CommandTest, is_clear_picture

NORTH_UP = (500000.0, 30.0, 0.0, 9000000.0, 0.0, -30.0)
ROTATED = (500000.5, 28.1, 3.25, 9000000.25, 2.75, -29.3)


def wkt(epsg):
    reference = osr.SpatialReference()
    reference.ImportFromEPSG(epsg)
    return reference.ExportToWkt()


def place(path):
    """All that a GeoTIFF says about where it lies, comparable with ==."""
    dataset = gdal.Open(str(path))
    gcps = [(p.Id, p.GCPPixel, p.GCPLine, p.GCPX, p.GCPY, p.GCPZ) for p in dataset.GetGCPs()]
    return {
        "crs": dataset.GetProjection(),
        "geotransform": dataset.GetGeoTransform(can_return_null=True),
        "gcps": gcps,
        "gcp crs": dataset.GetGCPProjection(),
        "area or point": dataset.GetMetadataItem("AREA_OR_POINT"),
    }


class Kept(CommandTest):
    def assert_kept(self, path, *options):
        before = place(path)
        self.edges(path, self.path("out.tif"), *options)
        self.assertEqual(place(path), before, "the input is untouched")
        self.assertEqual(place(self.path("out.tif")), before)
        self.assertEqual([name for name in self.files() if "out" in name], ["out.tif"], "no file beside it")
        return before

    def test_projected_and_geographic(self):
        for epsg, geotransform in ((32725, NORTH_UP), (4326, (-180.0, 0.1, 0.0, 90.0, 0.0, -0.1)), (3857, ROTATED)):
            with self.subTest(epsg):
                path = self.path(f"{epsg}.tif")
                pictures.write_tiff(path, pictures.blocks(50, 60), wkt=wkt(epsg), geotransform=geotransform)
                before = self.assert_kept(path)
                self.assertEqual(before["geotransform"], geotransform)
                self.path("out.tif").unlink()

    def test_a_pixel_is_a_point(self):
        path = pictures.write_tiff(
            self.path("a.tif"), pictures.blocks(50, 60), wkt=wkt(32725), geotransform=NORTH_UP, point=True
        )
        self.assertEqual(self.assert_kept(path)["area or point"], "Point")

    def test_a_geotransform_without_crs(self):
        self.assert_kept(pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60), geotransform=NORTH_UP))

    def test_ground_control_points(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60))
        dataset = gdal.Open(str(path), gdal.GA_Update)
        corners = ((0, 0), (60, 0), (0, 50), (60, 50.5))
        points = [gdal.GCP(5e5 + 30 * c, 9e6 - 30 * r, 12.5, c, r, "", str(i)) for i, (c, r) in enumerate(corners, 1)]
        dataset.SetGCPs(points, wkt(32725))
        dataset = None
        before = self.assert_kept(path)
        self.assertEqual(len(before["gcps"]), 4)
        self.assertTrue(before["gcp crs"])

    def test_the_landsat_scene(self):
        path = TESTDATA / "landsat7_coast_6band.tif"
        before = self.assert_kept(path, "--band", "5", "--threshold", "0.1")
        self.assertIn("UTM", before["crs"])
        expected = oracle.edges(gdal.Open(str(path)).ReadAsArray()[4], 0.1)
        self.assertTrue(is_clear_picture(expected))
        self.assert_same_picture(pictures.read(self.path("out.tif")), expected)

    def test_the_elevation_model(self):
        self.assert_kept(TESTDATA / "dem_float32.tif", "--threshold", "60")

    def test_a_plain_tiff_gains_nothing(self):
        before = self.assert_kept(pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60)))
        self.assertEqual((before["crs"], before["gcps"]), ("", []))


class Layout(CommandTest):
    def test_the_output_is_tiled_and_compressed(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(700, 900), wkt=wkt(32725), geotransform=NORTH_UP)
        self.edges(path, self.path("out.tif"))
        dataset = gdal.Open(str(self.path("out.tif")))
        width, height = dataset.GetRasterBand(1).GetBlockSize()
        self.assertLess(width, 900)
        self.assertLess(height, 700)
        self.assertTrue(dataset.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE"))
        flat = pictures.write_netpbm(self.path("flat.pgm"), np.zeros((1000, 1000), np.uint8))
        self.edges(flat, self.path("flat.tif"))
        self.assertLess(self.path("flat.tif").stat().st_size, 50_000)


class Lost(CommandTest):
    def test_what_a_format_cannot_hold_lies_beside_it(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60), wkt=wkt(32725), geotransform=NORTH_UP)
        for suffix in (".png", ".jpg"):
            with self.subTest(suffix):
                target = "out" + suffix
                result = self.edges(path, self.path(target))
                self.assertNotIn("can't hold", result.err)
                self.assertEqual(self.files(), ["a.tif", target, target + ".aux.xml"], "and no world file")
                self.path(target).unlink()
                self.path(target + ".aux.xml").unlink()

    def test_a_format_without_sidecars_gives_a_warning(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60), wkt=wkt(32725), geotransform=NORTH_UP)
        result = self.edges(path, self.path("out.pgm"))
        self.assertIn("strandline: warning: ", result.err)
        self.assertIn("georeference", result.err)
        self.assertEqual(self.files(), ["a.tif", "out.pgm"])

    def test_no_warning_where_nothing_is_lost(self):
        plain = pictures.write_tiff(self.path("plain.tif"), pictures.blocks(50, 60))
        placed = pictures.write_tiff(self.path("a.tif"), pictures.blocks(50, 60), wkt=wkt(32725), geotransform=NORTH_UP)
        for path, target in ((plain, "out.png"), (plain, "out.pgm"), (placed, "out.tif")):
            self.assertNotIn("warning", self.edges(path, self.path(target)).err.lower())

    def test_an_input_with_a_sidecar_of_its_own(self):
        image = pictures.blocks(50, 60)
        path = pictures.write_copy(self.path("a.png"), image, "PNG")
        self.path("a.pgw").write_text("30\n0\n0\n-30\n500015\n8999985\n")
        self.edges(path, self.path("out.tif"))
        self.assertEqual(gdal.Open(str(self.path("out.tif"))).GetGeoTransform(), NORTH_UP)
        self.assertEqual(self.files(), ["a.pgw", "a.png", "out.tif"])


if __name__ == "__main__":
    unittest.main()
