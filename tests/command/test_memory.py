# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Peak resident memory stays under --memory whatever the picture's size and shape."""

import json
import os
import re
import struct
import sys
import unittest

import h5py
import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_sanitized, run_measured, skip_loudly

MIB = 1 << 20
# The kernel keeps a thread's last 64 page faults out of the count and adds them in a lump, and the C library's start-up
# differs by a few pages a run; 8 MiB is well above both and far below a band, so that a band too many still shows.
MARGIN = 8 * MIB


class MemoryTest(CommandTest):
    def setUp(self):
        super().setUp()
        if is_sanitized():
            skip_loudly(self, "a sanitizer's own memory drowns the figure")

    def assert_within(self, source, target, limit_mib, *options):
        result = run_measured("edges", source, self.path(target), "--memory", f"{limit_mib}M", *options, timeout=300)
        self.assertEqual(result.status, 0, result.err)
        self.assert_quiet_streams(result)
        self.assertLess(result.peak_bytes, limit_mib * MIB + MARGIN, f"{result.peak_bytes / MIB:.0f} MiB at peak")
        self.assertGreater(result.peak_bytes, 10 * MIB, "a figure that can't be that of the command")
        return result


class Bounded(MemoryTest):
    def test_20000_x_20000_tiled(self):
        patch = pictures.blocks(700, 900)
        source = pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000, patches=[(9_900, 15_000, patch)])
        expected = oracle.edges(np.pad(patch, 20))
        for target in ("out.tif", "out.pgm"):
            self.assert_within(source, target, 256)
            window = gdal.Open(str(self.path(target))).ReadAsArray(14_980, 9_880, 940, 740)
            self.assert_same_picture(window, expected, target)
            self.path(target).unlink()

    def test_a_png_as_output(self):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 12_000, 20_000)
        self.assert_within(source, "out.png", 256)

    def test_wide_types_masks_and_colour(self):
        rows, cols = 6_000, 12_000
        wide = ("f32", gdal.GDT_Float32, ()), ("u16", gdal.GDT_UInt16, ()), ("f64", gdal.GDT_Float64, ())
        for name, kind, options in wide:
            source = pictures.write_sparse_tiff(self.path(name + ".tif"), rows, cols, *options, data_type=kind)
            with self.subTest(name):
                self.assert_within(source, name + "-out.tif", 256)
        options = ["TILED=YES", "COMPRESS=DEFLATE", "SPARSE_OK=TRUE"]
        create = gdal.GetDriverByName("GTiff").Create
        create(str(self.path("rgba.tif")), cols, rows, 4, gdal.GDT_Byte, options).FlushCache()
        self.assert_within(self.path("rgba.tif"), "rgba-out.tif", 256)

    def test_large_blocks(self):
        options = ("BLOCKXSIZE=4096", "BLOCKYSIZE=2048")
        source = pictures.write_sparse_tiff(self.path("in.tif"), 12_000, 12_000, *options)
        self.assert_within(source, "out.tif", 512)

    def test_threads_do_not_add_up_beyond_it(self):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 8_000, 20_000)
        for threads in ("1", "16"):
            self.assert_within(source, f"out{threads}.tif", 256, "--threads", threads)

    def test_the_summary_tells_the_truth(self):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 8_000, 8_000)
        result = self.assert_within(source, "out.tif", 512, "--progress", "json")
        told = json.loads(result.err.splitlines()[-1])["peak_memory_bytes"]
        self.assertLess(abs(told - result.peak_bytes), 16 * MIB, (told / MIB, result.peak_bytes / MIB))

    def test_a_small_picture_takes_little(self):
        source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(100, 100))
        result = self.assert_within(source, "out.pgm", 512)
        self.assertLess(result.peak_bytes, 200 * MIB)


class Shapes(MemoryTest):
    def test_a_million_columns_and_a_million_rows(self):
        for shape in ((1, 1_000_000), (1_000_000, 1), (3, 333_333)):
            image = pictures.blocks(*shape)
            expected = oracle.edges(image)
            for name, write in (("in.pgm", pictures.write_netpbm), ("in.tif", pictures.write_tiff)):
                source = write(self.path(name), image)
                for target in ("out.pgm", "out.tif"):
                    with self.subTest(shape=shape, source=name, target=target):
                        self.assert_within(source, target, 512, "--overwrite")
                        self.assert_same_picture(pictures.read(self.path(target)), expected)


class Small(MemoryTest):
    def test_64_mib_do(self):
        image = pictures.blocks(300, 400)
        crs = osr.SpatialReference()
        crs.ImportFromEPSG(32632)
        place = {"wkt": crs.ExportToWkt(), "geotransform": (5e5, 30.0, 0.0, 5e6, 0.0, -30.0)}
        sources = [pictures.write_tiff(self.path("a.tif"), image, **place), pictures.write_tiff(self.path("b.tif"), image),
                   pictures.write_copy(self.path("c.png"), image, "PNG"), pictures.write_copy(self.path("d.jpg"), image, "JPEG")]
        for source in sources:
            for target in ("out.tif", "out.png", "out.pgm"):
                with self.subTest(source=source.name, target=target):
                    result = self.assert_within(source, target, 64, "--overwrite")
                    self.assertLess(result.peak_bytes, 64 * MIB)


