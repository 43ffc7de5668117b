# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Ctrl-C, a polite kill and a rude one: nothing half-done under the output's name, nothing left if it can be helped."""

import json
import os
import signal
import sys
import time
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import pictures
from strandline_command import CommandTest, ended_by, start, terminate

# From the signal to the end of the program. Bands are short; a sanitizer or a busy machine may take its time.
PATIENCE_S = 10


class Interrupts(CommandTest):
    def begin(self, target, *options, side=60_000):
        """A run that takes many seconds, caught when its first rows are done."""
        if not self.path("in.tif").exists():
            pictures.write_sparse_tiff(self.path("in.tif"), side, side)
        process = start("edges", self.path("in.tif"), self.path(target), "--progress", "json", *options)
        self.addCleanup(terminate, process)
        self.wait_for_rows(process, lambda done, rows: done > 0)
        return process

    def wait_for_rows(self, process, enough):
        for line in process.stderr:
            event = json.loads(line)
            if event.get("event") == "progress" and enough(event["rows_done"], event["rows"]):
                return
        self.fail("the run ended before it could be interrupted; the picture is too small for this machine")

    def assert_ends(self, process, number):
        process.send_signal(number)
        sent = time.monotonic()
        _, err = process.communicate(timeout=PATIENCE_S)
        self.assertTrue(ended_by(process.returncode, number), process.returncode)
        self.assertLess(time.monotonic() - sent, PATIENCE_S)
        self.assertNotIn(b"summary", err)
        self.assertNotRegex(err, rb"(ERROR|Warning) \d+:|terminate called")

    def test_a_signal_leaves_nothing(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            for target in ("out.tif", "out.pgm"):
                with self.subTest(signal=number.name, target=target):
                    process = self.begin(target)
                    self.assertGreater(len(self.files()), 1, "it had begun to write")
                    self.assert_ends(process, number)
                    self.assertEqual(self.files(), ["in.tif"])

    def test_a_hangup_leaves_nothing(self):
        process = self.begin("out.tif")
        self.assert_ends(process, signal.SIGHUP)
        self.assertEqual(self.files(), ["in.tif"])

    def test_the_old_output_survives(self):
        for target in ("out.tif", "out.png"):
            self.path(target).write_bytes(b"precious")
            process = self.begin(target, "--overwrite")
            self.assertEqual(self.path(target).read_bytes(), b"precious", "until the new one is complete")
            self.assert_ends(process, signal.SIGINT)
            self.assertEqual(self.files(), ["in.tif", target])
            self.assertEqual(self.path(target).read_bytes(), b"precious")
            self.path(target).unlink()

    def test_while_the_picture_is_turned_into_a_png(self):
        pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000)
        process = start("edges", self.path("in.tif"), self.path("out.png"), "--progress", "json")
        self.addCleanup(terminate, process)
        self.wait_for_rows(process, lambda done, rows: done == rows)
        time.sleep(0.3)
        self.assertIsNone(process.poll(), "the picture is too small for this machine")
        self.assert_ends(process, signal.SIGINT)
        self.assertEqual(self.files(), ["in.tif"])

    def test_two_signals_are_no_worse_than_one(self):
        process = self.begin("out.tif")
        process.send_signal(signal.SIGINT)
        process.send_signal(signal.SIGINT)
        self.assert_ends(process, signal.SIGINT)
        self.assertNotIn("out.tif", self.files())

    def test_a_signal_that_the_parent_ignores_is_ignored(self):
        """As nohup has it for SIGHUP, and a shell script for SIGINT of what it runs in the background."""
        pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000)
        for number in (signal.SIGHUP, signal.SIGINT):
            with self.subTest(signal=number.name):
                process = start(
                    "edges", self.path("in.tif"), self.path("out.pgm"), "--progress", "json", "--overwrite",
                    preexec_fn=lambda ignored=number: signal.signal(ignored, signal.SIG_IGN),
                )
                self.addCleanup(terminate, process)
                self.wait_for_rows(process, lambda done, rows: done > 0)
                process.send_signal(number)
                process.communicate(timeout=60)
                self.assertEqual(process.returncode, 0)

    def test_a_pipe_that_stalls(self):
        """Before its writer comes, and in the middle of the picture."""
        pipe = self.path("pipe.pgm")
        os.mkfifo(pipe)
        for beginning in (None, b"P5 1000 1000 255 " + bytes(500_000)):
            with self.subTest(written=beginning is not None):
                process = start("edges", pipe, self.path("out.pgm"), "--quiet")
                self.addCleanup(terminate, process)
                if beginning:
                    with open(pipe, "wb", buffering=0) as writer:
                        writer.write(beginning)
                        time.sleep(0.3)
                        self.assert_ends(process, signal.SIGINT)
                else:
                    time.sleep(0.3)
                    self.assert_ends(process, signal.SIGINT)
                self.assertEqual(self.files(), ["pipe.pgm"])

    def test_a_kill_leaves_no_file_of_that_name(self):
        for target in ("out.tif", "out.pgm", "out.png"):
            process = self.begin(target)
            process.kill()
            process.wait()
            self.assertNotIn(target, self.files())

    def test_a_stopped_run_can_be_continued(self):
        process = self.begin("out.pgm", side=20_000)
        process.send_signal(signal.SIGSTOP)
        time.sleep(0.2)
        process.send_signal(signal.SIGCONT)
        process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0)
        self.assertEqual(self.path("out.pgm").stat().st_size, 20_000**2 + len(b"P5\n20000 20000\n255\n"))


if __name__ == "__main__":
    unittest.main()
