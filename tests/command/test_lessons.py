# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The commands of the lessons print what the lessons say that they print."""

import re
import shlex
import unittest

from strandline_command import TESTDATA, CommandTest, run

ROOT = TESTDATA.parent
PRINTED = re.compile(r"```\n\$ (strandline [^\n]*)\n(.*?)```", re.DOTALL)
COMPARED = re.compile(r"^    (strandline lab compare (?!.*card\.jsonl).*)$", re.MULTILINE)
RUN = re.compile(r"strandline lab run ((?:[a-z0-9-]+ ?)+?)(?: --|`|$)", re.MULTILINE)


class Lessons(CommandTest):
    def lessons(self):
        for name in ("constant_memory", "bank_conflicts", "image_pipeline"):
            yield (ROOT / f"docs/lessons/{name}.md").read_text()

    def test_what_lessons_print(self):
        for text in self.lessons():
            found = PRINTED.findall(text)
            self.assertTrue(found, "a lesson begins with a prediction")
            for command, printed in found:
                with self.subTest(command):
                    result = run(*shlex.split(command)[1:])
                    self.assertEqual(result.out + result.err, printed)

    def test_experiments_that_lessons_run(self):
        listed = re.findall(r"^([a-z0-9-]+): ", run("lab", "list").out, re.MULTILINE)
        for text in self.lessons():
            names = [name for names in RUN.findall(text) for name in names.split()]
            self.assertTrue(names)
            self.assertLessEqual(set(names), set(listed))

    def test_files_that_lessons_compare(self):
        commands = [command for text in self.lessons() for command in COMPARED.findall(text)]
        self.assertTrue(commands)
        for command in commands:
            result = run(*shlex.split(command)[1:], cwd=ROOT)
            self.assertEqual((result.status, result.err), (0, ""))


if __name__ == "__main__":
    unittest.main()
