# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Prints tables in Markdown from the lab's evidence: `python3 lab/lab_table.py evidence/lab-FILE [KIND]`, all of them without KIND."""

import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT / "scripts"))

from markdown_table import figure, main, read_rows  # noqa: E402

PUBLISHED = ROOT / "testdata/tesla_t4_constant_published.jsonl"


def select(rows, experiment, **parameters):
    return [row for row in rows if row.get("type", "row") == "row" and row["experiment"] == experiment
            and all(row["parameters"].get(key) == value for key, value in parameters.items())]


def microseconds(row, name):
    median = row["measured"][name]["median"]
    return figure(None if median is None else 1000 * median, 1)


def beside_model(row, key, digits):
    """Measured, what the model says, and how far off it is."""
    measured, predicted = row["values"].get(key), row["predicted"].get(key)
    off = "-" if measured is None or not predicted else f"{round(100 * (measured / predicted - 1)):+d} %"
    return [figure(measured, digits), figure(predicted, digits), off]


def kib(size):
    return f"{size} KiB" if size < 1024 else f"{size // 1024} MiB"


def ladder_latency(rows):
    """Cycles of a load by footprint, whose lines one multiprocessor or all of the card has read before."""
    def cell(size, who):
        row = select(rows, "ladder", quantity="latency", footprint_kib=size, read_before_by=who)[0]
        return figure(row["values"].get("cycles_per_load"), 0)
    sizes = (16, 192, 224, 256, 512, 4096, 24576, 28672, 32768, 40960, 49152, 65536, 524288)
    return (["footprint", "read before by the same multiprocessor", "by the card"],
            [[kib(size), cell(size, "itself"), cell(size, "the card")] for size in sizes])


def ladder_bandwidth(rows):
    places = (("shared", "own_kib", (16, 64, 224)), ("global", "own_kib", (16, 64, 192, 256)),
              ("global past L1", "stream_mib", (4, 16, 32, 48, 64, 128, 1024)))
    body = []
    for space, key, sizes in places:
        for size in sizes:
            row = select(rows, "ladder", quantity="bandwidth", space=space, **{key: size})[0]
            where = f"{size} KiB each" if key == "own_kib" else f"{size} MiB together"
            body.append([f"{space}, {where}", figure(row["values"].get("bytes_per_cycle_and_multiprocessor"), 1),
                         *beside_model(row, "gb_per_s", 0)])
    return ["read again and again", "bytes a cycle and multiprocessor", "GB/s", "model", "off"], body


def atomics(rows):
    """10^9 additions a second by red, and by atom where it differs by more than a tenth."""
    body, counts = {}, (1, 2, 4, 8, 16, 32)
    for row in select(rows, "atomics"):
        own = row["parameters"]
        line = body.setdefault(f"{own['space']}: {own['layout']}", {})
        line[own["operation"], own["addresses"]] = row["values"].get("g_updates_per_s")

    def cell(line, count):
        red, atom = line["red", count], line["atom", count]
        digits = 0 if red >= 100 else 1
        return figure(red, digits) + (f" ({figure(atom, digits)})" if abs(atom / red - 1) > 0.1 else "")
    return (["addresses among 32 lanes", *map(str, counts)],
            [[name, *[cell(line, count) for count in counts]] for name, line in body.items()])


def constant(rows):
    """The filter, beside what was published of another card."""
    published = {(row["pattern"], row["n"]): row["ratio"] for row in read_rows(PUBLISHED)}
    body = []
    for row in select(rows, "constant"):
        own = row["parameters"]
        body.append([f"{own['pattern']}, {own['n']}",
                     *[microseconds(row, place) if place in row["measured"] else "-"
                       for place in ("constant", "global", "operand", "immediate")],
                     *beside_model(row, "ratio", 2), figure(published.get((own["pattern"], own["n"])), 2)])
    return ["lanes, elements", "constant, us", "global, us", "operand, us", "in the code, us", "constant / global", "model", "off",
            "ratio on a T4, published"], body


def constant_charge(rows):
    """The fits, cycles of a load."""
    body = []
    for row in select(rows, "constant-charge"):
        own, values = row["parameters"], row["values"]
        if "fit" in own:
            body.append([own["fit"], str(own["width_bytes"]), str(own["warps"]),
                         *[figure(values[key], 2) for key in ("base_cycles", "cycles_per_address", "cycles_per_line",
                                                              "rms_residual", "largest_residual")],
                         figure(values["r_squared"], 4)])
    return ["model fitted", "bytes a lane", "warps", "base", "an address", "a line", "rms residual", "largest",
            "R²"], body


