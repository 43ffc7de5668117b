# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What must hold for every run of the command whatever its input is, and what a run breaks of it."""

import dataclasses
import re
import signal
import sys
from pathlib import Path

from osgeo import gdal

from launch import launch, signal_name

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "command"))
import pictures
from strandline_command import ERROR_PREFIX, WARNING_PREFIX

# That of tests/command/test_memory.py, which says where it comes from; nothing is allowed beyond.
_MARGIN_BYTES = 8 << 20
_REPORT = re.compile(r"(Address|Leak|Thread|UndefinedBehavior)Sanitizer|: runtime error: ")
# Sanitizers end a program that asks for more than they have, where it would have caught bad_alloc.
_REPORT_OF_A_REFUSAL = re.compile(r"allocation-size-too-big|out-of-memory|maximum supported size")
_SUMMARY = re.compile(r"out\.\w+: (\d+) x (\d+) pixels, .* peak memory \d+ MiB")
_INTERRUPTED = "strandline: interrupted, "
_NAMED_MEMORY = re.compile(r"needs? (?:at least )?(\d+)M of memory")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")
_COMPANIONS = (".aux.xml", ".ovr", ".msk")  # of an output
_LONG_WORK = 20_000_000  # pixels that may take longer than our patience
_MOST_TO_READ = 20_000_000
_MOST_MEMORY_MIB = 3_000


@dataclasses.dataclass(frozen=True)
class Case:
    """One input and how the command is run on it."""

    name: str
    main: str  # the one of `files` that the command is given
    files: dict
    suffix: str = ".pgm"
    memory_mib: int = 256
    options: tuple = ()
    other_cut: tuple = ()  # options that may not change the result; empty: not tried
    length: int | None = None  # of `main`, which ends too early

    @property
    def target(self):
        return "out" + self.suffix


