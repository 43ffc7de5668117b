# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Inputs that are missing, empty, without sense or not fit: one clear line, exit 1, nothing left behind."""

import os
import shutil
import sys
import unittest

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import TESTDATA, CommandTest, run


class Missing(CommandTest):
    def test_no_such_file(self):
        for name in ("none.pgm", "none.tif", "none.png", "no/folder/none.jpg", "none"):
            self.assert_refused(self.path(name), name)

    def test_empty(self):
        for name in ("a.pgm", "a.pfm", "a.png", "a.jpg", "a.tif", "a"):
            self.path(name).write_bytes(b"")
            self.assert_refused(self.path(name), name)

    def test_a_folder(self):
        self.path("folder").mkdir()
        self.assert_refused(self.path("folder"), "folder")

    def test_not_a_picture(self):
        for content in (b"hello, world\n" * 100, b"\0" * 4096, b"P", b"P5", b"%PDF-1.4\n", os.urandom(5000)):
            self.path("a.png").write_bytes(content)
            self.assert_refused(self.path("a.png"), "a.png")

    def test_a_name_that_gdal_would_take_for_a_connection(self):
        for name in ("/vsicurl/http://localhost:1/a.tif", "http://localhost:1/a.tif", "WMS:http://localhost:1/", ""):
            self.assert_refused(name)


class WithoutReferenceSystems(CommandTest):
    """PROJ's database is missing where the environment says that it is."""

    def setUp(self):
        super().setUp()
        self.path("old").mkdir()
        self.path("old/proj.db").write_bytes(b"no database" * 99)

    def environments(self):
        for variable, folder in (("PROJ_LIB", "/nowhere"), ("PROJ_DATA", "/nowhere"), ("PROJ_LIB", self.path("old"))):
            others = {name: value for name, value in os.environ.items() if not name.startswith("PROJ_")}
            yield variable, others | {variable: str(folder), "HOME": str(self.folder)}

    def test_a_picture_that_lies_nowhere_needs_none(self):
        image = pictures.blocks(40, 50)
        for path in (pictures.write_copy(self.path("a.png"), image, "PNG"), pictures.write_tiff(self.path("a.tif"), image)):
            for variable, environment in self.environments():
                for target in ("out.png", "out.tif"):
                    with self.subTest(file=path.name, variable=variable, target=target):
                        self.edges(path, self.path(target), "--overwrite", env=environment)

    def test_a_reference_system_that_would_become_another_is_an_error_that_names_the_variable(self):
        image = pictures.blocks(40, 50)
        for epsg in (32632, 3857, 4326):  # what PROJ makes of the second without its database passes for a right one
            reference = osr.SpatialReference()
            reference.ImportFromEPSG(epsg)
            place = (500000.0, 30.0, 0.0, 4000000.0, 0.0, -30.0)
            path = pictures.write_tiff(self.path("a.tif"), image, wkt=reference.ExportToWkt(), geotransform=place)
            for variable, environment in self.environments():
                with self.subTest(epsg=epsg, variable=variable):
                    self.assert_refused(path, "a.tif", variable, target="out.tif", env=environment)


class NetpbmHeaders(CommandTest):
    PIXELS = bytes(10_000)

    def test_headers_that_make_no_sense(self):
        headers = {
            "no size": b"P5\n",
            "no maxval": b"P5\n10 10\n",
            "letters": b"P5\nten 10\n255\n",
            "zero width": b"P5\n0 10\n255\n",
            "zero height": b"P5\n10 0\n255\n",
            "negative": b"P5\n-10 10\n255\n",
            "maxval 0": b"P5\n10 10\n0\n",
            "maxval 65536": b"P5\n10 10\n65536\n",
            "overflow": b"P5\n99999999999999999999999999 1\n255\n",
            "endless comment": b"P5\n#" + b"x" * 5000,
            "pfm scale 0": b"Pf\n10 10\n0\n",
            "pfm scale nan": b"Pf\n10 10\nnan\n",
            "pfm no scale": b"Pf\n10 10\n",
        }
        for name, header in headers.items():
            with self.subTest(name):
                pixels = b"" if name == "endless comment" else self.PIXELS
                self.path("a.pgm").write_bytes(header + pixels)
                self.assert_refused(self.path("a.pgm"), "a.pgm")

    def test_a_claim_of_10_to_the_18_pixels_is_refused_at_once(self):
        for magic in (b"P5", b"P6", b"Pf"):
            scale = b"-1.0" if magic == b"Pf" else b"255"
            self.path("a.pgm").write_bytes(magic + b"\n1000000000 1000000000\n" + scale + b"\n" + self.PIXELS)
            result = self.assert_refused(self.path("a.pgm"), "a.pgm", timeout=20)
            self.assertLess(result.seconds, 5)

    def test_other_netpbm_files_are_read_or_refused_clearly(self):
        contents = b"P2\n3 2\n9\n1 2 3\n4 5 6\n", b"P1\n2 2\n1 0 0 1\n", b"P4\n8 1\n\xaa", b"P3\n1 1\n255\n1 2 3\n"
        for content in contents:
            self.path("a.pnm").write_bytes(content)
            result = run("edges", self.path("a.pnm"), self.path("out.pgm"), "--overwrite")
            if result.status != 0:
                self.assert_error(result, "a.pnm")


