# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""strandline lab list and run: what they print, what they refuse, and what they do without a card."""

import os
import shutil
import subprocess
import sys
import unittest
from pathlib import Path

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from strandline_command import ERROR_PREFIX, TESTDATA, CommandTest, executable, json_lines, run, skip_loudly

EXPERIMENTS = ["ladder", "constant", "constant-charge", "constant-cache", "constant-api", "banks", "atomics", "transpose", "coalescing",
               "l2-persistence", "nbody", "convolution"]  # fmt: skip
NO_CARD = 3


def experiments():
    """By name, as lab list has them."""
    return {experiment["name"]: experiment for experiment in json_lines(run("lab", "list", "--json").out)}


def has_card():
    lines = run("backends").out.splitlines()
    return any(line.split()[:2] == ["cuda", "yes"] for line in lines)


class ProgramOfItsOwn(CommandTest):
    """strandline lab is the program strandline-lab, which lies beside strandline or on the PATH."""

    lab = Path(executable()).resolve().with_name("strandline-lab")

    def start_copy(self, *arguments, path=""):
        return subprocess.run([self.path("strandline"), *arguments], capture_output=True, text=True, timeout=60,
                              env=os.environ | {"PATH": str(path)})  # fmt: skip

    def copy_command(self):
        shutil.copy(executable(), self.path("strandline"))

    def test_it_needs_no_gdal(self):
        for program, needs_gdal in ((executable(), True), (self.lab, False)):
            libraries = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
            self.assertIn("libc.so", libraries)
            self.assertEqual("libgdal" in libraries, needs_gdal, f"{program}: {libraries}")

    def test_arguments_stdin_and_status_go_through(self):
        call = ("predict", "--json", "--addresses", "-")
        stdin = ",".join(str(4 * lane) for lane in range(32)).encode()
        direct = subprocess.run([self.lab, *call], input=stdin, capture_output=True, timeout=60)
        self.assertEqual(run("lab", *call, input=stdin).out, direct.stdout.decode())
        self.assertIn(b'"wavefronts":1', direct.stdout)
        for call in ((), ("none",), ("--none",), ("run",), ("compare", "none", "none"), ("--help",), ("--version",)):
            direct = subprocess.run([self.lab, *call], capture_output=True, text=True, timeout=60)
            with self.subTest(call):
                through = run("lab", *call)
                self.assertEqual((through.status, through.out, through.err),
                                 (direct.returncode, direct.stdout, direct.stderr))  # fmt: skip
        self.assertEqual([run("lab", *call).status for call in ((), ("--help",))], [2, 0])

    def test_where_it_is_looked_for(self):
        self.copy_command()
        result = self.start_copy("lab", "list")
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertTrue(result.stderr.startswith(ERROR_PREFIX), result.stderr)
        self.assertIn("strandline-lab", result.stderr)
        self.assertIn("PATH", result.stderr)
        self.assertEqual(self.start_copy("backends").returncode, 0)
        self.assertEqual(self.start_copy("lab", "list", path=self.lab.parent).returncode, 0)
        self.path("strandline-lab").write_text("#!/bin/sh\necho beside: \"$@\"\n")
        self.path("strandline-lab").chmod(0o755)
        self.assertEqual(self.start_copy("lab", "a b", "", path=self.lab.parent).stdout, "beside: a b \n")

    def test_a_link_to_the_command_finds_it_too(self):
        self.path("strandline").symlink_to(Path(executable()).resolve())
        self.assertEqual(self.start_copy("lab", "list").returncode, 0)


