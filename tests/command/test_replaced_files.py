# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What an output replaces and removes: no file of the input, no other picture's, and the permissions stay."""

import gzip
import os
import stat
import sys
import unittest
import zipfile

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import CommandTest, run, skip_loudly, start, terminate

gdal.UseExceptions()

NOBODY = 65534
TAB = """!table
!version 300

Definition Table
  File "out.tif"
  Type "RASTER"
  (100,200) (0,0) Label "Pt 1",
  (160,200) (30,0) Label "Pt 2",
  (160,160) (30,20) Label "Pt 3"
"""
AUX = "EHFA_HEADER_TAG\0\x14\0\0\0"
WORLD_FILE = "2\n0\n0\n-2\n100\n200\n"


class InputByAnotherName(CommandTest):
    """A picture is not replaced by its edges, whatever the name under which GDAL reads it."""

    def write_part(self):
        return pictures.write_tiff(self.path("part.tif"), np.zeros((30, 40), np.uint8))

    def assert_left_alone(self, source, target):
        with self.subTest(source=str(source), target=target):
            self.assert_refused(source, target, "input", target=target, options=("--overwrite",), cwd=self.folder)

    def test_a_part_of_a_mosaic_and_a_connection_string(self):
        part = self.write_part()
        gdal.Translate(str(self.path("mosaic.vrt")), str(part), format="VRT").FlushCache()
        gdal.Translate(str(self.path("outer.vrt")), str(self.path("mosaic.vrt")), format="VRT").FlushCache()
        pictures.write_copy(self.path("a.nc"), np.zeros((30, 40), np.uint8), "netCDF")
        for source in (self.path("mosaic.vrt"), self.path("outer.vrt"), f"GTIFF_DIR:1:{part}"):
            self.assert_left_alone(source, "part.tif")
        self.assert_left_alone(f"NETCDF:{self.path('a.nc')}:Band1", "a.nc")

    def test_the_file_behind_a_virtual_name(self):
        part = self.write_part()
        size = part.stat().st_size
        with gzip.open(self.path("zipped.tif"), "wb") as file:
            file.write(part.read_bytes())
        with zipfile.ZipFile(self.path("archive.tif"), "w") as file:
            file.write(part, "part.tif")
        for source, target in (
            (f"/vsisubfile/0_{size},{part}", "part.tif"),
            (f"GTIFF_DIR:1:/vsisubfile/0_{size},part.tif", "part.tif"),
            (f"/vsisubfile/0_{size},/vsigzip/zipped.tif", "zipped.tif"),
            (f"/vsizip/{self.path('archive.tif')}/part.tif", "archive.tif"),
        ):
            self.assert_left_alone(source, target)

    def test_a_picture_may_have_the_name_that_it_had_in_an_archive(self):
        part = self.write_part()
        with zipfile.ZipFile(self.path("archive.zip"), "w") as file:
            file.write(part, "part.tif")
        self.edges("/vsizip/archive.zip/part.tif", "part.tif", "--overwrite", cwd=self.folder)

    def test_a_file_that_would_go_with_the_output(self):
        """Each is a picture or a part of one that is read, and beside the output it would count as a part of that."""
        part = self.write_part()
        for name in ("pic.tif.msk", "pic.tif.aux.xml", "pic.wld"):
            os.link(part, self.path(name))
            for source in (part, self.path(name)):
                self.assert_left_alone(source, "pic.tif")
            self.path(name).unlink()
        self.path("pic.tif").symlink_to("there.tif")
        part.rename(self.path("there.tif.msk"))
        self.assert_refused(self.path("there.tif.msk"), "input", target="pic.tif", options=("--overwrite",))

    def test_a_world_file_of_the_input(self):
        pictures.write_copy(self.path("a.photo"), np.zeros((30, 40), np.uint8), "JPEG")
        self.path("a.wld").write_text(WORLD_FILE)
        self.assert_refused(self.path("a.photo"), "a.wld", "input", target="a.tif", options=("--overwrite",))


