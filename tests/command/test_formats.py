# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Each format in and out: the same pixels give the same edges whatever the file they come from or go to."""

import os
import sys
import unittest

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import TESTDATA, CommandTest, is_clear_picture

ROWS, COLS = 75, 93


class GrayInputs(CommandTest):
    def test_u8(self):
        image = pictures.blocks(ROWS, COLS)
        files = [
            pictures.write_netpbm(self.path("a.pgm"), image),
            pictures.write_netpbm(self.path("comment.pgm"), image, comment=b"# made by hand\n#\n"),
            pictures.write_copy(self.path("a.png"), image, "PNG"),
            pictures.write_interlaced_png(self.path("interlaced.png"), image),
            pictures.write_copy(self.path("a.bmp"), image, "BMP"),
            *self.tiffs(image),
        ]
        self.assert_all_equal_the_oracle(files, image)

    def test_u16(self):
        image = pictures.blocks(ROWS, COLS, np.uint16)
        files = [
            pictures.write_netpbm(self.path("a.pgm"), image),
            pictures.write_copy(self.path("a.png"), image, "PNG"),
            *self.tiffs(image),
        ]
        self.assert_all_equal_the_oracle(files, image)

    def test_f32(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        files = [
            pictures.write_pfm(self.path("little.pfm"), image),
            pictures.write_pfm(self.path("big.pfm"), image, big_endian=True),
            *self.tiffs(image),
        ]
        self.assert_all_equal_the_oracle(files, image)

    def tiffs(self, image):
        layouts = {
            "striped": (),
            "one-row-strips": ("BLOCKYSIZE=1",),
            "one-strip": (f"BLOCKYSIZE={ROWS}", "COMPRESS=DEFLATE"),
            "tiled": ("TILED=YES", "BLOCKXSIZE=16", "BLOCKYSIZE=32"),
            "deflate": ("COMPRESS=DEFLATE", "TILED=YES", "PREDICTOR=2"),
            "lzw": ("COMPRESS=LZW",),
            "zstd": ("COMPRESS=ZSTD",),
            "packbits": ("COMPRESS=PACKBITS",),
            "bigtiff": ("BIGTIFF=YES",),
            "big-endian": ("ENDIANNESS=BIG",),
            "big-endian-tiled": ("ENDIANNESS=BIG", "TILED=YES", "COMPRESS=DEFLATE"),
        }
        for name, options in layouts.items():
            yield pictures.write_tiff(self.path(name + ".tif"), image, *options)

    def assert_all_equal_the_oracle(self, files, image):
        expected = oracle.edges(image)
        self.assertTrue(is_clear_picture(expected))
        for path in files:
            with self.subTest(path.name):
                self.assert_edges(path, expected)

    def test_the_name_of_the_input_does_not_matter(self):
        image = pictures.blocks(ROWS, COLS)
        pictures.write_copy(self.path("a.png"), image, "PNG").rename(self.path("png-without-extension"))
        pictures.write_netpbm(self.path("really-a-pgm.tif"), image)
        pictures.write_netpbm(self.path("with blanks, ümlaut and 'quotes'.pgm"), image)
        pictures.write_netpbm(self.path("{0} %s {}.pgm"), image)
        pictures.write_copy(self.path("a:b?c=d.png"), image, "PNG")
        for name in self.files():
            self.assert_edges(self.path(name), oracle.edges(image))

    def test_jpeg_equals_the_oracle_on_what_gdal_decodes(self):
        path = pictures.write_copy(self.path("gray.jpg"), pictures.blocks(ROWS, COLS), "JPEG", "QUALITY=80")
        decoded = gdal.Open(str(path)).ReadAsArray()
        self.assert_edges(path, oracle.edges(decoded))
        progressive = pictures.write_copy(self.path("p.jpg"), pictures.blocks(ROWS, COLS), "JPEG", "PROGRESSIVE=ON")
        self.assert_edges(progressive, oracle.edges(gdal.Open(str(progressive)).ReadAsArray()))


class ColourInputs(CommandTest):
    def setUp(self):
        super().setUp()
        self.rgb = np.dstack([pictures.blocks(ROWS, COLS, seed=seed) for seed in (1, 2, 3)])
        self.expected = oracle.edges(oracle.luma(self.rgb))
        self.assertTrue(is_clear_picture(self.expected))

    def test_rgb_becomes_luma(self):
        files = [
            pictures.write_netpbm(self.path("a.ppm"), self.rgb),
            pictures.write_copy(self.path("a.png"), self.rgb, "PNG"),
            pictures.write_tiff(self.path("pixel.tif"), self.rgb, "PHOTOMETRIC=RGB", "INTERLEAVE=PIXEL"),
            pictures.write_tiff(self.path("band.tif"), self.rgb, "PHOTOMETRIC=RGB", "INTERLEAVE=BAND"),
            pictures.write_tiff(self.path("tiled.tif"), self.rgb, "PHOTOMETRIC=RGB", "TILED=YES", "COMPRESS=DEFLATE"),
        ]
        for path in files:
            with self.subTest(path.name):
                self.assert_edges(path, self.expected)

    def test_luma_of_16_bits(self):
        rgb = np.dstack([pictures.blocks(ROWS, COLS, np.uint16, seed=seed) for seed in (1, 2, 3)])
        expected = oracle.edges(oracle.luma(rgb))
        for path in (
            pictures.write_netpbm(self.path("a.ppm"), rgb),
            pictures.write_copy(self.path("a.png"), rgb, "PNG"),
            pictures.write_tiff(self.path("a.tif"), rgb, "PHOTOMETRIC=RGB"),
        ):
            with self.subTest(path.name):
                self.assert_edges(path, expected)

    def test_luma_of_white_is_white(self):
        white = np.full((9, 9, 3), 255, np.uint8)
        white[:, 4:] = 0
        gray = pictures.write_netpbm(self.path("gray.pgm"), white[..., 0].copy())
        for threshold in ("2.4", "2.5"):
            expected = self.edges_array(gray, "--threshold", threshold)
            self.assert_edges(pictures.write_netpbm(self.path("a.ppm"), white), expected, "--threshold", threshold)

    def test_opaque_alpha_changes_nothing(self):
        opaque = np.full((ROWS, COLS), 255, np.uint8)
        for path in (
            pictures.write_copy(self.path("a.png"), self.rgb, "PNG", alpha=opaque),
            pictures.write_tiff(self.path("a.tif"), self.rgb, "PHOTOMETRIC=RGB", alpha=opaque),
        ):
            with self.subTest(path.name):
                self.assert_edges(path, self.expected)

    def test_gray_with_alpha(self):
        image = pictures.blocks(ROWS, COLS)
        path = pictures.write_copy(self.path("a.png"), image, "PNG", alpha=np.full((ROWS, COLS), 1, np.uint8))
        self.assert_edges(path, oracle.edges(image))

    def test_palettes_are_expanded_before_luma(self):
        indices = np.random.default_rng(3).integers(0, 16, (ROWS // 5, COLS // 5), np.uint8)
        indices = np.kron(indices, np.ones((5, 5), np.uint8))
        palette = np.random.default_rng(4).integers(0, 256, (256, 4))
        palette[:, 3] = 255
        expected = oracle.edges(oracle.luma(palette[indices][..., :3].astype(np.uint8)))
        self.assertTrue(is_clear_picture(expected))
        png = pictures.write_copy(self.path("a.png"), indices, "PNG", palette=palette)
        tiff = pictures.write_copy(self.path("a.tif"), indices, "GTiff", palette=palette)
        for path in (png, tiff):
            with self.subTest(path.name):
                self.assert_edges(path, expected)

    def test_jpeg_equals_the_oracle_on_what_gdal_decodes(self):
        for path in (
            pictures.write_copy(self.path("a.jpg"), self.rgb, "JPEG", "QUALITY=90"),
            pictures.write_tiff(self.path("a.tif"), self.rgb, "COMPRESS=JPEG", "PHOTOMETRIC=YCBCR", "TILED=YES"),
        ):
            decoded = gdal.Open(str(path)).ReadAsArray().transpose(1, 2, 0)
            self.assert_edges(path, oracle.edges(oracle.luma(decoded)))

    def test_a_band_of_a_colour_picture_can_be_chosen(self):
        for path in (
            pictures.write_netpbm(self.path("a.ppm"), self.rgb),
            pictures.write_copy(self.path("a.png"), self.rgb, "PNG"),
        ):
            for band in (1, 2, 3):
                self.assert_edges(path, oracle.edges(self.rgb[..., band - 1].copy()), "--band", str(band))


class ManyBands(CommandTest):
    def test_band_chooses(self):
        image = np.dstack([pictures.blocks(ROWS, COLS, np.uint16, seed=seed) for seed in range(5)])
        for interleave in ("PIXEL", "BAND"):
            options = (f"INTERLEAVE={interleave}", "PHOTOMETRIC=MINISBLACK")
            path = pictures.write_tiff(self.path(interleave + ".tif"), image, *options)
            for band in (1, 4, 5):
                self.assert_edges(path, oracle.edges(image[..., band - 1].copy()), "--band", str(band))


class Outputs(CommandTest):
    def test_lossless_formats_hold_the_same_pixels(self):
        image = pictures.blocks(ROWS, COLS)
        path = pictures.write_netpbm(self.path("a.pgm"), image)
        for suffix in (".pgm", ".pnm", ".png", ".tif", ".tiff", ".bmp", ".PNG", ".TIF", ".PGM"):
            with self.subTest(suffix):
                target = self.path("out" + suffix)
                self.edges(path, target)
                target = target.rename(self.path("out" + suffix.lower()))
                self.assert_same_picture(pictures.read(target), oracle.edges(image), suffix)
                target.unlink()
        self.assertEqual(self.files(), ["a.pgm"])

    def test_jpeg_holds_the_same_pixels_after_rounding(self):
        image = pictures.blocks(ROWS, COLS, np.float32, block=9)
        image[20:30, 50:60] = np.nan
        path = pictures.write_pfm(self.path("a.pfm"), image)
        for suffix in (".jpg", ".jpeg"):
            actual = self.edges_array(path, suffix=suffix).astype(int)
            nearest = np.select([actual < 64, actual < 191], [0, 127], 255)
            self.assert_same_picture(nearest, oracle.edges(image).astype(int), suffix)

    def test_the_output_is_one_band_of_bytes_in_the_format_of_its_name(self):
        path = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(ROWS, COLS, np.uint16))
        for suffix, driver in ((".png", "PNG"), (".tif", "GTiff"), (".jpg", "JPEG"), (".pgm", "PNM"), (".bmp", "BMP")):
            target = self.path("out" + suffix)
            self.edges(path, target)
            dataset = gdal.Open(str(target))
            self.assertEqual(dataset.GetDriver().ShortName, driver)
            self.assertEqual((dataset.RasterYSize, dataset.RasterXSize, dataset.RasterCount), (ROWS, COLS, 1))
            self.assertEqual(dataset.GetRasterBand(1).DataType, gdal.GDT_Byte)

    def test_sizes_that_divide_nothing(self):
        for shape in ((1, 1), (1, 700), (700, 1), (255, 257), (256, 256), (513, 16), (17, 1025)):
            image = pictures.blocks(*shape)
            path = pictures.write_copy(self.path("a.png"), image, "PNG")
            for suffix in (".tif", ".png", ".pgm"):
                with self.subTest(shape=shape, suffix=suffix):
                    self.assert_edges(path, oracle.edges(image), suffix=suffix)


    def test_a_tiff_is_compressed_as_asked_for(self):
        source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(300, 400))
        expected = self.edges_array(source)
        for name, stored in (("auto", "LZW"), ("none", None)):
            self.edges(source, self.path(f"{name}.tif"), "--compress", name)
            dataset = gdal.Open(str(self.path(f"{name}.tif")))
            self.assertEqual(dataset.GetMetadataItem("COMPRESSION", "IMAGE_STRUCTURE"), stored)
            self.assert_same_picture(dataset.ReadAsArray(), expected, name)
        size = os.path.getsize(self.path("none.tif"))
        self.assertTrue(300 * 400 <= size < 300 * 400 + 2000, size)

    def test_only_tiffs_are_told_how_to_be_compressed(self):
        source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(30, 40))
        for name in ("out.png", "out.pgm", "out.jpg"):
            self.assert_refused(source, name, "for GeoTIFF only", target=name, options=("--compress", "none"))
        self.assert_refused(source, "--compress", "zip", target="out.tif", options=("--compress", "zip"), status=2)

    def test_a_picture_too_wide_for_the_format_is_refused_clearly(self):
        path = pictures.write_netpbm(self.path("a.pgm"), np.zeros((1, 70_000), np.uint8))
        self.assert_refused(path, "out.jpg", "70000", target="out.jpg")


