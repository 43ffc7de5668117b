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


class EvidenceTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("evidence", "docs", "src/cuda", "include/strandline"):
            (self.root / name).mkdir(parents=True)
        (self.root / "include/strandline/cuda.hpp").write_text("// a header\n")
        (self.root / "include/strandline/warp_cost.hpp").write_text("// a header\n")

    def check(self, *rows, name=NAME):
        lines = [row if isinstance(row, str) else json.dumps(row) for row in rows]
        (self.root / "evidence" / name).write_text("".join(line + "\n" for line in lines))
        self.said = io.StringIO()
        with contextlib.redirect_stdout(self.said):
            return check_evidence.check(self.root)


class CheckEvidence(EvidenceTest):
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
        body = check_evidence.markdown_table.markdown(*check_evidence.table.TABLES["speed"]([ROW]))
        text = f"# Speed\n\n<!-- table speed of evidence/{NAME} -->\n\n{body}\n\n<!-- end of table -->\n"
        self.assertIn("1342", text)
        for right, wrong in [("1342", "1400"), ("table speed", "table spede"), (NAME, "gpu-none.jsonl"),
                             ("<!-- end", "<!-- the end")]:
            (self.root / "README.md").write_text(text)
            self.assertEqual(self.check(ROW), [])
            (self.root / "README.md").write_text(text.replace(right, wrong))
            self.assertTrue(self.check(ROW), f"{wrong} for {right} was not seen")


RUN = {"type": "run", "card": "NVIDIA Example", "compute_capability": "9.0", "driver": "580.1", "cuda": "13.0",
       "date": "2026-01-31", "commit": "abc", "source_digest": "0123456789abcdef", "quick": False}
SUMMARY = {"unit": "ms", "median": 0.2, "min": 0.1, "iqr": 0.01, "samples": 21, "rejected": 0, "ended": "steady"}
LAB_NAME = "lab-example-2026-01-31.jsonl"


def whole_lab_run():
    lines = [dict(RUN)]
    for name in check_evidence.lab_evidence.EXPERIMENTS:
        own = {"experiment": name}
        lines += [{"type": "experiment", "sizes": {}} | own,
                  {"type": "row", "parameters": {"n": 1}, "measured": {"time": dict(SUMMARY)}} | own,
                  {"type": "gate", "name": "results are right", "passed": True} | own,
                  {"type": "verdict", "text": "It is so."} | own, {"type": "end"} | own]
    return lines


class CheckLabEvidence(EvidenceTest):
    def setUp(self):
        super().setUp()
        (self.root / "docs/lab-example-2026-01-31.html").write_text(" ".join(str(fact) for fact in RUN.values()))

    def check_lab(self, lines):
        return self.check(*lines, name=LAB_NAME)

    def test_a_whole_run_passes(self):
        self.assertEqual(self.check_lab(whole_lab_run()), [])

    def test_what_is_missing_is_missed(self):
        for number in range(len(whole_lab_run())):
            lines = whole_lab_run()
            if lines.pop(number)["type"] != "gate":  # an experiment may have no result to check
                self.assertTrue(self.check_lab(lines), f"line {number} was not missed")

    def test_facts_that_are_missing(self):
        for key in check_evidence.lab_evidence.FACTS:
            for value in ("", "unknown", None):
                with self.subTest(key=key, value=value):
                    self.assertTrue(self.check_lab([RUN | {key: value}, *whole_lab_run()[1:]]))
        self.assertTrue(self.check_lab([RUN | {"quick": True}, *whole_lab_run()[1:]]))

    def test_two_runs_in_one_file(self):
        self.assertTrue(self.check_lab(whole_lab_run() + whole_lab_run()))

    def test_what_went_wrong_on_the_card(self):
        failure = {"type": "failure", "experiment": "banks", "text": "no memory"}
        gate = {"type": "gate", "experiment": "banks", "name": "a gate", "passed": False}
        for line in (failure, gate):
            lines = whole_lab_run()
            lines.insert(2, line)
            with self.subTest(line=line):
                self.assertTrue(self.check_lab(lines))

    def test_summaries_that_cannot_be(self):
        for change in ({"median": None}, {"iqr": -1}, {"min": "0.1"}, {"samples": 0}):
            lines = whole_lab_run()
            lines[2]["measured"]["time"].update(change)
            with self.subTest(change=change):
                self.assertTrue(self.check_lab(lines))
        lines = whole_lab_run()
        lines[2]["measured"]["time"].update({"median": None, "min": None, "iqr": None, "samples": 0, "rejected": 9})
        self.assertEqual(self.check_lab(lines), [])

    def test_the_report_is_of_the_same_run(self):
        page = self.root / "docs/lab-example-2026-01-31.html"
        page.write_text(page.read_text().replace("580.1", "581"))
        self.assertTrue(self.check_lab(whole_lab_run()))
        page.unlink()
        self.assertTrue(self.check_lab(whole_lab_run()))

    def test_age_is_of_the_labs_own_sources(self):
        digest = check_evidence.source_digest.source_digest_of_lab(self.root)
        page = self.root / "docs/lab-example-2026-01-31.html"
        page.write_text(f"{page.read_text()} {digest}")
        lines = [RUN | {"source_digest": digest}, *whole_lab_run()[1:]]
        self.assertEqual(self.check_lab(lines), [])
        self.assertNotIn("OLDER", self.said.getvalue())
        (self.root / "lab/banks").mkdir(parents=True)
        (self.root / "lab/banks/banks_kernels.cu").write_text("// a kernel\n")
        self.assertEqual(self.check_lab(lines), [])
        self.assertIn("OLDER THAN THE KERNELS", self.said.getvalue())

    def write_source(self, name, text):
        (self.root / name).parent.mkdir(parents=True, exist_ok=True)
        (self.root / name).write_text(text)

    def test_a_change_of_one_experiment_does_not_age_the_others(self):
        for name in check_evidence.lab_evidence.EXPERIMENTS:
            self.write_source(f"lab/{name.replace('-', '_')}/about.cpp", "// words\n")
        self.write_source("lab/banks/banks_kernels.cu", '#include "probes/load_probe.hpp"\n')
        self.write_source("lab/nbody/nbody_kernels.cu", "// a kernel\n")
        for name in ("probes/load_probe.hpp", "probes/load_probe_kernels.cu", "harness/run.cpp", "results/html.cpp"):
            self.write_source(f"lab/{name}", "// a source\n")
        digests = check_evidence.source_digest.source_digests_of_experiments(self.root)
        lines = whole_lab_run()
        for line in lines:
            if line["type"] == "experiment":
                line["source_digest"] = digests[line["experiment"]]
        for name, older in (("results/html.cpp", []), ("banks/about.cpp", []), ("nbody/nbody_kernels.cu", ["nbody"]),
                            ("probes/load_probe_kernels.cu", ["banks"]), ("harness/run.cpp", list(digests))):
            path = self.root / "lab" / name
            before = path.read_text()
            path.write_text("// another\n")
            self.assertEqual(self.check_lab(lines), [])
            said = self.said.getvalue()
            with self.subTest(name):
                self.assertEqual([own for own in digests if f" {own}," in said or f" {own};" in said], sorted(older))
                self.assertEqual("OLDER" in said, bool(older))
            path.write_text(before)


if __name__ == "__main__":
    unittest.main()