class Sidecars(CommandTest):
    """Files beside a picture that GDAL takes for parts of it: never a stranger's beside the new one."""

    SUFFIXES = (".aux.xml", ".ovr", ".msk")
    WORLD_FILES = {
        "out.tif": ("out.tfw", "out.tifw", "out.wld", "out.TFW", "OUT.tfw"),
        "out.tiff": ("out.tfw", "out.tiffw"),
        "out.png": ("out.pgw", "out.pngw", "out.wld"),
        "out.jpg": ("out.jgw", "out.jpgw", "out.wld"),
        "out.JPEG": ("out.jgw", "out.jpegw"),
        "out.bmp": ("out.bpw", "out.wld"),
        "out.pgm": ("out.wld",),
    }  # fmt: skip

    def setUp(self):
        super().setUp()
        self.source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(60, 70))

    def test_beside_a_new_picture_they_are_refused(self):
        strangers = [("out.png", "out.png" + suffix) for suffix in self.SUFFIXES]
        strangers += [(target, names[0]) for target, names in self.WORLD_FILES.items()]
        for target, name in strangers:
            with self.subTest(target=target, sidecar=name):
                self.path(name).write_text(WORLD_FILE)
                self.assert_refused(self.source, name, "--overwrite", target=target)
                self.path(name).unlink()

    def test_gdal_does_take_those_world_files_for_the_pictures(self):
        for target, names in self.WORLD_FILES.items():
            driver = {"tif": "GTiff", "iff": "GTiff", "png": "PNG", "bmp": "BMP", "pgm": "PNM"}.get(target[-3:], "JPEG")
            for name in names:
                with self.subTest(target=target, world_file=name):
                    pictures.write_copy(self.path(target), np.zeros((30, 40), np.uint8), driver)
                    self.path(name).write_text(WORLD_FILE)
                    place = gdal.Open(str(self.path(target))).GetGeoTransform()
                    self.assertEqual(place, (99, 2, 0, 201, 0, -2))
                    self.path(name).unlink()
                    self.path(target).unlink()

    OF_OTHER_MAKERS = {
        "out.tif": ("out.tab", "out.TAB", "out.RPB", "out_rpc.txt", "out_RPC.TXT", "out.IMD", "out.aux", "out.tif.aux"),
        "out.jpg": ("out.tab", "out.aux"),
        "out.png": ("out.aux",),
    }  # fmt: skip

    def test_those_of_other_makers_are_treated_as_gdals_own(self):
        for target, names in self.OF_OTHER_MAKERS.items():
            for name in names:
                with self.subTest(target=target, sidecar=name):
                    self.path(name).write_text(AUX if name.endswith("aux") else TAB)
                    self.assert_refused(self.source, name, "--overwrite", target=target)
                    self.edges(self.source, self.path(target), "--overwrite")
                    self.assertEqual(self.files(), ["in.pgm", target])
                    self.path(target).unlink()

    def test_a_vector_table_and_what_tex_left_stay(self):
        self.path("out.tab").write_text("!table\nDefinition Table\n  Type NATIVE\n")
        self.path("out.aux").write_text("\\relax\n")
        self.edges(self.source, self.path("out.tif"))
        self.edges(self.source, self.path("out.tif"), "--overwrite")
        self.assertEqual(self.files(), ["in.pgm", "out.aux", "out.tab", "out.tif"])

    def test_gdal_does_take_a_table_for_the_pictures(self):
        for target, driver in (("out.tif", "GTiff"), ("out.jpg", "JPEG")):
            pictures.write_copy(self.path(target), np.zeros((20, 30), np.uint8), driver)
            self.path("out.tab").write_text(TAB)
            np.testing.assert_allclose(gdal.Open(str(self.path(target))).GetGeoTransform(), (100, 2, 0, 200, 0, -2))

    def test_through_a_link_the_place_is_known_by_both_names(self):
        gdal.SetConfigOption("GDAL_PAM_ENABLED", "YES")
        self.addCleanup(gdal.SetConfigOption, "GDAL_PAM_ENABLED", "NO")
        place = (10, 2, 0, 20, 0, -2)
        source = pictures.write_tiff(self.path("in.tif"), np.zeros((30, 40), np.uint8), geotransform=place)
        self.path("real").mkdir()
        self.path("real/old.png").write_bytes(b"old")
        self.path("out.png").symlink_to("real/old.png")
        self.path("out.png.aux.xml").write_text("of the old one")
        for _ in range(2):
            self.edges(source, self.path("out.png"), "--overwrite")
            for name in ("out.png", "real/old.png"):
                self.assertEqual(gdal.Open(str(self.path(name))).GetGeoTransform(), place, name)

    def test_a_link_whose_metadata_can_not_be_linked_is_a_warning(self):
        source = pictures.write_tiff(self.path("in.tif"), np.zeros((30, 40), np.uint8), geotransform=(10, 2, 0, 20, 0, -2))
        self.path("old.png").write_bytes(b"old")
        target = self.path("a" * 248 + ".png")  # no room for the name of its metadata
        target.symlink_to("old.png")
        result = self.edges(source, target, "--overwrite")
        self.assertIn("File name too long", result.err)
        self.assertEqual(gdal.Open(str(target)).RasterXSize, 40)
        self.assertTrue(self.path("old.png.aux.xml").exists())

    def test_those_of_a_replaced_picture_go_with_it(self):
        for target in ("out.png", "out.tif", "out.pgm"):
            with self.subTest(target):
                self.path(target).write_bytes(b"old")
                for suffix in self.SUFFIXES:
                    self.path(target + suffix).write_bytes(b"of the old one")
                for name in self.WORLD_FILES[target]:
                    self.path(name).write_text(WORLD_FILE)
                others = ["out.txt", "out.prj", "out2.wld", "out.tif.txt"]
                for name in others:
                    self.path(name).write_bytes(b"of nobody here")
                result = run("edges", self.source, self.path(target), "--overwrite")
                self.assertEqual(result.status, 0, result.err)
                self.assertEqual(self.files(), sorted(["in.pgm", target, *others]))
                self.path(target).unlink()

    def test_through_a_link_they_go_on_both_sides(self):
        self.path("real").mkdir()
        self.path("real/old.tif").write_bytes(b"old")
        self.path("out.tif").symlink_to("real/old.tif")
        for name in ("out.tfw", "out.tif.aux.xml", "real/old.tfw", "real/old.tif.aux.xml"):
            self.path(name).write_text("of the old one")
        self.edges(self.source, self.path("out.tif"), "--overwrite")
        self.assertEqual(self.files(), ["in.pgm", "out.tif", "real"])
        self.assertEqual(os.listdir(self.path("real")), ["old.tif"])

    def test_one_that_another_picture_shares_is_not_lost(self):
        for other, shared, target in (
            ("a.png", "a.wld", "a.tif"), ("A.TIF", "A.TFW", "a.tif"), ("a.tif", "a.tfw", "a.tiff"),
        ):  # fmt: skip
            for name in (other, shared):
                self.path(name).write_bytes(b"precious")
            with self.subTest(other):
                self.assert_refused(self.source, shared, other, target=target, options=("--overwrite",))
            for name in (other, shared):
                self.path(name).unlink()


