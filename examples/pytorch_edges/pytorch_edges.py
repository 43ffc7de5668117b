# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Edges of PyTorch tensors on the card, without a copy: Strandline reads and writes the tensors' own memory, on PyTorch's
current stream. Checks what it gets against convolutions in double precision.

Build the C library beside this file against an installed Strandline, then run:

    cmake -S examples/pytorch_edges -B build/pytorch_edges -DCMAKE_PREFIX_PATH=<where Strandline is installed>
    cmake --build build/pytorch_edges
    python3 examples/pytorch_edges/pytorch_edges.py build/pytorch_edges/libstrandline_edges_c.so
"""

import ctypes
import sys


def load(path):
    call = ctypes.CDLL(path).strandline_edges_on_device
    address, integer = ctypes.c_void_p, ctypes.c_int64
    call.argtypes = [address, ctypes.c_int, integer, integer, integer, address, integer, ctypes.c_double, address,
                     ctypes.c_char_p, ctypes.c_size_t]
    call.restype = ctypes.c_int
    return call


def edges(call, image, threshold):
    """Edges of a (rows, cols) CUDA tensor of uint8, uint16 or float32; rows may be padded. Returns at once."""
    if image.dim() != 2 or image.stride(1) != 1 or image.dtype not in (torch.uint8, torch.uint16, torch.float32):
        raise ValueError(f"{tuple(image.shape)} of {image.dtype} with strides {image.stride()} is no image of ours")
    output = torch.empty(image.shape, dtype=torch.uint8, device=image.device)
    message = ctypes.create_string_buffer(500)
    with torch.cuda.device(image.device):
        stream = torch.cuda.current_stream().cuda_stream
        if call(image.data_ptr(), image.element_size(), *image.shape, image.stride(0) * image.element_size(),
                output.data_ptr(), output.stride(0), threshold, stream, message, len(message)):
            raise RuntimeError(message.value.decode())
    return output


def gradient_magnitude(image):
    """Of the interior, three pixels away from the frame, by the definition: binomial blur, then Sobel."""
    taps = torch.tensor([1, 4, 6, 4, 1], dtype=torch.float64, device=image.device)
    smooth = torch.tensor([1, 2, 1], dtype=torch.float64, device=image.device)
    slope = torch.tensor([-1, 0, 1], dtype=torch.float64, device=image.device)

    def convolve(planes, down, across):
        return torch.nn.functional.conv2d(planes, torch.outer(down, across)[None, None])

    blurred = convolve(image.double()[None, None], taps, taps) / 256
    return torch.hypot(convolve(blurred, smooth, slope), convolve(blurred, slope, smooth))[0, 0]


def check(call, name, image, white, threshold=0.3):
    found = edges(call, image, threshold)
    magnitude = gradient_magnitude(image) / white
    is_edge = found[3:-3, 3:-3] == 255
    # So near to the threshold, rounding decides.
    is_clear = (magnitude - threshold).abs() > 1e-5
    wrong = int((is_clear & (is_edge != (magnitude > threshold))).sum())
    share = 100 * float((found == 255).float().mean())
    print(f"{name}: {share:.2f} % of {tuple(image.shape)} are edges; {wrong} of {int(is_clear.sum())} pixels are wrong")
    # An image without edges, or with nothing else, would prove nothing.
    return wrong == 0 and 1 < share < 99


def main(library):
    call = load(library)
    torch.manual_seed(7)
    noise = torch.rand(1021, 1536, device="cuda")
    # A window of a larger tensor: no copy is made, its rows are as far apart as the larger tensor's.
    window = noise[10:-10, 5:-6]
    passed = [check(call, "float32", noise, 1.0), check(call, "a window of float32", window, 1.0),
              check(call, "uint8", (noise * 255).to(torch.uint8), 255.0),
              check(call, "uint16", (noise * 65535).to(torch.int32).to(torch.uint16), 65535.0)]
    with torch.cuda.stream(torch.cuda.Stream()):
        passed.append(check(call, "float32 on another stream", torch.rand(515, 777, device="cuda"), 1.0))
    return 0 if all(passed) else 1


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    try:
        import torch
    except ImportError:
        print("nothing was computed, this Python has no PyTorch")
        sys.exit(0)
    if not torch.cuda.is_available():
        print("nothing was computed, there is no CUDA device here that PyTorch can use")
        sys.exit(0)
    sys.exit(main(sys.argv[1]))
