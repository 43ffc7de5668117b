# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""strandline lab compare and summary: what they make of files of results, and which files they refuse."""

import json
import os
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from strandline_command import ERROR_PREFIX, TESTDATA, CommandTest, json_lines, run, start

PUBLISHED = TESTDATA / "tesla_t4_constant_published.jsonl"


def experiment_names():
    return [experiment["name"] for experiment in json_lines(run("lab", "list", "--json").out)]


def summary(median, iqr=0.0, samples=21, **other):
    return {"unit": "ms", "median": median, "min": median, "iqr": iqr, "samples": samples, "rejected": 0,
            "ended": "steady"} | other  # fmt: skip


def row(parameters, measured, values=None):
    return {"type": "row", "experiment": "constant", "parameters": parameters, "measured": measured,
            "values": values or {}, "predicted": {}}  # fmt: skip


class Compare(CommandTest):
    def write(self, name, *rows, card="card", ended=True):
        lines = [{"type": "run", "schema": 1, "card": card},
                 {"type": "experiment", "experiment": "constant", "sizes": {}}, *rows]  # fmt: skip
        if ended:
            lines.append({"type": "end", "experiment": "constant"})
        self.path(name).write_text("".join(json.dumps(line) + "\n" for line in lines))
        return self.path(name)

    def compare(self, *arguments):
        result = run("lab", "compare", *arguments)
        self.assertEqual((result.status, result.err), (0, ""))
        return result.out

    def outcomes(self, a, b):
        lines = json_lines(self.compare(a, b, "--json"))
        return [line["outcome"] for line in lines if line["type"] == "quantity"]

    def test_outcomes(self):
        a = self.write("a.jsonl", *[row({"n": n}, {"t": summary(1.0)}) for n in range(4)])
        measured = [summary(1.01), summary(2.0), summary(0.5), summary(1.1, iqr=0.9)]
        b = self.write("b.jsonl", *[row({"n": n}, {"t": own}) for n, own in enumerate(measured)])
        self.assertEqual(self.outcomes(a, b), ["SAME", "SLOWER", "FASTER", "UNCLEAR"])
        self.assertEqual(self.outcomes(b, a), ["SAME", "FASTER", "SLOWER", "UNCLEAR"])
        table = self.compare(a, b)
        self.assertIn("1 SAME, 1 FASTER, 1 SLOWER, 1 UNCLEAR\n", table)
        self.assertRegex(table, r"\n1 +t ms +1 \(0\.0 %\) +2 \(0\.0 %\) +2 +0\.0 % +SLOWER\n")
        self.assertIn("UNCLEAR (spread too large)", table)

    def test_a_summary_of_each_experiment_and_a_status_for_ci(self):
        a = self.write("a.jsonl", *[row({"n": n}, {"t": summary(1.0)}) for n in (1, 2)])
        b = self.write("b.jsonl", *[row({"n": n}, {"t": summary(4.0)}) for n in (0, 1)])
        self.assertIn("\nRows: 1 in both, 1 only in A, 1 only in B. Quantities: 0 SAME, 0 FASTER, 1 SLOWER, 0 UNCLEAR. B is "
                      "0.25 times as fast in the geometric mean, 0.25 times at worst (t, n 1).\n", self.compare(a, b))
        (line,) = [line for line in json_lines(self.compare(a, b, "--json")) if line["type"] == "summary"]
        self.assertEqual(line, {"type": "summary", "experiment": "constant", "rows": 1, "only_in_a": 1, "only_in_b": 1,
                                "SAME": 0, "FASTER": 0, "SLOWER": 1, "UNCLEAR": 0, "mean_speedup": 0.25,
                                "slowest": {"parameters": {"n": 1}, "quantity": "t", "speedup": 0.25}})  # fmt: skip
        self.assertEqual(run("lab", "compare", a, b, "--fail-on-slower").status, 4)
        self.assertEqual(run("lab", "compare", b, a, "--fail-on-slower").status, 0)
        self.assertEqual(run("lab", "compare", "--experiment", "constant", a, b).status, 0)
        self.assert_error(run("lab", "compare", a, b, "--experiment", "constant", "--experiment", "bank"),
                          "'bank'", *experiment_names(), status=2)  # fmt: skip
        self.assert_error(run("lab", "compare", a, b, "--experiment", "banks"), "'banks'", "constant", a.name)

    def test_nothing_to_compare_is_no_success(self):
        a = self.write("a.jsonl", row({"n": 1}, {"t": summary(1.0)}))
        b = self.write("b.jsonl", row({"n": 2}, {"t": summary(1.0)}))
        self.assertIn("Rows: 0 in both, 1 only in A, 1 only in B.", self.compare(a, b))
        self.assert_error(run("lab", "compare", a, b, "--fail-on-slower"), "nothing", a.name, b.name)

    def test_the_published_rows_beside_measured_ones(self):
        parameters = {"pattern": "per-lane", "n": 4096}
        measured = {"constant": summary(0.006), "global": summary(0.0037)}
        b = self.write("b.jsonl", row(parameters, measured, {"ratio": 2.0}))
        lines = json_lines(self.compare(PUBLISHED, b, "--json"))
        self.assertEqual(lines[0]["a"][0]["facts"]["card"], "Tesla T4")
        quantities = [line for line in lines if line["type"] == "quantity"]
        self.assertEqual([(line["quantity"], line["outcome"]) for line in quantities],
                         [("constant", "FASTER"), ("global", "UNCLEAR")])  # fmt: skip
        self.assertEqual(quantities[0]["a"], {"median": 0.0198, "iqr": None, "samples": None})
        ratio = next(line for line in lines if line["type"] == "value" and line["value"] == "ratio")
        self.assertEqual((ratio["a"], ratio["b"]), (5.21, 2.0))
        self.assertEqual(len([line for line in lines if line["type"] == "only_in" and line["side"] == "a"]), 9)
        table = self.compare(PUBLISHED, b)
        self.assertIn("Tesla T4", table)
        self.assertIn("Only in A: pattern broadcast, n 4096\n", table)
        self.assertIn("0.0198 (?)", table)

    def test_published_rows_are_not_the_same_as_themselves_for_sure(self):
        self.assertEqual(set(self.outcomes(PUBLISHED, PUBLISHED)), {"UNCLEAR"})

    def test_a_broken_off_run_is_noted(self):
        a = self.write("a.jsonl", row({}, {"t": summary(1.0)}))
        b = self.write("b.jsonl", row({}, {"t": summary(1.0)}), ended=False)
        with open(b, "a") as file:
            file.write('{"type":"row","exp')
        self.assertEqual(self.outcomes(a, b), ["SAME"])
        self.assertIn("B: it was broken off.", self.compare(a, b))

    def test_columns_are_aligned(self):
        a = self.write("a.jsonl", row({"n": 1}, {"t": summary(1.0)}, {"x": 2}), row({"n": 10**9}, {"t": summary(1e-7)}))
        b = self.write("b.jsonl", row({"n": 1}, {"t": summary(1.0)}), row({"n": 10**9}, {"t": summary(1e-7)}))
        lines = self.compare(a, b).split("\n\n")[2].splitlines()
        column = lines[0].index("B/A")
        self.assertEqual([line[column - 1 : column + 1].strip() for line in lines[1:4]], ["1", "-", "1"])

    def test_files_that_are_none(self):
        a = self.write("a.jsonl", row({}, {"t": summary(1.0)}))
        self.path("newer.jsonl").write_text('{"type":"run","schema":3}\n')
        self.path("damaged.jsonl").write_text(a.read_text() + "{]\n")
        self.path("empty.jsonl").write_text("")
        for name, words in (("none.jsonl", ["No such file"]), ("newer.jsonl", ["schema 3", "line 1", "newer"]),
                            ("damaged.jsonl", ["line 5", "no JSON"]), ("empty.jsonl", ["no results"])):  # fmt: skip
            with self.subTest(name):
                self.assert_error(run("lab", "compare", a, self.path(name)), name, *words)
                self.assert_error(run("lab", "compare", self.path(name), a, "--json"), name, *words)

    def test_usage(self):
        for call in ((), (PUBLISHED,), (PUBLISHED, PUBLISHED, PUBLISHED), (PUBLISHED, PUBLISHED, "--csv")):
            self.assert_error(run("lab", "compare", *call), status=2)

    def test_what_cannot_be_printed_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            process = start("lab", "compare", PUBLISHED, PUBLISHED, stdout=full)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertTrue(err.decode().startswith(ERROR_PREFIX), err)