class RealPictures(CommandTest):
    def decoded(self, name):
        return gdal.Open(str(TESTDATA / name)).ReadAsArray()

    def test_gray_photograph(self):
        self.assert_edges(TESTDATA / "camera.png", oracle.edges(self.decoded("camera.png")))

    def test_colour_microscopy(self):
        rgb = self.decoded("ihc.png").transpose(1, 2, 0)
        self.assert_edges(TESTDATA / "ihc.png", oracle.edges(oracle.luma(rgb)))

    def test_the_whole_earth(self):
        name = "blue_marble_2700x1350.jpg"
        expected = oracle.edges(oracle.luma(self.decoded(name).transpose(1, 2, 0)), 0.1, "wrap")
        self.assertTrue(is_clear_picture(expected))
        self.assert_edges(TESTDATA / name, expected, "--threshold", "0.1", "--border", "wrap", suffix=".tif")

    def test_elevation(self):
        name = "dem_float32.tif"
        dataset = gdal.Open(str(TESTDATA / name))
        valid = dataset.GetRasterBand(1).GetMaskBand().ReadAsArray() != 0
        expected = oracle.edges(dataset.ReadAsArray().astype(np.float32), 60, valid=valid)
        self.assertTrue(is_clear_picture(expected))
        self.assert_edges(TESTDATA / name, expected, "--threshold", "60")

    def test_both_byte_orders_of_one_picture(self):
        names = ("chessboard_GRAY_U16.tif", "chessboard_GRAY_U16B.tif")
        little, big = (self.decoded(name) for name in names)
        np.testing.assert_array_equal(little, big)
        for name in names:
            self.assert_edges(TESTDATA / name, oracle.edges(little))


if __name__ == "__main__":
    unittest.main()
