# SPDX-FileCopyrightText: 2026 The Strandline authors
# SPDX-License-Identifier: MIT
"""Damage done to a file's bytes, decided by the random generator alone, so that its seed gives the same file again."""

import re
import struct
import zlib

_HEADER = 400  # where most formats keep what a decoder believes; some keep it at their end
_EXTREMES = (0, 1, 2, 7, 127, 128, 255, 256, 32_767, 32_768, 65_535, 65_536, 1_000_000, 2**31 - 1, 2**31, 2**32 - 1)
_EXTREMES += (2**63 - 1, 2**63, 2**64 - 1)
_LONG_NUMBERS = (b"0", b"-1", b"1", b"65536", b"1000000", b"2147483647", b"4294967296", b"9223372036854775807", b"1e999")


def mutate(content, others, random):
    """One to four mutations of `content`; `others` are files that pieces may come from."""
    result = bytearray(content)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 4))):
        if result:
            random.choice(_MUTATIONS)(result, others, random)
    # A checksum that is wrong hides from a decoder all that lies behind it.
    return _with_png_checksums(result) if random.random() < 0.7 else bytes(result)


def _place(content, random):
    """Mostly near the begin or the end."""
    kind, size = random.random(), len(content)
    if kind < 0.5:
        return random.randrange(min(size, _HEADER))
    if kind < 0.65:
        return size - 1 - random.randrange(min(size, _HEADER))
    return random.randrange(size)


def _length(random):
    return int(2 ** random.uniform(0, 9))


def _flip_bits(content, _, random):
    for _ in range(random.choice((1, 1, 2, 5))):
        content[_place(content, random)] ^= 1 << random.randrange(8)


def _set_bytes(content, _, random):
    for _ in range(random.choice((1, 1, 3, 10))):
        content[_place(content, random)] = random.randrange(256)


def _run_of_one_byte(content, _, random):
    at = _place(content, random)
    end = min(at + _length(random), len(content))
    content[at:end] = bytes([random.choice((0, 255, random.randrange(256)))]) * (end - at)


def _noise(content, _, random):
    at = _place(content, random)
    end = min(at + _length(random), len(content))
    content[at:end] = random.randbytes(end - at)


def _cut_off(content, _, random):
    del content[_place(content, random) :]


def _remove(content, _, random):
    at = _place(content, random)
    del content[at : at + _length(random)]


def _insert(content, _, random):
    at = _place(content, random)
    content[at:at] = random.choice((random.randbytes, bytes))(_length(random))


def _repeat(content, _, random):
    at = _place(content, random)
    content[at:at] = content[at : at + _length(random)]


def _splice(content, others, random):
    """A piece of another file, over what is there or the rest from there on."""
    other = random.choice(others)
    at, length = _place(content, random), _length(random)
    begin = random.randrange(max(len(other), 1))
    if random.random() < 0.3:
        content[at:] = other[begin:]
    else:
        content[at : at + length] = other[begin : begin + length]


def _extreme_field(content, _, random):
    """The least and largest values of an integer, and their neighbours, in either byte order."""
    width, letter = random.choice(((1, "B"), (2, "H"), (4, "I"), (4, "I"), (8, "Q")))
    if len(content) < width:
        return
    at = min(_place(content, random), len(content) - width)
    if random.random() < 0.7:
        at -= at % min(width, 4)
    value = random.choice(_EXTREMES) % 2 ** (8 * width)
    struct.pack_into(random.choice("<>") + letter, content, at, value)


def _small_change_of_a_field(content, _, random):
    """Off by one, twice, half: sizes that are plausible and wrong."""
    width, letter = random.choice(((2, "H"), (4, "I")))
    if len(content) < width:
        return
    at = min(_place(content, random) & ~1, len(content) - width)
    form = random.choice("<>") + letter
    (value,) = struct.unpack_from(form, content, at)
    value = random.choice((value + 1, value - 1, 2 * value, value // 2, value + 256, 16 * value))
    struct.pack_into(form, content, at, value % 2 ** (8 * width))


def _number_in_text(content, _, random):
    """For headers of text, of which the numbers may change in length."""
    numbers = list(re.finditer(rb"\d+", content[: 20 * _HEADER]))
    if numbers:
        number = random.choice(numbers)
        content[number.start() : number.end()] = random.choice(_LONG_NUMBERS)


_MUTATIONS = (
    _flip_bits, _flip_bits, _set_bytes, _set_bytes, _run_of_one_byte, _noise, _cut_off, _remove, _insert, _repeat,
    _splice, _extreme_field, _extreme_field, _small_change_of_a_field, _small_change_of_a_field, _number_in_text,
)  # fmt: skip


def _with_png_checksums(content):
    """The same file; where it is still a PNG by its chunks, with their checksums put right."""
    at = 8 if content.startswith(b"\x89PNG") else len(content)
    while at + 12 <= len(content):
        (length,) = struct.unpack_from(">I", content, at)
        end = at + 8 + length
        if end + 4 > len(content):
            break
        struct.pack_into(">I", content, end, zlib.crc32(content[at + 4 : end]))
        at = end + 4
    return bytes(content)
