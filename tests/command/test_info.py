# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The subcommands that only tell: info, backends, --version, --help; and what is said to a wrong call."""

import os
import re
import sys
import unittest

import numpy as np
from osgeo import gdal, osr

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import ERROR_PREFIX, TESTDATA, CommandTest, run, start

SUBCOMMANDS = ("edges", "info", "backends", "lab")


class Info(CommandTest):
    def info(self, path, *words):
        result = run("info", path)
        self.assertEqual((result.status, result.err), (0, ""))
        for word in words:
            self.assertRegex(result.out, re.compile(word, re.IGNORECASE))
        return result.out

    def test_a_plain_picture(self):
        path = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(123, 456))
        self.info(path, "123", "456", "u8|byte|8.bit", "band", "halo", "memory")
        self.assertEqual(self.files(), ["a.pgm"])

    def test_the_plan_names_the_halo_of_three_rows(self):
        self.assertRegex(self.info(TESTDATA / "camera.png"), r"(?i)halo\D*3\b|\b3\D*halo")

    def test_all_bands_are_listed(self):
        out = self.info(TESTDATA / "landsat7_coast_6band.tif", "349", "352", "UTM", "GTiff|GeoTIFF")
        for band in range(1, 7):
            self.assertRegex(out, rf"(?m)\b{band}\b.*(Byte|UInt8|u8)")

    def test_nodata_is_told(self):
        image = pictures.blocks(20, 30, np.uint16)
        self.info(pictures.write_tiff(self.path("a.tif"), image, nodata=4321), "4321", "UInt16|u16")
        self.info(pictures.write_tiff(self.path("m.tif"), image, mask=image > 0), "mask")

    def test_several_pages_are_told_by_info_and_edges(self):
        path = pictures.write_tiff(self.path("a.tif"), pictures.blocks(20, 30))
        first = gdal.Open(str(path))
        gdal.GetDriverByName("GTiff").CreateCopy(str(path), first, 0, ["APPEND_SUBDATASET=YES"]).FlushCache()
        self.info(path, f"warning .*2 pictures.*GTIFF_DIR:2:{path}")
        result = self.edges(path, self.path("out.tif"))
        self.assertEqual(result.err.count("warning"), 1)
        self.assertIn(f"GTIFF_DIR:2:{path}", result.err)
        result = self.edges(f"GTIFF_DIR:2:{path}", self.path("out.tif"), "--overwrite")
        self.assertNotIn("warning", result.err)

    def test_the_georeference_is_told(self):
        reference = osr.SpatialReference()
        reference.ImportFromEPSG(32725)
        place = (500000.0, 30.0, 0.0, 9000000.0, 0.0, -30.0)
        path = pictures.write_tiff(
            self.path("a.tif"), pictures.blocks(20, 30), wkt=reference.ExportToWkt(), geotransform=place
        )
        self.info(path, "UTM zone 25S", "500000", "9000000", "30")

    def test_an_unusable_file_is_an_error(self):
        self.path("a.png").write_bytes(b"no picture")
        for path in (self.path("a.png"), self.path("none.tif"), TESTDATA / "truncated.jpg"):
            result = run("info", path)
            if path.name == "truncated.jpg" and result.status == 0:
                continue  # its header is whole, and info decodes nothing
            self.assert_error(result, path.name)


class Backends(CommandTest):
    def test_each_is_listed_with_yes_or_a_reason(self):
        result = run("backends")
        self.assertEqual((result.status, result.err), (0, ""))
        lines = {line.split()[0]: line for line in result.out.splitlines() if line.split()}
        for name in ("reference", "cpu"):
            self.assertRegex(lines[name], r"\byes\b")
        self.assertRegex(lines["cuda"], r"\b(yes|no)\b")
        if re.search(r"\bno\b", lines["cuda"]):
            self.assertGreater(len(lines["cuda"].split()), 4, "and why not")

    def test_a_backend_that_is_not_here_is_refused_with_the_reason(self):
        line = next(line for line in run("backends").out.splitlines() if line.startswith("cuda"))
        if re.search(r"\bno\b", line):
            path = pictures.write_netpbm(self.path("a.pgm"), pictures.blocks(20, 30))
            self.assert_refused(path, "cuda", options=("--backend", "cuda"))


class Version(CommandTest):
    def test_version_and_what_is_built_in(self):
        result = run("--version")
        self.assertEqual((result.status, result.err), (0, ""))
        self.assertRegex(result.out, r"\Astrandline \d+\.\d+\.\d+")
        self.assertRegex(result.out, r"(?i)gdal")


