# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What a run says on stderr while it goes on and when it ends, to people and to programs."""

import fcntl
import json
import os
import pty
import re
import struct
import sys
import termios
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, run, start, terminate

ROWS, COLS = 2000, 1500


class ProgressTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.image = pictures.blocks(ROWS, COLS, np.float32)
        self.image[100, 200] = np.nan
        self.source = pictures.write_pfm(self.path("in.pfm"), self.image)


class Json(ProgressTest):
    def events(self, *options):
        result = self.edges(self.source, self.path("out.tif"), "--progress", "json", "--overwrite", *options)
        return [json.loads(line) for line in result.err.splitlines()]

    def test_progress_and_then_a_summary(self):
        events = self.events()
        self.assertEqual({event["event"] for event in events[:-1]}, {"progress"})
        self.assertEqual(events[-1]["event"], "summary")
        done = [event["rows_done"] for event in events[:-1]]
        self.assertEqual(done, sorted(done))
        self.assertEqual(done[-1], ROWS)
        for event in events[:-1]:
            self.assertEqual(event["rows"], ROWS)
            self.assertGreater(event["pixels_per_s"], 0)
            self.assertGreaterEqual(event["eta_s"], 0)

    def test_the_summary_is_right(self):
        expected = oracle.edges(self.image)
        summary = self.events("--backend", "cpu")[-1]
        self.assertEqual(summary["pixels"], ROWS * COLS)
        self.assertEqual(summary["edge_pixels"], int((expected == 255).sum()))
        self.assertEqual(summary["unknown_pixels"], 49)
        self.assertGreater(summary["seconds"], 0)
        self.assertAlmostEqual(
            summary["gpx_per_s"], summary["pixels"] / summary["seconds"] / 1e9, delta=0.02 * summary["gpx_per_s"] + 1e-3
        )
        self.assertEqual(summary["backend"], "cpu")
        self.assertGreater(summary["peak_memory_bytes"], 1 << 20)
        self.assertEqual(summary["output"], str(self.path("out.tif")))

    def test_names_that_json_must_escape(self):
        target = self.path('a "quoted" \\ näme.tif')
        result = self.edges(self.source, target, "--progress", "json")
        self.assertEqual(json.loads(result.err.splitlines()[-1])["output"], str(target))

    def test_names_that_are_not_utf_8(self):
        target = os.fsencode(self.folder) + b"/\xff{}.tif"
        result = run("edges", self.source, os.fsdecode(target), "--progress", "json")
        self.assertEqual(result.status, 0, result.err)
        self.assertEqual(json.loads(result.err.splitlines()[-1])["event"], "summary")
        self.assertTrue(os.path.exists(target))

    def test_warnings_are_events_too(self):
        path = pictures.write_tiff(self.path("a.tif"), self.image, nodata=0)
        result = self.edges(path, self.path("out.pgm"), "--progress", "json")
        events = [json.loads(line)["event"] for line in result.err.splitlines()]
        self.assertIn("warning", events)

    def test_an_error_is_one_line_and_still_names_the_file(self):
        result = run("edges", self.path("none.pgm"), self.path("out.tif"), "--progress", "json")
        self.assertEqual(result.status, 1)
        self.assertEqual(result.err.count("\n"), 1)
        self.assertIn("none.pgm", result.err)


class Bar(ProgressTest):
    def on_a_terminal(self, *options):
        """What the command writes to a terminal of 80 columns."""
        leader, follower = pty.openpty()
        fcntl.ioctl(follower, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        process = start("edges", self.source, self.path("out.tif"), "--overwrite", *options, stderr=follower)
        self.addCleanup(terminate, process)
        os.close(follower)
        written = b""
        try:
            while chunk := os.read(leader, 4096):
                written += chunk
        except OSError:  # how Linux says that the other end is closed
            pass
        os.close(leader)
        self.assertEqual(process.wait(timeout=30), 0)
        self.assertEqual(process.stdout.read(), b"")
        return written.decode().replace("\r\n", "\n")

    def test_a_bar_is_redrawn_in_place(self):
        for options in (("--progress", "bar"), ()):
            written = self.on_a_terminal(*options)
            self.assertIn("\r", written)
            self.assertIn("%", written)
            for line in written.split("\n"):
                for drawn in line.split("\r"):
                    visible = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", drawn)
                    self.assertLess(len(visible), 160 if "Gpx/s" in drawn else 81, visible)
            self.assertIn("Gpx/s", written.rstrip("\n").split("\n")[-1], "the summary comes last")

    def test_quiet_is_quiet_on_a_terminal_too(self):
        self.assertEqual(self.on_a_terminal("--quiet"), "")

    def test_none_leaves_the_summary(self):
        written = self.on_a_terminal("--progress", "none")
        self.assertNotIn("\r", written)
        self.assertEqual(written.count("\n"), 1)


class Summary(ProgressTest):
    def test_auto_on_a_pipe_draws_no_bar(self):
        for options in ((), ("--progress", "auto"), ("--progress", "none")):
            result = self.edges(self.source, self.path("out.tif"), "--overwrite", *options)
            self.assertNotIn("\r", result.err)
            self.assertEqual(result.err.count("\n"), 1, result.err)

    def test_it_names_pixels_edges_seconds_speed_backend_and_memory(self):
        share = 100 * (oracle.edges(self.image) == 255).mean()
        line = self.edges(self.source, self.path("out.tif"), "--backend", "cpu").err
        self.assertRegex(line, rf"\b{COLS} x {ROWS} pixels")
        percent = float(re.search(r"([\d.]+) ?%", line).group(1))
        self.assertAlmostEqual(percent, share, delta=0.06)
        self.assertRegex(line, r"[\d.]+ ?s\b")
        self.assertRegex(line, r"[\d.]+ ?Gpx/s")
        self.assertRegex(line, r"\bcpu\b")
        self.assertRegex(line, r"\d+ ?(MB|MiB|M)\b")

    def test_quiet_prints_nothing_on_success_and_errors_all_the_same(self):
        self.assertEqual(self.edges(self.source, self.path("out.tif"), "--quiet").err, "")
        placed = pictures.write_tiff(self.path("a.tif"), self.image, geotransform=(5e5, 30.0, 0.0, 9e6, 0.0, -30.0))
        self.assertEqual(self.edges(placed, self.path("out.jpg"), "--quiet").err, "", "nor a warning")
        self.assert_refused(self.source, "out.tif", target="out.tif", options=("--quiet",))

    def test_the_peak_is_the_programs_own_and_not_its_parents(self):
        ballast = np.ones(400 << 20, np.uint8)  # the kernel hands a parent's peak on through vfork and exec
        result = self.edges(self.source, self.path("out.tif"), "--progress", "json")
        self.assertLess(json.loads(result.err.splitlines()[-1])["peak_memory_bytes"], len(ballast))


if __name__ == "__main__":
    unittest.main()