class NotFit(CommandTest):
    def test_complex_pixels(self):
        for kind in (gdal.GDT_CFloat32, gdal.GDT_CInt16, gdal.GDT_CFloat64):
            gdal.GetDriverByName("GTiff").Create(str(self.path("a.tif")), 20, 20, 1, kind).FlushCache()
            self.assert_refused(self.path("a.tif"), gdal.GetDataTypeName(kind), "a.tif")

    def test_several_bands_need_a_choice_and_the_message_lists_them(self):
        self.assert_refused(TESTDATA / "landsat7_coast_6band.tif", "--band", "6", target="out.tif")
        image = np.dstack([pictures.blocks(20, 30, np.uint16, seed=seed) for seed in range(3)])
        path = pictures.write_tiff(self.path("a.tif"), image, "PHOTOMETRIC=MINISBLACK")
        dataset = gdal.Open(str(path), gdal.GA_Update)
        for i, name in enumerate(("near infrared", "thermal", "radar"), 1):
            dataset.GetRasterBand(i).SetDescription(name)
        dataset = None
        self.assert_refused(path, "--band", "near infrared", "thermal", "radar", "UInt16")

    def test_two_bands_without_alpha_need_a_choice(self):
        image = np.dstack([pictures.blocks(20, 30, seed=seed) for seed in range(2)])
        path = pictures.write_tiff(self.path("a.tif"), image, "PHOTOMETRIC=MINISBLACK")
        self.assert_refused(path, "--band")

    def test_a_band_that_is_not_there(self):
        landsat = TESTDATA / "landsat7_coast_6band.tif"
        plain = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(20, 30))
        for band in ("0", "-1", "7", "1000000"):
            for path in (landsat, plain):
                with self.subTest(band=band, file=path.name):
                    self.assert_refused(path, options=("--band", band))
        self.assert_refused(landsat, "band", "7", "6", options=("--band", "7"))

    def test_a_dataset_without_rasters(self):
        self.path("a.geojson").write_text('{"type": "FeatureCollection", "features": []}')
        self.assert_refused(self.path("a.geojson"), "a.geojson")

    def test_too_little_memory_says_how_much_would_do(self):
        path = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(20, 30))
        result = self.assert_refused(path, "memory", options=("--memory", "1M"))
        self.assertRegex(result.err, r"\d+ ?(M|MB|MiB|G|GiB)\b.*", "the memory that would do")


class Pipes(CommandTest):
    def test_a_netpbm_file_can_come_through_a_pipe(self):
        image = pictures.blocks(500, 700)
        for path in (
            pictures.write_netpbm(self.path("a.pgm"), image),
            pictures.write_netpbm(self.path("a.ppm"), np.dstack([image, image // 2, image // 3])),
        ):
            expected = self.edges_array(path)
            result = run("edges", "/dev/stdin", self.path("out.pgm"), "--overwrite", input=path.read_bytes())
            self.assertEqual(result.status, 0, result.err)
            self.assert_same_picture(pictures.read(self.path("out.pgm")), expected)

    def test_a_pfm_that_begins_with_its_last_row_is_read_or_refused_clearly(self):
        image = pictures.blocks(500, 700, np.float32)
        path = pictures.write_pfm(self.path("a.pfm"), image)
        expected = self.edges_array(path)
        result = run("edges", "/dev/stdin", self.path("out.pgm"), input=path.read_bytes())
        if result.status == 0:
            self.assert_same_picture(pictures.read(self.path("out.pgm")), expected)
        else:
            self.assert_error(result, "pipe")

    def test_wrap_needs_the_end_first(self):
        path = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(50, 70))
        arguments = ("edges", "/dev/stdin", self.path("out.pgm"), "--border", "wrap")
        result = run(*arguments, input=path.read_bytes())
        if result.status == 0:
            self.edges(path, self.path("whole.pgm"), "--border", "wrap")
            self.assertEqual(self.path("out.pgm").read_bytes(), self.path("whole.pgm").read_bytes())
        else:
            self.assert_error(result)
            self.assertEqual(self.files(), ["a.pgm"])

    def test_what_ends_too_early(self):
        content = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(500, 700)).read_bytes()
        for length in (0, 3, 12, 1000, len(content) - 1):
            with self.subTest(length):
                self.assert_refused("/dev/stdin", input=content[:length])

    def test_another_format_is_refused_clearly(self):
        for path in (TESTDATA / "camera.png", TESTDATA / "landsat7_coast_6band.tif"):
            self.assert_refused("/dev/stdin", "PGM", input=path.read_bytes())


class Untouched(CommandTest):
    def test_a_read_only_input_in_a_read_only_folder(self):
        folder = self.path("locked")
        folder.mkdir()
        shutil.copy(TESTDATA / "camera.png", folder)
        identity = lambda: [getattr((folder / "camera.png").stat(), f"st_{x}") for x in ("mtime_ns", "size", "ino")]
        before = identity()
        folder.chmod(0o555)
        self.addCleanup(folder.chmod, 0o755)
        self.edges(folder / "camera.png", self.path("out.tif"))
        self.assertEqual(identity(), before)


if __name__ == "__main__":
    unittest.main()
