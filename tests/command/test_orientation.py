# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Which way up a picture is shown, by TIFF's and EXIF's Orientation: the output says what the input says, or a warning
tells that it can't. Pixels stay where they are."""

import os
import struct
import sys
import unittest
import zlib

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from osgeo import gdal
from strandline_command import CommandTest, run


def exif(orientation, order="<"):
    """A TIFF stream with nothing but the tag."""
    mark = b"II" if order == "<" else b"MM"
    return mark + struct.pack(order + "HIHHHIHHI", 42, 8, 1, 274, 3, 1, orientation, 0, 0)


def tags(path):
    """{tag: (type, count, value)} of a TIFF's first directory, in the order that it has them; classic or BigTIFF."""
    content = path.read_bytes()
    big = struct.unpack("<H", content[2:4])[0] == 43
    count_format, entry_format, first = ("<Q", "<HHQQ", 8) if big else ("<H", "<HHII", 4)
    (at,) = struct.unpack_from("<Q" if big else "<I", content, first)
    (count,) = struct.unpack_from(count_format, content, at)
    at += struct.calcsize(count_format)
    entries = [struct.unpack_from(entry_format, content, at + i * struct.calcsize(entry_format)) for i in range(count)]
    return {tag: rest for tag, *rest in entries}


def put_tag(path, orientation):
    """Turns a TIFF's description, a tag that GDAL can write, into its orientation."""
    content = bytearray(path.read_bytes())
    (at,) = struct.unpack_from("<I", content, 4)
    (count,) = struct.unpack_from("<H", content, at)
    entries = [content[at + 2 + 12 * i : at + 14 + 12 * i] for i in range(count)]
    entries = [e for e in entries if e[:2] != struct.pack("<H", 270)] + [struct.pack("<HHIHH", 274, 3, 1, orientation, 0)]
    assert len(entries) == count
    content[at + 2 : at + 2 + 12 * count] = b"".join(sorted(entries, key=lambda e: struct.unpack("<H", e[:2])))
    path.write_bytes(content)
    return path


class Orientation(CommandTest):
    def tiff(self, orientation, image=None):
        path = pictures.write_tiff(self.path("in.tif"), pictures.blocks(50, 60) if image is None else image)
        dataset = gdal.Open(str(path), gdal.GA_Update)
        dataset.SetMetadataItem("TIFFTAG_IMAGEDESCRIPTION", "-")
        dataset = None
        return put_tag(path, orientation)

    def jpeg(self, orientation):
        plain = pictures.write_copy(self.path("in.jpg"), pictures.blocks(50, 60), "JPEG").read_bytes()
        content = b"Exif\0\0" + exif(orientation, ">")
        segment = b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content
        self.path("in.jpg").write_bytes(plain[:2] + segment + plain[2:])
        return self.path("in.jpg")

    def png(self, orientation):
        plain = pictures.write_copy(self.path("in.png"), pictures.blocks(50, 60), "PNG").read_bytes()
        content = b"eXIf" + exif(orientation)
        chunk = struct.pack(">I", len(content) - 4) + content + struct.pack(">I", zlib.crc32(content))
        self.path("in.png").write_bytes(plain[:-12] + chunk + plain[-12:])
        return self.path("in.png")

    def test_a_geotiff_and_a_jpeg_say_what_the_input_says(self):
        for make in (self.tiff, self.jpeg, self.png):
            for orientation in (1, 6, 8):
                with self.subTest(make.__name__, orientation=orientation):
                    source = make(orientation)
                    err = self.edges(source, self.path("out.tif"), "--overwrite").err
                    self.edges(source, self.path("out.jpg"), "--overwrite")
                    self.assertNotIn("warning", err)
                    found = tags(self.path("out.tif"))
                    self.assertEqual(found.get(274, [3, 1, 1]), [3, 1, orientation])
                    self.assertEqual(list(found), sorted(found), "tags ascend")
                    self.assertNotIn(270, found, "no placeholder is left")
                    item = gdal.Open(str(self.path("out.jpg"))).GetMetadataItem("EXIF_Orientation")
                    self.assertEqual(item or "1", str(orientation))

    def test_pixels_stay_where_they_are(self):
        image = pictures.blocks(50, 60)
        plain = pictures.write_tiff(self.path("plain.tif"), image)
        for options in ((), ("--compress", "none")):
            expected = self.edges_array(plain, *options, suffix=".tif")
            self.assert_edges(self.tiff(5, image), expected, *options, suffix=".tif")

    def test_nodata_and_a_large_directory_do_not_disturb_it(self):
        source = pictures.write_tiff(self.path("a.tif"), pictures.blocks(600, 700))
        dataset = gdal.Open(str(source), gdal.GA_Update)
        dataset.GetRasterBand(1).SetNoDataValue(0)
        dataset.SetMetadataItem("TIFFTAG_IMAGEDESCRIPTION", "-")
        dataset = None
        put_tag(source, 3)
        self.edges(source, self.path("out.tif"))
        self.assertEqual(tags(self.path("out.tif"))[274], [3, 1, 3])
        dataset = gdal.Open(str(self.path("out.tif")))
        self.assertEqual(dataset.GetRasterBand(1).GetNoDataValue(), 127)

    def test_other_formats_warn(self):
        source = self.tiff(6)
        for suffix, word in ((".png", "orientation"), (".bmp", "orientation"), (".pgm", "which way up")):
            with self.subTest(suffix):
                err = self.edges(source, self.path("out" + suffix)).err
                self.assertEqual(err.count("warning"), 1, err)
                self.assertIn(word, err)

    def test_info_tells_it(self):
        self.assertRegex(run("info", self.tiff(6)).out, r"orientation +6\b")
        self.assertNotIn("orientation", run("info", self.tiff(1)).out)

    def test_nonsense_is_upright(self):
        for orientation in (0, 9, 65535):
            err = self.edges(self.tiff(orientation), self.path("out.png"), "--overwrite").err
            self.assertNotIn("warning", err)


if __name__ == "__main__":
    unittest.main()