class Permissions(CommandTest):
    """Who may read a picture is not changed by replacing it."""

    def setUp(self):
        super().setUp()
        self.source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(60, 70))

    def test_the_mode_is_kept(self):
        for suffix, mode in ((".pgm", 0o400), (".png", 0o664), (".tif", 0o600), (".tif", 0o640)):
            with self.subTest(suffix=suffix, mode=oct(mode)):
                target = self.path("out" + suffix)
                target.write_bytes(b"old")
                target.chmod(mode)
                self.edges(self.source, target, "--overwrite", umask=0o022)
                self.assertEqual(oct(stat.S_IMODE(target.stat().st_mode)), oct(mode))
                target.unlink()

    def test_nobody_reads_it_before_it_is_complete(self):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000)
        for suffix in (".tif", ".png"):
            target = self.path("old" + suffix)
            target.write_bytes(b"old")
            target.chmod(0o600)
            process = start("edges", source, target, "--overwrite", "--progress", "json")
            self.addCleanup(terminate, process)
            self.assertIn(b"progress", process.stderr.readline())
            begun = [entry for entry in self.folder.iterdir() if entry.name.startswith(".old" + suffix)]
            self.assertEqual([oct(stat.S_IMODE(entry.stat().st_mode)) for entry in begun], [oct(0o600)])
            terminate(process)

    def test_owner_and_group_are_kept_where_that_is_permitted(self):
        if os.geteuid() != 0:
            skip_loudly(self, "giving files away needs root")
        target = self.path("out.tif")
        target.write_bytes(b"old")
        os.chown(target, NOBODY, NOBODY)
        target.chmod(0o640)
        self.edges(self.source, target, "--overwrite")
        self.assertEqual((target.stat().st_uid, target.stat().st_gid), (NOBODY, NOBODY))
        self.assertEqual(oct(stat.S_IMODE(target.stat().st_mode)), oct(0o640))


if __name__ == "__main__":
    unittest.main()
