# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""strandline lab predict: its tables and JSON against the same counts made here, and what it says to wrong calls."""

import json
import os
import random
import sys
import unittest

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from strandline_command import ERROR_PREFIX, CommandTest, run, start

WIDTHS = (1, 2, 4, 8, 16)


def bank_wavefronts(addresses, width, in_phase):
    wavefronts = 0
    for first in range(0, len(addresses), in_phase):
        words = {(address + byte) // 4 for address in addresses[first : first + in_phase] for byte in range(width)}
        wavefronts += max(len([word for word in words if word % 32 == bank]) for bank in range(32))
    return wavefronts


def agree(addresses, distance):
    """Whether each lane wants what the lane wants whose number differs in that bit, if there is one."""
    return all(addresses[lane ^ distance] == addresses[lane] for lane in range(len(addresses)) if lane ^ distance < len(addresses))


def costs(addresses, width):
    """What the model must say of up to 32 byte addresses."""
    in_phase = min(32, 128 // width)
    l1_data = bank_wavefronts(addresses, width, in_phase)
    if in_phase < 32 and (agree(addresses, 1) or agree(addresses, 2)):
        in_phase *= 2
    phases = 32 // in_phase
    wavefronts = max(phases, bank_wavefronts(addresses, width, in_phase))
    lines = len({address // 128 for address in addresses})
    tags = -(-lines // 4)
    return {
        "shared": {
            "wavefronts": wavefronts,
            "ideal_wavefronts": phases,
            "conflict_degree": wavefronts / phases,
        },
        "global": {
            "sectors": len({address // 32 for address in addresses}),
            "lines": lines,
            "data_wavefronts": l1_data,
            "tag_wavefronts": tags,
            "l1_wavefronts": max(l1_data, tags),
        },
        "constant": {
            "distinct_addresses": len(set(addresses)),
            "distinct_lines": len({address // 64 for address in addresses}),
        },
    }


def dearest(rows):
    def key(space, *names):
        return max((row[space] for row in rows), key=lambda cost: [cost[name] for name in names])

    return {
        "shared": key("shared", "wavefronts", "conflict_degree"),
        "global": key("global", "sectors", "l1_wavefronts", "lines"),
        "constant": key("constant", "distinct_addresses", "distinct_lines"),
    }


class Predict(CommandTest):
    def predict(self, *arguments, **options):
        result = run("lab", "predict", *arguments, **options)
        self.assertEqual((result.status, result.err), (0, ""))
        return result.out

    def rows(self, *arguments, **options):
        return [json.loads(line) for line in self.predict("--json", *arguments, **options).splitlines()]

    def test_strides(self):
        for width in WIDTHS:
            rows = self.rows("--strides", "0..70", "--width", width)
            self.assertEqual([row["stride_elements"] for row in rows], list(range(71)))
            for row in rows:
                stride = row["stride_elements"]
                expected = costs([lane * stride * width for lane in range(32)], width)
                self.assertEqual(
                    row, {"pattern": "stride", "stride_elements": stride, "width_bytes": width} | expected)

    def test_one_stride_and_the_usual_width(self):
        self.assertEqual(self.rows("--strides", "32"), self.rows("--strides", "32..32", "--width", "4"))
        self.assertEqual(self.rows("--strides", "32")[0]["shared"]["conflict_degree"], 32)

    def test_lists_are_those_of_run(self):
        one_by_one = [row for stride in (1, 2, 32) for row in self.rows("--strides", str(stride))]
        self.assertEqual(self.rows("--strides", "1,2,32"), one_by_one)
        self.assertEqual(self.rows("--strides", "1..2,32"), one_by_one)

    def test_tiles(self):
        for rows, cols, pitch, width in (
            (32, 32, 32, 4), (32, 32, 33, 4), (32, 32, 66, 8), (32, 32, 132, 16), (16, 16, 17, 4), (5, 7, 28, 16),
            (3, 4, 4, 4), (1, 1, 1, 4), (33, 65, 70, 4), (64, 8, 8, 4),
        ):  # fmt: skip
            with self.subTest(rows=rows, cols=cols, pitch=pitch, width=width):
                actual = self.rows("--tile", f"{rows}x{cols}", "--pitch", pitch, "--width", width)
                in_order = {
                    "tile row": [(r, c) for r in range(rows) for c in range(cols)],
                    "tile column": [(r, c) for c in range(cols) for r in range(rows)],
                }
                self.assertEqual([row["pattern"] for row in actual], list(in_order))
                for row in actual:
                    addresses = [r * pitch * 4 + c * width for r, c in in_order[row["pattern"]]]
                    requests = [addresses[first : first + 32] for first in range(0, len(addresses), 32)]
                    expected = dearest([costs(request, width) for request in requests])
                    self.assertEqual({space: row[space] for space in expected}, expected)
                    self.assertEqual(
                        (row["rows"], row["cols"], row["pitch_words"], row["width_bytes"]), (rows, cols, pitch, width))

    def test_rows_of_a_tile_are_dense_without_a_pitch(self):
        self.assertEqual(self.rows("--tile", "32x32"), self.rows("--tile", "32x32", "--pitch", "32"))
        self.assertEqual(
            self.rows("--tile", "8x8", "--width", "16"), self.rows("--tile", "8x8", "--width", "16", "--pitch", "32"))

    def test_addresses(self):
        generator = random.Random(4)
        for width in WIDTHS:
            for units in (1, 40, 1000):
                addresses = [generator.randrange(units) * width for _ in range(32)]
                row = {"pattern": "addresses", "addresses": addresses, "width_bytes": width} | costs(addresses, width)
                given = ",".join(map(str, addresses))
                self.assertEqual(self.rows("--addresses", given, "--width", width), [row])
                for text in (given, "\n".join(map(hex, addresses)) + "\n", given.replace(",", " , ")):
                    self.assertEqual(self.rows("--addresses", "-", "--width", width, input=text.encode()), [row])

    def test_addresses_at_the_end_of_memory(self):
        last = 2**64 - 16
        row = self.rows("--addresses", ",".join([hex(last)] * 32), "--width", "16")[0]
        self.assertEqual(row["addresses"], [last] * 32)
        self.assertEqual(row["constant"], {"distinct_addresses": 1, "distinct_lines": 1})

    def test_the_table_says_what_the_json_says(self):
        for arguments in (("--strides", "1..33", "--width", "8"), ("--tile", "32x32", "--pitch", "33")):
            lines = self.predict(*arguments).splitlines()
            rows = self.rows(*arguments)
            for line, row in zip(lines[-len(rows) :], rows, strict=True):
                shared, memory, constant = row["shared"], row["global"], row["constant"]
                numbers = line.replace("|", " ").replace("-way", "").split()
                self.assertEqual(
                    list(map(float, numbers[1:])),
                    [shared["wavefronts"], shared["ideal_wavefronts"], shared["conflict_degree"], *memory.values(),
                     *constant.values()],
                )  # fmt: skip
                self.assertEqual(numbers[0], str(row.get("stride_elements", row["pattern"].removeprefix("tile "))))
            self.assertEqual(len({len(line) for line in lines[-len(rows) - 1 :]}), 1, "columns are aligned")


class WrongCalls(CommandTest):
    def test_the_lab_without_a_verb_shows_its_help(self):
        result = run("lab")
        self.assertEqual((result.status, result.out), (2, ""))
        self.assertIn("Usage: strandline lab", result.err)
        self.assertIn("predict", result.err)
        help_text = run("lab", "predict", "--help")
        self.assertEqual((help_text.status, help_text.err), (0, ""))
        for option in ("--strides", "--tile", "--pitch", "--addresses", "--width", "--json"):
            self.assertIn(option, help_text.out)

    def test_usage_errors(self):
        for call in (
            (), ("--json",), ("--strides", "1", "--tile", "2x2"), ("--tile", "2x2", "--addresses", "1"), ("--pitch", "3"),
            ("--strides", "1", "--width", "5"), ("--strides",), ("--strides", "1", "--bytes", "4"), ("1..33",),
        ):  # fmt: skip
            with self.subTest(call):
                self.assert_error(run("lab", "predict", *call), status=2)
        self.assert_error(run("lab", "predikt"), "predikt", status=2)

    def test_patterns_that_make_no_sense(self):
        zeros = ",".join(["0"] * 31)
        for words, *call in (
            (("--strides", "1..33"), "--strides", "33..1"),
            (("--strides", "..5"), "--strides", "..5"),
            (("--strides", "-1"), "--strides", "-1"),
            (("--strides", "65537"), "--strides", "1..65537"),
            (("--strides", "x"), "--strides", "x"),
            (("--tile", "32x"), "--tile", "32x"),
            (("--tile", "0x4"), "--tile", "0x4"),
            (("--tile", "1025x4"), "--tile", "1025x4"),
            (("--pitch", "31", "32 to"), "--tile", "32x32", "--pitch", "31"),
            (("--pitch", "-33"), "--tile", "32x32", "--pitch", "-33"),
            (("--pitch", "multiple of 2"), "--tile", "8x8", "--width", "8", "--pitch", "17"),
            (("--addresses", "31", "32"), "--addresses", zeros),
            (("--addresses", "33", "32"), "--addresses", zeros + ",0,0"),
            (("--addresses", "6", "lane 31", "--width"), "--addresses", zeros + ",6"),
            (("--addresses", "''"), "--addresses", zeros.replace("0,0", "0,,0", 1) + ",0"),
            (("--addresses", "4k"), "--addresses", zeros + ",4k"),
            (("--addresses", "0x"), "--addresses", zeros + ",0x"),
            (("--addresses", "18446744073709551616"), "--addresses", zeros + ",18446744073709551616"),
            (("--addresses", "0 addresses"), "--addresses", "-"),
        ):
            with self.subTest(call):
                self.assert_error(run("lab", "predict", *call), *words, status=2)

    def test_what_cannot_be_printed_is_a_failure(self):
        with open("/dev/full", "wb") as full:
            process = start("lab", "predict", "--strides", "1", stdout=full)
            _, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertTrue(err.decode().startswith(ERROR_PREFIX), err)


if __name__ == "__main__":
    unittest.main()
