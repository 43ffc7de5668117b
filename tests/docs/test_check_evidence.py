# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Shows check_evidence.py one fault at a time: each must be found, and nothing in what is right."""

import contextlib
import io
import json
import pathlib
import tempfile
import unittest

import check_evidence

ROW = {"name": "device/u8/reflect101", "operation": "edges", "pixel_type": "u8", "backend": "cuda", "rows": 16384,
       "cols": 16384, "border": "reflect101", "nodata": False, "timing": "stream", "median_ms": 0.2, "iqr_ms": 0.001,
       "samples": 21, "gpx_per_s": 1342.17728, "bytes_per_pixel": 2, "ratio_to_copy": 0.8, "copy_gpx_per_s": 1677.0,
       "card": "NVIDIA Example", "compute_capability": "9.0", "driver": "580.1", "cuda": "13.0", "commit": "abc",
       "source_digest": "0123456789abcdef"}
NAME = "gpu-example-2026-01-31.jsonl"


class CheckEvidence(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("evidence", "docs", "src/cuda", "include/strandline"):
            (self.root / name).mkdir(parents=True)
        (self.root / "include/strandline/cuda.hpp").write_text("// a header\n")

    def check(self, *rows, name=NAME):
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (self.root / "evidence" / name).write_text("".join(line + "\n" for line in lines))
        self.said = io.StringIO()
        with contextlib.redirect_stdout(self.said):
            return check_evidence.check(self.root)

    def test_whole_rows_pass(self):
        self.assertEqual(self.check(ROW, ROW | {"ratio_to_copy": None}), [])

    def test_each_field_is_missed(self):
        optional = {"name", "nodata", "timing"}
        for key in ROW.keys() - optional:
            with self.subTest(missing=key):
                self.assertTrue(self.check({other: value for other, value in ROW.items() if other != key}))

    def test_values_that_cannot_be(self):
        for key, value in [("median_ms", 0), ("median_ms", "0.2"), ("samples", True), ("gpx_per_s", 1500), ("iqr_ms", -1),
                           ("commit", "unknown"), ("source_digest", ""), ("ratio_to_copy", -0.5)]:
            with self.subTest(key=key, value=value):
                self.assertTrue(self.check(ROW | {key: value}))

    def test_lines_that_are_no_rows(self):
        for line in ("{", "[]", ""):
            with self.subTest(line=line):
                self.assertTrue(self.check(ROW, line))
        self.assertTrue(self.check())

    def test_a_ratio_needs_the_rate_of_its_peer(self):
        self.assertTrue(self.check(ROW | {"ratio_to_npp": 10.0}))
        self.assertEqual(self.check(ROW | {"ratio_to_npp": 10.0, "npp_gpx_per_s": 134.0}), [])

    def test_rows_of_two_runs(self):
        self.assertTrue(self.check(ROW, ROW | {"commit": "def"}))

    def test_names_of_files(self):
        self.assertTrue(self.check(ROW, name="h200.jsonl"))

    def test_age_is_said_and_no_fault(self):
        self.assertEqual(self.check(ROW), [])
        self.assertIn("OLDER THAN THE KERNELS", self.said.getvalue())
        digest = check_evidence.source_digest.source_digest(self.root)
        self.assertEqual(self.check(ROW | {"source_digest": digest}), [])
        self.assertNotIn("OLDER", self.said.getvalue())
        (self.root / "src/cuda/edges.cu").write_text("// a kernel\n")
        self.assertEqual(self.check(ROW | {"source_digest": digest}), [])
        self.assertIn("OLDER THAN THE KERNELS", self.said.getvalue())

    def test_tables_are_compared(self):
        self.check(ROW)
        body = check_evidence.table.table([ROW], "speed")
        text = f"# Speed\n\n<!-- table speed of evidence/{NAME} -->\n\n{body}\n\n<!-- end of table -->\n"
        self.assertIn("1342", text)
        for right, wrong in [("1342", "1400"), ("table speed", "table spede"), (NAME, "gpu-none.jsonl"),
                             ("<!-- end", "<!-- the end")]:
            (self.root / "README.md").write_text(text)
            self.assertEqual(self.check(ROW), [])
            (self.root / "README.md").write_text(text.replace(right, wrong))
            self.assertTrue(self.check(ROW), f"{wrong} for {right} was not seen")


if __name__ == "__main__":
    unittest.main()