class List(CommandTest):
    def test_every_experiment_says_what_it_asks(self):
        listed = experiments()
        self.assertEqual(list(listed), EXPERIMENTS)
        for experiment in listed.values():
            with self.subTest(experiment["name"]):
                self.assertTrue(experiment["title"])
                self.assertTrue(experiment["question"].endswith("?"), experiment["question"])

    def test_usual_sizes_are_within_their_limits(self):
        for experiment in experiments().values():
            for size in experiment["sizes"]:
                with self.subTest(experiment["name"], size=size["name"]):
                    self.assertTrue(size["meaning"])
                    for values in (size["values"], size["quick_values"]):
                        self.assertTrue(values)
                        self.assertEqual(len(set(values)), len(values))
                        self.assertTrue(size["takes_several"] or len(values) == 1)
                        for value in values:
                            self.assertTrue(size["smallest"] <= value <= size["largest"], value)

    def test_a_named_one_tells_its_method(self):
        result = run("lab", "list", "banks", "nbody")
        self.assertEqual((result.status, result.err), (0, ""))
        told = " ".join(result.out.split())
        for name, experiment in experiments().items():
            with self.subTest(name):
                self.assertEqual(experiment["method"] in told, name in ("banks", "nbody"))
                self.assertEqual(experiment["limits"] in told, name in ("banks", "nbody"))
        self.assertIn("Fitted: ", told)
        self.assert_error(run("lab", "list", "none"), "'none'", "banks", status=2)

    def test_the_text_says_what_the_json_says(self):
        result = run("lab", "list")
        self.assertEqual((result.status, result.err), (0, ""))
        text = result.out
        for experiment in experiments().values():
            self.assertIn(f"{experiment['name']}: {experiment['title']}\n", text)
            self.assertIn(experiment["question"], text)
            for size in experiment["sizes"]:
                values = ",".join(map(str, size["values"]))
                self.assertIn(f"{size['name']}={values}", text)
                self.assertIn(f"{size['smallest']} to {size['largest']}", text)


    def test_each_has_the_digest_of_its_sources(self):
        sys.path.insert(0, str(TESTDATA.parent / "bench/gpu"))
        import source_digest

        self.assertEqual({name: own["source_digest"] for name, own in experiments().items()},
                         source_digest.source_digests_of_experiments())  # fmt: skip


class Arguments(CommandTest):
    """All of them are looked at before the card is, so that these tests need none."""

    def assert_usage(self, *call, words=()):
        before = self.snapshot()
        self.assert_error(run("lab", "run", *call, cwd=self.folder), *words, status=2)
        self.assertEqual(self.snapshot(), before)

    def test_names(self):
        self.assert_usage(words=["NAME"])
        self.assert_usage("bank", words=["'bank'", *EXPERIMENTS, "all"])
        self.assert_usage("all", "bank", words=["'bank'"])
        self.assert_usage("banks", "--fast", words=["--fast"])

    def test_sizes(self):
        for experiment in experiments().values():
            name = experiment["name"]
            self.assert_usage(name, "--size", "nothing=1", words=["nothing=1"])
            self.assert_usage(name, "--size", "1024", words=["1024", "NAME=VALUE"])
            for size in experiment["sizes"]:
                key, smallest, largest = size["name"], size["smallest"], size["largest"]
                self.assert_usage(name, "--size", f"{key}={largest + 1}", words=[f"{smallest} to {largest}"])
                self.assert_usage("all", "--size", f"{name}.{key}={smallest - 1}", words=[f"{smallest} to {largest}"])
                self.assert_usage(name, "--size", f"{key}={smallest}x", words=["integer"])
                self.assert_usage(name, "--size", f"{key}={largest}..{smallest - 1}", words=["integer"])
                if size["takes_several"]:
                    self.assert_usage(name, "--size", f"{key}={smallest},{smallest}", words=["twice"])
                elif largest > smallest:
                    self.assert_usage(name, "--size", f"{key}={smallest},{largest}", words=["one value"])
                    self.assert_usage(name, "--size", f"{key}={smallest}..{smallest + 1}", words=["one value"])

    def test_a_size_takes_no_experiment_for_a_value(self):
        self.assert_usage("--size", "nothing=1", "banks", words=["nothing=1"])

    def test_an_existing_file_is_left_alone(self):
        self.path("a.jsonl").write_text("kept")
        before = self.snapshot()
        for call in (("--json", self.path("a.jsonl")), ("--json", self.folder)):
            self.assert_error(run("lab", "run", "banks", *call), str(call[1]), "exists", "--overwrite")
        self.assertEqual(self.snapshot(), before)

    def test_pictures_need_a_folder(self):
        self.assert_usage("convolution", "--pictures", self.path("none"), words=["--pictures"])