def constant_cache(rows):
    body = [[str(row["parameters"]["footprint_bytes"]), figure(row["values"].get("cycles_per_load"), 1)]
            for row in select(rows, "constant-cache", order="random")
            if row["parameters"]["footprint_bytes"] in (256, 1024, 2048, 2112, 2304, 2560, 4096, 16384, 65536)]
    return ["footprint, bytes", "cycles a load"], body


def banks(rows):
    body = []
    for stride in (1, 2, 3, 4, 8, 16, 32, 33):
        line = [str(stride)]
        for width in (4, 8, 16):
            for row in select(rows, "banks", width_bytes=width, stride=stride):
                line += beside_model(row, "relative_time", 2)
        body.append(line)
    return ["stride", *[f"{width} bytes{what}" for width in (4, 8, 16) for what in ("", ", model", ", off")]], body


def banks_sharing(rows):
    """Cycles of a multiprocessor a request, the model's wavefronts behind them."""
    cells = {}
    for row in select(rows, "banks"):
        own = row["parameters"]
        if "pattern" in own:
            measured, wavefronts = row["values"].get("cycles_per_request"), row["predicted"]["cycles_per_request"]
            cells.setdefault(own["pattern"], {})[own["width_bytes"]] = f"{figure(measured, 2)} ({wavefronts})"
    widths = (2, 4, 8, 16)
    return (["pattern", *[f"{width} bytes" for width in widths]],
            [[pattern, *[own.get(width, "-") for width in widths]] for pattern, own in cells.items()])


def transpose(rows):
    body = [[row["parameters"]["kernel"], microseconds(row, "time"), figure(row["values"].get("gb_per_s"), 0),
             *beside_model(row, "percent_of_copy", 1)] for row in select(rows, "transpose")]
    return ["kernel", "us", "GB/s", "% of copy", "model", "off"], body


def coalescing(rows):
    body = []
    for parameters in ({"stride": 1}, *[{"stride": s} for s in (2, 4, 8, 16, 32, 33)], {"offset_words": 1},
                       {"offset_words": 8}):
        line = [" ".join(f"{key.removesuffix('_words')} {value}" for key, value in parameters.items())]
        for level in ("L1", "L2", "DRAM"):
            row = select(rows, "coalescing", level=level, width_bytes=4, **parameters)[0]
            line += beside_model(row, "relative_time", 2)
        body.append(line)
    return ["4 bytes a lane", *[f"{level}{what}" for level in ("L1", "L2", "DRAM") for what in ("", ", model", ", off")]], body


def l2_persistence(rows):
    """Microseconds a pass, without and with a window whose hit ratio fits, by the kind of loads."""
    kinds = ("cg", "no_allocate", "plain", "stream_cs", "hints")
    body = []
    for percent in sorted({row["parameters"]["region_percent"] for row in select(rows, "l2-persistence")}):
        line = []
        for loads in kinds:
            for window in ("none", "fitting"):
                row = select(rows, "l2-persistence", region_percent=percent, loads=loads, window=window)[0]
                line.append(figure(row["values"].get("us"), 1))
        body.append([figure(row["values"]["region_mib"], 1), *line])
    return ["region, MiB", *[f"{loads}{what}" for loads in kinds for what in ("", ", window")]], body


def nbody(rows):
    body = [[row["parameters"]["place"], *beside_model(row, "g_interactions_per_s", 0),
             figure(row["values"].get("percent_of_fp32_bound"), 0), row["predicted"].get("bound_by", "-")]
            for row in select(rows, "nbody")]
    return ["bodies in", "10^9 interactions/s", "model", "off", "% of FP32 bound", "model's bound"], body


def convolution(rows):
    body = []
    for row in select(rows, "convolution"):
        own, values = row["parameters"], row["values"]
        stage = f"{own['stage']}, 32 x {own['block_rows']}" if "block_rows" in own else own["stage"]
        body.append([stage, microseconds(row, "time"), figure(values["bytes"] / 1e6, 0),
                     figure(values.get("gb_per_s"), 0), *beside_model(row, "fraction_of_copy", 2),
                     figure(values.get("cpu_ms"), 1)])
    return ["stage", "us", "MB", "GB/s", "of copy's rate", "model", "off", "one CPU thread, ms"], body


LAB_TABLES = {"ladder_latency": ladder_latency, "ladder_bandwidth": ladder_bandwidth, "atomics": atomics,
          "constant": constant, "constant_charge": constant_charge, "constant_cache": constant_cache, "banks": banks,
          "banks_sharing": banks_sharing,
          "transpose": transpose, "coalescing": coalescing, "l2_persistence": l2_persistence, "nbody": nbody,
          "convolution": convolution}


if __name__ == "__main__":
    main("lab/lab_table.py", LAB_TABLES)
