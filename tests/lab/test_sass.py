# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Kernels that the lab compares for one property differ in nothing else: their machine code touches memory in the same order.
STRANDLINE_LAB_OBJECTS is the folder of the lab's objects, STRANDLINE_CUOBJDUMP the program that disassembles them."""

import collections
import functools
import os
import pathlib
import re
import subprocess
import unittest

OBJECTS = pathlib.Path(os.environ["STRANDLINE_LAB_OBJECTS"])
CUOBJDUMP = os.environ["STRANDLINE_CUOBJDUMP"]

# Filter, source of its pixels, place of its taps (immediate, constant), rows of a thread.
STENCIL = "stencil_kernelINS1_{0}ELNS0_11PixelSourceE{1}ELNS0_10FilterTapsE{2}ELi{3}E"

# Object, the first architecture that runs them, one kernel and the other, whose modifiers of loads may differ. Names as
# far as they tell.
ALIKE = tuple(
    ("l2_persistence_kernels", 80, "kernelILNS0_7L2LoadsE0E", f"kernelILNS0_7L2LoadsE{loads}E") for loads in (1, 2, 3, 4)
)
# Of these a difference is an argument at run time, so there must be one program only.
SINGLE = (("convolution_kernels", STENCIL.format("4Blur", 2, 0, 4)), ("transpose_kernels", "transpose_tile_kernel"))
# Filter, its taps, source of its pixels (checked, global, tile), rows of a thread. But the checked ones, all have a part for
# blocks that are surrounded by pixels and one for the others.
STENCILS = (("4Blur", 25, 0, 1), *(("4Blur", 25, 2, rows) for rows in (4, 2, 1)),
            *((sobel, 12, source, rows) for sobel in ("5Sobel", "14SobelThreshold")
              for source in (1, 2) for rows in (4, 2, 1)))


MEMORY = re.compile(r"(LD|ST|ATOM|RED|BAR|LDGSTS)[A-Z]*")
# A different modifier may take another register or two, and so a move; eviction policies are made first, and held.
SLACK = 0.08


@functools.cache
def texts_of(name):
    """Each kernel as cuobjdump shows it, its name first."""
    (path,) = OBJECTS.rglob(name + ".cu.o")
    text = subprocess.run([CUOBJDUMP, "-sass", path], check=True, capture_output=True, text=True).stdout
    return re.split(r"\n\s*Function : ", text)[1:]


def kernels_of(name):
    """Of each architecture: the kernels' names and their opcodes in order."""
    found = collections.defaultdict(dict)
    for part in texts_of(name):
        opcodes = re.findall(r"/\*[0-9a-f]{4,}\*/\s+(?:@!?U?P\w+\s+)?([A-Z][A-Z0-9_.]*)", part)
        architecture = int(re.search(r"EF_CUDA_SM(\d+)", part).group(1))
        found[architecture][part.split()[0]] = [opcode for opcode in opcodes if opcode != "NOP"]
    return found


def memory_order(opcodes):
    """What is done to memory, in order; what reads arguments and special registers is no part of it."""
    bases = [opcode.split(".")[0] for opcode in opcodes]
    return [base for base in bases if MEMORY.fullmatch(base) and base not in ("LDC", "LDCU")]


# Object, kernel, how often it has what. A tap is c[0x3] or, where the processor has uniform registers for it, UR.
LOADED = r"\bLDC\S* R\d+, c\[0x3\]\[R"
OPERAND = r"FFMA\S* R\d+, R\d+(?:\.reuse)?, (?:c\[0x3\]|UR\d+)"
IMMEDIATE = r"FFMA\S* R\d+, R\d+(?:\.reuse)?, -?\d"
HAS = (
    ("constant_kernels", "convolve_kernelILNS0_8TapPlaceE0E", {LOADED: 32, OPERAND: 0, IMMEDIATE: 0}),
    ("constant_kernels", "convolve_kernelILNS0_8TapPlaceE1E", {LOADED: 0, OPERAND: 0, IMMEDIATE: 0}),
    ("constant_kernels", "convolve_kernelILNS0_8TapPlaceE2E", {LOADED: 0, OPERAND: 32, IMMEDIATE: 0}),
    ("constant_kernels", "convolve_kernelILNS0_8TapPlaceE3E", {LOADED: 0, OPERAND: 0, IMMEDIATE: 32}),
)


# The load probe's memory and element (t, j, uint2, uint4 have 2, 4, 8, 16 bytes), its loads in a turn, and the additions that make
# the sum of their words, two words each.
TURNS = (*((0, element, "LDS", 8, additions) for element, additions in (("t", 4), ("j", 4), ("5uint2", 8), ("5uint4", 16))),
         (1, "NS1_9MatrixRow", "LDSM", 8, 16),
         *((2, element, "LDC", loads, additions) for element, loads, additions in (("j", 8, 4), ("5uint2", 8, 8), ("5uint4", 16, 16))),
         *((3, element, "LDG", 8, additions) for element, additions in (("j", 4), ("5uint2", 8), ("5uint4", 16))))
