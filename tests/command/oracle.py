# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""What `strandline edges` must write, computed independently of it: the arithmetic contract in numpy, bit for bit."""

import numpy as np

EDGE, UNKNOWN = 255, 127
BORDERS = ("zero", "replicate", "reflect", "reflect101", "wrap")

_PAD_MODE = {"zero": "constant", "replicate": "edge", "reflect": "symmetric", "reflect101": "reflect", "wrap": "wrap"}
_BINOMIAL = (1, 4, 6, 4, 1)
_RADIUS = 3


def edges(image, threshold=0.30, border="reflect101", full_scale=None, valid=None):
    """(rows, cols) of u8, u16 or f32 -> (rows, cols) of 0, 255 and 127. `valid` is a boolean array or None."""
    if full_scale is None:
        full_scale = {np.dtype(np.uint8): 255, np.dtype(np.uint16): 65535, np.dtype(np.float32): 1}[image.dtype]
    with np.errstate(over="ignore", invalid="ignore"):
        u, v = _diagonal_differences(image, border)
        half = _half_squared_threshold(threshold, full_scale)
        decision = _fma(-v, v, _fma(-u, u, half))
    result = np.where(decision < 0, np.uint8(EDGE), np.uint8(0))
    result[~np.isfinite(decision)] = UNKNOWN
    result[touches_nodata(_known(image, valid), border)] = UNKNOWN
    return result


def luma(rgb):
    """(rows, cols, 3) -> (rows, cols) of the same integer type."""
    red, green, blue = (rgb[..., i].astype(np.int64) for i in range(3))
    return ((77 * red + 150 * green + 29 * blue + 128) >> 8).astype(rgb.dtype)


def touches_nodata(known, border):
    """Which pixels have a pixel that is not known in their 7x7 stencil; nothing lies outside the frame under zero."""
    if known.all():
        return np.zeros(known.shape, bool)
    unknown = _extend(~known, _RADIUS, border)
    rows, cols = known.shape
    by_row = np.zeros((rows, cols + 2 * _RADIUS), bool)
    for i in range(2 * _RADIUS + 1):
        by_row |= unknown[i : i + rows]
    touched = np.zeros((rows, cols), bool)
    for i in range(2 * _RADIUS + 1):
        touched |= by_row[:, i : i + cols]
    return touched


def _known(image, valid):
    known = np.ones(image.shape, bool) if valid is None else valid.astype(bool)
    return known & np.isfinite(image) if image.dtype == np.float32 else known


def _half_squared_threshold(threshold, full_scale):
    t = np.float32(np.float64(threshold) * np.float64(full_scale) * 256)
    return t * t * np.float32(0.5)


def _extend(image, by, border):
    """np.pad, whose 'reflect' refuses an axis of length 1 in the way we mean it, and that has no other gaps."""
    if border == "reflect101":
        for axis in (0, 1):
            amount = [(by, by) if a == axis else (0, 0) for a in (0, 1)]
            image = np.pad(image, amount, mode="edge" if image.shape[axis] == 1 else "reflect")
        return image
    return np.pad(image, by, mode=_PAD_MODE[border])


def _diagonal_differences(image, border):
    if image.dtype == np.float32:
        return _float_differences(image, border)
    return _integer_differences(image.astype(np.int64), border)


# Integers: the stages as the words say them, blur then Sobel, each extending its own input; exact in int64.


def _integer_differences(image, border):
    blurred = _extend(_blur_integers(_extend(image, 2, border)), 1, border)
    rows, cols = image.shape
    at = lambda dr, dc: blurred[1 + dr : 1 + dr + rows, 1 + dc : 1 + dc + cols]
    gx = at(-1, 1) + 2 * at(0, 1) + at(1, 1) - at(-1, -1) - 2 * at(0, -1) - at(1, -1)
    gy = at(1, -1) + 2 * at(1, 0) + at(1, 1) - at(-1, -1) - 2 * at(-1, 0) - at(-1, 1)
    assert not ((gx + gy) % 2).any()
    return ((gx + gy) // 2).astype(np.float32), ((gx - gy) // 2).astype(np.float32)


def _blur_integers(extended):
    rows, cols = extended.shape[0] - 4, extended.shape[1] - 4
    by_row = sum(w * extended[:, i : i + cols] for i, w in enumerate(_BINOMIAL))
    return sum(w * by_row[i : i + rows] for i, w in enumerate(_BINOMIAL))


# Floats: the written order of IEEE operations.


def _float_differences(image, border):
    corners = _six_taps_both_ways(_extend(image, _RADIUS, border))  # (rows + 1, cols + 1), P on the half-pixel grid
    if border in ("zero", "replicate"):
        outside = _corners_of_blocks(_extend(_five_taps_both_ways(_extend(image, 2, border)), 1, border))
        for frame in (np.s_[0, :], np.s_[-1, :], np.s_[:, 0], np.s_[:, -1]):
            corners[frame] = outside[frame]
    return corners[1:, 1:] - corners[:-1, :-1], corners[:-1, 1:] - corners[1:, :-1]


def _corners_of_blocks(blurred):
    return (blurred[:-1, :-1] + blurred[:-1, 1:]) + (blurred[1:, :-1] + blurred[1:, 1:])


def _six_taps_both_ways(x):
    return _six_taps(_six_taps(x.T).T)


def _five_taps_both_ways(x):
    return _five_taps(_five_taps(x.T).T)


def _six_taps(x):
    """Down the columns: (n, m) -> (n - 5, m)."""
    x0, x1, x2, x3, x4, x5 = (x[i : len(x) - 5 + i] for i in range(6))
    return _fma(np.float32(10), x2 + x3, _fma(np.float32(5), x1 + x4, x0 + x5))


def _five_taps(x):
    """Down the columns: (n, m) -> (n - 4, m)."""
    x0, x1, x2, x3, x4 = (x[i : len(x) - 4 + i] for i in range(5))
    return _fma(np.float32(6), x2, _fma(np.float32(4), x1 + x3, x0 + x4))


def _fma(a, b, c):
    """a * b + c in float32, rounded once.

    The product of two float32 is exact in float64. Its sum with c is rounded to odd there (the lowest bit is set where
    the sum was not exact), after which rounding to float32 is right because 53 >= 24 + 2 (Boldo and Melquiond, 2008).
    """
    product = np.asarray(a, np.float64) * np.asarray(b, np.float64)
    addend = np.asarray(c, np.float64)
    total = product + addend
    back = total - product
    error = (product - (total - back)) + (addend - back)
    total, error = np.broadcast_arrays(np.atleast_1d(total), np.atleast_1d(error))
    even = (total.view(np.int64) & 1) == 0
    fix = (error != 0) & np.isfinite(error) & np.isfinite(total) & even
    odd = np.where(fix, np.nextafter(total, np.where(error > 0, np.inf, -np.inf)), total)
    return odd.astype(np.float32).reshape(np.broadcast(product, addend).shape)
