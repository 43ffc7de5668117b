// SPDX-FileCopyrightText: 2026 The Strandline authors
// SPDX-License-Identifier: MIT
// Whether two images in one piece of memory touch the same bytes, by counting the rows that do.
#include "api/touched_bytes.hpp"

#include <algorithm>
#include <utility>

namespace strandline::api {
namespace {

// Products of two sizes.
__extension__ using Wide = __int128;

TouchedBytes from_lowest_row(TouchedBytes bytes) {
  if (bytes.stride_bytes >= 0) return bytes;
  return {bytes.first + (bytes.rows - 1) * bytes.stride_bytes, bytes.rows, bytes.row_bytes, -bytes.stride_bytes};
}

std::intptr_t end_of(const TouchedBytes& bytes) {
  return bytes.first + (bytes.rows - 1) * bytes.stride_bytes + bytes.row_bytes;
}

Wide ceil_divide(Wide a, Wide positive) { return a > 0 ? (a + positive - 1) / positive : a / positive; }

// The sum of floor((a j + b) / m) over j in [0, n), of numbers from 0 up with a < m. Whole parts are summed at once;
// for what is left, columns and rows of points below the line change places, as in Euclid's algorithm.
Wide floor_sum(Wide n, Wide m, Wide a, Wide b) {
  Wide sum = 0;
  for (;;) {
    sum += n * (n - 1) / 2 * (a / m) + n * (b / m);
    a %= m;
    b %= m;
    const Wide top = a * n + b;
    if (top < m) return sum;
    n = top / m;
    b = top % m;
    std::swap(m, a);
  }
}

// How many j in [0, n) have (a j + b) mod m < width, for width < m.
Wide count_residues_below(Wide width, Wide n, Wide m, Wide a, Wide b) {
  return n + floor_sum(n, m, a, b) - floor_sum(n, m, a, b + m - width);
}

}  // namespace

bool overlap(TouchedBytes output, TouchedBytes input) {
  output = from_lowest_row(output);
  input = from_lowest_row(input);
  if (output.first >= end_of(input) || input.first >= end_of(output)) return false;
  if (output.rows == 1) output.stride_bytes = output.row_bytes;
  if (input.stride_bytes == 0) input.rows = 1;
  const Wide period = output.stride_bytes;
  const Wide step = std::max<std::int64_t>(1, input.stride_bytes);
  const Wide start = Wide{input.first} - output.first;
  // Of the input's rows, those that reach into the stretch from the output's first byte to its last. They touch a row
  // of the output when they touch one of an endless output.
  const Wide end_of_output = (output.rows - 1) * period + output.row_bytes;
  const Wide begin = std::max<Wide>(0, ceil_divide(1 - input.row_bytes - start, step));
  const Wide end = std::min<Wide>(input.rows, ceil_divide(end_of_output - start, step));
  if (begin >= end) return false;
  // A row at x touches one of them when some multiple of the period lies in (x - output.row_bytes, x +
  // input.row_bytes).
  const Wide width = Wide{output.row_bytes} + input.row_bytes - 1;
  if (width >= period) return true;
  const Wide last = start + begin * step + input.row_bytes - 1;
  return count_residues_below(width, end - begin, period, step % period, (last % period + period) % period) > 0;
}

}  // namespace strandline::api