class Help(CommandTest):
    def test_of_the_program_and_of_each_subcommand(self):
        for arguments in ([], *([name] for name in SUBCOMMANDS)):
            for flag in ("--help", "-h"):
                result = run(*arguments, flag)
                self.assertEqual((result.status, result.err), (0, ""), arguments)
                self.assertRegex(result.out, "(?i)usage")

    def test_the_program_names_its_subcommands_and_edges_its_options(self):
        out = run("--help").out
        for name in SUBCOMMANDS:
            self.assertIn(name, out)
        out = run("edges", "--help").out
        for option in ("threshold", "border", "backend", "band", "mask", "threads", "memory", "overwrite", "progress", "quiet"):
            self.assertIn("--" + option, out)
        for default in ("0.3", "reflect101", "512M"):
            self.assertIn(default, out)


class WrongCalls(CommandTest):
    def setUp(self):
        super().setUp()
        self.source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(20, 30))

    def test_no_arguments_at_all(self):
        result = run()
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertRegex(result.err, "(?i)usage")

    def test_usage_errors(self):
        source, target = str(self.source), str(self.path("out.pgm"))
        calls = {
            "unknown subcommand": ("edge", source, target),
            "unknown option": ("edges", source, target, "--thresh", "1"),
            "no output": ("edges", source),
            "no input": ("edges",),
            "one argument too many": ("edges", source, target, "third.pgm"),
            "an option without its value": ("edges", source, target, "--threshold"),
            "unknown border": ("edges", source, target, "--border", "mirror"),
            "unknown backend": ("edges", source, target, "--backend", "fpga"),
            "unknown progress": ("edges", source, target, "--progress", "dots"),
            "info of nothing": ("info",),
        }
        for name, call in calls.items():
            with self.subTest(name):
                result = run(*call)
                self.assertEqual((result.status, result.out), (2, ""), result.err)
                self.assertTrue(result.err.startswith(ERROR_PREFIX), result.err)
                self.assertEqual(self.files(), ["in.pgm"])

    def test_an_unknown_name_is_answered_with_the_known_ones(self):
        for option, wrong, known in (("--border", "mirror", "reflect101"), ("--backend", "fpga", "cpu")):
            result = run("edges", self.source, self.path("out.pgm"), option, wrong)
            self.assertIn(wrong, result.err)
            self.assertIn(known, result.err)

    def test_thresholds_that_make_no_sense(self):
        for threshold in ("nan", "inf", "-inf", "-0.1", "1e400", "abc", "0.3x"):
            with self.subTest(threshold):
                self.assert_refused(self.source, "threshold", options=(f"--threshold={threshold}",))

    def test_a_threshold_too_large_for_the_arithmetic(self):
        for threshold in ("1e16", "1e38", "1e300"):
            self.assert_refused(self.source, "threshold", options=("--threshold", threshold))

    def test_other_numbers_that_make_no_sense(self):
        for option, value in (
            ("--memory", "abc"), ("--memory", "-1"), ("--memory", "0"), ("--memory", "1e3Q"), ("--memory", ""),
            ("--memory", "99999999999999999999G"), ("--threads", "-1"), ("--threads", "x"), ("--threads", "1.5"),
            ("--threads", "99999999999"), ("--band", "x"), ("--band", "1.5"),
        ):  # fmt: skip
            with self.subTest(option=option, value=value):
                result = run("edges", self.source, self.path("out.pgm"), f"{option}={value}")
                self.assertIn(result.status, (1, 2))
                self.assert_error(result, option.strip("-"), status=result.status)
                self.assertEqual(self.files(), ["in.pgm"])

    def test_sizes_of_memory(self):
        for size in ("512M", "512MiB", "1G", "1g", "600000K", "536870912"):
            with self.subTest(size):
                self.edges(self.source, self.path("out.pgm"), "--memory", size, "--overwrite")


class LostOutput(CommandTest):
    def test_what_cannot_be_printed_is_a_failure(self):
        for arguments in (("info", TESTDATA / "camera.png"), ("backends",)):
            with self.subTest(arguments[0]), open("/dev/full", "wb") as full:
                process = start(*arguments, stdout=full)
                _, err = process.communicate(timeout=60)
                self.assertEqual(process.returncode, 1)
                self.assertTrue(err.decode().startswith(ERROR_PREFIX), err)


if __name__ == "__main__":
    unittest.main()
