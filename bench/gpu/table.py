# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Prints tables in Markdown: `python3 bench/gpu/table.py evidence/FILE [speed|borders|sizes|host]`, all of them without a kind."""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "scripts"))

from markdown_table import figure, main  # noqa: E402


def select(rows, **wanted):
    return [row for row in rows if all(row.get(key) == value for key, value in wanted.items())]


def peer_rate(rows, backend, pixel_type):
    found = select(rows, backend=backend, pixel_type=pixel_type)
    return max(row["gpx_per_s"] for row in found) if found else None


def speed(rows):
    """Ours on the default border, the ratios of the same rounds, and the peers that ran in a process of their own."""
    head = ["type", "nodata mask", "Gpx/s", "of copy", "of plain copy", "x NPP", "NPP", "torch.compile", "PyTorch conv2d"]
    body = []
    for row in select(rows, backend="cuda", timing="stream", border="reflect101"):
        masked = row["nodata"]
        torch = [None if masked else peer_rate(rows, backend, row["pixel_type"])
                 for backend in ("pytorch-compile", "pytorch-conv")]
        body.append([row["pixel_type"], "yes" if masked else "no", figure(row["gpx_per_s"], 0),
                     figure(row["ratio_to_copy"], 2), figure(row.get("ratio_to_plain_copy"), 2),
                     figure(row.get("ratio_to_npp"), 1),
                     figure(row.get("npp_gpx_per_s"), 0), *[figure(rate, 0) for rate in torch]])
    return head, body


def borders(rows):
    """Gpx/s of each border, without a mask and with one."""
    ours = select(rows, backend="cuda", timing="stream")
    names = list(dict.fromkeys(row["border"] for row in ours))
    body = []
    for pixel_type, nodata in dict.fromkeys((row["pixel_type"], row["nodata"]) for row in ours):
        rates = {row["border"]: row["gpx_per_s"] for row in select(ours, pixel_type=pixel_type, nodata=nodata)}
        body.append([pixel_type, "yes" if nodata else "no", *[figure(rates.get(name), 0) for name in names]])
    return ["type", "nodata mask", *names], body


def sizes(rows):
    """One launch on a warm image, by size."""
    body = [[f"{row['rows']} x {row['cols']}", figure(1000 * row["median_ms"], 1), figure(row["gpx_per_s"], 0),
             figure(row["ratio_to_copy"], 2)] for row in select(rows, backend="cuda", timing="graph")]
    return ["u8", "us a launch", "Gpx/s", "of copy"], body


def host(rows):
    """From host memory and back."""
    body = [[row["pixel_type"], row["name"].split("/")[-1], figure(row["gpx_per_s"], 1), figure(row["ratio_to_pcie"], 2)]
            for row in rows if "ratio_to_pcie" in row]
    return ["type", "memory", "Gpx/s", "of the bus"], body


TABLES = {"speed": speed, "borders": borders, "sizes": sizes, "host": host}


if __name__ == "__main__":
    main("bench/gpu/table.py", TABLES)