def whole_blocks(path):
    """Pictures, each in one strip, tile or chunk, by codecs that decode it whole: (name, how to make it)."""
    random = np.random.default_rng(7)
    noise = random.integers(0, 256, (5_000, 5_000), np.uint8)
    noise_u16 = random.integers(0, 65_536, (3_000, 3_000), np.uint16)
    smooth = np.tile(np.arange(250, dtype=np.uint8), (5_000, 20))

    def copy(name, image, driver, *options):
        side = str(image.shape[0])
        return lambda: pictures.write_copy(path(name), image, driver, *(option.replace("ALL", side) for option in options))

    def mosaic(source):
        gdal.Translate(str(path("in.vrt")), str(source), format="VRT").FlushCache()
        gdal.Translate(str(path("nested.vrt")), str(path("in.vrt")), format="VRT").FlushCache()
        return path("nested.vrt")

    def chunk(name, image, **filters):
        with h5py.File(path(name), "w") as file:
            file.create_dataset("image", data=image, chunks=image.shape, compression="gzip", compression_opts=1, **filters)
        return path(name)

    def field(name, image):
        memory = gdal.GetDriverByName("MEM").Create("", image.shape[1], image.shape[0], 1, gdal.GDT_Float32)
        memory.GetRasterBand(1).WriteArray(image)
        memory.SetGeoTransform((10, 0.001, 0, 50, 0, -0.001))
        memory.SetProjection("GEOGCS[\"a sphere\",DATUM[\"a sphere\",SPHEROID[\"a sphere\",6371229,0]],"
                             "PRIMEM[\"Greenwich\",0],UNIT[\"degree\",0.0174532925199433]]")
        gdal.GetDriverByName("GRIB").CreateCopy(str(path(name)), memory).FlushCache()
        return path(name)

    strip, tile = "BLOCKYSIZE=ALL", ("TILED=YES", "BLOCKXSIZE=5008", "BLOCKYSIZE=5008")
    one_tile = ("BLOCKXSIZE=ALL", "BLOCKYSIZE=ALL", "REVERSIBLE=YES", "QUALITY=100")
    deflate = copy("in.tif", noise, "GTiff", "COMPRESS=DEFLATE", "ZLEVEL=1", strip)
    zstd = copy("in.tif", noise, "GTiff", "COMPRESS=ZSTD", "ZSTD_LEVEL=1", strip)
    return (
        ("a mosaic's DEFLATE strip", lambda: mosaic(deflate())),
        ("a mosaic's ZSTD strip", lambda: mosaic(zstd())),
        ("LERC strip", copy("in.tif", noise, "GTiff", "COMPRESS=LERC", strip)),
        ("LERC in DEFLATE, strip, u16", copy("in.tif", noise_u16, "GTiff", "COMPRESS=LERC_DEFLATE", strip)),
        ("LERC in ZSTD, tile", copy("in.tif", smooth, "GTiff", "COMPRESS=LERC_ZSTD", *tile)),
        ("MRF", copy("in.mrf", smooth, "MRF", "COMPRESS=DEFLATE", "BLOCKSIZE=ALL")),
        ("JPEG 2000", copy("in.jp2", smooth, "JP2OpenJPEG", *one_tile)),
        ("JPEG 2000, small code blocks",
         copy("in.jp2", smooth[:2_000, :2_000], "JP2OpenJPEG", *one_tile, "CODEBLOCK_WIDTH=4", "CODEBLOCK_HEIGHT=4")),
        ("GRIB", lambda: field("in.grb2", smooth)),
        ("HDF5", lambda: chunk("in.h5", noise)),
        ("HDF5, shuffled u16", lambda: chunk("in.h5", noise_u16, shuffle=True)),
        ("netCDF-4", lambda: chunk("in.nc", smooth)),
    )