class WithoutACard(CommandTest):
    def setUp(self):
        super().setUp()
        if has_card():
            skip_loudly(self, "this machine has a card")

    def test_one_line_and_nothing_else(self):
        self.path("a.jsonl").write_text("kept")
        before = self.snapshot()
        for call in (("banks",), ("all", "--quick"), ("banks", "--json", self.path("b.jsonl")), ("all", "--json", "-"),
                     ("banks", "--json", self.path("a.jsonl"), "--overwrite")):  # fmt: skip
            with self.subTest(call):
                self.assert_error(run("lab", "run", *call), "card", status=NO_CARD)
                self.assertEqual(self.snapshot(), before)

    def test_a_missing_driver_is_not_called_an_old_one(self):
        if "with CUDA" not in run("lab", "--version").out or os.path.exists("/proc/driver/nvidia"):
            skip_loudly(self, "no build with CUDA, or a driver")
        for call in ((), ("--device", "1")):
            result = run("lab", "run", "banks", *call)
            self.assert_error(result, "no NVIDIA driver", "install", status=NO_CARD)
            self.assertNotIn("insufficient", result.err)


class OnACard(CommandTest):
    """That runs work; what they find is looked at elsewhere."""

    def setUp(self):
        super().setUp()
        if not has_card():
            skip_loudly(self, "no card here")

    def test_a_quick_run_goes_through_file_table_and_compare(self):
        file = self.path("a.jsonl")
        result = run("lab", "run", "--quick", "banks", "--json", file, "--commit", "abc", timeout=300)
        self.assertEqual(result.status, 0, result.err)
        lines = json_lines(file.read_text())
        self.assertEqual((lines[0]["type"], lines[0]["schema"], lines[0]["commit"]), ("run", 2, "abc"))
        self.assertEqual((lines[-1]["type"], lines[-1]["experiment"]), ("end", "banks"))
        gates = [line for line in lines if line["type"] == "gate"]
        self.assertTrue(gates and all(gate["passed"] for gate in gates))
        self.assertEqual(result.out.count("PASSED"), len(gates))
        rows = [line for line in lines if line["type"] == "row"]
        compared = json_lines(run("lab", "compare", file, file, "--json").out)
        self.assertGreaterEqual(len([line for line in compared if line["type"] == "quantity"]), len(rows))

    def test_a_card_that_there_is_not(self):
        for device in ("-1", "4096"):
            self.assert_error(run("lab", "run", "banks", "--device", device), f"no card {device}", "choose 0", status=2)

    def test_samples_are_kept_where_they_are_wanted(self):
        for call, kept in (((), False), (("--samples",), True)):
            result = run("lab", "run", "--quick", "banks", "--json", "-", *call, timeout=300)
            self.assertEqual(result.status, 0, result.err)
            rows = [line for line in json_lines(result.out) if line["type"] == "row"]
            for summary in (own for line in rows for own in line["measured"].values()):
                self.assertEqual(len(summary.get("each", [])), summary["samples"] if kept else 0)

    def test_lines_on_stdout_leave_no_table(self):
        result = run("lab", "run", "--quick", "banks", "--json", "-", timeout=300)
        self.assertEqual(result.status, 0, result.err)
        self.assertEqual(json_lines(result.out)[0]["type"], "run")


class Help(CommandTest):
    def test_verbs_and_options_are_explained(self):
        text = run("lab", "--help").out
        for verb in ("list", "run", "summary", "compare", "predict", "report"):
            self.assertIn(f"\n  {verb} ", text)
        text = run("lab", "run", "--help").out
        for option in ("--size", "--quick", "--json", "--overwrite", "--commit", "--pictures", "--device", "--samples"):
            self.assertIn(option, text)


if __name__ == "__main__":
    unittest.main()
