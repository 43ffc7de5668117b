# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The output: never over something else, never over the input, never half, and nothing left when it fails."""

import os
import resource
import shutil
import signal
import stat
import subprocess
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, executable, run, skip_loudly, start, terminate

NOBODY = 65534
SUFFIXES = (".pgm", ".png", ".tif", ".jpg")
WARNINGS = {".jpg": "lossy"}


class InTheWay(CommandTest):
    def setUp(self):
        super().setUp()
        self.image = pictures.blocks(60, 70)
        self.source = pictures.write_netpbm(self.path("in.pgm"), self.image)

    def test_an_output_that_is_there_is_not_touched(self):
        for suffix in SUFFIXES:
            self.path("out" + suffix).write_bytes(b"precious")
            self.assert_refused(self.source, "out" + suffix, "--overwrite", target="out" + suffix)

    def test_with_overwrite_it_is_replaced(self):
        for suffix in SUFFIXES[:3]:
            self.path("out" + suffix).write_bytes(b"old")
            self.edges(self.source, self.path("out" + suffix), "--overwrite")
            self.assert_same_picture(pictures.read(self.path("out" + suffix)), oracle.edges(self.image))

    def test_overwrite_of_nothing(self):
        self.edges(self.source, self.path("out.png"), "--overwrite")

    def test_a_failed_run_keeps_the_old_output(self):
        self.path("short.pgm").write_bytes(self.source.read_bytes()[:-100])
        for suffix in SUFFIXES:
            self.path("out" + suffix).write_bytes(b"precious")
            self.assert_refused(
                self.path("short.pgm"), "short.pgm", target="out" + suffix, options=("--overwrite",)
            )

    def test_a_folder_of_that_name(self):
        self.path("out.png").mkdir()
        for options in ((), ("--overwrite",)):
            self.assert_refused(self.source, "out.png", target="out.png", options=options)

    def test_a_link_that_leads_nowhere_is_not_followed(self):
        self.path("out.pgm").symlink_to(self.path("elsewhere.pgm"))
        self.assert_refused(self.source, "out.pgm")
        self.assertTrue(self.path("out.pgm").is_symlink())


class Meanwhile(CommandTest):
    def begin(self, target, *options):
        source = pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000)
        process = start("edges", source, self.path(target), "--progress", "json", *options)
        self.addCleanup(terminate, process)
        self.assertIn(b"progress", process.stderr.readline())
        self.assertNotIn(target, self.files(), "no output under its name before it is complete")
        return process

    def test_a_file_that_comes_to_lie_there_during_the_run_is_left_alone(self):
        for target in ("out.tif", "out.pgm"):
            process = self.begin(target)
            self.path(target).write_bytes(b"precious")
            _, err = process.communicate(timeout=60)
            self.assertEqual(process.returncode, 1)
            self.assertIn(target.encode(), err)
            self.assertEqual(self.path(target).read_bytes(), b"precious")
            self.assertEqual(self.files(), ["in.tif", target])
            self.path(target).unlink()

    def test_two_runs_to_one_output_do_not_mix(self):
        runs = [self.begin("out.pgm", "--overwrite") for _ in range(2)]
        for process in runs:
            process.communicate(timeout=60)
            self.assertEqual(process.returncode, 0)
        self.assertEqual(self.path("out.pgm").stat().st_size, 20_000**2 + len(b"P5\n20000 20000\n255\n"))
        self.assertEqual(self.files(), ["in.tif", "out.pgm"])


class OutputIsInput(CommandTest):
    def test_by_any_name_and_whatever_the_options(self):
        for name, write in (("in.pgm", pictures.write_netpbm), ("in.tif", pictures.write_tiff)):
            source = write(self.path(name), pictures.blocks(60, 70))
            suffix = source.suffix
            self.path("symbolic" + suffix).symlink_to(source)
            self.path("chain" + suffix).symlink_to(self.path("symbolic" + suffix))
            os.link(source, self.path("hard" + suffix))
            self.path("folder").symlink_to(self.folder, target_is_directory=True)
            targets = [source.name, "symbolic" + suffix, "chain" + suffix, "hard" + suffix, "./" + name]
            targets += ["folder/" + name, "folder/../" + self.folder.name + "/" + name]
            for target in targets:
                for options in ((), ("--overwrite",)):
                    with self.subTest(target=target, options=options):
                        self.assert_refused(source, target=target, options=options)
            self.assert_refused(self.path("symbolic" + suffix), "input", target=name, options=("--overwrite",))
            self.path("folder").unlink()

    def test_a_relative_name(self):
        pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(60, 70))
        before = self.snapshot()
        for target in ("in.pgm", "./in.pgm", str(self.path("in.pgm"))):
            self.assert_error(run("edges", "in.pgm", target, "--overwrite", cwd=self.folder), "input")
        self.assertEqual(self.snapshot(), before)