class TooLittle(MemoryTest):
    def test_strips_larger_than_memory_are_an_error_that_names_what_would_do(self):
        # Two strips of 200 MB each, which can only be decoded whole.
        source = pictures.write_tall_strips_tiff(self.path("in.tif"), 20_000, 20_000, 10_000)
        self.assert_named_memory_does(source, 200)

    def test_a_single_strip_is_an_error_or_is_read_within_memory(self):
        source = pictures.write_tall_strips_tiff(self.path("in.tif"), 20_000, 20_000, 20_000)
        result = run_measured("edges", source, self.path("out.pgm"), "--memory", "256M")
        self.assertLess(result.peak_bytes, 256 * MIB + MARGIN)
        if result.status == 0:
            self.assertFalse(np.memmap(self.path("out.pgm"), np.uint8, "r")[-(20_000**2) :].any())
        else:
            self.assert_error(result, "memory")

    def test_a_progressive_jpeg_is_held_whole(self):
        source = pictures.write_copy(self.path("in.jpg"), np.zeros((8_000, 10_000), np.uint8), "JPEG", "PROGRESSIVE=ON")
        self.assert_named_memory_does(source, 180)

    def test_an_interlaced_png_is_held_whole(self):
        source = pictures.write_interlaced_png(self.path("in.png"), np.zeros((12_000, 12_000), np.uint8))
        self.assert_named_memory_does(source, 180)

    def test_codecs_that_decode_a_block_whole(self):
        for name, make in whole_blocks(self.path):
            with self.subTest(name):
                self.assert_named_memory_does(make(), 66)
                for file in self.files():
                    self.path(file).unlink()

    def test_what_a_damaged_jpeg2000_would_have_a_decoder_hold(self):
        source = pictures.write_copy(self.path("in.jp2"), np.zeros((3_000, 3_000), np.uint8), "JP2OpenJPEG",
                                     "BLOCKXSIZE=3000", "BLOCKYSIZE=3000", "PRECINCTS={256,256},{256,256}")
        gdal.Translate(str(self.path("in.vrt")), str(source), format="VRT").FlushCache()
        self.assert_within(source, "whole.tif", 200)
        whole = self.path("in.jp2").read_bytes()
        size, coding = whole.index(b"\xff\x51"), whole.index(b"\xff\x52")
        many_tiles, small_precincts = bytearray(whole), bytearray(whole)
        many_tiles[size + 22 : size + 30] = struct.pack(">II", 16, 16)  # of 16 x 16 pixels
        small_precincts[coding + 19] = 0x33  # of 8 x 8, in the finest of six resolutions
        for name, damaged, said in ("tiles", many_tiles, "35344 tiles"), ("precincts", small_precincts, "memory"):
            for picture in ("in.jp2", "in.vrt"):
                with self.subTest(name, picture=picture):
                    source.write_bytes(damaged)
                    result = run_measured("edges", self.path(picture), self.path("out.tif"), "--memory", "200M")
                    self.assert_error(result, said)
                    self.assertLess(result.peak_bytes, 100 * MIB, "it was not to be decoded")

    def test_claims_beyond_all_memory_are_refused(self):
        most = 2**31 - 1
        self.path("in.vrt").write_text(f'<VRTDataset rasterXSize="{most}" rasterYSize="{most}">'
                                       '<VRTRasterBand dataType="Float64" band="1"/></VRTDataset>')
        result = run_measured("edges", self.path("in.vrt"), self.path("out.tif"), timeout=20)
        self.assert_error(result, "memory")
        self.assertLess(result.peak_bytes, 200 * MIB)
        header = b"P5 922337203685477581 922337203685477581 65535 " + bytes(1000)
        result = run_measured("edges", "-", self.path("out.pgm"), input=header, timeout=20)
        self.assert_error(result)
        self.assertLess(result.peak_bytes, 200 * MIB)
        self.assertEqual(self.files(), ["in.vrt"])

    def assert_named_memory_does(self, source, too_little_mib):
        before = self.files()
        result = run_measured("edges", source, self.path("out.tif"), "--memory", f"{too_little_mib}M")
        self.assert_error(result, "memory")
        if source.suffix != ".grb2":  # GDAL reads the message when it opens the file, before there is a plan
            self.assertLess(result.peak_bytes, too_little_mib * MIB + MARGIN)
        self.assertEqual(self.files(), before)
        named = int(re.search(r"(\d+) ?(?:M|MiB)\b of memory", result.err).group(1))
        self.assertGreater(named, too_little_mib)
        result = self.assert_within(source, "out.tif", named)
        self.assertLess(result.peak_bytes, named * MIB, "what was named must hold without a margin")

    def test_a_colossal_claim_is_refused_before_any_allocation(self):
        self.path("in.pgm").write_bytes(b"P5\n1000000000 1000000000\n255\n" + bytes(1000))
        result = run_measured("edges", self.path("in.pgm"), self.path("out.tif"), timeout=20)
        self.assert_error(result, "in.pgm")
        self.assertLess(result.peak_bytes, 200 * MIB)


class Codecs(CommandTest):
    """Codecs that hold a whole picture: planned for, or refused with the memory that would do."""

    def test_a_jpeg_is_finished_within_its_plan_or_not_begun(self):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 9000, 9000)
        self.assert_refused(source, "memory", target="out.jpg", options=("--memory", "200M"))
        result = run_measured("edges", source, self.path("out.jpg"), "--memory", "300M")
        self.assertEqual(result.status, 0, result.err)
        self.assertLess(result.peak_bytes, 300 << 20)


if __name__ == "__main__":
    unittest.main()
