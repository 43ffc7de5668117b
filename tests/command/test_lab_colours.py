# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""The colours of the report's series, as colour-blind readers see them and as they stand out from the page."""

import itertools
import math
import pathlib
import re
import unittest

CSS = pathlib.Path(__file__).resolve().parents[2] / "lab/report/page.css"

# What cones see who lack one kind: Machado, Oliveira and Fernandes, A Physiologically-based Model for Simulation of Color
# Vision Deficiency (2009), severity 1, on linear RGB.
SEEN_WITHOUT = {
    "red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "blue": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
    "nothing": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
}
XYZ = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
WHITE = (0.9505, 1.0, 1.089)


def linear(colour):
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    return [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]


def times(matrix, vector):
    return [sum(a * b for a, b in zip(row, vector)) for row in matrix]


def cie_lab(rgb):
    f = [t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (a / b for a, b in zip(times(XYZ, rgb), WHITE))]
    return 116 * f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])


class Colours(unittest.TestCase):
    IN_A_CHART = 5  # series that any chart has

    def modes(self):
        looks, cards = re.findall(r"--look-\d: (#\w{6})", CSS.read_text()), re.findall(r"--card: (#\w{6})", CSS.read_text())
        self.assertEqual((len(looks), len(cards)), (16, 2))
        return ("light", looks[:8], cards[0]), ("dark", looks[8:], cards[1])

    def test_whoever_lacks_a_kind_of_cones_tells_them_apart(self):
        for mode, looks, _ in self.modes():
            for lacking, matrix in SEEN_WITHOUT.items():
                seen = [cie_lab([min(1, max(0, c)) for c in times(matrix, linear(look))]) for look in looks]
                for a, b in itertools.combinations(range(self.IN_A_CHART), 2):
                    with self.subTest(mode=mode, lacking=lacking, a=looks[a], b=looks[b]):
                        self.assertGreater(math.dist(seen[a], seen[b]), 10)

    def test_they_stand_out_from_the_card(self):
        for mode, looks, card in self.modes():
            for look in looks:
                luminances = sorted(times(XYZ, linear(colour))[1] for colour in (look, card))
                with self.subTest(mode=mode, look=look):  # 3: what WCAG wants of graphics
                    self.assertGreater((luminances[1] + 0.05) / (luminances[0] + 0.05), 3)


if __name__ == "__main__":
    unittest.main()
