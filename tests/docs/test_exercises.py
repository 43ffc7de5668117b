# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The lessons' exercises: each starter fails the gates that it is to teach and says what its lesson prints, each solution
passes. STRANDLINE_EXERCISES is the folder of their programs."""

import os
import pathlib
import re
import subprocess
import unittest

PROGRAMS = pathlib.Path(os.environ["STRANDLINE_EXERCISES"])
LESSONS = pathlib.Path(__file__).resolve().parents[2] / "docs/lessons"
ON_A_CARD = "results on a card"

# What a starter fails, without a card and on one.
FAILS = {
    "constant_memory": ({"a warp's dark values"}, set()),
    "bank_conflicts": ({"a warp reads a column"}, set()),
    "image_pipeline": ({"pixels on the seams of tiles", "pixels on the image's frame"}, {ON_A_CARD}),
}


def run(lesson, kind, **environment):
    """The exit status, and the lines by gate."""
    done = subprocess.run([PROGRAMS / f"lesson_{lesson}_{kind}"], capture_output=True, text=True, timeout=60,
                          env=os.environ | environment)
    return done.returncode, {re.match(r"\w+ +(.*?): ", line)[1]: line for line in done.stdout.splitlines()}


def gates_that(verdict, lines):
    return {gate for gate, line in lines.items() if line.startswith(verdict)}


class Exercises(unittest.TestCase):
    def test_starters_fail_what_they_are_to_teach(self):
        for lesson in FAILS:
            with self.subTest(lesson):
                status, lines = run(lesson, "starter")
                without_card, on_a_card = FAILS[lesson]
                has_card = not lines[ON_A_CARD].startswith("SKIPPED")
                fails = without_card | on_a_card if has_card else without_card
                self.assertEqual((status, gates_that("FAILED", lines)), (1, fails))

    def test_solutions_pass_all_gates_of_the_starter(self):
        for lesson in FAILS:
            with self.subTest(lesson):
                status, lines = run(lesson, "solution")
                self.assertEqual((status, gates_that("FAILED", lines)), (0, set()))
                self.assertEqual(lines.keys(), run(lesson, "starter")[1].keys())
                self.assertEqual(gates_that("PASSED", lines) | {ON_A_CARD}, set(lines))

    def test_a_card_that_is_asked_for_must_be_there(self):
        for lesson in FAILS:
            with self.subTest(lesson):
                has_card = not gates_that("SKIPPED", run(lesson, "solution")[1])
                status, lines = run(lesson, "solution", STRANDLINE_REQUIRE_GPU="1")
                self.assertEqual((status, gates_that("FAILED", lines)), (0, set()) if has_card else (1, {ON_A_CARD}))

    def test_lessons_print_what_starters_say(self):
        for lesson in FAILS:
            with self.subTest(lesson):
                text = (LESSONS / f"{lesson}.md").read_text()
                printed = re.search(r"```\n\$ \./starter\n(.*?)```", text, re.DOTALL)[1].splitlines()
                said = run(lesson, "starter")[1]
                self.assertEqual(printed[:-1], [line for gate, line in said.items() if gate != ON_A_CARD])
                self.assertIn(ON_A_CARD, printed[-1])


if __name__ == "__main__":
    unittest.main()
