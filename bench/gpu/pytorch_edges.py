# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Times the same job in PyTorch: one graph of separable arithmetic for torch.compile, and plain convolutions. Writes JSON
lines like strandline_gpu_bench's. Both leave the frame's three pixels out, which is less work than ours.

    python3 bench/gpu/pytorch_edges.py [--json FILE] [--commit NAME] [--digest NAME]
"""

import argparse
import json
import random
import signal
import statistics
import sys

try:
    import torch
except ImportError:
    torch = None

SIZE = 16384
THRESHOLD = 0.30
FULL_SCALE = {"u8": 255.0, "f32": 1.0}
MOST_SECONDS = 60
ROUNDS = 21
WARM_UP_CALLS = 3
CHECKED_ROWS = 256
MOST_DIFFERENT = 0.01  # near the threshold f32 and TF32 may decide otherwise than f64


def taps(x, axis, weights):
    """Correlates with the weights along one axis; shorter by their number less one."""
    length = x.shape[axis] - len(weights) + 1
    total = x.narrow(axis, 0, length) * weights[0]
    for i in range(1, len(weights)):
        total = total + x.narrow(axis, i, length) * weights[i]
    return total


def separable_edges(image, threshold, dtype):
    """Blur and Sobel as one: differences of sums of 1 5 10 10 5 1 across and down, see docs/arithmetic.md."""
    binomial = (1, 5, 10, 10, 5, 1)
    cells = taps(taps(image.to(dtype), 1, binomial), 0, binomial)
    u = cells[1:, 1:] - cells[:-1, :-1]
    v = cells[:-1, 1:] - cells[1:, :-1]
    return (u * u + v * v > (256 * threshold) ** 2 / 2).to(torch.uint8) * 255


def convolved_edges(image, threshold, blur, sobel):
    planes = image.to(torch.float32)[None, None]
    gradients = torch.nn.functional.conv2d(torch.nn.functional.conv2d(planes, blur), sobel)[0]
    return (gradients.square().sum(0) > threshold ** 2).to(torch.uint8) * 255


def weights():
    line = torch.tensor([1.0, 4.0, 6.0, 4.0, 1.0], device="cuda") / 16
    across = torch.tensor([[-1.0, 0.0, 1.0], [-2.0, 0.0, 2.0], [-1.0, 0.0, 1.0]], device="cuda")
    return torch.outer(line, line)[None, None], torch.stack([across, across.T])[:, None]


def random_image(pixel_type):
    generator = torch.Generator("cuda").manual_seed(1)
    if pixel_type == "f32":
        return torch.rand((SIZE, SIZE), generator=generator, device="cuda")
    return torch.randint(0, 256, (SIZE, SIZE), generator=generator, device="cuda", dtype=torch.uint8)


def share_that_differs(name, found, image, threshold):
    """From double precision, at the top, in the middle and at the bottom."""
    different = checked = edges = 0
    for first in (0, found.shape[0] // 2, found.shape[0] - CHECKED_ROWS):
        expected = separable_edges(image[first:first + CHECKED_ROWS + 6], threshold, torch.float64)
        different += (found[first:first + CHECKED_ROWS] != expected).sum().item()
        edges += (expected != 0).sum().item()
        checked += expected.numel()
    if different > MOST_DIFFERENT * checked or not 0 < edges < checked:
        raise RuntimeError(f"{name}: {different} of {checked} pixels differ ({edges} are edges), believe no time before "
                           "that is put right")
    return different / checked


def time_ms(call):
    start, end = (torch.cuda.Event(enable_timing=True) for _ in range(2))
    start.record()
    call()
    end.record()
    end.synchronize()
    return start.elapsed_time(end)


def measure_in_turns(contestants):
    """Milliseconds of each contestant, a sample a round; in a round they come in any order."""
    for call in contestants.values():
        for _ in range(WARM_UP_CALLS):
            call()
    samples = {name: [] for name in contestants}
    order = list(contestants)
    for _ in range(ROUNDS):
        random.shuffle(order)
        for name in order:
            samples[name].append(time_ms(contestants[name]))
    return samples


def make_row(pixel_type, backend, samples, copy, differs, facts):
    median = statistics.median(samples)
    quartiles = statistics.quantiles(samples, n=4, method="inclusive")

    def rate(ms):
        return SIZE * SIZE / ms / 1e6

    return {"name": f"{backend}/{pixel_type}", "operation": "edges", "pixel_type": pixel_type, "backend": backend,
            "rows": SIZE, "cols": SIZE, "border": "none", "nodata": False, "timing": "stream", "median_ms": median,
            "iqr_ms": quartiles[2] - quartiles[0], "samples": len(samples), "gpx_per_s": rate(median),
            "bytes_per_pixel": 5 if pixel_type == "f32" else 2,
            "ratio_to_copy": statistics.median(c / s for c, s in zip(copy, samples)),
            "copy_gpx_per_s": rate(statistics.median(copy)), "copy": "torch.gt" if pixel_type == "f32" else "Tensor.copy_",
            "differs": differs, "pytorch": torch.__version__, **facts}


def rows_of_type(pixel_type, facts):
    image = random_image(pixel_type)
    threshold = THRESHOLD * FULL_SCALE[pixel_type]
    moved = torch.empty((SIZE, SIZE), dtype=torch.bool if pixel_type == "f32" else torch.uint8, device="cuda")
    compiled = torch.compile(lambda pixels: separable_edges(pixels, threshold, torch.float32))
    blur, sobel = weights()
    backends = {"pytorch-compile": lambda: compiled(image),
                "pytorch-conv": lambda: convolved_edges(image, threshold, blur, sobel)}
    differs = {name: share_that_differs(name, call(), image, threshold) for name, call in backends.items()}
    copy = (lambda: torch.gt(image, 0.5, out=moved)) if pixel_type == "f32" else lambda: moved.copy_(image)
    samples = measure_in_turns(backends | {"copy": copy})
    for name in backends:
        yield make_row(pixel_type, name, samples[name], samples["copy"], differs[name], facts)


def driver_version():
    """As strandline_gpu_bench says it."""
    try:
        with open("/proc/driver/nvidia/version") as file:
            words = file.readline().split()
    except OSError:
        words = []
    for word in words:
        if "." in word and set(word) <= set("0123456789."):
            return word
    version = torch._C._cuda_getDriverVersion()
    return f"unknown, for CUDA {version // 1000}.{version % 1000 // 10}"


def gather_facts(options):
    return {"card": torch.cuda.get_device_name(), "driver": driver_version(), "cuda": torch.version.cuda,
            "compute_capability": ".".join(map(str, torch.cuda.get_device_capability())), "commit": options.commit,
            "source_digest": options.digest}


def stop(*_):
    raise TimeoutError(f"not done after {MOST_SECONDS} seconds, try again: what was compiled is kept")


def run(options):
    signal.signal(signal.SIGALRM, stop)
    signal.alarm(MOST_SECONDS)
    facts = gather_facts(options)
    with open(options.json or "/dev/null", "w") as file, torch.no_grad():
        for pixel_type in ("f32", "u8"):
            for row in rows_of_type(pixel_type, facts):
                print(f"{row['name']:<36} {row['gpx_per_s']:>9.3f} Gpx/s {row['median_ms']:>11.4f} ms  "
                      f"{row['ratio_to_copy']:.3f} x copy ({row['copy']})", flush=True)
                print(json.dumps(row), file=file, flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", help="write one JSON object a row to this file, replacing it")
    parser.add_argument("--commit", default="unknown")
    parser.add_argument("--digest", default="unknown")
    options = parser.parse_args()
    if torch is None:
        print("pytorch_edges: this Python has no PyTorch, so it is not measured; install torch to have it")
        return 0
    if not torch.cuda.is_available():
        print("pytorch_edges: error: no card to measure, run this on a machine with an NVIDIA GPU", file=sys.stderr)
        return 1
    try:
        run(options)
    except (RuntimeError, TimeoutError, OSError) as error:
        print(f"pytorch_edges: error: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