class Judge:
    """Runs cases in an empty folder and lists what is wrong, each as 'KIND: what was seen'."""

    def __init__(self, executable, folder, patience=20.0, grace=10.0, is_sanitized=False):
        self.executable, self.folder = executable, Path(folder)
        self.patience, self.grace = patience, grace
        self.is_sanitized = is_sanitized

    def faults(self, case):
        self._lay_out(case)
        run, faults = self._run(case, case.memory_mib, case.options)
        if run.status == 0 and not faults:
            faults = self._faults_of_output(case, run)
            faults += self._faults_of_another_cut(case) + self._faults_of_an_early_end(case)
        named = _NAMED_MEMORY.search(run.err) if run.status == 1 else None
        if named and int(named[1]) <= _MOST_MEMORY_MIB and not faults:
            faults = self._faults_with_named_memory(case, int(named[1]))
        return faults

    def faults_of_info(self, case):
        self._lay_out(case)
        run = self._launch("info", case.main)
        faults = _faults_of_ending(run) or _faults_of_messages(run) or _faults_of_control(run.out)
        if run.was_asked_to_end:
            faults = faults or ["slow: info alone"]
        return faults + self._faults_of_folder(case, succeeded=False)

    def _launch(self, *arguments):
        return launch([self.executable, *arguments], self.folder, self.patience, self.grace, self.is_sanitized)

    def _lay_out(self, case):
        for path in self.folder.iterdir():
            path.unlink()
        for name, content in _files(case).items():
            (self.folder / name).write_bytes(content)

    def _run(self, case, memory_mib, options):
        run = self._launch("edges", case.main, case.target, "--memory", f"{memory_mib}M", *options)
        faults = _faults_of_ending(run)
        if not faults and run.was_asked_to_end:
            faults = self._faults_of_long_work(case, run)
        elif not faults:
            faults = _faults_of_messages(run)
            if run.out:
                faults.append(f"noise: on stdout {run.out[:200]!r}")
        if not self.is_sanitized and run.peak_bytes > (memory_mib << 20) + _MARGIN_BYTES:
            faults.append(f"memory: {run.peak_bytes >> 20} MiB at peak of {memory_mib} allowed, status {run.status}")
        return run, faults + self._faults_of_folder(case, run.status == 0)

    def _faults_of_long_work(self, case, run):
        """A picture of many pixels may take long, but then ends as one that is interrupted."""
        if run.status not in (0, 1) and not (run.status == 128 + signal.SIGTERM and run.err.startswith(_INTERRUPTED)):
            return [f"status: {run.status} after SIGTERM, {run.err[:300]!r}"]
        size = re.search(r"^size +(\d+) x (\d+)", self._launch("info", case.main).out, re.MULTILINE)
        if size and int(size[1]) * int(size[2]) >= _LONG_WORK:
            return []
        return [f"slow: {self.patience:.0f} s were not enough for {size[0] if size else 'a file that is refused'}"]

    def _faults_of_folder(self, case, succeeded):
        left = {path.name: path for path in self.folder.iterdir()}
        faults = []
        for name, content in _files(case).items():
            path = left.pop(name, None)
            if path is None or path.read_bytes() != content:
                faults.append(f"input: {name} is {'gone' if path is None else 'changed'}")
        if succeeded and left.pop(case.target, None) is None:
            faults.append(f"no output: {case.target} is not there, though the run succeeded")
        if succeeded:
            left = {name: path for name, path in left.items() if name not in _companions(case.target)}
        return faults + [f"left behind: {name}" for name in sorted(left)]

    def _faults_of_output(self, case, run):
        summary = _SUMMARY.search(run.err)
        said = (int(summary[1]), int(summary[2])) if summary else None
        try:
            written = gdal.Open(str(self.folder / case.target))
            size = (written.RasterXSize, written.RasterYSize)
            if size[0] * size[1] <= _MOST_TO_READ:
                written.ReadAsArray()
        except RuntimeError as error:
            return [f"output: doesn't open, {error}"]
        faults = [] if said in (None, size) else [f"output: {size} was written, {said} was said"]
        return faults + self._faults_of_success(case, size)

    def _faults_of_success(self, case, size):
        """Success means that the pixels could be read: GDAL by itself says so too."""
        try:
            source = gdal.Open(str(self.folder / case.main))
        except RuntimeError:
            return []  # a format of ours alone
        if (source.RasterXSize, source.RasterYSize) != size:
            return [f"output: {size} of an input of {(source.RasterXSize, source.RasterYSize)}"]
        if size[0] * size[1] > _MOST_TO_READ or "--band" in case.options:
            return []
        try:
            source.ReadAsArray()
            if "--mask" not in case.options:
                source.GetRasterBand(1).GetMaskBand().ReadAsArray()
        except RuntimeError as error:
            return [f"half right: it succeeded, but GDAL can't read the input: {error}"]
        return []

    def _faults_of_another_cut(self, case):
        """The bytes depend neither on how the picture is cut, nor on who computes, nor on what lay in memory before."""
        target = self.folder / case.target
        size = target.stat().st_size
        if not case.other_cut or size > _MOST_TO_READ:
            return []
        first = target.read_bytes()
        target.unlink()
        run, faults = self._run(case, case.memory_mib, (*case.options, *case.other_cut))
        if run.status == 0 and not faults and target.read_bytes() != first:
            faults = [f"bytes: not the same with {' '.join(case.other_cut)}"]
        if run.status != 0 and not _NAMED_MEMORY.search(run.err):
            faults.append(f"bytes: refused with {' '.join(case.other_cut)}: {run.err[:300]!r}")
        return faults

    def _faults_of_an_early_end(self, case):
        """What is missing at a file's end is nothing that the result depends on, or the file is refused."""
        if case.length is None or (self.folder / case.target).stat().st_size > _MOST_TO_READ:
            return []
        result = (self.folder / case.target).read_bytes()
        whole = dataclasses.replace(case, length=None)
        self._lay_out(whole)
        run, faults = self._run(whole, case.memory_mib, case.options)
        if run.status != 0 or faults or (self.folder / case.target).read_bytes() != result:
            faults.append(f"half right: {case.length} of {len(case.files[case.main])} bytes are another picture than all")
        return faults

    def _faults_with_named_memory(self, case, memory_mib):
        run, faults = self._run(case, memory_mib, case.options)
        if run.status == 1 and _NAMED_MEMORY.search(run.err):
            faults.append(f"memory: {memory_mib}M was said to do and is refused: {run.err[:300]!r}")
        return faults


def _files(case):
    return {**case.files, case.main: case.files[case.main][: case.length]}


def _companions(target):
    return {target + suffix for suffix in _COMPANIONS}


def _faults_of_ending(run):
    if _REPORT.search(run.err) and not _REPORT_OF_A_REFUSAL.search(run.err):
        return [f"sanitizer: {run.err[:2000]}"]
    if run.was_killed:
        return ["hang: SIGTERM was ignored"]
    if run.status < 0:
        return [f"crash: ended by {signal_name(run.status)}"]
    if run.status not in (0, 1) and not run.was_asked_to_end:
        return [f"status: {run.status}, {run.err[:300]!r}"]
    return []


def _faults_of_messages(run):
    """Warnings, then one error or one summary; nothing else, and nothing that a terminal obeys."""
    if _REPORT_OF_A_REFUSAL.search(run.err):
        return []
    *others, last = run.err.removesuffix("\n").split("\n")
    faults = [f"noise: {line[:300]!r}" for line in others if not line.startswith(WARNING_PREFIX)]
    if run.status == 1 and not (last.startswith(ERROR_PREFIX) and len(last) > len(ERROR_PREFIX)):
        faults.append(f"error line: {last[:300]!r}")
    if run.status == 0 and last and not _SUMMARY.fullmatch(last):
        faults.append(f"noise: {last[:300]!r}")
    return faults + _faults_of_control(run.err)


def _faults_of_control(text):
    return [f"control characters: {text[:300]!r}"] if _CONTROL.search(text) else []
