# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""--device-memory: sizes it takes and refuses, and that it bounds the card's memory and nothing else."""

import os
import sys
import unittest

import numpy as np

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import oracle
import pictures
from strandline_command import CommandTest, is_clear_picture, run


def has_card():
    lines = [line.split() for line in run("backends").out.splitlines()]
    return next(words[1] for words in lines if words[0] == "cuda") == "yes"


class DeviceMemory(CommandTest):
    def setUp(self):
        super().setUp()
        image = pictures.blocks(300, 200, np.uint16)
        self.source = pictures.write_netpbm(self.path("in.pgm"), image)
        self.expected = oracle.edges(image)
        self.assertTrue(is_clear_picture(self.expected))

    def test_help_names_it_with_its_default(self):
        self.assertRegex(run("edges", "--help").out, r"--device-memory SIZE=0\s+.*on the card.*0 is half of what is free")

    def test_sizes(self):
        for size in ("0", "65536K", "64M", "64MB", "64MiB", "64m", "4G", "1T", "67108864"):
            with self.subTest(size):
                self.assert_edges(self.source, self.expected, "--backend", "cpu", "--device-memory", size)

    def test_values_that_are_no_sizes_are_wrong_usage(self):
        for size in ("", "abc", "64X", "64 parsecs", "-64M", "99999999999G"):
            with self.subTest(size):
                self.assert_refused(self.source, "--device-memory", "--help", options=self.bound(size), status=2)

    def test_a_negative_number_is_refused_with_what_to_give(self):
        for size in ("-1", "-67108864"):
            with self.subTest(size):
                self.assert_refused(self.source, size, "device memory", "give 0", options=self.bound(size))

    def test_a_missing_value_is_wrong_usage(self):
        self.assert_refused(self.source, "--device-memory", options=("--device-memory",), status=2)

    def test_it_is_no_bound_for_other_backends(self):
        for backend in ("cpu", "reference"):
            for size in ("1", "64M"):
                with self.subTest(backend=backend, size=size):
                    self.assert_edges(self.source, self.expected, "--backend", backend, "--device-memory", size)

    def test_it_is_no_bound_for_memory_of_the_host(self):
        # As --memory it is too little.
        self.assert_refused(self.source, "--memory", options=("--backend", "cpu", "--memory", "1M"))
        self.assert_edges(self.source, self.expected, "--backend", "cpu", "--device-memory", "1M")

    def test_with_a_card_it_is_kept_and_without_one_the_card_is_what_is_missing(self):
        options = ("--backend", "cuda", "--device-memory", "64M")
        if has_card():
            self.assert_edges(self.source, self.expected, *options)
        else:
            self.assert_refused(self.source, "backend cuda", "choose another", options=options)

    def bound(self, size):
        return ("--backend", "cpu", f"--device-memory={size}")


if __name__ == "__main__":
    unittest.main()