class Places(CommandTest):
    def setUp(self):
        super().setUp()
        self.source = pictures.write_netpbm(self.path("in.pgm"), pictures.blocks(60, 70))

    def test_a_folder_that_is_not_there(self):
        for suffix in SUFFIXES:
            self.assert_refused(self.source, "no-such-folder", target="no-such-folder/out" + suffix)

    def test_a_file_where_a_folder_should_be(self):
        self.assert_refused(self.source, target="in.pgm/out.png")

    def test_a_place_where_nobody_may_write(self):
        for suffix in SUFFIXES:
            self.assert_error(run("edges", self.source, "/proc/strandline-out" + suffix), "/proc")

    def test_a_folder_without_permission(self):
        locked = self.path("locked")
        locked.mkdir(mode=0o555)
        self.folder.chmod(0o755)
        options = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if os.geteuid() == 0 else {}
        if options and not self.can_run_as_nobody(options):
            skip_loudly(self, "the executable can't be reached by an unprivileged user")
        for suffix in SUFFIXES:
            self.assert_refused(self.source, "locked", target="locked/out" + suffix, **options)
            self.assertEqual(list(locked.iterdir()), [])

    def can_run_as_nobody(self, options):
        try:
            return run("--version", **options).status == 0
        except PermissionError:
            return False

    def test_an_extension_that_means_nothing(self):
        for target in ("out.nosuch", "out", "out.", ".png", "out.pgm.bak", "/dev/null"):
            with self.subTest(target):
                self.assert_refused(self.source, target=target)

    def test_an_unknown_extension_is_told_before_any_work(self):
        self.assert_error(run("edges", self.path("missing-too.pgm"), self.path("out.nosuch")), "out.nosuch")

    def test_a_relative_output(self):
        self.edges("in.pgm", "out.tif", cwd=self.folder)
        self.edges("in.pgm", "./out.png", cwd=self.folder)
        self.assertEqual(self.files(), ["in.pgm", "out.png", "out.tif"])

    def test_the_mode_of_the_output_is_that_of_any_new_file(self):
        for suffix in SUFFIXES:
            self.edges(self.source, self.path("out" + suffix), umask=0o022)
            self.assertEqual(oct(stat.S_IMODE(self.path("out" + suffix).stat().st_mode)), oct(0o644), suffix)
        self.edges(self.source, self.path("shared.tif"), umask=0o002)
        self.assertEqual(oct(stat.S_IMODE(self.path("shared.tif").stat().st_mode)), oct(0o664))


class DiskFull(CommandTest):
    """A picture whose edges don't compress to less than the room there is."""

    ROOM = 64 << 10

    def setUp(self):
        super().setUp()
        noise = np.random.default_rng(8).integers(0, 256, (900, 1000), np.uint8)
        self.source = pictures.write_netpbm(self.path("in.pgm"), noise)

    def test_a_limit_on_the_size_of_files(self):
        def limit():
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)  # as a full disk: write() fails and no signal comes
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.ROOM, self.ROOM))

        for suffix in SUFFIXES:
            with self.subTest(suffix):
                self.assert_refused(self.source, target="out" + suffix, preexec_fn=limit, warning=WARNINGS.get(suffix))

    def test_a_limit_as_ulimit_sets_it(self):
        def limit():
            resource.setrlimit(resource.RLIMIT_FSIZE, (self.ROOM, self.ROOM))

        for suffix in SUFFIXES:
            with self.subTest(suffix):
                self.assert_refused(self.source, target="out" + suffix, preexec_fn=limit, warning=WARNINGS.get(suffix))

    def test_a_disk_that_is_full(self):
        disk = self.path("disk")
        disk.mkdir()
        mount = ["mount", "-t", "tmpfs", "-o", f"size={self.ROOM}", "none", str(disk)]
        if not shutil.which("mount") or subprocess.run(mount, capture_output=True).returncode != 0:
            skip_loudly(self, "mounting a small disk needs root")
        self.addCleanup(subprocess.run, ["umount", str(disk)], check=True)
        for suffix in SUFFIXES:
            with self.subTest(suffix):
                self.assert_refused(self.source, target="disk/out" + suffix, warning=WARNINGS.get(suffix))
                self.assertEqual(list(disk.iterdir()), [])
        for suffix in SUFFIXES:
            with self.subTest(suffix, overwrite=True):
                (disk / ("old" + suffix)).write_bytes(b"precious")
                self.assert_refused(
                    self.source, target="disk/old" + suffix, options=("--overwrite",), warning=WARNINGS.get(suffix)
                )
                self.assertEqual((disk / ("old" + suffix)).read_bytes(), b"precious")


class LostStreams(CommandTest):
    """What the command can't say is no reason to lose the picture or to leave half of one."""

    def setUp(self):
        super().setUp()
        self.image = pictures.blocks(60, 70)
        pictures.write_netpbm(self.path("in.pgm"), self.image)

    def test_a_full_stderr(self):
        with open("/dev/full", "wb") as full:
            command = [executable(), "edges", "in.pgm", "out.png"]
            self.assertEqual(subprocess.run(command, stderr=full, cwd=self.folder).returncode, 0)
        self.assert_same_picture(pictures.read(self.path("out.png")), oracle.edges(self.image))

    def test_streams_that_are_closed(self):
        # A file opened while 2 is free becomes stderr, and messages then land in the picture.
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            for target in ("out.pgm", "out.png", "out.tif"):
                with self.subTest(closed=closed, target=target):
                    shell = f'exec "$0" edges in.pgm {target} --overwrite {closed}'
                    done = subprocess.run(["sh", "-c", shell, executable()], cwd=self.folder, capture_output=True)
                    self.assertEqual(done.returncode, 0)
                    self.assert_same_picture(pictures.read(self.path(target)), oracle.edges(self.image))

    def test_a_reader_of_stderr_that_goes_away(self):
        pictures.write_sparse_tiff(self.path("in.tif"), 20_000, 20_000)
        process = start("edges", self.path("in.tif"), self.path("out.pgm"), "--progress", "json")
        self.addCleanup(terminate, process)
        process.stderr.readline()
        process.stderr.close()
        process.wait(timeout=60)
        complete = process.returncode == 0
        self.assertEqual(self.files(), ["in.pgm", "in.tif", "out.pgm"] if complete else ["in.pgm", "in.tif"])


if __name__ == "__main__":
    unittest.main()