LOOP = 6  # what counts turns and goes back, and __syncwarp
INDICES = 16  # of constant memory: an index becomes an address, and goes on


def turn_of(text, load):
    """The opcodes of the innermost loop that has the loads."""
    lines = [(int(at, 16), line) for at, line in re.findall(r"/\*([0-9a-f]{4,})\*/\s+([^;]+?)\s*;", text)]
    loops = []
    for end, line in lines:
        back = re.search(r"\bBRA\b.*\b0x([0-9a-f]+)", line)
        if back and int(back.group(1), 16) < end:
            body = [own for at, own in lines if int(back.group(1), 16) <= at <= end]
            opcodes = [re.sub(r"^@!?U?P\w+\s+", "", own).split()[0].split(".")[0] for own in body]
            if load in opcodes and "STS" not in opcodes:
                loops.append(opcodes)
    return min(loops, key=len)


class Sass(unittest.TestCase):
    def named(self, kernels, name):
        found = [opcodes for own, opcodes in kernels.items() if name in own]
        self.assertEqual(len(found), 1, f"{name} among {sorted(kernels)}")
        return found[0]

    def test_kernels_differ_in_their_property_alone(self):
        for name, first_architecture, one, other in ALIKE:
            for architecture, kernels in kernels_of(name).items():
                if architecture < first_architecture:
                    continue
                with self.subTest(one=one, other=other, architecture=architecture):
                    a, b = self.named(kernels, one), self.named(kernels, other)
                    self.assertGreater(len(memory_order(a)), 4, "so few can't be all")
                    self.assertEqual(memory_order(a), memory_order(b))
                    self.assertLess(abs(len(a) - len(b)), SLACK * len(a))

    def test_taps_are_where_they_are_said_to_be(self):
        for name, kernel, wanted in HAS:
            for text in texts_of(name):
                for pattern, count in wanted.items():
                    if kernel in text.split()[0]:
                        with self.subTest(kernel=kernel, pattern=pattern):
                            self.assertEqual(len(re.findall(pattern, text)), count)

    def test_stencils_differ_in_their_taps_alone(self):
        for architecture, kernels in kernels_of("convolution_kernels").items():
            for name, _, source, rows in STENCILS:
                with self.subTest(kernel=name, source=source, rows=rows, architecture=architecture):
                    immediate, constant = (memory_order(self.named(kernels, STENCIL.format(name, source, taps, rows)))
                                           for taps in (0, 1))
                    self.assertGreater(len(immediate), 4, "so few can't be all")
                    self.assertEqual(immediate, constant)
                    if source == 2:  # a load that waits for a store waits for the load before it
                        staged = 2 * (rows + 1)
                        self.assertEqual(immediate[:immediate.index("BAR")], staged * ["LDG"] + staged * ["STS"])

    def test_taps_of_stencils_are_where_they_are_said_to_be(self):
        for text in texts_of("convolution_kernels"):
            for name, taps, source, rows in STENCILS:
                taps *= rows * (1 if source == 0 else 2)
                for place, operands, immediates in ((0, 0, taps), (1, taps, 0)):
                    if STENCIL.format(name, source, place, rows) in text.split()[0]:
                        with self.subTest(kernel=text.split()[0]):
                            self.assertEqual(len(re.findall(OPERAND, text)), operands)
                            self.assertEqual(len(re.findall(LOADED, text)), 0)
                            if name == "4Blur":  # of Sobel's, some are additions, and a square root has immediates
                                self.assertEqual(len(re.findall(IMMEDIATE, text)), immediates)

    def test_turns_of_the_load_probe_have_loads_and_little_else(self):
        for memory, element, load, loads, additions in TURNS:
            kernel = f"load_kernelILNS0_8LoadFromE{memory}E{element}E"
            texts = [text for text in texts_of("load_probe_kernels") if kernel in text.split()[0]]
            self.assertGreater(len(texts), 0, kernel)
            for text in texts:
                with self.subTest(kernel=kernel, architecture=re.search(r"EF_CUDA_SM(\d+)", text).group(1)):
                    turn = turn_of(text, load)
                    self.assertEqual(turn.count(load), loads)
                    self.assertEqual([opcode for opcode in turn if MEMORY.fullmatch(opcode)], loads * [load])
                    most = LOOP + (INDICES if load == "LDC" else 0)
                    self.assertLessEqual(len(turn) - loads - additions, most, turn)
                    if load != "LDC":  # a load behind an addition waits for those that are added
                        first = next(i for i, opcode in enumerate(turn) if opcode == "IADD3")
                        self.assertGreater(turn[:first].count(load), loads // 2, turn)

    def test_what_is_an_argument_has_one_program(self):
        for name, kernel in SINGLE:
            for architecture, kernels in kernels_of(name).items():
                with self.subTest(kernel=kernel, architecture=architecture):
                    self.named(kernels, kernel)


if __name__ == "__main__":
    unittest.main()
