# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Inputs that are cut short or corrupt, and companions that are: one clear line, exit 1, nothing left behind."""

import itertools
import os
import struct
import sys
import unittest

import numpy as np
from osgeo import gdal

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import TESTDATA, CommandTest, run

ROWS, COLS = 300, 400


class Truncated(CommandTest):
    """Every kind of file, cut at several places."""

    def assert_truncation_is_noticed(self, path, shares=(0.02, 0.3, 0.7, 0.97), last_bytes=()):
        whole = path.read_bytes()
        self.edges(path, self.path("whole.pgm"))
        lengths = [int(len(whole) * share) for share in shares] + [len(whole) - n for n in last_bytes]
        for length, target in zip(lengths, itertools.cycle(("out.pgm", "out.tif", "out.png"))):
            with self.subTest(file=path.name, length=length, of=len(whole)):
                path.write_bytes(whole[:length])
                self.assert_refused(path, path.name, target=target)
        path.unlink()

    def test_netpbm(self):
        image = pictures.blocks(ROWS, COLS)
        rgb = np.dstack([image] * 3)
        self.assert_truncation_is_noticed(pictures.write_netpbm(self.path("a.pgm"), image), last_bytes=(1,))
        self.path("whole.pgm").unlink()
        self.assert_truncation_is_noticed(
            pictures.write_netpbm(self.path("b.pgm"), pictures.blocks(ROWS, COLS, np.uint16)), last_bytes=(1,)
        )
        self.path("whole.pgm").unlink()
        self.assert_truncation_is_noticed(pictures.write_netpbm(self.path("a.ppm"), rgb), last_bytes=(1,))

    def test_pfm(self):
        image = pictures.blocks(ROWS, COLS, np.float32)
        self.assert_truncation_is_noticed(pictures.write_pfm(self.path("a.pfm"), image), last_bytes=(1, 4))

    def test_png(self):
        image = pictures.blocks(ROWS, COLS)
        self.assert_truncation_is_noticed(pictures.write_copy(self.path("a.png"), image, "PNG"))

    def test_jpeg(self):
        image = pictures.blocks(ROWS, COLS)
        self.assert_truncation_is_noticed(pictures.write_copy(self.path("a.jpg"), image, "JPEG"))
        self.path("whole.pgm").unlink()
        progressive = pictures.write_copy(self.path("progressive.jpg"), image, "JPEG", "PROGRESSIVE=ON")
        self.assert_truncation_is_noticed(progressive)

    def test_the_real_truncated_jpeg(self):
        self.assert_refused(TESTDATA / "truncated.jpg", "truncated.jpg")

    def test_tiff(self):
        layouts = {
            "striped": (),
            "tiled": ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64"),
            "deflate": ("COMPRESS=DEFLATE",),
            "tiled-deflate": ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64", "COMPRESS=DEFLATE"),
            "lzw": ("COMPRESS=LZW",),
            "jpeg": ("COMPRESS=JPEG", "TILED=YES"),
        }
        for name, options in layouts.items():
            path = pictures.write_tiff(self.path(name + ".tif"), pictures.blocks(ROWS, COLS), *options)
            self.assert_truncation_is_noticed(path)
            self.path("whole.pgm").unlink()


    def test_netcdf(self):
        # The library behind GDAL makes up what lies behind the end of a classic file.
        image = pictures.blocks(ROWS, COLS, np.float32)
        for form in ("NC", "NC2", "NC4"):
            path = pictures.write_copy(self.path(form + ".nc"), image, "netCDF", "FORMAT=" + form)
            self.assert_truncation_is_noticed(path, last_bytes=(1, 800))
            self.path("whole.pgm").unlink()

    def test_pcraster(self):
        for dtype in (np.uint8, np.float32):
            path = self.path("a.map")
            pictures.write_copy(path, pictures.blocks(ROWS, COLS, dtype), "PCRaster")
            path.write_bytes(path.read_bytes()[: 256 + ROWS * COLS * np.dtype(dtype).itemsize])  # no attributes follow
            self.assert_truncation_is_noticed(path, last_bytes=(1,))
            self.path("whole.pgm").unlink()

    def test_netcdf_with_records(self):
        # By hand: one variable of bytes in three records, which then are not padded.
        rows, cols, records = 21, 33, 3
        name = lambda text: struct.pack(">I", len(text)) + text + bytes(-len(text) % 4)
        dims = struct.pack(">II", 10, 3) + b"".join(
            name(text) + struct.pack(">I", length) for text, length in ((b"t", 0), (b"y", rows), (b"x", cols))
        )
        variable = struct.pack(">II", 11, 1) + name(b"v") + struct.pack(">IIIIII", 3, 0, 1, 2, 0, 0)
        variable += struct.pack(">II", 1, -(-rows * cols // 4) * 4)
        header = b"CDF\1" + struct.pack(">I", records) + dims + bytes(8) + variable
        header += struct.pack(">I", len(header) + 4)
        pixels = np.tile(pictures.blocks(rows, cols, white=127), (records, 1, 1)).tobytes()
        path = self.path("a.nc")
        for cut in (0, 1, rows * cols, len(pixels)):
            path.write_bytes(header + pixels[: len(pixels) - cut])
            if cut:
                self.assert_refused(path, "a.nc", "truncated", options=("--band", "1"))
            else:
                self.edges(path, self.path("whole.pgm"), "--band", "3")


class Corrupt(CommandTest):
    def assert_noticed(self, path, at, garbage):
        content = bytearray(path.read_bytes())
        content[at : at + len(garbage)] = garbage
        path.write_bytes(content)
        for target in ("out.pgm", "out.tif"):
            self.assert_refused(path, path.name, target=target)
        path.unlink()

    def test_compressed_pixels(self):
        # Streams that can't be decoded. libtiff reads no checksum, so flipped bits that still decode go unnoticed.
        image = pictures.blocks(ROWS, COLS)
        for name, options in {
            "deflate": ("COMPRESS=DEFLATE",),
            "lzw": ("COMPRESS=LZW",),
            "zstd": ("COMPRESS=ZSTD",),
            "tiled-deflate": ("COMPRESS=DEFLATE", "TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64"),
        }.items():
            path = pictures.write_tiff(self.path(name + ".tif"), image, *options)
            with self.subTest(path.name):
                self.assert_noticed(path, self.block_offset(path, 1), b"\xff" * 40)

    def block_offset(self, path, block_row):
        dataset = gdal.Open(str(path))
        return int(dataset.GetRasterBand(1).GetMetadataItem(f"BLOCK_OFFSET_0_{block_row}", "TIFF"))

    def test_compressed_pixels_of_a_png(self):
        garbage = bytes(np.random.default_rng(9).integers(0, 256, 200, np.uint8))
        path = pictures.write_copy(self.path("a.png"), pictures.blocks(ROWS, COLS), "PNG")
        self.assert_noticed(path, path.stat().st_size // 2, garbage)

    def test_an_early_end_in_a_jpeg(self):
        path = pictures.write_copy(self.path("a.jpg"), pictures.blocks(ROWS, COLS), "JPEG")
        self.assert_noticed(path, path.stat().st_size // 2, b"\xff\xd9")

    def test_a_png_checksum(self):
        path = pictures.write_copy(self.path("a.png"), pictures.blocks(ROWS, COLS), "PNG")
        self.assert_noticed(path, path.read_bytes().rindex(b"IEND") - 8, b"\x00\x01\x02\x03")

    def test_headers(self):
        image = pictures.blocks(ROWS, COLS)
        for path in (
            pictures.write_copy(self.path("a.png"), image, "PNG"),
            pictures.write_copy(self.path("a.jpg"), image, "JPEG"),
            pictures.write_tiff(self.path("a.tif"), image),
        ):
            with self.subTest(path.name):
                self.assert_noticed(path, 4, b"\xff" * 30)

    def test_a_table_of_blocks_of_a_type_that_cannot_be(self):
        # libtiff says so once, to the first who asks, and then takes the blocks for absent ones: zeros.
        byte_counts = {(): 279, ("TILED=YES", "BLOCKXSIZE=64", "BLOCKYSIZE=64"): 325}
        for layout, tag in byte_counts.items():
            path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(ROWS, COLS), *layout)
            entry = next(struct.pack("<HH", tag, kind) for kind in (3, 4) if struct.pack("<HH", tag, kind) in path.read_bytes())
            with self.subTest(layout):
                self.assert_noticed(path, path.read_bytes().index(entry) + 2, b"\x0b\x00")  # floats

    def test_no_mutation_crashes_or_leaves_a_mess(self):
        image = pictures.blocks(60, 80)
        random = np.random.default_rng(20)
        seeds = (
            pictures.write_netpbm(self.path("a.pgm"), image),
            pictures.write_pfm(self.path("a.pfm"), image.astype(np.float32)),
            pictures.write_copy(self.path("a.png"), image, "PNG"),
            pictures.write_copy(self.path("a.jpg"), image, "JPEG"),
            pictures.write_tiff(self.path("a.tif"), image, "COMPRESS=DEFLATE", mask=image > 9),
        )
        for path in seeds:
            whole = path.read_bytes()
            for _ in range(12):
                content = bytearray(whole)
                span = len(content) if random.random() < 0.3 else 300  # headers are where the harm is done
                for at in random.integers(0, min(span, len(content)), 3):
                    content[at] = random.integers(256)
                path.write_bytes(content)
                self.assert_right_or_refused(path, bytes(content))
            path.write_bytes(whole)

    def assert_right_or_refused(self, path, content):
        before = self.files()
        result = run("edges", path, self.path("out.pgm"), "--memory", "512M", timeout=30)
        if result.status == 0:
            pictures.read(self.path("out.pgm"))
            self.path("out.pgm").unlink()
        else:
            self.assert_error(result)
        self.assertEqual(self.files(), before)
        self.assertEqual(path.read_bytes(), content)


class Companions(CommandTest):
    """A mask, or what a format has no place for, that is there and can't be read: GDAL leaves it out in silence."""

    def assert_only_readable_ones_do(self, source, companion, damaged):
        whole = companion.read_bytes()
        self.assertIn(oracle.UNKNOWN, self.edges_array(source, suffix=".tif"))
        self.path("edges-result.tif").unlink()
        for content in damaged:
            with self.subTest(companion.name, content=content[:20]):
                companion.write_bytes(content)
                self.assert_refused(source, companion.name, "remove", target="out.tif")
        companion.write_bytes(b"")  # says nothing, and is read as such
        self.edges(source, self.path("out.tif"), "--overwrite")
        companion.write_bytes(whole)

    def test_a_mask(self):
        image = pictures.blocks(60, 70)
        source = pictures.write_tiff(self.path("a.tif"), image)
        mask = pictures.write_tiff(self.path("a.tif.msk"), np.where(image > 99, 255, 0).astype(np.uint8))
        gdal.Open(str(mask), gdal.GA_Update).SetMetadataItem("INTERNAL_MASK_FLAGS_1", str(gdal.GMF_PER_DATASET))
        content = mask.read_bytes()
        self.assert_only_readable_ones_do(source, mask, (content[:1000], content[:3], b"II*\0" + b"\xff" * 99, b"mask"))

    def test_a_mask_within_the_file(self):
        image = pictures.blocks(60, 70)
        source = pictures.write_tiff(self.path("a.tif"), image, mask=image > 99)
        content = bytearray(source.read_bytes())
        entries = struct.unpack_from("<H", content, struct.unpack_from("<I", content, 4)[0])[0]
        link = struct.unpack_from("<I", content, 4)[0] + 2 + 12 * entries
        mask = struct.unpack_from("<I", content, link)[0]
        for at, damage in ((mask, b"\xff\xff"), (link, struct.pack("<I", len(content) + 50))):
            with self.subTest(damage=damage):
                source.write_bytes(content[:at] + damage + content[at + len(damage) :])
                self.assert_refused(source, "a.tif", "corrupt", target="out.tif")

    def test_a_nodata_value(self):
        image = pictures.blocks(60, 70)
        source = pictures.write_copy(self.path("a.png"), image, "PNG")
        beside = self.path("a.png.aux.xml")
        content = "<PAMDataset><PAMRasterBand band='1'><NoDataValue>%d</NoDataValue></PAMRasterBand></PAMDataset>"
        beside.write_text(content % image[30, 30])
        self.assert_only_readable_ones_do(source, beside, (beside.read_bytes()[:-30], b"<PAMDataset", b"garbage"))

    def test_what_another_program_left_there(self):
        source = pictures.write_copy(self.path("a.png"), pictures.blocks(60, 70), "PNG")
        self.path("a.png.aux.xml").write_text("<?xml version='1.0'?>\n<Notes>of another program</Notes>")
        self.edges(source, self.path("out.png"))

    def test_overviews_which_nobody_reads(self):
        source = pictures.write_tiff(self.path("a.tif"), pictures.blocks(60, 70))
        self.path("a.tif.ovr").write_bytes(b"II*\0" + b"\xff" * 99)
        self.edges(source, self.path("out.tif"))


if __name__ == "__main__":
    unittest.main()