class Summary(CommandTest):
    """Of the newest evidence, which has a figure for every line that there is."""

    evidence = sorted((TESTDATA.parent / "evidence").glob("lab-*.jsonl"))[-1]

    def test_one_screen(self):
        result = run("lab", "summary", self.evidence)
        self.assertEqual((result.status, result.err), (0, ""))
        lines = result.out.splitlines()
        self.assertLess(len(lines), 40)
        self.assertIn(json_lines(self.evidence.read_text())[0]["card"], lines[0])
        self.assertRegex(result.out, r"\nconstant memory, each distinct address +[12]\.\d+ +cycles +constant-charge: ")
        self.assertRegex(result.out, r"\na matrix copied +\d+ +GB/s +transpose: side 4096, kernel copy\n")

    def test_the_json_says_what_the_text_says(self):
        text = run("lab", "summary", self.evidence).out
        figures = [line for line in json_lines(run("lab", "summary", self.evidence, "--json").out)
                   if line["type"] == "figure"]  # fmt: skip
        self.assertGreaterEqual(len(figures), 15)
        self.assertEqual(len(figures), len(text.splitlines()) - 2)
        for figure, line in zip(figures, text.splitlines()[2:], strict=True):
            self.assertTrue(line.startswith(figure["label"]), line)
            self.assertTrue(line.endswith(figure["from"]), line)
            self.assertIn(f" {figure['unit']} ", line)

    def test_published_rows_have_figures_too(self):
        result = run("lab", "summary", PUBLISHED)
        self.assertEqual(result.status, 0)
        self.assertRegex(result.out, r"each its own +\d+\.\d+ +times +constant: ")

    def test_a_file_without_such_rows(self):
        self.path("bare.jsonl").write_text('{"type": "run", "schema": 2, "card": "a card"}\n')
        result = run("lab", "summary", self.path("bare.jsonl"))
        self.assertEqual(result.status, 0)
        self.assertIn("none of the rows", result.out)
        self.assert_error(run("lab", "summary", "none"), "none", "No such file")
        self.assert_error(run("lab", "summary"), status=2)


if __name__ == "__main__":
    unittest.main()
