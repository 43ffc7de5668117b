# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Runs the command that STRANDLINE names as a user would, and says what every run of it must look like."""

import dataclasses
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import numpy as np

import oracle
import pictures

TESTDATA = Path(__file__).resolve().parents[2] / "testdata"
ERROR_PREFIX = "strandline: error: "
WARNING_PREFIX = "strandline: warning: "
_GDAL_NOISE = re.compile(r"(ERROR|Warning) \d+:")

# A small process that starts the command: the kernel counts what the parent held at the moment of exec as the child's
# peak, and this test's own numpy arrays would drown the figure.
_MEASURE = """
import os, sys
pid = os.posix_spawn(sys.argv[2], sys.argv[2:], os.environ)
_, status, usage = os.wait4(pid, 0)
open(sys.argv[1], "w").write(str(usage.ru_maxrss * 1024))
sys.exit(os.waitstatus_to_exitcode(status) & 255)
"""


def executable():
    path = os.environ.get("STRANDLINE")
    if not path or not os.access(path, os.X_OK):
        sys.exit("set STRANDLINE to the strandline executable; it is " + repr(path))
    return path


def is_sanitized():
    """Sanitizers multiply memory and time, so figures about those mean nothing then."""
    content = Path(executable()).read_bytes()
    return b"__asan_init" in content or b"__tsan_init" in content


def skip_loudly(test, reason):
    print(f"SKIPPED {test.id()}: {reason}", file=sys.stderr, flush=True)
    test.skipTest(reason)


@dataclasses.dataclass
class Result:
    status: int  # negative: the signal that ended it
    out: str
    err: str
    seconds: float
    peak_bytes: int = 0


def start(*arguments, **options):
    """The running command, with pipes for stdout and stderr unless told otherwise."""
    options = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options}
    return subprocess.Popen([executable(), *map(str, arguments)], **options)


def run(*arguments, timeout=60, **options):
    return _finish([executable(), *map(str, arguments)], timeout, options)


def run_measured(*arguments, timeout=60, **options):
    """As run(), with the peak of resident memory."""
    with tempfile.NamedTemporaryFile("r", prefix="strandline-peak-") as report:
        command = [sys.executable, "-I", "-S", "-c", _MEASURE, report.name, executable(), *map(str, arguments)]
        result = _finish(command, timeout, options)
        result.peak_bytes = int(report.read())
    return result


def _finish(command, timeout, options):
    began = time.monotonic()
    done = subprocess.run(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        timeout=timeout,
        **({"stdin": subprocess.DEVNULL} if "input" not in options else {}) | options,
    )
    seconds = time.monotonic() - began
    return Result(done.returncode, done.stdout.decode(errors="replace"), done.stderr.decode(errors="replace"), seconds)


def ended_by(status, number):
    """A shell shows 128 + number both for a process that exits so and for one that dies of the signal."""
    return status in (128 + number, -number)


def json_lines(text):
    def refuse(name):
        raise ValueError(f"{name} is no JSON")

    return [json.loads(line, parse_constant=refuse) for line in text.splitlines()]


class CommandTest(unittest.TestCase):
    """A temporary folder a test, and what holds for each run."""

    def setUp(self):
        self.folder = Path(tempfile.mkdtemp(prefix="strandline-test-"))
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)

    def path(self, name):
        return self.folder / name

    def files(self):
        return sorted(entry.name for entry in self.folder.iterdir())

    def assert_quiet_streams(self, result):
        self.assertEqual(result.out, "", "stdout stays clean")
        self.assertNotRegex(result.err, _GDAL_NOISE)

    def edges(self, source, target, *options, **run_options):
        """Runs `edges` and demands success."""
        result = run("edges", source, target, *options, **run_options)
        self.assertEqual(result.status, 0, result.err)
        self.assert_quiet_streams(result)
        self.assertNotIn("error", result.err.lower())
        return result

    def edges_array(self, source, *options, suffix=".pgm"):
        """The pixels that `edges` makes of a file."""
        target = self.path("edges-result" + suffix)
        self.edges(source, target, *options, "--overwrite")
        return pictures.read(target)

    def assert_edges(self, source, expected, *options, suffix=".pgm", message=""):
        actual = self.edges_array(source, *options, suffix=suffix)
        self.assert_same_picture(actual, expected, f"{source} {options} {message}")

    def assert_same_picture(self, actual, expected, message=""):
        self.assertEqual(actual.shape, expected.shape, message)
        different = np.argwhere(actual != expected)
        if len(different):
            r, c = different[0]
            self.fail(
                f"{message}: {len(different)} of {actual.size} pixels differ, the first at row {r}, column {c}: "
                f"{actual[r, c]} instead of {expected[r, c]}"
            )

    def assert_error(self, result, *words, status=1, warning=None):
        """One line that says what, where and what to do; `words` must all be in it. A `warning` that was given before any
        work, so that nobody waits for a loss, stands on a line of its own above it."""
        self.assertEqual(result.status, status, result.err)
        self.assertEqual(result.out, "")
        self.assertNotRegex(result.err, _GDAL_NOISE)
        error = result.err
        if warning:
            first, error = error.split("\n", 1)
            self.assertTrue(first.startswith(WARNING_PREFIX), result.err)
            self.assertIn(warning, first)
        self.assertTrue(error.startswith(ERROR_PREFIX), result.err)
        self.assertEqual(error.count("\n"), 1, f"one line: {result.err!r}")
        self.assertTrue(error.endswith("\n"))
        for word in words:
            self.assertIn(word.lower(), error.lower())

    def assert_refused(self, source, *words, target="out.pgm", options=(), status=1, warning=None, **run_options):
        """An error that leaves the folder as it was."""
        before = self.snapshot()
        result = run("edges", source, self.path(target), *options, **run_options)
        self.assert_error(result, *words, status=status, warning=warning)
        self.assertEqual(self.snapshot(), before, "the folder is as it was before")
        return result

    def snapshot(self):
        return {
            entry.name: entry.read_bytes() if entry.is_file() and entry.stat().st_size < 1 << 26 else None
            for entry in self.folder.iterdir()
        }


def is_clear_picture(expected):
    """A picture that could tell a right answer from a constant one."""
    return bool((expected == oracle.EDGE).any() and (expected == 0).any())


def terminate(process):
    if process.poll() is None:
        process.send_signal(signal.SIGKILL)
    process.wait()
    for stream in (process.stdout, process.stderr):
        if stream:
            stream.close()
